"""A bring-in is posted where none is owed, since no opponent can bet.

Where every opponent is all-in (on the ante), there is nothing to bring in for: the hand runs out.
Houses say nothing of it; what real logs show is the rule.

Source: the game's own clause on it; sites post none when the only opponent is all-in for the ante.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Result, Step
from stud_audit.checks.support import named
from stud_audit.model.events import BroughtIn


def judge(step: Step, house: House) -> Result:
    player = step.player
    if step.turn != "opening" or step.state.street != 3 or player is None:
        return None
    opponents = [other for other in step.state.able() if other is not player]
    if opponents:
        return PASS
    weighing = house.weigh(lambda r: r.bring_in_unopposed == "posted")
    if weighing.outcome == "pass":
        return PASS
    return Fault(
        f"{named(player)} posted a bring-in although no opponent can bet",
        expected="no bring-in",
        actual="bring-in",
        weighing=weighing,
        review=True,
    )


CHECK = Check("B304", "bring-in-undue", "S2", "software", judge=judge, on=(BroughtIn,))
