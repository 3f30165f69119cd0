"""A player who is all-in acts again.

A player whose last chip is in the pot has nothing left to decide: they take no further action until
the showdown. Not judged where the log contradicts itself on their stack (W509, W510 say so).

Source: the game's own clause.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Result, Step
from stud_audit.checks.support import STREET_NAMES, event_word, named
from stud_audit.model.events import Action


def judge(step: Step, house: House) -> Result:
    player = step.player
    if player is None or step.turn == "free":
        return None
    if step.turn != "all-in":
        return PASS
    when = STREET_NAMES.get(player.all_in_street, "the ante")
    return Fault(
        f"{named(player)} acts, but has been all-in since {when}", expected="no action", actual=event_word(step.event)
    )


CHECK = Check("T404", "action-by-all-in-player", "S2", "software", judge=judge, quiet="passed", on=(Action,))
