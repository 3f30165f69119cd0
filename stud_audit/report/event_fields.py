"""Which column of the events table each field of each event type goes to.

The columns follow from the event types themselves, so a new type needs nothing here unless it brings a field of a
new name. No pyarrow here: `stud-audit events --format json` prints the same columns without loading it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

from msgspec.structs import fields

from stud_audit.model.cards import cards_text
from stud_audit.model.events import AntePosted, Event
from stud_audit.model.hand import Hand
from stud_audit.record.played_events import Numbered

Kind = Literal["count", "money", "flag", "text", "words", "cards", "time"]

FIELD_KINDS: Final[dict[str, Kind]] = {
    "street": "count",
    "seat": "count",
    "added": "money",
    "to": "money",
    "all_in": "flag",
    "cards": "cards",
    "facing": "text",
    "source": "text",
    "at": "time",
    "basis": "text",
    "player": "text",
    "stack": "money",
    "sitting_out": "flag",
    "amount": "money",
    "by": "money",
    "kind": "text",
    "reprint": "flag",
    "pot": "text",
    "half": "text",
    "said": "text",
    "won": "money",
    "folded": "count",
    "shown": "cards",
    "mucked": "cards",
    "state": "text",
    "buttons": "words",
    "action": "text",
    "text": "text",
    "code": "text",
    "problem": "text",
    "reason": "text",
}
"""The columns that hold an event's own fields, in the order of the table."""

COLUMNS: Final = ("hand_key", "event_no", "type", *FIELD_KINDS, "file", "line", "column", "end_column", "raw")


class EventField(NamedTuple):
    """A field of an event type and the column that it fills."""

    column: str
    attribute: str
    kind: Kind


_OF_TYPE: Final[dict[type[Event], tuple[EventField, ...]]] = {}


def event_fields(kind: type[Event]) -> tuple[EventField, ...]:
    """The fields of an event type, in the order of the columns."""
    if kind not in _OF_TYPE:
        attributes = {field.name: field.name for field in fields(kind)}
        if kind is AntePosted:  # an ante is chips added too, so that `added` sums to the pot
            attributes["added"] = "amount"
        _OF_TYPE[kind] = tuple(
            EventField(column, attributes[column], what) for column, what in FIELD_KINDS.items() if column in attributes
        )
    return _OF_TYPE[kind]


def event_records(hand: Hand, played: Sequence[Numbered] = ()) -> Iterator[dict[str, Any]]:
    """The events of a hand as JSON objects: every column, amounts as plain decimal strings.

    `played` are the events as play went on with them, where they are others than those of the log. These are numbered
    from 1 in either case.
    """
    for number, event in played or enumerate(hand.events, 1):
        record: dict[str, Any] = dict.fromkeys(COLUMNS)
        record |= {"hand_key": hand.key, "event_no": number, "type": type(event).__name__}
        for column, attribute, kind in event_fields(type(event)):
            value = getattr(event, attribute)
            if value is not None:
                record[column] = _plain(hand, column, kind, value)
        line, start, end = event.span
        record |= {"file": hand.file, "line": line, "column": start, "end_column": end, "raw": event.raw or None}
        yield record


def _plain(hand: Hand, column: str, kind: Kind, value: Any) -> Any:
    match kind:
        case "money":
            return hand.money(value)
        case "cards":
            return cards_text(value) or None
        case "time":
            return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        case "words":
            return list(value)
        case "count":
            return value or None if column == "street" else value
        case _:
            return value
