"""Quoting a log's lines so that what stands there is seen, and nothing else happens.

Logs are hostile: names and chat may hold control characters that would drive the terminal, or marks that reverse the
order of what is shown. Every such character is replaced by something visible.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from rich.cells import cell_len

_TAB: Final = "    "
_WIDEST: Final = 160
_MARGIN: Final = 40
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def visible(text: str) -> str:
    """The text with every character that would not show as itself replaced by a picture or an escape."""
    if text.isprintable():
        return text
    return "".join([char if char.isprintable() else _picture(char) for char in text])


@lru_cache(maxsize=1024)
def _picture(char: str) -> str:
    if char == "\t":
        return _TAB
    if char < " ":
        return chr(0x2400 + ord(char))
    if char == "\x7f":
        return "\u2421"
    if unicodedata.category(char) in _HIDDEN:
        return f"\\u{{{ord(char):x}}}"
    return char  # odd spaces, and letters younger than this Python


def shortened(line: str) -> str:
    """A line as shown, cut where it is very long."""
    return visible(line) if len(line) <= _WIDEST else visible(line[:_WIDEST]) + "…"


class Quote(NamedTuple):
    """A line as shown, and the place and width, in terminal cells, of what is marked in it."""

    text: str
    indent: int
    width: int


def quote(line: str, column: int, end_column: int) -> Quote:
    """A line with its columns (from 1, the end exclusive) marked; a very long line is cut around them."""
    start = min(max(column - 1, 0), len(line))
    end = min(max(end_column - 1, start), len(line))
    left, right = "", ""
    if len(line) > _WIDEST:
        first = max(0, start - _MARGIN)
        last = min(len(line), max(min(end, first + _WIDEST) + _MARGIN, first + _WIDEST))
        left, right = "…" * (first > 0), "…" * (last < len(line))
        line, start, end = line[first:last], start - first, min(end, last) - first
    before = left + visible(line[:start])
    marked = visible(line[start:end])
    return Quote(before + marked + visible(line[end:]) + right, cell_len(before), max(1, cell_len(marked)))
