"""The values of the events table, gathered column by column from the events of hands, or from rows that stand for them.

Most columns are empty in most rows. So each has only the values that there are, with the number of the row of each, and
texts, of which there are few, by number. What hands that were certified have are rows, of which no event is made here.
"""

from __future__ import annotations

from collections.abc import Iterable
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
)
from stud_audit.report.event_fields import FIELD_KINDS, event_fields

_NAMES: Final = ["", *[kind.__name__ for kind in KIND_OF]]
"""Of the kinds of rows, by their numbers."""


class Column:
    """The values of a column, each with the number of its row.

    Texts and cards stand for themselves only in `numbers`, by which their values go.
    """

    def __init__(self) -> None:
        self.rows: list[int] = []
        self.values: list[Any] = []
        self.numbers: dict[Any, int] = {}

    def put(self, row: int, value: Any) -> None:
        """A value."""
        self.rows.append(row)
        self.values.append(value)

    def say(self, row: int, value: Any) -> None:
        """A text, or cards, by number."""
        number = self.numbers.get(value)
        if number is None:
            number = self.numbers[value] = len(self.numbers)
        self.rows.append(row)
        self.values.append(number)


class EventColumns:
    """The columns of the events of some hands. Amounts are in ten-thousandths."""

    def __init__(self) -> None:
        self.rows = 0
        self.types: list[int] = []
        """Of each row the number of the name of its type."""
        self.names: list[str] = list(_NAMES)
        self.lines: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.raws: list[str] = []
        self.fields: dict[str, Column] = {}
        for column in FIELD_KINDS:
            self.fields[column] = Column()
        fields = self.fields
        self._street, self._seat, self._added, self._to = fields["street"], fields["seat"], fields["added"], fields["to"]
        self._all_in, self._cards, self._facing = fields["all_in"], fields["cards"], fields["facing"]
        self._basis, self._player, self._stack = fields["basis"], fields["player"], fields["stack"]
        self._sitting_out, self._amount, self._by = fields["sitting_out"], fields["amount"], fields["by"]
        self._pot, self._half, self._said, self._won = fields["pot"], fields["half"], fields["said"], fields["won"]
        self._folded, self._shown, self._mucked = fields["folded"], fields["shown"], fields["mucked"]

    def add_rows(self, rows: list[Row], places: int) -> None:
        """The events for which rows stand, of a hand whose amounts have as many decimal places."""
        for row in rows:
            if row.event is not None:
                self._add(row.event, places)
                continue
            at = self.rows
            self.rows = at + 1
            kind = row.kind
            self.types.append(kind)
            self.lines.append(row.number)
            self.starts.append(row.start)
            self.ends.append(row.end)
            self.raws.append(row.raw)
            self._basis.say(at, "printed")
            if row.street:
                self._street.put(at, row.street)
            if kind == CARD_DEALT or kind == CARDS_REPRINTED:
                self._seat.put(at, row.seat)
                self._facing.say(at, "down" if row.down else "up")
                self._cards.say(at, row.cards)
            elif kind == FOLDED or kind == CHECKED:
                self._seat.put(at, row.seat)
            elif kind == CALLED or kind == BET or kind == RAISED or kind == COMPLETED or kind == BROUGHT_IN:
                self._seat.put(at, row.seat)
                self._added.put(at, scaled(row.amount, places))
                self._to.put(at, scaled(row.to, places))
                self._all_in.put(at, row.all_in)
                if row.by is not None and (kind == RAISED or kind == COMPLETED):
                    self._by.put(at, scaled(row.by, places))
            elif kind == ANTE_POSTED:
                self._seat.put(at, row.seat)
                amount = scaled(row.amount, places)
                self._added.put(at, amount)
                self._amount.put(at, amount)
                self._all_in.put(at, row.all_in)
            elif kind == SEAT_SUMMARISED:
                self._seat.put(at, row.seat)
                self._shown.say(at, row.cards)
                self._mucked.say(at, row.mucked)
                self._say(row.player, self._player, at)
                self._say(row.said, self._said, at)
                if row.won is not None:
                    self._won.put(at, scaled(row.won, places))
                if row.folded is not None:
                    self._folded.put(at, row.folded)
            elif kind == SEAT_TAKEN:
                self._seat.put(at, row.seat)
                self._say(row.player, self._player, at)
                if row.stack is not None:
                    self._stack.put(at, scaled(row.stack, places))
                self._sitting_out.put(at, row.aside)
            elif kind == SHOWN:
                self._seat.put(at, row.seat)
                self._cards.say(at, row.cards)
                self._say(row.said, self._said, at)
            elif kind == MUCKED:
                self._seat.put(at, row.seat)
                self._cards.say(at, row.cards)
            elif kind == POT_AWARDED:
                self._seat.put(at, row.seat)
                self._amount.put(at, scaled(row.amount, places))
                self._say(row.pot, self._pot, at)
                self._say(row.half, self._half, at)
                self._say(row.said, self._said, at)
            elif kind == TOTAL_STATED:
                self._amount.put(at, scaled(row.amount, places))
                self._say(row.pot, self._pot, at)
            elif kind == UNCALLED_RETURNED:
                self._seat.put(at, row.seat)
                self._amount.put(at, scaled(row.amount, places))
            elif kind == RAKE_TAKEN:
                self._amount.put(at, scaled(row.amount, places))

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
        for column, attribute, what in event_fields(kind):
            value = getattr(event, attribute)
            if value is None:
                continue
            field = self.fields[column]
            if what == "text" or what == "cards":
                field.say(at, value)
            elif what == "money":
                field.put(at, scaled(value, places))
            elif value or column != "street":
                field.put(at, value)

    def _say(self, text: str | None, column: Column, at: int) -> None:
        if text is not None:
            column.say(at, text)


SCALE: Final = 4
LIMIT: Final = 10**18
"""Beyond what a decimal128(18, 4) holds, in its smallest unit."""


def scaled(amount: int, places: int) -> int:
    """An amount of so many decimal places as whole ten-thousandths, and `LIMIT` where it is finer than that."""
    if places == 2:
        return amount * 100
    if places <= SCALE:
        return int(amount * 10 ** (SCALE - places))
    step = int(10 ** (places - SCALE))
    return LIMIT if amount % step else amount // step
