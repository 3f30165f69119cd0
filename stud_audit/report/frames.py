"""The dataset as pandas frames."""

from __future__ import annotations

import shutil
import weakref
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from stud_audit.report.dataset import read_manifest
from stud_audit.report.schemas import TABLES


class AuditResult:
    """An audited dataset; each table is loaded as a pandas frame with Arrow types when it is first asked for.

    `AuditResult(folder)` opens a dataset that was written before; `InputError` where the folder is none.
    """

    def __init__(self, folder: Path | str, temporary: bool = False) -> None:
        self.folder = Path(folder)
        self.manifest: dict[str, Any] = read_manifest(self.folder)
        if temporary:  # a dataset that nobody asked for by name goes, with the folder around it, when the result does
            weakref.finalize(self, shutil.rmtree, self.folder.parent, ignore_errors=True)

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

    def _frame(self, name: str) -> pd.DataFrame:
        parts = [
            pq.read_table(self.folder / name / part, schema=TABLES[name])
            for part in self.manifest["tables"][name]["parts"]
        ]
        frame: pd.DataFrame = pa.concat_tables(parts).to_pandas(types_mapper=pd.ArrowDtype)
        return frame
