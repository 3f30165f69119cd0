"""Hands judged from the text of the houses' rules, before any audit was run.

A hand says in comments what each house makes of it: `# clean HOUSES: why`, or, before the line that the finding
points at, `# expect HOUSES CODE verdict CLAUSE moves AMOUNT: why`. A house that is not named is not judged; one whose
name ends with `.toml` is in `houses`. `CODE|CODE` leaves open which of two codes it is, and `*` the verdict; clause
and amount may be left out. `# owed HOUSES SEAT=AMOUNT ...` is what each of those who were paid or should have been is
due, by the findings and by what `explain` says. In logs of sites (`.txt`), which have no comments, these lines are
taken out before the audit. What is known to come out otherwise today stands in OPEN.tsv with the reason; once that is
mended its line has to go.
"""

from __future__ import annotations

import re
from collections import defaultdict
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

import pytest

from stud_audit import read_hands
from stud_audit.explain.account import account_of
from stud_audit.houses.loader import load_house
from stud_audit.pipeline import Audit
from stud_audit.record.replay import Replay

FOLDER = Path(__file__).parent
CLEAN = re.compile(r"# clean (\S+): \S")
EXPECT = re.compile(r"# expect (\S+) ([A-Z0-9|]+) (violation|review|\*)(?: ([A-Z0-9]+-\d+))?(?: moves ([\d.]+))?: \S")
OWED = re.compile(r"# owed (\S+) (.+)")


class Judgement(NamedTuple):
    """A finding that there has to be."""

    line: int
    codes: tuple[str, ...]
    verdict: str
    clause: str | None
    moves: Decimal | None


def _house(name: str) -> str | Path:
    return FOLDER / "houses" / name if name.endswith(".toml") else name


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
                assert house not in judged, f"{path.name}:{number} says it twice of {house}"
                judged[house] = []
        elif line.startswith("#") and not OWED.match(line):
            assert number == 2 * (path.suffix == ".stud"), f"{path.name}:{number} is no judgement"
        elif not line.startswith("#"):
            for match in waiting:
                for house in match[1].split(","):
                    judged[house].append(_judgement(number, match))
            waiting.clear()
    assert judged, f"{path.name}: nothing is judged"
    assert not waiting, f"{path.name}: no line follows {waiting[-1][0]}"
    assert judged.keys() >= owed(path).keys(), f"{path.name}: owed by a house that does not judge"
    return judged


def _judgement(line: int, match: re.Match[str]) -> Judgement:
    return Judgement(line, tuple(match[2].split("|")), match[3], match[4], match[5] and Decimal(match[5]))


def owed(path: Path) -> dict[str, dict[int, Decimal]]:
    """House to what is due to each seat."""
    found = {}
    for match in OWED.finditer(path.read_text("utf-8")):
        due = {int(seat): Decimal(amount) for seat, amount in (one.split("=") for one in match[2].split())}
        found.update(dict.fromkeys(match[1].split(","), due))
    return found


HANDS = {path: judgements(path) for path in sorted(FOLDER.glob("*.[st]*")) if path.suffix in (".stud", ".txt")}


def test_every_house_has_a_hand() -> None:
    named = {house for judged in HANDS.values() for house in judged if house.endswith(".toml")}
    assert named == {path.name for path in (FOLDER / "houses").iterdir()}


def known() -> dict[tuple[str, str], str]:
    """Hand and house to the reason why they come out otherwise."""
    rows = [line.split("\t") for line in (FOLDER / "OPEN.tsv").read_text("utf-8").splitlines()[1:]]
    return {(name, house): why for name, houses, why in rows for house in houses.split(",")}


def cases() -> list[object]:
    """Each hand and house; of houses that judge a hand alike but for the clause, all but the first are slow."""
    open_ones = known()
    made = []
    for path, judged in HANDS.items():
        met = set()
        for house, expected in judged.items():
            why = open_ones.pop((path.stem, house), None)
            marks = [pytest.mark.xfail(strict=True, reason=why)] if why else []
            told = tuple((judgement.line, *judgement.codes, judgement.verdict) for judgement in expected)
            if told in met and not house.endswith(".toml"):
                marks.append(pytest.mark.slow)
            met.add(told)
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
    audited = list(Audit([log], _house(house)))
    found = sorted((f for item in audited for f in item.findings), key=lambda f: (f.line, f.code))
    assert [f.line for f in found] == [judgement.line for judgement in expected], found
    for finding, judgement in zip(found, expected, strict=True):
        assert finding.code in judgement.codes, found
        assert judgement.verdict in ("*", finding.verdict), found
        assert judgement.clause is None or judgement.clause in finding.clauses, found
        assert judgement.moves is None or judgement.moves == Decimal(finding.money_effect or 0), found
    due = owed(path).get(house)
    if due is not None:
        settled = next(f.settlement for f in found if f.settlement)
        assert {payment.seat: Decimal(payment.due) for payment in settled} == due
        (hand,) = read_hands([log])
        replay = Replay(hand, load_house(_house(house)).rules)
        for _ in replay:
            pass
        rows = {row.seat: Decimal(row.due or 0) for row in account_of(replay, found).rows}
        assert rows == dict.fromkeys(rows, Decimal(0)) | due
