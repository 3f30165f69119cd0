"""Timestamps go back within a hand.

Every time that the log prints must be the same as, or later than, the one before it, the hand's own
included where it is of the same zone. Judged in logs that print times of events.

Source: a record of events is kept in the order in which they happened.
"""

from __future__ import annotations

from datetime import datetime

from stud_audit.checks.base import PASS, Check, Fault, House, Replay, Result
from stud_audit.checks.support import on_header_clock


def judge_hand(replay: Replay, house: House) -> Result:
    if not replay.index.timed:
        return None
    header = replay.hand.header
    last: datetime | None = None
    if header.played_at and on_header_clock(replay.hand):
        last = header.played_at.replace(tzinfo=None)
    source = 0
    found: list[Fault] = []
    timed = False
    for number, event in enumerate(replay.hand.events, 1):
        if event.at is None:
            continue
        timed = True
        now = event.at.replace(tzinfo=None)
        if last is not None and now < last:
            found.append(
                Fault(
                    f"the clock goes back from {last.isoformat(' ')} to {now.isoformat(' ')}",
                    expected=last.isoformat(" "),
                    actual=now.isoformat(" "),
                    event=number,
                    related=((source, "the later time before it"),),
                )
            )
        else:
            last, source = now, number
    return found or (PASS if timed else None)


CHECK = Check("R011", "clock-runs-backwards", "S3", "log", judge_hand=judge_hand, side="record")
