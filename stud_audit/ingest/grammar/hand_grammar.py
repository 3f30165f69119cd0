"""A dialect's grammar at work: the text of a hand becomes its sections of lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from stud_audit.ingest.dialect import Block
from stud_audit.ingest.grammar.lines import UNKNOWN, LineBook, Roster
from stud_audit.ingest.grammar.sections import Section, section_parser
from stud_audit.ingest.grammar.shapes import Shape, ShapeReader, grammar_path


class HandGrammar:
    """One dialect's grammar, built once per process."""

    def __init__(self, name: str) -> None:
        reader = ShapeReader(name)
        self._parser, used = section_parser(grammar_path(name))
        self.kinds = tuple(kind for kind in reader.terminals if kind in used and kind != UNKNOWN)
        self.shapes = tuple(shape for kind in self.kinds for shape in reader.shapes(kind))
        self._shapes_of: dict[tuple[str, ...], tuple[Shape, ...]] = {}
        self.book = LineBook(self.shapes)

    def parse(self, block: Block) -> list[Section]:
        """The sections of a hand. Every line that is not blank is in one of them."""
        return self._parser.sections(self.book.lines(block.text.split("\n"), block.line, block.column, Roster()))

    def shapes_of(self, kinds: Iterable[str]) -> tuple[Shape, ...]:
        """The shapes of some kinds, in the order of the kinds."""
        kinds = tuple(kinds)
        if kinds not in self._shapes_of:
            self._shapes_of[kinds] = tuple(shape for kind in kinds for shape in self.shapes if shape.kind == kind)
        return self._shapes_of[kinds]

    def explain(self, text: str, kinds: Iterable[str]) -> tuple[int, str]:
        """Where a line that should have been of one of these kinds stops to fit (from 0), and what was expected."""
        best = (-1, 0, "")
        for shape in self.shapes_of(kinds):
            fitting, column = 0, 0
            for count in range(1, len(shape.parts)):
                match = re.match("".join(part.pattern for part in shape.parts[:count]), text)
                if match is None:
                    break
                fitting, column = count, match.end()
            best = max(best, (column, fitting, shape.parts[fitting].described))
        return best[0], best[2]


@lru_cache
def hand_grammar(name: str) -> HandGrammar:
    """The grammar of a dialect, built when first asked for."""
    return HandGrammar(name)
