"""A dialect for tests of the reader: an end mark, comments and a session's head outside hands, its own file ending."""

import re

from stud_audit.ingest.dialect import Block, Dialect, Parsed
from stud_audit.model.events import Noted
from stud_audit.model.hand import Header


class Beta(Dialect):
    name = "beta"
    title = "Beta Rooms"
    extensions = (".beta",)
    hand_start = re.compile(r"(?P<word>hand) (?P<id>\d+)")
    hand_end = re.compile(r"end\b")
    outside = re.compile(r"beta \d|\#")

    def parse(self, block: Block) -> Parsed:
        lines = block.text.split("\n")
        events = [Noted(text) for text in (*block.preamble.split("\n"), *lines[1:]) if text]
        return Parsed(Header(lines[0].split()[1], "razz"), tuple(events), truncated=lines[-1] != "end")


DIALECT = Beta()
