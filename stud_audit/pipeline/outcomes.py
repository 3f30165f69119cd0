"""Under what the outcome of a check counts."""

from __future__ import annotations

from typing import Literal

from stud_audit.checks.base import Missing, Passed, Verdict
from stud_audit.houses.house import House

CoverageKey = tuple[str, int, str, str]
"""Check code, street (0: none), outcome, and the data that is missing; with a finding the clauses that it cites, with
what passed those that decided, where the house's rulings were weighed.

What is not applicable is not counted: it is the rest.
"""


def outcome_key(
    code: str, street: int, outcome: Literal[Verdict.PASSED] | Passed | Missing, game: str, house: House | None
) -> CoverageKey | None:
    """Under what an outcome that is no fault is counted; None where nothing that the house says decided it."""
    if isinstance(outcome, Missing):
        return (code, street, "not_checkable", outcome.data)
    if isinstance(outcome, Passed):
        return (code, street, "passed", " ".join(outcome.clauses))
    if house is None or not house.asked:
        return (code, street, "passed", "")
    decided = house.decided(code, street, game)
    return None if decided is None else (code, street, "passed", decided)
