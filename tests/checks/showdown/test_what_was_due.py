"""Of each award that is wrong: its line, to whom it was due or how much of it, what was seen, and the chips moved."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.showdowns import ACES, ACES_TOO, BOTH, KINGS, LOW, LOW_TOO, QUEENS, findings, hand

THREE = {1: ACES, 2: KINGS, 3: QUEENS}
HALVES = {1: ACES, 2: KINGS, 3: LOW}
SHORT = {1: "6", 2: "1000", 3: "1000"}
Row = tuple[str, str, str | None, str | None, str | None]


def found(text: str, folder: Path) -> list[Row]:
    lines = text.splitlines()
    rows = [
        (f.code, lines[f.line - 1].removeprefix("award "), f.expected, f.actual, f.money_effect)
        for f in findings(text, folder)
    ]
    return sorted(rows)


@pytest.mark.parametrize(
    ("cards", "awards", "game", "rows"),
    [
        (THREE, ["1 33"], "stud", []),
        (THREE, ["2 33"], "stud", [("S701", "2 33", "1", "2", "33")]),
        (THREE, ["1 20", "3 13"], "stud", [("S701", "3 13", "1", "3", "13")]),
        # Two beaten hands: how much each moved cannot be said of one alone.
        (THREE, ["2 17", "3 16"], "stud", [("S701", "2 17", "1", "2", "17"), ("S701", "3 16", "1", "3", "16")]),
        # A tie: all to one, or unlike shares.
        ({1: ACES, 2: ACES_TOO, 3: QUEENS}, ["1 33"], "stud", [("S702", "1 33", "16.50", "33", "16.50")]),
        ({1: ACES, 2: ACES_TOO, 3: QUEENS}, ["1 20", "2 13"], "stud", [("S702", "1 20", "16.50", "20", "3.50")]),
        ({1: ACES, 2: ACES_TOO, 3: QUEENS}, ["1 13", "2 20"], "stud", [("S702", "2 20", "16.50", "20", "3.50")]),
        # Hi-lo: each half to the other, one half to a beaten hand, all to one.
        (HALVES, ["1 16.50", "3 16.50"], "stud8", []),
        (HALVES, ["2 16.50", "3 16.50"], "stud8", [("S701", "2 16.50", "1", "2", "16.50")]),
        (HALVES, ["1 16.50", "2 16.50"], "stud8", [("S707", "2 16.50", "3", "2", "16.50")]),
        (HALVES, ["1 33"], "stud8", [("S707", "1 33", "3", "1", "16.50")]),
        (HALVES, ["3 33"], "stud8", [("S701", "3 33", "1", "3", "16.50")]),
        # Halves that are none: the larger one is too large.
        (HALVES, ["1 20", "3 13"], "stud8", [("S707", "1 20", "16.50", "20", "3.50")]),
        (HALVES, ["1 13", "3 20"], "stud8", [("S707", "3 20", "16.50", "20", "3.50")]),
        ({1: ACES, 2: LOW, 3: LOW_TOO}, ["1 11", "2 11", "3 11"], "stud8", [("S707", "2 11", "16.50", "22", "5.50")]),
        ({1: ACES, 2: LOW, 3: LOW_TOO}, ["1 16.50", "2 12", "3 4.50"], "stud8",
         [("S702", "2 12", "8.25", "12", "3.75")]),
        # Nobody has a low.
        (THREE, ["1 16.50", "3 16.50"], "stud8", [("S707", "3 16.50", "1", "3", "16.50")]),
        # Who wins both halves.
        ({1: BOTH, 2: KINGS, 3: LOW}, ["1 33"], "stud8", []),
        ({1: BOTH, 2: KINGS, 3: LOW}, ["1 16.50", "3 16.50"], "stud8", [("S707", "3 16.50", "1", "3", "16.50")]),
        ({1: BOTH, 2: KINGS, 3: LOW}, ["2 16.50", "1 16.50"], "stud8", [("S701", "2 16.50", "1", "2", "16.50")]),
        # Razz: seat 3 has 8-6-5-3-2, the others a jack and a king.
        (HALVES, ["3 33"], "razz", []),
        (HALVES, ["1 33"], "razz", [("S701", "1 33", "3", "1", "33")]),
    ],
)  # fmt: skip
def test_one_pot(cards: Mapping[int, str], awards: list[str], game: str, rows: list[Row], tmp_path: Path) -> None:
    assert found(hand(cards, awards, game=game, button=3), tmp_path) == rows


@pytest.mark.parametrize(
    ("awards", "rows"),
    [
        (["1 18 pot=main", "2 10 pot=side-1"], []),
        (["2 18 pot=main", "2 10 pot=side-1"], [("S701", "2 18 pot=main", "1", "2", "18")]),
        (["1 18 pot=main", "3 10 pot=side-1"], [("S701", "3 10 pot=side-1", "2", "3", "10")]),
        (["1 18 pot=main", "1 10 pot=side-1"], [("P603", "1 10 pot=side-1", "2 | 3", "1", "10")]),
        (["1 20 pot=main", "2 8 pot=side-1"], [("P603", "1 20 pot=main", "18", "20", "2")]),
        (["1 28 pot=main"], [("P603", "1 28 pot=main", "18", "28", "10")]),
    ],
)
def test_two_pots(awards: list[str], rows: list[Row], tmp_path: Path) -> None:
    assert found(hand(THREE, awards, stacks=SHORT), tmp_path) == rows


@pytest.mark.parametrize(
    ("button", "awards", "rows"),
    [
        # A pot of 33 in whole chips: the odd one goes to the left of the button.
        (3, ["1 17", "2 16"], []),
        (1, ["1 17", "2 16"], [("S703", "1 17", "2", "1", "1")]),
        (1, ["1 16", "2 17"], []),
        (2, ["1 16", "2 17"], [("S703", "2 17", "1", "2", "1")]),
    ],
)
def test_the_odd_chip(button: int, awards: list[str], rows: list[Row], tmp_path: Path) -> None:
    text = hand({1: ACES, 2: ACES_TOO, 3: QUEENS}, awards, house="william-hill", button=button)
    assert found(text.replace("currency=USD", "currency=USD chip=1"), tmp_path) == rows
