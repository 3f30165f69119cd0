"""What an audit covered: per clause and check, how many hands were judged, with which verdict, or why not."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final

from stud_audit.houses.house import House
from stud_audit.houses.rulings import Clause
from stud_audit.houses.weighing import NO_CLAUSE
from stud_audit.model.findings import Finding
from stud_audit.pipeline.one_hand import outcome_of
from stud_audit.pipeline.outcomes import OF_CODE, CoverageKey, Outcomes, bit_of, keys_of, mask_of
from stud_audit.render.summary import ClauseCount

_OWN: Final = re.compile(r"\bseat \d+'s\b")
_OF: Final = re.compile(r"\bof seat \d+\b")
_MANY: Final = 1 << 13
_Hands = dict[Outcomes, int]
"""What was said of a hand to the number of hands of which that was said."""
_Said = tuple[str, Outcomes, int]
"""A game, what a check said of hands of it, and of how many it said that."""


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

    Nearly all hands have of a code the same few outcomes. So what is counted is which outcomes of a code hands have
    together.
    """

    def __init__(self, house: House) -> None:
        self.house = house
        self._hands = 0
        self._said: Counter[tuple[str, str, Outcomes]] = Counter()
        self._whole: defaultdict[str, _Hands] = defaultdict(dict)
        """Of a game what was said of its hands and is not told apart by code yet: of many at once that is quick."""

    def add(self, game: str, outcomes: Outcomes, findings: Iterable[Finding]) -> None:
        """Count a hand of a game with what was said of it."""
        self._hands += 1
        for finding in findings:
            outcomes |= bit_of(outcome_of(finding))
        self.say(game, outcomes)

    def say(self, game: str, outcomes: Outcomes) -> None:
        """Count what checks said of a hand that is counted already, and of which they have said nothing yet."""
        whole = self._whole[game]
        whole[outcomes] = whole.get(outcomes, 0) + 1
        if len(whole) >= _MANY:
            self._tell_apart()

    def say_more(self, game: str, code: str, said: Outcomes, more: Outcomes) -> None:
        """Add to what a check said of a hand that has been counted; `said` is what it was counted with."""
        if said:
            self._said[code, game, said] -= 1
        if said | more:
            self._said[code, game, said | more] += 1

    def recount(self, game: str, said: Outcomes, instead: Outcomes) -> None:
        """Count a hand with something else than it was counted with."""
        for mask, count in ((said, -1), (instead, 1)):
            for code, of_code in OF_CODE.items():
                if mask & of_code:
                    self._said[code, game, mask & of_code] += count

    def _tell_apart(self) -> None:
        for game, whole in self._whole.items():
            self._count(game, [*OF_CODE], whole)
        self._whole.clear()

    def _count(self, game: str, codes: list[str], whole: _Hands) -> None:
        """Count what checks said: of half of them apart, and so on, since the fewer they are, the more is the same."""
        if len(codes) < 2:
            for code in codes:
                for said, hands in whole.items():
                    if said:
                        self._said[code, game, said] += hands
            return
        for half in (codes[: len(codes) // 2], codes[len(codes) // 2 :]):
            of_half = reduce(or_, map(OF_CODE.__getitem__, half))
            apart: _Hands = {}
            for said, hands in whole.items():
                of_these = said & of_half
                apart[of_these] = apart.get(of_these, 0) + hands
            self._count(game, half, apart)

    def rows(self) -> Iterator[CoverageRow]:
        """A row for every clause that holds in this house with each of its checks, judged or not.

        These are its own, those of its fallback on which it is silent, and those of the game.

        Verdicts of checks that no clause names, and findings that cite none, follow without a clause.
        """
        self._tell_apart()
        of_code: dict[str, list[_Said]] = {}
        for (code, game, said), hands in self._said.items():
            of_code.setdefault(code, []).append((game, said, hands))
        named: set[str] = set()
        house = self.house
        own = frozenset(code for clause in (*house.clauses, *house.game_clauses) for code in clause.checks)
        # What passed, and no clause is said to have decided it, did not by clauses of others where there are own ones.
        for clauses, others in ((house.clauses, False), (house.fallback_clauses, True), (house.game_clauses, False)):
            for clause in clauses:
                for code in clause.checks:
                    named.add(code)
                    yield self._row(clause, code, of_code.get(code, ()), passes=not (others and code in own))
        for code in sorted(of_code):
            told = of_code[code]
            if code in named:
                bare = mask_of(filter(_without_clause, keys_of(OF_CODE[code])))
                told = [(game, said & bare, hands) for game, said, hands in told]
            if code not in named or any(said and hands for _, said, hands in told):
                yield self._row(None, code, told)

    def _row(self, clause: Clause | None, code: str, said: Iterable[_Said], *, passes: bool = True) -> CoverageRow:
        """One row; `passes` as in `_speaks`."""
        totals: Counter[str] = Counter()
        missing: Counter[str] = Counter()
        keys = keys_of(OF_CODE.get(code, 0))
        of_kind = [(kind, mask_of(key for key in keys if key[2] == kind)) for kind in _FIRST]
        spoken: dict[str, Outcomes] = {}
        """Of a game what counts under the clause."""
        for game, outcomes, hands in said:
            if game not in spoken:
                spoken[game] = mask_of(
                    key for key in keys if clause is None or _speaks(clause, game, key, passes=passes)
                )
            told = outcomes & spoken[game]
            verdict, of_verdict = next(((kind, mask) for kind, mask in of_kind if told & mask), ("not_applicable", 0))
            totals[verdict] += hands
            if verdict == "not_checkable":
                # What is missing of one seat and of another is one lack of the log.
                lacks = {_OF.sub("of a player", _OWN.sub("a player's", key[3])) for key in keys_of(told & of_verdict)}
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
            not_applicable=self._hands - judged,
            missing=tuple(sorted(missing, key=lambda data: (-missing[data], data))),
        )


_FIRST: Final = ("violations", "reviews", "not_checkable", "passed")
_CITING: Final = ("violations", "reviews")


def _speaks(clause: Clause, game: str, key: CoverageKey, *, passes: bool) -> bool:
    """Whether an outcome counts under a clause.

    A finding does under those that it cites, what passed under those that decided; else it goes by game and street, and
    for what passed by `passes` too.
    """
    code, street, outcome, data = key
    if outcome in _CITING or (outcome == "passed" and data):
        return clause.id in data.split()
    return (passes or outcome != "passed") and clause.of_game(game) and clause.covers(code, street or None)


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
