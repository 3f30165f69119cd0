"""A site's words for a hand, read back: `two pair, Aces and Fours`, `HI: a flush, Queen high; LO: 8,7,6,3,A`.

Only what the words state is read: a description without kickers says nothing of kickers. What cannot
be read is None, which is not the same as wrong.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from stud_audit.game.games import GameRules
from stud_audit.game.hand_names import LOW_TEXT, HighName, Ranks, describe_low, name_hand, plural
from stud_audit.model.cards import ACE, RANK_NAMES, RANKS, Cards
from stud_audit.model.values import Value


class Description(Value, frozen=True):
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
            wheel = set(ranks) == {ACE, _FIVE}
            ranks = tuple(sorted(ranks, reverse=not wheel))  # in a wheel the ace is the lowest
        kickers = _KICKERS.search(plain)
        if ranks and kickers is not None and category not in ("straight", "straight flush"):
            ranks += tuple([_RANK_WORDS[word] for word in re.findall(_RANK, kickers[1])])
        return HighName(category, ranks)
    return None


def name_agrees(stated: HighName, cards: Cards, game: GameRules) -> bool:
    """Whether the cards make the hand that the words state."""
    actual = name_hand(cards, game)
    said, made = stated.ranks, actual.ranks[: len(stated.ranks)]
    if stated.category == "two pair":  # in whatever order they are named
        said, made = (*sorted(said[:2]), *said[2:]), (*sorted(made[:2]), *made[2:])
    return stated.category == actual.category and said == made


def low_agrees(stated: Ranks, cards: Cards, qualifier: int | None) -> bool:
    """Whether the cards make the low that the words state, in whatever order its ranks are named."""
    actual = describe_low(cards, qualifier)
    return stated == actual or sorted(stated) == sorted(actual)


def agrees(stated: Description, cards: Cards, game: GameRules, qualifier: int | None) -> bool:
    """Whether all that a description says is true of these cards."""
    return (stated.high is None or name_agrees(stated.high, cards, game)) and (
        stated.low is None or low_agrees(stated.low, cards, qualifier)
    )


_FIVE: Final = RANKS.index("5")
_LOW_VALUE: Final[dict[str, int]] = {text: value for value, text in enumerate(LOW_TEXT) if value} | {"10": 10}

_LOW_CARDS: Final = r"(?:10|[2-9TJQKA])(?:\s*[,-]\s*(?:10|[2-9TJQKA])){4}"
_LOW: Final = re.compile(
    rf"\blow?\b\s*[:-]?\s*\[?(?P<after>{_LOW_CARDS})\b\]?|\b(?P<before>{_LOW_CARDS}),?\s+for low\b"
    rf"|^\s*(?P<bare>{_LOW_CARDS})\.?\s*$",
    re.IGNORECASE,
)

_RANK_WORDS: Final[dict[str, int]] = {
    word.lower(): rank
    for rank, name in enumerate(RANK_NAMES)
    for word in (name, plural(name), RANKS[rank], f"{RANKS[rank]}s")
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
