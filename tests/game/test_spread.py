"""Spread limit at 2 to 10: WH-14, LPC-17, A-08."""

from __future__ import annotations

from dataclasses import replace as but

import pytest
from support.dealt import RULES, Dealt

from stud_audit.game.spread import Spread, Totals, spread_capped, spread_of, totals, within_reach
from stud_audit.model.events import Bet, Folded
from stud_audit.model.hand import Header

RICH = 1000
TABLE = Spread(2, 10)


def third(*stacks: int | None, **rules: object) -> Dealt:
    """Seat 1 has brought in for 1."""
    hand = Dealt(
        [None if stack is None else stack + 1 for stack in stacks],
        " ".join(["2c", "9d", "Kd", "Qs"][: len(stacks)]),
        rules=but(RULES, **rules),
        structure="spread",
        spread_min=2,
        spread_max=10,
        small=None,
        big=None,
        bring_in=1,
    )
    hand.act(1, "brings in", 1)
    return hand


def ends(hand: Dealt) -> tuple[int, int]:
    found = totals(hand.table.round, TABLE, hand.rules)
    return found.least, found.most


@pytest.mark.parametrize(
    ("structure", "least", "most", "spread"),
    [
        ("spread", 2, 10, TABLE),
        ("fixed", 2, 10, None),
        ("spread", None, 10, None),
        ("spread", 2, None, None),
    ],
)
def test_what_the_header_states(structure: str, least: int | None, most: int | None, spread: Spread | None) -> None:
    assert spread_of(Header("1", "stud", structure, spread_min=least, spread_max=most)) == spread  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("raises", "least_more", "least"),
    [
        ((), "last_raise", 1 + 2),  # over the bring-in: its own 1 is less than the least bet
        ((6,), "last_raise", 6 + 5),  # as much as the raise from 1 to 6
        ((6,), "table_min", 6 + 2),
        ((6, 14), "last_raise", 14 + 8),
        ((6, 14), "table_min", 14 + 2),
        ((3,), "last_raise", 3 + 2),
        ((40,), "last_raise", 40 + 10),  # a raise that was too large does not make the next larger than the table's
    ],
)
def test_a_raise_adds_at_least_the_last_one_and_at_most_the_largest_bet(
    raises: tuple[int, ...], least_more: str, least: int
) -> None:
    hand = third(RICH, RICH, RICH, spread_raise_min=least_more)
    for seat, to in enumerate(raises, 2):
        hand.act(seat, "raises", to)
    assert ends(hand) == (least, (raises[-1] if raises else 1) + 10)


def test_a_short_all_in_does_not_make_the_next_raise_smaller() -> None:
    hand = third(RICH, RICH, 7, RICH)
    hand.act(2, "raises", 6)
    hand.act(3, "raises", 7)  # all-in for 1 more, less than the least bet
    assert ends(hand) == (7 + 5, 7 + 10)
    enough = third(RICH, RICH, 8, RICH)
    enough.act(2, "raises", 6)
    enough.act(3, "raises", 8)
    assert ends(enough) == (8 + 2, 8 + 10)


def test_an_opening_bet_is_between_the_two() -> None:
    hand = third(RICH, RICH)
    hand.deal(4, "9h Kh")
    assert ends(hand) == (2, 10)


@pytest.mark.parametrize(
    ("to", "all_in", "right"),
    [
        (1, False, False),
        (2, False, True),
        (7, False, True),
        (10, False, True),
        (11, False, False),
        (1, True, True),
        (11, True, False),
    ],
)
def test_a_wager_between_them_or_all_in_for_less(to: int, all_in: bool, right: bool) -> None:
    assert (Bet(1, to, to, all_in) in Totals(2, 10)) is right


def test_only_a_wager_has_a_size() -> None:
    assert Folded(1) not in Totals(2, 10)
    assert 5 not in Totals(2, 10)


@pytest.mark.parametrize(("bets", "full"), [(0, False), (3, False), (4, True)])
def test_the_cap_counts_bets_and_raises_and_no_bring_in(bets: int, full: bool) -> None:
    hand = third(RICH, RICH, RICH)
    for number in range(bets):
        hand.act((number + 1) % 3 + 1, "raises", 1 + 2 * (number + 1))
    assert spread_capped(hand.table.round, hand.rules) is full
    assert not spread_capped(hand.table.round, but(hand.rules, cap_raises=None))


@pytest.mark.parametrize(
    ("rule", "full"), [("never_uncapped", True), ("round_started_heads_up", False), ("heads_up_before_cap", False)]
)
def test_the_cap_with_two_players(rule: str, full: bool) -> None:
    hand = third(RICH, RICH, cap_heads_up=rule)
    for number in range(4):
        hand.act((number + 1) % 2 + 1, "raises", 1 + 2 * (number + 1))
    assert spread_capped(hand.table.round, hand.rules) is full


@pytest.mark.parametrize("rule", ["round_started_heads_up", "heads_up_before_cap"])
def test_once_capped_it_stays_capped(rule: str) -> None:
    hand = third(RICH, RICH, RICH, cap_heads_up=rule)
    for number in range(4):
        hand.act((number + 1) % 3 + 1, "raises", 1 + 2 * (number + 1))
    hand.act(3, "folds")
    assert spread_capped(hand.table.round, hand.rules)


def test_heads_up_before_the_cap_is_at_the_wager_that_reaches_it() -> None:
    hand = third(RICH, RICH, RICH, cap_heads_up="heads_up_before_cap")
    hand.act(2, "raises", 3)
    hand.act(3, "raises", 5)
    hand.act(1, "folds")
    hand.act(2, "raises", 7)
    hand.act(3, "raises", 9)
    assert not spread_capped(hand.table.round, hand.rules)


@pytest.mark.parametrize(
    ("stack", "reach"),
    [
        (None, (3, 11)),
        (RICH, (3, 11)),
        (11, (3, 11)),
        (10, (3, 10)),
        (3, (3,)),
        (2, (2,)),  # all-in for less
        (1, ()),  # which is a call
    ],
)
def test_what_is_within_reach_over_a_bring_in_of_one(stack: int | None, reach: tuple[int, ...]) -> None:
    hand = third(RICH, stack, RICH)
    assert within_reach(hand.player(2), TABLE, hand.table.round, hand.rules) == reach


def test_chips_on_this_street_are_within_reach() -> None:
    hand = third(8, RICH)
    hand.act(2, "raises", 3)
    assert within_reach(hand.player(1), TABLE, hand.table.round, hand.rules) == (5, 8)
