"""What a site says of a hand: `two pair, Queens and Sixes`, `HI: a flush, Queen high; LO: 8,7,6,3,A`."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

from stud_audit.game.games import GameRules
from stud_audit.game.ranks import LowRank, high_category, high_rank, low_rank
from stud_audit.model.cards import ACE, RANK_NAMES, Cards

_LOW: Final = "?A23456789TJQK"


def description(cards: Cards, game: GameRules, qualifier: int | None) -> str:
    """A hand of seven known cards in the words of its game; `qualifier` is that of the low in hi-lo."""
    if not game.high:
        return f"Lo: {_low_words(low_rank(cards) or ())}"
    if not game.low:
        return high_words(cards)
    low = low_rank(cards, qualifier)
    return f"HI: {high_words(cards)}" + (f"; LO: {_low_words(low)}" if low else "")


def _low_words(low: LowRank) -> str:
    return ",".join(_LOW[value] for value in low[1:])


@lru_cache(maxsize=64)
def high_words(cards: Cards) -> str:
    """The best high hand of the cards in words."""
    category = high_category(high_rank(cards))
    ranks, suits = [card >> 2 for card in cards], Counter(card & 3 for card in cards)
    if category in ("flush", "straight flush"):
        suit = suits.most_common(1)[0][0]
        ranks = [card >> 2 for card in cards if card & 3 == suit]
    if category in ("straight", "straight flush"):
        top = next(top for top in range(ACE, 2, -1) if {*_run(top)} <= {*ranks})
        if category == "straight flush" and top == ACE:
            return "a Royal Flush"
        return f"a {category}, {RANK_NAMES[_run(top)[-1]]} to {RANK_NAMES[top]}"
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    first, second = RANK_NAMES[groups[0][1]], RANK_NAMES[groups[1][1]]
    match category:
        case "four of a kind" | "three of a kind":
            return f"{category}, {_plural(first)}"
        case "full house":
            return f"a full house, {_plural(first)} full of {_plural(second)}"
        case "flush":
            return f"a flush, {first} high"
        case "two pair":
            return f"two pair, {_plural(first)} and {_plural(second)}"
        case "pair":
            return f"a pair of {_plural(first)}"
        case _:
            return f"high card {first}"


def _run(top: int) -> tuple[int, ...]:
    """The ranks of a straight from its highest down; below the deuce is the ace."""
    return tuple([rank if rank >= 0 else ACE for rank in range(top, top - 5, -1)])


def _plural(word: str) -> str:
    return f"{word}es" if word == "Six" else f"{word}s"
