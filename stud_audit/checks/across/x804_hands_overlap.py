"""A hand starts before the pot of the hand before was taken.

The next hand at a table begins only when the last is over. Judged where the log prints the time at
which a hand starts and the times of its awards, or of its last events, by one clock.

Source: the house's clause on the start of the next hand.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from stud_audit.checks.base import PASS, Check, Fault, HandRef, Late, Missing
from stud_audit.checks.sessions import session
from stud_audit.checks.support import on_header_clock
from stud_audit.houses.house import House
from stud_audit.record.replay import Replay

_KEYS = ("hands_may_overlap",)


class Times(NamedTuple):
    """When a hand started, and the last time that it prints."""

    start: datetime | None
    end: datetime | None


def gather(replay: Replay, house: House) -> Times | None:
    """The times of one hand."""
    start = replay.hand.header.played_at
    if not replay.script.timed:
        return Times(start.replace(tzinfo=None) if start else None, None)
    if not on_header_clock(replay.hand):
        start = None
    last = max((event.at.replace(tzinfo=None) for event in replay.hand.events if event.at is not None), default=None)
    return Times(start.replace(tzinfo=None) if start else None, last)


@dataclass(slots=True)
class Sequence:
    """Table to the times of its last hand."""

    _last: dict[Hashable, Times] = field(default_factory=dict)

    def see(self, hand: HandRef, house: House, fact: Times | None) -> Iterable[Late]:
        """Compare with the hand before at this table."""
        table = session(hand)
        if table is None or house.rules.hands_may_overlap:
            return
        before = self._last.pop(table, None)
        if fact is None:
            return
        self._last[table] = fact
        if before is None:
            return
        if before.end is None or fact.start is None:
            yield hand, house, Missing("the times of awards")
        elif fact.start >= before.end:
            yield hand, house, PASS
        else:
            yield (
                hand,
                house,
                Fault(
                    f"the hand starts at {fact.start.isoformat(' ')}, before the hand before it was over",
                    expected=f"not before {before.end.isoformat(' ')}",
                    actual=fact.start.isoformat(" "),
                    weighing=house.weigh(lambda rules: rules.hands_may_overlap),
                ),
            )

    def finish(self) -> Iterable[Late]:
        """Nothing is left to say."""
        return ()


CHECK = Check(
    "X804",
    "hands-overlap",
    "S3",
    "software",
    gather=gather,
    collector=Sequence,
    concerns=lambda rules: not rules.hands_may_overlap,
)
