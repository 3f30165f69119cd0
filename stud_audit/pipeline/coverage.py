"""What an audit covered: per clause and check, how often it was judged, with which verdict, or why not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Final, Literal

from stud_audit.houses.house import Clause, House
from stud_audit.pipeline.one_hand import CoverageKey
from stud_audit.render.summary import ClauseCount

_OWN: Final = re.compile(r"\bseat \d+'s\b")
_OF: Final = re.compile(r"\bof seat \d+\b")

Outcome = Literal["passed", "violations", "reviews", "not_checkable", "not_applicable"]


@dataclass(frozen=True, slots=True)
class CoverageRow:
    """The verdicts of one check on what one clause speaks of; `clause` is None where no clause speaks of it.

    `missing` are the data that the log lacks, those first that were missed most often.
    """

    house: str
    house_version: str
    clause: str | None
    code: str
    passed: int = 0
    violations: int = 0
    reviews: int = 0
    not_checkable: int = 0
    not_applicable: int = 0
    missing: tuple[str, ...] = ()

    @property
    def judged(self) -> int:
        """How often the check came to a verdict."""
        return self.passed + self.violations + self.reviews


def coverage_rows(house: House, counts: Mapping[CoverageKey, int]) -> Iterator[CoverageRow]:
    """A row for every clause of the house and of the game with each of its checks, judged or not.

    Verdicts of checks that no clause names follow, without a clause.
    """
    of_code: dict[str, list[tuple[CoverageKey, int]]] = {}
    for key, count in counts.items():
        of_code.setdefault(key[0], []).append((key, count))
    named: set[str] = set()
    for clause in (*house.clauses, *house.game_clauses):
        for code in clause.checks:
            named.add(code)
            counted = [(key, count) for key, count in of_code.get(code, ()) if clause.covers(code, key[1] or None)]
            yield _row(house, clause, code, counted)
    for code in sorted(of_code.keys() - named):
        yield _row(house, None, code, of_code[code])


def _row(house: House, clause: Clause | None, code: str, counted: list[tuple[CoverageKey, int]]) -> CoverageRow:
    totals: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    for (_, _, outcome, data), count in counted:
        totals[outcome] += count
        if data:
            # What is missing of one seat and of another is one lack of the log.
            missing[_OF.sub("of a player", _OWN.sub("a player's", data))] += count
    return CoverageRow(
        house=house.name,
        house_version=house.version,
        clause=clause.id if clause else None,
        code=code,
        passed=totals["passed"],
        violations=totals["violations"],
        reviews=totals["reviews"],
        not_checkable=totals["not_checkable"],
        not_applicable=totals["not_applicable"],
        missing=tuple(sorted(missing, key=lambda data: (-missing[data], data))),
    )


def count_clauses(house: str, rows: Iterable[CoverageRow], codes: Set[str] | None = None) -> ClauseCount:
    """The coverage of one house in short.

    A clause is judged where one of its checks came to a verdict; else not checkable where one of them would have
    been shown something to judge, and lacked data. The others did not come up in these hands, or none of their
    checks is among the selected `codes` (None: all are).
    """
    of_clause: dict[str, list[CoverageRow]] = {}
    for row in rows:
        if row.clause is not None:
            of_clause.setdefault(row.clause, []).append(row)
    judged = violated = blind = deselected = 0
    missing: Counter[str] = Counter()
    for same in of_clause.values():
        if any(row.judged for row in same):
            judged += 1
            violated += any(row.violations for row in same)
        elif any(row.not_checkable for row in same):
            blind += 1
            missing.update(data for row in same for data in row.missing)
        elif codes is not None and codes.isdisjoint(row.code for row in same):
            deselected += 1
    return ClauseCount(
        house=house,
        clauses=len(of_clause),
        judged=judged,
        violated=violated,
        not_checkable=blind,
        missing=tuple(sorted(missing, key=lambda data: (-missing[data], data))),
        deselected=deselected,
    )
