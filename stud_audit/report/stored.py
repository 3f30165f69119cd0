"""What a batch of hands left in the folder of drafts, and what is known of it since; no pyarrow here."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

Table = Literal["hands", "seats", "events", "findings", "coverage"]
OF_HANDS: Final[tuple[Table, ...]] = ("hands", "seats", "events")


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
