"""The dataset as pandas frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import pandas as pd
import pyarrow as pa

from stud_audit.ingest.addresses import Address, StrPath, place_of
from stud_audit.model.errors import InputError
from stud_audit.report.earlier import opened_part
from stud_audit.report.manifest import read_manifest
from stud_audit.report.schemas import TABLES


class AuditResult:
    """An audited dataset; each table is loaded as a pandas frame with Arrow types when it is first asked for.

    `AuditResult(folder)` opens a dataset that was written before; `InputError` where the folder is none, or is damaged:
    this tells what is missing or cannot be read, when it is asked for. `kept` lasts as long as the result: the draft
    of a dataset that nobody asked for by name.
    """

    def __init__(self, folder: StrPath | Address, kept: object = None) -> None:
        self.folder = place_of(folder)
        self.manifest: dict[str, Any] = read_manifest(self.folder)
        self._kept = kept

    def __repr__(self) -> str:
        return f"AuditResult({str(self.folder)!r})"

    @cached_property
    def hands(self) -> pd.DataFrame:
        """One row a hand, refused and ignored hands included."""
        return self._frame("hands")

    @cached_property
    def seats(self) -> pd.DataFrame:
        """One row a seat of a hand."""
        return self._frame("seats")

    @cached_property
    def events(self) -> pd.DataFrame:
        """One row an event of a hand, in the order of the log."""
        return self._frame("events")

    @cached_property
    def findings(self) -> pd.DataFrame:
        """One row a finding."""
        return self._frame("findings")

    @cached_property
    def coverage(self) -> pd.DataFrame:
        """One row a check and clause: what was judged, and how often with which verdict."""
        return self._frame("coverage")

    def rows(self, name: str, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
        """The rows of a table one by one, in bounded memory. Raises `InputError` where a part cannot be read."""
        for part in self.manifest["tables"][name]["parts"]:
            path = self.folder / name / part
            try:
                with opened_part(path) as file:
                    for batch in file.iter_batches(4096, columns=columns):
                        yield from batch.to_pylist()
            except (OSError, pa.ArrowException, ValueError) as error:
                raise InputError(f"{name}/{part} cannot be read ({error})") from None

    def _frame(self, name: str) -> pd.DataFrame:
        entry = self.manifest["tables"][name]
        table = pa.concat_tables([TABLES[name].empty_table(), *(self._part(name, part) for part in entry["parts"])])
        if table.num_rows != entry["rows"]:
            said = f"{name} has {table.num_rows} rows, and {entry['rows']} by its manifest"
            raise InputError(f"{self.folder}: this dataset is damaged: {said}")
        frame: pd.DataFrame = table.to_pandas(types_mapper=pd.ArrowDtype)
        return frame

    def _part(self, name: str, part: str) -> pa.Table:
        path = self.folder / name / part
        wanted = TABLES[name]
        try:
            with opened_part(path) as file:
                found = file.schema_arrow
                table = file.read() if found.equals(wanted) else None
        except (OSError, pa.ArrowException) as error:
            why = "is missing" if isinstance(error, FileNotFoundError) else f"cannot be read ({error})"
            raise InputError(f"{self.folder}: this dataset is damaged: {name}/{part} {why}") from None
        if table is None:
            differ = [
                field.name for field in wanted if field.name not in found.names or found.field(field.name) != field
            ]
            differ += [column for column in found.names if column not in wanted.names]
            columns = ", ".join(differ) or "in another order"
            raise InputError(
                f"{self.folder}: {name}/{part} has not the columns of this version of the table: {columns}"
            )
        return table
