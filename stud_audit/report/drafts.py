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
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any, BinaryIO, Final

import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct

from stud_audit.ingest.addresses import Address, place_of, writing
from stud_audit.model.findings import Finding
from stud_audit.report.batches import Converter, HandRecord
from stud_audit.report.earlier import rows_of
from stud_audit.report.event_tables import Slice, event_table
from stud_audit.report.evidence import digest_of, link
from stud_audit.report.schemas import TABLES
from stud_audit.report.stored import OF_HANDS, Amendment, Rows, Table

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_ROWS_A_GROUP: Final = 1 << 40
_RISING: Final = frozenset({"line", "first_line", "last_line", "hand_index", "event_no"})
MEMO: Final = "memo"
"""How the name of a draft ends that tells what a batch came to."""
_ROWS: Final = "rows"
_SIZES: Final = struct.Struct("<3Q")
_COMPRESSED: Final[Mapping[str, str | None]] = {"hands": "lz4"}
"""What is worth it, of a draft that is read once."""


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
    batches = {"hands": converter.hands(records), "seats": converter.seats(records)}
    events = converter.events(records)
    if isinstance(place_of(drafts), Address):  # where each request costs, and more than the bytes do
        streams = [*(_stream(batch, "zstd") for batch in batches.values()), zstd.compress(events, 1)]
        _put(drafts, name, _ROWS, _SIZES.pack(*map(len, streams)) + b"".join(streams))
    else:
        for table, batch in batches.items():
            _write(drafts, name, table, batch)
        _put(drafts, name, "events", events)
    return Rows(
        name,
        tuple([len(record.hand.text) for record in records]),
        tuple([len(record.seats) for record in records]),
        tuple([len(record.rows or record.events) for record in records]),
        converter.unstorable,
    )


def store_rows(rows: pa.RecordBatch, table: Table, drafts: str, name: str) -> Piece:
    """Writes rows as they are."""
    _write(drafts, name, table, rows)
    return Piece(name, 0, rows.num_rows)


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
    _put(drafts, name, "unfinished", _sizes(folder, name) + memo)
    (folder / f"{name}.unfinished").replace(folder / f"{name}.{MEMO}")


def kept_memo(drafts: str, name: str) -> bytes | None:
    """What `keep_memo` has kept, where all rows are there."""
    folder = place_of(drafts)
    try:
        kept = _get(drafts, name, MEMO)
        if isinstance(folder, Address):
            return kept
        sizes = _sizes(folder, name)
    except OSError:
        return None
    return kept[len(sizes) :] if kept.startswith(sizes) else None


def _sizes(folder: Path, name: str) -> bytes:
    return _SIZES.pack(*((folder / f"{name}.{table}").stat().st_size for table in OF_HANDS))


def _put(drafts: str, name: str, table: str, data: Any) -> None:
    with writing(place_of(drafts) / f"{name}.{table}") as file:
        file.write(data)


def _get(drafts: str, name: str, table: str) -> bytes:
    return (place_of(drafts) / f"{name}.{table}").read_bytes()


def _write(drafts: str, name: str, table: str, batch: pa.RecordBatch) -> None:
    _put(drafts, name, table, _stream(batch, _COMPRESSED.get(table)))


def _stream(batch: pa.RecordBatch, compression: str | None) -> pa.Buffer:
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression=compression, use_threads=False)
    with pa.ipc.new_stream(sink, batch.schema, options=options) as writer:
        writer.write_batch(batch)
    return sink.getvalue()


def _stored(plan: Plan, name: str) -> bytes:
    """The stream of a draft that has rows of the table of a plan."""
    if plan.table not in OF_HANDS or not isinstance(place_of(plan.drafts), Address):
        return _get(plan.drafts, name, plan.table)
    data = _get(plan.drafts, name, _ROWS)
    ends = [*accumulate(_SIZES.unpack_from(data), initial=_SIZES.size)]
    at = OF_HANDS.index(plan.table)
    stored = data[ends[at] : ends[at + 1]]
    return zstd.decompress(stored) if plan.table == "events" else stored


def _read(plan: Plan, piece: Piece) -> pa.Table:
    if piece.name:
        rows = pa.ipc.open_stream(_stored(plan, piece.name)).read_all()
        if piece.amended:
            rows = _amended(rows, piece.amended, 0)
        return rows.slice(piece.first, piece.rows)
    assert plan.earlier is not None  # noqa: S101  # there are such pieces
    folder, root = plan.earlier
    if piece.amended is None:
        return rows_of(folder, root, plan.table, piece.first, piece.rows)
    begin = piece.amended.first or 0
    rows = rows_of(folder, root, plan.table, begin, piece.first + piece.rows - begin)
    rows = _amended(rows, piece.amended, len(rows))
    return rows.slice(piece.first - begin)


def _amended(hands: pa.Table, amended: Amendment, anew: int) -> pa.Table:
    """Hands with what is known of them; of that many nothing else was known before."""
    chain, links = "", []
    for place, key in enumerate(hands["hand_key"].to_pylist()):
        chain = link(amended.chains.get(place, chain), key)
        links.append(chain)
    hands = _with(hands, "chain", links)
    if amended.retells or anew:
        hands = _with(hands, "retells", [amended.retells.get(place) for place in range(len(hands))])
    if amended.counts or anew:
        for which, name in enumerate(("violations", "reviews")):
            counts = [0] * anew or hands[name].to_pylist()
            for place, verdicts in amended.counts.items():
                if place < len(counts):
                    counts[place] = verdicts[which]
            hands = _with(hands, name, counts)
    return hands


def _with(rows: pa.Table, name: str, values: list[Any]) -> pa.Table:
    at = rows.schema.get_field_index(name)
    field = rows.schema.field(at)
    return rows.set_column(at, field, pa.array(values, field.type))


# --- parts ----------------------------------------------------------------------------------------


def seal(plan: Plan) -> Sealed:
    """Writes a part of a table, which one who did not come to the end may have begun. `OSError` as for `store`."""
    schema, converter = TABLES[plan.table], Converter()
    late = None
    if plan.late is not None:
        late = pickle.loads(_get(plan.drafts, plan.late, "hands"))  # noqa: S301  # by `store_late`
    with writing(place_of(plan.path)) as file:
        with _writer(file, schema) as writer:
            for group in plan.groups:
                batches = [batch for pieces in group for batch in _joined(plan, pieces, converter)]
                rows = pa.Table.from_batches(batches, schema)
                if late is not None:
                    rows = _recounted(rows, late)
                writer.write_table(rows, row_group_size=_ROWS_A_GROUP)
        pa.default_memory_pool().release_unused()  # which else it keeps for the next part
        file.seek(0)
        return Sealed(digest_of(file), converter.unstorable)


def _joined(plan: Plan, pieces: Sequence[Piece], converter: Converter) -> Iterator[pa.RecordBatch]:
    """The record batch that pieces make up together."""
    if plan.table == "findings":
        for piece in pieces:
            stored = _get(plan.drafts, piece.name, "findings")
            yield converter.findings(pickle.loads(stored))  # noqa: S301  # by `store_findings`
        return
    rows = pa.concat_tables(
        _events(plan, pieces) if plan.table == "events" else [_read(plan, piece) for piece in pieces]
    )
    yield from rows.combine_chunks().to_batches() or [pa.RecordBatch.from_pylist([], schema=rows.schema)]


def _events(plan: Plan, pieces: Sequence[Piece]) -> Iterator[pa.Table]:
    """Tables of these pieces: one of all drafts that follow one another."""
    for is_draft, some in groupby(pieces, key=lambda piece: bool(piece.name)):
        if is_draft:
            yield event_table([Slice(_stored(plan, piece.name), piece.first, piece.rows) for piece in some])
        else:
            yield from (_read(plan, piece) for piece in some)


def _recounted(hands: pa.Table, late: Mapping[str, tuple[int, int]]) -> pa.Table:
    """Hands with the findings that came after them counted in."""
    more = [late.get(key, (0, 0)) for key in hands["hand_key"].to_pylist()]
    for which, name in enumerate(("violations", "reviews")):
        counts = hands[name].to_pylist()
        hands = _with(hands, name, [count + each[which] for count, each in zip(counts, more, strict=True)])
    return hands


def _writer(file: BinaryIO | io.IOBase, schema: pa.Schema) -> pq.ParquetWriter:
    """Numbers that rise from row to row are stored by their steps, which takes a hundredth of the room."""
    rising = [name for name in schema.names if name in _RISING]
    return pq.ParquetWriter(
        file,
        schema,
        compression="zstd",
        use_dictionary=[name for name in schema.names if name not in rising],
        column_encoding=dict.fromkeys(rising, "DELTA_BINARY_PACKED"),
    )
