"""What an earlier run left of a dataset: finished, or stopped on the way, to be gone on from.

A dataset has a file `.batches`: in the order of the hands an entry for each batch of them, with what it came to. So a
later run over more inputs knows where the rows of a batch are. The digests of the manifest are checked before that.
"""

from __future__ import annotations

import shutil
import struct
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, BinaryIO, Final, NamedTuple
from weakref import finalize

import pyarrow as pa
import pyarrow.parquet as pq

from stud_audit.ingest.addresses import Address, place_of, text_of
from stud_audit.model.errors import InputError
from stud_audit.report.evidence import file_digest, root_of
from stud_audit.report.manifest import read_manifest
from stud_audit.report.schemas import TABLES
from stud_audit.report.stored import Rows, Table

BATCHES: Final = ".batches"
_IN_MEMORY: Final = 1 << 24
_ENTRY: Final = struct.Struct("<16s4I")
"""Name, hands, seats, events, and the bytes of the memo that follows."""


def write_entry(file: BinaryIO, rows: Rows, memo: bytes | None) -> None:
    """Adds a batch; without a memo it is worked on again, and only its rows are counted."""
    memo = memo or b""
    counts = rows.hands, sum(rows.seats), sum(rows.events)
    file.write(_ENTRY.pack(bytes.fromhex(rows.name), *counts, len(memo)) + memo)


class _Place(NamedTuple):
    at: tuple[int, int, int]
    offset: int
    length: int


class Earlier:
    """A finished dataset. Raises `InputError` where it is none that can be gone on from; the text says why."""

    def __init__(self, folder: Path | Address) -> None:
        manifest = read_manifest(folder)
        if "batches" not in manifest:
            raise InputError(f"{folder}: it has no record of its batches")
        if root_of(manifest) != manifest["root"]:
            raise InputError(f"{folder}: its manifest was changed")
        parts = [(f"{name}/{part}", digest) for name in TABLES for part, digest in _digests(manifest, name)]
        for path, digest in [(BATCHES, manifest["batches"]), *parts]:
            try:
                changed = file_digest(folder / path) != digest
            except OSError as error:
                raise InputError(f"{folder}: {path} cannot be read ({error.strerror})") from None
            if changed:
                raise InputError(f"{folder}: {path} was changed")
        self.folder, self.root = text_of(folder), str(manifest["root"])
        self._file = _opened(folder / BATCHES)
        self.close = finalize(self, self._file.close)
        self._places = dict(self._entries())

    def memo(self, name: str) -> tuple[bytes, tuple[int, int, int]] | None:
        """What a batch came to, and where its rows begin in the tables of hands, seats, and events."""
        place = self._places.get(bytes.fromhex(name))
        if place is None:
            return None
        self._file.seek(place.offset)
        return self._file.read(place.length), place.at

    def _entries(self) -> Iterator[tuple[bytes, _Place]]:
        at = (0, 0, 0)
        while head := self._file.read(_ENTRY.size):
            name, hands, seats, events, length = _ENTRY.unpack(head)
            if length:
                yield name, _Place(at, self._file.tell(), length)
                self._file.seek(length, 1)
            at = (at[0] + hands, at[1] + seats, at[2] + events)


def _digests(manifest: dict[str, dict[str, dict[str, dict[str, str]]]], name: str) -> Iterator[tuple[str, str]]:
    table = manifest["tables"][name]
    yield from ((part, table["sha256"][part]) for part in table["parts"])


def rows_of(folder: str, root: str, table: Table, first: int, count: int) -> pa.Table:
    """Rows of a finished dataset with this root."""
    found = []
    for number, (begin, end) in enumerate(_groups(folder, root, table)):
        if begin < first + count and first < end:
            group = _group(folder, root, table, number)
            start = max(first - begin, 0)
            found.append(group.slice(start, min(first + count, end) - begin - start))
    return pa.concat_tables(found or [TABLES[table].empty_table()])


@lru_cache(maxsize=8)
def _groups(folder: str, root: str, table: Table) -> list[tuple[int, int]]:
    """The rows that each row group begins with and ends before."""
    ends = list(accumulate(rows for _, _, rows in _layout(folder, root, table)))
    return list(zip([0, *ends], ends, strict=False))


@lru_cache(maxsize=8)
def _layout(folder: str, root: str, table: Table) -> list[tuple[Path | Address, int, int]]:
    """Each row group: its part, its number in it, its rows."""
    groups = []
    parts: list[Path | Address] = [*(place_of(folder) / table).iterdir()]
    for part in sorted(parts, key=lambda part: part.name):
        with opened_part(part) as file:
            metadata = file.metadata
            groups += [(part, number, metadata.row_group(number).num_rows) for number in range(metadata.num_row_groups)]
    return groups


@lru_cache(maxsize=1)
def _group(folder: str, root: str, table: Table, number: int) -> pa.Table:
    part, group, _ = _layout(folder, root, table)[number]
    with opened_part(part) as file:
        return file.read_row_group(group)


def opened_part(part: Path | Address) -> pq.ParquetFile:
    """A Parquet file to read from."""
    return pq.ParquetFile(part.open() if isinstance(part, Address) else part)


def _opened(path: Path | Address) -> IO[bytes]:
    """A file to move about in; a copy where it lies elsewhere."""
    if isinstance(path, Path):
        return path.open("rb")
    copy = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115  # it lasts as long as the dataset is asked
    with path.open() as file:
        shutil.copyfileobj(file, copy)
    copy.seek(0)
    return copy
