"""A timeout is not handled as the house says.

A player whose time runs out may be protected (in the pot so far, with no more chips), have his whole
stack pushed in, or be checked or folded: the house says which. The finding stands at the line that
shows what was done with him. A protected player takes no further part in the betting.

Source: the house's ruling on timeouts.
"""

from __future__ import annotations

from collections.abc import Callable

from stud_audit.checks.base import PASS, Check, Fault, Missing, Result
from stud_audit.checks.support import event_word, named
from stud_audit.game.table import Player
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.events import (
    Action,
    Bet,
    BroughtIn,
    Called,
    Checked,
    Completed,
    Event,
    Folded,
    Protected,
    Raised,
    TimedOut,
    Wager,
)
from stud_audit.record.step import Step

_BY_TIMEOUT = ("timeout", "disconnect")


def judge(step: Step, house: House) -> Result:
    player, event = step.player, step.event
    if player is None or house.rules.clock_timeout_action is None:
        return None
    if isinstance(event, TimedOut):
        return None if _answered(step, player.seat) else Missing("what was done after the timeout")
    if player.protected and isinstance(event, Action):
        return _fault(step, player, house, lambda r: r.clock_protected_may_act, "acts although protected")
    if not (_timed_out(step, player.seat) or event.source in _BY_TIMEOUT):
        return None
    if isinstance(event, BroughtIn):
        return _fault(step, player, house, lambda r: r.clock_bring_in_timeout == "auto_post", "had the bring-in posted")
    done = _done(event, player)
    if done is None:
        return None  # he acted himself after all: T406's

    def holds(rules: Rules) -> bool:
        if rules.clock_timeout_action == "check_or_fold":
            return done in ("check", "fold")
        if rules.clock_timeout_action == "check":
            return done in ("check", "protected")
        return rules.clock_timeout_action == {"push": "push_stack"}.get(done, done)

    return _fault(step, player, house, holds, f"was answered with {done}")


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


def _done(event: Event, player: Player) -> str | None:
    if isinstance(event, Protected):
        return "protected"
    if isinstance(event, Folded):
        return "fold"
    if isinstance(event, Checked):
        return "check"
    if isinstance(event, Wager) and (event.all_in or event.added == player.left):
        return "push"
    return None


def _timed_out(step: Step, seat: int) -> bool:
    """Whether this is the first thing that happens to the player since his time ran out."""
    for event in reversed(step.hand.events[: step.number - 1]):
        if getattr(event, "seat", None) == seat:
            if isinstance(event, TimedOut):
                return True
            if isinstance(event, (Action, Protected)):
                return False
    return False


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
    on=(TimedOut, Protected, Checked, Bet, Folded, Called, Raised, Completed, BroughtIn),
    concerns=lambda rules: rules.clock_timeout_action is not None,
)
