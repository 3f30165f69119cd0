"""Every setting of a house file changes some finding: one that nothing reads would be a promise not kept.

Each setting is turned to its other values, over the example hands of the checks and the clause hands, until a hand
is judged otherwise. Settings that change none of them are listed with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from stud_audit.checks.describe import EXAMPLES
from stud_audit.houses import load_house
from stud_audit.houses.alternatives import others, unruled
from stud_audit.houses.house import House
from stud_audit.houses.schema import DOTTED, contradictions
from stud_audit.ingest.reader import Reader
from stud_audit.model.hand import Hand
from stud_audit.pipeline.late import LateChecks
from stud_audit.pipeline.one_hand import audit_hand, dispatch
from stud_audit.pipeline.run import choose_house

CLAUSES = Path(__file__).parents[1] / "clauses"

SILENT: dict[str, str] = {}
"""Settings that change no finding of these hands, and why they are in the schema all the same."""

Judged = list[tuple[Any, ...]]


@cache
def logs() -> tuple[tuple[tuple[Hand, ...], House], ...]:
    """The hands of each file, with the house that judges them."""
    found = []
    for path in [*sorted(EXAMPLES.glob("*.stud")), *sorted(CLAUSES.glob("*.stud"))]:
        posted = path.name.startswith(("LPC-01", "LPC-02"))
        hands = tuple([item for item in Reader(path) if isinstance(item, Hand)])
        if hands:
            house = load_house(CLAUSES / "posted.toml") if posted else choose_house(hands[0], None)
            found.append((hands, house))
    return tuple(found)


def judged(hands: tuple[Hand, ...], house: House) -> Judged:
    late = LateChecks(frozenset(dispatch(None, house).codes))
    findings = []
    for hand in hands:
        result = audit_hand(hand, house, dispatch(None, house))
        late.see(result)
        findings += result.findings
    return [(f.line, f.code, f.verdict, f.clauses) for f in (*findings, *late.finish())]


@cache
def as_ruled(number: int) -> Judged:
    hands, house = logs()[number]
    return judged(hands, house)


def turned(key: str, house: House) -> Iterator[House]:
    """The house with this one setting otherwise."""
    for values in (others, unruled):
        for value in values(key, house.rules):
            rules = replace(house.rules, **{key: value})
            if next(contradictions(rules), None) is None:
                yield replace(house, rules=rules)


def changes(key: str) -> bool:
    return any(
        judged(hands, other) != as_ruled(number)
        for number, (hands, house) in enumerate(logs())
        for other in turned(key, house)
    )


@pytest.mark.slow
@pytest.mark.parametrize("key", DOTTED)
def test_every_setting_changes_a_finding(key: str) -> None:
    assert changes(key) == (key not in SILENT), SILENT.get(key, "no hand shows what this setting does")
