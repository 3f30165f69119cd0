"""A hand starts before the pot of the previous hand was taken.

The next hand at a table begins only when the last is over. Judged where the log prints the time at
which a hand starts and the times of its awards, or of its last events, by one clock; hands between may
be missing. A clock that may have been put back at the end of summer time is not held against the site.

Source: the house's clause on the start of the next hand.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, HandRef, House, Missing, Result
from stud_audit.checks.neighbours import Pair, clock_text, put_back

_TIMES = Missing("the times of awards")


def judge(pair: Pair, hand: HandRef, house: House) -> Result:
    before, now = pair.before, pair.now
    if before is None or house.rules.hands_may_overlap:
        return None
    if not pair.same_stakes and hand.table is not None and hand.table.tournament is None:
        return None  # another table that bears the same name
    if before.over is None or before.fixed != now.fixed or before.zone != now.zone:
        return _TIMES if before.players.names else None
    if now.wall is None or not now.timed:
        return _TIMES
    if now.wall >= before.over:
        return PASS
    if now.fixed is None and put_back(before.over, now.wall):
        return Missing("whether the clock was put back")
    return Fault(
        f"the hand starts at {clock_text(now.wall)}, before the previous hand was over",
        expected=f"not before {clock_text(before.over)}",
        actual=clock_text(now.wall),
        weighing=house.weigh(lambda rules: rules.hands_may_overlap),
    )


CHECK = Check(
    "X804", "hands-overlap", "S3", "software", follow=judge, concerns=lambda rules: not rules.hands_may_overlap
)
