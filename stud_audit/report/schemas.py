"""The five tables of the dataset, column by column."""

from __future__ import annotations

from typing import Final

import pyarrow as pa

from stud_audit.report.event_columns import WORDS
from stud_audit.report.event_fields import FIELD_KINDS, Kind

MONEY: Final = pa.decimal128(18, 4)
"""Amounts, in the currency (not in its smallest unit)."""

_OF_KIND: Final[dict[Kind, pa.DataType]] = {
    "count": pa.int16(),
    "money": MONEY,
    "flag": pa.bool_(),
    "text": pa.string(),
    "words": pa.list_(pa.string()),
    "cards": pa.string(),
    "time": pa.timestamp("us", tz="UTC"),
}

HANDS: Final = pa.schema(
    [
        ("hand_key", pa.string()),
        ("file", pa.string()),
        ("hand_index", pa.int32()),
        ("hand_id", pa.string()),
        ("dialect", pa.string()),
        ("game", pa.string()),
        ("structure", pa.string()),
        ("table", pa.string()),
        ("tournament", pa.string()),
        ("level", pa.string()),
        ("currency", pa.string()),
        ("small", MONEY),
        ("big", MONEY),
        ("ante", MONEY),
        ("bring_in", MONEY),
        ("spread_min", MONEY),
        ("spread_max", MONEY),
        ("played_at", pa.timestamp("us")),  # the wall clock as printed; its zone stands beside it
        ("played_zone", pa.string()),
        ("players", pa.int16()),
        ("house", pa.string()),
        ("house_version", pa.string()),
        ("first_line", pa.int64()),
        ("last_line", pa.int64()),
        ("status", pa.string()),
        ("problem", pa.string()),
        ("truncated", pa.bool_()),
        ("events", pa.int32()),
        ("violations", pa.int32()),
        ("reviews", pa.int32()),
        ("pot", MONEY),
        ("rake", MONEY),
        ("retells", pa.string()),  # the key of the hand that this row tells again, and that is counted instead
        ("text", pa.string()),  # the record itself, so that all the rest can be made again from it
        ("column", pa.int32()),  # where its first line begins: not at 1 in a hand that is glued to another
        ("preamble", pa.string()),
        ("chain", pa.string()),
    ]
)

SEATS: Final = pa.schema(
    [
        ("hand_key", pa.string()),
        ("seat", pa.int16()),
        ("player", pa.string()),
        ("stack", MONEY),
        ("dealt_in", pa.bool_()),
        ("put_in", MONEY),
        ("returned", MONEY),
        ("won", MONEY),
        ("net", MONEY),
        ("cards", pa.string()),
        ("shown", pa.bool_()),
    ]
)

EVENTS: Final = pa.schema(
    [
        ("hand_key", pa.string()),
        ("event_no", pa.int32()),
        ("type", pa.string()),
        *((column, _OF_KIND[kind]) for column, kind in FIELD_KINDS.items()),
        ("file", pa.string()),
        ("line", pa.int64()),
        ("column", pa.int32()),
        ("end_column", pa.int32()),
        ("raw", pa.string()),
    ]
)

_WORDS: Final = pa.list_(pa.string())

FINDINGS: Final = pa.schema(
    [
        ("code", pa.string()),
        ("name", pa.string()),
        ("verdict", pa.string()),
        ("severity", pa.string()),
        ("who", pa.string()),
        ("house", pa.string()),
        ("house_version", pa.string()),
        ("clauses", _WORDS),
        ("file", pa.string()),
        ("hand_id", pa.string()),
        ("hand_index", pa.int32()),
        ("line", pa.int64()),
        ("column", pa.int32()),
        ("end_column", pa.int32()),
        ("street", pa.int16()),
        ("seat", pa.int16()),
        ("player", pa.string()),
        ("message", pa.string()),
        ("expected", pa.string()),
        ("actual", pa.string()),
        ("money_effect", MONEY),
        (
            "readings",
            pa.struct([("pass", _WORDS), ("fail", _WORDS), ("silent", pa.bool_()), ("fallback", pa.string())]),
        ),
        (
            "settlement",
            pa.list_(pa.struct([("seat", pa.int16()), ("player", pa.string()), ("paid", MONEY), ("due", MONEY)])),
        ),
        (
            "related",
            pa.list_(
                pa.struct(
                    [
                        ("file", pa.string()),
                        ("line", pa.int64()),
                        ("column", pa.int32()),
                        ("end_column", pa.int32()),
                        ("note", pa.string()),
                    ]
                )
            ),
        ),
        ("hand_key", pa.string()),
        ("event_no", pa.int32()),
    ]
)

COVERAGE: Final = pa.schema(
    [
        ("house", pa.string()),
        ("house_version", pa.string()),
        ("clause", pa.string()),
        ("code", pa.string()),
        ("passed", pa.int64()),
        ("violations", pa.int64()),
        ("reviews", pa.int64()),
        ("not_checkable", pa.int64()),
        ("not_applicable", pa.int64()),
        ("missing", _WORDS),
    ]
)

TABLES: Final[dict[str, pa.Schema]] = {
    "hands": HANDS,
    "seats": SEATS,
    "events": EVENTS,
    "findings": FINDINGS,
    "coverage": COVERAGE,
}


def _numbered(schema: pa.Schema, names: set[str]) -> pa.Schema:
    kind = pa.dictionary(pa.int32(), pa.string())
    return pa.schema([field.with_type(kind) if field.name in names else field for field in schema])


NUMBERED: Final[dict[str, pa.Schema]] = TABLES | {
    "seats": _numbered(SEATS, {"hand_key"}),
    "events": _numbered(EVENTS, {"hand_key", "file", *WORDS}),
}
"""The tables as they are written: columns of few texts as the numbers of these, which Parquet stores in any case."""
