"""The files of digests: one of each group, with a line for each unit and a column for each kind of thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from frozen.outcome import COLUMNS, outcome
from frozen.units import HERE, Unit

FOLDER = HERE / "digests"
_HEADING = "\t".join(["unit", *COLUMNS])
Digests = dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True)
class Difference:
    """A unit that is not as it was: the columns in which it differs."""

    unit: str
    columns: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.unit}: {', '.join(self.columns)}"


def read(group: str) -> Digests:
    """Unit to column to digest, as frozen; empty where nothing is."""
    path = FOLDER / f"{group}.tsv"
    if not path.exists():
        return {}
    _, *lines = path.read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    return {name: dict(zip(COLUMNS, values, strict=True)) for name, *values in rows}


def write(group: str, digests: Digests) -> None:
    """Freezes the digests of a group."""
    FOLDER.mkdir(exist_ok=True)
    rows = ["\t".join([name, *(row[column] for column in COLUMNS)]) for name, row in sorted(digests.items())]
    (FOLDER / f"{group}.tsv").write_text("\n".join([_HEADING, *rows, ""]), "utf-8", newline="\n")


def compare(units: Iterable[Unit], frozen: Digests) -> Iterator[Difference]:
    """The units that differ from what is frozen; of one whose input is another, only that is said."""
    for unit in units:
        was = frozen.get(unit.name)
        if was is None:
            yield Difference(unit.name, ("not frozen",))
            continue
        now = outcome(unit).digests
        columns = tuple(column for column in COLUMNS if now[column] != was[column])
        if columns:
            yield Difference(unit.name, columns[:1] if columns[0] == "input" else columns)
