"""Rows of hands on their way into a dataset: stored by whoever audited them, and sealed into parts by whoever is free.

`store` writes the rows of a batch of hands to a folder of drafts and gives a small account of them. What only the whole
run knows of a hand (its link in the chain of its input, say) is said by an `Amendment`. `seal` makes one Parquet file
of a plan that names drafts. So rows are never passed from process to process, and the bytes of a part depend on the
plan alone, and not on who made it.
"""

from __future__ import annotations

import io
import pickle
import struct
import sys
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, groupby, pairwise
from pathlib import Path
from typing import Any, BinaryIO, Final

import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct, msgpack

from stud_audit.ingest.addresses import Address, place_of, writing
from stud_audit.model.findings import Finding
from stud_audit.report.arrays import Arrays
from stud_audit.report.converter import LATE, Converter, finding_row, late_columns
from stud_audit.report.earlier import rows_of
from stud_audit.report.evidence import digest_of, link
from stud_audit.report.schemas import NUMBERED, TABLES
from stud_audit.report.stored import OF_HANDS, Amendment, HandRecord, Rows, Table
from stud_audit.report.tables import Events, Hands, Seats, Slice, event_table, hand_table, numbered, seat_table

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_ALL_ROWS: Final = 1 << 40
_RISING: Final = frozenset({"line", "first_line", "last_line", "hand_index", "event_no"})
_SINGLE: Final = frozenset({"chain", "hand_id", "text"})
"""Columns in which nothing is there twice."""
_SOUGHT: Final = frozenset({"file", "hand_index", "first_line", "last_line", "line", "played_at"})
"""Columns by whose least and greatest values a reader can pass over rows."""
MEMO: Final = "memo"
"""How the name of a draft ends that tells what a batch came to."""
_ROWS: Final = "rows"
_SIZES: Final = struct.Struct("<3Q")
_SIZE: Final = struct.Struct("<Q")
_ENCODER: Final = msgpack.Encoder()
_DECODERS: Final = (msgpack.Decoder(Hands), msgpack.Decoder(Seats), msgpack.Decoder(Events))


class Piece(Struct, frozen=True, array_like=True, gc=False):
    """Rows of a draft: the first, and how many; of hands what is known since."""

    name: str
    first: int
    rows: int
    amended: Amendment | None = None


class Plan(Struct, frozen=True, array_like=True, gc=False):
    """A part of a table: row groups, each of record batches, each of pieces.

    `drafts` is the folder that these lie in, `path` that of the part. `late` names the draft of what `store_late` got.
    """

    table: Table
    drafts: str
    path: str
    groups: tuple[tuple[tuple[Piece, ...], ...], ...]
    late: str | None = None
    earlier: tuple[str, str] | None = None
    """Folder and root of a dataset that has the rows of pieces without a name."""


class Sealed(Struct, frozen=True, array_like=True, gc=False):
    """A part that was written: its digest, and the values that it could not hold."""

    sha256: str
    unstorable: int = 0


# --- drafts ---------------------------------------------------------------------------------------


def store(records: Sequence[HandRecord], drafts: str, name: str) -> Rows:
    """Writes the rows of hands. Raises `OSError` where that cannot be done."""
    converter = Converter()
    packed = converter.hands(records), converter.seats(records), converter.events(records)
    remote = isinstance(place_of(drafts), Address)  # where bytes cost more than to make them fewer
    data = bytearray(_SIZES.size)
    ends = [len(data)]
    for rows in packed:
        if remote:
            data += zstd.compress(_ENCODER.encode(rows), 1)
        else:
            _ENCODER.encode_into(rows, data, ends[-1])
        ends.append(len(data))
    _SIZES.pack_into(data, 0, *(stop - start for start, stop in pairwise(ends)))
    _put(drafts, name, _ROWS, data)
    return Rows(
        name,
        tuple([len(record.hand.text) for record in records]),
        tuple(packed[1].counts),
        tuple(packed[2].counts),
        converter.unstorable,
    )


def store_rows(rows: Sequence[Mapping[str, Any]], drafts: str, name: str) -> Piece:
    """Writes rows as they are."""
    _put(drafts, name, "coverage", pickle.dumps(list(rows)))
    return Piece(name, 0, len(rows))


def store_findings(findings: Sequence[Finding], drafts: str, name: str) -> Piece:
    """Writes findings, which become rows only when they are sealed."""
    _put(drafts, name, "findings", pickle.dumps(list(findings)))
    return Piece(name, 0, len(findings))


def store_late(counts: Mapping[str, tuple[int, int]], drafts: str) -> str:
    """Writes how many violations and reviews were found after all hands were seen, by the keys of hands."""
    _put(drafts, "late", "hands", pickle.dumps(dict(counts)))
    return "late"


def keep_memo(memo: bytes, drafts: str, name: str) -> None:
    """Keeps what a batch came to, beside its rows, for a run that goes on after this one was stopped."""
    folder = place_of(drafts)
    if isinstance(folder, Address):  # where a file is there as a whole, or not at all
        _put(drafts, name, MEMO, memo)
        return
    _put(drafts, name, "unfinished", _size(folder, name) + memo)
    (folder / f"{name}.unfinished").replace(folder / f"{name}.{MEMO}")


def kept_memo(drafts: str, name: str) -> bytes | None:
    """What `keep_memo` has kept, where all rows are there."""
    folder = place_of(drafts)
    try:
        kept = _get(drafts, name, MEMO)
        if isinstance(folder, Address):
            return kept
        size = _size(folder, name)
    except OSError:
        return None
    return kept[len(size) :] if kept.startswith(size) else None


def _size(folder: Path, name: str) -> bytes:
    return _SIZE.pack((folder / f"{name}.{_ROWS}").stat().st_size)


def _put(drafts: str, name: str, kind: str, data: bytes | bytearray) -> None:
    with writing(place_of(drafts) / f"{name}.{kind}") as file:
        file.write(data)


def _get(drafts: str, name: str, kind: str) -> bytes:
    return (place_of(drafts) / f"{name}.{kind}").read_bytes()


def _draft(plan: Plan, name: str) -> Any:
    """What the draft of that name has for the table of a plan."""
    file = place_of(plan.drafts) / f"{name}.{_ROWS}"
    at = OF_HANDS.index(plan.table)
    decoder = _DECODERS[at]
    if isinstance(file, Address):
        data = file.read_bytes()
        ends = [*accumulate(_SIZES.unpack_from(data), initial=_SIZES.size)]
        return decoder.decode(zstd.decompress(data[ends[at] : ends[at + 1]]))
    with file.open("rb") as opened:
        sizes = _SIZES.unpack(opened.read(_SIZES.size))
        opened.seek(sum(sizes[:at]), io.SEEK_CUR)
        return decoder.decode(opened.read(sizes[at]))


# --- tables ---------------------------------------------------------------------------------------


def _table(plan: Plan, pieces: Sequence[Piece], arrays: Arrays) -> pa.Table:
    """The rows of pieces."""
    if plan.table not in OF_HANDS:
        rows = [row for piece in pieces for row in _rows(plan, piece, arrays)]
        columns = [arrays.of([row.get(field.name) for row in rows], field.type) for field in TABLES[plan.table]]
        return pa.Table.from_arrays(columns, schema=TABLES[plan.table])
    if not pieces:
        return NUMBERED[plan.table].empty_table()
    tables = []
    for is_draft, some in groupby(pieces, key=lambda piece: bool(piece.name)):
        if is_draft:
            tables.append(_made(plan, [(piece, _draft(plan, piece.name)) for piece in some]))
        else:
            tables += [numbered(_taken_over(plan, piece), NUMBERED[plan.table]) for piece in some]
    return tables[0] if len(tables) == 1 else pa.concat_tables(tables).unify_dictionaries().combine_chunks()


def _rows(plan: Plan, piece: Piece, arrays: Arrays) -> Iterable[Mapping[str, Any]]:
    stored = pickle.loads(_get(plan.drafts, piece.name, plan.table))  # noqa: S301  # by the functions above
    return (finding_row(finding, arrays) for finding in stored) if plan.table == "findings" else stored


def _made(plan: Plan, pieces: Sequence[tuple[Piece, Any]]) -> pa.Table:
    """The rows of drafts."""
    slices = [Slice(draft, piece.first, piece.rows) for piece, draft in pieces]
    if plan.table == "events":
        return event_table(slices)
    if plan.table == "seats":
        return seat_table(slices)
    columns: dict[str, list[Any]] = {name: [] for name in LATE}
    for piece, draft in pieces:
        of_draft = late_columns(draft)
        if piece.amended:
            _amend(of_draft, piece.amended)
        for name, values in of_draft.items():
            columns[name] += values[piece.first : piece.first + piece.rows]
    return hand_table(slices, columns)


def _taken_over(plan: Plan, piece: Piece) -> pa.Table:
    """Rows of an earlier dataset; of hands with nothing of what was known of them besides what their texts say."""
    assert plan.earlier is not None  # noqa: S101  # there are such pieces
    folder, root = plan.earlier
    if piece.amended is None:
        return rows_of(folder, root, plan.table, piece.first, piece.rows)
    begin = piece.amended.first or 0
    rows = rows_of(folder, root, plan.table, begin, piece.first + piece.rows - begin)
    nothing: list[Any] = [None] * len(rows)
    none = [0] * len(rows)
    columns = {"hand_key": rows["hand_key"].to_pylist(), "violations": none, "reviews": [*none], "retells": nothing}
    _amend(columns, piece.amended)
    return _with(rows, columns).slice(piece.first - begin)


def _amend(columns: dict[str, list[Any]], amended: Amendment) -> None:
    """Puts what is known of hands to their columns."""
    chain, links = "", []
    for place, key in enumerate(columns["hand_key"]):
        chain = link(amended.chains.get(place, chain), key)
        links.append(chain)
    columns["chain"] = links
    for place, key in amended.retells.items():
        if place < len(links):
            columns["retells"][place] = key
    for place, (violations, reviews) in amended.counts.items():
        if place < len(links):
            columns["violations"][place], columns["reviews"][place] = violations, reviews


def _with(rows: pa.Table, columns: Mapping[str, Sequence[Any]]) -> pa.Table:
    for name, values in columns.items():
        at = rows.schema.get_field_index(name)
        field = rows.schema.field(at)
        rows = rows.set_column(at, field, Arrays().of(values, field.type))
    return rows


# --- parts ----------------------------------------------------------------------------------------


def seal(plan: Plan) -> Sealed:
    """Writes a part of a table, which one who did not come to the end may have begun. `OSError` as for `store`."""
    arrays = Arrays()
    late = None
    if plan.late is not None:
        late = pickle.loads(_get(plan.drafts, plan.late, "hands"))  # noqa: S301  # by `store_late`
    with writing(place_of(plan.path)) as file:
        with _writer(file, plan.table) as writer:
            for group in plan.groups:
                tables = [_table(plan, pieces, arrays) for pieces in group or ((),)]
                rows = tables[0] if len(tables) == 1 else pa.concat_tables(tables).unify_dictionaries()
                if late is not None:
                    rows = _recounted(rows, late)
                writer.write_table(rows, row_group_size=_ALL_ROWS)
        pa.default_memory_pool().release_unused()  # which else it keeps for the next part
        file.seek(0)
        return Sealed(digest_of(file), arrays.unstorable)


def _recounted(hands: pa.Table, late: Mapping[str, tuple[int, int]]) -> pa.Table:
    """Hands with the findings that came after them counted in."""
    more = [late.get(key, (0, 0)) for key in hands["hand_key"].to_pylist()]
    columns = {}
    for which, name in enumerate(("violations", "reviews")):
        counts = hands[name].to_pylist()
        columns[name] = [count + each[which] for count, each in zip(counts, more, strict=True)]
    return _with(hands, columns)


def _writer(file: BinaryIO | io.IOBase, table: Table) -> pq.ParquetWriter:
    """A writer of rows as `NUMBERED` has them; to a reader they are as `TABLES` has them.

    Numbers that rise from row to row are stored by their steps, which takes a hundredth of the room.
    """
    schema = TABLES[table]
    rising = [name for name in schema.names if name in _RISING]
    writer = pq.ParquetWriter(
        file,
        NUMBERED[table],
        compression="zstd",
        use_dictionary=[name for name in schema.names if name not in _RISING and name not in _SINGLE],
        column_encoding=dict.fromkeys(rising, "DELTA_BINARY_PACKED"),
        write_statistics=[name for name in schema.names if name in _SOUGHT],
        store_schema=False,
    )
    writer.add_key_value_metadata({"ARROW:schema": b64encode(schema.serialize()).decode()})
    return writer
