"""Boards, door cards, and suits, as LPC-06 to LPC-08, LPC-13, and A-14 have them."""

from __future__ import annotations

import random

import pytest

from stud_audit.game.boards import board_key, board_value, by_suit, door_rank, has_open_pair, suit_value
from stud_audit.model.cards import DECK, UNKNOWN, parse_card, parse_cards

# The best first. Two pair outrank one pair whatever the ranks, and straights and flushes do not count.
FOUR = [
    "2c 2d 2h 2s",
    "Ac Ad Ah Kd",
    "3c 3d 3h Ad",
    "3c 3d 3h 2s",
    "Ac Ad 2h 2s",
    "Kc Kd Qh Qs",
    "Kc Kd Jh Js",
    "Ac Ad Kh Qs",
    "Ac Ad Kh Js",
    "2c 2d 4h 3s",
    "Ac Kd Qh Js",
    "Ac Kd Qh Ts",
    "Kh Qh Jh Th",
    "5c 4d 3h 2s",
]
THREE = ["2c 2d 2h", "Ac Ad Kh", "Ac Ad Qh", "2c 2d 3h", "Ac Kd Qh", "Ac 3d 2h", "Kh Qh Jh"]
TWO = ["2c 2d", "Ac Kd", "Ac 2d", "Kc Qd"]


# With the community card, where a house counts it.
FIVE = ["2c 2d 2h 2s Ah", "2c 2d 2h 3s 3h", "Ac Ad Ah Ks Qs", "Ac Ad Kh Ks 2d", "2c 2d 3h 4s 5h", "Ac Kd Qh Js 9s"]


@pytest.mark.parametrize(
    "boards",
    [FOUR, THREE, TWO, FIVE],
)
def test_boards_from_the_best_down(boards: list[str]) -> None:
    keys = [board_key(parse_cards(board)) for board in boards]
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    "boards",
    [
        ["2c 2d", "2c 2d 3h", "2c 2d 3h 4s", "2c 2d 3h 4s 5c"],
        ["2c 2d 3h 3s", "2c 2d 3h 3s 4c"],
        ["2c 2d 2h", "2c 2d 2h 3s", "2c 2d 2h 3s 4c"],
        ["2c 2d 2h 2s", "2c 2d 2h 2s 3c"],
        ["2c", "2c 3d", "2c 3d 4h", "2c 3d 4h 5s", "2c 3d 4h 5s 7c"],
    ],
)
def test_the_category_does_not_depend_on_how_many_cards_lie_beside(boards: list[str]) -> None:
    """One player may have a card fewer on record than another."""
    assert len({board_key(parse_cards(board))[0] for board in boards}) == 1


@pytest.mark.parametrize(("one", "other"), [("Ac Kd", "Kc Ad"), ("7c 7d 2h 9s", "9c 2d 7h 7s"), ("As", "Ac")])
def test_boards_of_the_same_ranks_are_equal(one: str, other: str) -> None:
    assert board_key(parse_cards(one)) == board_key(parse_cards(other))


# The lowest first: a pair is worse than no pair, and the ace is the lowest card.
RAZZ = [
    "Ac 2d 3h 4s",
    "Ac 2d 3h 5s",
    "2c 3d 4h 5s",
    "Tc Jd Qh Ks",
    "Ac Ad 2h 3s",
    "Kc Kd Qh Js",
    "Ac Ad 2h 2s",
    "Ac Ad Ah 2s",
]


def test_razz_boards_from_the_lowest_up() -> None:
    keys = [board_key(parse_cards(board), ace_low=True) for board in RAZZ]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys)
    assert board_key(parse_cards("Ac Kd")) > board_key(parse_cards("Kc Qd"))
    assert board_key(parse_cards("Ac 2d"), ace_low=True) < board_key(parse_cards("3c 2d"), ace_low=True)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("5h 6h 7h 8h", "2h 6h 9h Kh"),  # a straight flush above a flush
        ("2h 6h 9h Kh", "5c 6h 7h 8h"),  # a flush above a straight
        ("5c 6h 7h 8h", "2c Qh Kh Ah"),  # a straight above high cards
        ("2h 6h 9h", "Ac Kd Qh"),  # of three cards too
        ("6c 7d 8h", "2c Kd Ah"),
        ("2h 3h", "Ac Qd"),  # and of two
        ("5c 5d 5h 5s", "9h Th Jh Qh"),
    ],
)
def test_where_a_house_lets_straights_and_flushes_count(better: str, worse: str) -> None:
    assert board_key(parse_cards(better), False, True) > board_key(parse_cards(worse), False, True)


def test_one_card_is_neither_straight_nor_flush() -> None:
    assert board_key(parse_cards("2c"), False, True) < board_key(parse_cards("3d"), False, True)
    assert board_key(parse_cards("2c"), False, True) == board_key(parse_cards("2c"))


def test_a_gap_is_no_straight() -> None:
    gap, straight = parse_cards("5c 6h 7h 9h"), parse_cards("5c 6h 7h 8h")
    assert board_key(gap, False, True) == board_key(gap) < board_key(straight, False, True)


@pytest.mark.parametrize(
    ("cards", "paired"),
    [
        ("2c 2d", True),
        ("2c 3c", False),
        ("2c Kd 2h", True),
        ("2c Kd Qh", False),
        ("? ?", False),
        ("2c ?", False),
        ("? 2c 2d", True),
    ],
)
def test_an_open_pair(cards: str, paired: bool) -> None:
    assert has_open_pair(parse_cards(cards)) is paired


def test_no_cards_pair_nothing() -> None:
    assert UNKNOWN < 0
    assert not has_open_pair(())


def test_clubs_are_lowest_then_diamonds_hearts_and_spades() -> None:
    assert [suit_value(parse_card(card)) for card in ("7c", "2d", "Ah", "9s")] == [0, 1, 2, 3]
    assert [suit_value(parse_card(card), "shdc") for card in ("7c", "2d", "Ah", "9s")] == [3, 2, 1, 0]


@pytest.mark.parametrize(
    ("cards", "group_first", "suits"),
    [
        ("7c Kd 9s", False, (1, 3, 0)),  # king, nine, seven
        ("7c Kd 7s", False, (1, 3, 0)),  # of the sevens the spade first
        ("7c Kd 7s", True, (3, 0, 1)),  # the pair before its kicker
        ("Ac 2d", True, (0, 1)),
    ],
)
def test_suits_from_the_highest_card_down(cards: str, group_first: bool, suits: tuple[int, ...]) -> None:
    assert by_suit(parse_cards(cards), group_first=group_first) == suits


def test_suits_in_the_order_of_the_house() -> None:
    assert by_suit(parse_cards("7c Kd"), "shdc") == (2, 3)


@pytest.mark.parametrize(("ace_high", "lowest_first"), [(True, "2s 3c Kh Ac"), (False, "As 2c 3d Kh")])
def test_door_cards_from_the_lowest(ace_high: bool, lowest_first: str) -> None:
    ranks = [door_rank(card, ace_high) for card in parse_cards(lowest_first)]
    assert ranks == sorted(set(ranks))


@pytest.mark.parametrize("ace_low", [False, True])
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_the_number_of_a_board_orders_as_its_worth_does(size: int, ace_low: bool) -> None:
    rng = random.Random(size)
    boards = [tuple(rng.sample(DECK, size)) for _ in range(300)]
    boards += [tuple(4 * rank + suit for suit in range(size)) for rank in (0, 5, 12)]
    for one, other in zip(boards, boards[1:] + boards[:1], strict=True):
        keys = board_key(one, ace_low), board_key(other, ace_low)
        values = board_value(one, ace_low), board_value(other, ace_low)
        assert (values[0] < values[1], values[0] == values[1]) == (keys[0] < keys[1], keys[0] == keys[1])
