"""Hands for a dataset, what a batch of them left in the folder of drafts, and what is known of it since.

No pyarrow here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from stud_audit.model.events import Event
from stud_audit.model.findings import Finding
from stud_audit.model.hand import Hand
from stud_audit.model.rows import Row
from stud_audit.record.played_events import Numbered
from stud_audit.record.seat_accounts import SeatRow

Table = Literal["hands", "seats", "events", "findings", "coverage"]
OF_HANDS: Final[tuple[Table, ...]] = ("hands", "seats", "events")


class HandRecord(NamedTuple):
    """A hand and what the audit says of it; `pot` and `rake` in the hand's smallest unit.

    `played` are its events as play went on with them, empty where they are those of the log; `rows` stand for the
    events of a hand that has none.
    """

    hand: Hand
    house: str | None
    house_version: str | None
    seats: Sequence[SeatRow] = ()
    findings: Sequence[Finding] = ()
    pot: int | None = None
    rake: int | None = None
    played: Sequence[Numbered] = ()
    rows: list[Row] | None = None

    @property
    def events(self) -> Sequence[Event]:
        """The events in the order of play."""
        return [event for _, event in self.played] if self.played else self.hand.events


class Rows(Struct, frozen=True, array_like=True, gc=False):
    """What a draft holds: for each of its hands the characters of its text, its seats, and its events."""

    name: str
    text: tuple[int, ...]
    seats: tuple[int, ...]
    events: tuple[int, ...]
    unstorable: int = 0
    """Values that a table cannot hold."""
    at: tuple[int, int, int] | None = None
    """Where they begin in the tables of an earlier dataset, which has them; else there is a draft."""

    @property
    def hands(self) -> int:
        """The number of hands."""
        return len(self.text)

    def of(self, table: Table, start: int, stop: int) -> tuple[int, int]:
        """Where in a table the rows of some of the hands begin, and how many they are."""
        begin = 0 if self.at is None else self.at[OF_HANDS.index(table)]
        if table == "hands":
            return begin + start, stop - start
        counts = self.seats if table == "seats" else self.events
        return begin + sum(counts[:start]), sum(counts[start:stop])


class Amendment(Struct, array_like=True, gc=False):
    """What is known of the hands of a draft since they were stored, by their place in it."""

    chains: dict[int, str] = {}
    """The link of the hand before in the chain of the input, where that hand is not the one before in the draft."""
    counts: dict[int, tuple[int, int]] = {}
    """Violations and reviews, where they are others than those stored."""
    retells: dict[int, str] = {}
    first: int | None = None
    """Of hands of an earlier dataset, the row of the first; nothing of what was known of them there holds here."""
