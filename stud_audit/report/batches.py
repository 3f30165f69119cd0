"""Audited hands as Arrow record batches, column by column.

Converting by columns and not by rows is what makes writing cheap: an audit gives some seventy events a hand, of some
thirty types, and each type fills a handful of the table's columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from decimal import Context, Decimal, Inexact, InvalidOperation
from operator import attrgetter
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from stud_audit.model.events import Event, SeatTaken
from stud_audit.model.findings import Finding
from stud_audit.model.hand import Hand
from stud_audit.record.played_events import Numbered
from stud_audit.record.seat_accounts import SeatRow
from stud_audit.report.event_fields import Kind, event_fields, text_of_cards
from stud_audit.report.schemas import EVENTS, FINDINGS, HANDS, MONEY, SEATS

_SCALE: Final = 4
_LIMIT: Final = 10**18
_STEP: Final = Decimal(1).scaleb(-_SCALE)
_EXACTLY: Final = Context(prec=18, traps=[Inexact, InvalidOperation])
"""What a decimal128(18, 4) holds: more digits, or finer ones, raise."""
_REFUSALS: Final = (pa.ArrowException, ValueError, ArithmeticError, TypeError)


class HandRecord(NamedTuple):
    """A hand and what the audit says of it; `pot` and `rake` in the hand's smallest unit.

    `played` are its events as play went on with them, empty where they are those of the log. `chain` is its link in
    the chain of its input, `retells` the key of the hand that it tells again.
    """

    hand: Hand
    house: str | None
    house_version: str | None
    seats: Sequence[SeatRow] = ()
    findings: Sequence[Finding] = ()
    pot: int | None = None
    rake: int | None = None
    played: Sequence[Numbered] = ()
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
            "column": [hand.header_span.column if hand.header_span.line == hand.first_line else 1 for hand in hands],
            "preamble": [hand.preamble or None for hand in hands],
            "chain": [record.chain for record in records],
            "problem": [hand.problem or hand.unsupported for hand in hands],
            "truncated": [hand.truncated for hand in hands],
            "events": [len(record.events) for record in records],
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
        """The rows of the events table."""
        hands = [record.hand for record in records]
        by_hand = [record.events for record in records]
        events = [event for each in by_hand for event in each]
        groups = _Groups()
        codes = [code for hand, each in zip(hands, by_hand, strict=True) for code in groups.codes(hand, each)]
        counts = [len(each) for each in by_hand]
        owner = pa.array([number for number, count in enumerate(counts) for _ in range(count)], pa.int32())
        spans = [event.span for event in events]
        columns: dict[str, Any] = self._event_fields(events, codes, groups) if events else {}
        columns |= {
            "hand_key": pa.array([hand.key for hand in hands], pa.string()).take(owner),
            "file": self._stored([hand.file for hand in hands], pa.string()).take(owner),
            "event_no": [
                number for record, count in zip(records, counts, strict=True) for number in _numbers(record, count)
            ],
            "type": [type(event).__name__ for event in events],
            "line": [span[0] for span in spans],
            "column": [span[1] for span in spans],
            "end_column": [span[2] for span in spans],
            "raw": [event.raw or None for event in events],
        }
        return self._batch(EVENTS, columns)

    def _event_fields(self, events: list[Event], codes: list[int], groups: _Groups) -> dict[str, pa.Array]:
        """The columns of the fields: made type by type, joined, and put back into the hands' order."""
        coded = pa.array(codes, pa.int32())
        order = pc.array_sort_indices(coded)  # stable
        sorted_events = [events[row] for row in order.to_pylist()]
        tables = []
        start = 0
        sizes = Counter(codes)
        for code, (kind, decimals) in enumerate(groups.kinds):
            members = sorted_events[start : start + sizes[code]]
            start += sizes[code]
            tables.append(
                pa.table(
                    {
                        column: self._array(what, column, list(map(attrgetter(attribute), members)), decimals)
                        for column, attribute, what in event_fields(kind)
                    }
                )
            )
        back = pc.array_sort_indices(order)  # the inverse of the permutation
        joined = pa.concat_tables(tables, promote_options="default").combine_chunks().take(back)
        return {name: joined[name].chunk(0) for name in joined.column_names}

    def _array(self, kind: Kind, column: str, values: list[Any], decimals: int) -> pa.Array:
        match kind:
            case "money":
                return self._money(values, decimals)
            case "cards":
                values = [text_of_cards(cards) or None for cards in values]
            case "time":
                values = [at and self._utc(at) for at in values]
            case "count" if column == "street":
                values = [street or None for street in values]
        return self._stored(values, EVENTS.field(column).type)

    def findings(self, findings: Iterable[Finding]) -> pa.RecordBatch:
        """The rows of the findings table."""
        records = [finding.to_dict() for finding in findings]
        for record in records:
            record["money_effect"] = self._decimal(record["money_effect"])
            for payment in record["settlement"] or ():
                payment["paid"] = self._decimal(payment["paid"])
                payment["due"] = self._decimal(payment["due"])
        return self._batch(FINDINGS, {name: [record[name] for record in records] for name in FINDINGS.names})

    def _money(self, amounts: Sequence[int | None], decimals: int | Sequence[int]) -> pa.Array:
        """Amounts in smallest units as decimals, by way of whole ten-thousandths: exact, and no Decimal is made."""
        if isinstance(decimals, int) and decimals <= _SCALE:
            factor = 10 ** (_SCALE - decimals)
            scaled = [amount if amount is None else amount * factor for amount in amounts]
        else:
            each = [decimals] * len(amounts) if isinstance(decimals, int) else decimals
            scaled = [_ten_thousandths(amount, places) for amount, places in zip(amounts, each, strict=True)]
        kept = [amount if amount is None or -_LIMIT < amount < _LIMIT else None for amount in scaled]
        self.unstorable += kept.count(None) - amounts.count(None)
        return pa.array(kept, pa.int64()).cast(pa.decimal128(19, 0)).view(MONEY)

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
    batches = {"hands": converter.hands, "seats": converter.seats, "events": converter.events}
    rows = {name: make([record]).to_pylist() for name, make in batches.items()}
    return {**rows, "findings": converter.findings(record.findings).to_pylist()}


def _ten_thousandths(amount: int | None, decimals: int) -> int | None:
    """The amount as whole ten-thousandths, and beyond what can be stored where it is finer than that."""
    if amount is None or decimals <= _SCALE:
        return amount if amount is None else amount * 10 ** (_SCALE - decimals)
    scaled, rest = divmod(amount, 10 ** (decimals - _SCALE))
    return _LIMIT if rest else scaled


class _Groups:
    """Numbers the event types of a batch, apart for hands of different decimals."""

    def __init__(self) -> None:
        self.kinds: list[tuple[type[Event], int]] = []
        self._of_decimals: dict[int, dict[type[Event], int]] = {}

    def codes(self, hand: Hand, events: Sequence[Event]) -> list[int]:
        decimals = hand.header.decimals
        known = self._of_decimals.setdefault(decimals, {})
        for kind in {type(event) for event in events} - known.keys():
            known[kind] = len(self.kinds)
            self.kinds.append((kind, decimals))
        return [known[type(event)] for event in events]


def _numbers(record: HandRecord, count: int) -> Iterable[int]:
    return [number for number, _ in record.played] if record.played else range(1, count + 1)


def _players(record: HandRecord) -> int | None:
    if record.seats:
        return sum(seat.dealt_in for seat in record.seats)
    return sum(isinstance(event, SeatTaken) for event in record.hand.events) or None


def _count(findings: Iterable[Finding], verdict: str) -> int:
    return sum(finding.verdict == verdict for finding in findings)
