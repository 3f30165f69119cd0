"""An action after the house's clock ran out.

Where a house gives a player so many seconds from the prompt, an action that comes later must not be
accepted. Up to the limit passes; within a grace for the network it is a review; later it is a
violation. So is an action of the player's own after the log says that their time ran out. Else it needs the
times of prompt and action.

Source: the house's ruling on the clock.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Rules, Step
from stud_audit.checks.clock import done_by_timeout, milliseconds, since_acting
from stud_audit.checks.support import event_word, named
from stud_audit.model.events import Action, Prompted, TimedOut


def judge(step: Step, house: House) -> Result:
    player, event = step.player, step.event
    if player is None or house.rules.clock_seconds is None or house.rules.clock_runs_from != "prompt":
        return None
    if event.source in ("timeout", "disconnect", "auto", "admin"):
        return None  # the software acted, not the player
    number = since_acting(step, player.seat, Prompted)
    over = since_acting(step, player.seat, TimedOut)
    if over and event.source is None and done_by_timeout(step) is not None:
        return None  # what the software did as the time ran out
    asked = step.hand.events[number - 1].at if number else None
    timed = asked is not None and event.at is not None
    if not timed and not over:
        return Missing("the times of prompt and action")
    taken = milliseconds(asked, event.at) if asked is not None and event.at is not None else None

    def holds(rules: Rules) -> bool:
        if rules.clock_seconds is None:
            return True
        # After its own timeout the game has no grace to give.
        grace = 0 if over else rules.clock_grace_ms
        return taken is not None and taken <= rules.clock_seconds * 1000 + grace

    weighing = house.weigh(holds)
    if weighing.outcome == "pass":
        return PASS
    what = f"{taken / 1000:.3f} s after the prompt" if taken is not None else "after their time had run out"
    return Fault(
        f"{named(player)} acted {what}; the clock gives {house.rules.clock_seconds} s",
        expected=f"{house.rules.clock_seconds} s",
        actual=f"{taken / 1000:.3f} s" if taken is not None else event_word(event),
        weighing=weighing,
        related=((number, "prompted here"), (over, "the time ran out here")),
    )


CHECK = Check(
    "T406",
    "late-action-accepted",
    "S2",
    "software",
    judge=judge,
    on=(Action,),
    concerns=lambda rules: rules.clock_seconds is not None,
)
