"""The values of the events table, gathered column by column from the events of hands, or from rows that stand for them.

Hands that were certified have rows, of which no event is made here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

from librt.strings import BytesWriter, write_i32_le, write_i64_le

from stud_audit.model import events as e
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
from stud_audit.report.columns import (
    LIMIT,
    SCALE,
    Column,
    Sheet,
    Texts,
    number_of_cards,
    put,
    put_cards,
    put_text,
    storable,
)
from stud_audit.report.event_fields import FIELD_KINDS, event_fields

_OTHERS: Final = [
    kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, Event) and kind not in KIND_OF
]
NUMBER_OF: Final[dict[type[Event], int]] = {kind: number for number, kind in enumerate([*KIND_OF, *_OTHERS], 1)}
"""Of the types of events; for those that have rows of their own kind, the same."""
WORDS: Final[dict[str, tuple[str, ...]]] = {
    "type": tuple([kind.__name__ for kind in NUMBER_OF]),
    "facing": get_args(e.Facing),
    "basis": get_args(e.Basis),
}
"""Columns of few words, and these: the values are their numbers."""
# Of a place, from the lowest bits on: type, street, seat, and line. mypyc has numbers of 62 bits without an object.
STREET_BIT: Final = 8
SEAT_BIT: Final = 12
LINE_BIT: Final = 28
NO_SEAT: Final = 1 << 15
NO_LINE: Final = (1 << 33) - 1
END_BIT: Final = 30
"""Of a span, after the column in which it begins."""
NO_COLUMN: Final = (1 << 30) - 1

_DOWN: Final = WORDS["facing"].index("down")
_UP: Final = WORDS["facing"].index("up")


class EventColumns(Sheet):
    """The columns of the events of some hands. Of a place and a span each row has one; other rows are `printed`."""

    def __init__(self) -> None:
        super().__init__()
        self.places = BytesWriter()
        self.spans = BytesWriter()
        self.raws = Texts()
        self._of_events: dict[str, Column] = {name: self.column(name) for name in FIELD_KINDS}
        fields = self._of_events
        self._added, self._all_in, self._cards = fields["added"], fields["all_in"], fields["cards"]
        self._player, self._stack, self._sitting_out = fields["player"], fields["stack"], fields["sitting_out"]
        self._amount, self._by, self._pot = fields["amount"], fields["by"], fields["pot"]
        self._half, self._said, self._won = fields["half"], fields["said"], fields["won"]
        self._folded, self._shown, self._mucked = fields["folded"], fields["shown"], fields["mucked"]
        self._dealt_rows, self._wager_rows = BytesWriter(), BytesWriter()
        self._dealt_cards = self.column("cards", self._dealt_rows)
        self._dealt_facing = self.column("facing", self._dealt_rows)
        self._wager_added = self.column("added", self._wager_rows)
        self._wager_to = self.column("to", self._wager_rows)
        self._wager_all_in = self.column("all_in", self._wager_rows)

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
            write_i64_le(spans, row.start | row.end << END_BIT)
            raws.add(row.raw)
            seat = row.seat
            if kind in (CARD_DEALT, CARDS_REPRINTED):
                write_i32_le(self._dealt_rows, at)
                write_i64_le(self._dealt_facing.values, _DOWN if row.down else _UP)
                write_i64_le(self._dealt_cards.values, number_of_cards(self._dealt_cards, row.cards))
            elif kind in (FOLDED, CHECKED):
                pass
            elif kind in (CALLED, BET, RAISED, COMPLETED, BROUGHT_IN):
                write_i32_le(self._wager_rows, at)
                write_i64_le(self._wager_added.values, amount * factor)
                write_i64_le(self._wager_to.values, to * factor)
                write_i64_le(self._wager_all_in.values, row.all_in)
                if kind in (RAISED, COMPLETED):
                    self.money(self._by, at, row.by, decimals)
            elif kind == ANTE_POSTED:
                put(self._added, at, amount * factor)
                put(self._amount, at, amount * factor)
                put(self._all_in, at, row.all_in)
            elif kind == SEAT_SUMMARISED:
                put_cards(self._shown, at, row.cards)
                put_cards(self._mucked, at, row.mucked)
                put_text(self._player, at, row.player)
                put_text(self._said, at, row.said)
                self.money(self._won, at, row.won, decimals)
                self.count(self._folded, at, row.folded)
            elif kind == SEAT_TAKEN:
                put_text(self._player, at, row.player)
                self.money(self._stack, at, row.stack, decimals)
                put(self._sitting_out, at, row.aside)
            elif kind == SHOWN:
                put_cards(self._cards, at, row.cards)
                put_text(self._said, at, row.said)
            elif kind == MUCKED:
                put_cards(self._cards, at, row.cards)
            elif kind == POT_AWARDED:
                put(self._amount, at, amount * factor)
                put_text(self._pot, at, row.pot)
                put_text(self._half, at, row.half)
                put_text(self._said, at, row.said)
            elif kind == UNCALLED_RETURNED:
                put(self._amount, at, amount * factor)
            else:
                seat = NO_SEAT
                if kind == TOTAL_STATED:
                    put(self._amount, at, amount * factor)
                    put_text(self._pot, at, row.pot)
                elif kind == RAKE_TAKEN:
                    put(self._amount, at, amount * factor)
            write_i64_le(places, kind | row.street << STREET_BIT | seat << SEAT_BIT | row.number << LINE_BIT)

    def add_events(self, events: Iterable[Event], decimals: int) -> None:
        """The same of events."""
        for event in events:
            self._add(event, decimals)

    def _add(self, event: Event, decimals: int) -> None:
        at = self.rows
        self.rows = at + 1
        kind = type(event)
        line, start, end = event.span
        line, start, end = self._fits(line, NO_LINE), self._fits(start, NO_COLUMN), self._fits(end, NO_COLUMN)
        write_i64_le(self.places, NUMBER_OF[kind] | NO_SEAT << SEAT_BIT | line << LINE_BIT)
        write_i64_le(self.spans, start | end << END_BIT)
        self.raws.add(event.raw)
        for name, attribute, what in event_fields(kind):
            value = getattr(event, attribute)
            column = self._of_events[name]
            if value is None:
                continue
            if name in WORDS:
                if name != "basis" or value != "printed":
                    put(column, at, WORDS[name].index(value))
            elif what == "text":
                put_text(column, at, value)
            elif what == "cards":
                put_cards(column, at, value)
            elif what == "money":
                self.money(column, at, value, decimals)
            elif what == "words":
                write_i32_le(column.rows, at)
                column.words.append([storable(text) for text in value])
            elif what == "time":
                self.time(column, at, value)
            elif what == "count":
                if value or name != "street":
                    self.count(column, at, value)
            else:
                put(column, at, value)

    def _fits(self, value: int, limit: int) -> int:
        if 0 <= value < limit:
            return value
        self.unstorable += 1
        return limit
