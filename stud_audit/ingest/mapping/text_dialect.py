"""A dialect whose hands are lines of text: its header is read first, and the lines only where that pays."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping
from itertools import chain, islice
from typing import Any, ClassVar, Final

from stud_audit.ingest.dialect import Block, Parsed
from stud_audit.ingest.grammar.lines import LineBook
from stud_audit.ingest.mapping.site_dialect import SiteDialect
from stud_audit.model.hand import Header
from stud_audit.model.spans import Span

_FULL_LINE: Final = re.compile(r"^(?=[^\S\n]*+\S)[^\n]+", re.M)

Fields = Mapping[str, str]
"""The fields of a header by name, without blanks around them; empty where the header does without one."""


class TextDialect(SiteDialect):
    """Reads a hand by the grammar of the dialect's name.

    `header_lines` names, for each line that the header consists of, the kinds of line that it can be, and
    `header_extras` kinds that may be lacking; only as many lines as `header_reach` that are not blank are looked at.
    """

    book: ClassVar[Any] = LineBook
    header_lines: ClassVar[tuple[tuple[str, ...], ...]] = (("HEADER",),)
    header_extras: ClassVar[tuple[str, ...]] = ()
    header_reach: ClassVar[int] = 1
    damaged_id: ClassVar[re.Pattern[str]] = re.compile(r"(?:#|ID: )(\d+(?:-\d+)*)")
    """Finds the hand's number in a header that can't be read."""

    @abstractmethod
    def read_header(self, fields: Fields, span: Span) -> Parsed:
        """What the header says, with no events yet. Raises `ValueError` for what is no amount."""

    def header_of(self, block: Block) -> Parsed:
        """What the lines of the header say."""
        longest = self.grammar.book.longest
        found = list(islice(_FULL_LINE.finditer(block.text), self.header_reach))
        texts = [match[0][:longest] for match in found]
        # The header's first line need not be the block's: some sites announce a hand before it.
        first = 0
        if len(texts) > 1:
            first = next((i for i, text in enumerate(texts) if self._fields([text], self.header_lines[0])), 0)
        column = block.column if not first else 1
        line = block.line + block.text.count("\n", 0, found[first].start())
        span = Span(line, column, column + len(texts[first].rstrip()))
        texts = texts[first:]
        fields: dict[str, str] = {}
        for place, kinds in enumerate(self.header_lines):
            said = self._fields(texts, kinds)
            if said is None:
                return self._refused(texts, place, span, fields)
            fields |= said
        for kind in self.header_extras:
            fields |= self._fields(texts, (kind,)) or {}
        try:
            return self.read_header(fields, span)
        except ValueError as error:
            header = Header(fields.get("HAND_ID", "?"), fields.get("GAME", "unknown"))
            return self.unread(header, str(error), "\n".join(texts), span)

    def _fields(self, texts: list[str], kinds: tuple[str, ...]) -> dict[str, str] | None:
        for shape in chain.from_iterable(self.grammar.book.shapes_of[kind] for kind in kinds):
            for text in texts:
                match = shape.tail.fullmatch(text)
                if match is not None:
                    return {name: (value or "").strip() for name, value in match.groupdict().items()}
        return None

    def _refused(self, texts: list[str], place: int, span: Span, fields: Mapping[str, str]) -> Parsed:
        kinds = self.header_lines[place]
        text = texts[min(place, len(texts) - 1)]
        column, expected = self.grammar.book.explain(text, kinds)
        where = f"column {column + (span.column if not place else 1)}"
        if place:
            where += f" of its line {place + 1}"
        head = "\n".join(texts)
        hand_id = fields.get("HAND_ID") or next(iter(self.damaged_id.findall(head)), "?")
        return self.unread(Header(hand_id, "unknown"), f"expected {expected} at {where}", head, span)
