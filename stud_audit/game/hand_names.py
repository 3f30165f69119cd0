"""What hands are called: the name of a high hand with its ranks, those of a low, and both in words."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stud_audit.game.games import GameRules
from stud_audit.game.ranks import LowRank, high_category, high_rank, low_rank
from stud_audit.model.cards import ACE, RANK_NAMES, Cards
from stud_audit.model.values import Value

Ranks = tuple[int, ...]

LOW_TEXT: Final = "?A23456789TJQK"
"""The ranks of a low by their value, the ace as 1."""

_LOW_CATEGORIES: Final = ("high card", "pair", "two pair", "three of a kind", "full house", "four of a kind")
"""The categories of `low_rank`, which knows no straights and flushes."""


class HighName(Value, frozen=True):
    """A high hand in words: its category as in `ranks.high_category`, and ranks as far as they are stated.

    Pairs and more come first, then kickers, from the highest down. A straight has its highest and, if
    stated, its lowest rank.
    """

    category: str
    ranks: Ranks = ()


def describe_high(cards: Cards) -> HighName:
    """The name of the best high hand of five to seven known cards, with every rank."""
    value = high_rank(tuple(sorted(cards)))
    name = _NAMES.get(value)
    if name is None:
        name = _NAMES[value] = _described(cards, high_category(value))
    return name


_NAMES: Final[dict[int, HighName]] = {}
"""By `high_rank`, which tells the category and every rank: no more than 7,462."""


def _described(cards: Cards, category: str) -> HighName:
    ranks = [card >> 2 for card in cards]
    if category in ("flush", "straight flush"):
        suits = [card & 3 for card in cards]
        flush = max(suits, key=suits.count)
        ranks = [card >> 2 for card in cards if card & 3 == flush]
    if category in ("straight", "straight flush"):
        return HighName(category, _straight(set(ranks)))
    distinct = sorted(set(ranks), reverse=True)
    grouped: list[int] = []
    for size in _GROUPS[category]:
        grouped.append(next(rank for rank in distinct if rank not in grouped and ranks.count(rank) >= size))
    kickers = [rank for rank in distinct if rank not in grouped]
    return HighName(category, (*grouped, *kickers[: 5 - sum(_GROUPS[category])]))


def _straight(ranks: set[int]) -> Ranks:
    for high in range(12, 3, -1):
        if ranks.issuperset(range(high - 4, high + 1)):
            return (high, high - 4)
    return (3, 12)  # the wheel: five high, from the ace


_GROUPS: Final[dict[str, Ranks]] = {
    "four of a kind": (4,), "full house": (3, 2), "flush": (), "three of a kind": (3,), "two pair": (2, 2),
    "pair": (2,), "high card": (),
}  # fmt: skip


def describe_low(cards: Cards, qualifier: int | None) -> Ranks:
    """The ranks of the best low of the cards, the ace as 1, highest first; empty where none qualifies."""
    return (low_rank(cards, qualifier) or (0,))[1:]


def name_low(cards: Cards) -> HighName:
    """The name of the best low hand as of any five cards: a pair in razz is `a pair of Sevens` as well."""
    return _named_low(low_rank(cards) or (0,))


@lru_cache(maxsize=8192)
def _named_low(rank: LowRank) -> HighName:
    category, *values = rank
    groups = tuple(dict.fromkeys(ACE if value == 1 else value - 2 for value in values))
    return HighName(_LOW_CATEGORIES[category], groups)


def name_hand(cards: Cards, game: GameRules) -> HighName:
    """The name of the hand that counts in this game: in razz the low one."""
    return describe_high(cards) if game.high else name_low(cards)


def high_text(name: HighName) -> str:
    """The name in words, for people."""
    category, words = name.category, [RANK_NAMES[rank] for rank in name.ranks]
    match category, words:
        case "straight" | "straight flush", [high, *_, low]:
            return f"{category}, {low} to {high}"
        case "straight" | "straight flush" | "flush", [high, *_]:
            return f"{category}, {high} high"
        case "full house", [three, two, *_]:
            return f"full house, {plural(three)} full of {plural(two)}"
        case "two pair", [high, low, *_]:
            return f"two pair, {plural(high)} and {plural(low)}"
        case "pair", [of, *_]:
            return f"pair of {plural(of)}"
        case "high card", [high, *_]:
            return f"high card {high}"
        case "three of a kind" | "four of a kind", [of, *_]:
            return f"{category}, {plural(of)}"
        case _:
            return category


def low_text(ranks: Ranks) -> str:
    """`8,7,6,3,A`, or that there is none."""
    return ",".join(LOW_TEXT[value] for value in ranks) if ranks else "no low"


def plural(word: str) -> str:
    """`Sixes`, `Aces`."""
    return f"{word}es" if word == "Six" else f"{word}s"
