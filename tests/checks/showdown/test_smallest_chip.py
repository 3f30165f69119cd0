"""Pots paid in whole chips of the table's smallest one, of which the odd chip is one."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from support.showdowns import findings, hand

from stud_audit.houses import load_house
from stud_audit.ingest.reader import Reader
from stud_audit.model.hand import Hand
from stud_audit.record.replay import Replay
from stud_audit.record.settlement import Settlement

# One straight, three to seven, made by three players; of all their cards the ace of seat 1 is the highest.
TIE = {1: "Kh Ad 7h 6h 5h 4c 3c", 2: "Qs Qh 7s 6s 5s 4d 3d", 3: "Jd 9c 7c 6c 5d 4h 3h"}
BEATEN = "Ks Kc 9d 9s 2h 2c Js"
ACES = "As Ah Kd Kc 9d 9h Th"  # the high hand, and no low
LOWS = {2: "8c 7d 5h 4s 2c Qd Jc", 3: "8d 7h 5s 4c 2d Jd Qs"}  # 8,7,5,4,2 twice; of all cards 2c is the lowest

Rows = list[tuple[str, str, str | None, str | None]]


@pytest.fixture
def dollars(tmp_path: Path) -> str:
    """Robert's Rules at a table without change."""
    path = tmp_path / "dollars.toml"
    path.write_text(
        'name = "dollars"\ntitle = "Dollars"\nversion = "1"\nsource = "house rules"\neffective_from = 2020-01-01\n'
        'extends = "roberts-rules"\n[rulings.pots]\nsmallest_chip = { value = 1, clauses = ["OWN-01"] }\n'
        '[[clauses]]\nid = "OWN-01"\ntext = "Pots are paid in whole dollars."\nsubject = "chips"\n'
        'checks = ["S703"]\nneeds = ["awards"]\n'
    )
    return str(path)


def found(text: str, folder: Path, house: str) -> Rows:
    lines = text.splitlines()
    return [(f.code, lines[f.line - 1], f.expected, f.actual) for f in findings(text, folder, house)]


@pytest.mark.parametrize(
    ("awards", "expected"),
    [
        (["1 17", "2 16"], []),
        (["2 17", "1 16"], [("S703", "award 2 17", "1", "2")]),
        (["1 16.50", "2 16.50"], [("S703", "award 1 16.50", "16 | 17", "16.50")]),
        (["2 16.50", "1 16.50"], [("S703", "award 2 16.50", "16 | 17", "16.50")]),
        (["1 16.99", "2 16.01"], [("S703", "award 1 16.99", "16 | 17", "16.99")]),
        (["1 18", "2 15"], [("S702", "award 1 18", "16.50", "18")]),
    ],
)
def test_two_share_an_odd_pot(awards: list[str], expected: Rows, dollars: str, tmp_path: Path) -> None:
    assert found(hand({1: TIE[1], 2: TIE[2], 3: BEATEN}, awards), tmp_path, dollars) == expected


@pytest.mark.parametrize(
    ("awards", "codes"),
    [
        (["1 16.95", "2 16"], []),  # 0.95 is less than a chip, and goes where an odd chip goes
        (["1 16", "2 16.95"], ["S703"]),
        (["1 16.48", "2 16.47"], ["S703"]),
        (["1 17", "2 15.95"], ["S702"]),  # a whole chip too little
    ],
)
def test_what_is_less_than_a_chip(awards: list[str], codes: list[str], dollars: str, tmp_path: Path) -> None:
    text = hand({1: TIE[1], 2: TIE[2], 3: BEATEN}, awards, rake="0.05")
    assert [code for code, *_ in found(text, tmp_path, dollars)] == codes


@pytest.mark.parametrize(
    ("awards", "codes"),
    [
        (["1 15", "2 15", "3 14"], []),  # two odd chips, one each: the ace, then the queen of spades
        (["1 16", "2 14", "3 14"], ["S703"]),
        (["1 15", "2 14", "3 15"], ["S703"]),
        (["1 14.67", "2 14.67", "3 14.66"], ["S703"]),
    ],
)
def test_three_share_two_odd_chips(awards: list[str], codes: list[str], dollars: str, tmp_path: Path) -> None:
    assert [code for code, *_ in found(hand({**TIE, 4: BEATEN}, awards), tmp_path, dollars)] == codes


@pytest.mark.parametrize(
    ("awards", "expected"),
    [
        (["1 17", "2 8", "3 8"], []),
        (["1 16", "2 9", "3 8"], [("S703", "award 2 9", "1", "2")]),  # the odd chip of the halves is the high half's
        (["1 16.50", "2 8.25", "3 8.25"], [("S703", "award 1 16.50", "16 | 17", "16.50")]),
        (["1 17 half=high", "2 9 half=low", "3 7 half=low"], ["S702"]),
    ],
)
def test_hi_lo(awards: list[str], expected: Rows | list[str], dollars: str, tmp_path: Path) -> None:
    rows = found(hand({1: ACES, **LOWS}, awards, game="stud8"), tmp_path, dollars)
    assert rows == expected or [code for code, *_ in rows] == expected


def test_halves_in_broken_chips(dollars: str, tmp_path: Path) -> None:
    cards = {1: ACES, 2: LOWS[2], 3: "Ks Qc Jh Js Ts 6c 6h"}
    assert found(hand(cards, ["1 17", "2 16"], game="stud8"), tmp_path, dollars) == []
    rows = found(hand(cards, ["1 16.50", "2 16.50"], game="stud8"), tmp_path, dollars)
    assert [(code, line) for code, line, *_ in rows] == [("S703", "award 1 16.50")]
    assert [code for code, *_ in found(hand(cards, ["1 19", "2 14"], game="stud8"), tmp_path, dollars)] == ["S707"]


def test_a_low_that_shares_an_odd_half(dollars: str, tmp_path: Path) -> None:
    cards = {1: ACES, **LOWS, 4: "Ks Kh Td 9s 9c 6h Ts"}
    right = ["1 22", "2 11", "3 11"]
    assert found(hand(cards, right, game="stud8"), tmp_path, dollars) == []
    thirty = {1: "4"}  # seat 1 is all-in for 4: 16 in the main pot, 21 in the side pot that two lows share
    awards = ["1 8 pot=main", "2 4 pot=main", "3 4 pot=main"]
    side = ["4 11 pot=side-1 half=high", "2 5 pot=side-1 half=low", "3 5 pot=side-1 half=low"]
    assert found(hand(cards, awards + side, game="stud8", stacks=thirty), tmp_path, dollars) == []


def test_a_pot_that_nobody_shares_is_paid_as_it_is(dollars: str, tmp_path: Path) -> None:
    assert found(hand({1: TIE[1], 3: BEATEN}, ["1 21.95"], rake="0.05"), tmp_path, dollars) == []


def test_without_a_chip_cents_are_divided(tmp_path: Path) -> None:
    cards = {1: TIE[1], 2: TIE[2], 3: BEATEN}
    assert found(hand(cards, ["1 16.50", "2 16.50"]), tmp_path, "roberts-rules") == []


def test_the_clause_is_cited(dollars: str, tmp_path: Path) -> None:
    text = hand({1: TIE[1], 2: TIE[2], 3: BEATEN}, ["1 16.50", "2 16.50"])
    [wrong] = findings(text, tmp_path, dollars)
    assert (wrong.verdict, wrong.clauses) == ("violation", ("OWN-01",))
    assert wrong.settlement is not None
    assert [(p.seat, p.due) for p in wrong.settlement] == [(1, "17"), (2, "16")]


def test_the_header_wins_over_the_house(dollars: str, tmp_path: Path) -> None:
    path = tmp_path / "hand.stud"
    path.write_text(hand({1: TIE[1], 2: TIE[2], 3: BEATEN}, ["1 16.50", "2 16.50"]))
    [read] = [item for item in Reader(path) if isinstance(item, Hand)]
    units = {}
    for chip in (None, 25, 500):
        replay = Replay(replace(read, header=replace(read.header, chip=chip)), load_house(dollars).rules)
        for _ in replay:
            pass
        units[chip] = Settlement(replay).chip_units
    assert units == {None: (100,), 25: (25,), 500: (500,)}


def test_where_nobody_can_tell_who_is_due_the_odd_chip_what_is_broken_is_at_stake(tmp_path: Path) -> None:
    # William Hill goes by position, and no button is known.
    text = hand({1: TIE[1], 2: TIE[2], 3: BEATEN}, ["1 16.50", "2 16.50"]).replace(" ante=1 ", " ante=1 chip=1 ")
    [wrong] = findings(text, tmp_path, "william-hill")
    assert (wrong.code, text.splitlines()[wrong.line - 1]) == ("S703", "award 1 16.50")
    assert (wrong.expected, wrong.money_effect) == ("16 | 17", "0.50")
