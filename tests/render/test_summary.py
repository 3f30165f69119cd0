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
        ClauseCount("william-hill", 50, 33, 3, 14, missing, 1, "3", 6, "version 3, in force to 2024-12-31; 6 hands"),
        ClauseCount("tda", 1, 1, 0, 0, (), version="2009", hands=1),
    ]
    text = plain(summary_lines(HandCounts(9, 6, 1, 2), finding_counts(found, NAMES), covered, 4, 1))
    assert text == (
        """\
1 input could not be read, or not to the end
9 hands: 6 parsed, 1 refused, 2 ignored
12 violations, 4 reviews; 4 more in the baseline
                               violations  reviews
  B302  bring-in-wrong-amount                    3
  W501  bet-wrong-size                 12        1
Rules, william-hill: version 3, in force to 2024-12-31; 6 hands
house         version  hands  clauses  judged  violated  not checkable  did not come up  not selected  not checkable for want of
william-hill  3            6       50      33         3             14                2             1  player's cards, burn cards, which pot each award is from, 4 more
tda           2009         1        1       1         0              0                0             0
"""  # noqa: E501
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
