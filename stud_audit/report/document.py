"""A report as blocks, whatever it is written as: headings, paragraphs, lists, tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

_NO_WORD: Final = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Code:
    """A digest or another word that is shown as it is, in letters of one width."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """Text that leads to a file beside the report, where the report is a page; else it is text."""

    text: str
    target: str


Cell = str | int | Code | Link


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; `level` 1 is the report's title."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of words and codes."""

    parts: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """A list without order."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under heads; numbers stand to the right.

    `name` is what a sheet or file of the table is called, without one by the heading above it.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    right: frozenset[int] = frozenset()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Bars:
    """A chart of what a table below has in figures: a bar for each label. Only pages have it."""

    title: str
    unit: str
    bars: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Warned:
    """What a reader has to know before anything else."""

    text: str


@dataclass(frozen=True, slots=True)
class Blanks:
    """Lines to be filled in by hand."""

    names: tuple[str, ...]


Block = Heading | Paragraph | Items | Table | Bars | Warned | Blanks


@dataclass(slots=True)
class Document:
    """A report in the making."""

    blocks: list[Block] = field(default_factory=list)

    def heading(self, level: int, text: str) -> None:
        """Begin a part."""
        self.blocks.append(Heading(level, text))

    def say(self, *parts: Cell) -> None:
        """A paragraph."""
        self.blocks.append(Paragraph(parts))

    def items(self, items: Iterable[str]) -> None:
        """A list, if there is anything in it."""
        told = tuple(items)
        if told:
            self.blocks.append(Items(told))

    def add(self, block: Block) -> None:
        """Any block."""
        self.blocks.append(block)

    def table(
        self, heads: Sequence[str], rows: Iterable[Sequence[Cell]], right: Iterable[str] = (), name: str = ""
    ) -> None:
        """A table; `right` are the heads of its numbers."""
        numbers = frozenset(heads.index(head) for head in right)
        self.blocks.append(Table(tuple(heads), tuple(map(tuple, rows)), numbers, name))


def slug(title: str) -> str:
    """A title as part of an address or a file's name: small letters and digits, with dashes for all else."""
    return _NO_WORD.sub("-", title.lower()).strip("-")
