"""What a site dialect is, and what passes between the reader and a dialect.

A dialect is one grammar (`grammars/<name>.lark`) and one module in `ingest/dialects/` that has a
`DIALECT` of this kind. There is no list to edit: modules are found by their place.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from stud_audit.model.events import Event
from stud_audit.model.hand import Header, Status
from stud_audit.model.rows import Row, event_of
from stud_audit.model.spans import NOWHERE, Place, Span


class Block(Struct, frozen=True):
    """The text of one hand, with line ends as `\\n`, and the place of its first character.

    The text ends with the hand's last line that is not blank, without a line end. `preamble` holds
    the lines outside of hands that the dialect knows (`Dialect.outside`) and that precede this hand:
    what a session's head says of all its hands. `places` has, for a quoted copy and the like, where each
    line stands in the file; a dialect counts the lines on from the first one, whether or not they are.
    """

    text: str
    line: int
    column: int = 1
    preamble: str = ""
    places: tuple[Place, ...] = ()


class Parsed(Struct, frozen=True):
    """What a dialect made of a block; the fields are those of `model.hand.Hand`."""

    header: Header
    events: tuple[Event, ...]
    status: Status = "parsed"
    problem: str | None = None
    unsupported: str | None = None
    truncated: bool = False
    header_span: Span = NOWHERE
    missing: tuple[str, ...] = ()


class Scanned(Struct, frozen=True, gc=False):
    """A hand as a scan has read it: `parsed` without events, for which `rows` stand."""

    parsed: Parsed
    rows: list[Row]

    def whole(self) -> Parsed:
        """The hand as `Dialect.parse` gives it, with its events."""
        return replace(self.parsed, events=tuple(map(event_of, self.rows)))


class Dialect(ABC):
    """One site's way of writing hands."""

    name: ClassVar[str]
    title: ClassVar[str]
    extensions: ClassVar[tuple[str, ...]] = (".txt",)
    """Endings of this dialect's files, for folders."""
    blind_spots: ClassVar[tuple[str, ...]] = ()
    """What this format cannot show, for people (`stud-audit dialects NAME`)."""

    hand_start: ClassVar[re.Pattern[str]]
    """Matches at the start of a line that begins a hand, a damaged header included.

    Written without `^`, back references, and conditionals: the splitter joins the patterns of all
    dialects into one. It may reach over several lines; a hand cannot start within what it matched.
    """

    start_marks: ClassVar[tuple[str, ...]] = ("",)
    """Every header, a damaged one included, contains one of these, and other dialects' files mostly none.

    Where a stretch of text lacks them, the dialect is not looked for in it. With many dialects that
    decides how fast a file is split.
    """

    first_words: ClassVar[tuple[str, ...]] = ()
    """Every header, and every line that `outside` matches, begins with one of these, blanks before it aside.

    Only such lines are looked at for headers, and a stretch of text without one is not searched for the dialect.
    Without any words (where a few do not tell it) all lines are looked at.
    """

    words_come_later: ClassVar[bool] = False
    """Whether these words are those of a later line of each header: where one is met, all lines are looked at."""

    hand_glued: ClassVar[re.Pattern[str] | None] = None
    """Finds a whole, strict header that starts inside a line, where two hands were run together."""

    glued_marks: ClassVar[tuple[str, ...]] = ("",)
    """Every header found by `hand_glued` contains one of these, and other lines mostly none.

    Text without them is not searched: a pattern that does not start with plain text is slow.
    """

    hand_end: ClassVar[re.Pattern[str] | None] = None
    """Matches at the start of a line that ends a hand: what follows it stands outside of any hand."""

    outside: ClassVar[re.Pattern[str] | None] = None
    """Matches at the start of a line that may stand outside of hands: a file's first line, a comment."""

    session: ClassVar[re.Pattern[str] | None] = None
    """Finds the beginning of a session's head, which all hands up to the next one belong to.

    With it a preamble begins anew there alone, and not with any line outside of hands; and a head that
    shares its line with hands is found as well.
    """

    def scan(self, block: Block) -> Scanned | None:
        """What `parse` makes of an ordinary hand, as rows and many times as quickly; None of any other."""
        return None

    @abstractmethod
    def parse(self, block: Block) -> Parsed:
        """The events of one hand. Never raises for what the text contains."""

    def known_lines(self, text: str) -> int:
        """How many lines of a text without a header are such as stand in this dialect's hands; 0 if it cannot tell."""
        return 0
