"""Under what the outcome of a check counts, and all that was said of a hand as one number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from stud_audit.checks.base import Missing, Passed, Verdict
from stud_audit.houses.house import House

CoverageKey = tuple[str, int, str, str]
"""Check code, street (0: none), outcome, and the data that is missing; with a finding the clauses that it cites, with
what passed those that decided, where the house's rulings were weighed.

What is not applicable is not counted: it is the rest.
"""

Outcomes = int
"""What was said of a hand, each thing once: a bit for each. Which bit that is holds for this process alone."""

OF_CODE: Final[dict[str, Outcomes]] = {}
"""Check code to all that was met of it in this process."""
_KEYS: Final[list[CoverageKey]] = []
_BITS: Final[dict[CoverageKey, Outcomes]] = {}


def bit_of(key: CoverageKey) -> Outcomes:
    """One outcome. There are some hundred: checks say few things, of at most 99 seats."""
    bit = _BITS.get(key)
    if bit is None:
        bit = _BITS[key] = 1 << len(_KEYS)
        _KEYS.append(key)
        OF_CODE[key[0]] = OF_CODE.get(key[0], 0) | bit
    return bit


def mask_of(keys: Iterable[CoverageKey]) -> Outcomes:
    """Several outcomes."""
    mask = 0
    for key in keys:
        mask |= bit_of(key)
    return mask


def keys_of(mask: Outcomes) -> list[CoverageKey]:
    """The outcomes one by one."""
    keys = []
    while mask:
        bit = mask & -mask
        keys.append(_KEYS[bit.bit_length() - 1])
        mask ^= bit
    return keys


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
