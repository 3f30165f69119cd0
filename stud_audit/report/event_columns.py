"""The values of the events table, gathered column by column from the events of hands, or from rows that stand for them.

Most columns are empty in most rows. So each has only the values that there are, with the number of the row of each, and
texts, of which there are few, by number. Hands that were certified have rows, of which no event is made here.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

from stud_audit.model.events import Event
from stud_audit.model.rows import (
    ANTE_POSTED,
    BET,
    BROUGHT_IN,
    CALLED,
    CARD_DEALT,
    CARDS_REPRINTED,
    CHECKED,
    COMPLETED,
    FOLDED,
    KIND_OF,
    MUCKED,
    POT_AWARDED,
    RAISED,
    RAKE_TAKEN,
    SEAT_SUMMARISED,
    SEAT_TAKEN,
    SHOWN,
    TOTAL_STATED,
    UNCALLED_RETURNED,
    Row,
    event_of,
)
from stud_audit.report.event_fields import FIELD_KINDS, event_fields

_NAMES: Final = ["", *[kind.__name__ for kind in KIND_OF]]
"""Of the kinds of rows, by their numbers."""


SCALE: Final = 4
LIMIT: Final = 10**18
"""Beyond what a decimal128(18, 4) holds, in its smallest unit."""
_MOST: Final = 1 << 15
NO_SEAT: Final = 1 << 16


class Column:
    """Values of a column, each with the number of its row; of texts and cards their numbers."""

    def __init__(self, name: str, rows: list[int], numbers: dict[Any, int]) -> None:
        self.name, self.rows, self.numbers = name, rows, numbers
        self.values: list[Any] = []


class EventColumns:
    """The columns of the events of some hands. Amounts are in ten-thousandths.

    `unstorable` counts the values that the table cannot hold, and which are left out here.
    """

    def __init__(self) -> None:
        self.rows = self.unstorable = 0
        self.types: list[int] = []
        """Of each row the number of the name of its type."""
        self.names: list[str] = list(_NAMES)
        self.lines: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.raws: list[str] = []
        self.streets: list[int] = []
        self.seats: list[int] = []
        self.columns: list[Column] = []
        """A name may be there twice. Rows whose `basis` is not there are printed."""
        self._numbers: dict[str, dict[Any, int]] = {}
        self._of_events: dict[str, Column] = {}
        for name in FIELD_KINDS:
            self._numbers[name] = {}
            self._of_events[name] = self._column(name, [])
        fields = self._of_events
        self._added, self._all_in, self._cards, self._by = (
            fields["added"],
            fields["all_in"],
            fields["cards"],
            fields["by"],
        )
        self._player, self._stack, self._sitting_out = fields["player"], fields["stack"], fields["sitting_out"]
        self._amount, self._pot, self._half, self._said = (
            fields["amount"],
            fields["pot"],
            fields["half"],
            fields["said"],
        )
        self._won, self._folded = fields["won"], fields["folded"]
        self._shown, self._mucked = fields["shown"], fields["mucked"]
        # What comes together has its rows but once.
        self._dealt_rows: list[int] = []
        self._dealt_cards, self._dealt_facing = (
            self._column("cards", self._dealt_rows),
            self._column("facing", self._dealt_rows),
        )
        self._wager_rows: list[int] = []
        self._wager_added, self._wager_to = (
            self._column("added", self._wager_rows),
            self._column("to", self._wager_rows),
        )
        self._wager_all_in = self._column("all_in", self._wager_rows)
        self._down, self._up = self._number("facing", "down"), self._number("facing", "up")

    def _column(self, name: str, rows: list[int]) -> Column:
        column = Column(name, rows, self._numbers[name])
        self.columns.append(column)
        return column

    def _number(self, name: str, text: str) -> int:
        return self._numbers[name].setdefault(text, len(self._numbers[name]))

    def add_rows(self, rows: list[Row], places: int) -> None:
        """The events for which rows stand, of a hand whose amounts have as many decimal places."""
        if places > SCALE:
            self.add_events([event_of(row) for row in rows], places)
            return
        factor = int(10 ** (SCALE - places))
        limit = LIMIT // factor
        seats, streets = self.seats, self.streets
        types, lines, starts, ends, raws = self.types, self.lines, self.starts, self.ends, self.raws
        for row in rows:
            amount, to = row.amount, row.to
            if row.event is not None or row.seat >= _MOST or not (-limit < amount < limit and -limit < to < limit):
                self._add(event_of(row), places)
                continue
            at = self.rows
            self.rows = at + 1
            kind = row.kind
            types.append(kind)
            lines.append(row.number)
            starts.append(row.start)
            ends.append(row.end)
            raws.append(row.raw)
            streets.append(row.street)
            if kind == CARD_DEALT or kind == CARDS_REPRINTED:
                seats.append(row.seat)
                self._dealt_rows.append(at)
                self._dealt_facing.values.append(self._down if row.down else self._up)
                self._dealt_cards.values.append(_number(self._dealt_cards, row.cards))
            elif kind == FOLDED or kind == CHECKED:
                seats.append(row.seat)
            elif kind == CALLED or kind == BET or kind == RAISED or kind == COMPLETED or kind == BROUGHT_IN:
                seats.append(row.seat)
                self._wager_rows.append(at)
                self._wager_added.values.append(amount * factor)
                self._wager_to.values.append(to * factor)
                self._wager_all_in.values.append(row.all_in)
                if kind == RAISED or kind == COMPLETED:
                    self._money(self._by, at, row.by, places)
            elif kind == ANTE_POSTED:
                seats.append(row.seat)
                _put(self._added, at, amount * factor)
                _put(self._amount, at, amount * factor)
                _put(self._all_in, at, row.all_in)
            elif kind == SEAT_SUMMARISED:
                seats.append(row.seat)
                _say(self._shown, at, row.cards)
                _say(self._mucked, at, row.mucked)
                _say(self._player, at, row.player)
                _say(self._said, at, row.said)
                self._money(self._won, at, row.won, places)
                self._count(self._folded, at, row.folded)
            elif kind == SEAT_TAKEN:
                seats.append(row.seat)
                _say(self._player, at, row.player)
                self._money(self._stack, at, row.stack, places)
                _put(self._sitting_out, at, row.aside)
            elif kind == SHOWN:
                seats.append(row.seat)
                _say(self._cards, at, row.cards)
                _say(self._said, at, row.said)
            elif kind == MUCKED:
                seats.append(row.seat)
                _say(self._cards, at, row.cards)
            elif kind == POT_AWARDED:
                seats.append(row.seat)
                _put(self._amount, at, amount * factor)
                _say(self._pot, at, row.pot)
                _say(self._half, at, row.half)
                _say(self._said, at, row.said)
            elif kind == UNCALLED_RETURNED:
                seats.append(row.seat)
                _put(self._amount, at, amount * factor)
            else:
                seats.append(NO_SEAT)
                if kind == TOTAL_STATED:
                    _put(self._amount, at, amount * factor)
                    _say(self._pot, at, row.pot)
                elif kind == RAKE_TAKEN:
                    _put(self._amount, at, amount * factor)

    def add_events(self, events: Iterable[Event], places: int) -> None:
        """The same of events."""
        for event in events:
            self._add(event, places)

    def _add(self, event: Event, places: int) -> None:
        at = self.rows
        self.rows = at + 1
        kind = type(event)
        number = KIND_OF.get(kind)
        if number is None:
            name = kind.__name__
            if name not in self.names:
                self.names.append(name)
            number = self.names.index(name)
        self.types.append(number)
        line, start, end = event.span
        self.lines.append(line)
        self.starts.append(start)
        self.ends.append(end)
        self.raws.append(event.raw)
        self.streets.append(0)
        self.seats.append(NO_SEAT)
        for name, attribute, what in event_fields(kind):
            value = getattr(event, attribute)
            column = self._of_events[name]
            if value is None:
                continue
            if what == "text" or what == "cards":
                if name != "basis" or value != "printed":
                    _say(column, at, value)
            elif what == "money":
                self._money(column, at, value, places)
            elif what == "time":
                self._time(column, at, value)
            elif what == "count":
                if value or name != "street":
                    self._count(column, at, value)
            else:
                _put(column, at, value)

    def _money(self, column: Column, at: int, amount: int | None, places: int) -> None:
        if amount is None:
            return
        value = scaled(amount, places)
        if -LIMIT < value < LIMIT:
            _put(column, at, value)
        else:
            self.unstorable += 1

    def _count(self, column: Column, at: int, value: int | None) -> None:
        if value is None:
            return
        if -_MOST <= value < _MOST:
            _put(column, at, value)
        else:
            self.unstorable += 1

    def _time(self, column: Column, at: int, value: datetime) -> None:
        try:
            _put(column, at, value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC))
        except OverflowError:  # of the first day of all, or the last
            self.unstorable += 1


def _put(column: Column, row: int, value: Any) -> None:
    column.rows.append(row)
    column.values.append(value)


def _say(column: Column, row: int, value: Any) -> None:
    """A text, or cards."""
    if value is not None:
        column.rows.append(row)
        column.values.append(_number(column, value))


def _number(column: Column, value: Any) -> int:
    number = column.numbers.get(value)
    if number is None:
        number = column.numbers[value] = len(column.numbers)
    return number


def scaled(amount: int, places: int) -> int:
    """An amount of so many decimal places as whole ten-thousandths, and `LIMIT` where it is finer than that."""
    if places <= SCALE:
        return int(amount * 10 ** (SCALE - places))
    step = int(10 ** (places - SCALE))
    return LIMIT if amount % step else amount // step
