"""A site's words for a hand, read back: `two pair, Aces and Fours`, `HI: a flush, Queen high; LO: 8,7,6,3,A`.

Only what the words state is read: a description without kickers says nothing of kickers. What cannot
be read is None, which is not the same as wrong.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from stud_audit.game.games import GameRules
from stud_audit.game.ranks import high_category, high_rank, low_rank
from stud_audit.model.cards import ACE, RANK_NAMES, RANKS, Cards

Ranks = tuple[int, ...]


class HighName(Struct, frozen=True):
    """A high hand in words: its category as in `ranks.high_category`, and ranks as far as they are stated.

    Pairs and more come first, then kickers, from the highest down. A straight has its highest and, if
    stated, its lowest rank.
    """

    category: str
    ranks: Ranks = ()


class Description(Struct, frozen=True):
    """What a text says of a hand: its high side, its low side (1 for the ace to 13 for the king), or both."""

    high: HighName | None = None
    low: Ranks | None = None

    def __bool__(self) -> bool:
        return self.high is not None or self.low is not None


@lru_cache(maxsize=8192)
def read_description(text: str) -> Description:
    """What the text states; empty where it cannot be read."""
    low = None
    match = _LOW.search(text)
    if match is not None:
        listed = match["after"] or match["before"] or match["bare"]
        low = tuple([_LOW_VALUE[word] for word in re.findall(r"10|[2-9TJQKA]", listed.upper())])
        text = text[: match.start()] + text[match.end() :]
    return Description(_read_high(text), low)


def _read_high(text: str) -> HighName | None:
    plain = text.replace("_", " ").lower()
    for category, pattern in _HIGH:
        match = pattern.search(plain)
        if match is None:
            continue
        ranks = tuple([_RANK_WORDS[word] for word in match.groups() if word])
        if category == "royal flush":
            return HighName("straight flush", (12, 8))
        if category in ("straight", "straight flush") and len(ranks) == 2:
            ranks = (ranks[1], ranks[0])  # logs name the lowest first
        kickers = _KICKERS.search(plain)
        if ranks and kickers is not None and category not in ("straight", "straight flush"):
            ranks += tuple([_RANK_WORDS[word] for word in re.findall(_RANK, kickers[1])])
        return HighName(category, ranks)
    return None


@lru_cache(maxsize=4096)
def describe_high(cards: Cards) -> HighName:
    """The name of the best high hand of five to seven known cards, with every rank."""
    category = high_category(high_rank(tuple(sorted(cards))))
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
    category, *values = low_rank(cards) or (0,)
    groups = tuple(dict.fromkeys(ACE if value == 1 else value - 2 for value in values))
    return HighName(_LOW_CATEGORIES[category], groups)


def name_hand(cards: Cards, game: GameRules) -> HighName:
    """The name of the hand that counts in this game: in razz the low one."""
    return describe_high(cards) if game.high else name_low(cards)


def name_agrees(stated: HighName, cards: Cards, game: GameRules) -> bool:
    """Whether the cards make the hand that the words state."""
    actual = name_hand(cards, game)
    return stated.category == actual.category and stated.ranks == actual.ranks[: len(stated.ranks)]


def low_agrees(stated: Ranks, cards: Cards, qualifier: int | None) -> bool:
    """Whether the cards make the low that the words state, in whatever order its ranks are named."""
    return sorted(stated) == sorted(describe_low(cards, qualifier))


def agrees(stated: Description, cards: Cards, game: GameRules, qualifier: int | None) -> bool:
    """Whether all that a description says is true of these cards."""
    return (stated.high is None or name_agrees(stated.high, cards, game)) and (
        stated.low is None or low_agrees(stated.low, cards, qualifier)
    )


def high_text(name: HighName) -> str:
    """The name in words, for people."""
    first = name.ranks[0] if name.ranks else None
    if first is None:
        return name.category
    words = [RANK_NAMES[rank] for rank in name.ranks]
    if name.category in ("straight", "straight flush"):
        return f"{name.category}, {words[-1]} to {words[0]}" if len(words) > 1 else f"{name.category}, {words[0]} high"
    if name.category == "full house":
        return f"full house, {_plural(words[0])} full of {_plural(words[1])}" if len(words) > 1 else name.category
    if name.category == "two pair":
        return f"two pair, {_plural(words[0])} and {_plural(words[1])}" if len(words) > 1 else name.category
    if name.category in ("flush", "high card"):
        return f"{name.category}, {words[0]} high" if name.category == "flush" else f"high card {words[0]}"
    return f"{name.category}, {_plural(words[0])}" if name.category != "pair" else f"pair of {_plural(words[0])}"


def low_text(ranks: Ranks) -> str:
    """`8,7,6,3,A`, or that there is none."""
    return ",".join(_LOW_TEXT[value] for value in ranks) if ranks else "no low"


_LOW_CATEGORIES: Final = ("high card", "pair", "two pair", "three of a kind", "full house", "four of a kind")
"""The categories of `low_rank`, which knows no straights and flushes."""


def _plural(word: str) -> str:
    return f"{word}es" if word == "Six" else f"{word}s"


_LOW_TEXT: Final = "?A23456789TJQK"
_LOW_VALUE: Final[dict[str, int]] = {text: value for value, text in enumerate(_LOW_TEXT) if value} | {"10": 10}

_LOW_CARDS: Final = r"(?:10|[2-9TJQKA])(?:\s*[,-]\s*(?:10|[2-9TJQKA])){4}"
_LOW: Final = re.compile(
    rf"\blow?\b\s*[:-]?\s*\[?(?P<after>{_LOW_CARDS})\b\]?|\b(?P<before>{_LOW_CARDS}),?\s+for low\b"
    rf"|^\s*(?P<bare>{_LOW_CARDS})\.?\s*$",
    re.IGNORECASE,
)

_RANK_WORDS: Final[dict[str, int]] = {
    word.lower(): rank
    for rank, name in enumerate(RANK_NAMES)
    for word in (name, _plural(name), RANKS[rank], f"{RANKS[rank]}s")
} | {"two": 0, "twos": 0, "10": 8, "10s": 8}
_RANK: Final = r"\b({})\b".format("|".join(sorted(_RANK_WORDS, key=len, reverse=True)))
_KICKERS: Final = re.compile(r"[-,] ?([\w+ ]+) kickers?\b")

# Tried in this order: "a full house" before "flush", "two pair" before "pair".
_HIGH: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (category, re.compile(pattern.replace("RANK", _RANK).replace("~", r"\s*[,:]?\s*")))
    for category, pattern in (
        ("royal flush", r"\broyal flush\b"),
        ("straight flush", r"\bstraight flush\b(?:~\(?RANK(?: high| to RANK))?"),
        ("four of a kind", r"\b(?:four of a kind|quads)\b(?:~(?:of )?RANK)?"),
        ("full house", r"\bfull of RANK and RANK\b"),
        ("full house", r"\bfull house\b(?:~RANK (?:full of|over|and) RANK)?"),
        ("flush", r"\bflush\b(?:~\(?RANK high)?"),
        ("straight", r"\bstraight\b(?:~\(?RANK(?: high| to RANK))?"),
        ("three of a kind", r"\b(?:three of a kind|trips|set)\b(?:~(?:of )?RANK)?"),
        ("two pair", r"\btwo pairs?\b(?:~RANK(?: and |, ?)RANK)?"),
        ("pair", r"\bpair\b(?:~(?:of )?RANK)?"),
        ("high card", r"\bhigh card\b(?:~RANK)?"),
        ("high card", r"RANK(?: RANK)? high\b"),
    )
)
