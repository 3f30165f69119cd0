"""What is known of a hand before its replay begins: a look at the whole record, made once.

The record may be wrong in many ways. To keep one fault from raising a trail of others, the replay
needs to know what comes later: whether a player who should have acted is ever seen again, whether
a bring-in was posted after all, what cards the summary reveals.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast

from stud_audit.model.cards import UNKNOWN, Cards
from stud_audit.model.events import (
    ACTIONS,
    Action,
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
T = TypeVar("T")
P = ParamSpec("P")

_MOST_SHOWN: Final = 12
"""Different hands that are looked at of one player: nobody shows, mucks, and is summarised with more."""


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
    """Seat to the events that reveal a whole hand of its player: shown, mucked, summary; the same again left out."""
    community: int | None = None
    """The event that dealt the community card."""
    unknown: list[int] = field(default_factory=list)
    """The lines that could not be read."""
    spoiled_lines: frozenset[int] = frozenset()
    """Their numbers in the file."""
    order: Order = field(default_factory=Order)
    misdirected: dict[int, int | None] = field(default_factory=dict)
    """Deals whose card is another seat's, by the rest of the record, or nobody's (None)."""
    last_street: int = 0
    elsewhere: dict[int, Cards] = field(default_factory=dict)
    """Seat to cards of its player that only other logs of the hand show."""
    worked_out: dict[Any, Any] = field(default_factory=dict)
    """What was asked of the whole record, by who worked it out."""

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
        return event.span.line in self.spoiled_lines

    def once(self, work_out: Callable[Concatenate[Index, P], T], *others: P.args, **named: P.kwargs) -> T:
        """What a function makes of the whole record, and of what stays the same with it: worked out once."""
        if work_out not in self.worked_out:
            self.worked_out[work_out] = work_out(self, *others, **named)
        found: T = self.worked_out[work_out]
        return found

    def acts_after(self, number: int, seat: int, street: int = 0) -> bool:
        """Whether a seat acts after the event of this number, on a street or (0) on any."""
        return self.once(_last_actions).get((seat, street), 0) > number

    def actions_after(self, number: int, street: int) -> Iterator[Action]:
        """The actions of a street that come after the event of this number."""
        numbers = self.actions.get(street, [])
        for later in islice(numbers, bisect_right(numbers, number), None):
            yield self.event(later)  # type: ignore[misc]

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
    index = Index(hand, elsewhere=dict(hand.elsewhere))
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
    index.spoiled_lines = frozenset([hand.events[n - 1].span.line for n in index.unknown]) - {0}
    index.cancelled = HandCancelled in of_type
    for _, taken in index.each(SeatTaken):
        index.seats.setdefault(taken.seat, taken)
    index.community = next((number for number, card in index.each(CommunityDealt) if not card.reprint), None)
    told: set[tuple[object, ...]] = set()
    for number in sorted([number for kind in _REVEALING for number in of_type.get(kind, ())]):
        event = hand.events[number - 1]
        summarised = isinstance(event, SeatSummarised)
        cards = event.shown or event.mucked if summarised else event.cards  # type: ignore[attr-defined]
        key = (event.seat, type(event), cards)  # type: ignore[attr-defined]
        if key not in told and (cards or not summarised):
            told.add(key)
            shown = index.shown.setdefault(event.seat, [])  # type: ignore[attr-defined]
            if len(shown) < _MOST_SHOWN:
                shown.append(number)
    seen = {hand.events[n - 1].seat for kind in _DEALT_IN for n in of_type.get(kind, ())}  # type: ignore[attr-defined]
    index.order = read_order(hand.events)
    index.dealt_in = sorted(seen & index.seats.keys())
    index.misdirected = misdirected(hand.events, index.deals, of_type.get(Folded, []), index.dealt_in)


def _last_actions(index: Index) -> dict[tuple[int, int], int]:
    """Seat and street (0: any) to the last action."""
    last: dict[tuple[int, int], int] = {}
    for street, numbers in sorted(index.actions.items()):
        for number in numbers:
            seat = cast("Folded", index.event(number)).seat
            last[seat, street] = number
            last[seat, 0] = max(number, last.get((seat, 0), 0))
    return last
