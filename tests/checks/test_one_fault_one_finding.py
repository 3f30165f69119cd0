"""One fault in a record is one finding, at its line, and raises no trail of others."""

from __future__ import annotations

import pytest
from support.edited import HAND, Edit, audited

Case = tuple[str, Edit, str, str]
"""What was done, the hand, the code, and how the line begins at which it is found."""


def test_the_hand_is_legal() -> None:
    assert audited(HAND) == []


MISSING: list[Case] = [
    ("an ante", Edit().without("saltmarsh: posts"), "A201", "*** 3rd"),
    ("an opponent's door card", Edit().without("Dealt to quillfeather [9s]"), "D102", "saltmarsh: brings"),
    ("the own first cards", Edit().without("Dealt to northwind"), "D102", "saltmarsh: brings"),
    ("a card of fifth street", Edit().without("Dealt to quillfeather [9s 6h]"), "D102", "quillfeather: bets"),
    ("the own seventh card", Edit().without("Dealt to northwind", 5), "D102", "quillfeather: checks"),
    ("a heading", Edit().without("*** 5th"), "R002", "Dealt to northwind [3d Th As Qc] [7s]"),
    ("the heading of seventh street", Edit().without("*** RIVER"), "R002", "Dealt to northwind [3d Th As Qc 7s 2h]"),
    (
        "seventh street",
        Edit()
        .without("*** RIVER")
        .without("Dealt to northwind", 5)
        .without("quillfeather: checks", 2)
        .without("northwind: bets")
        .without("quillfeather: calls")
        .changed("northwind collected", "0.54", "0.38")
        .changed("Total pot", "0.56", "0.40")
        .changed("Seat 1: northwind showed", "0.54", "0.38"),
        "R002",
        "*** SHOW DOWN",
    ),
    ("the call that ends a round", Edit().without("northwind: calls $0.04"), "D109", "*** 5th"),
    ("a fold", Edit().without("saltmarsh: folds"), "T402", "northwind: calls $0.04"),
    ("a seat", Edit().without("Seat 4: saltmarsh ($1.34"), "R006", "saltmarsh: posts"),
]

TWICE: list[Case] = [
    ("an ante", Edit().twice("saltmarsh: posts"), "A202", "saltmarsh: posts"),
    ("a heading", Edit().twice("*** 5th"), "R002", "*** 5th"),
    ("a deal", Edit().twice("Dealt to quillfeather [9s 6h]"), "D104", "Dealt to quillfeather [9s 6h] [9d]"),
    ("the own deal", Edit().twice("Dealt to northwind [3d Th As Qc]"), "D104", "Dealt to northwind"),
    ("the hand shown", Edit().twice("northwind: shows"), "R002", "northwind: shows"),
    ("the summary's heading", Edit().twice("*** SUMMARY"), "R002", "*** SUMMARY"),
    ("the total", Edit().twice("Total pot"), "R002", "Total pot"),
    ("a seat's summary", Edit().twice("Seat 4: saltmarsh folded"), "R002", "Seat 4: saltmarsh folded"),
]

SWAPPED: list[Case] = [
    ("the last ante and the heading", Edit().swapped("tinder: posts"), "R002", "tinder: posts"),
    ("the heading and the first card", Edit().swapped("*** 4th"), "R002", "Dealt to northwind [3d Th As] [Qc]"),
    (
        "the last card and the first action",
        Edit().swapped("Dealt to saltmarsh [2c] [4h]"),
        "R002",
        "Dealt to saltmarsh",
    ),
    ("the last action and the heading", Edit().swapped("northwind: calls $0.04"), "R002", "northwind: calls $0.04"),
    ("the last action and RIVER", Edit().swapped("northwind: checks", 2), "R002", "northwind: checks"),
    ("the last action and the showdown", Edit().swapped("quillfeather: calls"), "R002", "quillfeather: calls"),
    ("award and summary", Edit().swapped("northwind collected"), "R002", "northwind collected"),
    ("summary and total", Edit().swapped("*** SUMMARY"), "R002", "*** SUMMARY"),
]

CHANGED: list[Case] = [
    ("an ante", Edit().changed("saltmarsh: posts", "$0.01", "$0.02"), "A202", "saltmarsh: posts"),
    (
        "an up-card as dealt",
        Edit().changed("Dealt to quillfeather [9s] [6h]", "6h", "6s"),
        "D110",
        "Dealt to quillfeather [9s 6h] [9d]",
    ),
    (
        "an up-card as repeated",
        Edit().changed("Dealt to quillfeather [9s 6h 9d]", "6h", "6s"),
        "D110",
        "Dealt to quillfeather [9s 6s",
    ),
    (
        "a door card as dealt",
        Edit().changed("Dealt to saltmarsh [2c]", "2c", "Kc"),
        "D110",
        "Dealt to saltmarsh [2c] [4h]",
    ),
    (
        "a card into another's",
        Edit().changed("Dealt to quillfeather [9s 6h]", "9d", "7s"),
        "D104",
        "Dealt to quillfeather [9s 6h] [7s]",
    ),
    ("a hidden card that is shown", Edit().changed("northwind: shows", "Ad", "Jc"), "S706", "northwind: shows"),
    (
        "a card in the summary",
        Edit().changed("Seat 2: quillfeather mucked", "9d", "9c"),
        "R008",
        "Seat 2: quillfeather mucked",
    ),
    (
        "a mucked card into another's",
        Edit().changed("Seat 2: quillfeather mucked", "8c", "Qc"),
        "D104",
        "Seat 2: quillfeather mucked",
    ),
    (
        "the street of a fold",
        Edit().changed("Seat 4: saltmarsh folded", "4th", "6th"),
        "R008",
        "Seat 4: saltmarsh folded",
    ),
    (
        "what the summary says was won",
        Edit().changed("Seat 1: northwind showed", "$0.54", "$0.55"),
        "R008",
        "Seat 1: northwind showed",
    ),
    (
        "the increase of a raise",
        Edit().changed("quillfeather: raises", "$0.02 to", "$0.03 to"),
        "R012",
        "quillfeather: raises",
    ),
    (
        "a card that is none",
        Edit().changed("Dealt to quillfeather [9s] [6h]", "6h", "6x"),
        "R010",
        "Dealt to quillfeather [9s] [6x]",
    ),
    (
        "an amount that is none",
        Edit().changed("quillfeather: bets $0.08", "0.08", "0.0.8"),
        "R010",
        "quillfeather: bets",
    ),
    ("a word", Edit().changed("northwind: calls $0.04", "calls", "cells"), "R001", "northwind: cells"),
    ("a heading's word", Edit().changed("*** 5th", "STREET", "STRET"), "R001", "*** 5th"),
    ("a word of an ante", Edit().changed("tinder: posts", "posts", "poses"), "R001", "tinder: poses"),
]

RENAMED: list[Case] = [
    ("an ante", Edit().changed("saltmarsh: posts", "saltmarsh", "tinder"), "A202", "tinder: posts"),
    (
        "a card",
        Edit().changed("Dealt to saltmarsh [2c] [4h]", "saltmarsh", "quillfeather"),
        "D102",
        "Dealt to quillfeather [2c] [4h]",
    ),
    (
        "the own card",
        Edit().changed("Dealt to northwind [3d Th As Qc] [7s]", "northwind", "quillfeather"),
        "D102",
        "Dealt to quillfeather [3d Th As Qc]",
    ),
    (
        "a card to one who folded",
        Edit().changed("Dealt to saltmarsh [2c] [4h]", "saltmarsh", "tinder"),
        "D111",
        "Dealt to tinder",
    ),
    ("a call", Edit().changed("saltmarsh: calls $0.02", "saltmarsh", "northwind"), "T402", "northwind: calls $0.02"),
    (
        "a call of one who folded",
        Edit().changed("northwind: calls $0.08", "northwind", "tinder"),
        "T403",
        "tinder: calls",
    ),
    (
        "the opener",
        Edit().changed("quillfeather: bets $0.08", "quillfeather", "northwind"),
        "T401",
        "northwind: bets $0.08",
    ),
    ("a stranger's call", Edit().changed("northwind: calls $0.04", "northwind", "gullwing"), "R006", "gullwing: calls"),
    (
        "a stranger's card",
        Edit().changed("Dealt to saltmarsh [2c] [4h]", "saltmarsh", "gullwing"),
        "R006",
        "Dealt to gullwing",
    ),
]

INSERTED: list[Case] = [
    ("an action after the end", Edit().before("*** SUMMARY", "tinder: calls $0.08"), "R002", "tinder: calls"),
    (
        "a card after the end",
        Edit().before("*** SUMMARY", "Dealt to saltmarsh [2c 4h] [Kc]"),
        "R002",
        "Dealt to saltmarsh [2c 4h]",
    ),
    (
        "a late ante",
        Edit().without("tinder: posts").before("Dealt to saltmarsh [2c]", "tinder: posts the ante $0.01"),
        "A203",
        "tinder: posts",
    ),
    ("a false pair", Edit().before("northwind: checks", "Pair on board - a double bet is allowed"), "R012", "Pair on"),
    ("a false cap", Edit().before("saltmarsh: calls $0.02", "Betting is capped"), "R012", "Betting is"),
]

ALL = [
    pytest.param(edit, code, line, id=f"{kind}: {what}")
    for kind, cases in (
        ("missing", MISSING),
        ("twice", TWICE),
        ("swapped", SWAPPED),
        ("changed", CHANGED),
        ("renamed", RENAMED),
        ("inserted", INSERTED),
    )
    for what, edit, code, line in cases
]


@pytest.mark.parametrize(("edit", "code", "line"), ALL)
def test_one_fault_is_one_finding(edit: Edit, code: str, line: str) -> None:
    found = edit.found()
    assert [c for c, _ in found] == [code], found
    assert found[0][1].startswith(line), found


def test_a_card_of_the_show_down_that_the_summary_contradicts() -> None:
    # 3d is known to the log as dealt; of an opponent's hidden card only the summary can tell.
    edit = Edit().changed("quillfeather: mucks hand", "mucks hand", "shows [8c Kd 9s 6h 9d 5d Jc] (a pair of Nines)")
    edit.changed("Seat 2: quillfeather mucked", "mucked", "showed")
    edit.changed("Seat 2: quillfeather showed", "Jc]", "Jc] and lost with a pair of Nines")
    assert [code for code, _ in edit.found()] == ["R008"]


PAIRS = [
    (Edit().without("saltmarsh: posts").changed("Seat 4: saltmarsh folded", "4th", "6th"), ["A201", "R008"]),
    (
        Edit()
        .changed("quillfeather: raises", "$0.02 to", "$0.03 to")
        .changed("Dealt to quillfeather [9s 6h]", "9d", "7s")
        .twice("Total pot"),
        ["R012", "D104", "R002"],
    ),
    (
        Edit().without("northwind: calls $0.04").changed("Dealt to quillfeather [9s 6h 9d]", "6h", "6s"),
        ["D109", "D110"],
    ),
    (
        Edit().without("*** 5th").changed("northwind: calls $0.08", "calls", "cells").swapped("*** SUMMARY"),
        ["R002", "R001", "R002"],
    ),
]


@pytest.mark.parametrize(("edit", "codes"), PAIRS)
def test_several_faults_are_all_found(edit: Edit, codes: list[str]) -> None:
    assert [code for code, _ in edit.found()] == codes
