"""What a schedule with a unit and a cap allows: a twentieth in quarters, at most three; and pots paid in quarters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stud_audit.pipeline import Audit

SCHEDULE = Path(__file__).parent / "schedule"
FILES = sorted(SCHEDULE.glob("*.stud"))
EXPECT = re.compile(r"^# expect (\d+) (\S+) (\S+) (\S+)$", re.MULTILINE)


@pytest.mark.parametrize("path", FILES, ids=[path.name.removesuffix(".stud") for path in FILES])
def test_a_hand_is_judged_by_unit_cap_and_chip(path: Path) -> None:
    expected = [(int(m[1]), m[2], m[3], (m[4],)) for m in EXPECT.finditer(path.read_text("utf-8"))]
    audit = Audit([path], SCHEDULE / "raked.toml")
    assert [(f.line, f.code, f.verdict, f.clauses) for item in audit for f in item.findings] == expected
    assert bool(expected) == (".violation" in path.suffixes)
