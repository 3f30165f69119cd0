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
# Of a place, from the lowest bits on: type, street, seat, and line. mypyc has numbers of 62 bits without an object.
STREET_BIT: Final = 8
SEAT_BIT: Final = 12
LINE_BIT: Final = 28
NO_SEAT: Final = 1 << 15
NO_LINE: Final = (1 << 33) - 1
END_BIT: Final = 30
"""Of a span, after the column in which it begins."""
NO_COLUMN: Final = (1 << 30) - 1


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
        self.names: list[str] = list(_NAMES)
        """Of types, by the numbers that stand for them."""
        self.places: list[int] = []
        self.spans: list[int] = []
        self.raws: list[str] = []
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

    def add_rows(self, rows: list[Row], decimals: int) -> None:
        """The events for which rows stand, of a hand whose amounts have as many decimal places."""
        if decimals > SCALE:
            self.add_events([event_of(row) for row in rows], decimals)
            return
        factor = int(10 ** (SCALE - decimals))
        limit = LIMIT // factor
        places, spans, raws = self.places, self.spans, self.raws
        for row in rows:
            amount, to = row.amount, row.to
            if (
                row.event is not None
                or row.seat >= NO_SEAT
                or row.number >= NO_LINE
                or row.end >= NO_COLUMN
                or not (-limit < amount < limit and -limit < to < limit)
            ):
                self._add(event_of(row), decimals)
                continue
            at = self.rows
            self.rows = at + 1
            kind = row.kind
            spans.append(row.start | row.end << END_BIT)
            raws.append(row.raw)
            seat = row.seat
            if kind in (CARD_DEALT, CARDS_REPRINTED):
                self._dealt_rows.append(at)
                self._dealt_facing.values.append(self._down if row.down else self._up)
                self._dealt_cards.values.append(_number(self._dealt_cards, row.cards))
            elif kind in (FOLDED, CHECKED):
                pass
            elif kind in (CALLED, BET, RAISED, COMPLETED, BROUGHT_IN):
                self._wager_rows.append(at)
                self._wager_added.values.append(amount * factor)
                self._wager_to.values.append(to * factor)
                self._wager_all_in.values.append(row.all_in)
                if kind in (RAISED, COMPLETED):
                    self._money(self._by, at, row.by, decimals)
            elif kind == ANTE_POSTED:
                _put(self._added, at, amount * factor)
                _put(self._amount, at, amount * factor)
                _put(self._all_in, at, row.all_in)
            elif kind == SEAT_SUMMARISED:
                _say(self._shown, at, row.cards)
                _say(self._mucked, at, row.mucked)
                _say(self._player, at, row.player)
                _say(self._said, at, row.said)
                self._money(self._won, at, row.won, decimals)
                self._count(self._folded, at, row.folded)
            elif kind == SEAT_TAKEN:
                _say(self._player, at, row.player)
                self._money(self._stack, at, row.stack, decimals)
                _put(self._sitting_out, at, row.aside)
            elif kind == SHOWN:
                _say(self._cards, at, row.cards)
                _say(self._said, at, row.said)
            elif kind == MUCKED:
                _say(self._cards, at, row.cards)
            elif kind == POT_AWARDED:
                _put(self._amount, at, amount * factor)
                _say(self._pot, at, row.pot)
                _say(self._half, at, row.half)
                _say(self._said, at, row.said)
            elif kind == UNCALLED_RETURNED:
                _put(self._amount, at, amount * factor)
            else:
                seat = NO_SEAT
                if kind == TOTAL_STATED:
                    _put(self._amount, at, amount * factor)
                    _say(self._pot, at, row.pot)
                elif kind == RAKE_TAKEN:
                    _put(self._amount, at, amount * factor)
            places.append(kind | row.street << STREET_BIT | seat << SEAT_BIT | row.number << LINE_BIT)

    def add_events(self, events: Iterable[Event], decimals: int) -> None:
        """The same of events."""
        for event in events:
            self._add(event, decimals)

    def _add(self, event: Event, decimals: int) -> None:
        at = self.rows
        self.rows = at + 1
        kind = type(event)
        number = KIND_OF.get(kind)
        if number is None:
            name = kind.__name__
            if name not in self.names:
                self.names.append(name)
            number = self.names.index(name)
        line, start, end = event.span
        line, start, end = self._fits(line, NO_LINE), self._fits(start, NO_COLUMN), self._fits(end, NO_COLUMN)
        self.places.append(number | NO_SEAT << SEAT_BIT | line << LINE_BIT)
        self.spans.append(start | end << END_BIT)
        self.raws.append(event.raw)
        for name, attribute, what in event_fields(kind):
            value = getattr(event, attribute)
            column = self._of_events[name]
            if value is None:
                continue
            if what == "text" or what == "cards":
                if name != "basis" or value != "printed":
                    _say(column, at, value)
            elif what == "money":
                self._money(column, at, value, decimals)
            elif what == "words":
                _put(column, at, [text.encode("utf-8", "backslashreplace").decode() for text in value])
            elif what == "time":
                self._time(column, at, value)
            elif what == "count":
                if value or name != "street":
                    self._count(column, at, value)
            else:
                _put(column, at, value)

    def _fits(self, value: int, limit: int) -> int:
        if 0 <= value < limit:
            return value
        self.unstorable += 1
        return limit

    def _money(self, column: Column, at: int, amount: int | None, decimals: int) -> None:
        if amount is None:
            return
        value = scaled(amount, decimals)
        if -LIMIT < value < LIMIT:
            _put(column, at, value)
        else:
            self.unstorable += 1

    def _count(self, column: Column, at: int, value: int | None) -> None:
        if value is None:
            return
        if -NO_SEAT <= value < NO_SEAT:
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
