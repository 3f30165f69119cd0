"""The player who has to open a round was not prompted.

Some houses promise that the player who is to begin the betting is prompted. Judged in logs that
record prompts; in others it is not checkable.

Source: the house's ruling on prompts.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.support import STREET_NAMES, named
from stud_audit.model.events import Action, Prompted


def judge(step: Step, house: House) -> Result:
    player = step.player
    if step.turn != "opening" or player is None or not house.rules.prompt_opener:
        return None
    if Prompted not in step.index.of_type:
        return Missing("prompts")
    for event in reversed(step.hand.events[: step.number - 1]):
        if event.street != step.event.street:
            break
        if isinstance(event, Prompted) and event.seat == player.seat:
            return PASS
    return Fault(
        f"{named(player)} acts first on {STREET_NAMES[step.state.street]} and was not prompted",
        expected="prompt",
        actual="nothing",
        weighing=house.weigh(lambda rules: not rules.prompt_opener),
    )


CHECK = Check(
    "U901", "prompt-missing", "S4", "software", judge=judge, on=(Action,), concerns=lambda rules: rules.prompt_opener
)
