"""Cards shown or mucked that are not those dealt to the player.

A player shows the cards that they were dealt. A line that reveals a whole hand must hold every card that the
log dealt to them face up or (for the player whose log it is) face down; a shorter one can add only as many
as the log has not shown of them. The community card belongs to everybody. The hand that is really
theirs is then uncertain, and nothing is decided on it.

The first contradicting line of a player is reported; one that repeats it is not. Cards that the summary
alone gives, and a summary that differs from the showdown, are R008's. A dealt card that later
lines reprint differently is D110's. A card that another player was dealt is D104's, unless it stands in
the place of one of the player's own.

Source: the game's own clause that cards stay as dealt.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.support import named
from stud_audit.model.cards import card_text
from stud_audit.model.events import Mucked, Shown
from stud_audit.record.deals import repeats_by_now
from stud_audit.record.known_cards import Contradiction, contradiction, revealed_cards


def judge(step: Step, house: House) -> Result:
    player, event = step.player, step.event
    if player is None or not revealed_cards(event):
        return None
    if not any(card >= 0 for card in player.cards):
        return Missing(f"the cards dealt to seat {player.seat}")
    found = contradiction(step.state, step.index, event, player.seat)
    if found is None:
        return PASS
    if found in _before(step, player.seat):
        return None
    if found.missing and {repeat.card for repeat in repeats_by_now(step.state, step.index)}.issuperset(found.missing):
        return None  # the deal has a card that is another's: D104
    lost = " and ".join(map(card_text, found.missing))
    strange = " or ".join(map(card_text, _narrowed(step, player.seat, found)))
    return Fault(
        f"{named(player)} was dealt the {lost}, which is not among these cards; they were not dealt the {strange}"
        if lost
        else f"{named(player)} has more cards here than they hold: they were not dealt the {strange}",
        expected=" ".join(map(card_text, found.missing)) or None,
        actual=" | ".join(map(card_text, _narrowed(step, player.seat, found))),
        seat=player.seat,
        related=tuple(
            [
                (number, "as dealt")
                for number, deal in step.index.dealt_to(player.seat)
                if not set(found.missing).isdisjoint(deal.cards)
            ]
        ),
    )


def _before(step: Step, seat: int) -> list[Contradiction | None]:
    """The contradictions of this player's earlier lines."""
    return [
        contradiction(step.state, step.index, step.index.event(number), seat)
        for number in step.index.shown.get(seat, ())
        if number < step.number
    ]


def _narrowed(step: Step, seat: int, found: Contradiction) -> tuple[int, ...]:
    """Of the cards of which one is wrong, those that the player's other lines do not have as well."""
    others = [revealed_cards(step.index.event(n)) for n in step.index.shown.get(seat, ()) if n != step.number]
    repeated = {card for cards in others if not set(found.missing) - set(cards) for card in cards}
    return tuple([card for card in found.strange if card not in repeated]) or found.strange


CHECK = Check("S706", "shown-cards-contradict-deal", "S1", "software", judge=judge, on=(Shown, Mucked))
