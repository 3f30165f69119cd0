"""What a house publishes by stake, minimum buy-ins, smallest chips, and rakes: WH-01, WH-04, LPC-01, A-23, A-34."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from stud_audit.game.stakes import (
    Stake,
    ante_due,
    bring_in_due,
    least_buy_in,
    most_rake,
    smallest_chip,
)
from stud_audit.houses.rules import Rules, StakeTable
from stud_audit.model.hand import Header


def header(**changes: Any) -> Header:
    """A table of 2/4 in dollars and cents."""
    said: dict[str, Any] = {"small": 200, "big": 400, "currency": "USD", "decimals": 2} | changes
    return Header("1", "stud", **said)


def at(amount: str, small: int = 2, big: int = 4, kind: Any = "cash") -> StakeTable:
    return StakeTable(((kind, Decimal(small), Decimal(big), Decimal(amount)),))


@pytest.mark.parametrize(
    ("table", "changes", "stake"),
    [
        (at("0.25"), {}, Stake((25,), "table")),
        (at("0.25", kind="any"), {}, Stake((25,), "table")),
        (at("0.25", kind="any"), {"currency": "chips"}, Stake((25,), "table")),
        (at("0.25", kind="chips"), {}, None),
        (at("0.25"), {"currency": "chips"}, None),
        (at("0.25", 2, 5), {}, None),
        (at("0.25", 1, 4), {}, None),
        (at("0.25"), {"big": None}, None),
        (at("0.25"), {"small": None}, None),
        (at("0.25"), {"ante": 10}, Stake((10,), "header")),
        # An amount that no chip pays may be rounded either way, but not to nothing.
        (at("0.125"), {}, Stake((12, 13), "table")),
        (at("0.005"), {}, Stake((1,), "table")),
        (at("3"), {"small": 2, "big": 4, "decimals": 0}, Stake((3,), "table")),
    ],
)
def test_a_published_ante(table: StakeTable, changes: dict[str, Any], stake: Stake | None) -> None:
    assert ante_due(header(**changes), Rules(ante_table=table)) == stake


@pytest.mark.parametrize(
    ("small", "ratio", "stake"),
    [
        (200, Fraction(1, 10), Stake((20,), "formula")),
        (25, Fraction(1, 10), Stake((2, 3), "formula")),
        (4, Fraction(1, 8), Stake((1,), "formula")),
        (None, Fraction(1, 10), None),
        (200, None, None),
    ],
)
def test_an_ante_by_share(small: int | None, ratio: Fraction | None, stake: Stake | None) -> None:
    assert ante_due(header(small=small), Rules(ante_ratio=ratio)) == stake


@pytest.mark.parametrize(
    ("changes", "rules", "stake"),
    [
        ({"bring_in": 75}, Rules(bring_in_table=at("1")), Stake((75,), "header")),
        ({}, Rules(bring_in_table=at("1")), Stake((100,), "table")),
        ({}, Rules(bring_in_mode="half_small"), Stake((100,), "formula")),
        ({}, Rules(bring_in_mode="half_or_full"), Stake((100,), "formula")),
        ({"small": 25}, Rules(bring_in_mode="half_small", bring_in_rounding="ceil"), Stake((13,), "formula")),
        ({"small": 25}, Rules(bring_in_mode="half_small", bring_in_rounding="exact"), None),
        ({"small": 24}, Rules(bring_in_mode="half_small", bring_in_rounding="exact"), Stake((12,), "formula")),
        ({"small": None}, Rules(bring_in_mode="half_small"), None),
        ({}, Rules(), None),
    ],
)
def test_a_bring_in(changes: dict[str, Any], rules: Rules, stake: Stake | None) -> None:
    assert bring_in_due(header(**changes), rules) == stake


@pytest.mark.parametrize(
    ("rules", "least"),
    [
        (Rules(buyin_min_mult=Fraction(10)), 2000),
        (Rules(buyin_min_mult=Fraction(10), buyin_base="big"), 4000),
        (Rules(buyin_min_mult=Fraction(1, 3)), 67),  # not less than a third
        (Rules(), None),
        (Rules(buyin_posted=True, buyin_min_mult=Fraction(10)), None),
        (Rules(buyin_posted=True, buyin_table=at("30")), 3000),
        (Rules(buyin_table=at("30")), None),  # a table that is not in force
    ],
)
def test_the_least_buy_in(rules: Rules, least: int | None) -> None:
    assert least_buy_in(header(), rules) == least


def test_a_multiple_of_an_unknown_bet_is_unknown() -> None:
    rules = Rules(buyin_min_mult=Fraction(10))
    assert least_buy_in(header(small=None), rules) is None
    assert least_buy_in(header(big=None), rules) == 2000


@pytest.mark.parametrize(
    ("chip", "house", "decimals", "units"),
    [
        (25, None, 2, 25),
        (25, Decimal("0.05"), 2, 25),
        (None, Decimal("0.05"), 2, 5),
        (None, Decimal("5"), 0, 5),
        (None, Decimal("0.05"), 0, 1),  # less than the log's unit
        (None, None, 2, None),
    ],
)
def test_the_smallest_chip(chip: int | None, house: Decimal | None, decimals: int, units: int | None) -> None:
    assert smallest_chip(header(chip=chip, decimals=decimals), Rules(pots_smallest_chip=house)) == units


FIVE = Fraction(5, 100)


@pytest.mark.parametrize(
    ("pot", "rules", "changes", "most"),
    [
        (1000, Rules(), {}, None),
        (1000, Rules(rake_pct=FIVE), {}, 50),
        (1001, Rules(rake_pct=FIVE), {}, 51),
        (1001, Rules(rake_pct=FIVE), {"chip": 25}, 75),
        (1000, Rules(rake_pct=FIVE), {"chip": 25}, 50),
        (1001, Rules(rake_pct=FIVE, rake_unit=Decimal("0.05")), {"chip": 25}, 55),
        (1001, Rules(rake_pct=FIVE, rake_unit=Decimal("1")), {}, 100),
        (5000, Rules(rake_pct=FIVE, rake_cap=Decimal("3")), {}, 250),
        (6000, Rules(rake_pct=FIVE, rake_cap=Decimal("3")), {}, 300),
        (9000, Rules(rake_pct=FIVE, rake_cap=Decimal("3")), {}, 300),
        (0, Rules(rake_pct=FIVE), {}, 0),
    ],
)
def test_the_most_rake(pot: int, rules: Rules, changes: dict[str, Any], most: int | None) -> None:
    assert most_rake(pot, header(**changes), rules) == most
