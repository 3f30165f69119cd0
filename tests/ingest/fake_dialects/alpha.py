"""A dialect for tests of the reader: a header, any lines, no end mark, and two hands may be run together."""

import re

from stud_audit.ingest.dialect import Block, Dialect, Parsed
from stud_audit.model.events import Noted
from stud_audit.model.hand import Header
from stud_audit.model.spans import Span


class Alpha(Dialect):
    name = "alpha"
    title = "Alpha Room"
    hand_start = re.compile(r"alpha room hand\b", re.IGNORECASE)
    hand_glued = re.compile(r"Alpha Room Hand #\d+: (?:stud|razz|omaha|boom)(?=\n|\Z)")
    start_marks = ("oom ", "OOM ")
    glued_marks = ("#", "never")
    header = re.compile(r"alpha room hand #(?P<id>\d+): (?P<game>\w+)", re.IGNORECASE)

    def parse(self, block: Block) -> Parsed:
        lines = block.text.split("\n")
        match = self.header.match(lines[0])
        span = Span(block.line, block.column, block.column + len(lines[0]))
        if match is None:
            return Parsed(Header("?", "unknown"), (), "refused", "no id in the header", header_span=span)
        if match["game"] == "boom":
            raise RuntimeError("bad day")
        header = Header(match["id"], match["game"])
        if match["game"] == "omaha":
            return Parsed(header, (), "ignored", "omaha", header_span=span)
        events = tuple(Noted(text, span=Span(block.line + n, 1, len(text) + 1)) for n, text in enumerate(lines) if n)
        return Parsed(header, events, header_span=span)


DIALECT = Alpha()
