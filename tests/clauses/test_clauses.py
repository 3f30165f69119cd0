"""For each clause of the three houses and of the game: a hand that breaks it, and one that keeps it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stud_audit.houses.loader import load_house
from stud_audit.pipeline import Audit

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.stud"))
EXPECT = re.compile(r"^# expect (\d+) (\S+) (\S+) (\S+)$", re.MULTILINE)

# The amount that a table posts as its buy-in is in no log: the operator adds it to their house file.
POSTED = dict.fromkeys(("LPC-01", "LPC-02"), FOLDER / "posted.toml")


@pytest.mark.parametrize("path", FILES, ids=[path.name.removesuffix(".stud") for path in FILES])
def test_a_hand_breaks_or_keeps_its_clause(path: Path) -> None:
    clause, kind, _ = path.name.split(".")
    expected = sorted((int(m[1]), m[2], m[3], tuple(m[4].split(","))) for m in EXPECT.finditer(path.read_text("utf-8")))
    found = sorted(
        (f.line, f.code, f.verdict, f.clauses) for item in Audit([path], POSTED.get(clause)) for f in item.findings
    )
    assert found == expected
    if kind == "broken":
        assert any(clause in clauses for *_, clauses in found)
    else:
        assert not found


def test_every_clause_has_both() -> None:
    houses = [load_house(name) for name in ("william-hill", "london-poker-club", "third-house")]
    clauses = {clause.id for house in houses for clause in (*house.clauses, *house.game_clauses)}
    assert len(clauses) == 28 + 36 + 26 + 25
    assert {path.name for path in FILES} == {
        f"{clause}.{kind}.stud" for clause in clauses for kind in ("broken", "kept")
    }
