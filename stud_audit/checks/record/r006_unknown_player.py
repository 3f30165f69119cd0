"""An actor who has no seat in this hand.

A line of a known kind names a player, and no seat line has that name. If several lines name him, his
seat line is missing, and it is one finding, at the first of them. What he did cannot be replayed, and
nothing is made of its absence.

Source: the format of the log.
"""

from __future__ import annotations

from stud_audit.checks.base import Check, Fault, Result
from stud_audit.engine.replay import Step
from stud_audit.houses.house import House
from stud_audit.model.events import LineUnknown


def judge(step: Step, house: House) -> Result:
    event = step.event
    if not isinstance(event, LineUnknown) or event.code != "R006":
        return None
    for number in step.script.unknown:
        if number >= step.number:
            break
        earlier = step.script.event(number)
        if isinstance(earlier, LineUnknown) and (earlier.code, earlier.problem) == (event.code, event.problem):
            return None
    return Fault(event.problem or "the actor has no seat in this hand", actual=event.text.strip())


CHECK = Check("R006", "unknown-player", "S2", "log", judge=judge, on=(LineUnknown,))
