"""Two houses over one log: the hands that they judge differently, with the findings on each side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike

from stud_audit.houses.house import House
from stud_audit.houses.loader import load_house
from stud_audit.ingest.input.found import InputProblem
from stud_audit.ingest.reader import Reader
from stud_audit.model.findings import Finding
from stud_audit.model.hand import Hand
from stud_audit.pipeline import audit_hand, dispatch, select_codes
from stud_audit.pipeline.across_hands import LateChecks
from stud_audit.pipeline.chosen_house import house_on_its_day

Sides = tuple[tuple[Finding, ...], tuple[Finding, ...]]
"""The findings that one house alone has, first house first."""


@dataclass(frozen=True, slots=True)
class HandDifference:
    """A hand that two houses judge differently; findings that both have alike are left out."""

    file: str
    hand_index: int
    hand_id: str
    line: int
    findings: Sides


class Comparison:
    """Two houses over the same input, in one pass; to be iterated once, and counted afterwards.

    `a` and `b` are names or TOML files; of a house with several versions each hand takes the one in force.
    A hand may come twice: a second time at the end, where only the whole input shows a difference in it.
    Raises `UsageError` and `HouseError` at once for a wrong call.
    """

    def __init__(
        self,
        paths: str | PathLike[str] | Iterable[str | PathLike[str]],
        a: str,
        b: str,
        dialect: str = "auto",
        on_progress: Callable[[Reader], None] | None = None,
    ) -> None:
        self.names = (a, b)
        self.houses: tuple[House, House] = (load_house(a), load_house(b))
        self._reader = Reader(paths, dialect)
        self._on_progress = on_progress
        self._codes = select_codes()
        self.hands = 0
        self.compared = 0
        self.internal_errors = 0
        self.different: set[str] = set()
        """The keys of the hands that are judged differently."""
        self.by_code: Counter[tuple[str, int, str]] = Counter()
        """Code, side (0 or 1), and verdict to the number of findings that this side alone has."""

    @property
    def problems(self) -> tuple[InputProblem, ...]:
        """What was wrong with inputs."""
        return self._reader.problems

    def __iter__(self) -> Iterator[HandDifference]:
        late = (LateChecks(self._codes), LateChecks(self._codes))
        for hand in self._reader:
            if not isinstance(hand, Hand):
                continue
            self.hands += 1
            judged = hand.status == "parsed"
            self.compared += judged
            sides: list[list[Finding]] = []
            for name, checks in zip(self.names, late, strict=True):
                house = house_on_its_day(hand, name)
                result = audit_hand(hand, house, dispatch(self._codes, house))
                checks.see(result)
                sides.append(result.findings)
                self._count_failures(result.findings)
            if self._on_progress is not None:
                self._on_progress(self._reader)
            alone = _alone(*sides)
            if judged and any(alone):
                yield self._different(hand.key, hand.file, hand.index, hand.header.hand_id, hand.first_line, alone)
        yield from self._late(late[0].finish(), late[1].finish())

    def _count_failures(self, findings: Iterable[Finding]) -> None:
        self.internal_errors += sum(finding.code == "I901" for finding in findings)

    def _late(self, a: Sequence[Finding], b: Sequence[Finding]) -> Iterator[HandDifference]:
        """What only the whole input shows, hand by hand in the order of their first findings."""
        of_hand: dict[str, tuple[list[Finding], list[Finding]]] = {}
        for side, findings in enumerate((a, b)):
            self._count_failures(findings)
            for finding in findings:
                of_hand.setdefault(finding.hand_key or "", ([], []))[side].append(finding)
        for key, sides in of_hand.items():
            alone = _alone(*sides)
            for first in (alone[0] or alone[1])[:1]:
                place = (first.file, first.hand_index or 0, first.hand_id or "", first.line)
                yield self._different(key, *place, alone)

    def _different(self, key: str, file: str, index: int, hand_id: str, line: int, findings: Sides) -> HandDifference:
        self.different.add(key)
        for side, alone in enumerate(findings):
            self.by_code.update((finding.code, side, finding.verdict) for finding in alone)
        return HandDifference(file, index, hand_id, line, findings)


def _alone(a: list[Finding], b: list[Finding]) -> Sides:
    """The findings of each side without one of the same check, place, and verdict on the other."""
    theirs = (Counter(map(_verdict, b)), Counter(map(_verdict, a)))
    alone = []
    for mine, other in zip((a, b), theirs, strict=True):
        left = []
        for finding in mine:
            if other[_verdict(finding)]:
                other[_verdict(finding)] -= 1
            else:
                left.append(finding)
        alone.append(tuple(left))
    return alone[0], alone[1]


def _verdict(finding: Finding) -> tuple[str, str, int, int]:
    return finding.code, finding.verdict, finding.line, finding.column
