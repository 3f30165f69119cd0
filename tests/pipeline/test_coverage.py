"""What an audit covered, counted by clause and check."""

from __future__ import annotations

from collections import Counter

from stud_audit.checks import catalogue
from stud_audit.houses.loader import house_names, load_house
from stud_audit.pipeline.coverage import count_clauses, coverage_rows
from stud_audit.pipeline.one_hand import CoverageKey

COUNTS: Counter[CoverageKey] = Counter(
    {
        ("W501", 3, "passed", ""): 5,
        ("W501", 5, "violations", ""): 2,
        ("W501", 5, "not_checkable", "the stakes"): 1,
        ("S701", 0, "not_checkable", "seat 3's cards"): 4,
        ("S701", 0, "not_checkable", "the cards of seat 5"): 1,
        ("S701", 0, "not_checkable", "seat 4's cards"): 2,
        ("S701", 0, "not_applicable", ""): 9,
        ("D106", 4, "not_checkable", "burn cards"): 3,
        ("R001", 0, "reviews", ""): 1,
    }
)


def test_a_street_s_verdicts_count_for_the_clauses_of_that_street() -> None:
    rows = {(row.clause, row.code): row for row in coverage_rows(load_house("william-hill"), COUNTS)}
    early, late = rows["WH-12", "W501"], rows["WH-13", "W501"]
    assert (early.passed, early.violations, early.not_checkable) == (5, 0, 0)
    assert (late.passed, late.violations, late.not_checkable, late.missing) == (0, 2, 1, ("the stakes",))
    assert rows["WH-14", "W501"].judged == 7


def test_what_is_missing_of_one_seat_and_of_another_is_one_lack() -> None:
    rows = {(row.clause, row.code): row for row in coverage_rows(load_house("william-hill"), COUNTS)}
    assert rows["WH-21", "S701"].missing == ("a player's cards", "the cards of a player")
    assert rows["WH-21", "S701"].not_checkable == 7


def test_every_clause_of_house_and_game_has_a_row_for_each_check() -> None:
    codes = {entry.check.code for entry in catalogue()}
    for name in house_names():
        house = load_house(name)
        clauses = (*house.clauses, *house.game_clauses)
        rows = list(coverage_rows(house, {}))
        assert [(row.clause, row.code) for row in rows] == [(c.id, code) for c in clauses for code in c.checks]
        assert {row.code for row in rows} <= codes
        assert {f"G-{number:02}" for number in range(1, 23)} <= {row.clause for row in rows}
        assert count_clauses(name, rows).idle == len(clauses)


def test_verdicts_that_no_clause_names_are_not_lost() -> None:
    rows = [row for row in coverage_rows(load_house("tda"), COUNTS) if row.clause is None]
    assert [(row.code, row.reviews) for row in rows if row.code == "R001"] == [("R001", 1)]
    for house in map(load_house, house_names()):
        totals: Counter[str] = Counter()
        for code in {key[0] for key in COUNTS}:
            covered = [row for row in coverage_rows(house, COUNTS) if row.code == code]
            totals[code] += bool(covered)
        assert set(totals.values()) == {1}


def test_the_short_count() -> None:
    house = load_house("london-poker-club")
    rows = list(coverage_rows(house, COUNTS))
    count = count_clauses("london-poker-club", rows)
    judged = {row.clause for row in rows if row.clause and row.judged}
    blind = {row.clause for row in rows if row.clause and row.not_checkable} - judged
    assert count.clauses == len(house.clauses) + 23
    assert (count.judged, count.not_checkable) == (len(judged), len(blind))
    assert "LPC-11" in blind
    assert set(count.missing) == {"burn cards", "a player's cards", "the cards of a player"}
    assert count.idle == count.clauses - len(judged) - len(blind)
    selected = count_clauses("london-poker-club", rows, frozenset({"W501", "S701", "D106", "R001"}))
    assert selected.judged == count.judged
    assert selected.deselected > 20
    assert selected.idle + selected.deselected == count.idle
