"""Audited hands as Arrow record batches, column by column.

Converting by columns and not by rows is what makes writing cheap: an audit gives some seventy events a hand, of some
thirty types, and each type fills a handful of the table's columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from decimal import Context, Decimal, Inexact, InvalidOperation
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from stud_audit.model.events import Event, SeatTaken
from stud_audit.model.findings import Finding
from stud_audit.model.hand import Hand
from stud_audit.model.rows import Row
from stud_audit.record.played_events import Numbered
from stud_audit.record.seat_accounts import SeatRow
from stud_audit.report.event_columns import LIMIT, SCALE, Column, EventColumns, scaled
from stud_audit.report.event_fields import FIELD_KINDS, Kind, text_of_cards
from stud_audit.report.schemas import EVENTS, FINDINGS, HANDS, MONEY, SEATS

_STEP: Final = Decimal(1).scaleb(-SCALE)
_EXACTLY: Final = Context(prec=18, traps=[Inexact, InvalidOperation])
"""What a decimal128(18, 4) holds: more digits, or finer ones, raise."""
_REFUSALS: Final = (pa.ArrowException, ValueError, ArithmeticError, TypeError)


class HandRecord(NamedTuple):
    """A hand and what the audit says of it; `pot` and `rake` in the hand's smallest unit.

    `played` are its events as play went on with them, empty where they are those of the log; `rows` stand for the
    events of a hand that has none. `chain` is its link in the chain of its input, `retells` the key of the hand that it
    tells again.
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
    retells: str | None = None
    chain: str | None = None

    @property
    def events(self) -> Sequence[Event]:
        """The events in the order of play."""
        return [event for _, event in self.played] if self.played else self.hand.events


class Converter:
    """Turns hands and findings into record batches; nothing that a hand contains makes it fail.

    `unstorable` counts the values that a table cannot hold (an amount beyond a decimal128(18, 4), a seat number of
    twenty digits, a time before the first year); they are null there.
    """

    def __init__(self) -> None:
        self.unstorable = 0

    def hands(self, records: Sequence[HandRecord]) -> pa.RecordBatch:
        """The rows of the hands table."""
        hands = [record.hand for record in records]
        headers = [hand.header for hand in hands]
        columns: dict[str, Any] = {
            "hand_key": [hand.key for hand in hands],
            "file": [hand.file for hand in hands],
            "hand_index": [hand.index for hand in hands],
            "hand_id": [header.hand_id or None for header in headers],
            "dialect": [hand.dialect for hand in hands],
            "played_at": [header.played_at and header.played_at.replace(tzinfo=None) for header in headers],
            "players": [_players(record) for record in records],
            "house": [record.house for record in records],
            "house_version": [record.house_version for record in records],
            "first_line": [hand.first_line for hand in hands],
            "last_line": [hand.last_line for hand in hands],
            "status": [hand.status for hand in hands],
            "text": [hand.text for hand in hands],
            "column": [hand.column for hand in hands],
            "preamble": [hand.preamble or None for hand in hands],
            "chain": [record.chain for record in records],
            "problem": [hand.problem or hand.unsupported for hand in hands],
            "truncated": [hand.truncated for hand in hands],
            "events": [len(record.rows or record.events) for record in records],
            "violations": [_count(record.findings, "violation") for record in records],
            "reviews": [_count(record.findings, "review") for record in records],
            "retells": [record.retells for record in records],
        }
        for name in ("game", "structure", "table", "tournament", "level", "currency", "played_zone"):
            columns[name] = [getattr(header, name) for header in headers]
        decimals = [header.decimals for header in headers]
        for name in ("small", "big", "ante", "bring_in", "spread_min", "spread_max"):
            columns[name] = self._money([getattr(header, name) for header in headers], decimals)
        for name in ("pot", "rake"):
            columns[name] = self._money([getattr(record, name) for record in records], decimals)
        return self._batch(HANDS, columns)

    def seats(self, records: Sequence[HandRecord]) -> pa.RecordBatch:
        """The rows of the seats table."""
        seats = [seat for record in records for seat in record.seats]
        decimals = [record.hand.header.decimals for record in records for _ in record.seats]
        columns: dict[str, Any] = {
            "hand_key": [record.hand.key for record in records for _ in record.seats],
            "seat": [seat.seat for seat in seats],
            "player": [seat.player for seat in seats],
            "dealt_in": [seat.dealt_in for seat in seats],
            "cards": [text_of_cards(seat.cards) or None for seat in seats],
            "shown": [seat.shown for seat in seats],
        }
        for name in ("stack", "put_in", "returned", "won", "net"):
            columns[name] = self._money([getattr(seat, name) for seat in seats], decimals)
        return self._batch(SEATS, columns)

    def events(self, records: Sequence[HandRecord]) -> pa.RecordBatch:
        """The rows of the events table, with texts by number (see `plain`)."""
        gathered = EventColumns()
        counts = []
        for record in records:
            before, places = gathered.rows, record.hand.header.decimals
            if record.rows:
                gathered.add_rows(record.rows, places)
            else:
                gathered.add_events(record.events, places)
            counts.append(gathered.rows - before)
        rows = gathered.rows
        owners = pa.array(np.repeat(np.arange(len(records), dtype=np.int32), counts))
        numbers = [_numbers(record, count) for record, count in zip(records, counts, strict=True)]
        columns: dict[str, Any] = {
            "hand_key": self._numbered(owners, [record.hand.key for record in records]),
            "file": self._numbered(owners, [record.hand.file for record in records]),
            "event_no": pa.array(np.concatenate(numbers) if numbers else [], pa.int32()),
            "type": self._numbered(pa.array(np.array(gathered.types, np.int32)), gathered.names),
            "line": gathered.lines,
            "column": gathered.starts,
            "end_column": gathered.ends,
            "raw": [raw or None for raw in gathered.raws],
        }
        for name, kind in FIELD_KINDS.items():
            column = gathered.fields[name]
            if column.rows:
                columns[name] = self._field(kind, column, rows, EVENTS.field(name).type)
        return self._batch(EVENTS, columns)

    def _field(self, kind: Kind, column: Column, rows: int, stored: pa.DataType) -> pa.Array:
        """A column of so many rows, in which there are some values."""
        match kind:
            case "text" | "cards":
                said = column.numbers if kind == "text" else [text_of_cards(cards) or None for cards in column.numbers]
                return self._numbered(_spread(np.array(column.values, np.int32), column.rows, rows), [*said])
            case "flag":
                return _spread(np.array(column.values, np.bool_), column.rows, rows)
            case "money" | "count":
                least, limit = (-LIMIT, LIMIT) if kind == "money" else (-(1 << 15) - 1, 1 << 15)
                try:
                    values = np.array(column.values, np.int64)
                except OverflowError:
                    values = np.array([value if least < value < limit else least for value in column.values], np.int64)
                at = np.array(column.rows, np.int32)
                fits = (values > least) & (values < limit)
                if not fits.all():
                    self.unstorable += int((~fits).sum())
                    values, at = values[fits], at[fits]
                if kind == "count":
                    return _spread(values.astype(np.int16), at, rows)
                return _spread(values, at, rows, MONEY)
            case _:
                whole: list[Any] = [None] * rows
                for row, value in zip(column.rows, column.values, strict=True):
                    whole[row] = self._utc(value) if kind == "time" else value
                return self._stored(whole, stored)

    def _numbered(self, numbers: pa.Array, texts: list[str | None]) -> pa.Array:
        return pa.DictionaryArray.from_arrays(numbers, self._stored(texts, pa.string()))

    def findings(self, findings: Iterable[Finding]) -> pa.RecordBatch:
        """The rows of the findings table."""
        records = [finding.to_dict() for finding in findings]
        for record in records:
            record["money_effect"] = self._decimal(record["money_effect"])
            for payment in record["settlement"] or ():
                payment["paid"] = self._decimal(payment["paid"])
                payment["due"] = self._decimal(payment["due"])
        return self._batch(FINDINGS, {name: [record[name] for record in records] for name in FINDINGS.names})

    def _money(self, amounts: Sequence[int | None], decimals: Iterable[int]) -> pa.Array:
        """Amounts in smallest units as decimals, by way of whole ten-thousandths: exact, and no Decimal is made."""
        column = Column()
        for row, (amount, places) in enumerate(zip(amounts, decimals, strict=True)):
            if amount is not None:
                column.put(row, scaled(amount, places))
        return self._field("money", column, len(amounts), MONEY)

    def _utc(self, at: datetime) -> datetime | None:
        try:
            return at.astimezone(UTC) if at.tzinfo is not None else at.replace(tzinfo=UTC)
        except OverflowError:  # of the first day of all, or the last
            self.unstorable += 1
            return None

    def _decimal(self, text: str | None) -> Decimal | None:
        if text is None:
            return None
        try:
            return Decimal(text).quantize(_STEP, context=_EXACTLY)
        except (Inexact, InvalidOperation):
            self.unstorable += 1
            return None

    def _batch(self, schema: pa.Schema, columns: dict[str, Any]) -> pa.RecordBatch:
        arrays, fields = [], []
        rows = max((len(column) for column in columns.values()), default=0)
        for field in schema:
            column = columns.get(field.name)
            if column is None:
                column = pa.nulls(rows, field.type)
            elif isinstance(column, list):
                column = self._stored(column, field.type)
            arrays.append(column)
            fields.append(field if column.type == field.type else field.with_type(column.type))
        return pa.RecordBatch.from_arrays(arrays, schema=pa.schema(fields))

    def _stored(self, values: list[Any], kind: pa.DataType) -> pa.Array:
        """A column. Where Arrow refuses it, one by one: text is made valid, and what cannot be stored is null."""
        try:
            return pa.array(values, kind)
        except _REFUSALS:
            return pa.array([self._fitting(value, kind) for value in values], kind)

    def _fitting(self, value: Any, kind: pa.DataType) -> Any:
        match value:
            case str():
                # A file's name may hold bytes that are no UTF-8: lone surrogates in Python, `\udc80` here.
                value = value.encode("utf-8", "backslashreplace").decode()
            case list() | tuple():
                value = [self._fitting(each, kind.value_type) for each in value]
            case dict():
                value = {field.name: self._fitting(value[field.name], field.type) for field in kind}
        try:
            pa.scalar(value, kind)
        except _REFUSALS:
            self.unstorable += 1
            return None
        return value


def made_rows(record: HandRecord) -> dict[str, list[dict[str, Any]]]:
    """The rows that a hand has in the tables hands, seats, events, and findings, as they are read from a dataset."""
    converter = Converter()
    batches = {"hands": converter.hands, "seats": converter.seats, "events": converter.events}
    rows = {name: make([record]).to_pylist() for name, make in batches.items()}
    return {**rows, "findings": converter.findings(record.findings).to_pylist()}


def plain(rows: pa.Table, schema: pa.Schema) -> pa.Table:
    """Rows as a table of this schema has them."""
    return rows if rows.schema.equals(schema) else rows.cast(schema)


def _spread(values: Any, at: Any, rows: int, stored: pa.DataType | None = None) -> pa.Array:
    """Values in a column of so many rows, null where there are none."""
    there = np.zeros(rows, np.bool_)
    there[at] = True
    whole = np.zeros(rows, values.dtype)
    whole[at] = values
    if stored is None:
        return pa.array(whole, mask=~there)
    halves = np.empty((rows, 2), np.int64)  # of a number of 128 bits
    halves[:, 0] = whole
    halves[:, 1] = whole >> 63
    valid = pa.py_buffer(np.packbits(there, bitorder="little"))
    return pa.Array.from_buffers(stored, rows, [valid, pa.py_buffer(halves)])


def _numbers(record: HandRecord, count: int) -> Any:
    numbers = [number for number, _ in record.played] if record.played else range(1, count + 1)
    return np.array(numbers, np.int32)


def _players(record: HandRecord) -> int | None:
    if record.seats:
        return sum(seat.dealt_in for seat in record.seats)
    return sum(isinstance(event, SeatTaken) for event in record.hand.events) or None


def _count(findings: Iterable[Finding], verdict: str) -> int:
    return sum(finding.verdict == verdict for finding in findings)
