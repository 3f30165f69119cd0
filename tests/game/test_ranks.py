"""The engine's evaluators against a slow one written from the rules, and named corner cases."""

from __future__ import annotations

import random

import pytest
from support.slow_ranks import best_eight_or_better, best_high, best_low, cards

from stud_audit.game.ranks import high_category, high_rank, low_rank, low_value
from stud_audit.model.cards import cards_text, parse_cards

# Best first; two hands in one entry tie.
HIGH = [
    ["As Ks Qs Js Ts 2c 2d"],
    ["Kd Qd Jd Td 9d Ac As", "Kh Qh Jh Th 9h 2c 3d"],
    ["5c 4c 3c 2c Ac Ad Ah"],
    ["9s 9h 9d 9c Ad 2c 3d"],
    ["9s 9h 9d 9c Kd Qd Qs"],
    ["Kd Kc Ks Ah Ad As 2c"],
    ["Ad Ac As Qh Qd Js Jc", "Ad Ac As Qh Qd 2s 3c"],
    ["8d 8c 8s Ah Ad Ks Kc"],
    ["Ah Jh 9h 5h 2h As Ad"],
    ["Ah Jh 9h 4h 2h Ac Ad"],
    ["Ac Kd Qh Js Tc 9d 8h"],
    ["Tc 9d 8h 7s 6c Ad Ac"],
    ["Ac 2d 3h 4s 5c Kd Kh", "Ac 2d 3h 4s 5c 9d Qh"],
    ["7c 7d 7h Ac Kd 2s 3c"],
    ["Ac Ad 3h 3s Kc Qd Jh"],
    ["Kc Kd Qh Qs Jc Jd Ah", "Kc Kh Qd Qs 2c 3d Ah"],
    ["2c 2d Ah Kc Qd 9s 7h"],
    ["Ac Qd Jh 9s 8c 4d 3h"],
    ["Ac Qd Jh 9s 7c 4d 3h"],
]

LOW = [
    ["Ac 2d 3h 4s 5c Kd Kh", "Ah 2h 3h 4h 5h Kd Kh"],
    ["Ac 2d 3h 4s 6c Kd Qh"],
    ["8c 7d 6h 5s 4c Kd Kh"],
    ["9c 4d 3h 2s Ac 9d 9h"],
    ["Kc 4d 3h 2s Ac Kd Kh"],
    ["Kc Qd Jh Ts 9c 9d 9h"],
    ["Ac Ad 2h 3s 4c 4d 4h"],
    ["2c 2d Ah 3s 4c 4d 4h"],
    ["Kc Kd Qh Js Tc Kh Ks"],
]


def order(groups: list[list[str]]) -> list[tuple[str, str, bool]]:
    flat = [(place, hand) for place, group in enumerate(groups) for hand in group]
    return [(a, b, i == j) for i, a in flat for j, b in flat if i <= j]


@pytest.mark.parametrize(("better", "worse", "tie"), order(HIGH))
def test_high_hands_rank_as_poker_does(better: str, worse: str, tie: bool) -> None:
    first, second = high_rank(parse_cards(better)), high_rank(parse_cards(worse))
    assert first == second if tie else first < second


@pytest.mark.parametrize(("better", "worse", "tie"), order(LOW))
def test_razz_hands_rank_by_category_then_from_the_top(better: str, worse: str, tie: bool) -> None:
    first, second = low_rank(parse_cards(better)), low_rank(parse_cards(worse))
    assert first is not None
    assert second is not None
    assert first == second if tie else first < second


@pytest.mark.parametrize(
    ("hand", "low"),
    [
        ("8c 7d 6h 5s 4c Kd Kh", (8, 7, 6, 5, 4)),  # a straight does not hurt
        ("Ah 2h 4h 6h 8h Kd Kh", (8, 6, 4, 2, 1)),  # nor does a flush
        ("9c 7d 6h 5s 4c Kd Kh", None),
        ("8c 8d 7h 7s 4c 3d 2h", (8, 7, 4, 3, 2)),
        ("8c 8d 7h 7s 4c 4d 2h", None),
        ("Ac 2d 3h 4s 5c 6d 7h", (5, 4, 3, 2, 1)),
    ],
)
def test_a_low_needs_five_ranks_of_eight_or_better(hand: str, low: tuple[int, ...] | None) -> None:
    value = low_rank(parse_cards(hand), 8)
    assert value == (None if low is None else (0, *low))


def test_both_evaluators_agree_on_random_hands() -> None:
    dice = random.Random(20261101)
    hands = [tuple(sorted(dice.sample(range(52), 7))) for _ in range(1000)]
    texts = [cards(cards_text(hand)) for hand in hands]
    slow_high = [best_high(text) for text in texts]
    slow_low = [best_low(text) for text in texts]
    for here, there in zip(range(0, 1000, 2), range(1, 1000, 2), strict=True):
        a, b = hands[here], hands[there]
        assert _sign(high_rank(b) - high_rank(a)) == _compare(slow_high[here], slow_high[there])
        assert _compare(low_rank(a), low_rank(b)) == _compare(slow_low[here], slow_low[there])
    for hand, text in zip(hands, texts, strict=True):
        low = low_rank(hand, 8)
        assert (None if low is None else low) == best_eight_or_better(text)
        five = hand[:5]
        assert high_rank(five) >= high_rank(hand)


def test_categories_are_named_alike() -> None:
    names = ["high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind"]
    names.append("straight flush")
    dice = random.Random(7)
    seen = set()
    for _ in range(1500):
        hand = tuple(sorted(dice.sample(range(52), 7)))
        category = names[best_high(cards(cards_text(hand)))[0]]
        seen.add(category)
        assert high_category(high_rank(hand)) == category
    assert len(seen) >= 8


def _compare(a: object, b: object) -> int:
    return (a > b) - (a < b)  # type: ignore[operator]


def _sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)


@pytest.mark.parametrize(
    ("best", "worst", "name"),
    [
        ("As Ks Qs Js Ts", "Ah 2h 3h 4h 5h", "straight flush"),
        ("As Ah Ad Ac Ks", "2s 2h 2d 2c 3s", "four of a kind"),
        ("As Ah Ad Kc Ks", "2s 2h 2d 3c 3s", "full house"),
        ("As Ks Qs Js 9s", "7h 5h 4h 3h 2h", "flush"),
        ("As Ks Qs Js Th", "Ah 2h 3h 4h 5s", "straight"),
        ("As Ah Ad Kc Qs", "2s 2h 2d 4c 3s", "three of a kind"),
        ("As Ah Kd Kc Qs", "3s 3h 2d 2c 4s", "two pair"),
        ("As Ah Kd Qc Js", "2s 2h 5d 4c 3s", "pair"),
        ("As Ks Qs Js 9h", "7h 5h 4h 3h 2s", "high card"),
    ],
)
def test_the_best_and_the_worst_hand_of_each_category(best: str, worst: str, name: str) -> None:
    assert high_category(high_rank(parse_cards(best))) == name
    assert high_category(high_rank(parse_cards(worst))) == name
    if name == "straight flush":
        assert high_rank(parse_cards(best)) == 1
    if name == "high card":
        assert high_rank(parse_cards(worst)) == 7462


def test_the_ace_is_the_lowest_card_of_a_low() -> None:
    assert [low_value(card) for card in parse_cards("As 2s 3s 9s Ts Js Qs Ks")] == [1, 2, 3, 9, 10, 11, 12, 13]


@pytest.mark.parametrize(
    ("hand", "rank"),
    [
        ("Ac 2d 3h 4s 5c Kd Kh", (0, 5, 4, 3, 2, 1)),
        ("Ac 2d 3h 4s 8c Kd Kh", (0, 8, 4, 3, 2, 1)),
        # With fewer than five ranks: as few pairs as can be, the group first.
        ("Ac 2d 3h 4s 4c", (1, 4, 4, 3, 2, 1)),
        ("Kc Kd Qh Qs Jc", (2, 13, 13, 12, 12, 11)),
        ("Kc Kd Kh Qs Jc", (3, 13, 13, 13, 12, 11)),
        ("Kc Kd Kh Qs Qc", (4, 13, 13, 13, 12, 12)),
        ("Kc Kd Kh Ks Qc", (5, 13, 13, 13, 13, 12)),
    ],
)
def test_what_a_low_is_worth(hand: str, rank: tuple[int, ...]) -> None:
    assert low_rank(parse_cards(hand)) == rank


@pytest.mark.parametrize(
    ("hand", "qualifies"),
    [("Ac 2d 3h 4s 8c Kd Kh", True), ("Ac 2d 3h 4s 9c Kd Kh", False), ("Ac 2d 3h 8s 8c 2s Kh", False)],
)
def test_an_eight_qualifies(hand: str, qualifies: bool) -> None:
    assert (low_rank(parse_cards(hand), 8) is not None) is qualifies
