"""An actor who has no seat in this hand.

A line of a known kind names a player, and no seat line has that name. If several lines name them, their
seat line is missing, and it is one finding, at the first of them. What they did cannot be replayed, and
nothing is made of its absence.

Source: the format of the log.
"""

from __future__ import annotations

from stud_audit.checks.base import Check, Fault, House, Result, Step
from stud_audit.model.events import AntePosted, CardDealt, LineUnknown


def judge(step: Step, house: House) -> Result:
    event = step.event
    if not isinstance(event, LineUnknown) or event.code != "R006":
        return None
    strangers: set[str | None] = set()
    seats_lost = 0
    for number in step.index.unknown:
        if number >= step.number:
            break
        earlier = step.index.event(number)
        if isinstance(earlier, LineUnknown):
            if earlier.code == "R006":
                strangers.add(earlier.problem)
            seats_lost += earlier.code == "R001" and _among_seats(step, number)
    if event.problem in strangers or seats_lost > len(strangers):
        return None
    return Fault(event.problem or "the actor has no seat in this hand", actual=event.text.strip())


def _among_seats(step: Step, number: int) -> bool:
    """Whether a line that could not be read stands before the antes: it may be the player's seat."""
    started = step.index.of_type.get(AntePosted) or step.index.of_type.get(CardDealt)
    return not started or number < started[0]


CHECK = Check("R006", "unknown-player", "S2", "log", judge=judge, on=(LineUnknown,))
