"""What the checks share of clocks and timeouts."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal

from stud_audit.houses.house import House
from stud_audit.model.events import Action, Checked, Event, Folded, Protected, TimedOut, Wager
from stud_audit.record.step import Step

Done = Literal["protected", "fold", "check", "push"]

BY_TIMEOUT: Final = ("timeout", "disconnect")
"""Sources of what the software did for a player."""


def since_acting(step: Step, seat: int, kind: type[Event]) -> int:
    """The latest such event of this seat since it last acted, or 0."""
    for number in range(step.number - 1, 0, -1):
        event = step.hand.events[number - 1]
        if isinstance(event, kind) and getattr(event, "seat", None) == seat:
            return number
        if isinstance(event, (Action, Protected)) and event.seat == seat:
            break
    return 0


def milliseconds(start: datetime, end: datetime) -> int:
    """The time between two events of one log."""
    return round((end.replace(tzinfo=None) - start.replace(tzinfo=None)).total_seconds() * 1000)


def by_timeout(step: Step) -> bool:
    """Whether the step answers for a player whose time ran out: so it is said, or so it follows."""
    source = step.event.source
    if source in BY_TIMEOUT:
        return True
    if source is not None or step.player is None or TimedOut not in step.index.of_type:
        return False
    return since_acting(step, step.player.seat, TimedOut) > 0


def done_by_timeout(step: Step) -> Done | None:
    """What the software did with a player whose time ran out; None for what only the player can have done."""
    event = step.event
    if isinstance(event, Protected):
        return "protected"
    if isinstance(event, Folded):
        return "fold"
    if isinstance(event, Checked):
        return "check"
    pushes = isinstance(event, Wager) and (event.all_in or (step.player and event.added == step.player.behind))
    return "push" if pushes else None


def pushed_by_timeout(step: Step, house: House) -> bool:
    """Whether a whole stack went in as the time ran out, and the house says what has to happen then: T407's."""
    if step.event.source not in BY_TIMEOUT and TimedOut not in step.index.of_type:
        return False
    return house.rules.clock_timeout_action is not None and by_timeout(step) and done_by_timeout(step) == "push"
