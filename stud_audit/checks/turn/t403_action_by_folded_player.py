"""A player who has folded acts again.

Once folded, a hand is dead: its player takes no further action. The chips of such an action are
counted as recorded, and nothing else is said of it.

Source: the game's own clause.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Result, Step
from stud_audit.checks.support import event_word, named
from stud_audit.model.events import Action


def judge(step: Step, house: House) -> Result:
    player = step.player
    if player is None or step.turn != "folded":
        return PASS
    return Fault(
        f"{named(player)} acts after folding",
        expected="no action",
        actual=event_word(step.event),
        related=((player.fold_event, "folded here"),),
    )


CHECK = Check("T403", "action-by-folded-player", "S2", "software", judge=judge, quiet="passed", on=(Action,))
