"""An XML dialect's grammar at work: the text of a hand becomes its sections of tags."""

from __future__ import annotations

from functools import lru_cache

from stud_audit.ingest.dialect import Block
from stud_audit.ingest.grammar.lines import UNKNOWN
from stud_audit.ingest.grammar.sections import Section, section_parser
from stud_audit.ingest.grammar.shapes import grammar_path
from stud_audit.ingest.grammar.tag_shapes import TagReader
from stud_audit.ingest.grammar.tags import TagBook


class TagGrammar:
    """One dialect's grammar, built once per process."""

    def __init__(self, name: str) -> None:
        reader = TagReader(name)
        self._parser, used = section_parser(grammar_path(name))
        kinds = [kind for kind in reader.terminals if kind in used and kind != UNKNOWN]
        self.book = TagBook(tuple([shape for kind in kinds for shape in reader.tag_shapes(kind)]))

    def parse(self, block: Block) -> list[Section]:
        """The sections of a hand. Every tag, and every text outside of tags, is in one of them."""
        return self._parser.sections(self.book.tags(block.text, block.line, block.column))


@lru_cache
def tag_grammar(name: str) -> TagGrammar:
    """The grammar of a dialect, built when first asked for."""
    return TagGrammar(name)
