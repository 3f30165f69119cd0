"""An actor who has no seat in this hand.

A line of a known kind names a player, and no seat line has that name. If several lines name them, their
seat line is missing, and it is one finding, at the first of them. What they did cannot be replayed, and
nothing is made of its absence.

Source: the format of the log.
"""

from __future__ import annotations

from stud_audit.checks.base import Check, Fault, House, Result, Step
from stud_audit.model.events import AntePosted, CardDealt, LineUnknown
from stud_audit.record.index import Index


def judge(step: Step, house: House) -> Result:
    event = step.event
    if not isinstance(event, LineUnknown) or event.code != "R006":
        return None
    if step.number not in step.index.once(_of_strangers):
        return None
    return Fault(event.problem or "the actor has no seat in this hand", actual=event.text.strip())


def _of_strangers(index: Index) -> frozenset[int]:
    """The first line of each stranger.

    A line before the antes that could not be read may have been the seat of one of them.
    """
    started = index.of_type.get(AntePosted) or index.of_type.get(CardDealt) or [len(index.hand.events) + 1]
    found: dict[str | None, int] = {}
    seats_lost = 0
    for number in index.unknown:
        line = index.event(number)
        if isinstance(line, LineUnknown):
            if line.code == "R006":
                found.setdefault(line.problem, number if seats_lost <= len(found) else 0)
            seats_lost += line.code == "R001" and number < started[0]
    return frozenset(found.values())


CHECK = Check("R006", "unknown-player", "S2", "log", judge=judge, on=(LineUnknown,))
