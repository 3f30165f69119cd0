"""An action by a seat that was not next.

Play goes clockwise from the opener; each live player who can bet acts in turn. The finding stands
at the line of the player who jumped the queue. The skipped player's later action is no finding of
its own; if they never act, that is part of this finding too (and not D109).

Actions by players who have folded or are all-in, and actions after a closed round, are T403, T404,
and T405. A wrong opener is T401, a wrong bring-in B301.

Source: the game's own clause that play goes clockwise.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.support import last_wager, lines_lost, named
from stud_audit.game.table import Player
from stud_audit.model.events import Action


def judge(step: Step, house: House) -> Result:
    player = step.player
    if step.turn == "in-turn":
        return PASS
    if step.turn == "misnamed" and player is not None:
        return _misnamed(step, player)
    if step.turn not in ("out-of-turn", "again") or player is None or step.state.round.misopened:
        return None
    if step.skipped and lines_lost(step) >= len(step.skipped):
        return Missing("a line that could not be read")
    due = step.skipped[0] if step.skipped else step.state.next_to_act()
    turn = f"the action was on {named(due)}" if due else "the action was not on them"
    last = last_wager(step) or step.state.round.first_event
    return Fault(
        f"{named(player)} acted out of turn; {turn}",
        expected=str(due.seat) if due else None,
        actual=str(player.seat),
        related=((last, "play goes on clockwise from here"),),
    )


def _misnamed(step: Step, due: Player) -> Fault:
    """The line has the wrong name: play goes on as if the player whose turn it was had acted."""
    actor = step.state.players[step.index.hand.events[step.number - 1].seat]  # type: ignore[attr-defined]
    return Fault(
        f"{named(actor)} acted out of turn; the action was on {named(due)}, after whom play goes on",
        expected=str(due.seat),
        actual=str(actor.seat),
        seat=actor.seat,
    )


CHECK = Check("T402", "out-of-turn", "S2", "software", judge=judge, quiet="passed", on=(Action,))
