"""On fourth street a raise back at the lower limit after someone bet the higher.

Once any player has bet the higher limit on fourth street, every further bet and raise of the round
is at the higher limit. An all-in for less stays allowed.

Source: the house's ruling that the limits do not mix downwards; Robert's Rules, Seven-Card Stud 4.
"""

from __future__ import annotations

from itertools import islice

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.sizes import judged, limit_of, size_code, sizes_under, weigh_size
from stud_audit.checks.support import amounts_text, named, wager
from stud_audit.game.betting import ladder
from stud_audit.model.events import Completed, Raised


def judge(step: Step, house: House) -> Result:
    state, player = step.state, step.player
    if not judged(step, house) or player is None or state.street != 4:
        return None
    limit = limit_of(step)
    if limit is None:
        return Missing("the stakes")
    if not ladder(state.round, limit, house.rules).high:
        return None
    if size_code(step, limit, house) != "W508":
        return PASS
    weighing = weigh_size(step, limit, house)
    if weighing.outcome == "pass":
        return PASS
    high = (w for w in state.round.wagers if w.by >= limit.big)
    return Fault(
        f"{named(player)} raised by the lower limit although the higher limit was bet on this street",
        expected=amounts_text(step, sizes_under(step, limit, house.rules).all),
        actual=step.hand.money(wager(step).to),
        weighing=weighing,
        related=tuple([(w.event_no, "a wager at the higher limit") for w in islice(high, 1)]),
    )


CHECK = Check("W508", "low-raise-after-high-bet", "S1", "software", judge=judge, on=(Raised, Completed))
