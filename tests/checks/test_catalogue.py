"""The checks are found by their place, by code, and by name."""

from __future__ import annotations

from stud_audit.checks import catalogue, find_check


def test_every_check_has_a_summary_of_one_line() -> None:
    codes = [entry.check.code for entry in catalogue()]
    assert codes == sorted(set(codes))
    for entry in catalogue():
        assert entry.summary.endswith(".")
        assert "\n" not in entry.summary
        assert entry.doc.startswith(entry.summary)


def test_a_check_is_found_by_code_or_name() -> None:
    found = find_check("w501")
    assert found is not None
    assert (found.check.code, found.check.name) == ("W501", "bet-wrong-size")
    assert find_check("bet-wrong-size") is found
    assert find_check("W599") is None
    assert find_check("") is None
