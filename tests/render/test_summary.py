"""The end of an audit's text, and lists in columns."""

from __future__ import annotations

from stud_audit.render.catalogue import house_lines, table
from stud_audit.render.styled import columns, plain
from stud_audit.render.summary import ClauseCount, HandCounts, finding_counts, summary_lines

NAMES = {"W501": "bet-wrong-size", "B302": "bring-in-wrong-amount"}


def test_the_summary_counts_hands_findings_and_clauses() -> None:
    found = {("W501", "violation"): 12, ("W501", "review"): 1, ("B302", "review"): 3}
    missing = ["seat 4's cards", "burn cards", "seat 5's cards", "prompts", "a", "b", "c", "d\x1b"]
    covered = [
        ClauseCount("william-hill", 50, 33, 3, 14, missing),
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
Coverage, william-hill: of 50 clauses of this house and the game, 33 judged, 3 violated, 14 not checkable in
                        this log, which lacks a seat's cards, burn cards, prompts, a, b, c, and 1 more
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
