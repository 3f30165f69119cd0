from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from msgspec.structs import replace
from support.hands import invented_hand

from stud_audit.game.stakes import ante_due, bring_in_due, bring_in_minimum
from stud_audit.houses.rules import Rules, StakeTable
from stud_audit.model.events import AntePosted, SeatTaken
from stud_audit.model.hand import Hand, Header
from stud_audit.record.index import read_index
from stud_audit.record.usual_amounts import UsualAmounts, ante_told

TABLE = StakeTable(
    (("cash", Decimal(2), Decimal(4), Decimal("0.30")), ("chips", Decimal(200), Decimal(400), Decimal(40)))
)


def with_header(**changes: object) -> Header:
    return replace(invented_hand().header, **changes)  # type: ignore[arg-type]


def antes(*amounts: int, all_in: int | None = None) -> Hand:
    events = [SeatTaken(seat, f"player-{seat}", 1000) for seat in range(1, len(amounts) + 1)]
    events += [AntePosted(seat, amount, seat == all_in) for seat, amount in enumerate(amounts, 1)]  # type: ignore[misc]
    return invented_hand(events=tuple(events))


def test_the_header_stands_over_the_house() -> None:
    rules = Rules(ante_table=TABLE, bring_in_table=TABLE, ante_ratio=Fraction(1, 10))
    header = with_header(ante=25, bring_in=100)
    stake = ante_due(header, rules)
    assert stake is not None
    assert (stake.amounts, stake.source) == ((25,), "header")
    assert bring_in_minimum(header, rules) == 100


def test_a_header_can_say_that_there_is_no_ante() -> None:
    stake = ante_due(with_header(ante=0), Rules(ante_table=TABLE))
    assert stake is not None
    assert stake.amount == 0


def test_the_table_stands_over_the_formula_and_is_kept_apart_by_kind() -> None:
    rules = Rules(ante_table=TABLE, ante_ratio=Fraction(1, 10))
    stake = ante_due(invented_hand().header, rules)
    assert stake is not None
    assert (stake.amounts, stake.source) == ((30,), "table")
    chips = ante_due(with_header(currency="chips", small=200, big=400, decimals=0), rules)
    assert chips is not None
    assert chips.amounts == (40,)
    other = ante_due(with_header(currency="chips", small=2, big=4, decimals=0), rules)
    assert other is not None
    assert other.source == "formula"


@pytest.mark.parametrize(("small", "amounts"), [(200, (20,)), (25, (2, 3)), (5, (1,))])
def test_a_share_that_cannot_be_paid_may_be_rounded_either_way(small: int, amounts: tuple[int, ...]) -> None:
    stake = ante_due(with_header(small=small, big=2 * small), Rules(ante_ratio=Fraction(1, 10)))
    assert stake is not None
    assert stake.amounts == amounts


@pytest.mark.parametrize(("rounding", "due"), [("floor", 12), ("ceil", 13), ("nearest", 13), ("exact", None)])
def test_half_of_an_odd_small_bet(rounding: str, due: int | None) -> None:
    rules = Rules(bring_in_mode="half_small", bring_in_rounding=rounding)  # type: ignore[arg-type]
    assert bring_in_minimum(with_header(small=25, big=50), rules) == due


@pytest.mark.parametrize(("rounding", "due"), [("floor", 200), ("ceil", 300), ("nearest", 300), ("exact", None)])
def test_half_is_of_whole_chips_of_the_table(rounding: str, due: int | None) -> None:
    rules = Rules(bring_in_mode="half_small", bring_in_rounding=rounding)  # type: ignore[arg-type]
    assert bring_in_minimum(with_header(small=500, big=1000, chip=100), rules) == due
    assert bring_in_minimum(with_header(small=400, big=800, chip=100), rules) == 200
    assert bring_in_minimum(with_header(small=500, big=1000), rules) == 250


def test_a_share_is_of_whole_chips_of_the_table() -> None:
    stake = ante_due(with_header(small=1500, big=3000, chip=100), Rules(ante_ratio=Fraction(1, 10)))
    assert stake is not None
    assert stake.amounts == (100, 150, 200)  # or to the unit, if there are smaller chips after all


def test_nothing_tells() -> None:
    assert ante_due(invented_hand().header, Rules()) is None
    assert bring_in_due(invented_hand().header, Rules()) is None


def test_the_majority_of_the_seats() -> None:
    def most(hand: Hand) -> int | None:
        stake = ante_told(read_index(hand), Rules())
        return stake.amount if stake else None

    assert most(antes(25, 25, 30)) == 25
    assert most(antes(25, 30)) is None
    assert most(antes(25)) is None
    assert most(antes(25, 25, 30, 30)) is None
    assert most(antes(25, 25, 10, all_in=3)) == 25


def test_the_majority_of_the_hands_is_known_at_the_end_even_if_the_log_begins_with_the_exception() -> None:
    usual: UsualAmounts[str] = UsualAmounts()
    for number, amount in enumerate((50, 100, 100, 75, 100, 100)):
        usual.add("Alpha", amount, f"hand {number}")
    usual.add("Beta", 50, "alone")
    assert list(usual.departures()) == [("hand 0", 50, 100), ("hand 3", 75, 100)]


def test_usual_amounts_are_forgotten_as_they_come() -> None:
    usual: UsualAmounts[int] = UsualAmounts()
    for number in range(10_000):
        usual.add("Alpha", 100, number)
    posted = next(iter(usual._tables.values()))
    assert len(posted.kept) == 1
