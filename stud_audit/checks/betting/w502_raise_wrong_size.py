"""A completion or raise of the wrong increment, and not all-in.

A completion goes *to* the lower limit, a raise adds the street's unit to the last full bet or raise.
After an all-in for less than half a bet the next player completes to the full amount; from half on
it counts as full, and the raise is added to it. A player who has less may raise with what they have.
On fourth street a raise of exactly the higher limit is W507's question, one back to the lower after
a higher W508's. What follows a wrong raise is judged on the chips as recorded.

Source: the house's rulings on limits, completion, and all-ins; Robert's Rules, Betting and Raising 5.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.sizes import in_spread, judge_spread, judged, limit_of, size_code, sizes_under, weigh_size
from stud_audit.checks.support import STREET_NAMES, amounts_text, amounts_words, named, wager
from stud_audit.game.betting import Limits, ladder
from stud_audit.model.events import Bet, Completed, Raised


def judge(step: Step, house: House) -> Result:
    state, player = step.state, step.player
    if in_spread(step, house) and state.round.to_match:
        return judge_spread(step, house, "raised to")
    if not judged(step, house) or player is None or not state.round.to_match:
        return None
    limit = limit_of(step)
    if limit is None:
        return Missing("the stakes")
    raised = wager(step)
    if (player.behind is not None and raised.added > player.behind) or size_code(step, limit, house) != "W502":
        return None  # W509's, or another check's
    weighing = weigh_size(step, limit, house)
    if weighing.outcome == "pass":
        return PASS
    low_with_pair = state.street == 4 and raised.to in sizes_under(step, limit, house.rules).low
    if low_with_pair and _low_before(step, limit):
        return PASS
    expected = sizes_under(step, limit, house.required(weighing)).all
    completes = state.street == 3 and not ladder(state.round, limit, house.rules).bets
    return Fault(
        f"{named(player)} {'completed' if completes else 'raised'} to {step.hand.money(raised.to)} on "
        f"{STREET_NAMES[state.street]}, where a {'completion' if completes else 'full raise'} is to "
        f"{amounts_words(step, expected)}",
        expected=amounts_text(step, expected),
        actual=step.hand.money(raised.to),
        weighing=weighing,
        related=tuple([(w.event_no, f"the bet to match: {step.hand.money(w.to)}") for w in state.round.wagers[-1:]]),
    )


def _low_before(step: Step, limit: Limits) -> bool:
    """Whether a lower-limit wager of this round has been looked at already."""
    return any(isinstance(w.event, (Bet, Raised, Completed)) and w.by == limit.small for w in step.state.round.wagers)


CHECK = Check("W502", "raise-wrong-size", "S1", "software", judge=judge, on=(Raised, Completed))
