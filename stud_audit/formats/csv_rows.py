"""Findings as comma-separated values."""

from __future__ import annotations

import csv
import json
from typing import Any, TextIO

from stud_audit.formats.interface import Accepted
from stud_audit.houses.house import House
from stud_audit.model.escaping import inert
from stud_audit.model.findings import Finding
from stud_audit.model.hand import Hand
from stud_audit.pipeline import Summary


class Csv:
    """A row for each finding below a row of the keys; nested keys are JSON, null is empty."""

    def __init__(self, stream: TextIO) -> None:
        self._rows = csv.writer(stream, lineterminator="\n")
        self._rows.writerow(Finding.__dataclass_fields__)

    def add(self, finding: Finding, hand: Hand | None, house: House | None) -> None:
        """Write it."""
        self._rows.writerow([_cell(value) for value in finding.to_dict().values()])

    def finish(self, summary: Summary, accepted: Accepted) -> None:
        """Nothing more: the findings stand alone."""


def _cell(value: Any) -> str | int:
    match value:
        case None:
            return ""
        case int():
            return value
        case str():
            return inert(value)
        case _:
            return json.dumps(value)
