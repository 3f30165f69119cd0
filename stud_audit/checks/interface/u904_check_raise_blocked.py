"""A player who had checked was not offered a raise.

Where the house allows check-raising, a player who checked and now faces a bet must be able to raise
it, as long as the betting is not capped and they have the chips. Judged in logs that record the buttons
shown. A check-raise itself is never wrong.

Source: the house's clause on check and raise.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.sizes import limit_of
from stud_audit.checks.support import named, to_call
from stud_audit.game.options import options
from stud_audit.model.events import ButtonsOffered, Checked


def judge(step: Step, house: House) -> Result:
    state, player, event = step.state, step.player, step.event
    if player is None or not isinstance(event, ButtonsOffered) or not house.rules.check_raise:
        return None
    checked = player.last_action and isinstance(step.index.event(player.last_action), Checked)
    if not checked or not to_call(step, player) or limit_of(step) is None:
        return None
    if player.behind is None:
        return Missing(f"the stack of seat {player.seat}")
    if not options(state, player, step.hand.header, step.game, house.rules).raises:
        return None  # capped, not reopened, or too few chips
    if "raise" in event.buttons:
        return PASS
    return Fault(
        f"{named(player)} had checked, faces a bet, and was not offered a raise",
        expected="raise",
        actual=" ".join(event.buttons),
        weighing=house.weigh(lambda rules: not rules.check_raise),
        related=((player.last_action, "checked here"),),
    )


CHECK = Check("U904", "check-raise-blocked", "S4", "software", judge=judge, on=(ButtonsOffered,))
