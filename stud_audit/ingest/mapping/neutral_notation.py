"""The words of the neutral notation, shared by its reader and its writer.

What a line need not say follows from the lines before it: the street of an event, and one of "chips added"
and "street total" from the other. `Course` derives it, for the writer to leave out and the reader to put back.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

from stud_audit.model.events import (
    Action,
    CardBurned,
    CardDealt,
    CardsReprinted,
    CommunityDealt,
    Event,
    Mucked,
    PotAwarded,
    SeatSummarised,
    ShowdownOpened,
    Shown,
    StreetOpened,
    SummaryOpened,
    TotalStated,
    Wager,
)

VERSION: Final = 1
FIRST_LINE: Final = f"stud {VERSION}\n"

_OPTION: Final = re.compile(r'(?P<key>[a-z-]+)(?:=(?P<value>"(?:[^"\\]|\\.)*"|[^\s"]*))?(?!\S)')
_WORDS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')
_BARE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:/+-]*")
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
_UNESCAPES: Final = {"n": "\n", "r": "\r"}

PLAY: Final = (Action, CardDealt, CardBurned, CommunityDealt, CardsReprinted)
CLOSING: Final = (ShowdownOpened, Shown, Mucked, PotAwarded, SummaryOpened, TotalStated, SeatSummarised)


def quoted(text: str) -> str:
    """The text in double quotes."""
    return '"' + re.sub(r'[\\"\n\r]', lambda match: _ESCAPES[match[0]], text) + '"'


def word(text: str) -> str:
    """The text bare where it can stand so, else in quotes."""
    return text if _BARE.fullmatch(text) else quoted(text)


def unquoted(text: str) -> str:
    """What a bare or quoted text says."""
    if not text.startswith('"'):
        return text
    return re.sub(r"\\(.)", lambda match: _UNESCAPES.get(match[1], match[1]), text[1:-1])


def words_of(text: str) -> tuple[str, ...]:
    """The words, bare or quoted, that a text consists of."""
    return tuple(map(unquoted, _WORDS.findall(text)))


def options_of(text: str) -> tuple[dict[str, str], dict[str, re.Match[str]]]:
    """The options that a line ends with, by name, where flags have an empty value; and what says one of them again.

    The first counts.
    """
    options: dict[str, str] = {}
    again: dict[str, re.Match[str]] = {}
    for match in _OPTION.finditer(text):
        if match["key"] in options:
            again.setdefault(match["key"], match)
        else:
            options[match["key"]] = unquoted(match["value"] or "")
    return options, again


def time_text(time: datetime) -> str:
    """`2026-11-01T12:00:00.000Z`; another offset, or none, where the time has that."""
    clock = time.replace(tzinfo=None)
    text = clock.isoformat(timespec="microseconds" if time.microsecond % 1000 else "milliseconds")
    offset = time.utcoffset()
    if offset is None:
        return text
    return text + (time.isoformat().removeprefix(clock.isoformat()) if offset else "Z")


def read_time(text: str) -> datetime:
    """The time, aware if the text says an offset; `ValueError` for what is none."""
    time = datetime.fromisoformat(text)
    return time.replace(tzinfo=UTC) if time.tzinfo is not None and not time.utcoffset() else time


class Course:
    """The course of a hand as far as the notation leaves it unsaid."""

    def __init__(self) -> None:
        self.street = 0
        """The street of the betting; the third begins with the first card even where no line opens it."""
        self.over = False
        """Whether the hand is past its betting."""
        self.committed: dict[int, int] = {}
        """What each seat has in on this street."""

    @property
    def level(self) -> int:
        """The highest total on this street."""
        return max(self.committed.values(), default=0)

    def street_of(self, kind: type[Event]) -> int:
        """The street of an event that says nothing of it."""
        if issubclass(kind, PLAY):
            return self.street or 3
        if self.over or issubclass(kind, CLOSING):
            return 0
        return self.street

    def take(self, event: Event) -> None:
        """The hand goes on with this event."""
        if isinstance(event, StreetOpened):
            self.street, self.over = event.street, False
            self.committed.clear()
        elif isinstance(event, PLAY):
            self.street = self.street or 3
            if isinstance(event, Wager):
                self.committed[event.seat] = self.committed.get(event.seat, 0) + event.added
        elif isinstance(event, CLOSING) and not event.street:
            self.over = True
