"""A TOML table taken apart where its settings and the texts of one list begin and end.

Python's own reader of TOML gives values without their places, and nothing at all of a text with one fault.
Here a fault costs the piece that it stands in.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final, NamedTuple

from stud_audit.ingest.dialect import Block
from stud_audit.ingest.grammar.lines import Line, Tails, nameless_line
from stud_audit.ingest.grammar.shapes import ShapeReader

_HEAD: Final = re.compile(
    r"[ \t\r\n]*(?:(?P<comment>#[^\n]*)|(?P<table>\[[^\n\[\]]*\])"
    r"|(?P<key>(?:[\w-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*=[ \t]*)|(?P<other>[^\n]+))"
)
_TOKEN: Final = re.compile(
    r"(?P<string>'''(?s:.*?)'''|\"\"\"(?s:.*?)\"\"\"|'[^'\n]*'|\"(?:[^\"\\\n]|\\.)*\")"
    r"|(?P<comment>#[^\n]*)|(?P<mark>[\[\]{}\n])|(?P<plain>[^'\"#\[\]{}\n]+)|(?P<broken>['\"][^\n]*)"
)
_ELEMENT: Final = re.compile(r"#[^\n]*|(?P<string>'[^'\n]*'|\"(?:[^\"\\\n]|\\.)*\")|(?P<word>[^\s,\[\]#'\"]+)")
_LONGEST: Final = 4096
"""Characters of a value."""


class Piece(NamedTuple):
    """A setting, or a text of the list of `key`; `inside` tells which. Lines and columns count from 1."""

    text: str
    line: int
    column: int
    inside: bool = False


@dataclass(slots=True)
class Pieces:
    """The pieces of a table in their order, comments left out. `cut`: the text ends inside the last of them."""

    pieces: list[Piece] = field(default_factory=list)
    cut: bool = False


def pieces_of(block: Block, key: str) -> Pieces:
    """The pieces of a table of which the list named `key` is taken apart."""
    return _Cutter(block, key).pieces()


class PieceBook:
    """All shapes of a dialect, arranged for finding the kind of a piece. Those of `inside` are texts of the list."""

    def __init__(self, reader: ShapeReader, kinds: Sequence[str], inside: Sequence[str]) -> None:
        self._find = {
            listed: Tails(shape for kind in kinds if (kind in inside) is listed for shape in reader.shapes(kind)).find
            for listed in (True, False)
        }

    def lines(self, pieces: Iterable[Piece]) -> Iterator[Line]:
        """The tokens of pieces."""
        for piece in pieces:
            yield nameless_line(piece.text, piece.line, piece.column, self._find[piece.inside](piece.text))


def elements(text: str) -> Iterator[tuple[str, int, int]]:
    """The elements of a flat list, each with its first and last (exclusive) place in the text; texts without quotes."""
    for match in _ELEMENT.finditer(text, 1):
        if match["string"] is not None:
            plain = plain_value(match["string"]) if "\\" in match["string"] else None
            yield match["string"][1:-1] if plain is None else str(plain), match.start() + 1, match.end() - 1
        elif match["word"] is not None:
            yield match["word"], match.start(), match.end()


@lru_cache(maxsize=8192)
def plain_value(text: str) -> Any:
    """What a value of TOML says: a text, a number (exact), a time, a truth; None where it is no value, or too long."""
    if len(text) > _LONGEST:
        return None  # a key of so many parts, or so many brackets in one another, would take all memory
    try:
        return tomllib.loads(f"x = {text}", parse_float=Decimal)["x"]
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return None


class _Cutter:
    def __init__(self, block: Block, key: str) -> None:
        self.text, self.block, self.key = block.text, block, key
        self.starts = [0, *[match.end() for match in re.finditer("\n", block.text)]]
        self.found = Pieces()

    def pieces(self) -> Pieces:
        """All of them."""
        at, text = 0, self.text
        while (head := _HEAD.match(text, at)) is not None:
            at = head.end()
            if head["key"] is not None:
                at = self._setting(head.start("key"), at)
            elif head["comment"] is None:
                kind = "table" if head["table"] is not None else "other"
                self._add(head.start(kind), at)
        return self.found

    def _setting(self, start: int, value: int) -> int:
        """A setting from its key on; where the next one may begin."""
        if self.text[start:value].rstrip(" \t=").strip("'\"") == self.key and self.text.startswith("[", value):
            self._add(start, value + 1)
            return self._list(value + 1)
        depth, end = 0, value
        for token in _TOKEN.finditer(self.text, value):
            mark = token["mark"]
            if mark == "\n" and not depth:
                break
            if mark in ("[", "{"):
                depth += 1
            elif mark in ("]", "}"):
                depth -= 1
            if mark != "\n" and token["comment"] is None and not token[0].isspace():
                end = token.end()
            if token["broken"] is not None:
                break
            if mark == "]" and depth < 0:
                break
        else:
            self.found.cut = depth > 0
        self._add(start, end)
        line_end = self.text.find("\n", end)
        return line_end if line_end >= 0 else len(self.text)

    def _list(self, at: int) -> int:
        for token in _TOKEN.finditer(self.text, at):
            if token["string"] is not None:
                quotes = 3 if token[0].startswith(("'''", '"""')) else 1
                self._add(token.start() + quotes, token.end() - quotes, inside=True)
            elif token["mark"] == "]":
                return token.end()
            elif token["broken"] is not None:
                # The quote that ends it is lost, or the text breaks off in it.
                self.found.cut = token.end() == len(self.text)
                self._add(token.start(), token.end(), inside=True)
            elif token["plain"] is not None and token[0].strip(", \t\r"):
                text = token[0].strip(", \t\r")
                start = token.start() + token[0].index(text)
                self._add(start, start + len(text), inside=True)
        self.found.cut = True
        return len(self.text)

    def _add(self, start: int, end: int, inside: bool = False) -> None:
        row = bisect_right(self.starts, start) - 1
        column = start - self.starts[row] + (self.block.column if not row else 1)
        text = self.text[start:end].rstrip()
        self.found.pieces.append(Piece(text, self.block.line + row, column, inside))
