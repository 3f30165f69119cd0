"""Every setting of a house file changes some finding: one that nothing reads would be a promise not kept.

Each setting is turned to its other values, over the example hands of the checks, the clause hands, and those of
the rake, until a hand is judged otherwise. A hand is tried only where its audit asks for the setting at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from stud_audit.checks.describe import EXAMPLES
from stud_audit.houses import load_house
from stud_audit.houses.alternatives import others, unruled
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.houses.schema import DOTTED, contradictions
from stud_audit.houses.traced import TracedRules
from stud_audit.ingest.reader import Reader
from stud_audit.model.findings import Finding
from stud_audit.model.hand import Hand
from stud_audit.pipeline.across_hands import LateChecks
from stud_audit.pipeline.chosen_house import choose_house
from stud_audit.pipeline.one_hand import audit_hand, dispatch

TESTS = Path(__file__).parents[1]
CLAUSES = TESTS / "clauses"
SCHEDULE = TESTS / "checks" / "pot" / "schedule"

LEAST = Rules()
"""The values that claim least."""

Judged = list[tuple[Any, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Watched(House):
    """The house with rules that record what is asked of them; `plain` is the house itself."""

    plain: House | None = None

    def _turns(self, holds: Callable[[Rules], bool], key: str, values: Callable[[str, Rules], Iterator[Any]]) -> bool:
        assert self.plain is not None
        return self.plain._turns(holds, key, values)


@dataclass(frozen=True)
class Log:
    """The hands of one file, the house that judges them, its findings, and the settings that it was asked for."""

    hands: tuple[Hand, ...]
    house: House
    ruled: Judged
    cited: frozenset[str]
    asked: frozenset[str]

    def __len__(self) -> int:
        return sum(len(hand.events) for hand in self.hands)


def house_of(path: Path, hand: Hand) -> House:
    if path.parent == SCHEDULE:
        return load_house(SCHEDULE / "raked.toml")
    if path.name.startswith(("LPC-01", "LPC-02")):
        return load_house(CLAUSES / "posted.toml")
    return choose_house(hand, None)


@cache
def logs() -> tuple[Log, ...]:
    return tuple(read_logs())


def read_logs() -> Iterator[Log]:
    for folder in (EXAMPLES, CLAUSES, SCHEDULE):
        for path in sorted(folder.glob("*.stud")):
            hands = tuple([item for item in Reader(path) if isinstance(item, Hand)])
            if hands:
                house = house_of(path, hands[0])
                rules = TracedRules(house.rules)
                found = findings(hands, watched(house, rules))
                cited = frozenset(clause for finding in found for clause in finding.clauses)
                yield Log(hands, house, told(found), cited, frozenset(rules.read))


def watched(house: House, rules: TracedRules) -> Watched:
    given = {each.name: getattr(house, each.name) for each in fields(House) if each.init}
    return Watched(**given | {"rules": rules.as_rules()}, plain=house)


def findings(hands: tuple[Hand, ...], house: House) -> list[Finding]:
    judged = dispatch(None, house)
    late = LateChecks(frozenset(judged.codes))
    found: list[Finding] = []
    for hand in hands:
        result = audit_hand(hand, house, judged)
        late.see(result)
        found += result.findings
    return [*found, *late.finish()]


def told(found: list[Finding]) -> Judged:
    return [(f.line, f.code, f.verdict, f.clauses) for f in found]


def turned(key: str, house: House) -> Iterator[House]:
    """The house with this one setting otherwise; what contradicts that takes the value that claims least."""
    for values in (others, unruled):
        for value in values(key, house.rules):
            rules = replace(house.rules, **{key: value})
            for keys, _ in contradictions(rules):
                rules = replace(rules, **{other: getattr(LEAST, other) for other in keys if other != key})
            if next(contradictions(rules), None) is None:
                yield replace(house, rules=rules)


def likeliest_first(key: str) -> list[Log]:
    """The logs that ask for a setting: first those with a finding that cites a clause of it, then by length."""

    def place(log: Log) -> tuple[bool, int]:
        ruling = log.house.rulings.get(key)
        return ruling is None or log.cited.isdisjoint(ruling.clauses), len(log)

    return sorted((log for log in logs() if key in log.asked), key=place)


def changes(key: str) -> bool:
    return any(
        told(findings(log.hands, other)) != log.ruled
        for log in likeliest_first(key)
        for other in turned(key, log.house)
    )


@pytest.mark.slow
def test_being_watched_changes_no_finding() -> None:
    for log in logs():
        assert told(findings(log.hands, log.house)) == log.ruled


@pytest.mark.slow
@pytest.mark.parametrize("key", DOTTED)
def test_every_setting_changes_a_finding(key: str) -> None:
    assert changes(key), "no hand shows what this setting does"
