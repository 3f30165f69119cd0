"""Quoting a log's lines so that what stands there is seen, and nothing else happens."""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size

from stud_audit.model.escaping import visible

_WIDEST: Final = 160
_MARGIN: Final = 40
_NAME: Final = 30


def shortened(line: str) -> str:
    """A line as shown, cut where it is very long."""
    return visible(line) if len(line) <= _WIDEST else visible(line[:_WIDEST]) + "…"


def short_name(name: str) -> str:
    """A name as a column of names has it, cut where a terminal would show it wider than any site allows."""
    told = visible(name)
    return told if cell_len(told) <= _NAME else set_cell_size(told, _NAME - 1).rstrip() + "…"


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
