"""Bets that nobody called, where a site gives them back without a line of their own.

The log must not be given lines that it lacks. But where the site's own figures leave no other way to read
them, the return is on record: it is part of an award, whose line says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from stud_audit.model.events import AntePosted, Event, Folded, UncalledReturned, Wager

Returned = Literal["none", "within", "apart", "open"]
"""Whether a bet came back: there was none to come back, as a part of the awards, besides them, or it can't be told."""


@dataclass(frozen=True, slots=True)
class Chips:
    """What went into the pot by the lines of a hand, and what of it nobody called.

    `uncalled` is the part of the last bet of `bettor` that nobody matched: 0 where the log has a line that
    gives it back, or where somebody who could still have called it stayed in (a call that is too small).
    Where everybody else is all-in on third street, on a short ante perhaps, it includes what of his ante
    is above theirs.
    """

    total: int
    by_seat: dict[int, int]
    bettor: int
    uncalled: int

    def returned(self, paid: int, rake_free: bool) -> Returned:
        """How the uncalled bet came back, where awards of `paid` in all are printed.

        More than the called part of the pot can only have been paid with it. Otherwise the rake would
        tell, which is not printed, unless there is none.
        """
        if not self.uncalled:
            return "none"
        if paid > self.total - self.uncalled:
            return "within"
        return "apart" if rake_free and paid == self.total - self.uncalled else "open"

    def is_nothing_else(self, award: int, paid: int) -> bool:
        """Whether all that the bettor was awarded must be his bet: it is just that much, and leaves a possible rake."""
        return award == self.uncalled and 10 * (self.total - paid) <= self.total - self.uncalled


def chips_in(events: Iterable[Event]) -> Chips:
    """The chips of a hand, as recorded."""
    by_seat: dict[int, int] = {}
    on_street: dict[int, int] = {}
    folded: set[int] = set()
    all_in: set[int] = set()
    street, returned = 0, False
    for event in events:
        if isinstance(event, Wager):
            if event.street != street:
                street, on_street = event.street, {}
            on_street[event.seat] = on_street.get(event.seat, 0) + event.added
            by_seat[event.seat] = by_seat.get(event.seat, 0) + event.added
            if event.all_in:
                all_in.add(event.seat)
        elif isinstance(event, AntePosted):
            by_seat[event.seat] = by_seat.get(event.seat, 0) + event.amount
            if event.all_in:
                all_in.add(event.seat)
        elif isinstance(event, Folded):
            folded.add(event.seat)
        elif isinstance(event, UncalledReturned):
            returned = True
    alone = len(by_seat) > 1 and len(by_seat.keys() - all_in) <= 1
    counted = by_seat if street <= 3 and alone else on_street
    bettor = max(counted, key=lambda seat: counted[seat], default=0)
    most = counted.get(bettor, 0)
    open_to_call = [seat for seat in by_seat.keys() - folded - all_in if counted.get(seat, 0) < most]
    others = [amount for seat, amount in counted.items() if seat != bettor]
    uncalled = 0 if returned or open_to_call else most - max(others, default=0)
    return Chips(sum(by_seat.values()), by_seat, bettor, uncalled)
