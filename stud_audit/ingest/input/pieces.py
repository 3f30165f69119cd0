"""What a text is split into."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct

from stud_audit.ingest.dialect import Block, Dialect
from stud_audit.ingest.input.others import OtherText


class HandText(Struct, frozen=True):
    """A hand: its dialect, its text, the line that its text ends on, and whether it was cut at `MAX_HAND`."""

    dialect: str
    block: Block
    last_line: int
    oversized: bool = False


@dataclass(frozen=True, slots=True)
class Stray:
    """Lines that stand together outside of any hand and that no dialect knows; `text` is the first of them."""

    first_line: int
    last_line: int
    text: str


Starter = Dialect | OtherText
"""What a block of text can be the beginning of."""


@dataclass(frozen=True, slots=True)
class Other:
    """A tournament's summary, or a hand of a site that is not read."""

    kind: OtherText
    first_line: int
    last_line: int


Piece = HandText | Stray | Other
