"""One finding as a good linter shows it: the place, the line with its columns marked, and why it is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from stud_audit.houses.house import House
from stud_audit.model.findings import Finding, Payment, Readings, Related
from stud_audit.model.hand import Hand
from stud_audit.render.quote import Quote, quote, short_name
from stud_audit.render.styled import Line, columns, wrapped


def finding_lines(finding: Finding, hand: Hand | None, clauses: Mapping[str, str]) -> list[Line]:
    """The finding for a person to read.

    `hand` gives the source lines to quote, and `clauses` the text of each clause by its id.
    """
    source = _SourceLines(hand)
    main = Related(finding.file, finding.line, finding.column, finding.end_column, "")
    here: list[Related] = []
    elsewhere: list[Related] = []
    for place in (main, *finding.related):
        (here if place.file == finding.file and source.line(place.line) is not None else elsewhere).append(place)
    here.sort(key=lambda place: place.line)
    gutter = len(str(max(place.line for place in [main, *here])))
    lines = [_title(finding), [("  " + finding.message, "")], *_quoted(source, here, main, gutter)]
    notes = _Notes(gutter)
    lines += notes.facts(finding, hand)
    lines += notes.place(finding)
    lines += notes.elsewhere([place for place in elsewhere if place is not main])
    lines += notes.clauses(finding.clauses, clauses)
    lines += notes.readings(finding.readings)
    lines += notes.settlement(finding.settlement)
    lines.append([])
    return lines


def concise_line(finding: Finding) -> Line:
    """`file:line:column CODE name [verdict] message`."""
    return [
        (f"{finding.file}:{finding.line}:{finding.column} ", "place"),
        (f"{finding.code} {finding.name} [{finding.verdict}] ", finding.verdict),
        (finding.message, ""),
    ]


def finding_notes(finding: Finding, hand: Hand, clauses: Mapping[str, str], indent: int) -> list[Line]:
    """The finding below its own line, which is shown already: what is wrong, and why, without place and quotation."""
    notes = _Notes(indent)
    head: Line = [(" " * indent + " ! ", "mark"), *_kind(finding)]
    lines = [head, *wrapped([(" " * indent + "   ", "")], finding.message)]
    lines += notes.facts(finding, hand)
    lines += notes.related(finding)
    lines += notes.clauses(finding.clauses, clauses)
    lines += notes.readings(finding.readings)
    return lines


def value_words(expected: str | None, actual: str | None, message: str) -> tuple[str, str]:
    """What was expected and what was found as people read them: `seat 2 or seat 5` for `2 | 5` where these are seats.

    They are where the message names each of them as one, and as nothing else; what players are called does not count.
    Empty where there is no value.
    """
    values = [value.split(" | ") if value else [] for value in (expected, actual)]
    numbers = [number for value in values for number in value]
    seats, rest = set(_SEAT.findall(message)), _SEAT.sub("", message)
    of_seats = all(number in seats and not re.search(rf"(?<![\w.]){number}(?!\w|\.\d)", rest) for number in numbers)
    words = [" or ".join([f"seat {number}" for number in value] if of_seats else value) for value in values]
    return words[0], words[1]


@lru_cache(maxsize=64)
def clause_texts(house: House | None) -> Mapping[str, str]:
    """The text of each clause of a house, and of the game, by its id."""
    return (
        {}
        if house is None
        else {clause.id: clause.text for clause in (*house.clauses, *house.fallback_clauses, *house.game_clauses)}
    )


class _SourceLines:
    """The lines of a hand by their numbers in the file."""

    def __init__(self, hand: Hand | None) -> None:
        self._first = hand.first_line if hand else 0
        self._lines = _split(hand.text) if hand and hand.text else ()
        # A hand glued to the end of another starts inside a line; columns count from that line's own start.
        self._shift = hand.column - 1 if hand else 0

    def line(self, number: int) -> str | None:
        index = number - self._first
        return self._lines[index] if 0 <= index < len(self._lines) else None

    def quote(self, number: int, column: int, end_column: int) -> Quote:
        shift = self._shift if number == self._first else 0
        return quote(self.line(number) or "", column - shift, end_column - shift)


@lru_cache(maxsize=4)
def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n"))


def _title(finding: Finding) -> Line:
    return [(f"{finding.file}:{finding.line}:{finding.column} ", "place"), *_kind(finding)]


def _kind(finding: Finding) -> Line:
    return [
        (f"{finding.code} {finding.name} ", finding.verdict),
        (f"[{finding.verdict}, {finding.severity}, {finding.who}]", "faint"),
    ]


def _quoted(source: _SourceLines, places: list[Related], main: Related, gutter: int) -> Iterator[Line]:
    """The lines that a finding names, in the order of the log, each with its columns marked below it."""
    if not places:
        return
    bar: Line = [(" " * gutter + " |", "frame")]
    yield bar
    before = None
    for place in places:
        quoted = source.quote(place.line, place.column, place.end_column)
        if place.line != before:
            if before is not None and place.line > before + 1:
                yield [("." * min(gutter, 3), "frame")]
            yield [(f"{place.line:>{gutter}} | ", "frame"), (quoted.text, "")]
        mark, style = ("^", "mark") if place is main else ("-", "related")
        pointer = f"{' ' * quoted.indent}{mark * quoted.width} {place.note}"
        yield [(" " * gutter + " | ", "frame"), (pointer, style)]
        before = place.line
    yield bar


class _Notes:
    """The lines below the quoted ones: `= label: text`, aligned with the bar."""

    def __init__(self, gutter: int) -> None:
        self._indent = " " * (gutter + 1)

    def _note(self, label: str, text: str) -> Iterator[Line]:
        yield from wrapped([(f"{self._indent}= ", "frame"), (f"{label}: ", "label")], text)

    def facts(self, finding: Finding, hand: Hand | None) -> Iterator[Line]:
        words = value_words(finding.expected, finding.actual, finding.message)
        for label, value in zip(("expected", "found"), words, strict=True):
            if value:
                yield from self._note(label, value)
        if finding.money_effect is not None:
            currency = f" {hand.header.currency}" if hand else ""
            yield from self._note("money effect", finding.money_effect + currency)

    def place(self, finding: Finding) -> Iterator[Line]:
        where = []
        if finding.hand_id:
            where.append(finding.hand_id)
        elif finding.hand_index:
            where.append(f"number {finding.hand_index} of the file")
        if finding.street:
            where.append(f"{_ORDINALS[finding.street]} street")
        if finding.seat:
            where.append(f"seat {finding.seat}" + (f" ({finding.player})" if finding.player is not None else ""))
        if where:
            yield from self._note("hand", ", ".join(where))

    def elsewhere(self, related: list[Related]) -> Iterator[Line]:
        for place in related:
            yield from self._note("see", f"{place.file}:{place.line}:{place.column} {place.note}")

    def related(self, finding: Finding) -> Iterator[Line]:
        for place in finding.related:
            where = f"line {place.line}" if place.file == finding.file else f"{place.file}:{place.line}"
            yield from self._note("see", f"{where}, {place.note}")

    def clauses(self, ids: tuple[str, ...], texts: Mapping[str, str]) -> Iterator[Line]:
        for clause in ids:
            yield from self._note(clause, texts.get(clause, ""))

    def readings(self, readings: Readings) -> Iterator[Line]:
        if readings.silent:
            used = f"; judged by {readings.fallback}" if readings.fallback else ""
            yield from self._note("silent", f"the house says nothing of this{used}")
        if readings.passing and readings.failing:
            yield from self._note("right if read as", ", ".join(readings.passing))
            yield from self._note("wrong if read as", ", ".join(readings.failing))

    def settlement(self, payments: tuple[Payment, ...] | None) -> Iterator[Line]:
        if not payments:
            return
        yield [(f"{self._indent}= ", "frame"), ("settlement:", "label")]
        rows = [("seat", "player", "paid", "due")]
        rows += [(str(pay.seat), short_name(pay.player), pay.paid, pay.due) for pay in payments]
        yield from [[(f"{self._indent}    {row}", "")] for row in columns(rows, right=(0, 2, 3))]


_SEAT: Final = re.compile(r"\bseat (\d+)\b(?: \([^()]*\))?")
"""A seat as messages name it, with its player."""
_ORDINALS: Final = {3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh"}
