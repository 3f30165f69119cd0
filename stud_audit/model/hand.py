"""One hand as it was read: its header and its events."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal

from msgspec import Struct

from stud_audit.model.cards import Cards
from stud_audit.model.events import Event
from stud_audit.model.money import amount_text
from stud_audit.model.spans import NOWHERE, Span

Game = Literal["stud", "stud8", "razz"]
Structure = Literal["fixed", "spread", "pot", "no"]
Status = Literal["parsed", "refused", "ignored"]
INTERNAL_ERROR: Final = "internal error: "
"""How the problem of a hand begins that was refused by a fault of ours."""

MOST_SEATS: Final = 17
"""Players to whom a deck can deal three cards each; no table has as many seats."""


class Header(Struct, frozen=True):
    """What a hand's header says. Amounts are in the smallest unit (`decimals` of them), None where not said.

    `game` is `stud`, `stud8`, or `razz`, or the site's own name of a game that is not audited.
    `played_at` is the wall clock as printed, in the zone `played_zone`. `currency` is an ISO code,
    or `chips` in tournaments and for play money. `chip` is the smallest chip of the table, where that is
    more than the smallest unit.
    """

    hand_id: str
    game: str
    structure: Structure = "fixed"
    small: int | None = None
    big: int | None = None
    ante: int | None = None
    bring_in: int | None = None
    spread_min: int | None = None
    spread_max: int | None = None
    chip: int | None = None
    currency: str = "chips"
    decimals: int = 0
    table: str | None = None
    max_seats: int | None = None
    button: int | None = None
    house: str | None = None
    tournament: str | None = None
    level: str | None = None
    played_at: datetime | None = None
    played_zone: str | None = None


class Hand(Struct, frozen=True):
    """One hand of one file.

    `index` counts the file's hands from 1, ignored ones included. `status` is `parsed`; `refused`
    where no event stream could be made (`problem` says why); `ignored` for games outside stud
    (`problem` names the game). `unsupported` names a stud variant that is parsed and not judged.
    `truncated` is set where the record ends before the hand does. `missing` names data that lines
    beyond repair took with them. `preamble` are lines before it that it was read with, a session's head.
    `text` begins at `first_line` and `column`. `key` is the SHA-256 of dialect, hand id, raw text, and occurrence.
    `elsewhere` are seats with cards that other logs of the hand show, and this one does not.
    """

    file: str
    index: int
    dialect: str
    header: Header
    events: tuple[Event, ...]
    text: str
    first_line: int
    last_line: int
    key: str
    digest: str
    status: Status = "parsed"
    problem: str | None = None
    unsupported: str | None = None
    truncated: bool = False
    header_span: Span = NOWHERE
    missing: tuple[str, ...] = ()
    elsewhere: tuple[tuple[int, Cards], ...] = ()
    preamble: str = ""
    column: int = 1

    def money(self, units: int) -> str:
        """An amount of this hand as a plain decimal."""
        return amount_text(units, self.header.decimals)
