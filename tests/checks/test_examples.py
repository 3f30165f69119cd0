"""The example hands of every check: each gives the findings that its comments announce, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stud_audit.checks import catalogue
from stud_audit.checks.describe import EXAMPLES
from stud_audit.pipeline.run import Audit

FILES = sorted(EXAMPLES.glob("*.stud"))
NAME = re.compile(r"(?P<code>[A-Z]\d{3})-[a-z0-9-]+\.(?P<kind>violation|near-miss)\.stud")
EXPECT = re.compile(r"^# expect (\d+) (\S+) (violation|review)(?: (\S+))?$", re.MULTILINE)
Row = tuple[int, str, str, tuple[str, ...]]


def expected(path: Path) -> list[Row]:
    text = path.read_text("utf-8", errors="replace")
    announced = [line for line in text.splitlines() if line.startswith("# expect")]
    rows = [(int(m[1]), m[2], m[3], tuple(m[4].split(",")) if m[4] else ()) for m in EXPECT.finditer(text)]
    assert len(rows) == len(announced), "an expectation is not written as `# expect LINE CODE verdict CLAUSE,CLAUSE`"
    return sorted(rows)


def found(path: Path) -> list[Row]:
    return sorted((f.line, f.code, f.verdict, f.clauses) for item in Audit(path) for f in item.findings)


@pytest.mark.parametrize("path", FILES, ids=[path.name.removesuffix(".stud") for path in FILES])
def test_the_example_gives_what_it_announces(path: Path) -> None:
    match = NAME.fullmatch(path.name)
    assert match, f"{path.name} is not named CODE-slug.violation.stud or CODE-slug.near-miss.stud"
    rows = expected(path)
    if match["kind"] == "violation":
        assert match["code"] in {code for _, code, _, _ in rows}
    else:
        assert not rows
    assert found(path) == rows


@pytest.mark.parametrize("code", [entry.check.code for entry in catalogue()])
@pytest.mark.parametrize("kind", ["violation", "near-miss"])
def test_every_check_has_examples(code: str, kind: str) -> None:
    assert any(path.name.startswith(f"{code}-") and path.name.endswith(f".{kind}.stud") for path in FILES)


def test_examples_belong_to_checks() -> None:
    codes = {entry.check.code for entry in catalogue()}
    assert {path.name[:4] for path in FILES} <= codes
