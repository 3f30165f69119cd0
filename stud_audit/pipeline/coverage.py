"""What an audit covered: per clause and check, how many hands were judged, with which verdict, or why not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from stud_audit.houses.house import House
from stud_audit.houses.rulings import Clause
from stud_audit.houses.weighing import NO_CLAUSE
from stud_audit.model.findings import Finding
from stud_audit.pipeline.one_hand import outcome_of
from stud_audit.pipeline.outcomes import CoverageKey
from stud_audit.render.summary import ClauseCount

_OWN: Final = re.compile(r"\bseat \d+'s\b")
_OF: Final = re.compile(r"\bof seat \d+\b")


@dataclass(frozen=True, slots=True)
class CoverageRow:
    """How many hands a check judged on what one clause speaks of; `clause` is None where no clause speaks of it.

    A hand counts once, as the first of violation, review, not checkable, and passed that occurred in it, else as not
    applicable. `missing` are the data that the log lacks, those first that most hands lack.
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
        """In how many hands the check came to a verdict."""
        return self.passed + self.violations + self.reviews


class HandCounts:
    """What the checks said of the hands of one version of a house, in memory that does not grow with the hands.

    Nearly all hands have of a code the same few outcomes. So each outcome of a code is a bit, and what is counted is
    which bits the hands have.
    """

    def __init__(self, house: House) -> None:
        self.house = house
        self._hands: Counter[str] = Counter()
        self._said: Counter[tuple[str, str, int]] = Counter()
        self._outcomes: dict[str, list[CoverageKey]] = {}
        self._bits: dict[CoverageKey, int] = {}

    def add(self, game: str, outcomes: Iterable[CoverageKey], findings: Iterable[Finding]) -> None:
        """Count a hand of a game with what was said of it."""
        self._hands[game] += 1
        said: dict[str, int] = {}
        bits = self._bits
        for key in (*outcomes, *map(outcome_of, findings)):
            bit = bits.get(key) or self._bit(key)
            code = key[0]
            said[code] = said.get(code, 0) | bit
        self._said.update([(code, game, of_hand) for code, of_hand in said.items()])

    def add_alike(self, game: str, said: Sequence[CoverageKey], hands: int) -> None:
        """Count what a check said of several hands of a game, which `add_hands` counts."""
        self._said[said[0][0], game, self._mask(said)] += hands

    def add_hands(self, game: str, hands: int) -> None:
        """Count hands of a game."""
        self._hands[game] += hands

    def say_more(self, game: str, code: str, said: Iterable[CoverageKey], more: Iterable[CoverageKey]) -> None:
        """Add to what a check said of a hand that has been counted; `said` is what it was counted with."""
        before = self._mask(said)
        after = before | self._mask(more)
        if before:
            self._said[code, game, before] -= 1
        if after:
            self._said[code, game, after] += 1

    def recount(self, game: str, said: Set[CoverageKey], instead: Set[CoverageKey]) -> None:
        """Count a hand with something else than it was counted with."""
        for code in {key[0] for key in said ^ instead}:
            for keys, count in ((said, -1), (instead, 1)):
                mask = self._mask(key for key in keys if key[0] == code)
                if mask:
                    self._said[code, game, mask] += count

    def _mask(self, keys: Iterable[CoverageKey]) -> int:
        mask = 0
        for key in keys:
            mask |= self._bits.get(key) or self._bit(key)
        return mask

    def _bit(self, key: CoverageKey) -> int:
        outcomes = self._outcomes.setdefault(key[0], [])
        outcomes.append(key)
        self._bits[key] = bit = 1 << (len(outcomes) - 1)
        return bit

    def rows(self) -> Iterator[CoverageRow]:
        """A row for every clause that holds in this house with each of its checks, judged or not.

        These are its own, those of its fallback on which it is silent, and those of the game.

        Verdicts of checks that no clause names, and findings that cite none, follow without a clause.
        """
        of_code: dict[str, list[tuple[str, list[CoverageKey], int]]] = {}
        for (code, game, mask), hands in self._said.items():
            outcomes = [key for bit, key in enumerate(self._outcomes[code]) if mask >> bit & 1]
            of_code.setdefault(code, []).append((game, outcomes, hands))
        named: set[str] = set()
        for clause in (*self.house.clauses, *self.house.fallback_clauses, *self.house.game_clauses):
            for code in clause.checks:
                named.add(code)
                yield self._row(clause, code, of_code.get(code, ()))
        for code in sorted(of_code):
            said = of_code[code]
            if code in named:
                said = [(game, [key for key in keys if _without_clause(key)], n) for game, keys, n in said]
            if code not in named or any(keys and hands for _, keys, hands in said):
                yield self._row(None, code, said)

    def _row(
        self, clause: Clause | None, code: str, said: Iterable[tuple[str, Sequence[CoverageKey], int]]
    ) -> CoverageRow:
        totals: Counter[str] = Counter()
        missing: Counter[str] = Counter()
        for game, outcomes, hands in said:
            told = [key for key in outcomes if clause is None or self._speaks(clause, game, key)]
            kinds = {key[2] for key in told}
            verdict = next((kind for kind in _FIRST if kind in kinds), "not_applicable")
            totals[verdict] += hands
            if verdict == "not_checkable":
                # What is missing of one seat and of another is one lack of the log.
                lacks = {_OF.sub("of a player", _OWN.sub("a player's", key[3])) for key in told if key[2] == verdict}
                missing.update(dict.fromkeys(lacks, hands))
        judged = sum(totals[kind] for kind in _FIRST)
        return CoverageRow(
            house=self.house.name,
            house_version=self.house.version,
            clause=clause.id if clause else None,
            code=code,
            passed=totals["passed"],
            violations=totals["violations"],
            reviews=totals["reviews"],
            not_checkable=totals["not_checkable"],
            not_applicable=self._hands.total() - judged,
            missing=tuple(sorted(missing, key=lambda data: (-missing[data], data))),
        )

    def _speaks(self, clause: Clause, game: str, key: CoverageKey) -> bool:
        """Whether an outcome counts under a clause.

        A finding does under those that it cites, what passed under those that decided; else it goes by game and street.
        """
        code, street, outcome, data = key
        if outcome in _CITING or (outcome == "passed" and data):
            return clause.id in data.split()
        if outcome == "passed" and code in self._own and clause in self.house.fallback_clauses:
            return False
        return clause.of_game(game) and clause.covers(code, street or None)

    @cached_property
    def _own(self) -> frozenset[str]:
        """The checks of clauses of the house itself and of the game."""
        return frozenset(code for clause in (*self.house.clauses, *self.house.game_clauses) for code in clause.checks)


_FIRST: Final = ("violations", "reviews", "not_checkable", "passed")
_CITING: Final = ("violations", "reviews")


def _without_clause(key: CoverageKey) -> bool:
    """Whether an outcome of a check that clauses name counts under none of them."""
    return key[3] == NO_CLAUSE or (key[2] in _CITING and not key[3])


def count_clauses(house: str, rows: Iterable[CoverageRow], codes: Set[str] | None = None) -> ClauseCount:
    """The coverage of one house in short.

    A clause is judged where one of its checks came to a verdict in at least one hand; else not checkable where one of
    them would have been shown something to judge, and lacked data. The others did not come up in these hands, or none
    of their checks is among the selected `codes` (None: all are).
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
