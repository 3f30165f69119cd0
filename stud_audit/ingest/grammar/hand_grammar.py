"""A dialect's grammar at work: the kinds of its lines, and the lines of a hand as its sections."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

from stud_audit.ingest.grammar.lines import UNKNOWN, Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.grammar.shapes import ShapeReader, grammar_path

if TYPE_CHECKING:
    from stud_audit.ingest.grammar.section_parser import SectionParser

Book = TypeVar("Book")


class HandGrammar(Generic[Book]):
    """One dialect's grammar, built once per process. Its `book` tells of what kind a line is, or a tag, or a piece."""

    def __init__(self, name: str, book: Callable[[ShapeReader, Sequence[str]], Book]) -> None:
        self._name = name
        reader = ShapeReader(name)
        self.kinds = tuple(kind for kind in reader.terminals if kind in reader.used and kind != UNKNOWN)
        self.book = book(reader, self.kinds)

    @cached_property
    def _parser(self) -> SectionParser:
        # Here: Lark takes long to load, and longer to make it, and hands that are scanned do without.
        from stud_audit.ingest.grammar.section_parser import section_parser

        return section_parser(grammar_path(self._name))

    def sections(self, lines: Iterable[Line]) -> list[Section]:
        """The sections of a hand. Every line is in one of them."""
        return self._parser.sections(lines)
