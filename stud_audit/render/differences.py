"""Two houses side by side: the settings on which they differ, and hands that they judge differently."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from stud_audit.houses.describe import Difference
from stud_audit.houses.house import House
from stud_audit.model.counted import number
from stud_audit.model.findings import Finding
from stud_audit.render.catalogue import value_text
from stud_audit.render.styled import Line, columns, wrapped


def difference_lines(a: House, b: House, differences: Sequence[Difference]) -> Iterator[Line]:
    """Each setting on which the houses differ, with what each rules, leaves open, and cites."""
    names = _labels(a, b)
    yield [(f"{names[0]} and {names[1]} differ on {number(len(differences), 'setting')}", "label")]
    for difference in differences:
        yield []
        yield [(difference.setting, "label")]
        for side in (0, 1):
            yield from wrapped(_side(names, side), _ruling(difference, side))


def _labels(a: House, b: House) -> tuple[str, str]:
    """The names; with the versions where both have the same name."""
    if a.name == b.name:
        return f"{a.name} {a.version}", f"{b.name} {b.version}"
    return a.name, b.name


def _side(names: tuple[str, str], side: int) -> Line:
    width = max(map(len, names))
    return [("  ", ""), (f"{names[side]:<{width}}  ", "place")]


def _ruling(difference: Difference, side: int) -> str:
    text = value_text(difference.values[side])
    if difference.open_values[side]:
        text += f"; left open: {', or '.join(map(value_text, difference.open_values[side]))}"
    if difference.silent[side]:
        text += "; the house is silent"
    if difference.clauses[side]:
        text += f" ({', '.join(difference.clauses[side])})"
    return text


def hand_lines(
    a: House, b: House, place: str, hand_id: str, findings: tuple[tuple[Finding, ...], tuple[Finding, ...]]
) -> Iterator[Line]:
    """A hand, and what each house alone finds in it."""
    names = _labels(a, b)
    yield []
    yield [(f"{place} ", "place"), (f"hand {hand_id}", "label")]
    for side, alone in enumerate(findings):
        if not alone:
            yield [*_side(names, side), ("nothing of this", "faint")]
        for finding in alone:
            clauses = f" ({', '.join(finding.clauses)})" if finding.clauses else ""
            head = f"{finding.code} {finding.verdict}, line {finding.line}: "
            yield from wrapped([*_side(names, side), (head, finding.verdict)], finding.message + clauses)


def comparison_lines(
    a: House, b: House, compared: int, different: int, by_code: Mapping[tuple[str, int, str], int]
) -> Iterator[Line]:
    """How many hands are judged differently, and by which checks."""
    names = _labels(a, b)
    yield []
    verb = "is" if different == 1 else "are"
    yield [(f"{different} of {number(compared, 'hand')} {verb} judged differently", "label")]
    codes = sorted({code for code, _, _ in by_code})
    if not codes:
        return
    heads = [f"{name} {verdict}s" for name in names for verdict in ("violation", "review")]
    rows: list[Iterable[str]] = [("  alone in one house", *heads)]
    for code in codes:
        counts = [by_code.get((code, side, verdict), 0) for side in (0, 1) for verdict in ("violation", "review")]
        rows.append((f"  {code}", *(str(count or "") for count in counts)))
    yield from [[(row, "")] for row in columns([tuple(row) for row in rows], right=(1, 2, 3, 4))]
