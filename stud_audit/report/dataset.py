"""Writing the dataset: five folders of Parquet parts and a manifest, all of it or nothing (`target.py`).

The same input gives the same bytes: parts are cut by row counts, and nothing depends on the clock.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Self

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from stud_audit.ingest.addresses import Address, StrPath, place
from stud_audit.model.errors import InputError
from stud_audit.model.findings import Finding
from stud_audit.report.batches import Converter, HandRecord
from stud_audit.report.evidence import START, file_digest, link, root_of
from stud_audit.report.manifest import FORMAT, FORMAT_VERSION, MANIFEST
from stud_audit.report.schemas import COVERAGE, TABLES
from stud_audit.report.target import target

_RISING: Final = frozenset({"line", "first_line", "last_line", "hand_index", "event_no"})
_HANDS_A_BATCH: Final = 512
_ROWS_A_GROUP: Final = 32_768
_ROWS_A_PART: Final = 1_048_576
_FINDINGS_A_BATCH: Final = 4096
_TEXT_A_BATCH: Final = 1 << 26
"""Characters of hands; a column of text cannot hold 2 GiB."""


class DatasetWriter:
    """Writes audited hands to a dataset in bounded memory.

    Use it in a `with` statement, and end with `finish`; without that, nothing of the dataset stays. An existing
    dataset is replaced. Raises `InputError` where the folder is something else or cannot be written.
    """

    def __init__(self, folder: StrPath | Address) -> None:
        self.folder = place(folder)
        self.finished = False
        self._converter = Converter()
        self._hands: list[HandRecord] = []
        self._text = 0
        self._findings: list[Finding] = []
        self._late: dict[str, Counter[str]] = {}
        self._chains: dict[str, str] = {}
        self._tables: dict[str, _TableWriter] = {}
        with self._writing():
            self._target = target(folder)
            for name, schema in TABLES.items():
                self._tables[name] = _TableWriter(self._target.draft / name, schema)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for table in self._tables.values():
            table.abandon()
        self._target.close()

    @property
    def unstorable(self) -> int:
        """How many values so far the tables cannot hold; they are null there."""
        return self._converter.unstorable

    def add_hand(self, record: HandRecord) -> None:
        """A hand of any status with its seats, its events, and its findings."""
        file = record.hand.file
        self._chains[file] = chain = link(self._chains.get(file, START), record.hand.key)
        self._hands.append(record._replace(chain=chain))
        self._text += len(record.hand.text)
        self._findings += record.findings
        if len(self._hands) >= _HANDS_A_BATCH or self._text >= _TEXT_A_BATCH:
            self._flush_hands()
        if len(self._findings) >= _FINDINGS_A_BATCH:
            self._flush_findings()

    def add_findings(self, findings: Iterable[Finding]) -> None:
        """Findings that belong to no hand, or that were made after their hand was added."""
        for finding in findings:
            self._findings.append(finding)
            if finding.hand_key is not None:
                self._late.setdefault(finding.hand_key, Counter())[finding.verdict] += 1
        if len(self._findings) >= _FINDINGS_A_BATCH:
            self._flush_findings()

    def finish(self, manifest: Mapping[str, Any], coverage: Sequence[Mapping[str, Any]] = ()) -> None:
        """Writes what is left, the coverage rows, and the manifest, and puts the dataset in its place."""
        self._flush_hands()
        self._flush_findings()
        with self._writing():
            self._tables["coverage"].write(pa.RecordBatch.from_pylist([dict(row) for row in coverage], schema=COVERAGE))
            for table in self._tables.values():
                table.close()
            if self._late:
                self._count_late_findings()
            content = {
                "format": FORMAT,
                "format_version": FORMAT_VERSION,
                **manifest,
                "chains": self._chains,
                "tables": {name: table.described() for name, table in self._tables.items()},
                "values_not_storable": self.unstorable,
            }
            content["root"] = root_of(content)
            text = json.dumps(content, indent=2, ensure_ascii=False)
            path = self._target.draft / MANIFEST
            path.write_text(text + "\n", "utf-8", errors="backslashreplace", newline="\n")
            self._target.put_in_place()
        self.finished = True

    def _flush_hands(self) -> None:
        if self._hands:
            with self._writing():
                self._tables["hands"].write(self._converter.hands(self._hands))
                self._tables["seats"].write(self._converter.seats(self._hands))
                self._tables["events"].write(self._converter.events(self._hands))
            self._hands.clear()
            self._text = 0

    def _flush_findings(self) -> None:
        with self._writing():
            self._tables["findings"].write(self._converter.findings(self._findings))
        self._findings.clear()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            why = os.strerror(error.errno) if error.errno else error.strerror or error
            raise InputError(f"{self.folder}: cannot be written ({why})") from None

    def _count_late_findings(self) -> None:
        """Adds findings to the counts of hands that were written before them."""
        hands = self._tables["hands"]
        for part in hands.parts:
            path = hands.folder / part
            recounted = path.with_suffix(".recounted")
            with (
                pq.ParquetFile(path) as old,
                recounted.open("xb") as file,
                _writer(file, hands.schema) as new,
            ):
                for group in range(old.num_row_groups):
                    new.write_table(self._recounted(old.read_row_group(group)))
            recounted.replace(path)

    def _recounted(self, table: pa.Table) -> pa.Table:
        none: Counter[str] = Counter()
        late = [self._late.get(key, none) for key in table["hand_key"].to_pylist()]
        for column, verdict in (("violations", "violation"), ("reviews", "review")):
            more = pa.array([counts[verdict] for counts in late], pa.int32())
            index = table.column_names.index(column)
            table = table.set_column(index, table.field(index), pc.add(table[column], more))
        return table


def _writer(file: BinaryIO, schema: pa.Schema) -> pq.ParquetWriter:
    """Numbers that rise from row to row are stored by their steps, which takes a hundredth of the room."""
    rising = [name for name in schema.names if name in _RISING]
    return pq.ParquetWriter(
        file,
        schema,
        compression="zstd",
        use_dictionary=[name for name in schema.names if name not in rising],
        column_encoding=dict.fromkeys(rising, "DELTA_BINARY_PACKED"),
    )


class _TableWriter:
    """One table: record batches gathered into row groups, row groups into parts."""

    def __init__(self, folder: Path, schema: pa.Schema) -> None:
        self.rows = 0
        self.parts: list[str] = []
        self.folder = folder
        self.schema = schema
        self._pending: list[pa.RecordBatch] = []
        self._pending_rows = 0
        self._file: BinaryIO | None = None
        self._writer: pq.ParquetWriter | None = None
        self._rows_of_part = 0
        folder.mkdir()

    def write(self, batch: pa.RecordBatch) -> None:
        self._pending.append(batch)
        self._pending_rows += batch.num_rows
        self.rows += batch.num_rows
        if self._pending_rows >= _ROWS_A_GROUP:
            self._write_group()

    def close(self) -> None:
        if self._pending_rows or not self.parts:  # a table without rows is one empty part, with its schema
            self._write_group()
        self._close_part()

    def described(self) -> dict[str, Any]:
        """The table as the manifest has it, when it is complete."""
        digests = {part: file_digest(self.folder / part) for part in self.parts}
        return {"rows": self.rows, "parts": self.parts, "sha256": digests}

    def abandon(self) -> None:
        """Let go of what is not written yet."""
        if self._writer is not None:
            self._writer.is_open = False  # else it writes its end when it is collected
            self._writer = None
        if self._file is not None:
            with suppress(OSError):
                self._file.close()

    def _write_group(self) -> None:
        if self._writer is None:
            name = f"part-{len(self.parts):05}.parquet"
            self._file = (self.folder / name).open("xb")
            self._writer = _writer(self._file, self.schema)
            self.parts.append(name)
        self._writer.write_table(pa.Table.from_batches(self._pending, self.schema), row_group_size=_ROWS_A_PART)
        self._rows_of_part += self._pending_rows
        self._pending.clear()
        self._pending_rows = 0
        if self._rows_of_part >= _ROWS_A_PART:
            self._close_part()

    def _close_part(self) -> None:
        if self._writer is not None and self._file is not None:
            self._writer.close()
            self._file.close()
            self._writer = self._file = None
            self._rows_of_part = 0
