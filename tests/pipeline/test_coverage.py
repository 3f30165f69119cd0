"""What an audit covered: hands, counted by clause and check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from support.hands import invented_hand

from stud_audit.checks import catalogue
from stud_audit.houses.loader import house_names, load_house
from stud_audit.model.findings import Finding, Verdict
from stud_audit.pipeline import Audit
from stud_audit.pipeline.coverage import CoverageRow, HandCounts, count_clauses
from stud_audit.pipeline.one_hand import record_finding
from stud_audit.pipeline.outcomes import CoverageKey, mask_of

ROOT = Path(__file__).parents[2]
Rows = dict[tuple[str | None, str], CoverageRow]


def finding(code: str, street: int, verdict: Verdict, *clauses: str) -> Finding:
    made = record_finding("R001", "", invented_hand(), load_house("william-hill"))
    return replace(made, code=code, street=street or None, verdict=verdict, clauses=clauses)


def counted(house: str, *hands: tuple[str, Iterable[CoverageKey], Iterable[Finding]]) -> Rows:
    counts = HandCounts(load_house(house))
    for game, outcomes, findings in hands:
        counts.add(game, mask_of(outcomes), findings)
    return {(row.clause, row.code): row for row in counts.rows()}


def verdicts(row: CoverageRow) -> tuple[int, ...]:
    return row.violations, row.reviews, row.not_checkable, row.passed, row.not_applicable


def passed(code: str, *streets: int) -> list[CoverageKey]:
    return [(code, street, "passed", "") for street in streets]


def lacking(code: str, street: int, data: str) -> CoverageKey:
    return (code, street, "not_checkable", data)


def test_a_hand_counts_once_as_the_first_of_its_verdicts() -> None:
    rows = counted(
        "william-hill",
        ("stud", passed("W501", 3, 4), []),
        ("stud", [*passed("W501", 3), lacking("W501", 4, "the stakes")], []),
        ("stud", passed("W501", 3, 4), [finding("W501", 3, "review", "WH-12", "WH-14")]),
        (
            "stud",
            [*passed("W501", 3), lacking("W501", 4, "the stakes")],
            [finding("W501", 3, "review", "WH-12"), finding("W501", 4, "violation", "WH-12")],
        ),
        ("stud", [], []),
    )
    assert verdicts(rows["WH-12", "W501"]) == (1, 1, 1, 1, 1)
    assert rows["WH-12", "W501"].missing == ("the stakes",)


def test_a_street_s_verdicts_count_for_the_clauses_of_that_street() -> None:
    rows = counted("william-hill", ("stud", [*passed("W501", 3), lacking("W501", 5, "the stakes")], []))
    assert verdicts(rows["WH-12", "W501"]) == (0, 0, 0, 1, 0)  # third and fourth street
    assert verdicts(rows["WH-13", "W501"]) == (0, 0, 1, 0, 0)
    assert verdicts(rows["WH-14", "W501"]) == (0, 0, 1, 0, 0)  # any street


def test_a_finding_counts_under_the_clauses_that_it_cites_and_no_other() -> None:
    hand = ("stud", passed("W501", 3), [finding("W501", 4, "violation", "WH-14")])
    rows = counted("william-hill", hand)
    assert verdicts(rows["WH-14", "W501"]) == (1, 0, 0, 0, 0)
    assert verdicts(rows["WH-12", "W501"]) == (0, 0, 0, 1, 0)
    assert verdicts(rows["WH-13", "W501"]) == (0, 0, 0, 0, 1)
    assert count_clauses("william-hill", rows.values()).violated == 1


def test_a_clause_of_another_game_is_not_applicable() -> None:
    for game, judged in (("razz", 1), ("stud", 0), ("stud8", 0)):
        row = counted("roberts-rules", (game, passed("B301", 3), []))["RR-22", "B301"]
        assert load_house("roberts-rules").clauses[21].games == ("razz",)
        assert (row.passed, row.not_applicable) == (judged, 1 - judged)


def test_what_is_missing_of_one_seat_and_of_another_is_one_lack_of_a_hand() -> None:
    lacks = [lacking("S701", 0, text) for text in ("seat 3's cards", "seat 4's cards", "the cards of seat 5")]
    rows = counted("william-hill", ("stud", lacks[:2], []), ("stud", lacks, []))
    assert rows["WH-21", "S701"].missing == ("a player's cards", "the cards of a player")
    assert rows["WH-21", "S701"].not_checkable == 2


def test_more_that_is_said_of_a_hand_later_changes_what_it_counts_as() -> None:
    counts = HandCounts(load_house("william-hill"))
    blind = mask_of([lacking("B302", 3, "the bring-in")])
    counts.add("stud", blind, [])
    counts.add("stud", 0, [])
    counts.say_more("stud", "B302", blind, mask_of([("B302", 3, "reviews", "WH-08")]))
    counts.say_more("stud", "X804", 0, mask_of(passed("X804", 0)))
    counts.say("stud", mask_of([*passed("X802", 0), *passed("X803", 0)]))
    rows = {(row.clause, row.code): row for row in counts.rows()}
    assert verdicts(rows["WH-08", "B302"]) == (0, 1, 0, 0, 1)
    for code in ("X802", "X803", "X804"):
        clause = next(clause for clause, of_check in rows if of_check == code)
        assert verdicts(rows[clause, code]) == (0, 0, 0, 1, 1)


def test_every_clause_of_house_and_game_has_a_row_for_each_check() -> None:
    codes = {entry.check.code for entry in catalogue()}
    for name in house_names():
        house = load_house(name)
        clauses = (*house.clauses, *house.fallback_clauses, *house.game_clauses)
        rows = list(HandCounts(house).rows())
        assert [(row.clause, row.code) for row in rows] == [(c.id, code) for c in clauses for code in c.checks]
        assert {row.code for row in rows} <= codes
        assert {f"G-{number:02}" for number in range(1, 26)} <= {row.clause for row in rows}
        assert count_clauses(name, rows).idle == len(clauses)


def test_verdicts_that_no_clause_names_are_not_lost() -> None:
    rows = counted("tda", ("stud", [], [finding("R001", 3, "review"), finding("W501", 3, "violation")]))
    assert verdicts(rows[None, "R001"]) == (0, 1, 0, 0, 0)
    assert verdicts(rows[None, "W501"]) == (1, 0, 0, 0, 0)  # cites no clause, though some name the code


def test_the_short_count() -> None:
    house = load_house("london-poker-club")
    said = [*passed("W501", 3), lacking("S701", 0, "seat 3's cards"), lacking("D106", 4, "burn cards")]
    rows = list(counted("london-poker-club", ("stud", said, [finding("W501", 5, "violation", "LPC-28")])).values())
    count = count_clauses("london-poker-club", rows)
    judged = {row.clause for row in rows if row.clause and row.judged}
    assert judged == {"LPC-17", "LPC-28", "LPC-33"}
    assert (count.judged, count.violated) == (3, 1)
    assert count.clauses == len(house.clauses) + len(house.fallback_clauses) + len(house.game_clauses)
    assert set(count.missing) == {"burn cards", "a player's cards"}
    assert count.not_checkable == len({row.clause for row in rows if row.clause and row.not_checkable} - judged)
    selected = count_clauses("london-poker-club", rows, frozenset({"W501", "S701", "D106", "R001"}))
    assert (selected.judged, selected.deselected > 20) == (3, True)
    assert selected.idle + selected.deselected == count.idle


FOURTH = """\
stud 1
hand 9 game=stud small=2 big=4 ante=0.50 bring-in=1 currency=USD table="Alpha" seats=8 button=1
seat 1 "northwind" 80
seat 2 "quillfeather" 64.50
ante 2 0.50
ante 1 0.50
deal 2 down ? ?
deal 1 down ? ?
deal 2 up 2c
deal 1 up Kd
bring-in 2 1
raise 1 to=2
call 2 1
street 4
deal 2 up {card}
deal 1 up 7h
bet {seat} 2
fold {other}
return {seat} 2
award {seat} 5
end
"""


def covered(tmp_path: Path, house: str | Path, seat: int, card: str) -> Rows:
    """The coverage of a hand in which this seat opens fourth street for the lower limit."""
    path = tmp_path / "hand.stud"
    path.write_text(FOURTH.format(seat=seat, other=3 - seat, card=card))
    audit = Audit(path, house)
    assert [result.hand.status for result in audit if hasattr(result, "hand")] == ["parsed"]
    (counts,) = audit.summary.coverage.values()
    return {(row.clause, row.code): row for row in counts.rows()}


def test_what_is_right_counts_under_the_clauses_that_decided(tmp_path: Path) -> None:
    rows = covered(tmp_path, "london-poker-club", 1, "9s")
    assert (rows["LPC-33", "W501"].passed, rows["LPC-13", "T401"].passed) == (1, 1)
    # No pair shows, and no boards are equal: nobody has asked what holds then.
    unasked = [("LPC-17", "W501"), ("LPC-15", "T401"), ("LPC-10", "T401")]
    assert [verdicts(rows[key]) for key in unasked] == [(0, 0, 0, 0, 1)] * 3
    paired = covered(tmp_path, "london-poker-club", 2, "2s")
    assert paired["LPC-17", "W501"].passed == 1
    assert (
        covered(tmp_path, "london-poker-club", 1, "Ks")["LPC-15", "T401"].passed == 0
    )  # nobody's board is equal to K7


def test_a_call_needs_nobody_who_can_call_it(tmp_path: Path) -> None:
    text = FOURTH.format(seat=1, other=2, card="9s")
    called = text[: text.index("street 4")].replace("raise 1 to=2\ncall 2 1", "call 1 1") + "end\n"
    (tmp_path / "called.stud").write_text(called)
    audit = Audit(tmp_path / "called.stud", "william-hill")
    assert any(True for _ in audit)
    (counts,) = audit.summary.coverage.values()
    rows = {(row.clause, row.code): row for row in counts.rows()}
    assert (rows["G-08", "W505"].passed, rows["G-23", "W505"].passed) == (1, 0)
    assert covered(tmp_path, "william-hill", 1, "9s")["G-23", "W505"].passed == 1


def test_where_a_house_is_silent_the_clauses_of_its_fallback_are_counted(tmp_path: Path) -> None:
    rows = covered(tmp_path, "william-hill", 1, "9s")
    assert verdicts(rows["RR-09", "T401"]) == (0, 0, 0, 1, 0)
    wrong = covered(tmp_path, "william-hill", 2, "9s")  # the king opens: by Robert's Rules, as William Hill is silent
    assert verdicts(wrong["RR-09", "T401"]) == (0, 1, 0, 0, 0)
    assert (None, "T401") not in wrong
    assert ("RR-08", "W506") not in rows  # the cap is William Hill's own


def test_what_a_house_file_overrides_is_not_counted(tmp_path: Path) -> None:
    room = tmp_path / "room.toml"
    room.write_text(
        'name = "my-room"\nversion = "1"\nextends = "william-hill"\n[rulings.cap]\n'
        'raises = { value = 4, clauses = ["MR-01"] }\nheads_up = { value = "never_uncapped", clauses = ["MR-01"] }\n'
        '[[clauses]]\nid = "MR-01"\ntext = "One bet and four raises."\nsubject = "cap"\nchecks = ["W506"]\n'
    )
    base, rows = covered(tmp_path, "william-hill", 1, "9s"), covered(tmp_path, room, 1, "9s")
    assert base["WH-15", "W506"].passed == base["WH-16", "W506"].passed == rows["MR-01", "W506"].passed == 1
    assert {clause for clause, _ in base} - {clause for clause, _ in rows} == {"WH-15", "WH-16"}


@pytest.mark.parametrize("folder", ["sample_histories", "stud_audit/checks/examples"])
def test_the_rows_of_each_clause_and_check_add_up_to_the_hands_and_the_findings(folder: str) -> None:
    audit = Audit([ROOT / folder])
    cited: dict[str, set[str]] = {}
    parsed: Counter[tuple[str, str]] = Counter()
    for result in audit:
        hand = getattr(result, "hand", None)
        if hand is not None and hand.status == "parsed" and result.retells is None:  # type: ignore[union-attr]
            parsed[result.house.name, result.house.version] += 1  # type: ignore[union-attr]
        for found in result.findings:
            if found.verdict == "violation":
                cited.setdefault(found.house, set()).update(found.clauses)
    assert parsed == audit.summary.house_hands
    for key, counts in audit.summary.coverage.items():
        rows = list(counts.rows())
        assert {sum(verdicts(row)) for row in rows} == {parsed[key]}
        assert all(min(verdicts(row)) >= 0 for row in rows)
        assert {row.clause for row in rows if row.clause and row.violations} == cited.get(key[0], set())
