"""What the betting checks share: the limits, and the settings that rule a size."""

from __future__ import annotations

from typing import Final, cast

from stud_audit.checks.support import OUT_OF_PLAY
from stud_audit.engine.betting import Limits, Sizes, ladder, limits, sizes
from stud_audit.engine.replay import Step
from stud_audit.engine.state import Player
from stud_audit.houses.rules import Rules

STREET_KEYS: Final = ("street_limits",)
OPEN_KEYS: Final = (
    "fourth_double_trigger", "fourth_double_mode", "fourth_double_who_open", "fourth_double_if_holder_checks",
)  # fmt: skip
RAISE_KEYS: Final = (
    "fourth_double_trigger", "fourth_double_raise_trigger", "fourth_double_mode", "fourth_double_who_raise",
)  # fmt: skip


def judged(step: Step) -> bool:
    """Whether the action is part of a round at all, in a fixed-limit game."""
    return step.turn not in OUT_OF_PLAY and step.hand.header.structure == "fixed" and step.state.street >= 3


def limit_of(step: Step) -> Limits | None:
    """The limits of the hand."""
    return limits(step.hand.header)


def sizes_under(step: Step, limit: Limits, rules: Rules) -> Sizes:
    """The totals that this step's player may bet or raise to under these rules."""
    return sizes(step.state, cast("Player", step.player), step.game, limit, rules)


def is_high(step: Step, limit: Limits, rules: Rules, to: int) -> bool:
    """Whether a wager on fourth street is exactly one at the higher limit."""
    if step.state.street != 4:
        return False
    unit = limit.unit(4, rules)
    double = 2 * limit.small if rules.fourth_double_amount == "twice_small" else limit.big
    return double > unit and any(to == base + double for base in ladder(step.state.round, limit, rules).bases)
