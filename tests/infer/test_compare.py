"""Two houses over one log: which hands they judge differently, and by what."""

from __future__ import annotations

from pathlib import Path

from support.logs import pokerstars_hand

from stud_audit.infer.compare import Comparison
from stud_audit.pipeline import Audit, HandResult

FULL_OPENING = (
    pokerstars_hand(503)
    .replace("saltmarsh: brings in for $0.02", "saltmarsh: bets $0.04")
    .replace(
        "northwind: calls $0.02\nquillfeather: raises $0.02 to $0.04", "northwind: folds\nquillfeather: calls $0.04"
    )
)


def log(tmp_path: Path, *hands: str) -> Path:
    path = tmp_path / "night.txt"
    path.write_text("".join(hands), newline="\n")
    return path


def test_only_findings_that_one_house_alone_has_are_given(tmp_path: Path) -> None:
    path = log(tmp_path, pokerstars_hand(501), pokerstars_hand(502, 4), FULL_OPENING)
    comparison = Comparison(path, "william-hill", "third-house")
    (hand,) = comparison
    assert (hand.hand_id, hand.hand_index, hand.line) == ("503", 3, 83)
    alone, nothing = hand.findings
    assert [(finding.code, finding.verdict, finding.house) for finding in alone] == [("B302", "review", "william-hill")]
    assert nothing == ()
    assert (comparison.hands, comparison.compared, len(comparison.different)) == (3, 3, 1)
    assert comparison.by_code == {("B302", 0, "review"): 1}


def test_the_sides_are_those_of_two_audits(tmp_path: Path) -> None:
    path = log(tmp_path, *[pokerstars_hand(500 + n, 4 * (n % 3)) for n in range(1, 6)], FULL_OPENING)
    houses = ("pokerstars", "london-poker-club")
    found: list[set[tuple[object, ...]]] = [set(), set()]
    for side, house in enumerate(houses):
        for result in Audit(path, house):
            findings = result.findings
            found[side] |= {(f.hand_id, f.code, f.verdict, f.line) for f in findings if isinstance(result, HandResult)}
    for hand in Comparison(path, *houses):
        for side in (0, 1):
            mine = {(f.hand_id, f.code, f.verdict, f.line) for f in hand.findings[side]}
            assert mine == {each for each in found[side] - found[1 - side] if each[0] == hand.hand_id}
            found[side] -= mine
    assert found[0] == found[1]


def test_what_only_the_whole_input_shows_is_compared_too(tmp_path: Path) -> None:
    """PokerStars publishes the bring-in; the TDA does not, and only the other hands tell that this one is odd."""
    odd = pokerstars_hand(504).replace("saltmarsh: brings in for $0.02", "saltmarsh: brings in for $0.03")
    path = log(tmp_path, *map(pokerstars_hand, (501, 502, 503)), odd)
    comparison = Comparison(path, "pokerstars", "tda")
    at_once, late = comparison
    assert (at_once.hand_id, late.hand_id) == ("504", "504")
    assert [(f.code, f.verdict) for f in at_once.findings[0] if f.code == "B302"] == [("B302", "violation")]
    assert late.findings[0] == ()
    assert [(f.code, f.verdict) for f in late.findings[1]] == [("B302", "review")]
    assert len(comparison.different) == 1


def test_a_house_against_itself(tmp_path: Path) -> None:
    comparison = Comparison(log(tmp_path, pokerstars_hand(502, 4)), "tda", "tda")
    assert list(comparison) == []
    assert comparison.compared == 1
