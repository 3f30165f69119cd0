"""Cards that the log repeats differ from those it dealt.

Logs repeat what lies before a player when they deal the next card. Up-cards must come back in their
order; of a player's own down-cards the order does not matter. A change is reported where it first
shows; later lines that agree with it raise nothing more.

A repeated board that has a card more than was dealt shows that a deal is missing (D102); a line
that repeats another player's board has the wrong name (D102, D111); a card dealt twice is D104. The
community card as the summary repeats it is R008's.

Source: the game's own clause that cards stay as dealt.
"""

from __future__ import annotations

from collections.abc import Sequence

from stud_audit.checks.base import PASS, Check, Fault, House, Result, Step
from stud_audit.checks.support import named
from stud_audit.game.table import Player
from stud_audit.model.cards import Card, cards_text
from stud_audit.model.events import CardDealt, CardsReprinted, CommunityDealt
from stud_audit.record.deals import repeats


def judge(step: Step, house: House) -> Result:
    event, player = step.event, step.player
    if type(event) is CommunityDealt:
        return _shared(step, event)
    if type(event) is not CardsReprinted or player is None:
        return None
    lying = player.up if event.facing == "up" else player.down
    if tuple(lying) == event.cards or same(lying, event.cards, event.facing == "up"):
        return PASS
    if _explained(step, event, player, lying):
        return None
    return Fault(
        f"the {event.facing}-cards of {named(player)} were dealt as {cards_text(lying)} "
        f"and are repeated as {cards_text(event.cards)}",
        expected=cards_text(lying),
        actual=cards_text(event.cards),
        related=tuple([(number, "dealt here") for number, _ in _deals(step, event)]),
    )


def same(dealt: Sequence[Card], repeated: Sequence[Card], ordered: bool) -> bool:
    """Whether two rows of cards can be the same ones; an unknown card may be any."""
    if len(dealt) != len(repeated):
        return False
    if ordered:
        return all(a == b or a < 0 or b < 0 for a, b in zip(dealt, repeated, strict=True))
    hidden = sum(card < 0 for card in dealt) + sum(card < 0 for card in repeated)
    if not hidden:
        return sorted(dealt) == sorted(repeated)
    return len({card for card in repeated if card >= 0} - set(dealt)) <= hidden


def _explained(step: Step, event: CardsReprinted, player: Player, lying: Sequence[Card]) -> bool:
    cards = event.cards
    if player.folded or (not lying and event.facing == "down"):
        return True  # D111, or a log that shows hole cards only when it repeats them
    line = event.span.line
    if step.index.spoiled(event) or any(line == step.index.event(n).span.line for n in step.index.misdirected):
        return True  # a value that cannot be read (R010), or the wrong name (D102, D111)
    if event.raw and any(deal.raw == event.raw for _, deal in _deals(step, event)):
        return True  # the same line twice is D104's
    if len(cards) != len(lying):
        shorter, longer = sorted((tuple(lying), tuple(cards)), key=len)
        usual = 2 if event.facing == "down" else step.state.street - 3
        # A deal is missing, or one too many: the count is D102's.
        if _within(shorter, longer) and len(lying) != usual:
            return True
    strange = {card for card in lying if card not in cards}
    for repeat in repeats(step.state, step.index):
        if repeat.card in strange or repeat.seat == repeat.first_seat == player.seat:
            return True
    return _repeated_before(step, event)


def _within(shorter: Sequence[Card], longer: Sequence[Card]) -> bool:
    rest = iter(longer)
    return all(any(card in (other, -1) or other < 0 for other in rest) for card in shorter)


def _repeated_before(step: Step, event: CardsReprinted) -> bool:
    """Whether an earlier line repeated the same deviating cards."""
    for number, earlier in step.index.each(CardsReprinted):
        if number < step.number and (earlier.seat, earlier.facing) == (event.seat, event.facing):
            head = event.cards[: len(earlier.cards)]
            dealt = [card for n, deal in _deals(step, event) if n < number for card in deal.cards]
            if head == earlier.cards and not same(dealt, earlier.cards, event.facing == "up"):
                return True
    return False


def _deals(step: Step, event: CardsReprinted) -> list[tuple[int, CardDealt]]:
    own = step.index.dealt_to(event.seat)
    return [(number, deal) for number, deal in own if number < step.number and deal.facing == event.facing]


def _shared(step: Step, event: CommunityDealt) -> Result:
    lying = step.state.community
    if not event.reprint or not event.street or not lying:
        return None
    if same(lying, event.cards, True):
        return PASS
    return Fault(
        f"the community card was dealt as {cards_text(lying)} and is repeated as {cards_text(event.cards)}",
        expected=cards_text(lying),
        actual=cards_text(event.cards),
        related=((step.index.community or step.number, "dealt here"),),
    )


CHECK = Check("D110", "board-changed", "S1", "software", judge=judge, on=(CardsReprinted, CommunityDealt))
