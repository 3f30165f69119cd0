"""An XML dialect's grammar at work: the text of a hand becomes its sections of tags."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, cast

from lark import Lark
from lark.lexer import Lexer

from stud_audit.ingest.dialect import Block
from stud_audit.ingest.grammar import grammar_path
from stud_audit.ingest.lalr import Section, SectionParser
from stud_audit.ingest.lines import UNKNOWN
from stud_audit.ingest.tag_shapes import TagReader
from stud_audit.ingest.tags import Tag, TagBook


class TagGrammar:
    """One dialect's grammar, built once per process."""

    def __init__(self, name: str) -> None:
        reader = TagReader(name)
        # As in `HandGrammar`: Lark wants its lexer before it has named the kinds.
        books: list[TagBook] = []

        class BoundLexer(Lexer):
            def __init__(self, _: Any) -> None:
                pass

            def lex(self, block: Block) -> Iterator[Tag]:  # type: ignore[override]  # Lark's custom input
                return books[0].tags(block.text, block.line, block.column)

        self._lark = Lark.open(
            str(grammar_path(name)), parser="lalr", lexer=BoundLexer, _plugins={"LALR_Parser": SectionParser}
        )
        used = {terminal.name for terminal in self._lark.terminals}
        kinds = [kind for kind in reader.terminals if kind in used and kind != UNKNOWN]
        self.book = TagBook(tuple([shape for kind in kinds for shape in reader.tag_shapes(kind)]))
        books.append(self.book)

    def parse(self, block: Block) -> list[Section]:
        """The sections of a hand. Every tag, and every text outside of tags, is in one of them."""
        return cast("list[Section]", self._lark.parse(block))


@lru_cache
def tag_grammar(name: str) -> TagGrammar:
    """The grammar of a dialect, built when first asked for."""
    return TagGrammar(name)
