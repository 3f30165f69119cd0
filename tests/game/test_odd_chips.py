"""Odd chips: WH-23, A-09, A-42, LPC-10, and Robert's Rules. Hands are seven cards; amounts are cents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace as but
from typing import Any

import pytest
from support.dealt import RULES, Dealt

from stud_audit.game.odd_chips import Tie, divide, order, rightly_divided
from stud_audit.game.table import Table
from stud_audit.model.cards import parse_cards

# Aces and kings with a queen: seat 1 has the ace of spades, seat 2 that of hearts.
HIGH = {1: "As Ac Kd Kc Qd 2c 3d", 2: "Ah Ad Ks Kh Qs 2d 4s"}
# Five-four-three-deuce-ace, with other cards above it.
LOW = {1: "5c 4c 3c 2s Ad Kh Qh", 2: "5d 4d 3d 2c Ah Ks Qs", 4: "5h 4h 3h 2h As 5s 4s"}


def table(button: int | None = 3) -> Table:
    return Dealt((100,) * 4, "2c 3c 4c 5c", button=button).table


def tie(
    amount: int,
    paid: Mapping[int, int],
    hands: Mapping[int, str] = HIGH,
    unit: int = 1,
    half: Any = None,
    razz: bool = False,
) -> Tie:
    return Tie(amount, paid, unit, half, razz, {seat: parse_cards(hands[seat]) for seat in paid if seat in hands})


NOBODY: Mapping[int, int] = {1: 0, 2: 0}
THREE: Mapping[int, int] = {1: 0, 2: 0, 4: 0}


# --- what is odd ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "seats", "unit", "base", "left"),
    [
        (101, 2, 1, 50, 1),
        (100, 2, 1, 50, 0),
        (101, 3, 1, 33, 2),
        (1010, 2, 25, 500, 10),
        (1050, 2, 25, 525, 0),
        (1030, 2, 25, 500, 30),
        (1045, 3, 10, 340, 25),
    ],
)
def test_an_equal_split_in_whole_chips(amount: int, seats: int, unit: int, base: int, left: int) -> None:
    found = tie(amount, dict.fromkeys(range(1, seats + 1), 0), unit=unit)
    assert (found.base, found.left) == (base, left)
    assert found.seats == tuple(range(1, seats + 1))


@pytest.mark.parametrize(("paid", "alike"), [((50, 51), True), ((51, 50), True), ((49, 52), False), ((0, 101), False)])
def test_paid_alike_odd_chips_aside(paid: tuple[int, int], alike: bool) -> None:
    assert tie(101, {1: paid[0], 2: paid[1]}).alike is alike


@pytest.mark.parametrize(
    ("half", "razz", "low"), [(None, False, False), ("high", False, False), ("low", False, True), (None, True, True)]
)
def test_which_tie_is_of_the_low_hand(half: str | None, razz: bool, low: bool) -> None:
    assert tie(101, NOBODY, half=half, razz=razz).low is low


@pytest.mark.parametrize(
    ("half", "razz", "method", "due"),
    [
        (None, False, "high_suit", "high_suit"),
        ("high", False, "high_suit", "high_suit"),
        ("low", False, "high_suit", "low_suit"),
        ("low", False, "left_of_button", "left_of_button"),  # a house that goes by position does so here too
        (None, True, "high_suit", "low_suit"),
        (None, True, "left_of_button", "low_suit"),
    ],
)
def test_the_rule_of_a_tie(half: str | None, razz: bool, method: str, due: str) -> None:
    rules = but(RULES, odd_chip_method=method, razz_odd_chip="low_suit")
    assert tie(101, NOBODY, half=half, razz=razz).method(rules) == due


@pytest.mark.parametrize(
    ("amount", "method", "button", "needed"),
    [
        (101, "left_of_button", None, True),
        (101, "left_seat", None, True),
        (101, "left_of_button", 7, True),
        (101, "left_of_button", 3, False),
        (101, "high_suit", None, False),
        (100, "left_of_button", None, False),
    ],
)
def test_when_the_log_would_have_to_show_a_button(amount: int, method: str, button: int | None, needed: bool) -> None:
    assert tie(amount, NOBODY).needs_button(table(button), but(RULES, odd_chip_method=method)) is needed


# --- in which order they fall ---------------------------------------------------------------------


@pytest.mark.parametrize(("button", "seats"), [(3, (4, 1, 2)), (4, (1, 2, 4)), (1, (2, 4, 1)), (2, (4, 1, 2))])
@pytest.mark.parametrize("method", ["left_of_button", "left_seat"])
def test_by_position_clockwise_from_the_button(button: int, seats: tuple[int, ...], method: str) -> None:
    rules = but(RULES, odd_chip_method=method)
    assert order(tie(101, {2: 0, 1: 0, 4: 0}), table(button), rules) == seats


@pytest.mark.parametrize(
    ("hands", "cards", "seats"),
    [
        # The ace of spades is seat 1's.
        (HIGH, 5, (1, 2)),
        (HIGH, 7, (1, 2)),
        # Tied with tens, nines, and an ace: of five cards the ace of hearts is the highest, of seven too.
        ({1: "Ad Tc Td 9c 9d 2s 3s", 2: "Ah Th Ts 9h 9s 2c 3c"}, 5, (2, 1)),
        # A straight to the nine. Seat 1 has a king that is not in it: seven cards count it, five do not.
        ({1: "9c 8d 7h 6s 5c Kd 2d", 2: "9d 8c 7c 6c 5d Qd 2c"}, 5, (2, 1)),
        ({1: "9c 8d 7h 6s 5c Kd 2d", 2: "9d 8c 7c 6c 5d Qd 2c"}, 7, (1, 2)),
        # A straight with a pair in it: the nine of spades may stand for the nine of clubs.
        ({1: "9c 9s 8d 7h 6s 5c 2d", 2: "9d 9h 8c 7c 6c 5d 2c"}, 5, (1, 2)),
    ],
)
def test_by_the_highest_card_and_its_suit(hands: Mapping[int, str], cards: int, seats: tuple[int, ...]) -> None:
    rules = but(RULES, odd_chip_method="high_suit", odd_chip_cards=cards)
    assert order(tie(101, NOBODY, hands), table(), rules) == seats


def test_suits_in_the_order_of_the_house() -> None:
    rules = but(RULES, odd_chip_method="high_suit", odd_chip_cards=7, suit_order="shdc")
    assert order(tie(101, NOBODY), table(), rules) == (1, 2)  # clubs are highest, and seat 1 has that ace
    hands = {1: "As Ah Kd Kc Qd 2c 3d", 2: "Ac Ad Ks Kh Qs 2d 4s"}
    assert order(tie(101, NOBODY, hands), table(), rules) == (2, 1)


@pytest.mark.parametrize(
    ("razz_odd_chip", "cards", "seats"),
    [
        # Robert's Rules for razz: the lowest card by suit, and the ace is the lowest. Diamonds, hearts, spades.
        ("low_suit", 5, (1, 2, 4)),
        ("low_suit", 7, (1, 2, 4)),
        # TDA: the highest of the five cards that win: the five of spades may stand for that of hearts.
        ("high_suit", 5, (4, 2, 1)),
        # Of seven cards the king of spades is the highest, the king of hearts next.
        ("high_suit", 7, (2, 1, 4)),
    ],
)
@pytest.mark.parametrize("game", ["razz", "the low half"])
def test_tied_lows(game: str, razz_odd_chip: str, cards: int, seats: tuple[int, ...]) -> None:
    rules = but(RULES, odd_chip_method="high_suit", razz_odd_chip=razz_odd_chip, odd_chip_cards=cards)
    tied = tie(101, THREE, LOW, razz=game == "razz", half=None if game == "razz" else "low")
    assert order(tied, table(), rules) == seats


def test_tied_lows_by_position() -> None:
    rules = but(RULES, razz_odd_chip="left_of_button")
    assert order(tie(101, THREE, LOW, razz=True), table(1), rules) == (2, 4, 1)


# --- what each is due -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "unit", "spread", "due"),
    [
        (102, 1, "one_each", {4: 34, 1: 34, 2: 34}),
        (101, 1, "one_each", {4: 34, 1: 34, 2: 33}),
        (101, 1, "single", {4: 35, 1: 33, 2: 33}),
        (100, 1, "one_each", {4: 34, 1: 33, 2: 33}),
        (1050, 25, "one_each", {4: 350, 1: 350, 2: 350}),
        (1060, 25, "one_each", {4: 360, 1: 350, 2: 350}),  # less than a chip goes along with the first
        (1085, 25, "one_each", {4: 385, 1: 350, 2: 350}),
        (1110, 25, "one_each", {4: 385, 1: 375, 2: 350}),
        (1110, 25, "single", {4: 410, 1: 350, 2: 350}),
    ],
)
def test_what_each_is_due(amount: int, unit: int, spread: str, due: dict[int, int]) -> None:
    rules = but(RULES, odd_chip_method="left_of_button", odd_chip_spread=spread)
    assert divide(tie(amount, THREE, unit=unit), table(3), rules) == due


def test_an_even_split_needs_no_order() -> None:
    assert divide(tie(102, THREE, hands={}), table(None), but(RULES, odd_chip_method="high_suit")) == {
        1: 34,
        2: 34,
        4: 34,
    }


@pytest.mark.parametrize(
    ("method", "button", "paid", "right"),
    [
        ("left_of_button", 4, {1: 51, 2: 50}, True),
        ("left_of_button", 4, {1: 50, 2: 51}, False),
        ("left_of_button", 1, {1: 50, 2: 51}, True),
        ("high_suit", 1, {1: 51, 2: 50}, True),
        ("high_suit", 1, {1: 50, 2: 51}, False),
        ("unruled", 1, {1: 50, 2: 51}, True),
        ("unruled", 1, {1: 49, 2: 52}, False),
        # Only the seat next to the dealer is named; where it has not won, any winner may have the chip.
        ("left_seat", 4, {1: 51, 2: 50}, True),
        ("left_seat", 4, {1: 50, 2: 51}, False),
        ("left_seat", 2, {1: 50, 2: 51}, True),
        ("left_seat", 2, {1: 51, 2: 50}, True),
        ("left_seat", 2, {1: 49, 2: 52}, False),
        ("left_seat", 1, {1: 51, 2: 50}, False),
    ],
)
def test_where_the_odd_chip_went(method: str, button: int, paid: dict[int, int], right: bool) -> None:
    rules = but(RULES, odd_chip_method=method, odd_chip_cards=7)
    assert rightly_divided(tie(101, paid), table(button), rules) is right


def test_of_two_odd_chips_the_named_seat_has_to_have_one() -> None:
    rules = but(RULES, odd_chip_method="left_seat")
    state = table(3)  # seat 4 is next to the dealer
    assert rightly_divided(tie(101, {1: 34, 2: 33, 4: 34}), state, rules)
    assert not rightly_divided(tie(101, {1: 34, 2: 34, 4: 33}), state, rules)
    assert not rightly_divided(tie(101, {1: 33, 2: 33, 4: 35}), state, rules)
    assert rightly_divided(tie(101, {1: 33, 2: 33, 4: 35}), state, but(rules, odd_chip_spread="single"))
