"""What is known of a hand before its replay begins: a look at the whole record, made once.

The record may be wrong in many ways. To keep one fault from raising a trail of others, the replay
needs to know what comes later: whether a player who should have acted is ever seen again, whether
a bring-in was posted after all, what cards the summary reveals.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from stud_audit.engine.misdirected import misdirected
from stud_audit.engine.order import Order, read_order
from stud_audit.model.cards import Cards
from stud_audit.model.events import (
    Action,
    AntePosted,
    BroughtIn,
    CardBurned,
    CardDealt,
    CardsReprinted,
    CommunityDealt,
    Event,
    LineUnknown,
    Mucked,
    PotAwarded,
    Protected,
    RakeTaken,
    SeatSummarised,
    SeatTaken,
    Shown,
    StateSaid,
    TotalStated,
    UncalledReturned,
)
from stud_audit.model.hand import Hand


@dataclass(slots=True)
class Script:
    """An index of one hand's events; event numbers count from 1."""

    hand: Hand
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
    """The event that dealt the shared card."""
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
        line = event.span.line
        return bool(line) and any(self.event(number).span.line == line for number in self.unknown)

    def revealed(self, seat: int) -> Cards:
        """The longest set of cards that the log reveals of this player after the betting."""
        best: Cards = ()
        for number in self.shown.get(seat, ()):
            event = self.event(number)
            if isinstance(event, SeatSummarised):
                cards = event.shown or event.mucked
            elif isinstance(event, Shown | Mucked):
                cards = event.cards
            else:
                continue
            if len([card for card in cards if card >= 0]) > len([card for card in best if card >= 0]):
                best = cards
        return best


def read_script(hand: Hand) -> Script:
    """Index the events of a hand."""
    script = Script(hand)
    seen: set[int] = set()
    for number, event in enumerate(hand.events, 1):
        if event.street > script.last_street:
            script.last_street = event.street
        if isinstance(event, Action):
            script.actions.setdefault(event.street, []).append(number)
            script.last_sign[event.seat] = number
            seen.add(event.seat)
            if isinstance(event, BroughtIn):
                script.bring_ins.append(number)
        elif isinstance(event, CardDealt):
            script.deals.setdefault(event.street, []).append(number)
            script.last_sign[event.seat] = number
            seen.add(event.seat)
        elif isinstance(event, CardsReprinted):
            script.reprints.append(number)
        elif isinstance(event, AntePosted):
            seen.add(event.seat)
        elif isinstance(event, SeatTaken):
            script.seats.setdefault(event.seat, event)
        elif isinstance(event, Shown | Mucked):
            script.last_sign[event.seat] = number
            script.shown.setdefault(event.seat, []).append(number)
        elif isinstance(event, PotAwarded):
            script.awards.append(number)
            script.last_sign[event.seat] = number
        elif isinstance(event, UncalledReturned):
            script.returns.append(number)
            script.last_sign[event.seat] = number
        elif isinstance(event, Protected):
            script.last_sign[event.seat] = number
        elif isinstance(event, SeatSummarised):
            script.summaries.append(number)
            if event.shown or event.mucked:
                script.shown.setdefault(event.seat, []).append(number)
                script.last_sign[event.seat] = number
        elif isinstance(event, StateSaid):
            script.states.append(number)
        elif isinstance(event, TotalStated):
            script.totals.append(number)
        elif isinstance(event, RakeTaken):
            script.rakes.append(number)
        elif isinstance(event, CommunityDealt) and not event.reprint and script.community is None:
            script.community = number
        elif isinstance(event, CardBurned):
            script.burns.append(number)
        elif isinstance(event, LineUnknown):
            script.unknown.append(number)
    script.order = read_order(hand.events)
    script.dealt_in = sorted(seen & script.seats.keys())
    script.misdirected = misdirected(hand.events, script.deals, script.dealt_in)
    return script
