"""What the lines so far say of a hand that is scanned."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.grammar.lines import Roster
from stud_audit.ingest.mapping.deals import Deals
from stud_audit.ingest.mapping.seats import Seated
from stud_audit.ingest.mapping.site_headers import Heading
from stud_audit.ingest.mapping.site_mapper import SiteMapper
from stud_audit.model.hand import MOST_SEATS, Header
from stud_audit.model.native import mypyc_attr
from stud_audit.model.rows import Row

NOBODY: Final[tuple[Seated, ...]] = ()


def at_first(text: str, at: int = 0) -> int:
    """Where the seats are whose names begin with the character that stands there."""
    return ord(text[at]) & 63


@mypyc_attr(acyclic=True)
class HandSoFar:
    """What the lines so far say of a hand.

    `header` is that of the session, with what else lines say of it, until a `mapper` is needed. `street`, `now`, and
    whatever else the mapper keeps too mean here what they mean there.
    """

    def __init__(self, heading: Heading, deals: Deals) -> None:
        self.heading = heading
        self.header: Header = heading.parsed.header
        self.decimals: int = self.header.decimals
        self.deals = deals
        self.rows: list[Row] = []
        self.seats: dict[int, Seated] = {}
        self.by_first: list[tuple[Seated, ...]] = [NOBODY] * 64
        """The seats by the last bits of the first character of their players' names (`at_first`)."""
        self.in_order: list[Seated] = []
        self.street = 0
        self.now = 0
        self.last_street = 0
        self.totalled = self.called_off = False
        self.summed_up = 0
        """How many lines of seats the summary has so far."""
        self.summarised: set[int] = set()
        self.told_once: set[str] = set()
        self.shown: list[Row] = []
        self.roster: Roster | None = None
        self.mapper: SiteMapper | None = None

    def add_seat(self, seat: Seated) -> bool:
        """A player takes a seat. False where their name can be mistaken for another, or the seat is not to be had."""
        if seat.number in self.seats or len(self.seats) >= MOST_SEATS:
            return False
        name = seat.player
        first = at_first(name)
        rivals = self.by_first[first]
        for rival in rivals:
            if name.startswith(rival.player) or rival.player.startswith(name):
                return False
        self.seats[seat.number] = seat
        self.in_order.append(seat)
        self.by_first[first] = (*rivals, seat) if rivals else (seat,)
        return True

    def seat_at(self, text: str, at: int) -> Seated | None:
        """The seat of the player whose name stands in a line from a place on."""
        if at < len(text):
            for seat in self.by_first[at_first(text, at)]:
                if text.find(seat.player, at, at + seat.width) == at:
                    return seat
        return None

    def open_street(self, street: int) -> None:
        """The deal of a street begins: nobody has chips in on it yet."""
        self.street = self.now = street
        for seat in self.in_order:
            seat.committed = 0

    def whole_header(self) -> Header:
        """The header of this very hand."""
        if self.mapper is not None:
            return self.header
        return replace(self.header, hand_id=self.heading.hand_id, played_at=self.heading.played_at)

    def parsed(self, missing: tuple[str, ...]) -> Parsed:
        """The hand without its events, which lacks these data."""
        heading = self.heading
        return Parsed(self.whole_header(), (), "parsed", None, heading.parsed.unsupported, False, heading.span, missing)
