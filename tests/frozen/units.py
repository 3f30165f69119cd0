"""What is frozen: files, each judged by its own house or by another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from stud_audit.ingest.input.sources import ARCHIVES, ENDINGS

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
HANDS = HERE / "hands"
EXAMPLES = ROOT / "stud_audit" / "checks" / "examples"
SAMPLES = ROOT / "sample_histories"
CLAUSES = ROOT / "tests" / "clauses"
CORPORA = ROOT.parent / "shared" / "corpora"

# The hands of each of these are judged by the next one too, which finds much in them.
RING = ("william-hill", "london-poker-club", "third-house", "roberts-rules", "tda", "pokerstars")
TEXTS = ("william-hill", "london-poker-club", "third-house")
"""The houses whose clauses are known one by one: all logs of sites are judged by them too."""
POSTED = dict.fromkeys(("LPC-01", "LPC-02"), "posted.toml")
"""Clauses of what no log prints: the house of their hands says it, as in the test of the clauses."""

FEW = 5
"""Of so many examples, or hands of clauses, one is in the ordinary run, where other tests look at the findings of all.
Odd, so that broken and kept hands take turns."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One file under one house; None is the house that its hands or its dialect name.

    `file` and a house's file are relative to `folder`, and are given to the audit so, from there: nothing that is
    frozen tells where the checkout lies. `quick` ones are compared in the ordinary run of the tests.
    """

    group: str
    folder: Path
    file: str
    house: str | None = None
    quick: bool = False

    @property
    def name(self) -> str:
        """Group, file, and house, in one word without spaces."""
        by = "" if self.house is None else f"@{self.house.removesuffix('.toml')}"
        return f"{self.group}/{self.file}{by}".replace(" ", "_")


GROUPS = ("examples", "clauses", "samples", "simulated", "corpora")


def units(group: str) -> list[Unit]:
    """The units of a group in order; none where its folder is not here."""
    return sorted(_UNITS[group](), key=lambda unit: unit.name)


def _examples() -> Iterator[Unit]:
    for number, file in enumerate(_files(EXAMPLES)):
        yield Unit("examples", EXAMPLES, file, quick=number % FEW == 0)


def _clauses() -> Iterator[Unit]:
    for number, file in enumerate(_files(CLAUSES)):
        yield Unit("clauses", CLAUSES, file, POSTED.get(file.split(".")[0]), quick=number % FEW == 0)


def _samples() -> Iterator[Unit]:
    for file in _files(SAMPLES):
        yield Unit("samples", SAMPLES, file, quick=True)
        for house in () if file.startswith("neutral/") else TEXTS:
            yield Unit("samples", SAMPLES, file, house)


def _corpora() -> Iterator[Unit]:
    for file in _files(CORPORA):
        for house in (None, *TEXTS):
            yield Unit("corpora", CORPORA, file, house)


def _simulated() -> Iterator[Unit]:
    for file in _files(HANDS):
        kind, _, rest = file.partition("-")
        own = rest.split(".")[0].rpartition("-")[0]
        yield Unit("simulated", HANDS, file, own, quick=kind == "few")
        if own in RING and kind != "few":
            yield Unit("simulated", HANDS, file, RING[(RING.index(own) + 1) % len(RING)])


_UNITS = {
    "examples": _examples,
    "clauses": _clauses,
    "samples": _samples,
    "simulated": _simulated,
    "corpora": _corpora,
}


def _files(folder: Path) -> list[str]:
    """The logs in a folder and below, relative to it."""
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and (path.suffix in ENDINGS or path.suffix in ARCHIVES)
    )
