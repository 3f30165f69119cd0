"""The end of an audit's text: what was read, what was found, and what was judged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from stud_audit.render.quote import visible
from stud_audit.render.styled import Line, columns, wrapped

_MISSING_NAMED: Final = 6
_SEAT: Final = re.compile(r"\bseat \d+")


class HandCounts(NamedTuple):
    """How many hands an input has; `seen` is the sum of the others."""

    seen: int
    parsed: int
    refused: int
    ignored: int


class FindingCount(NamedTuple):
    """How often one check found something."""

    code: str
    name: str
    violations: int
    reviews: int


class ClauseCount(NamedTuple):
    """Of how many clauses of a house, the game's included, what became; `missing`: the data that the log lacks."""

    house: str
    clauses: int
    judged: int
    violated: int
    not_checkable: int
    missing: Sequence[str]


def summary_lines(hands: HandCounts, found: Iterable[FindingCount], covered: Iterable[ClauseCount]) -> Iterator[Line]:
    """The summary, and a coverage line for each house that judged a hand."""
    counts = list(found)
    yield [
        (f"{number(hands.seen, 'hand')}: ", "label"),
        (f"{hands.parsed} parsed, {hands.refused} refused, {hands.ignored} ignored", ""),
    ]
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
        yield from _coverage(house)


def _coverage(house: ClauseCount) -> Iterator[Line]:
    text = (
        f"of {number(house.clauses, 'clause')} of this house and the game, "
        f"{house.judged} judged, {house.violated} violated"
    )
    if house.not_checkable:
        text += f", {house.not_checkable} not checkable in this log"
        # "seat 4's cards" and "seat 5's cards" are one lack of the log.
        missing = list(dict.fromkeys(_SEAT.sub("a seat", visible(data)) for data in house.missing))
        if missing:
            more = len(missing) - _MISSING_NAMED
            text += f", which lacks {', '.join(missing[:_MISSING_NAMED])}" + (f", and {more} more" if more > 0 else "")
    yield from wrapped([(f"Coverage, {visible(house.house)}: ", "label")], text)


def number(count: int, noun: str) -> str:
    """`1 hand`, `2 hands`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def finding_counts(by_code: Mapping[tuple[str, str], int], names: Mapping[str, str]) -> Iterator[FindingCount]:
    """From counts by code and verdict; `names` has the name of each code."""
    for code in sorted({code for code, _ in by_code}):
        yield FindingCount(
            code, names.get(code, ""), by_code.get((code, "violation"), 0), by_code.get((code, "review"), 0)
        )
