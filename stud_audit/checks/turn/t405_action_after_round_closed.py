"""An action although the round is closed.

A round is closed when every player who can bet has acted and matched the last bet, or when nobody
is left to bet against. Whatever comes then belongs to no round. Its chips count as recorded; players
who answer them are not reported again.

Source: the game's own clause.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Result, Step
from stud_audit.checks.support import STREET_NAMES, event_word, named
from stud_audit.model.events import Action


def judge(step: Step, house: House) -> Result:
    player = step.player
    if player is None or step.turn in ("folded", "all-in", "free"):
        return None
    if step.turn != "closed":
        return PASS
    return Fault(
        f"{named(player)} acts after the betting on {STREET_NAMES.get(step.state.street, 'this street')} is closed",
        expected="no action",
        actual=event_word(step.event),
    )


CHECK = Check("T405", "action-after-round-closed", "S2", "software", judge=judge, quiet="passed", on=(Action,))
