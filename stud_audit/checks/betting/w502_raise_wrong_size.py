"""A completion or raise of the wrong increment, and not all-in.

A completion goes *to* the lower limit, a raise adds the street's unit to the last full bet or raise.
After an all-in for less than half a bet the next player completes to the full amount; from half on
it counts as full, and the raise is added to it. A player who has less may raise with what he has.
On fourth street a raise of exactly the higher limit is W507's question, one back to the lower after
a higher W508's. What follows a wrong raise is judged on the chips as recorded.

Source: the house's rulings on limits, completion, and all-ins; Robert's Rules, Betting and Raising 5.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, Missing, Result
from stud_audit.checks.sizes import (
    RAISE_KEYS,
    STREET_KEYS,
    in_spread,
    is_high,
    judge_spread,
    judged,
    limit_of,
    sizes_under,
)
from stud_audit.checks.support import STREET_NAMES, amounts_text, named, wager
from stud_audit.game.betting import Limits, ladder, pair_showing
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.events import Bet, BroughtIn, Completed, Raised
from stud_audit.record.step import Step

_COMPLETION_KEYS = ("completion_next_raise_base",)


def judge(step: Step, house: House) -> Result:
    state, player = step.state, step.player
    if in_spread(step) and state.round.level:
        return judge_spread(step, house, "raised to")
    if not judged(step) or player is None or not state.round.level:
        return None
    limit = limit_of(step)
    if limit is None:
        return Missing("the stakes")
    raised = wager(step)
    if player.left is not None and raised.added > player.left:
        return None  # W509's
    rungs = ladder(state.round, limit, house.rules)
    if is_high(step, limit, house.rules, raised.to) or _mixes_down(step, limit, house.rules, raised.to):
        return None
    allowed = sizes_under(step, limit, house.rules)
    least = min(allowed.all, default=0)
    if raised.all_in and state.round.level < raised.to < least:
        return PASS
    low_with_pair = state.street == 4 and raised.to in allowed.low
    if low_with_pair and _low_before(step, limit):
        return PASS

    def holds(rules: Rules) -> bool:
        return raised.to in sizes_under(step, limit, rules).all

    keys = _keys(step, raised.to, rungs.bets, rungs.high)
    weighing = house.weigh(keys, holds, state.street)
    if weighing.outcome == "pass":
        return PASS
    expected = allowed.high if low_with_pair and allowed.high else allowed.all
    word = "completed" if state.street == 3 and not rungs.bets else "raised"
    return Fault(
        f"{named(player)} {word} to {step.hand.money(raised.to)} on {STREET_NAMES[state.street]}, "
        f"where the next full amount is {amounts_text(step, expected)}",
        expected=amounts_text(step, expected),
        actual=step.hand.money(raised.to),
        keys=keys,
        weighing=weighing,
        related=tuple([(w.event_no, f"level {step.hand.money(w.to)}") for w in state.round.wagers[-1:]]),
    )


def _keys(step: Step, to: int, bets: int, high: bool) -> tuple[str, ...]:
    if step.state.street == 3:
        only_bring_in = all(isinstance(w.event, BroughtIn) for w in step.state.round.wagers)
        return _COMPLETION_KEYS if only_bring_in and not bets else STREET_KEYS
    if step.state.street == 4 and not high and pair_showing(step.state):
        return (*RAISE_KEYS, "fourth_high_raise_means")
    return STREET_KEYS


def _mixes_down(step: Step, limit: Limits, rules: Rules, to: int) -> bool:
    """A raise by the lower limit after somebody bet the higher: W508's."""
    if step.state.street != 4:
        return False
    rungs = ladder(step.state.round, limit, rules)
    return rungs.high and to - limit.unit(4, rules) in rungs.bases


def _low_before(step: Step, limit: Limits) -> bool:
    """Whether a lower-limit wager of this round has been looked at already."""
    return any(isinstance(w.event, (Bet, Raised, Completed)) and w.by == limit.small for w in step.state.round.wagers)


CHECK = Check("W502", "raise-wrong-size", "S1", "software", judge=judge, on=(Raised, Completed))
