"""Where something stands in a source text."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of one line.

    `line` and `column` count from 1 in the decoded source file, columns in code points with a
    byte-order mark not counted; `end_column` is exclusive. The file is that of the hand.
    """

    line: int
    column: int
    end_column: int


class Place(NamedTuple):
    """Where a line of a text that was taken out of a file stands there: its number, and what precedes it."""

    line: int
    marks: str


NOWHERE = Span(0, 0, 0)
