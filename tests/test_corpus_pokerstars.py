"""Every real PokerStars stud hand: parsed, and no finding but those that a person can defend from the log."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from stud_audit.model.events import LineUnknown
from stud_audit.pipeline import Audit, HandResult

CORPUS = Path(__file__).parent.parent.parent / "shared" / "corpora" / "pokerstars"
pytestmark = pytest.mark.skipif(not CORPUS.exists(), reason="the corpora are not here")

DEFENSIBLE = {
    # The antes (3 x 80), the bring-in (120), and two calls of 400 make 1,160; the log pays out 1,560 and states
    # it as the total. The file is marked as trimmed: a bet and its call on fourth street are missing in it.
    ("8Game-Razz-400-800-20260831.trimmed.txt", 23, "P604"),
}

# Under other houses only what the houses rule differently: the amount of the bring-in, whether the low card may
# open for the full bet, whether an open pair makes the higher bet a duty, and whether it is allowed at all.
DIFFERENCES = {
    # The site calls a round capped that two players play out, and announces a double bet.
    "roberts-rules": {("R012", "violation")},
    "london-poker-club": {("R012", "review")},
    "tda": {("W507", "violation"), ("R012", "violation")},
    "third-house": {("B302", "violation"), ("R012", "review")},
    "william-hill": {("B302", "violation"), ("B302", "review"), ("W501", "review")},
}


def results(house: str | None = None) -> tuple[list[HandResult], Audit]:
    audit = Audit([CORPUS], house=house, dialect="pokerstars")
    return [item for item in audit if isinstance(item, HandResult)], audit


def test_every_stud_hand_is_parsed() -> None:
    hands, audit = results()
    assert Counter(result.hand.status for result in hands) == {"parsed": 83, "ignored": 84}
    assert not any(isinstance(event, LineUnknown) for result in hands for event in result.hand.events)
    assert not audit.summary.problems


def test_findings_under_its_own_house() -> None:
    found = {(Path(f.file).name, f.line, f.code) for result in results()[0] for f in result.findings}
    assert found == DEFENSIBLE


@pytest.mark.parametrize("house", DIFFERENCES)
def test_other_houses_differ_only_where_their_rules_do(house: str) -> None:
    findings = [finding for result in results(house)[0] for finding in result.findings]
    others = {(f.code, f.verdict) for f in findings if (Path(f.file).name, f.line, f.code) not in DEFENSIBLE}
    assert others == DIFFERENCES[house]
