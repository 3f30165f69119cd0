"""Events on their way into the events table: packed as a draft of some hands, and made a table of many drafts at once.

What a draft has is a fiftieth of what its rows would be as a table: most of that is nothing. And to make a column takes
some time of its own, however few rows it has.
"""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from stud_audit.report.event_columns import (
    END_BIT,
    LINE_BIT,
    NO_COLUMN,
    NO_LINE,
    NO_SEAT,
    SEAT_BIT,
    STREET_BIT,
    EventColumns,
)
from stud_audit.report.event_fields import FIELD_KINDS, Kind, text_of_cards
from stud_audit.report.schemas import EVENTS, MONEY

_TYPE_CODES: Final[dict[Kind, str]] = {"money": "q", "flag": "b", "count": "h", "text": "i", "cards": "i"}
"""Of the arrays of a draft; of other kinds the values are kept as they are."""


class _Draft(NamedTuple):
    """Columns of events. In `sparse` are rows, and the columns that have values there."""

    keys: list[str]
    files: list[str]
    counts: list[int]
    numbers: bytes | None
    """Where they do not count from 1 in each hand."""
    names: list[str]
    places: bytes
    spans: bytes
    lengths: bytes
    raw: bytes
    sparse: list[tuple[bytes, list[tuple[str, Any]]]]
    texts: dict[str, list[str]]


class Slice(NamedTuple):
    """Rows of a draft: the first, and how many."""

    draft: bytes
    first: int
    rows: int


def packed(
    keys: list[str], files: list[str], counts: list[int], numbers: Iterable[int] | None, events: EventColumns
) -> bytes:
    """The draft of hands, told by their keys and files. Where no `numbers` are given, they count from 1 in each."""
    sparse: dict[int, tuple[bytes, list[tuple[str, Any]]]] = {}
    texts: dict[str, list[str]] = {}
    for column in events.columns:
        if not column.rows:
            continue
        kind = FIELD_KINDS[column.name]
        code = _TYPE_CODES.get(kind)
        values = column.values if code is None else array(code, column.values).tobytes()
        known = sparse.get(id(column.rows))
        if known is None:
            known = sparse[id(column.rows)] = array("i", column.rows).tobytes(), []
        known[1].append((column.name, values))
        if kind == "text":
            texts[column.name] = list(column.numbers)
        elif kind == "cards":
            texts[column.name] = list(map(text_of_cards, column.numbers))
    raw, lengths = _joined(events.raws)
    every = None if numbers is None else _bytes("i", numbers)
    places, spans = _bytes("q", events.places), _bytes("q", events.spans)
    draft = _Draft(keys, files, counts, every, events.names, places, spans, lengths, raw, list(sparse.values()), texts)
    return pickle.dumps(tuple(draft))


def _bytes(code: str, values: Iterable[int]) -> bytes:
    return array(code, values).tobytes()


def _joined(texts: list[str]) -> tuple[bytes, bytes]:
    """Texts as one, and the length of each in bytes."""
    whole = "".join(texts)
    if whole.isascii():
        return whole.encode(), _bytes("i", map(len, texts))
    # As in `Converter`: what is no text in any encoding is written out.
    pieces = [text.encode("utf-8", "backslashreplace") for text in texts]
    return b"".join(pieces), _bytes("i", map(len, pieces))


class _Codes:
    """A column of texts, each by the number of its own in `numbers`."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.codes: list[Any] = []

    def add(self, codes: Any, texts: Iterable[str]) -> None:
        """Some more of them, by their numbers among these texts."""
        numbers = self.numbers
        of_these = np.array([numbers.setdefault(text, len(numbers)) for text in texts], np.int32)
        self.codes.append(of_these[codes])

    def array(self, null: Any = None) -> pa.Array:
        """The texts, but where there is none."""
        codes = np.concatenate(self.codes)
        try:
            texts = pa.array(self.numbers, pa.string())
        except UnicodeEncodeError:
            texts = pa.array([text.encode("utf-8", "backslashreplace").decode() for text in self.numbers], pa.string())
        return texts.take(pa.array(codes, mask=null))


class _Sparse:
    """A column with few values."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self.values: list[Any] = []
        self.texts = _Codes()


def event_table(slices: Sequence[Slice]) -> pa.Table:
    """The events of drafts, one after the other."""
    keys, files, types = _Codes(), _Codes(), _Codes()
    every_numbers, every_places, every_spans, every_lengths, raws = [], [], [], [], []
    sparse: dict[str, _Sparse] = {}
    before = 0
    for data, first, rows in slices:
        draft = _Draft(*pickle.loads(data))  # noqa: S301  # by `packed`
        part = slice(first, first + rows)
        counts = np.array(draft.counts, np.int32)
        owners = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
        if draft.numbers is None:
            begins = np.cumsum(counts, dtype=np.int32) - counts
            numbers = np.arange(1, len(owners) + 1, dtype=np.int32) - begins[owners]
        else:
            numbers = np.frombuffer(draft.numbers, np.int32)
        owners = owners[part]
        keys.add(owners, draft.keys)
        files.add(owners, draft.files)
        places = np.frombuffer(draft.places, np.int64)[part]
        types.add(places & 0xFF, draft.names)
        lengths = np.frombuffer(draft.lengths, np.int32)
        every_numbers.append(numbers[part])
        every_places.append(places)
        every_spans.append(np.frombuffer(draft.spans, np.int64)[part])
        every_lengths.append(lengths[part])
        begin = int(lengths[:first].sum())
        raws.append(draft.raw[begin : begin + int(lengths[part].sum())])
        for where, columns in draft.sparse:
            at = np.frombuffer(where, np.int32)
            inside = None
            if first or rows < len(lengths):
                inside = (at >= first) & (at < first + rows)
                at = at[inside]
            if not len(at):
                continue
            for name, values in columns:
                column = sparse.setdefault(name, _Sparse())
                code = _TYPE_CODES.get(FIELD_KINDS[name])
                found = np.frombuffer(values, code) if code else _objects(values)
                found = found if inside is None else found[inside]
                column.rows.append(at + (before - first))
                if name in draft.texts:
                    column.texts.add(found, draft.texts[name])
                else:
                    column.values.append(found)
        before += rows
    places, spans = np.concatenate(every_places), np.concatenate(every_spans)
    lines, starts, ends = places >> LINE_BIT, spans & NO_COLUMN, spans >> END_BIT
    whole = {"street": places >> STREET_BIT & 0xF, "seat": places >> SEAT_BIT & 0xFFFF}
    arrays = {
        "hand_key": keys.array(),
        "file": files.array(),
        "type": types.array(),
        "raw": _texts(b"".join(raws), np.concatenate(every_lengths)),
        "event_no": pa.array(np.concatenate(every_numbers)),
        "line": pa.array(lines, mask=lines == NO_LINE),
        "column": pa.array(starts.astype(np.int32), mask=starts == NO_COLUMN),
        "end_column": pa.array(ends.astype(np.int32), mask=ends == NO_COLUMN),
    }
    for field in EVENTS:
        if field.name not in arrays:
            arrays[field.name] = _column(field, sparse.get(field.name), whole, before)
    return pa.Table.from_arrays([arrays[name] for name in EVENTS.names], schema=EVENTS)


def _column(field: pa.Field, column: _Sparse | None, whole: dict[str, Any], rows: int) -> pa.Array:
    kind = FIELD_KINDS[field.name]
    there = np.zeros(rows, np.bool_)
    if field.name in ("street", "seat"):
        given = whole[field.name]
        there = (given != NO_SEAT) if field.name == "seat" else given != 0
        values = np.where(there, given, 0).astype(np.int16)
    elif column is None and field.name != "basis":
        return pa.nulls(rows, field.type)
    elif kind in ("text", "cards"):
        values = np.zeros(rows, np.int32)
    else:
        values = np.zeros(rows, _TYPE_CODES.get(kind, "O"))
    texts = column.texts if column else _Codes()
    if field.name == "basis":
        values[:] = texts.numbers.setdefault("printed", len(texts.numbers))
        there[:] = True
    if column is not None:
        at = np.concatenate(column.rows)
        values[at] = np.concatenate(texts.codes or column.values)
        there[at] = True
    match kind:
        case "text" | "cards":
            texts.codes = [values]
            if kind == "cards" and "" in texts.numbers:
                there &= values != texts.numbers[""]
            return texts.array(~there)
        case "money":
            return money(values, there)
        case "flag":
            return pa.array(values.astype(np.bool_), mask=~there)
        case "count":
            return pa.array(values, mask=~there)
        case _:
            return pa.array([value if known else None for value, known in zip(values, there, strict=True)], field.type)


def money(ten_thousandths: Any, there: Any) -> pa.Array:
    """Amounts as decimals, null where there are none."""
    halves = np.empty((len(ten_thousandths), 2), np.int64)  # of a number of 128 bits
    halves[:, 0] = ten_thousandths
    halves[:, 1] = ten_thousandths >> 63
    valid = pa.py_buffer(np.packbits(there, bitorder="little"))
    return pa.Array.from_buffers(MONEY, len(there), [valid, pa.py_buffer(halves)])


def _texts(whole: bytes, lengths: Any) -> pa.Array:
    """Texts that stand one after the other; null where one has no length."""
    ends = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths, out=ends[1:])
    valid = pa.py_buffer(np.packbits(lengths > 0, bitorder="little"))
    return pa.StringArray.from_buffers(len(lengths), pa.py_buffer(ends), pa.py_buffer(whole), valid)


def _objects(values: list[Any]) -> Any:
    found = np.empty(len(values), object)
    found[:] = values
    return found
