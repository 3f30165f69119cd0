"""What is known of a hand before its replay begins: a look at the whole record, made once.

The record may be wrong in many ways. To keep one fault from raising a trail of others, the replay
needs to know what comes later: whether a player who should have acted is ever seen again, whether
a bring-in was posted after all, what cards the summary reveals.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeVar

from stud_audit.model.cards import UNKNOWN, Cards
from stud_audit.model.events import (
    ACTIONS,
    AntePosted,
    CardDealt,
    CommunityDealt,
    Event,
    Folded,
    HandCancelled,
    LineUnknown,
    Mucked,
    PotAwarded,
    Protected,
    SeatSummarised,
    SeatTaken,
    Shown,
    UncalledReturned,
)
from stud_audit.model.hand import Hand
from stud_audit.record.line_order import Order, read_order
from stud_audit.record.wrong_cards import misdirected

Kind = TypeVar("Kind", bound=Event)


@dataclass(slots=True)
class Index:
    """An index of one hand's events; event numbers count from 1."""

    hand: Hand
    of_type: dict[type[Event], list[int]] = field(default_factory=dict)
    """Type to the numbers of its events."""
    timed: bool = False
    """Whether any event has a time."""
    cancelled: bool = False
    """The hand was called off."""
    seats: dict[int, SeatTaken] = field(default_factory=dict)
    dealt_in: list[int] = field(default_factory=list)
    """Seats, rising, that posted an ante, got a card, or acted."""
    deals: dict[int, list[int]] = field(default_factory=dict)
    """Street to the numbers of the events that dealt cards on it."""
    actions: dict[int, list[int]] = field(default_factory=dict)
    """Street to the numbers of its actions."""
    last_sign: dict[int, int] = field(default_factory=dict)
    """Seat to the last event that shows its player still in the hand."""
    shown: dict[int, list[int]] = field(default_factory=dict)
    """Seat to the events that reveal a whole hand of its player: shown, mucked, summary."""
    community: int | None = None
    """The event that dealt the community card."""
    unknown: list[int] = field(default_factory=list)
    """The lines that could not be read."""
    order: Order = field(default_factory=Order)
    misdirected: dict[int, int | None] = field(default_factory=dict)
    """Deals whose card is another seat's, by the rest of the record, or nobody's (None)."""
    last_street: int = 0

    def event(self, number: int) -> Event:
        """The event of this number."""
        return self.hand.events[number - 1]

    def each(self, kind: type[Kind]) -> list[tuple[int, Kind]]:
        """The events of a type, in their order, with their numbers."""
        numbers, events = self.of_type.get(kind), self.hand.events
        return [(number, events[number - 1]) for number in numbers] if numbers else []  # type: ignore[misc]

    def dealt_to(self, seat: int) -> list[tuple[int, CardDealt]]:
        """The deals to a seat, as recorded."""
        return [(number, deal) for number, deal in self.each(CardDealt) if deal.seat == seat]

    def owner(self, number: int, seat: int) -> int | None:
        """Whose card a deal to `seat` brought."""
        return self.misdirected.get(number, seat) if self.misdirected else seat

    def spoiled(self, event: Event) -> bool:
        """Whether something in the line of this event could not be read."""
        if not self.unknown:
            return False
        line = event.span.line
        return bool(line) and any(self.event(number).span.line == line for number in self.unknown)

    def revealed(self, seat: int) -> Cards:
        """The longest set of cards that the log reveals of this player after the betting."""
        best: Cards = ()
        most = 0
        for number in self.shown.get(seat, ()):
            event = self.event(number)
            if type(event) is SeatSummarised:
                cards = event.shown or event.mucked
            elif type(event) is Shown or type(event) is Mucked:
                cards = event.cards
            else:
                continue
            known = len(cards) - cards.count(UNKNOWN)
            if known > most:
                best, most = cards, known
        return best


_DEALT_IN: Final[frozenset[type[Event]]] = ACTIONS | {CardDealt, AntePosted}
_REVEALING: Final[tuple[type[Event], ...]] = (Shown, Mucked, SeatSummarised)
_PRESENT: Final[frozenset[type[Event]]] = ACTIONS | {CardDealt, Shown, Mucked, PotAwarded, UncalledReturned, Protected}
"""Events that show their player still in the hand."""


def read_index(hand: Hand) -> Index:
    """Index the events of a hand."""
    index = Index(hand)
    of_type, last_sign, actions, deals = index.of_type, index.last_sign, index.actions, index.deals
    for number, event in enumerate(hand.events, 1):
        kind = type(event)
        if kind in of_type:
            of_type[kind].append(number)
        else:
            of_type[kind] = [number]
        street = event.street
        if street > index.last_street:
            index.last_street = street
        if kind in _PRESENT:
            last_sign[event.seat] = number  # type: ignore[attr-defined]
            if kind in ACTIONS:
                actions.setdefault(street, []).append(number)
            elif kind is CardDealt:
                deals.setdefault(street, []).append(number)
        elif kind is SeatSummarised and (event.shown or event.mucked):  # type: ignore[attr-defined]
            last_sign[event.seat] = number  # type: ignore[attr-defined]
        if event.at is not None:
            index.timed = True
    _index(index)
    return index


def _index(index: Index) -> None:
    """What follows from the events by type."""
    hand, of_type = index.hand, index.of_type
    index.unknown = of_type.get(LineUnknown, [])
    index.cancelled = HandCancelled in of_type
    for _, taken in index.each(SeatTaken):
        index.seats.setdefault(taken.seat, taken)
    index.community = next((number for number, card in index.each(CommunityDealt) if not card.reprint), None)
    for number in sorted([number for kind in _REVEALING for number in of_type.get(kind, ())]):
        event = hand.events[number - 1]
        if type(event) is not SeatSummarised or event.shown or event.mucked:
            index.shown.setdefault(event.seat, []).append(number)  # type: ignore[attr-defined]
    seen = {hand.events[n - 1].seat for kind in _DEALT_IN for n in of_type.get(kind, ())}  # type: ignore[attr-defined]
    index.order = read_order(hand.events)
    index.dealt_in = sorted(seen & index.seats.keys())
    index.misdirected = misdirected(hand.events, index.deals, of_type.get(Folded, []), index.dealt_in)
