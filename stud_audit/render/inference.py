"""How well houses explain a log, and what the log itself shows, ruling by ruling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from stud_audit.render.styled import Line, columns, wrapped
from stud_audit.render.summary import number


class RankedHouse(NamedTuple):
    """One house: hands that contradict it, that only another of its readings allows, and that are in accord with it.

    `against`: topic, hands, and the first place.
    """

    name: str
    contradicted: int
    by_reading: int
    agree: int
    against: Sequence[tuple[str, int, str]]


class ShownRuling(NamedTuple):
    """One setting: the value that explains the log best, the hands for and against it, and what is not excluded."""

    setting: str
    value: str
    agree: int
    disagree: int
    open_values: Sequence[str]
    agreeing: Sequence[str]
    disagreeing: Sequence[str]
    houses: int
    all_houses: int
    note: str


def ranking_lines(hands: int, asked: int, houses: Iterable[RankedHouse]) -> Iterator[Line]:
    """The houses, that which explains the log best first."""
    yield [(f"{asked} of {number(hands, 'hand')} were held against the houses", "label")]
    yield []
    rows = [("house", "contradicted", "by another reading", "in accord")]
    known = list(houses)
    rows += [(h.name, str(h.contradicted), str(h.by_reading), str(h.agree)) for h in known]
    first, *rest = columns(rows, right=(1, 2, 3))
    yield [(first, "label")]
    for row, house in zip(rest, known, strict=True):
        yield [(row, "" if house.contradicted else "good")]
        for topic, count, place in house.against:
            yield from wrapped([("    ", "")], f"{topic}: {number(count, 'hand')}, first {place}")


def ruling_lines(rulings: Iterable[ShownRuling], unknown: Sequence[str]) -> Iterator[Line]:
    """What the log shows of each setting."""
    yield []
    yield [("What the log shows, ruling by ruling", "label")]
    for ruling in rulings:
        yield []
        yield from wrapped([(f"  {ruling.setting}: ", "label")], ruling.value)
        text = f"{number(ruling.agree, 'hand')} agree{'s' if ruling.agree == 1 else ''}, {ruling.disagree} disagree"
        if ruling.open_values:
            text += f"; not excluded: {' | '.join(ruling.open_values)}"
        text += f"; {ruling.houses} of {number(ruling.all_houses, 'house')} rule so" if ruling.all_houses else ""
        yield from wrapped([("      ", "")], text)
        if ruling.note:
            yield from wrapped([("      ", "")], ruling.note)
        for label, places in (("for", ruling.agreeing), ("against", ruling.disagreeing)):
            if places:
                yield from wrapped([(f"      {label}: ", "faint")], ", ".join(places))
    if unknown:
        yield []
        yield from wrapped([("Nothing in this log tells: ", "label")], ", ".join(unknown))


def draft_lines(draft: str) -> Iterator[Line]:
    """The start of a house file."""
    yield []
    yield [("A start for a house file", "label")]
    yield []
    yield from ([(line, "")] for line in draft.rstrip("\n").split("\n"))
