"""What a site says of a hand: `two pair, Queens and Sixes`, `HI: a flush, Queen high; LO: 8,7,6,3,A`."""

from __future__ import annotations

from functools import lru_cache

from stud_audit.game.games import GameRules
from stud_audit.model.cards import RANK_NAMES, Cards
from stud_audit.record.hand_words import HighName, describe_high, describe_low, low_text


def description(cards: Cards, game: GameRules, qualifier: int | None) -> str:
    """A hand of seven known cards in the words of its game; `qualifier` is that of the low in hi-lo."""
    if not game.high:
        return f"Lo: {low_text(describe_low(cards, None))}"
    words = high_words(describe_high(cards))
    if not game.low:
        return words
    low = describe_low(cards, qualifier)
    return f"HI: {words}; LO: {low_text(low)}" if low else f"HI: {words}"


@lru_cache(maxsize=1024)
def high_words(name: HighName) -> str:
    """A high hand in words."""
    first = RANK_NAMES[name.ranks[0]]
    match name.category:
        case "straight flush" if name.ranks[0] == 12:
            return "a Royal Flush"
        case "straight flush" | "straight":
            return f"a {name.category}, {RANK_NAMES[name.ranks[1]]} to {first}"
        case "four of a kind" | "three of a kind":
            return f"{name.category}, {_plural(first)}"
        case "full house":
            return f"a full house, {_plural(first)} full of {_plural(RANK_NAMES[name.ranks[1]])}"
        case "flush":
            return f"a flush, {first} high"
        case "two pair":
            return f"two pair, {_plural(first)} and {_plural(RANK_NAMES[name.ranks[1]])}"
        case "pair":
            return f"a pair of {_plural(first)}"
        case _:
            return f"high card {first}"


def _plural(word: str) -> str:
    return f"{word}es" if word == "Six" else f"{word}s"
