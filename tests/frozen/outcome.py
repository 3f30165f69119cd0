"""What the audit says of one unit, as text, and the digests of it.

The dataset is not taken byte by byte: the writer of Parquet files puts its version into them, and compresses as it
likes. Taken are the schema of every table, the rows of every row group of every part, and the values read back.
The manifest is taken without the version of the tool.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from frozen.units import Unit
from stud_audit.ingest.writers.neutral import hand_lines, header_line
from stud_audit.model.hand import Hand
from stud_audit.pipeline import Audit, HandResult
from stud_audit.pipeline.audit_writer import AuditWriter

TABLES = ("hands", "seats", "events", "findings", "coverage")
COLUMNS = ("input", "findings", "coverage", "events", "dataset", "manifest")
"""`input` is the file itself: where it is another one, nothing else need be the same."""


@dataclass(slots=True)
class Outcome:
    """The digests of a unit by column, and, where asked for, the texts that they were made of by file name."""

    digests: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)


def outcome(unit: Unit, *, texts: bool = False) -> Outcome:
    """Audits a unit as a user would, into a dataset."""
    findings: list[str] = []
    events: list[str] = []
    with TemporaryDirectory() as around, chdir(unit.folder):
        dataset = Path(around) / "dataset"
        audit = Audit([unit.file], unit.house)
        with AuditWriter(dataset, audit) as writer:
            for item in audit:
                findings += [json.dumps(finding.to_dict()) for finding in item.findings]
                if isinstance(item, HandResult):
                    events += _told(item.hand)
            writer.finish(audit.summary)
        tables = {name: _Parts(dataset / name) for name in TABLES}
        manifest = json.loads((dataset / "manifest.json").read_text("utf-8"))
    del manifest["tool"]["version"]
    coverage = "".join(map(_row, tables["coverage"].table.to_pylist()))
    said = {
        "findings": "".join(f"{line}\n" for line in findings),
        "coverage": coverage,
        "events": "".join(f"{line}\n" for line in events),
        "manifest": json.dumps(manifest, indent=1) + "\n",
    }
    done = Outcome()
    for column in COLUMNS:
        if column == "input":
            digest = hashlib.sha256((unit.folder / unit.file).read_bytes())
        elif column == "dataset":
            digest = hashlib.sha256()
            for name in TABLES:
                tables[name].feed(digest.update)
        else:
            digest = hashlib.sha256(said[column].encode("utf-8", "backslashreplace"))
        done.digests[column] = digest.hexdigest()[:16]
    if texts:
        done.texts = {
            "findings.jsonl": said["findings"],
            "coverage.tsv": said["coverage"],
            "events.txt": said["events"],
            "manifest.json": said["manifest"],
            **{f"table-{name}.txt": tables[name].shown() for name in TABLES if name not in ("findings", "coverage")},
        }
    return done


def _told(hand: Hand) -> Iterator[str]:
    """A hand in the neutral notation, each event after its place in the log."""
    yield f"hand {hand.index} {hand.dialect} {hand.first_line}-{hand.last_line} {hand.status} {hand.problem or ''}"
    if hand.status == "refused":
        return
    if hand.status == "ignored":
        yield header_line(hand.header)
        return
    for line in hand_lines(hand):
        places = [hand.events[number - 1].span for number in line.events]
        yield " ".join([*(f"{at.line}:{at.column}-{at.end_column}" for at in places), line.text])


def _row(row: dict[str, Any]) -> str:
    return "\t".join(" | ".join(value) if isinstance(value, list) else str(value) for value in row.values()) + "\n"


class _Parts:
    """A table of a dataset as it is read back."""

    def __init__(self, folder: Path) -> None:
        self.groups: list[tuple[str, list[int]]] = []
        tables = []
        for path in sorted(folder.iterdir()):
            with pq.ParquetFile(path) as part:
                rows = [part.metadata.row_group(number).num_rows for number in range(part.num_row_groups)]
                self.groups.append((path.name, rows))
                tables.append(part.read())
        self.table = pa.concat_tables(tables)

    def feed(self, update: Callable[[bytes], None]) -> None:
        """All that is told apart, for a digest."""
        update(f"{self.groups} {self.table.schema.to_string(show_schema_metadata=False)}".encode())
        for column in self.table.columns:
            _feed(column.combine_chunks(), update)

    def shown(self) -> str:
        """A row a line, without the columns that have nothing."""
        rows = ({name: value for name, value in row.items() if value is not None} for row in self.table.to_pylist())
        return "".join(json.dumps(row, default=str) + "\n" for row in rows)


def _feed(array: pa.Array | pa.ChunkedArray, update: Callable[[bytes], None]) -> None:
    """Which values are there, then these alone: what stands in the place of a missing one may be anything."""
    if isinstance(array, pa.ChunkedArray):  # a column of no chunks stays one
        array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    update(f"{array.type} {len(array)} ".encode())
    update(array.is_valid().to_numpy(zero_copy_only=False).tobytes())
    there = array.drop_null()
    if pa.types.is_struct(there.type):
        for child in there.flatten():
            _feed(child, update)
    elif pa.types.is_list(there.type):
        _feed(pc.list_value_length(there), update)
        _feed(there.flatten(), update)
    elif pa.types.is_string(there.type):
        _feed(pc.binary_length(there), update)
        update("".join(there.to_pylist()).encode("utf-8"))
    elif pa.types.is_decimal(there.type):
        update(" ".join(map(str, there.to_pylist())).encode())
    else:
        update(there.to_numpy(zero_copy_only=False).tobytes())
