"""What hands are called."""

from __future__ import annotations

import pytest

from stud_audit.game.hand_names import HighName, describe_high, high_text, name_low
from stud_audit.model.cards import parse_cards

A, K, Q = 12, 11, 10


@pytest.mark.parametrize(
    ("cards", "category", "ranks"),
    [
        ("Ah 2h 3h 4h 5h Kh Qd", "straight flush", (3, A)),
        ("9h 9d 9s Kh Kd Qs Qc", "full house", (7, K)),
        ("9h 9d Kh Kd Qs Qc As", "two pair", (K, Q, A)),
        ("9h 9d Kh Ad Qs 3c 2s", "pair", (7, A, K, Q)),
        ("2h 2d 2s 2c Kh Kd As", "four of a kind", (0, A)),
    ],
)
def test_a_hand_is_named_with_every_rank(cards: str, category: str, ranks: tuple[int, ...]) -> None:
    assert describe_high(parse_cards(cards)) == HighName(category, ranks)


def test_hands_one_kicker_apart_are_told_apart_again_and_again() -> None:
    for _ in range(2):
        for kicker, rank in (("5", 3), ("4", 2), ("3", 1)):
            assert describe_high(parse_cards(f"9h 9d Kh Qd {kicker}s")) == HighName("pair", (7, K, Q, rank))
            assert name_low(parse_cards(f"9h 9d Kh Qd {kicker}s")) == HighName("pair", (7, K, Q, rank))


def test_every_kind_of_low_has_a_name() -> None:
    assert name_low(parse_cards("Ac Ad Ah As 2c 2d 2h")) == HighName("full house", (A, 0))
    assert name_low(parse_cards("Ac Ad 2c 2d 3c 3d 4h")) == HighName("pair", (A, 2, 1, 0))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (HighName("straight flush", (3, A)), "straight flush, Ace to Five"),
        (HighName("straight", (K,)), "straight, King high"),
        (HighName("four of a kind", (4, A)), "four of a kind, Sixes"),
        (HighName("full house", (4, A)), "full house, Sixes full of Aces"),
        (HighName("full house", (4,)), "full house"),
        (HighName("flush", (Q, 3)), "flush, Queen high"),
        (HighName("two pair", (K, Q, A)), "two pair, Kings and Queens"),
        (HighName("pair", (0, A)), "pair of Deuces"),
        (HighName("high card", (A, K)), "high card Ace"),
        (HighName("pair"), "pair"),
    ],
)
def test_names_in_words_as_far_as_they_are_stated(name: HighName, words: str) -> None:
    assert high_text(name) == words
