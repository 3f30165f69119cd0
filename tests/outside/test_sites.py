"""Hands in the dialects of sites, written by hand, and what one fault in each of them must give.

A file of `sites/` belongs to one dialect, and is judged by the house of that dialect. It has hands (`@ hand NAME: what
it has`) that are clean, and after each of them variants (`@ vary NAME: what is wrong`), whose edits are pairs of `<`
(a piece of the hand that occurs once, or with `<*` wherever it occurs) and `>` (what stands there instead; `\\n` is the
end of a line). `! CODE VERDICT CLAUSE: TEXT #N` is a finding that there has to be, at the line of the N-th place (else
the first) where the hand has that text; `!=` says that it points at just that text. `CODE|CODE` leaves open which of
two codes it is, `*` the verdict, and the clause may be left out. There has to be nothing else. `= CODE OUTCOME|OUTCOME`
is what the coverage says of a code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from stud_audit.pipeline import Audit

FOLDER = Path(__file__).parent / "sites"
EXPECT = re.compile(r"(!=?) ([A-Z0-9|]+) (violation|review|\*)(?: ([A-Z0-9]+-\d+))?: (.+?)(?: #(\d+))?")
COVERED = re.compile(r"= ([A-Z]\d{3}) ([a-z_|]+)")
ENDINGS = {"phh": ".phh", "ohh": ".ohh", "ipoker": ".xml", "merge": ".xml"}


@dataclass(slots=True)
class Case:
    """A hand, and what is to be found in it."""

    name: str
    text: str
    edits: list[str] = field(default_factory=list)
    expected: list[re.Match[str]] = field(default_factory=list)
    outcomes: list[re.Match[str]] = field(default_factory=list)

    def log(self) -> str:
        """The text with its edits made."""
        text = self.text
        for old, new in zip(self.edits[::2], self.edits[1::2], strict=True):
            everywhere, piece = old.startswith("<*"), old[2 + old.startswith("<*") :].replace("\\n", "\n")
            assert text.count(piece) == 1 or (everywhere and piece in text), (self.name, old, text.count(piece))
            text = text.replace(piece, new[2:].replace("\\n", "\n"))
        return text


def cases(path: Path) -> Iterator[Case]:
    case = None
    hand = ""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("@ hand "):
            hand = ""
            yield (case := Case(line[7:].partition(":")[0], hand))
        elif line.startswith("@ vary "):
            hand = hand or case.text  # type: ignore[union-attr]
            yield (case := Case(line[7:].partition(":")[0], hand))
        elif case is None:
            raise AssertionError(f"{path.name}: {line}")
        elif match := EXPECT.fullmatch(line):
            case.expected.append(match)
        elif match := COVERED.fullmatch(line):
            case.outcomes.append(match)
        elif hand:
            assert re.match(r"<\*? |> |>$", line), f"{path.name}: {line}"
            case.edits.append(line)
        else:
            case.text += line + "\n"


CASES = [
    pytest.param(path.stem, case, id=f"{path.stem}-{case.name}")
    for path in sorted(FOLDER.glob("*.txt"))
    for case in list(cases(path))
]


def place(log: str, expected: re.Match[str]) -> tuple[int, int, int]:
    """Line and columns of the text at which a finding has to point."""
    piece, number = expected[5], int(expected[6] or 1)
    at = -1
    for _ in range(number):
        at = log.find(piece, at + 1)
        assert at >= 0, expected[0]
    start = log.rfind("\n", 0, at) + 1
    return log.count("\n", 0, at) + 1, at - start + 1, at - start + 1 + len(piece)


@pytest.mark.parametrize("certify", [True, False], ids=["", "no-certify"])
@pytest.mark.parametrize(("dialect", "case"), CASES)
def test_a_site_s_hand_is_judged_by_its_house(dialect: str, case: Case, certify: bool, tmp_path: Path) -> None:
    log = case.log()
    (tmp_path / f"hand{ENDINGS.get(dialect, '.txt')}").write_text(log, "utf-8")
    audit = Audit([tmp_path], certify=certify)
    findings = sorted((f for item in audit for f in item.findings), key=lambda f: (f.line, f.column))
    found = [(f.line, f.column, f.code, f.verdict, f.clauses, f.message) for f in findings]
    wanted = sorted(case.expected, key=lambda expected: place(log, expected))
    assert len(found) == len(wanted), found
    for finding, expected in zip(findings, wanted, strict=True):
        line, column, end = place(log, expected)
        assert (finding.line, finding.code in expected[2].split("|")) == (line, True), found
        assert expected[3] in ("*", finding.verdict), found
        assert expected[4] is None or expected[4] in finding.clauses, found
        assert expected[1] == "!" or (finding.column, finding.end_column) == (column, end), found
    for outcome in case.outcomes:
        assert coverage(audit, outcome[1]) <= set(outcome[2].split("|")), outcome[0]


def coverage(audit: Audit, code: str) -> set[str]:
    """What the coverage says of a code in the one hand of an audit, under each of its clauses."""
    rows = [row for counts in audit.summary.coverage.values() for row in counts.rows() if row.code == code]
    words = ("passed", "violations", "reviews", "not_checkable", "not_applicable")
    return {word for row in rows for word in words if getattr(row, word)}
