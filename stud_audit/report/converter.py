"""Audited hands as drafts, column by column, and findings as rows.

Converting by columns and not by rows is what makes writing cheap: an audit gives some seventy events a hand, of some
thirty types, and each type fills a handful of the table's columns.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from decimal import Context, Decimal, Inexact, InvalidOperation
from typing import Any, Final

import pyarrow as pa

from stud_audit.model.findings import Finding
from stud_audit.report.arrays import Arrays
from stud_audit.report.columns import SCALE, storable
from stud_audit.report.event_columns import EventColumns
from stud_audit.report.hand_columns import HandColumns, SeatColumns
from stud_audit.report.schemas import FINDINGS
from stud_audit.report.stored import HandRecord
from stud_audit.report.tables import Events, Hands, Seats, Slice, event_table, hand_table, seat_table

_STEP: Final = Decimal(1).scaleb(-SCALE)
_EXACTLY: Final = Context(prec=18, traps=[Inexact, InvalidOperation])
"""What a decimal128(18, 4) holds: more digits, or finer ones, raise."""
LATE: Final = ("hand_key", "violations", "reviews", "retells", "chain")
"""Columns of hands that are complete, or made, when the whole run is known."""


class Converter:
    """Turns hands into drafts; nothing that a hand contains makes it fail.

    `unstorable` counts the values that a table cannot hold (an amount beyond a decimal128(18, 4), a seat number of
    twenty digits, a time before the first year); they are null there.
    """

    def __init__(self) -> None:
        self.unstorable = 0

    def hands(self, records: Sequence[HandRecord]) -> Hands:
        """The rows of the hands table."""
        columns = HandColumns()
        for hand, house, version, seats, _, pot, rake, played, rows in records:
            columns.add(hand, len(rows or played or hand.events), seats, house, version, pot, rake)
        self.unstorable += columns.unstorable
        verdicts = [[finding.verdict for finding in record.findings] for record in records]
        violations = [of_hand.count("violation") for of_hand in verdicts]
        reviews = [of_hand.count("review") for of_hand in verdicts]
        return Hands([record.hand.key for record in records], violations, reviews, columns.packed())

    def seats(self, records: Sequence[HandRecord]) -> Seats:
        """The rows of the seats table."""
        columns = SeatColumns()
        for record in records:
            columns.add(record.seats, record.hand.header.decimals)
        self.unstorable += columns.unstorable
        keys, counts = [record.hand.key for record in records], [len(record.seats) for record in records]
        return Seats(keys, counts, columns.packed())

    def events(self, records: Sequence[HandRecord]) -> Events:
        """The rows of the events table."""
        columns = EventColumns()
        counts = []
        for record in records:
            before, places = columns.rows, record.hand.header.decimals
            if record.rows:
                columns.add_rows(record.rows, places)
            else:
                columns.add_events(record.events, places)
            counts.append(columns.rows - before)
        self.unstorable += columns.unstorable
        numbers = None
        if any(record.played for record in records):
            numbers = array("i")
            for record, count in zip(records, counts, strict=True):
                numbers.extend([number for number, _ in record.played] or range(1, count + 1))
        return Events(
            [record.hand.key for record in records],
            [storable(record.hand.file) for record in records],
            counts,
            None if numbers is None else numbers.tobytes(),
            columns.places.getvalue(),
            columns.spans.getvalue(),
            columns.raws.packed(),
            columns.packed(),
        )


def late_columns(draft: Hands) -> dict[str, list[Any]]:
    """The columns of hands that may be amended."""
    nothing: list[Any] = [None] * len(draft.keys)
    return dict(zip(LATE, (draft.keys, draft.violations, draft.reviews, nothing, [*nothing]), strict=True))


def finding_row(finding: Finding, arrays: Arrays) -> dict[str, Any]:
    """A row of the findings table, for these arrays."""
    row = finding.to_dict()
    row["money_effect"] = _amount(row["money_effect"], arrays)
    for payment in row["settlement"] or ():
        payment["paid"] = _amount(payment["paid"], arrays)
        payment["due"] = _amount(payment["due"], arrays)
    return row


def made_rows(record: HandRecord) -> dict[str, list[dict[str, Any]]]:
    """The rows that a hand has in the tables hands, seats, events, and findings, as they are read from a dataset."""
    converter, arrays = Converter(), Arrays()
    hands, seats, events = converter.hands([record]), converter.seats([record]), converter.events([record])
    findings = [finding_row(finding, arrays) for finding in record.findings]
    columns = [arrays.of([row[field.name] for row in findings], field.type) for field in FINDINGS]
    return {
        "hands": hand_table([Slice(hands, 0, 1)], late_columns(hands)).to_pylist(),
        "seats": seat_table([Slice(seats, 0, seats.counts[0])]).to_pylist(),
        "events": event_table([Slice(events, 0, events.counts[0])]).to_pylist(),
        "findings": pa.Table.from_arrays(columns, schema=FINDINGS).to_pylist(),
    }


def _amount(text: str | None, arrays: Arrays) -> int | None:
    """An amount in ten-thousandths."""
    if text is None:
        return None
    try:
        return int(Decimal(text).quantize(_STEP, context=_EXACTLY).scaleb(SCALE))
    except (Inexact, InvalidOperation):
        arrays.unstorable += 1
        return None
