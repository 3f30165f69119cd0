"""Writing the dataset: five folders of Parquet parts and a manifest, all of it or nothing.

The dataset is written to a folder beside its place and moved there at the end, so that no half-written one is ever
found. The same input gives the same bytes: parts are cut by row counts, and nothing depends on the clock.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from weakref import finalize

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from stud_audit.model.errors import InputError
from stud_audit.model.findings import Finding
from stud_audit.report.batches import Converter, HandRecord
from stud_audit.report.schemas import COVERAGE, TABLES

MANIFEST: Final = "manifest.json"
FORMAT: Final = "stud_audit dataset"
FORMAT_VERSION: Final = 1

_HANDS_A_BATCH: Final = 512
_ROWS_A_GROUP: Final = 32_768
_ROWS_A_PART: Final = 1_048_576
_FINDINGS_A_BATCH: Final = 4096


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a dataset; `InputError` where the folder is no dataset of ours."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError):
        manifest = None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise InputError(f"{folder}: not a dataset of stud-audit (no {MANIFEST} of its kind)")
    return manifest


def check_target(folder: Path) -> None:
    """Raises `InputError` where a dataset may not be written: what is there and is none of ours is left alone."""
    if folder.is_dir():
        try:
            read_manifest(folder)
        except InputError:
            raise InputError(f"{folder}: exists and is no dataset of stud-audit; it is left alone") from None
    elif folder.exists() or folder.is_symlink():
        raise InputError(f"{folder}: exists and is not a folder; it is left alone")


class DatasetWriter:
    """Writes audited hands to a dataset in bounded memory.

    Use it in a `with` statement, and end with `finish`; without that, nothing of the dataset stays. An existing
    dataset is replaced. Raises `InputError` where the folder is something else or cannot be written.
    """

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        check_target(self.folder)
        self._place = self.folder.resolve()
        try:
            self._work = self._folder_beside()
        except OSError as error:
            raise InputError(f"{self.folder}: cannot be written ({error.strerror})") from None
        # Also where the run is interrupted before its `with` statement is entered.
        self._remove = finalize(self, shutil.rmtree, self._work, ignore_errors=True)
        self._converter = Converter()
        self._tables = {name: _TableWriter(self._work / name, schema) for name, schema in TABLES.items()}
        self._hands: list[HandRecord] = []
        self._findings: list[Finding] = []
        self._late: dict[str, Counter[str]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for table in self._tables.values():
            table.close()
        self._remove()

    @property
    def unstorable(self) -> int:
        """How many values so far the tables cannot hold; they are null there."""
        return self._converter.unstorable

    def add_hand(self, record: HandRecord) -> None:
        """A hand of any status with its seats, its events, and its findings."""
        self._hands.append(record)
        self._findings += record.findings
        if len(self._hands) >= _HANDS_A_BATCH:
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
        self._tables["coverage"].write(pa.RecordBatch.from_pylist([dict(row) for row in coverage], schema=COVERAGE))
        for table in self._tables.values():
            table.close()
        if self._late:
            self._count_late_findings()
        content = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            **manifest,
            "tables": {name: {"rows": table.rows, "parts": table.parts} for name, table in self._tables.items()},
            "values_not_storable": self.unstorable,
        }
        text = json.dumps(content, indent=2, ensure_ascii=False)
        (self._work / MANIFEST).write_text(text + "\n", "utf-8", errors="backslashreplace", newline="\n")
        self._work.chmod(0o755)  # mkdtemp keeps its folders to their owner
        self._put_in_place()

    def _flush_hands(self) -> None:
        if self._hands:
            self._tables["hands"].write(self._converter.hands(self._hands))
            self._tables["seats"].write(self._converter.seats(self._hands))
            self._tables["events"].write(self._converter.events(self._hands))
            self._hands.clear()

    def _flush_findings(self) -> None:
        self._tables["findings"].write(self._converter.findings(self._findings))
        self._findings.clear()

    def _count_late_findings(self) -> None:
        """Adds findings to the counts of hands that were written before them."""
        hands = self._tables["hands"]
        for part in hands.parts:
            path = hands.folder / part
            recounted = path.with_suffix(".recounted")
            with pq.ParquetFile(path) as old, _parquet_writer(recounted, hands.schema) as new:
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

    def _put_in_place(self) -> None:
        check_target(self.folder)
        if not self._place.exists():
            self._work.rename(self._place)
            return
        # What a user has put beside the tables (a report, say) stays.
        own = {MANIFEST, *TABLES}
        for entry in self._place.iterdir():
            if entry.name not in own:
                entry.rename(self._work / entry.name)
        former = self._folder_beside()
        self._place.rename(former / self._place.name)
        self._work.rename(self._place)
        shutil.rmtree(former)

    def _folder_beside(self) -> Path:
        parent = self._place.parent
        parent.mkdir(parents=True, exist_ok=True)
        return Path(tempfile.mkdtemp(prefix=f".{self._place.name}.", dir=parent))


def _parquet_writer(path: Path, schema: pa.Schema) -> pq.ParquetWriter:
    return pq.ParquetWriter(path, schema, compression="zstd")


class _TableWriter:
    """One table: record batches gathered into row groups, row groups into parts."""

    def __init__(self, folder: Path, schema: pa.Schema) -> None:
        self.rows = 0
        self.parts: list[str] = []
        self.folder = folder
        self.schema = schema
        self._pending: list[pa.RecordBatch] = []
        self._pending_rows = 0
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

    def _write_group(self) -> None:
        if self._writer is None:
            name = f"part-{len(self.parts):05}.parquet"
            self._writer = _parquet_writer(self.folder / name, self.schema)
            self.parts.append(name)
        self._writer.write_table(pa.Table.from_batches(self._pending, self.schema), row_group_size=_ROWS_A_PART)
        self._rows_of_part += self._pending_rows
        self._pending.clear()
        self._pending_rows = 0
        if self._rows_of_part >= _ROWS_A_PART:
            self._close_part()

    def _close_part(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None
            self._rows_of_part = 0
