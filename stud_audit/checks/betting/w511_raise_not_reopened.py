"""A raise by a player whose action a short all-in did not reopen.

A player who has acted may raise again only if a full bet or raise has come after. An all-in for
less than the threshold (half a bet in limit play) does not reopen the betting for those who have
acted: they may call or fold. Several short all-ins that add up to a full raise reopen it. Under a
house that does not speak of it, a departure from the usual rule is a review.

Source: the game's own clause; Robert's Rules, Betting and Raising 5; TDA 47B.
"""

from __future__ import annotations

from stud_audit.checks.base import MOST_RELATED, PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.sizes import judged, limit_of
from stud_audit.checks.support import named
from stud_audit.game.decisions import raise_again
from stud_audit.model.events import Completed, Raised


def judge(step: Step, house: House) -> Result:
    state, player = step.state, step.player
    if not judged(step, house) or player is None or not player.times or not state.round.to_match:
        return None
    if step.turn != "in-turn" or state.round.misopened or player.jump_level >= 0:
        return None  # out of order, what had come before they acted is not certain
    limit = limit_of(step)
    if limit is None:
        return Missing("the stakes")

    weighing = house.weigh(raise_again(state, player, limit).holds, state.street)
    if weighing.outcome == "pass":
        return PASS
    since = state.round.wagers[state.round.wagers_until(player.last_action) :]
    shown = since[:MOST_RELATED]
    return Fault(
        f"{named(player)} raised although no full bet or raise has come since they acted",
        expected="call | fold",
        actual="raise",
        weighing=weighing,
        related=tuple([(w.event_no, f"all-in for {step.hand.money(w.by)} more: not a full raise") for w in shown]),
        more=len(since[MOST_RELATED:]),
    )


CHECK = Check("W511", "raise-not-reopened", "S2", "software", judge=judge, on=(Raised, Completed))
