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

_AMOUNTS: Final = re.compile(rf"(?<![\w.,\-{SIGNS}])[{SIGNS}]?\d{{1,15}}(?:\.\d{{1,4}})?(?![\w\-]|[.,]\d)", re.ASCII)
_PLAIN_DIGITS: Final = 16
"""Characters of the longest amount that is read at once: of a number that needs no object of its own when compiled."""
_UNREAD: Final = "\n"
_NO_SPOT: Final = (-1, -1)


class Readings:
    """What words for hands say, if they come again. `said` is how a mapper reads them."""

    def __init__(self, said: Callable[[str], str | None]) -> None:
        self._said = said
        self._words: dict[str, str | None] = {}

    def words(self, text: str) -> str | None:
        """What the words say."""
        said = self._words.get(text, _UNREAD)
        if said == _UNREAD:
            if len(self._words) >= MEMORY:
                self._words.clear()
            said = self._words[text] = self._said(text)
        return said


def amount_in(text: str, start: int, end: int, decimals: int) -> int:
    """The amount in smallest units that stands in a text. The errors are those of `parse_amount`."""
    at = start + 1 if start < end and ord(text[start]) == ord("$") else start
    amount, places, point = 0, 0, False
    if 0 < end - at <= _PLAIN_DIGITS and ord(text[at]) != ord("."):
        for place in range(at, end):
            code = ord(text[place])
            if ord("0") <= code <= ord("9"):
                amount = 10 * amount + code - ord("0")
                places += int(point)
            elif code == ord(".") and not point:
                point = True
            else:
                places = decimals + 1
                break
        if places <= decimals:
            while places < decimals:
                amount *= 10
                places += 1
            return amount
    return printed_amount(text[start:end], decimals)


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
        cards = known_cards(tail[start:at]) if at > 0 else ()
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
            try:
                fills.append(amount_in(rest, begin, max(end, begin), decimals))
            except ValueError:
                return None
            sign = rest[begin] if rest[begin] in SIGNS else "#"
            spots.append((at + begin, at + end))
            rest = f"{rest[:begin]}\nA{sign}{rest[end:]}"
    if words is not None:
        if not words or words[0] == "(" or words != words.strip():
            return None
        fills.append(read.words(words))
        spots.append(_NO_SPOT)
    return (key + rest + mark, fills, spots) if fills else None


def cut_amounts(tail: str, decimals: int) -> Sample | None:
    """Cuts out all amounts; None where there are none."""
    fills: list[Any] = []
    spots: list[tuple[int, int]] = []
    key, at = "", 0
    for match in _AMOUNTS.finditer(tail):
        start, end = match.span()
        fills.append(amount_in(tail, start, end, decimals))
        spots.append((start, end))
        key += f"{tail[at:start]}\nA{match[0][0] if match[0][0] in SIGNS else '#'}"
        at = end
    return (key + tail[at:], fills, spots) if fills else None
