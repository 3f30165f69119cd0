"""Headers that contradict the house: reported once for table and stake, and counted in every hand there."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.sessions import START, THEN, hand, write

from stud_audit.pipeline import Audit

WRONG_ANTE = "small=1 big=2 ante=0.50 bring-in=0.50"
WRONG_BRING_IN = "small=1 big=2 ante=0.25 bring-in=0.25"


def audited(path: Path, codes: str, house: str = "william-hill") -> tuple[Audit, list[tuple[int, str, str, str]]]:
    audit = Audit(path, house, select=codes.split(","))
    return audit, [(f.line, f.code, f.verdict, f.message) for result in audit for f in result.findings]


@pytest.mark.parametrize(
    ("code", "clause", "stakes", "said"),
    [
        ("A206", "WH-04", WRONG_ANTE, "the table's ante is 0.50; at this stake the house's is 0.25 (3 hands)"),
        ("B305", "WH-08", WRONG_BRING_IN, "the table's bring-in is 0.25; at this stake the house's is 0.50 (3 hands)"),
    ],
)
def test_once_for_table_and_stake_and_counted_in_every_hand(
    code: str, clause: str, stakes: str, said: str, tmp_path: Path
) -> None:
    wrong = [hand(str(number), number, START, stakes=stakes) for number in (30, 10, 20)]
    right = hand("40", 40, THEN, table="Bure")
    path = write(tmp_path / "log.stud", [*wrong, right])
    audit, found = audited(path, code)
    lines = path.read_text().splitlines()
    assert found == [(found[0][0], code, "violation", said)]
    assert lines[found[0][0] - 1].startswith("hand 10 ")  # the first that was played, wherever it stands
    (counts,) = audit.summary.coverage.values()
    row = next(row for row in counts.rows() if (row.clause, row.code) == (clause, code))
    assert (row.violations, row.passed, row.not_applicable) == (3, 1, 0)


def test_who_posts_either_amount_is_right_at_such_a_table(tmp_path: Path) -> None:
    # The hands post 0.25, which is the house's; the header has 0.50. The bring-in of 0.50 is the house's, too.
    stakes = "small=1 big=2 ante=0.50 bring-in=0.25"
    _, found = audited(write(tmp_path / "log.stud", [hand("1", 1, START, stakes=stakes)]), "A2,B3")
    assert [code for _, code, *_ in found] == ["A206", "B305"]


@pytest.mark.parametrize("house", ["london-poker-club", "roberts-rules", "tda", "pokerstars"])
def test_houses_that_state_no_amounts_leave_them_to_the_table(house: str, tmp_path: Path) -> None:
    """Those of a site's house were only observed in logs."""
    stakes = "small=0.04 big=0.08 ante=0.02 bring-in=0.03"
    path = write(tmp_path / "log.stud", [hand("1", 1, START, stakes=stakes)])
    assert [code for _, code, *_ in audited(path, "A206,B305", house)[1]] == []


OWN = """\
name = "own"
version = "1"
extends = "roberts-rules"
[[clauses]]
id = "OWN-01"
text = "The bring-in is half the lower limit, rounded down, or as listed."
subject = "bring-in"
checks = ["B302", "B305"]
needs = ["stakes"]
[rulings.bring_in]
rounding = { value = "floor", clauses = ["OWN-01"] }
"""
HALVED = 'mode = { value = "half_small", clauses = ["OWN-01"] }\n'
LISTED = 'table = { value.any = { "0.25/0.50" = 0.12 }, clauses = ["OWN-01"] }\n'


@pytest.mark.parametrize(
    ("ruling", "bring_in", "verdict"),
    [
        (HALVED, "0.13", "review"),  # half of 0.25, rounded up and not down
        (HALVED, "0.14", "violation"),
        (LISTED, "0.13", "violation"),  # a listed amount is not rounded
    ],
)
def test_half_a_chip_more_is_a_matter_of_rounding_where_the_house_halves(
    ruling: str, bring_in: str, verdict: str, tmp_path: Path
) -> None:
    house = tmp_path / "own.toml"
    house.write_text(OWN + ruling)
    stakes = f"small=0.25 big=0.50 ante=0.05 bring-in={bring_in}"
    _, found = audited(write(tmp_path / "log.stud", [hand("1", 1, START, stakes=stakes)]), "B305", str(house))
    assert [row[1:3] for row in found] == [("B305", verdict)]
