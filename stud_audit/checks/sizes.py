"""What the betting checks share: which of them a size belongs to, and how it is judged."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from stud_audit.checks.base import PASS, Fault, Missing, Result
from stud_audit.checks.clock import pushed_by_timeout
from stud_audit.checks.support import OUT_OF_PLAY, STREET_NAMES, may_be_called, named, wager
from stud_audit.game.betting import Limits, Sizes, ladder, limits, sizes
from stud_audit.game.decisions import spread_size, wager_size
from stud_audit.game.spread import spread_of, totals
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.houses.weighing import Weighing
from stud_audit.record.step import Step

SizeCode = Literal["W501", "W502", "W507", "W508"]


def judged(step: Step, house: House | None = None) -> bool:
    """Whether the action is part of a round at all, in a fixed-limit game, and its line could be read.

    A stack that was pushed in as the time ran out is judged as that alone, by a house that rules it (T407), and
    a wager that nobody can call as that alone (W505).
    """
    if step.hand.header.structure != "fixed" or step.turn in OUT_OF_PLAY or step.state.street < 3:
        return False
    if step.index.unknown and step.index.spoiled(step.event):
        return False
    return _can_be_answered(step) and (house is None or not pushed_by_timeout(step, house))


def _can_be_answered(step: Step) -> bool:
    return step.player is None or may_be_called(step, step.player)


def in_spread(step: Step, house: House) -> bool:
    """The same in spread limit."""
    if step.hand.header.structure != "spread" or step.turn in OUT_OF_PLAY or step.state.street < 3:
        return False
    return _can_be_answered(step) and not pushed_by_timeout(step, house)


def judge_spread(step: Step, house: House, word: str) -> Result:
    """Whether a bet or raise in spread limit is within the table's range; a short all-in is allowed."""
    player, put = step.player, wager(step)
    spread = spread_of(step.hand.header)
    if spread is None:
        return Missing("the table's least and largest bet")
    if player is None or (player.behind is not None and put.added > player.behind):
        return None
    if is_spread_double(step):
        return None  # W507's
    weighing = house.weigh(spread_size(step.state, spread, put).holds, step.state.street)
    if weighing.outcome == "pass":
        return PASS
    if not weighing.keys:
        # It is the table's own spread that is broken.
        weighing = replace(weighing, keys=("spread_raise_min", "structure"))
    allowed = totals(step.state.round, spread, house.rules)
    low, high = step.hand.money(allowed.least), step.hand.money(allowed.most)
    return Fault(
        f"{named(player)} {word} {step.hand.money(put.to)} on {STREET_NAMES[step.state.street]}, "
        f"where anything from {low} to {high} is allowed",
        expected=f"{low} | {high}",
        actual=step.hand.money(put.to),
        weighing=weighing,
    )


def is_spread_double(step: Step) -> bool:
    """Whether a wager on fourth street takes the double bet of fixed limit: twice the table's maximum."""
    spread, round_ = spread_of(step.hand.header), step.state.round
    return spread is not None and step.state.street == 4 and wager(step).to == round_.to_match + 2 * spread.most


def limit_of(step: Step) -> Limits | None:
    """The limits of the hand."""
    return limits(step.hand.header)


def sizes_under(step: Step, limit: Limits, rules: Rules) -> Sizes:
    """The totals that this step's player may bet or raise to under these rules."""
    return sizes(step.state, step.player, step.game, limit, rules)  # type: ignore[arg-type]


def weigh_size(step: Step, limit: Limits, house: House) -> Weighing:
    """The size of this step's bet or raise under the house's readings."""
    decision = wager_size(step.state, step.player, step.game, limit, wager(step))  # type: ignore[arg-type]
    return house.weigh(decision.holds, step.state.street)


def size_code(step: Step, limit: Limits, house: House) -> SizeCode:
    """The check whose business a size is.

    On fourth street exactly the higher unit is W507's, and back to the lower one after it W508's; all else
    is W501's or, facing a bet, W502's.
    """
    state, to, rules = step.state, wager(step).to, house.rules
    if state.street == 4:
        rungs, unit = ladder(state.round, limit, rules), limit.unit(4, rules)
        double = 2 * limit.small if rules.fourth_double_amount == "twice_small" else limit.big
        to_high = rules.fourth_high_raise_means == "to_high" and rungs.bets and not rungs.high
        bases = (0,) if to_high else rungs.bases
        if double > unit and to - double in bases and not (to_high and to - unit in rungs.bases):
            return "W507"
        if rungs.high and to - unit in rungs.bases:
            return "W508"
    return "W502" if state.round.to_match else "W501"
