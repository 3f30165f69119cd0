"""The end of an audit's text, and lists in columns."""

from __future__ import annotations

from stud_audit.render.catalogue import house_lines, table
from stud_audit.render.styled import columns, plain
from stud_audit.render.summary import ClauseCount, HandCounts, finding_counts, summary_lines

NAMES = {"W501": "bet-wrong-size", "B302": "bring-in-wrong-amount"}


def test_the_summary_counts_hands_findings_and_clauses() -> None:
    found = {("W501", "violation"): 12, ("W501", "review"): 1, ("B302", "review"): 3}
    missing = ["a player's cards", "burn cards", "which pot each award is from", "the rake", "d\x1b", "b", "c"]
    covered = [
        ClauseCount("william-hill", 50, 33, 3, 14, missing, 1, "version 2, in force to 2024-12-31; 6 hands"),
        ClauseCount("tda", 1, 1, 0, 0, ()),
    ]
    text = plain(summary_lines(HandCounts(9, 6, 1, 2), finding_counts(found, NAMES), covered))
    assert text == (
        """\
9 hands: 6 parsed, 1 refused, 2 ignored
12 violations, 4 reviews
                               violations  reviews
  B302  bring-in-wrong-amount                    3
  W501  bet-wrong-size                 12        1
Rules, william-hill: version 2, in force to 2024-12-31; 6 hands
Coverage, william-hill: of 50 clauses of this house and the game, 33 judged, 3 violated, 14 not checkable in
                        this log: no player's cards, no burn cards, not which pot each award is from, no rake,
                        no d␛, no b, ...; 2 did not come up; 1 not selected
Coverage, tda: of 1 clause of this house and the game, 1 judged, 0 violated
"""
    )


def test_nothing_found() -> None:
    text = plain(summary_lines(HandCounts(1, 1, 0, 0), [], []))
    assert text == "1 hand: 1 parsed, 0 refused, 0 ignored\n0 violations, 0 reviews\n"


def test_columns_are_as_wide_as_terminals_show_them() -> None:
    assert columns([("日本", "1"), ("a", "22")], right=(1,)) == ["日本   1", "a     22"]
    assert plain(table([("name", "x"), ("a\x07", "")])) == "name  x\na␇\n"


def test_a_house_shows_clauses_rulings_and_silences() -> None:
    house = {
        "name": "room",
        "title": "A room",
        "version": "2",
        "dates": "in force from 2020-01-01",
        "digest": "00",
        "clauses": [{"id": "MR-01", "text": "One bet and three raises.", "checks": ["W506"]}],
        "rulings": [
            {"key": "cap.raises", "value": 3, "clauses": ["MR-01"], "silent": False, "fallback": None},
            {"key": "clock.seconds", "value": None, "clauses": [], "silent": True, "fallback": "practice"},
        ],
        "silences": [{"topic": "burn cards", "fallback": "practice", "rulings": []}],
    }
    text = plain(house_lines(house))
    assert "  MR-01: One bet and three raises.\n      W506\n" in text
    assert "  cap.raises: 3\n      MR-01\n" in text
    assert "  clock.seconds: not ruled\n      the house is silent; practice\n" in text
    assert "topic burn cards; fallback practice\n" in text
