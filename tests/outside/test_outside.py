"""Hands judged from the text of the houses' rules, before any audit was run.

A hand says in comments what each house makes of it: `# clean HOUSES: why`, or, before the line that the finding
points at, `# expect HOUSES CODE verdict CLAUSE: why`. A house that is not named is not judged; one whose name ends with
`.toml` is in `houses`, where each turns a ruling of Robert's Rules. `CODE|CODE` leaves open which of two codes it is,
and `*` the verdict; the clause may be left out. In logs of sites (`.txt`), which have no
comments, these lines are taken out before the audit. What is known to come out otherwise today stands in OPEN.tsv with
the reason; once that is mended its line has to go.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest

from stud_audit.pipeline import Audit

FOLDER = Path(__file__).parent
CLEAN = re.compile(r"# clean (\S+): \S")
EXPECT = re.compile(r"# expect (\S+) ([A-Z0-9|]+) (violation|review|\*)(?: ([A-Z0-9]+-\d+))?: \S")


class Judgement(NamedTuple):
    """A finding that there has to be."""

    line: int
    codes: tuple[str, ...]
    verdict: str
    clause: str | None


def judgements(path: Path) -> dict[str, list[Judgement]]:
    """House to its findings."""
    judged: dict[str, list[Judgement]] = defaultdict(list)
    waiting: list[re.Match[str]] = []
    number = 0
    for line in path.read_text("utf-8").splitlines():
        number += path.suffix == ".stud" or not line.startswith("#")
        if match := EXPECT.match(line):
            waiting.append(match)
        elif match := CLEAN.match(line):
            for house in match[1].split(","):
                judged[house] = []
        elif line.startswith("#"):
            assert number == 2 * (path.suffix == ".stud"), f"{path.name}:{number} is no judgement"
        else:
            for match in waiting:
                for house in match[1].split(","):
                    judged[house].append(Judgement(number, tuple(match[2].split("|")), match[3], match[4]))
            waiting.clear()
    return judged


HANDS = {path: judgements(path) for path in sorted(FOLDER.glob("*.[st]*")) if path.suffix in (".stud", ".txt")}


def known() -> dict[tuple[str, str], str]:
    """Hand and house to the reason why they come out otherwise."""
    rows = [line.split("\t") for line in (FOLDER / "OPEN.tsv").read_text("utf-8").splitlines()[1:]]
    return {(name, house): why for name, houses, why in rows for house in houses.split(",")}


def cases() -> list[object]:
    open_ones = known()
    made = []
    for path, judged in HANDS.items():
        for house, expected in judged.items():
            why = open_ones.pop((path.stem, house), None)
            marks = [pytest.mark.xfail(strict=True, reason=why)] if why else []
            made.append(pytest.param(path, house, expected, id=f"{path.stem}-{house}", marks=marks))
    assert not open_ones, f"no such hand and house: {open_ones}"
    return made


@pytest.mark.parametrize(("path", "house", "expected"), cases())
def test_a_house_judges_the_hand_as_its_text_does(
    path: Path, house: str, expected: list[Judgement], tmp_path: Path
) -> None:
    log = path
    if path.suffix == ".txt":
        log = tmp_path / path.name
        log.write_text(re.sub(r"^#.*\n", "", path.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    rules = FOLDER / "houses" / house if house.endswith(".toml") else house
    found = sorted((f.line, f.code, f.verdict, f.clauses) for item in Audit([log], rules) for f in item.findings)
    assert [line for line, *_ in found] == [judgement.line for judgement in expected], found
    for (_, code, verdict, clauses), judgement in zip(found, expected, strict=True):
        assert code in judgement.codes, found
        assert judgement.verdict in ("*", verdict), found
        assert judgement.clause is None or judgement.clause in clauses, found
