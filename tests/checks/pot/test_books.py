"""Totals, returns, side pots, and the line at fault where chips do not add up."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.showdowns import findings, hand

ACES, KINGS, JACKS = "As Ah Kd 9c 7d 4c 2h", "Ks Kh Qd 9s 7c 4d 2d", "Js Jh Qs 9d 7h 4s 2s"
TWO = {1: ACES, 2: KINGS}
THREE = {1: JACKS, 2: KINGS, 3: ACES}


def lines(text: str, folder: Path) -> list[tuple[str, str]]:
    return [(found.code, text.splitlines()[found.line - 1]) for found in findings(text, folder)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("total 22", "total 23", ("P601", "total 23")),
        ("award 1 21", "award 1 20", ("P604", "award 1 20")),
        ("award 1 21", "award 1 26", ("P604", "award 1 26")),
        ("award 1 21\n", "", ("P604", "total 22")),
        ("award 1 21\n", "award 1 21\naward 1 21\n", ("P604", "award 1 21")),
        ("rake 1", "rake 9", ("P604", "rake 9")),
        ("award 1 21", "award 2 21", ("S701", "award 2 21")),
    ],
)
def test_one_wrong_line_is_one_finding(old: str, new: str, expected: tuple[str, str], tmp_path: Path) -> None:
    text = hand(TWO, ["1 21"], rake="1")
    assert lines(text, tmp_path) == []
    assert lines(text.replace(old, new, 1), tmp_path) == [expected]


def test_summaries_tell_a_wrong_rake_from_a_wrong_award(tmp_path: Path) -> None:
    told = ["summary", "summary 1 won=21", "summary 2"]
    text = hand(TWO, ["1 21"], rake="1", extra=told)
    assert lines(text.replace("rake 1", "rake 2"), tmp_path) == [("P604", "rake 2")]
    assert lines(text.replace("award 1 21", "award 1 20"), tmp_path) == [("P604", "award 1 20")]


@pytest.mark.parametrize("changed", ["bet 1 14", "call 2 6", "ante 2 3", ""])
def test_what_another_fault_does_to_the_books_is_not_said_again(changed: str, tmp_path: Path) -> None:
    text = hand(TWO, ["1 22"])
    line = {"bet": "bet 1 10", "call": "call 2 10", "ante": "ante 2 1", "": "call 2 10\n"}[changed.partition(" ")[0]]
    assert lines(text.replace(line, changed, 1), tmp_path) == []


RETURNED = """\
stud 1
hand 1 game=stud structure=fixed small=5 big=10 ante=1 bring-in=2 currency=USD house=roberts-rules
seat 1 "northwind" 100
seat 2 "saltmarsh" 100
ante 1 1
ante 2 1
deal 1 up 2c
deal 2 up Kd
bring-in 1 2
complete 2 to=5
fold 1
return 2 3
award 2 6
total 6
rake 0
end
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("return 2 3\n", "", [("P602", "award 2 6")]),
        ("return 2 3", "return 2 2", [("P602", "return 2 2")]),
        ("return 2 3", "return 2 4", [("P602", "return 2 4")]),
        ("return 2 3", "return 1 3", [("P602", "return 1 3")]),
        ("return 2 3\n", "return 2 3\nreturn 2 3\n", [("P602", "return 2 3")]),
        ("complete 2 to=5\nfold 1\nreturn 2 3\naward 2 6", "fold 2\nreturn 1 2\naward 1 2", [("P601", "total 6")]),
    ],
)
def test_an_uncalled_bet_goes_back_once(old: str, new: str, expected: list[tuple[str, str]], tmp_path: Path) -> None:
    assert lines(RETURNED.replace(old, new, 1) if old else RETURNED, tmp_path) == expected


SIDE = ["2 20 pot=side-1", "1 3 pot=main"]
SHORT = {1: ACES, 2: KINGS, 3: JACKS}


@pytest.mark.parametrize(
    ("awards", "expected"),
    [
        (SIDE, []),
        (["1 20 pot=side-1", "1 3 pot=main"], [("P603", "award 1 20 pot=side-1")]),  # all-in on the ante
        (["2 18 pot=side-1", "1 5 pot=main"], [("P603", "award 1 5 pot=main")]),
        (["2 20 pot=side-2", "1 3 pot=main"], [("P603", "award 2 20 pot=side-2")]),
        (["1 23"], [("P603", "award 1 23")]),
        (["3 20 pot=side-1", "1 3 pot=main"], [("S701", "award 3 20 pot=side-1")]),
    ],
)
def test_side_pots(awards: list[str], expected: list[tuple[str, str]], tmp_path: Path) -> None:
    text = hand(SHORT, awards, stacks={1: "1"})
    assert lines(text, tmp_path) == expected


def test_stated_side_pots(tmp_path: Path) -> None:
    text = hand(SHORT, SIDE, stacks={1: "1"}, extra=["total 3 pot=main", "total 20 pot=side-1"])
    assert lines(text, tmp_path) == []
    assert lines(text.replace("total 20 pot", "total 17 pot"), tmp_path) == [("P603", "total 17 pot=side-1")]


def test_side_pots_are_a_review_where_the_house_is_silent(tmp_path: Path) -> None:
    text = hand(SHORT, ["1 20 pot=side-1", "1 3 pot=main"], stacks={1: "1"})
    assert [(f.code, f.verdict) for f in findings(text, tmp_path, "william-hill")] == [("P603", "review")]
