"""Checks, houses, and dialects as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from stud_audit.render.styled import Line, columns, wrapped


def table(rows: Sequence[Sequence[str]]) -> list[Line]:
    """Rows in columns, the first row as their heads."""
    first, *rest = columns(rows)
    return [[(first, "label")], *([(line, "")] for line in rest)]


def check_lines(check: Mapping[str, Any]) -> Iterator[Line]:
    """The documentation of one check; the keys are those of `checks CODE --format json`."""
    yield [(f"{check['code']} {check['name']}", "label"), (f"  [{check['severity']}, {check['who']}]", "faint")]
    yield []
    for line in check["doc"].split("\n"):
        yield [("  " + line, "")]
    for example in check["examples"]:
        yield []
        yield [(f"  {example['title']}", "label")]
        for line in example["text"].rstrip("\n").split("\n"):
            yield [("    " + line, "")]


def dialect_lines(name: str, title: str, extensions: Sequence[str], blind_spots: Sequence[str]) -> Iterator[Line]:
    """A dialect, and what its logs cannot show."""
    yield [(name, "label"), (f"  {title}, files {' '.join(extensions)}", "")]
    yield []
    yield [("Its logs cannot show:" if blind_spots else "Its logs can show everything that is audited.", "label")]
    for spot in blind_spots:
        yield from wrapped([("  - ", "")], spot)


def house_lines(house: Mapping[str, Any]) -> Iterator[Line]:
    """A house's clauses, rulings, and silences; the keys are those of `houses NAME --format json`."""
    yield [(house["name"], "label"), (f"  {house['title']}, version {house['version']}", "")]
    yield [(house["dates"], "faint")]
    yield [("digest ", "faint"), (house["digest"], "faint")]
    yield from _section("Clauses")
    for clause in house["clauses"]:
        yield from wrapped([(f"  {clause['id']}: ", "label")], clause["text"])
        yield [(f"      {', '.join(clause['checks'])}", "faint")]
    yield from _section("Rulings")
    for ruling in house["rulings"]:
        yield from wrapped([(f"  {ruling['key']}: ", "label")], value_text(ruling["value"]))
        yield from _basis(ruling)
    yield from _section("Silent on")
    for silence in house["silences"]:
        yield from wrapped([("  ", "")], value_text(silence))


def _section(title: str) -> Iterator[Line]:
    yield []
    yield [(title, "label")]


def _basis(ruling: Mapping[str, Any]) -> Iterator[Line]:
    basis = []
    if ruling.get("clauses"):
        basis.append(", ".join(ruling["clauses"]))
    if ruling.get("silent"):
        basis.append(f"the house is silent; {ruling.get('fallback') or 'no fallback'}")
    if basis:
        yield [(f"      {'; '.join(basis)}", "faint")]


def value_text(value: Any) -> str:
    """A ruling's value in terms of JSON, for people."""
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "not ruled"
        case Mapping():
            told = {key: inner for key, inner in value.items() if inner not in (None, "", [])}
            return "; ".join(f"{key} {value_text(inner)}" for key, inner in told.items()) or "none"
        case str():
            return value
        case Iterable():
            return ", ".join(map(value_text, value))
        case _:
            return str(value)
