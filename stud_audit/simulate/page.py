"""The written lines of a hand, for faults that are in the text and in no event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from stud_audit.ingest.writers import Line
from stud_audit.model.events import Event, SeatTaken
from stud_audit.model.findings import Verdict
from stud_audit.model.hand import Hand


class Page:
    """The lines of one hand, which a plant may change. `fault` is the index of the line at which its fault stands."""

    def __init__(self, hand: Hand, lines: Iterable[Line], dialect: str, rng: Random) -> None:
        self.hand, self.dialect, self.rng = hand, dialect, rng
        self.lines = list(lines)
        self.fault: int | None = None
        self.verdict: Verdict = "violation"

    def event(self, index: int) -> Event | None:
        """The first event that a line tells."""
        numbers = self.lines[index].events
        return self.hand.events[numbers[0] - 1] if numbers else None

    def where(self, fits: Callable[[Event], bool]) -> list[int]:
        """The indices of the lines whose first event fits."""
        return [i for i in range(len(self.lines)) if (event := self.event(i)) is not None and fits(event)]

    def name(self, seat: int) -> str:
        """Who sits there."""
        taken = (event for event in self.hand.events if isinstance(event, SeatTaken))
        return next(event.player for event in taken if event.seat == seat)

    def mark(self, index: int, verdict: Verdict = "violation") -> None:
        """Say that the fault stands at this line."""
        self.fault, self.verdict = index, verdict

    def replace(self, index: int, text: str) -> None:
        """Another text for a line."""
        self.lines[index] = self.lines[index]._replace(text=text)

    def insert(self, index: int, text: str) -> None:
        """A line more, before the one of this index."""
        self.lines.insert(index, Line(text))

    def text(self, index: int) -> str:
        """The text of a line."""
        return self.lines[index].text

    def line_of(self, event_no: int, *, follows: bool) -> int | None:
        """The index of the line that tells an event (0: the header); with `follows` that or the next one told."""
        if not event_no:
            return 0
        for index, line in enumerate(self.lines):
            if event_no in line.events or (follows and line.events and max(line.events) >= event_no):
                return index
        return None
