"""Words for hands, as several sites write them, read back and held against cards."""

from __future__ import annotations

import random

import pytest
from support.written import said

from stud_audit.game.games import GAMES
from stud_audit.game.hand_names import HighName, describe_low
from stud_audit.model.cards import DECK, cards_text, parse_cards
from stud_audit.record.hand_words import Description, low_agrees, name_agrees, read_description

A, K, Q, J, T = 12, 11, 10, 9, 8


@pytest.mark.parametrize(
    ("text", "category", "ranks"),
    [
        ("high card Ace", "high card", (A,)),
        ("Ace Queen high", "high card", (A, Q)),
        ("a pair of Tens", "pair", (T,)),
        ("a pair of Sixes - King kicker", "pair", (4, K)),
        ("a pair of 10s", "pair", (T,)),
        ("Straight, 10 high", "straight", (T,)),
        ("two pair, Aces and Fours", "two pair", (A, 2)),
        ("TWO_PAIR JACK, NINE", "two pair", (J, 7)),
        ("three of a kind, Fives", "three of a kind", (3,)),
        ("a straight, Ten to Ace", "straight", (A, T)),
        ("a straight, Ace to Five", "straight", (3, A)),
        ("Straight King high", "straight", (K,)),
        ("a flush, Queen high", "flush", (Q,)),
        ("a full house, Fives full of Aces", "full house", (3, A)),
        ("four of a kind, Aces", "four of a kind", (A,)),
        ("a straight flush, Five to Nine", "straight flush", (7, 3)),
        ("a Royal Flush", "straight flush", (A, T)),
        ("One pair", "pair", ()),
    ],
)
def test_high_hands_in_words(text: str, category: str, ranks: tuple[int, ...]) -> None:
    assert read_description(text) == Description(HighName(category, ranks))


@pytest.mark.parametrize(
    ("text", "low"),
    [
        ("Lo: T,5,3,2,A", (10, 5, 3, 2, 1)),
        ("8,5,3,2,A  for low.", (8, 5, 3, 2, 1)),
        ("J,T,7,4,A", (11, 10, 7, 4, 1)),
    ],
)
def test_lows_in_words(text: str, low: tuple[int, ...]) -> None:
    assert read_description(text) == Description(None, low)


def test_both_halves_in_words() -> None:
    expected = Description(HighName("pair", (6,)), (8, 7, 6, 3, 1))
    assert read_description("HI: a pair of Eights; LO: 8,7,6,3,A") == expected


@pytest.mark.parametrize("text", ["", "the nuts", "Lo: 3,3,5,4", "muck"])
def test_what_cannot_be_read_is_nothing(text: str) -> None:
    assert not read_description(text)


def test_the_words_of_a_second_evaluator_agree_with_the_cards() -> None:
    dice = random.Random(5)
    for _ in range(600):
        cards = tuple(dice.sample(DECK, 7))
        words = read_description(said("stud", cards_text(cards).split()))
        assert words.high is not None
        assert name_agrees(words.high, cards, GAMES["stud"])
        razz = read_description(said("razz", cards_text(cards).split()))
        assert razz.low is not None
        assert low_agrees(razz.low, cards, None)
        halves = read_description(said("stud8", cards_text(cards).split()))
        assert (halves.low is None) == (not describe_low(cards, 8))


@pytest.mark.parametrize(
    ("cards", "words", "right"),
    [
        ("6c 7c 7d 7s 3s Jd Jc", "Lo: a pair of Sevens", True),  # 7,7,J,6,3: of three sevens and two jacks one pair
        ("6c 7c 7d 7s 3s Jd Jc", "a pair of Jacks", False),
        ("6c 7c 7d 7s 3s Jd Jc", "a full house, Sevens full of Jacks", False),
        ("9c Kc Ks Kd 9h 9d Qh", "Lo: two pair, Kings and Nines", True),
        ("9c Kc Ks Kd 9h 9d Qh", "three of a kind, Nines", False),
        ("2c 2d 2h 2s Kc Kd Kh", "a full house, Deuces full of Kings", True),
        ("Ac 2d 3h 4s 5c Kd Kh", "high card Five", True),  # a wheel, whatever it is high
        ("Ac 2d 3h 4s 5c Kd Kh", "a straight, Ace to Five", False),
        ("Ac Ad Ah 2s 2c 3d 3h", "two pair, Deuces and Aces", True),  # and a three: aces are low
    ],
)
def test_the_hand_that_counts_in_razz_is_the_low_one(cards: str, words: str, right: bool) -> None:
    stated = read_description(words).high
    assert stated is not None
    assert name_agrees(stated, parse_cards(cards), GAMES["razz"]) is right


@pytest.mark.parametrize(
    ("ranks", "agree"),
    [((8, 6, 4, 3, 1), True), ((1, 3, 4, 6, 8), True), ((8, 6, 4, 3, 2), False), ((8, 6, 4, 3), False)],
)
def test_a_low_in_whatever_order_its_ranks_are_named(ranks: tuple[int, ...], agree: bool) -> None:
    assert low_agrees(ranks, parse_cards("8c 6d 4h 3s Ac Kc Qd"), 8) is agree
