"""The end of an audit's text: what was read, what was found, and what was judged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from stud_audit.houses.house import House
from stud_audit.model.counted import number
from stud_audit.render.styled import Line, columns, wrapped

_MISSING_NAMED: Final = 3
_ARTICLE: Final = re.compile(r"^(?:the|an?) ")
_UNREAD: Final = "a line that could not be read"


class HandCounts(NamedTuple):
    """How many hands an input has; `seen` is the sum of the next three, `not_judged` are some of the parsed ones."""

    seen: int
    parsed: int
    refused: int
    ignored: int
    not_judged: int = 0
    retold: int = 0
    """Of those parsed, those that another record of the input tells as well, and that are counted there."""


class FindingCount(NamedTuple):
    """How often one check found something."""

    code: str
    name: str
    violations: int
    reviews: int


class ClauseCount(NamedTuple):
    """Of how many clauses of a house what became: the game's and, where it is silent, its fallback's included.

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
    version: str = ""
    hands: int = 0
    rules: str = ""
    """Which version of the house judged how many hands (`rules_in_force`)."""

    @property
    def idle(self) -> int:
        """Clauses that nothing in these hands called for."""
        return self.clauses - self.judged - self.not_checkable - self.deselected


def summary_lines(
    hands: HandCounts,
    found: Iterable[FindingCount],
    covered: Sequence[ClauseCount],
    accepted: int = 0,
    unread: int = 0,
    beside: Sequence[str] = (),
) -> Iterator[Line]:
    """The summary, and a coverage line for each house that judged a hand.

    `accepted` findings are in the baseline, and in no count of `found`; `unread` inputs could not be read;
    `beside` tells of those that hold no hands of ours.
    """
    counts = list(found)
    if unread:
        yield [(f"{number(unread, 'input')} could not be read, or not to the end", "violation")]
    if beside:
        yield [("beside the hands: ", "label"), (", ".join(beside), "")]
    yield [
        (f"{number(hands.seen, 'hand')}: ", "label"),
        (f"{hands.parsed} parsed, {hands.refused} refused, {hands.ignored} ignored", ""),
        (f"; {hands.retold} told more than once, and counted once" if hands.retold else "", ""),
    ]
    if hands.not_judged:
        yield [(not_judged(hands.not_judged), "review")]
    violations, reviews = sum(count.violations for count in counts), sum(count.reviews for count in counts)
    yield [
        (number(violations, "violation"), "violation" if violations else "good"),
        (", ", ""),
        (number(reviews, "review"), "review" if reviews else "good"),
        (f"; {accepted} more in the baseline" if accepted else "", ""),
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
    yield from _coverage(covered)


def not_judged(hands: int) -> str:
    """Of hands whose header names a house that there is not."""
    return f"{number(hands, 'hand')} not judged: the house that is named there is not known"


def _coverage(houses: Sequence[ClauseCount]) -> Iterator[Line]:
    """Of the clauses of each house and of the game, what became of them: a line a house."""
    if not houses:
        return
    deselected = ["not selected"] if any(house.deselected for house in houses) else []
    heads = ["house", "version", "hands", "clauses", "judged", "violated", "not checkable", "did not come up"]
    rows = [[*heads, *deselected, "not checkable for want of" if any(house.missing for house in houses) else ""]]
    for house in houses:
        counts = [house.hands, house.clauses, house.judged, house.violated, house.not_checkable, house.idle]
        counts += [house.deselected] if deselected else []
        rows.append([house.house, house.version, *map(str, counts), _lacks(house)])
    first, *rest = columns(rows, right=range(2, len(heads) + len(deselected)))
    yield [(first, "label")]
    yield from [[(row, "")] for row in rest]


def _lacks(house: ClauseCount) -> str:
    """`burn cards, the rake, 4 more`."""
    lacks = list(dict.fromkeys(map(_lack, house.missing)))
    more = [f"{len(lacks) - _MISSING_NAMED} more"] if len(lacks) > _MISSING_NAMED else []
    return ", ".join(lacks[:_MISSING_NAMED] + more)


def rules_in_force(house: House, hands: int, outside: int, undated: int) -> str:
    """Which version of a house judged how many hands, and how many are not of its days; empty without any dates."""
    if not (house.dated or outside or undated):
        return ""
    text = f"version {house.version}, {house.dates}; {number(hands, 'hand')}"
    if outside:
        text += f", {outside} of them played outside of these dates and judged by the nearest version"
    if undated:
        text += f", {undated} of them without a date and judged by the latest version"
    return text


def _lack(data: str) -> str:
    """What a log lacks, as it is said in the coverage line."""
    return "lines that could not be read" if data == _UNREAD else _ARTICLE.sub("", data)


def finding_counts(by_code: Mapping[tuple[str, str], int], names: Mapping[str, str]) -> Iterator[FindingCount]:
    """From counts by code and verdict; `names` has the name of each code."""
    for code in sorted({code for code, _ in by_code}):
        yield FindingCount(
            code, names.get(code, ""), by_code.get((code, "violation"), 0), by_code.get((code, "review"), 0)
        )
