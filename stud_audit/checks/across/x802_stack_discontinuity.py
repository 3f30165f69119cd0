"""A starting stack that the previous hand and the recorded buy-ins do not explain.

A player who stays at the table starts a hand with what the last one left them, plus what the log says
they bought: before the deal for this hand, while a hand is on for the next one. Who takes their seat
anew starts with what they sat down with. A cancelled hand gives its chips back.

A stack that fits what the last hand should have paid, or should have said, is that
hand's finding and none here.

Judged for hands of a table that are next to each other. That no hand is missing between them is shown by
the others: where the stacks of at least two others carry over exactly, a stack that does not is a
violation; where that of one other does, a review; else it is not checkable. In a site's log, which has no
line for what is bought, neither is a stack that has grown, nor one beside which one of several others carries
over. Nor is one in a log that names seats in place of players.

Source: stacks are carried on from hand to hand.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, HandRef, House, Missing, Outcome, Result
from stud_audit.checks.neighbours import Pair
from stud_audit.checks.sittings import Sitter

_GAPS = Missing("whether hands between are missing")
_BUY_INS = Missing("whether chips were bought")
_NAMES = Missing("the names of players")


def judge(pair: Pair, hand: HandRef, house: House) -> Result:
    if not pair.stayed:
        return None
    if not pair.adjacent:
        return _GAPS
    if not pair.broken:
        return PASS
    said = [_judge(pair, was, now, hand) for was, now in pair.broken]
    return said if len(said) == pair.stayed else [PASS, *said]


def _judge(pair: Pair, was: Sitter, now: Sitter, hand: HandRef) -> Outcome:
    if now.stack - now.bought in was.otherwise:
        return None  # not the stack is wrong, but what the last hand says of its chips
    if not pair.carried:
        return _GAPS
    if pair.carried == 1 and not pair.recording and pair.stayed > 2:
        return _GAPS  # one of many, in a log that does not tell all: that may be chance
    if now.nameless:
        return _NAMES  # somebody else may have come
    left = was.end or 0
    due = left + now.bought
    if now.stack > due and not pair.recording:
        return _BUY_INS
    bought = f" and bought {hand.money(now.bought)}" if now.bought else ""
    others = "one other's stack carries" if pair.carried == 1 else f"the stacks of {pair.carried} others carry"
    return Fault(
        f"seat {now.seat} ({now.player}) starts with {hand.money(now.stack)}, "
        f"but ended the previous hand with {hand.money(left)}{bought}; {others} over",
        expected=hand.money(due),
        actual=hand.money(now.stack),
        review=pair.carried == 1,
        span=now.place,
        seat=now.seat,
        player=now.player,
        event=now.event_no,
        money=abs(due - now.stack),
    )


CHECK = Check("X802", "stack-discontinuity", "S1", "software", follow=judge)
