"""What is read in a line's tail: cards, amounts, and words for hands.

In a tail that does not come again because of them they are cut out as holes, and the rest comes again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from stud_audit.ingest.mapping.deals import known_cards
from stud_audit.ingest.mapping.headers import SIGNS, printed_amount
from stud_audit.ingest.mapping.rules import MEMORY, Sample
from stud_audit.model.cards import Cards

_AMOUNTS: Final = re.compile(rf"(?<![\w.,\-{SIGNS}])[{SIGNS}]?\d{{1,15}}(?:\.\d{{1,4}})?(?![\w\-]|[.,]\d)", re.ASCII)
_BRACKETS: Final = 64
_UNREAD: Final = "\n"
_NO_SPOT: Final = (-1, -1)


class Readings:
    """What brackets, amounts, and words for hands say, if they come again. `said` is how a mapper reads words."""

    def __init__(self, said: Callable[[str], str | None]) -> None:
        self._said = said
        self._cards: dict[str, Cards] = {}
        self._words: dict[str, str | None] = {}
        self._amounts: dict[int, dict[str, int]] = {}

    def cards(self, text: str) -> Cards:
        """The cards of `As Kd`; none where that is not all. What is shown is in the summary once more, and no later."""
        cards = self._cards.get(text)
        if cards is None:
            if len(self._cards) >= _BRACKETS:
                self._cards.clear()
            cards = self._cards[text] = known_cards(text)
        return cards

    def words(self, text: str) -> str | None:
        """What the words say."""
        said = self._words.get(text, _UNREAD)
        if said == _UNREAD:
            if len(self._words) >= MEMORY:
                self._words.clear()
            said = self._words[text] = self._said(text)
        return said

    def amount(self, text: str, decimals: int) -> int:
        """The amount in smallest units. The errors are those of `parse_amount`."""
        amounts = self._amounts.get(decimals)
        if amounts is None:
            amounts = self._amounts[decimals] = {}
        amount = amounts.get(text, -1)
        if amount < 0:
            if len(amounts) >= MEMORY:
                amounts.clear()
            amount = amounts[text] = printed_amount(text, decimals)
        return amount


def cut(tail: str, decimals: int, read: Readings) -> Sample | None:
    """Cuts out the cards in brackets, an amount in parentheses, and the words behind; None where there are none.

    In what is left a line end, which no line contains, marks a hole: `C` and the number of cards, `A` and the sign of
    an amount, or `W`.
    """
    fills: list[Any] = []
    spots: list[tuple[int, int]] = []
    key, at = "", 0
    start = tail.find("[") + 1
    if start:
        at = tail.find("]", start)
        cards = read.cards(tail[start:at]) if at > 0 else ()
        if not 0 < len(cards) < 10:
            return None
        fills.append(cards)
        spots.append((start, at))
        key = f"{tail[:start]}\nC{len(cards)}"
    rest, words, mark = tail[at:], None, ""
    if key and rest.startswith("] (") and rest[-1] == ")":
        words, rest, mark = rest[3:-1], "] (", "\nW.)"
    else:
        begin = rest.find(" with ") + 6
        if begin > 5:
            words, rest, mark = rest[begin:], rest[:begin], "\nW."
        begin = rest.find("(") + 1
        if not begin and words is None and key and len(rest) > 2 and not rest.startswith("] and "):
            begin = 4 if rest.startswith("] - ") else 2
            words, rest, mark = rest[begin:], rest[:begin], "\nW."
        elif begin:
            end = rest.find(")", begin)
            text = rest[begin:end]
            try:
                fills.append(read.amount(text, decimals))
            except ValueError:
                return None
            sign = text[0] if text[0] in SIGNS else "#"
            spots.append((at + begin, at + end))
            rest = f"{rest[:begin]}\nA{sign}{rest[end:]}"
    if words is not None:
        if not words or words[0] == "(" or words != words.strip():
            return None
        fills.append(read.words(words))
        spots.append(_NO_SPOT)
    return (key + rest + mark, fills, spots) if fills else None


def cut_amounts(tail: str, decimals: int, read: Readings) -> Sample | None:
    """Cuts out all amounts; None where there are none."""
    fills: list[Any] = []
    spots: list[tuple[int, int]] = []
    key, at = "", 0
    for match in _AMOUNTS.finditer(tail):
        start, end = match.span()
        fills.append(read.amount(match[0], decimals))
        spots.append((start, end))
        key += f"{tail[at:start]}\nA{match[0][0] if match[0][0] in SIGNS else '#'}"
        at = end
    return (key + tail[at:], fills, spots) if fills else None
