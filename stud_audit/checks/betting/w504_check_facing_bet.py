"""A check although there is a bet to match.

Checking passes the option to bet, and needs that nothing is to call. The forced player's check on
third street is B303's. The player is treated as if they had answered the bet.

Source: the game's own clause; the house's clause on checking.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Result, Step
from stud_audit.checks.support import OUT_OF_PLAY, last_wager, named, to_call
from stud_audit.model.events import Checked


def judge(step: Step, house: House) -> Result:
    player = step.player
    if player is None or step.turn in OUT_OF_PLAY or step.turn == "opening":
        return None
    due = to_call(step, player)
    if not due:
        return PASS
    return Fault(
        f"{named(player)} checked facing a bet of {step.hand.money(due)}",
        expected="call | raise | fold",
        actual="check",
        money=due,
        related=((last_wager(step), "the bet"),),
    )


CHECK = Check("W504", "check-facing-bet", "S1", "software", judge=judge, on=(Checked,))
