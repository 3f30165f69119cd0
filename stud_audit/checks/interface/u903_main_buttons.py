"""The buttons offered in turn are not those of the house.

A house may name the buttons that a player has in turn. One too many is a fault; another label
for the same choice (call for check, bet for raise) is a matter of reading. Where a house gives a
player an option, such as the higher bet with a pair on fourth street, no button to bet or raise
refuses it. Judged in logs that record the buttons shown.

Source: the house's ruling on the main buttons; its clauses on the player's options.
"""

from __future__ import annotations

from typing import Final

from stud_audit.checks.base import PASS, Check, Fault, House, Result, Rules, Step
from stud_audit.checks.sizes import limit_of
from stud_audit.checks.support import named
from stud_audit.game.betting import pair_showing, sizes
from stud_audit.game.table import Player
from stud_audit.model.events import ButtonsOffered

_SAME: Final = {"call": "check", "bet": "raise"}
"""Labels of one and the same main button."""


def judge(step: Step, house: House) -> Result:
    player, event = step.player, step.event
    if player is None or not isinstance(event, ButtonsOffered):
        return None
    if house.rules.buttons_in_turn is None:
        return _option_refused(step, player, event, house)

    def holds(rules: Rules) -> bool:
        allowed: set[str] = set(rules.buttons_in_turn or ())
        offered = list(event.buttons)
        if rules.buttons_labels == "toggle":
            offered = [_SAME.get(button, button) for button in offered]
        return len(set(offered)) == len(offered) and allowed.issuperset(offered)

    weighing = house.weigh(holds)
    if weighing.outcome == "pass":
        return PASS
    return Fault(
        f"{named(player)} was offered {', '.join(event.buttons)} in turn; "
        f"the buttons are {', '.join(house.rules.buttons_in_turn)}",
        expected=" ".join(house.rules.buttons_in_turn),
        actual=" ".join(event.buttons),
        weighing=weighing,
    )


def _option_refused(step: Step, player: Player, event: ButtonsOffered, house: House) -> Result:
    """On fourth street: whether the higher bet that the house allows this player has a button at all."""
    limit = limit_of(step)
    if step.state.street != 4 or limit is None or not pair_showing(step.state):
        return None

    def no_such_option(rules: Rules) -> bool:
        return not sizes(step.state, player, step.game, limit, rules).high

    if (player.behind or 0) <= limit.big:
        return None
    weighing = house.weigh(no_such_option, 4)
    if weighing.outcome == "pass":
        return None
    if {"bet", "raise"}.intersection(event.buttons):
        return PASS
    return Fault(
        f"{named(player)} may bet the higher limit on fourth street, but was only offered {', '.join(event.buttons)}",
        expected="bet | raise",
        actual=" ".join(event.buttons),
        weighing=weighing,
    )


CHECK = Check("U903", "main-buttons", "S4", "software", judge=judge, on=(ButtonsOffered,))
