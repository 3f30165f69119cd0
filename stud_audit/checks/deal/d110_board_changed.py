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

from bisect import bisect_left
from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from stud_audit.checks.base import PASS, Check, Fault, House, Result, Step
from stud_audit.checks.support import named
from stud_audit.game.table import Player
from stud_audit.model.cards import Card, cards_text
from stud_audit.model.events import CardDealt, CardsReprinted, CommunityDealt, Event
from stud_audit.record.deals import repeats_by_now
from stud_audit.record.index import Index

_Telling = tuple[int, CardDealt | CardsReprinted]
_MOST_TOLD: Final = 24
"""Deals, or different repetitions, of the up-cards or the down-cards of one player."""


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
    for repeat in repeats_by_now(step.state, step.index):
        if repeat.card in strange or repeat.seat == repeat.first_seat == player.seat:
            return True
    return _repeated_before(step, event)


def _within(shorter: Sequence[Card], longer: Sequence[Card]) -> bool:
    rest = iter(longer)
    return all(any(card in (other, -1) or other < 0 for other in rest) for card in shorter)


def _repeated_before(step: Step, event: CardsReprinted) -> bool:
    """Whether an earlier line repeated the same deviating cards."""
    for number, earlier in _before(step, event, CardsReprinted):
        head = event.cards[: len(earlier.cards)]
        dealt = [card for n, deal in _deals(step, event) if n < number for card in deal.cards]
        if head == earlier.cards and not same(dealt, earlier.cards, event.facing == "up"):
            return True
    return False


def _deals(step: Step, event: CardsReprinted) -> list[_Telling]:
    return _before(step, event, CardDealt)


def _before(step: Step, event: CardsReprinted, kind: type[CardDealt | CardsReprinted]) -> list[_Telling]:
    """The lines of one kind before this one that tell cards of the same player, facing as they do."""
    told = step.index.once(_told).get((kind, event.seat, event.facing), [])
    return told[: bisect_left(told, step.number, key=itemgetter(0))]


def _told(index: Index) -> dict[tuple[type[Event], int, str], list[_Telling]]:
    """Deals and repetitions by seat and facing, no more than any player gets; the same repetition once."""
    told: dict[tuple[type[Event], int, str], list[_Telling]] = {}
    seen = set()
    lines: list[_Telling] = [*index.each(CardDealt), *index.each(CardsReprinted)]
    for number, event in lines:
        key = (type(event), event.seat, event.facing)
        again = type(event) is CardsReprinted and (*key, event.cards) in seen
        seen.add((*key, event.cards))
        numbers = told.setdefault(key, [])
        if len(numbers) < _MOST_TOLD and not again:
            numbers.append((number, event))
    return told


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
