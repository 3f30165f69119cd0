"""Every field of every event type has its column, in the table and in JSON alike."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Final

import pytest
from msgspec.structs import fields
from support.hands import invented_hand

from stud_audit.model import events
from stud_audit.model.cards import parse_cards
from stud_audit.model.events import ButtonsOffered, Event
from stud_audit.model.rows import KIND_OF, event_of, row_of
from stud_audit.model.spans import Span
from stud_audit.report.converter import made_rows
from stud_audit.report.event_fields import COLUMNS, FIELD_KINDS, event_fields, event_records
from stud_audit.report.schemas import EVENTS
from stud_audit.report.stored import HandRecord

OF_FIELDS: Final[dict[str, Any]] = {
    "seat": 3, "player": "quill", "stack": 700, "sitting_out": True, "facing": "down", "cards": parse_cards("Kd 2c"),
    "added": 5, "to": 9, "all_in": True, "by": 4, "amount": 11, "pot": "side 1", "half": "low", "said": "a flush",
    "won": 25, "folded": 5, "shown": parse_cards("7h"), "mucked": parse_cards("8h 9h"),
}  # fmt: skip
WITH_THEIR_EVENT = {
    events.BoughtIn, events.CardBurned, events.CommunityDealt, events.Prompted, events.ButtonsOffered,
    events.StateSaid, events.ChatSaid, events.Noted,
}  # fmt: skip
"""Events whose rows are never without them."""


def all_types() -> list[type[Event]]:
    return [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)]


def test_no_event_field_is_lost() -> None:
    for kind in all_types():
        attributes = {field.attribute for field in event_fields(kind)} | {"span", "raw"}
        assert attributes == {field.name for field in fields(kind)}, kind.__name__


def test_json_and_table_have_the_same_columns() -> None:
    assert list(COLUMNS) == EVENTS.names
    assert set(FIELD_KINDS) <= set(COLUMNS)


def test_records_agree_with_the_table() -> None:
    hand = invented_hand(
        events=(
            *invented_hand().events,
            ButtonsOffered(1, ("fold", "call"), street=4, at=datetime(2026, 11, 1, 12, 0, 41, tzinfo=UTC)),
        )
    )
    records = [json.loads(json.dumps(record)) for record in event_records(hand)]
    rows = made_rows(HandRecord(hand, "tda", "1"))["events"]
    assert len(records) == len(rows) == 10
    for record, row in zip(records, rows, strict=True):
        for column, value in row.items():
            if isinstance(value, Decimal):
                assert Decimal(record[column]) == value
            elif isinstance(value, datetime):
                assert record[column] == "2026-11-01T12:00:41.000Z"
            else:
                assert record[column] == value


@pytest.mark.parametrize("decimals", [0, 2, 6])
@pytest.mark.parametrize("kind", [kind for kind in KIND_OF if kind not in WITH_THEIR_EVENT])
def test_a_row_has_all_that_its_event_has(kind: type[Event], decimals: int) -> None:
    own = [field.name for field in fields(kind) if field.name not in {field.name for field in fields(Event)}]
    event = kind(**{name: OF_FIELDS[name] for name in own}, span=Span(7, 2, 30), raw="as it was printed", street=4)
    row = row_of(event)
    row.event = None
    hand = invented_hand(events=(event,), decimals=decimals)
    of_row = made_rows(HandRecord(invented_hand(events=(), decimals=decimals), "tda", "1", rows=[row]))
    assert of_row["events"] == made_rows(HandRecord(hand, "tda", "1"))["events"]
    assert event_of(row) == event
