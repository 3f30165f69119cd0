"""Which low qualifies: eight or better by the game itself, unless a house leaves it open."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.showdowns import findings, hand

ACES = "As Ah Kd 9c 7d Tc Jh"
NINE = "9d 7c 5h 4s 2c Kc Qc"
EIGHT = "8d 7c 5h 4s 2c Kc Qs"
SEVEN = "7d 5c 4h 3s 2d Kc Qh"
HALVES, SCOOP = ["1 11 half=high", "2 11 half=low"], ["1 22"]

SILENT = "[rulings.stud8]\nlow_qualifier = { value = 8, silent = true }\n"
READING = '[[readings]]\nname = "any low counts"\nset = { stud8.low_qualifier = "none" }\nlenient = true\n'


def judged(tmp_path: Path, text: str, more: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """What a house finds that says more of it than the one that it extends."""
    path = tmp_path / "own.toml"
    path.write_text(f'name = "own"\nversion = "1"\nextends = "pokerstars"\n{more}')
    return [(f.code, f.verdict, f.readings.failing) for f in findings(text, tmp_path, str(path))]


@pytest.mark.parametrize("house", ["william-hill", "london-poker-club", "third-house", "roberts-rules", "winamax"])
def test_the_game_itself_wants_an_eight(tmp_path: Path, house: str) -> None:
    for cards, lines in ((NINE, HALVES), (EIGHT, SCOOP)):
        found = findings(hand({1: ACES, 2: cards}, lines, game="stud8"), tmp_path, house)
        assert [(f.code, f.verdict, "G-22" in f.clauses) for f in found] == [("S707", "violation", True)]


def test_a_house_that_does_not_say_gets_a_review_where_it_decides(tmp_path: Path) -> None:
    for cards, lines in ((NINE, HALVES), (EIGHT, SCOOP)):
        found = judged(tmp_path, hand({1: ACES, 2: cards}, lines, game="stud8"), SILENT)
        assert found == [("S707", "review", ("stud8.low_qualifier = 8 (roberts-rules)",))]
    # A seven is a low by any of these rules, and a low of eight may be paid by this one.
    seven = judged(tmp_path, hand({1: ACES, 2: SEVEN}, SCOOP, game="stud8"), SILENT)
    assert [row[:2] for row in seven] == [("S707", "violation")]
    assert judged(tmp_path, hand({1: ACES, 2: EIGHT}, HALVES, game="stud8"), SILENT) == []


def test_another_reading_is_weighed(tmp_path: Path) -> None:
    found = judged(tmp_path, hand({1: ACES, 2: NINE}, HALVES, game="stud8"), READING)
    assert found == [("S707", "review", ("default",))]
    assert judged(tmp_path, hand({1: ACES, 2: NINE}, SCOOP, game="stud8"), READING) == []
