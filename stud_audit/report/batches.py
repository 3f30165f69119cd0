"""Audited hands as Arrow record batches, column by column.

Converting by columns and not by rows is what makes writing cheap: an audit gives some seventy events a hand, of some
thirty types, and each type fills a handful of the table's columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Context, Decimal, Inexact, InvalidOperation
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from stud_audit.model.events import Event, SeatTaken
from stud_audit.model.findings import Finding
from stud_audit.model.hand import Hand
from stud_audit.model.rows import Row
from stud_audit.record.played_events import Numbered
from stud_audit.record.seat_accounts import SeatRow
from stud_audit.report.event_columns import LIMIT, SCALE, EventColumns, scaled
from stud_audit.report.event_fields import text_of_cards
from stud_audit.report.event_tables import Slice, event_table, money, packed
from stud_audit.report.schemas import FINDINGS, HANDS, SEATS

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

    def events(self, records: Sequence[HandRecord]) -> bytes:
        """The rows of the events table as a draft, of which `event_table` makes them."""
        events = EventColumns()
        counts = []
        for record in records:
            before, places = events.rows, record.hand.header.decimals
            if record.rows:
                events.add_rows(record.rows, places)
            else:
                events.add_events(record.events, places)
            counts.append(events.rows - before)
        self.unstorable += events.unstorable
        numbers = None
        if any(record.played for record in records):
            numbers = chain.from_iterable(map(_numbers, records, counts))
        keys, files = [record.hand.key for record in records], [record.hand.file for record in records]
        return packed(keys, files, counts, numbers, events)

    def findings(self, findings: Iterable[Finding]) -> pa.RecordBatch:
        """The rows of the findings table."""
        records = [finding.to_dict() for finding in findings]
        for record in records:
            record["money_effect"] = self._decimal(record["money_effect"])
            for payment in record["settlement"] or ():
                payment["paid"] = self._decimal(payment["paid"])
                payment["due"] = self._decimal(payment["due"])
        return self._batch(FINDINGS, {name: [record[name] for record in records] for name in FINDINGS.names})

    def _money(self, amounts: Sequence[int | None], decimals: Sequence[int]) -> pa.Array:
        """Amounts in smallest units as decimals, by way of whole ten-thousandths: exact, and no Decimal is made."""
        places = max(decimals, default=0)
        factor = 10 ** (SCALE - places) if places <= SCALE and places == min(decimals, default=0) else 0
        known = [amount or 0 for amount in amounts]
        if factor and max(map(abs, known), default=0) < LIMIT // factor:
            values = np.array(known, np.int64) * factor
        else:
            exact = [scaled(amount, places) for amount, places in zip(known, decimals, strict=True)]
            values = np.array([max(-LIMIT, min(amount, LIMIT)) for amount in exact], np.int64)
        fits = (values > -LIMIT) & (values < LIMIT)
        self.unstorable += len(fits) - int(fits.sum())
        return money(values, fits & np.array([amount is not None for amount in amounts], np.bool_))

    def _decimal(self, text: str | None) -> Decimal | None:
        if text is None:
            return None
        try:
            return Decimal(text).quantize(_STEP, context=_EXACTLY)
        except (Inexact, InvalidOperation):
            self.unstorable += 1
            return None

    def _batch(self, schema: pa.Schema, columns: dict[str, Any]) -> pa.RecordBatch:
        arrays = []
        rows = max((len(column) for column in columns.values()), default=0)
        for field in schema:
            column = columns.get(field.name)
            if column is None:
                column = pa.nulls(rows, field.type)
            elif isinstance(column, list):
                column = self._stored(column, field.type)
            arrays.append(column)
        return pa.RecordBatch.from_arrays(arrays, schema=schema)

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
    events = event_table([Slice(converter.events([record]), 0, len(record.rows or record.events))])
    return {
        "hands": converter.hands([record]).to_pylist(),
        "seats": converter.seats([record]).to_pylist(),
        "events": events.to_pylist(),
        "findings": converter.findings(record.findings).to_pylist(),
    }


def _numbers(record: HandRecord, count: int) -> Iterable[int]:
    return [number for number, _ in record.played] if record.played else range(1, count + 1)


def _players(record: HandRecord) -> int | None:
    if record.seats:
        return sum(seat.dealt_in for seat in record.seats)
    return sum(isinstance(event, SeatTaken) for event in record.hand.events) or None


def _count(findings: Iterable[Finding], verdict: str) -> int:
    return sum(finding.verdict == verdict for finding in findings)
