"""A timeout is not handled as the house says.

A player whose time runs out may be protected (in the pot so far, with no more chips), have their whole
stack pushed in, or be checked or folded: the house says which, and how long they have from the prompt.
The finding stands at the line that shows what was done with them, or at the timeout that came too early.
A call, or a bet of a part of the stack, is no answer of any house. A protected player takes no further part
in the betting. Of a stack that is pushed in nothing else is said: neither its size nor what it does to the
cap. An action of their own after the timeout is T406's.

Source: the house's ruling on timeouts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Rules, Step
from stud_audit.checks.clock import BY_TIMEOUT, by_timeout, done_by_timeout, milliseconds, since_acting
from stud_audit.checks.support import article, event_word, named
from stud_audit.game.table import Player
from stud_audit.model.events import Action, BroughtIn, Prompted, Protected, TimedOut

_DONE: Final = {
    "check": "was checked",
    "fold": "was folded",
    "push": "had the stack pushed in",
    "protected": "was protected",
}
"""What the software did with a player whose time ran out, for the message."""


def judge(step: Step, house: House) -> Result:
    player, event = step.player, step.event
    if player is None or house.rules.clock_timeout_action is None:
        return None
    if isinstance(event, TimedOut):
        return _ran_out(step, event, player, house)
    if player.protected and isinstance(event, Action):
        return _fault(step, player, house, lambda r: r.clock_protected_may_act, "acts although they are protected")
    if not by_timeout(step):
        return None
    if isinstance(event, BroughtIn):
        return _fault(
            step, player, house, lambda r: r.clock_bring_in_timeout == "auto_post", "the bring-in was posted for them"
        )
    done: str | None = done_by_timeout(step)
    if done is None and event.source in BY_TIMEOUT:
        done = event_word(event)  # no house has the software call or bet a part of the stack
    if done is None:
        return None  # they acted themselves after all: T406's

    def holds(rules: Rules) -> bool:
        if rules.clock_timeout_action == "check_or_fold":
            return done in ("check", "fold")
        if rules.clock_timeout_action == "check":
            return done in ("check", "protected")
        return rules.clock_timeout_action == {"push": "push_stack"}.get(done, done)

    return _fault(step, player, house, holds, _DONE.get(done, f"the software answered with {article(done)}"))


def _fault(step: Step, player: Player, house: House, holds: Callable[[Rules], bool], what: str) -> Result:
    weighing = house.weigh(holds)
    if weighing.outcome == "pass":
        return PASS
    return Fault(
        f"{named(player)} ran out of time and {what}",
        expected={"protected": "protect"}.get(house.rules.clock_timeout_action or "", house.rules.clock_timeout_action),
        actual=event_word(step.event),
        weighing=weighing,
    )


def _ran_out(step: Step, event: TimedOut, player: Player, house: House) -> Result:
    """Whether the clock ran as long as it has to."""
    number = since_acting(step, player.seat, Prompted)
    asked = step.hand.events[number - 1].at if number else None
    if asked is not None and event.at is not None and house.rules.clock_runs_from == "prompt":
        taken = milliseconds(asked, event.at)
        weighing = house.weigh(lambda rules: rules.clock_seconds is None or taken >= rules.clock_seconds * 1000)
        if weighing.outcome != "pass":
            return Fault(
                f"the time of {named(player)} ran out {taken / 1000:.3f} s after the prompt; "
                f"the clock gives {house.rules.clock_seconds} s",
                expected=f"{house.rules.clock_seconds} s",
                actual=f"{taken / 1000:.3f} s",
                weighing=weighing,
                related=((number, "prompted here"),),
            )
    return None if _answered(step, player.seat) else Missing("what was done after the timeout")


def _answered(step: Step, seat: int) -> bool:
    return any(
        isinstance(event, (Action, Protected)) and event.seat == seat for event in step.hand.events[step.number :]
    )


CHECK = Check(
    "T407",
    "timeout-wrongly-handled",
    "S2",
    "software",
    judge=judge,
    on=(TimedOut, Protected, Action),
    concerns=lambda rules: rules.clock_timeout_action is not None,
)
