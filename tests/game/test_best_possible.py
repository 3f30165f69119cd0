"""The best that hidden cards allow, against every way to deal them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

import pytest

from stud_audit.game.best_possible import best_high, best_low, least_high
from stud_audit.game.ranks import LowRank, high_category, high_rank, low_rank
from stud_audit.model.cards import DECK, Cards, parse_cards


def dealt(dice: random.Random, hidden: int) -> tuple[Cards, Cards]:
    """Some of a hand's cards and what is left of the deck, short and with ranks or suits in plenty now and then."""
    deck = list(DECK)
    if dice.random() < 0.4:
        ranks = dice.sample(range(13), dice.randint(5, 8))
        deck = [card for card in deck if card >> 2 in ranks]
    elif dice.random() < 0.4:
        deck = [card for card in deck if card & 3 in (0, 1)]
    dice.shuffle(deck)
    return tuple(deck[: 7 - hidden]), tuple(deck[7 - hidden :][: dice.randint(hidden, 16)])


def low_of(own: Sequence[int], left: Sequence[int], hidden: int, qualifier: int | None = None) -> LowRank | None:
    five = best_low(own, left, hidden, qualifier)
    return low_rank(five, qualifier) if five else None


@pytest.mark.parametrize("hidden", [1, 2, 3, 4])
def test_no_way_to_deal_the_hidden_cards_is_better(hidden: int) -> None:
    dice = random.Random(hidden)
    for _ in range(150 if hidden < 4 else 40):
        own, left = dealt(dice, hidden)
        hands = [own + more for more in combinations(left, hidden)]
        assert high_rank(best_high(own, left, hidden)) == min(high_rank(tuple(sorted(hand))) for hand in hands)
        lows = [low_rank(tuple(sorted(hand))) for hand in hands]
        assert low_of(own, left, hidden) == min(low for low in lows if low)
        eights = [low for hand in hands if (low := low_rank(tuple(sorted(hand)), 8))]
        assert low_of(own, left, hidden, 8) == min(eights, default=None)


@pytest.mark.parametrize("hidden", [1, 2, 3])
def test_no_way_to_deal_the_hidden_cards_is_worse_than_what_lies_open(hidden: int) -> None:
    dice = random.Random(hidden)
    told = 0
    for _ in range(100):
        own, left = dealt(dice, hidden)
        least = least_high(own, left)
        told += least is not None
        if least is not None:
            hands = [tuple(sorted(own + more)) for more in combinations(left, hidden)]
            assert max(map(high_rank, hands)) <= high_rank(least)
    assert told > 20


def test_what_four_open_cards_are_at_least() -> None:
    left = parse_cards("2c 3d 9h Kd")
    assert least_high(parse_cards("As Ah 5d 9c"), left) == tuple(sorted(parse_cards("As Ah 5d 9c 2c")))
    assert least_high(parse_cards("As Kh 5d 9c"), left) is None
    assert least_high(parse_cards("As Ah 5d"), left) is None


@pytest.mark.parametrize(
    ("own", "gone", "hidden", "category"),
    [
        ("5d 9d 3s 6h", "As Ks Qs Js Ts 5c 2d", 3, "straight flush"),  # five to nine of diamonds
        ("5d 9d 3s 6h", "2d 8d 5s 5h 9c 9s", 3, "four of a kind"),  # without the eight four sixes are the best
        ("2c 7d 9h Ks", "2d 2h 2s 7c 7h 7s 9c 9d 9s", 3, "four of a kind"),  # only kings can still come
        ("2c 7d 9h Ks", "2d 2h 2s 7c 7h 7s 9c 9d 9s Kc", 3, "straight"),  # and now not even the fourth of them
        ("2c 2d 7h 9s Jc Kd", "2h 7c 7d 7s 9c 9d 9h Jd Jh Js Kc Kh Ks", 1, "three of a kind"),
    ],
)
def test_what_is_gone_cannot_come(own: str, gone: str, hidden: int, category: str) -> None:
    cards = parse_cards(own)
    left = [card for card in DECK if card not in cards and card not in parse_cards(gone)]
    assert high_category(high_rank(best_high(cards, left, hidden))) == category


def test_a_hand_of_which_nothing_is_known_may_be_a_royal_flush() -> None:
    spades = parse_cards("As Ks Qs Js Ts")
    assert high_rank(best_high((), DECK, 7)) == 1
    assert high_rank(best_high((), [card for card in DECK if card not in spades], 7)) == 1
    assert low_of((), DECK, 7) == (0, 5, 4, 3, 2, 1)


def test_a_low_that_cannot_come() -> None:
    own, left = parse_cards("Kc Qd Js 9h"), [card for card in DECK if card not in parse_cards("Kc Qd Js 9h")]
    assert best_low(own, left, 3, 8) is None
    assert low_of(own, left, 3) == (0, 11, 9, 3, 2, 1)


@pytest.mark.parametrize(
    ("own", "left", "hidden", "best"),
    [
        ("Ks Qs Js 2c", "As Ts 2d 2h", 2, "As Ks Qs Js Ts"),
        ("As 2s 3s 9c", "4s 5s 9d 9h", 2, "As 2s 3s 4s 5s"),
        ("7c 7d 7h Kc", "7s As Ah 2d", 1, "7s 7c 7d 7h Kc"),
        ("7c 7d 7h Kc", "As Ks 2d 3d", 1, "7c 7d 7h Kc Ks"),
        ("7c 7d Kh Kc", "As 7s Ks 3d", 1, "Kc Kh Ks 7c 7d"),
        ("2s 5s 9s Jd", "As Ts 3d 4d", 2, "As Ts 9s 5s 2s"),
        ("6c 7d 8h Kc", "9s Ts Kd 3d", 2, "Ts 9s 8h 7d 6c"),
        ("Ac 2d 3h 9c", "4s 5d 9d Th", 2, "5d 4s 3h 2d Ac"),
        ("7c 7d Kh 2c", "7s As 3d 4d", 1, "7c 7d 7s Kh 2c"),
        ("7c 7d Kh 2c", "As Ks Qd 4d", 1, "Kh Ks 7c 7d 2c"),
        ("7c Jd Kh 2c", "As Td Qd 4d", 1, "As Kh Jd 7c 2c"),
        ("7c Jd Kh 2c", "Ks 7d Jh 4d", 1, "Kh Ks Jd 7c 2c"),
    ],
)
def test_the_best_high_of_each_category(own: str, left: str, hidden: int, best: str) -> None:
    five = best_high(parse_cards(own), parse_cards(left), hidden)
    assert high_rank(five) == high_rank(parse_cards(best))
    assert set(five) <= {*parse_cards(own), *parse_cards(left)}
    assert len(set(five) & set(parse_cards(left))) <= hidden
    assert len(five) == 5


@pytest.mark.parametrize(
    ("own", "left", "hidden", "best"),
    [
        ("Ac 2d Kh Ks", "3c 4d 5s", 3, "Ac 2d 3c 4d 5s"),
        ("Ac 2d Kh Ks", "3c 3d 2s", 2, "Ac 2d 2s 3c Kh"),
        ("Ac 2d Kh Ks", "Kd 3d 2s", 1, "Ac 2d 3d Kh Ks"),
        ("Ac Ad Kh Ks", "Kd Ah Qs", 1, "Ac Ad Qs Kh Ks"),
        ("Ac Ad Ah Kh", "Ks Qd Kc", 1, "Ac Ad Ah Kh Qd"),
        ("Ac Ad Ah Kh", "Ks Kd Kc", 1, "Ac Ad Ah Kh Ks"),
        ("Kc Kd Kh Ks", "Qs Qd Qc", 1, "Kc Kd Kh Ks Qc"),
        ("2c 2d 2h 2s", "As Kd Qc", 1, "2c 2d 2h 2s As"),
    ],
)
def test_the_best_low_of_each_kind(own: str, left: str, hidden: int, best: str) -> None:
    assert low_of(parse_cards(own), parse_cards(left), hidden) == low_rank(parse_cards(best))


@pytest.mark.parametrize(
    ("own", "left", "hidden", "best"),
    [
        ("Ac 2d 7h Ks", "3c 8d 9s", 2, "Ac 2d 3c 7h 8d"),
        ("Ac 2d 7h Ks", "3c 9d 9s", 2, None),
        ("Ac 2d 7h Ks", "3c 2s 8s", 1, None),
    ],
)
def test_the_best_low_that_qualifies(own: str, left: str, hidden: int, best: str | None) -> None:
    found = low_of(parse_cards(own), parse_cards(left), hidden, 8)
    assert found == (low_rank(parse_cards(best), 8) if best else None)


def test_a_hand_takes_five_cards() -> None:
    with pytest.raises(ValueError, match="five cards"):
        best_high(parse_cards("As Kd"), parse_cards("Qh Jc"), 2)
    assert best_low(parse_cards("As Kd"), parse_cards("Qh Jc"), 2) is None
