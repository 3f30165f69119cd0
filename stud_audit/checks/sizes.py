"""What the betting checks share: the limits, and the settings that rule a size."""

from __future__ import annotations

from typing import Final

from stud_audit.checks.base import PASS, Fault, Missing, Result
from stud_audit.checks.support import OUT_OF_PLAY, STREET_NAMES, named
from stud_audit.game.betting import Limits, Sizes, ladder, limits, pair_showing, sizes
from stud_audit.game.spread import spread_of, totals
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.events import Wager
from stud_audit.record.step import Step

STREET_KEYS: Final = ("street_limits",)
OPEN_KEYS: Final = (
    "fourth_double_trigger", "fourth_double_mode", "fourth_double_who_open", "fourth_double_if_holder_checks",
)  # fmt: skip
RAISE_KEYS: Final = (
    "fourth_double_trigger", "fourth_double_raise_trigger", "fourth_double_mode", "fourth_double_who_raise",
)  # fmt: skip


def judged(step: Step) -> bool:
    """Whether the action is part of a round at all, in a fixed-limit game, and its line could be read."""
    if step.hand.header.structure != "fixed" or step.turn in OUT_OF_PLAY or step.state.street < 3:
        return False
    return not (step.script.unknown and step.script.spoiled(step.event))


def in_spread(step: Step) -> bool:
    """The same in spread limit."""
    return step.hand.header.structure == "spread" and step.turn not in OUT_OF_PLAY and step.state.street >= 3


def judge_spread(step: Step, house: House, word: str) -> Result:
    """Whether a bet or raise in spread limit is within the table's range; a short all-in is allowed."""
    player, put = step.player, step.event
    spread = spread_of(step.hand.header)
    if spread is None:
        return Missing("the table's least and largest bet")
    if player is None or not isinstance(put, Wager) or (player.left is not None and put.added > player.left):
        return None

    def holds(rules: Rules) -> bool:
        low, high = totals(step.state.round, spread, rules)
        return low <= put.to <= high or (put.all_in and put.to < low)

    if is_spread_double(step, put.to):
        return None  # W507's
    low, high = totals(step.state.round, spread, house.rules)
    # The most is the table's own; what the least raise is, the house may leave open.
    keys = ("spread_raise_min",) if step.state.round.level and put.to <= high else ()
    weighing = house.weigh(keys, holds, step.state.street)
    if weighing.outcome == "pass":
        return PASS
    money = step.hand.money
    return Fault(
        f"{named(player)} {word} {money(put.to)} on {STREET_NAMES[step.state.street]}, "
        f"where anything from {money(low)} to {money(high)} is allowed",
        expected=f"{money(low)} | {money(high)}",
        actual=money(put.to),
        keys=keys,
        weighing=weighing,
    )


def is_spread_double(step: Step, to: int) -> bool:
    """Whether a wager takes the double bet of fixed limit: with a pair showing, twice the table's maximum."""
    spread, round_ = spread_of(step.hand.header), step.state.round
    return spread is not None and to == round_.level + 2 * spread.most and bool(pair_showing(step.state))


def limit_of(step: Step) -> Limits | None:
    """The limits of the hand."""
    return limits(step.hand.header)


def sizes_under(step: Step, limit: Limits, rules: Rules) -> Sizes:
    """The totals that this step's player may bet or raise to under these rules."""
    return sizes(step.state, step.player, step.game, limit, rules)  # type: ignore[arg-type]


def is_high(step: Step, limit: Limits, rules: Rules, to: int) -> bool:
    """Whether a wager on fourth street is exactly one at the higher limit."""
    if step.state.street != 4:
        return False
    unit = limit.unit(4, rules)
    double = 2 * limit.small if rules.fourth_double_amount == "twice_small" else limit.big
    return double > unit and to - double in ladder(step.state.round, limit, rules).bases
