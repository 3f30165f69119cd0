"""Rows of the dataset, held against rows that are made value by value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from stud_audit.model.cards import cards_text
from stud_audit.model.events import SeatTaken
from stud_audit.model.rows import event_of
from stud_audit.pipeline import Audit, HandResult
from stud_audit.pipeline.records import record_of
from stud_audit.report.converter import made_rows
from stud_audit.report.event_fields import FIELD_KINDS, event_records
from stud_audit.report.schemas import HANDS, SEATS
from stud_audit.report.stored import HandRecord

SAMPLES = Path(__file__).parents[2] / "sample_histories"
OF_HEADER = ("game", "structure", "table", "tournament", "level", "currency", "played_zone")
AMOUNTS_OF_HEADER = ("small", "big", "ante", "bring_in", "spread_min", "spread_max")
OF_HAND = ("file", "dialect", "status", "first_line", "last_line", "truncated", "text", "column")
AMOUNTS_OF_SEAT = ("stack", "put_in", "returned", "won", "net")


@pytest.mark.parametrize("dialect", sorted(path.name for path in SAMPLES.iterdir()))
def test_rows_are_those_made_value_by_value(dialect: str) -> None:
    records = [record_of(result) for result in Audit([SAMPLES / dialect]) if isinstance(result, HandResult)]
    assert records
    for record in records:
        made = made_rows(record)
        assert made["hands"] == [hand_row(record)]
        assert made["seats"] == list(seat_rows(record))
        assert made["events"] == list(event_rows(record))


def amount(value: int | None, record: HandRecord) -> Decimal | None:
    return None if value is None else Decimal(value).scaleb(-record.hand.header.decimals)


def hand_row(record: HandRecord) -> dict[str, Any]:
    hand, header = record.hand, record.hand.header
    verdicts = [finding.verdict for finding in record.findings]
    seated = sum(type(event) is SeatTaken for event in hand.events) or None
    row: dict[str, Any] = dict.fromkeys(HANDS.names)
    row |= {name: getattr(header, name) for name in OF_HEADER}
    row |= {name: amount(getattr(header, name), record) for name in AMOUNTS_OF_HEADER}
    row |= {name: getattr(hand, name) for name in OF_HAND}
    return row | {
        "hand_key": hand.key,
        "hand_index": hand.index,
        "hand_id": header.hand_id or None,
        "played_at": header.played_at and header.played_at.replace(tzinfo=None),
        "players": sum(seat.dealt_in for seat in record.seats) if record.seats else seated,
        "house": record.house,
        "house_version": record.house_version,
        "problem": hand.problem or hand.unsupported,
        "events": sum(1 for _ in event_rows(record)),
        "violations": verdicts.count("violation"),
        "reviews": verdicts.count("review"),
        "pot": amount(record.pot, record),
        "rake": amount(record.rake, record),
        "preamble": hand.preamble or None,
    }


def seat_rows(record: HandRecord) -> Iterator[dict[str, Any]]:
    for seat in record.seats:
        row = {name: getattr(seat, name) for name in SEATS.names if name != "hand_key"}
        row |= {name: amount(getattr(seat, name), record) for name in AMOUNTS_OF_SEAT}
        yield row | {"hand_key": record.hand.key, "cards": cards_text(seat.cards) or None}


def event_rows(record: HandRecord) -> Iterator[dict[str, Any]]:
    """Those of the JSON, with the values that a table has in the place of texts."""
    of_rows: Sequence[Any] = [*enumerate(map(event_of, record.rows), 1)] if record.rows else ()
    numbered = of_rows or record.played or [*enumerate(record.hand.events, 1)]
    for (_, event), row in zip(numbered, event_records(record.hand, numbered), strict=True):
        for name, kind in FIELD_KINDS.items():
            if kind == "money" and row[name] is not None:
                row[name] = Decimal(row[name])
            elif kind == "time" and row[name] is not None:
                row[name] = event.at if event.at.tzinfo else event.at.replace(tzinfo=UTC)
        yield row
