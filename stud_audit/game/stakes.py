"""What the ante and the bring-in of a hand have to be, and where that is known from; minimum buy-in and most rake.

In order: the hand's header; the house's table for the stake; the house's formula. At last comes the log's
own majority, which is the record's business. Amounts are in the hand's smallest unit.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Final, Literal

from stud_audit.houses.rules import Rules, StakeTable
from stud_audit.model.hand import Header
from stud_audit.model.money import amount_decimal
from stud_audit.model.values import Value

StakeSource = Literal["header", "table", "formula", "majority"]


class Stake(Value, frozen=True):
    """An amount that is due, and where it comes from.

    `amounts` has more than one where a share of the stake is not payable and may be rounded either way.
    """

    amounts: tuple[int, ...]
    source: StakeSource

    @property
    def amount(self) -> int:
        """The amount, the lower one of two."""
        return self.amounts[0]


# --- the ante ----------------------------------------------------------------------------------


def ante_due(header: Header, rules: Rules) -> Stake | None:
    """The ante of this hand, 0 where its header says that there is none; None where nothing tells."""
    if header.ante is not None:
        return Stake((header.ante,), "header")
    listed = _listed(rules, "ante_table", header)
    if listed is not None:
        return listed
    if rules.ante_ratio is not None and header.small:
        chip = smallest_chip(header, rules) or 1
        exact = header.small * rules.ante_ratio
        amounts = {floor(exact / chip) * chip, ceil(exact / chip) * chip}
        if exact.denominator == 1:
            amounts.add(int(exact))  # smaller chips are used for it, whatever pots are divided in
        return Stake(tuple(sorted(amounts - {0})), "formula")
    return None


# --- the bring-in ------------------------------------------------------------------------------


def bring_in_due(header: Header, rules: Rules) -> Stake | None:
    """The (least) bring-in of this hand; None where nothing tells, or where it cannot be paid."""
    if header.bring_in is not None:
        return Stake((header.bring_in,), "header")
    listed = _listed(rules, "bring_in_table", header)
    if listed is not None:
        return listed
    if rules.bring_in_mode != "table" and header.small:
        half = _rounded_half(header.small, smallest_chip(header, rules) or 1, rules)
        return None if half is None else Stake((half,), "formula")
    return None


def bring_in_minimum(header: Header, rules: Rules) -> int | None:
    """The least bring-in that header, table, or formula tell; None where they do not."""
    stake = bring_in_due(header, rules)
    return stake.amount if stake else None


def _rounded_half(small: int, chip: int, rules: Rules) -> int | None:
    """Half the small bet in whole chips; None where no chip pays it, or the house wants it exact and it is not."""
    half, rest = divmod(small, 2 * chip)
    if rest:
        rounding = rules.bring_in_rounding
        if rounding == "exact":
            return None
        half += rounding == "ceil" or (rounding == "nearest" and rest >= chip)
    return half * chip or None


BUY_INS_BOUND: Final = {"sit": ("sit",), "sit+rebuy": ("sit", "rebuy"), "all": ("sit", "rebuy", "top-up")}
"""What `buyin_applies_to` names, as kinds of buy-ins."""


def least_buy_in(header: Header, rules: Rules) -> int | None:
    """The minimum buy-in: what the house posts for the stake, or a multiple of it; None where neither tells."""
    if rules.buyin_posted:
        posted = _listed(rules, "buyin_table", header)
        return posted.amount if posted else None
    base = header.small if rules.buyin_base == "small" else header.big
    return None if rules.buyin_min_mult is None or base is None else ceil(base * rules.buyin_min_mult)


# --- the smallest chip, and the rake -----------------------------------------------------------


def smallest_chip(header: Header, rules: Rules) -> int | None:
    """The smallest chip of the table, by its header or else the house, in units; None where neither says it."""
    if header.chip is not None:
        return header.chip
    chip = rules.pots_smallest_chip
    return None if chip is None else max(int(chip.scaleb(header.decimals)), 1)


def most_rake(pot: int, header: Header, rules: Rules) -> int | None:
    """The most that the schedule takes out of a pot; None where the house has none.

    The share is rounded up to a whole number of the rake's unit (else of the smallest chip), and then capped.
    """
    if rules.rake_pct is None:
        return None
    unit = rules.rake_unit
    chip = None if unit is not None else smallest_chip(header, rules) or 1
    of, share, rounds_to, by = _shares(rules.rake_pct, unit, chip, header.decimals)
    most = -(-pot * share // of) * rounds_to // by
    return most if rules.rake_cap is None else min(most, int(rules.rake_cap.scaleb(header.decimals)))


@lru_cache(maxsize=256)
def _shares(share: Fraction, unit: Decimal | None, chip: int | None, decimals: int) -> tuple[int, int, int, int]:
    """Numbers for a rake: whole units are `pot` times the second by the first, a unit is the third by the fourth."""
    size = Fraction(chip or 1) if unit is None else Fraction(unit) * 10**decimals
    share = share / size
    return share.denominator, share.numerator, size.numerator, size.denominator


# --- the house's tables ------------------------------------------------------------------------


TableKey = Literal["ante_table", "bring_in_table", "buyin_table"]


def _listed(rules: Rules, key: TableKey, header: Header) -> Stake | None:
    if not getattr(rules, key) or header.small is None or header.big is None:
        return None
    amounts = _at(rules, key, header.currency == "chips", header.small, header.big, header.decimals)
    return Stake(amounts, "table") if amounts else None


@lru_cache(maxsize=4096)
def _at(rules: Rules, key: TableKey, chips: bool, small: int, big: int, decimals: int) -> tuple[int, ...]:
    table: StakeTable = getattr(rules, key)
    amount = table.at("chips" if chips else "cash", amount_decimal(small, decimals), amount_decimal(big, decimals))
    if amount is None:
        return ()
    units = amount.scaleb(decimals)
    both = {int(units.to_integral_value(ROUND_FLOOR)), int(units.to_integral_value(ROUND_CEILING))}
    return tuple(sorted(both - {0}))
