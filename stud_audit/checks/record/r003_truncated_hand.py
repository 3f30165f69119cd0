"""The record ends before the hand does.

The hand is audited up to the cut; what needs its end (pots, awards, the showdown) is not checkable
then. The finding is a review, at the last line of the hand: the log is incomplete, the play may well
have been right.

Source: the format of the log.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Replay, Result
from stud_audit.model.spans import Span


def judge_hand(replay: Replay, house: House) -> Result:
    hand = replay.hand
    if not hand.truncated:
        return PASS
    last = hand.events[-1].span if hand.events else hand.header_span
    if last.line != hand.last_line:
        last = Span(hand.last_line, 1, 1 + len(hand.text.rpartition("\n")[2].rstrip()))
    return Fault(
        "the record ends here, before the hand does",
        expected="the end of the hand",
        actual="nothing",
        review=True,
        span=last,
        event=len(hand.events) if hand.events and hand.events[-1].span == last else 0,
    )


CHECK = Check("R003", "truncated-hand", "S3", "log", judge_hand=judge_hand, side="record")
