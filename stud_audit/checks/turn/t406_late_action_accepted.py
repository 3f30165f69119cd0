"""An action after the house's clock ran out.

Where a house gives a player so many seconds from the prompt, an action that comes later must not be
accepted. Up to the limit passes; within a grace for the network it is a review; later it is a
violation. Needs the times of prompt and action.

Source: the house's ruling on the clock.
"""

from __future__ import annotations

from datetime import datetime

from stud_audit.checks.base import PASS, Check, Fault, Missing, Result
from stud_audit.checks.support import named
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.events import Action, Bet, BroughtIn, Called, Checked, Completed, Folded, Prompted, Raised
from stud_audit.record.step import Step


def judge(step: Step, house: House) -> Result:
    player, event = step.player, step.event
    if player is None or house.rules.clock_seconds is None or house.rules.clock_runs_from != "prompt":
        return None
    if event.source in ("timeout", "disconnect", "auto", "admin"):
        return None  # the software acted, not the player
    number = _prompt(step, player.seat)
    asked = step.hand.events[number - 1].at if number else None
    if asked is None or event.at is None:
        return Missing("the times of prompt and action")
    taken = _milliseconds(asked, event.at)

    def holds(rules: Rules) -> bool:
        return rules.clock_seconds is None or taken <= rules.clock_seconds * 1000 + rules.clock_grace_ms

    weighing = house.weigh(holds)
    if weighing.outcome == "pass":
        return PASS
    return Fault(
        f"{named(player)} acted {taken / 1000:.1f} s after the prompt; the clock gives {house.rules.clock_seconds} s",
        expected=f"{house.rules.clock_seconds} s",
        actual=f"{taken / 1000:.3f} s",
        weighing=weighing,
        related=((number, "prompted here"),),
    )


def _prompt(step: Step, seat: int) -> int:
    """The prompt that this action answers, or 0."""
    for number in range(step.number - 1, 0, -1):
        event = step.hand.events[number - 1]
        if isinstance(event, Prompted) and event.seat == seat:
            return number
        if isinstance(event, Action) and event.seat == seat:
            break
    return 0


def _milliseconds(start: datetime, end: datetime) -> int:
    return round((end.replace(tzinfo=None) - start.replace(tzinfo=None)).total_seconds() * 1000)


CHECK = Check(
    "T406",
    "late-action-accepted",
    "S2",
    "software",
    judge=judge,
    on=(Checked, Bet, Folded, Called, Raised, Completed, BroughtIn),
    concerns=lambda rules: rules.clock_seconds is not None,
)
