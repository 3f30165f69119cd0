"""The end of an audit's text: what was read, what was found, and what was judged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from stud_audit.houses.house import House
from stud_audit.render.styled import Line, columns, wrapped

_MISSING_NAMED: Final = 6
_ARTICLE: Final = re.compile(r"^(?:the|an?) ")
_UNREAD: Final = "a line that could not be read"


class HandCounts(NamedTuple):
    """How many hands an input has; `seen` is the sum of the next three, `not_judged` are some of the parsed ones."""

    seen: int
    parsed: int
    refused: int
    ignored: int
    not_judged: int = 0


class FindingCount(NamedTuple):
    """How often one check found something."""

    code: str
    name: str
    violations: int
    reviews: int


class ClauseCount(NamedTuple):
    """Of how many clauses of a house, the game's included, what became.

    `missing`: the data that the log lacks for those that are not checkable. Clauses in none of the counts did not
    come up: nothing in these hands called for them.
    """

    house: str
    clauses: int
    judged: int
    violated: int
    not_checkable: int
    missing: Sequence[str]
    deselected: int = 0
    rules: str = ""
    """Which version of the house judged how many hands (`rules_in_force`)."""

    @property
    def idle(self) -> int:
        """Clauses that nothing in these hands called for."""
        return self.clauses - self.judged - self.not_checkable - self.deselected


def summary_lines(hands: HandCounts, found: Iterable[FindingCount], covered: Iterable[ClauseCount]) -> Iterator[Line]:
    """The summary, and a coverage line for each house that judged a hand."""
    counts = list(found)
    yield [
        (f"{number(hands.seen, 'hand')}: ", "label"),
        (f"{hands.parsed} parsed, {hands.refused} refused, {hands.ignored} ignored", ""),
    ]
    if hands.not_judged:
        yield [(not_judged(hands.not_judged), "review")]
    violations, reviews = sum(count.violations for count in counts), sum(count.reviews for count in counts)
    yield [
        (number(violations, "violation"), "violation" if violations else "good"),
        (", ", ""),
        (number(reviews, "review"), "review" if reviews else "good"),
    ]
    if counts:
        rows = [("  ", "", "violations", "reviews")]
        rows += [
            (f"  {count.code}", count.name, str(count.violations or ""), str(count.reviews or "")) for count in counts
        ]
        yield from [[(row, "")] for row in columns(rows, right=(2, 3))]
    for house in covered:
        if house.rules:
            yield from wrapped([(f"Rules, {house.house}: ", "label")], house.rules)
        yield from _coverage(house)


def not_judged(hands: int) -> str:
    """Of hands whose header names a house that there is not."""
    return f"{number(hands, 'hand')} not judged: the house that is named there is not known"


def _coverage(house: ClauseCount) -> Iterator[Line]:
    text = (
        f"of {number(house.clauses, 'clause')} of this house and the game, "
        f"{house.judged} judged, {house.violated} violated"
    )
    if house.not_checkable:
        text += f", {house.not_checkable} not checkable in this log"
        lacks = list(dict.fromkeys(map(_lack, house.missing)))
        more = ", ..." if len(lacks) > _MISSING_NAMED else ""
        text += f": {', '.join(lacks[:_MISSING_NAMED])}{more}" if lacks else ""
    if house.idle:
        text += f"; {house.idle} did not come up"
    if house.deselected:
        text += f"; {house.deselected} not selected"
    yield from wrapped([(f"Coverage, {house.house}: ", "label")], text)


def rules_in_force(house: House, hands: int, outside: int, undated: int) -> str:
    """Which version of a house judged how many hands, and how many of them are not of its days."""
    text = f"version {house.version}, {house.dates}; {number(hands, 'hand')}"
    if outside:
        text += f", {outside} of them played outside of these dates and judged by the nearest version"
    if undated:
        text += f", {undated} of them without a date and judged by the latest version"
    return text


def _lack(data: str) -> str:
    """What a log lacks, as it is said in the coverage line: `no burn cards`, `not which pot each award is from`."""
    if data == _UNREAD:
        return "lines that could not be read"
    if data.startswith(("who ", "what ", "which ", "whether ")):
        return f"not {data}"
    return f"no {_ARTICLE.sub('', data)}"


def number(count: int, noun: str) -> str:
    """`1 hand`, `2 hands`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def finding_counts(by_code: Mapping[tuple[str, str], int], names: Mapping[str, str]) -> Iterator[FindingCount]:
    """From counts by code and verdict; `names` has the name of each code."""
    for code in sorted({code for code, _ in by_code}):
        yield FindingCount(
            code, names.get(code, ""), by_code.get((code, "violation"), 0), by_code.get((code, "review"), 0)
        )
