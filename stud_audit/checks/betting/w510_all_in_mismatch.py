"""Marked all-in with chips behind, or the last chip in and not marked.

All-in is said when, and only when, the last chip goes in. After either mistake the player's turn is
not judged any more in this hand, since the log may go on either way. A wager beyond the stack is
W509's. Where a format has no word for it, all-in is read off the stack, and can't be judged.

Source: the game's own clause.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.support import OUT_OF_PLAY, chips_in, named
from stud_audit.model.events import AntePosted, Wager
from stud_audit.model.gaps import ALL_IN_MARKS


def judge(step: Step, house: House) -> Result:
    player, event = step.player, step.event
    if player is None or step.turn in OUT_OF_PLAY or (step.index.unknown and step.index.spoiled(event)):
        return None
    if ALL_IN_MARKS in step.hand.missing:
        return Missing(ALL_IN_MARKS)
    if player.behind is None:
        return Missing(f"the stack of seat {player.seat}")
    amount, all_in = chips_in(event)
    behind = player.behind - amount
    if behind < 0:
        return None
    if all_in == (behind == 0):
        return PASS
    if all_in:
        text = f"{named(player)} is marked all-in with {step.hand.money(behind)} behind"
        return Fault(text, expected="not all-in", actual="all-in")
    return Fault(
        f"{named(player)} put in their last chip and is not marked all-in", expected="all-in", actual="not all-in"
    )


CHECK = Check("W510", "all-in-mismatch", "S3", "software", judge=judge, on=(AntePosted, Wager))
