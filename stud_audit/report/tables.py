"""Drafts of some hands, and the tables that are made of many of them at once.

What a draft has is a fiftieth of what its rows would be as a table: most of that is nothing. And to make a column takes
some time of its own, however few rows it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
from msgspec import Struct

from stud_audit.report.arrays import Arrays, flags, gathered, money, nothing, numbers, texts, texts_of_cards, words
from stud_audit.report.columns import Packed, PackedSheet
from stud_audit.report.event_columns import (
    END_BIT,
    LINE_BIT,
    NO_COLUMN,
    NO_LINE,
    NO_SEAT,
    SEAT_BIT,
    STREET_BIT,
    WORDS,
)
from stud_audit.report.event_fields import FIELD_KINDS
from stud_audit.report.schemas import HANDS, NUMBERED

_OF_CARDS: Final = frozenset(name for name, kind in FIELD_KINDS.items() if kind == "cards")
"""Columns that, where they are of text, come as cards."""


class Hands(Struct, array_like=True):
    """Hands, and what was found in each."""

    keys: list[str]
    violations: list[int]
    reviews: list[int]
    sheet: PackedSheet


class Seats(Struct, array_like=True):
    """Seats of hands that have so many each."""

    keys: list[str]
    counts: list[int]
    sheet: PackedSheet


class Events(Struct, array_like=True):
    """Events of hands that have so many each, of these files."""

    keys: list[str]
    files: list[str]
    counts: list[int]
    numbers: bytes | None
    """Where they do not count from 1 in each hand."""
    places: bytes
    spans: bytes
    raws: tuple[bytes, bytes]
    sheet: PackedSheet


class Slice(NamedTuple):
    """Rows of a draft, which is one of those above: the first, and how many."""

    draft: Any
    first: int
    rows: int


_Base = tuple[Any, Any]
"""Values of all rows, and in which of them there is one."""


class _Column:
    """What the drafts have of a column."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self.values: list[Any] = []
        self.texts: list[bytes] = []
        self.lengths: list[bytes] = []
        self.words: list[list[str]] = []
        self._numbered = 0

    def add(self, rows: Any, packed: Packed, inside: Any) -> None:
        """What one draft has."""
        _, values, (whole, lengths), words = packed
        self.rows.append(rows)
        if words:
            self.words += words if inside is None else [each for each, good in zip(words, inside, strict=True) if good]
            return
        found = np.frombuffer(values, np.int64)
        if inside is not None:
            found = found[inside]
        if lengths:
            if self._numbered:
                found = np.where(found < 0, found - self._numbered, found + self._numbered)
            self.texts.append(whole)
            self.lengths.append(lengths)
            self._numbered += len(lengths) // 4
        self.values.append(found)

    def array(self, field: pa.Field, count: int, base: _Base | None) -> pa.Array:
        """The column with so many rows; where it has no value, it has that of the base."""
        rows, kind = np.concatenate([_NONE, *self.rows]), field.type
        there = np.zeros(count, np.bool_) if base is None else base[1]
        there[rows] = True
        if self.words:
            lists: list[Any] = [None] * count
            for row, each in zip(rows.tolist(), self.words, strict=True):
                lists[row] = each
            return Arrays().of(lists, kind)
        values = np.concatenate([_NONE, *self.values])
        if pa.types.is_string(kind):
            return self._texts(rows, values, there, cards=field.name in _OF_CARDS)
        if pa.types.is_decimal(kind):
            return money(kind, rows, values, there)
        every = np.zeros(count, np.int64) if base is None else base[0]
        every[rows] = values
        if field.name in WORDS:
            return words(every, _OF_WORDS[field.name], there)
        if pa.types.is_boolean(kind):
            return flags(every, there)
        return numbers(kind, every, there)

    def _texts(self, rows: Any, values: Any, there: Any, *, cards: bool) -> pa.Array:
        whole, lengths = np.frombuffer(b"".join(self.texts), np.uint8), np.frombuffer(b"".join(self.lengths), np.int32)
        starts = np.cumsum(lengths, dtype=np.int64) - lengths
        if cards:
            there[rows] = values != 0
            of_cards, begins, sizes = texts_of_cards(np.maximum(values, 0))
            spelt = values < 0
            begins[spelt], sizes[spelt] = starts[-1 - values[spelt]] + len(of_cards), lengths[-1 - values[spelt]]
            whole, starts, lengths = np.concatenate((of_cards, whole)), begins, sizes
        elif len(values) == len(lengths) and (values == np.arange(len(values))).all():
            pass  # each has its own, in this order
        else:
            starts, lengths = starts[values], lengths[values]
        if (rows[1:] < rows[:-1]).any():
            order = np.argsort(rows, kind="stable")
            rows, starts, lengths = rows[order], starts[order], lengths[order]
        every = np.zeros(len(there), np.int32)
        every[rows] = lengths
        if (starts[1:] != starts[:-1] + lengths[:-1]).any() or len(whole) != int(lengths.sum()):
            whole = gathered(whole, starts, lengths)
        return texts(whole, every, there)


class _Columns:
    """What drafts have of the columns of a table."""

    def __init__(self) -> None:
        self.count = 0
        self._columns: dict[str, _Column] = {}

    def add(self, sheet: PackedSheet, first: int, rows: int, all_rows: int) -> None:
        """Rows of one draft, of all that it has."""
        for where, columns in sheet:
            at, inside = np.frombuffer(where, np.int32), None
            if rows < all_rows:
                inside = (at >= first) & (at < first + rows)
                at = at[inside]
            if len(at):
                at = at + (self.count - first)
                for packed in columns:
                    if packed[0] not in self._columns:
                        self._columns[packed[0]] = _Column()
                    self._columns[packed[0]].add(at, packed, inside)
        self.count += rows

    def table(self, schema: pa.Schema, others: dict[str, pa.Array], bases: dict[str, _Base] | None = None) -> pa.Table:
        """The table, with those of its columns that are made already, and the bases of others."""
        arrays = []
        for field in schema:
            array, base = others.get(field.name), (bases or {}).get(field.name)
            if array is None:
                column = self._columns.get(field.name, _Column() if base else None)
                array = column.array(field, self.count, base) if column else nothing(field.type, self.count)
            arrays.append(array)
        return pa.Table.from_arrays(arrays, schema=schema)


_NONE: Final = np.zeros(0, np.int64)


def hand_table(slices: Iterable[Slice], amended: dict[str, list[Any]]) -> pa.Table:
    """The hands of drafts, one after the other, with those of their columns that are amended."""
    columns = _Columns()
    for draft, first, rows in slices:
        columns.add(draft.sheet, first, rows, len(draft.keys))
    arrays = Arrays()
    return columns.table(HANDS, {name: arrays.of(each, HANDS.field(name).type) for name, each in amended.items()})


def seat_table(slices: Iterable[Slice]) -> pa.Table:
    """The seats of drafts, one after the other."""
    columns, owners = _Columns(), _Owners()
    for draft, first, rows in slices:
        columns.add(draft.sheet, first, rows, sum(draft.counts))
        owners.add(draft.keys, draft.counts, first, rows)
    return columns.table(NUMBERED["seats"], {"hand_key": owners.keys()})


def event_table(slices: Sequence[Slice]) -> pa.Table:
    """The events of drafts, one after the other."""
    columns, owners = _Columns(), _Owners()
    places, spans, raws, lengths, explicit = [], [], [], [], []
    for draft, first, rows in slices:
        if draft.numbers is not None:
            explicit.append((columns.count, np.frombuffer(draft.numbers, np.int32)[first : first + rows]))
        columns.add(draft.sheet, first, rows, sum(draft.counts))
        owners.add(draft.keys, draft.counts, first, rows, draft.files)
        places.append(np.frombuffer(draft.places, np.int64)[first : first + rows])
        spans.append(np.frombuffer(draft.spans, np.int64)[first : first + rows])
        whole, sizes = draft.raws[0], np.frombuffer(draft.raws[1], np.int32)
        begin = int(sizes[:first].sum())
        lengths.append(sizes[first : first + rows])
        raws.append(whole[begin : begin + int(lengths[-1].sum())])
    place, span, size = (np.concatenate([_NONE, *each]) for each in (places, spans, lengths))
    number = owners.numbers()
    for at, numbers_of_draft in explicit:
        number[at : at + len(numbers_of_draft)] = numbers_of_draft
    line, start, end = place >> LINE_BIT, span & NO_COLUMN, span >> END_BIT
    street, seat = place >> STREET_BIT & 0xF, place >> SEAT_BIT & 0xFFFF
    every = np.ones(columns.count, np.bool_)
    made = {"hand_key": owners.keys(), "file": owners.files(), "raw": texts(b"".join(raws), size, size > 0)}
    bases = {
        "event_no": (number, every),
        "type": ((place & 0xFF) - 1, every),
        "street": (street, street != 0),
        "seat": (seat, seat != NO_SEAT),
        "basis": (np.zeros(columns.count, np.int64), every),
        "line": (line, line != NO_LINE),
        "column": (start, start != NO_COLUMN),
        "end_column": (end, end != NO_COLUMN),
    }
    return columns.table(NUMBERED["events"], made, bases)


class _Owners:
    """The hands that rows belong to, one after the other."""

    def __init__(self) -> None:
        self._keys: list[str] = []
        self._files: dict[str, int] = {}
        self._file_numbers: list[int] = []
        self._counts: list[Any] = [_NONE]
        self._before: list[Any] = [_NONE]

    def add(self, keys: list[str], counts: list[int], first: int, rows: int, files: list[str] | None = None) -> None:
        """Those of a draft that have rows between these."""
        number_of = np.array(counts, np.int64)
        ends = np.cumsum(number_of)
        begins = ends - number_of
        firsts = np.maximum(begins, first)
        there = np.minimum(ends, first + rows) - firsts
        of_these = np.flatnonzero(there > 0)
        self._counts.append(there[of_these])
        self._before.append((firsts - begins)[of_these])
        self._keys += [keys[hand] for hand in of_these.tolist()]
        if files is not None:
            numbers = self._files
            self._file_numbers += [numbers.setdefault(files[hand], len(numbers)) for hand in of_these.tolist()]

    def keys(self) -> pa.Array:
        """The key of the hand of each row."""
        return self._of_rows(np.arange(len(self._keys)), self._keys)

    def files(self) -> pa.Array:
        """Its file."""
        return self._of_rows(np.array(self._file_numbers, np.int64), list(self._files))

    def numbers(self) -> Any:
        """The number of each row in its hand."""
        counts, before = np.concatenate(self._counts), np.concatenate(self._before)
        return np.arange(1, int(counts.sum()) + 1) + np.repeat(before - np.cumsum(counts) + counts, counts)

    def _of_rows(self, of_hands: Any, these: list[str]) -> pa.Array:
        indices = np.repeat(of_hands, np.concatenate(self._counts))
        return words(indices, Arrays().of(these, pa.string()), np.ones(len(indices), np.bool_))


_OF_WORDS: Final = {name: Arrays().of(these, pa.string()) for name, these in WORDS.items()}


def numbered(rows: pa.Table, schema: pa.Schema) -> pa.Table:
    """Rows of plain texts with those columns numbered that this schema has so, as the functions above make them."""
    for at, field in enumerate(schema):
        if pa.types.is_dictionary(field.type):
            texts_of_rows = rows[field.name].combine_chunks()
            if field.name in WORDS:
                import pyarrow.compute as pc  # here: it takes a while to load, and is needed where a run goes on

                these = _OF_WORDS[field.name]
                column = pa.DictionaryArray.from_arrays(pc.index_in(texts_of_rows, value_set=these), these)
            else:
                column = texts_of_rows.dictionary_encode()
            rows = rows.set_column(at, field, column)
    return rows
