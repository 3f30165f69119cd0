"""What is known of a hand before its replay begins: a look at the whole record, made once.

The record may be wrong in many ways. To keep one fault from raising a trail of others, the replay
needs to know what comes later: whether a player who should have acted is ever seen again, whether
a bring-in was posted after all, what cards the summary reveals.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, cast

from stud_audit.model.cards import UNKNOWN, Cards
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    CardBurned,
    CardDealt,
    CardsReprinted,
    Checked,
    CommunityDealt,
    Completed,
    Event,
    Folded,
    HandCancelled,
    LineUnknown,
    Mucked,
    PotAwarded,
    Protected,
    Raised,
    RakeTaken,
    SeatSummarised,
    SeatTaken,
    Shown,
    StateSaid,
    TotalStated,
    UncalledReturned,
)
from stud_audit.model.hand import Hand
from stud_audit.record.line_order import Order, read_order
from stud_audit.record.wrong_cards import misdirected


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
    bring_ins: list[int] = field(default_factory=list)
    awards: list[int] = field(default_factory=list)
    returns: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    rakes: list[int] = field(default_factory=list)
    shown: dict[int, list[int]] = field(default_factory=dict)
    """Seat to the events that reveal a whole hand of its player: shown, mucked, summary."""
    summaries: list[int] = field(default_factory=list)
    states: list[int] = field(default_factory=list)
    community: int | None = None
    """The event that dealt the community card."""
    reprints: list[int] = field(default_factory=list)
    burns: list[int] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)
    """The lines that could not be read."""
    order: Order = field(default_factory=Order)
    misdirected: dict[int, int | None] = field(default_factory=dict)
    """Deals whose card is another seat's, by the rest of the record, or nobody's (None)."""
    last_street: int = 0

    def event(self, number: int) -> Event:
        """The event of this number."""
        return self.hand.events[number - 1]

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


_ACTIONS: Final = frozenset((BroughtIn, Bet, Completed, Raised, Called, Checked, Folded))
_DEALT_IN: Final = _ACTIONS | {CardDealt, AntePosted}
_PRESENT: Final = _ACTIONS | {CardDealt, Shown, Mucked, PotAwarded, UncalledReturned, Protected}
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
            if kind in _ACTIONS:
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
    index.bring_ins = of_type.get(BroughtIn, [])
    index.awards = of_type.get(PotAwarded, [])
    index.returns = of_type.get(UncalledReturned, [])
    index.totals = of_type.get(TotalStated, [])
    index.rakes = of_type.get(RakeTaken, [])
    index.summaries = of_type.get(SeatSummarised, [])
    index.states = of_type.get(StateSaid, [])
    index.reprints = of_type.get(CardsReprinted, [])
    index.burns = of_type.get(CardBurned, [])
    index.unknown = of_type.get(LineUnknown, [])
    index.cancelled = HandCancelled in of_type
    for number in of_type.get(SeatTaken, ()):
        taken: SeatTaken = hand.events[number - 1]  # type: ignore[assignment]
        index.seats.setdefault(taken.seat, taken)
    for number in of_type.get(CommunityDealt, ()):
        if not cast("CommunityDealt", hand.events[number - 1]).reprint:
            index.community = number
            break
    for number in sorted([*of_type.get(Shown, ()), *of_type.get(Mucked, ()), *index.summaries]):
        event = hand.events[number - 1]
        if not isinstance(event, SeatSummarised) or event.shown or event.mucked:
            index.shown.setdefault(event.seat, []).append(number)
    seen = {hand.events[n - 1].seat for kind in _DEALT_IN for n in of_type.get(kind, ())}  # type: ignore[call-overload]
    index.order = read_order(hand.events)
    index.dealt_in = sorted(seen & index.seats.keys())
    index.misdirected = misdirected(hand.events, index.deals, of_type.get(Folded, []), index.dealt_in)
