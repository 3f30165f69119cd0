"""The headers of a session, of which most are alike but for the hand's number and the time."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Final

from stud_audit.ingest.dialect import Block, Parsed
from stud_audit.ingest.grammar.lines import LineBook, Roster
from stud_audit.ingest.grammar.shapes import Shape
from stud_audit.ingest.mapping.rules import LONGEST, MEMORY
from stud_audit.ingest.mapping.text_dialect import Fields, TextDialect
from stud_audit.model.native import mypyc_attr
from stud_audit.model.rows import placed
from stud_audit.model.spans import Span

_HAND_ID: Final = "HAND_ID"
_OF_HAND: Final = (_HAND_ID, "PLAYED_AT", "DAY")
"""Fields of a header that differ from hand to hand of a session."""
_REST: Final = "REST"
_AGAIN: Final = r"(?: \[[\d/: A-Z]*\])?"
"""The time once more, in another zone."""
_COUNTS: Final = re.compile(rf"\{{[0-9,]+\}}|\?P<{_REST}[0-9]*>")
_MASK: Final = bytes.maketrans(b"123456789", 9 * b"0")

Spans = list[tuple[str, int, int]]
"""Places in a text by their names."""
When = Callable[[Fields], datetime | None]
"""The wall clock that the fields of a header say; None where there is no such time."""


@mypyc_attr(acyclic=True)
class Heading:
    """What a header says: `parsed` as another of its session had it, but for the hand's number, its time, and place."""

    def __init__(self, parsed: Parsed, hand_id: str, played_at: datetime | None, span: Span) -> None:
        self.parsed, self.hand_id, self.played_at, self.span = parsed, hand_id, played_at, span


class Headers:
    """Reads the line of the header, which is the same for a whole session but for the hand's number and the time."""

    def __init__(self, dialect: TextDialect, when: When) -> None:
        self._dialect, self._when = dialect, when
        self._book: LineBook = dialect.grammar.book
        self._kinds = dialect.header_lines[0]
        finders = dict.fromkeys(_finder(shape) for kind in self._kinds for shape in self._book.shapes_of[kind])
        self._finders = [_Finder(finder) for finder in finders]
        self._known: dict[str, Parsed] = {}

    def read(self, block: Block, text: str) -> Heading | None:
        """What the header says; None where its line can be read as another as well."""
        if len(text) > 2 * LONGEST:
            return None
        for finder in self._finders:
            spans = finder.spans(text)
            if spans:
                key, hand_id, times = "", "", {}
                for name, start, end in spans:
                    if name == _REST:
                        key += text[start:end] + "\n"
                    elif name == _HAND_ID:
                        hand_id = text[start:end]
                    else:
                        times[name] = text[start:end].strip()
                known = self._known.get(key)
                if known is None:
                    return self._learn(block, text, key, spans)
                when = self._when(times)
                column = block.column
                return Heading(known, hand_id, when, placed((block.line, column, column + len(text.rstrip()))))
        return None

    def _learn(self, block: Block, text: str, key: str, spans: Spans) -> Heading | None:
        parsed = self._dialect.header_of(block)
        heading = Heading(parsed, parsed.header.hand_id, parsed.header.played_at, parsed.header_span)
        if parsed.status != "parsed":
            return heading
        line = self._book.read(text, block.line, 1, Roster())
        if line.type not in self._kinds or line.others or line.hit is None or line["PARTIAL"]:
            return None
        match = line.hit.match
        for name, start, end in spans:
            if name != _REST and (name not in match.re.groupindex or match.span(name) != (start, end)):
                return heading
        if len(self._known) >= MEMORY:
            self._known.clear()
        self._known[key] = parsed
        return heading


class _Finder:
    """Finds in a header the hand's number and the fields of its time, and the rests between them."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern
        # A pattern that takes all digits for the same finds the same places in headers that differ in digits alone.
        self._alike = not re.search("[0-9]", _COUNTS.sub("", pattern.pattern))
        self._known: dict[bytes, Spans] = {}

    def spans(self, text: str) -> Spans:
        """The places of the fields and rests by their names, in order; none where the text is no such header."""
        masked = text.encode("utf-8", "surrogatepass").translate(_MASK)
        spans = self._known.get(masked)
        if spans is None:
            match = self._pattern.fullmatch(text)
            spans = []
            if match is not None:
                names = self._pattern.groupindex
                spans = [(_REST if name.startswith(_REST) else name, *match.span(name)) for name in names]
            if self._alike:
                if len(self._known) >= MEMORY:
                    self._known.clear()
                self._known[masked] = spans
        return spans


def _finder(shape: Shape) -> re.Pattern[str]:
    """Finds what differs from hand to hand in a header: its number, and its time."""
    found = [part for part in shape.parts if part.field in _OF_HAND]
    rests = "".join(f"{part.pattern}(?P<{_REST}{at}>.*?)" for at, part in enumerate(found))
    return re.compile(f"(?P<{_REST}>[^#\n]*#){rests}{_AGAIN}")
