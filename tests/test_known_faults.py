"""Inputs that once came out wrong, with what is right: each row a file under a house, and all that must be found there.

The inputs are collected beside the checkout, and the tests are skipped where they are not.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import pytest

from stud_audit.pipeline import Audit

FAULTS = Path(__file__).parents[2] / "shared" / "faults"


def rows() -> dict[tuple[str, str], list[tuple[int, str, str]]]:
    """File and house to the findings: line, code, verdict."""
    found: dict[tuple[str, str], list[tuple[int, str, str]]] = defaultdict(list)
    table = FAULTS / "EXPECTED.tsv"
    if table.exists():
        with table.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t"):
                expected = found[row["file"], row["house"]]
                if row["code"] != "-":
                    expected.append((int(row["line"]), row["code"], row["verdict"]))
    return found


EXPECTED = rows()


@pytest.mark.skipif(not EXPECTED, reason="the collected inputs are not here")
@pytest.mark.parametrize(("name", "house"), EXPECTED or [("", "")])
def test_what_was_wrong_is_right(name: str, house: str) -> None:
    found = [(f.line, f.code, f.verdict) for item in Audit(FAULTS / name, house) for f in item.findings]
    assert sorted(found) == sorted(EXPECTED[name, house])


@pytest.mark.skipif(not EXPECTED, reason="the collected inputs are not here")
@pytest.mark.parametrize("name", ["gaps.stud", "backwards.stud"])
def test_clean_sessions_are_clean(name: str) -> None:
    assert not [f for item in Audit(FAULTS / "sessions" / name) for f in item.findings]
