"""The books of a hand: chips that went in, chips paid out, the rake, and the total that the log states.

Where they do not agree, another defect of the same hand may be the reason: a wager of the wrong size,
a line that is missing or stands twice. What `chip_errors` finds of the kind is not reported a second
time at the pot.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from msgspec import Struct

from stud_audit.model.events import RakeTaken, TotalStated
from stud_audit.model.gaps import RAKE
from stud_audit.record.index import Index
from stud_audit.record.replay import Replay
from stud_audit.record.step import chips_of

MOST_SUMS: Final = 20_000
MOST_PARTS: Final = 24
"""Defects that are taken into account: a hand with more is not explained by any of them."""


class Books(Struct, frozen=True, gc=False):
    """What the record says of the chips. `rake` and `total` are None where it does not say them.

    `total` is that of all pots, rake included. A log that could print a rake and does not took none; in
    tournaments and for play money there is none.
    """

    put_in: int
    paid: int
    rake: int | None
    total: int | None
    total_event: int
    rake_event: int

    @property
    def off(self) -> int:
        """How much more was paid (rake included) than went in; negative where chips are left."""
        return self.paid + (self.rake or 0) - self.put_in

    @property
    def total_off(self) -> int:
        """How much the stated total is above what went in; 0 where none is stated."""
        return 0 if self.total is None else self.total - self.put_in

    @property
    def paid_rightly(self) -> bool:
        """Whether what was paid agrees with what went in, or with the stated total at least."""
        if self.rake is None:
            return plausible_rake(-self.off, self.put_in)
        return not self.off or (self.total is not None and not self.off - self.total_off)


def books(replay: Replay) -> Books:
    """The books of a finished replay."""
    index, state = replay.index, replay.state
    totals = [(number, event) for number, event in index.each(TotalStated) if event.pot is None and not event.street]
    rake = state.rake
    if rake is None and (RAKE not in replay.hand.missing or replay.hand.header.currency == "chips"):
        rake = 0
    return Books(
        put_in=state.pot,
        paid=state.awarded,
        rake=rake,
        total=totals[0][1].amount if totals else None,
        total_event=totals[0][0] if totals else 0,
        rake_event=index.of_type.get(RakeTaken, [0])[-1],
    )


class Running(Struct, frozen=True, gc=False):
    """What the log says amid the hand that all pots hold, at the first of its lines, and the chips put in so far."""

    event_no: int
    stated: int
    put_in: int


def running_totals(index: Index) -> list[Running]:
    """The totals that the log states amid the hand, a main pot and the side pots after it together."""
    numbers = [number for number, event in index.each(TotalStated) if event.street]
    if not numbers:
        return []
    found: list[Running] = []
    chips = 0
    for number, event in enumerate(islice(index.hand.events, numbers[-1]), 1):
        chips += chips_of(event)
        if isinstance(event, TotalStated) and event.street:
            if event.pot in (None, "main") or not found:
                found.append(Running(number, event.amount, chips))
            else:
                main = found.pop()
                found.append(Running(main.event_no, main.stated + event.amount, chips))
    return found


def plausible_rake(chips: int, pot: int) -> bool:
    """Whether so many chips that are not paid out can be a rake that the log does not print: a tenth at most."""
    return chips >= 0 and (chips * 10 <= pot or chips == 1)


def sums(parts: Iterable[tuple[int, ...]]) -> frozenset[int]:
    """Every total of some of the corrections, one alternative of each at most, but not that of none."""
    found = {0}
    for alternatives in islice(parts, MOST_PARTS):
        found |= {total + part for total in found for part in alternatives}
        if len(found) > MOST_SUMS:
            break
    return frozenset(found - {0})
