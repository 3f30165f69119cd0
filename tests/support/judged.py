"""What one check says of a hand in the neutral notation: its findings, and where there are none, why."""

from __future__ import annotations

import tempfile
from pathlib import Path

from stud_audit.model.findings import Finding
from stud_audit.pipeline.one_hand import HandResult
from stud_audit.pipeline.run import Audit

PASSED = {"passed"}
NOTHING: set[str] = set()
"""The rule does not speak of it."""


class Judged:
    """`found` are the findings of a check, `said` its other outcomes: `passed`, or what the log lacks."""

    def __init__(self, text: str, code: str, house: str | Path | None = None) -> None:
        self.lines = text.splitlines()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "hand.stud")
            path.write_text(text, encoding="utf-8")
            results = [item for item in Audit(path, house, select=[code]) if isinstance(item, HandResult)]
        self.found: list[Finding] = [found for result in results for found in result.findings]
        keys = [key for result in results for key in result.said_by(code)]
        self.said = {
            "passed" if verdict == "passed" else data
            for _, _, verdict, data in keys
            if verdict in ("passed", "not_checkable")
        }

    @property
    def faults(self) -> list[tuple[str, str]]:
        """The line and the verdict of each finding."""
        return [(self.lines[found.line - 1], found.verdict) for found in self.found]


def changed(text: str, *edits: tuple[str, str]) -> str:
    """The hand with some of its words exchanged, each of which it has."""
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text
