"""What the checks find: faults of every code planted in simulated hands, and hands that are almost faulty.

    python -m benchmarks.recall [--hands N] [--house NAME]... [--dialect NAME]... [--code CODE]... [-o docs/recall.md]

Every code is planted N times, shared out among the houses whose rules it can break and the dialects that can express
it, and the written text is audited as any log would be. Counted are the faults found, those found at their line,
those with the right verdict, and echoes: other findings in the same hand. What comes up too rarely is given up with
the count that was reached.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from near import near_misses  # noqa: E402
from support.planted import HOUSES, Tally, measure  # noqa: E402

from stud_audit.houses.house import House  # noqa: E402
from stud_audit.houses.loader import load_house  # noqa: E402
from stud_audit.simulate.plants import plants  # noqa: E402
from stud_audit.simulate.room import WRITERS  # noqa: E402
from stud_audit.simulate.saboteur import Saboteur  # noqa: E402


def main() -> None:
    """Measure, and print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=100, help="planted hands of each code")
    parser.add_argument("--house", action="append", choices=HOUSES)
    parser.add_argument("--dialect", action="append", choices=sorted(WRITERS))
    parser.add_argument("--code", action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--near", type=int, default=100, help="near misses of each code")
    parser.add_argument("--misses", type=Path, help="a folder for the hands that went wrong")
    parser.add_argument("-o", dest="table", type=Path, help="where the table goes, in Markdown")
    chosen = parser.parse_args()
    totals = {code: _of_code(code, chosen) for code in chosen.code or plants()}
    if chosen.table:
        chosen.table.parent.mkdir(parents=True, exist_ok=True)
        chosen.table.write_text(_table(totals, chosen.house or HOUSES, chosen.hands, chosen.near), "utf-8")


def _table(totals: dict[str, Tally], houses: Sequence[str], hands: int, near: int) -> str:
    """The table of these houses and all dialects together."""
    named = " ".join(f"--house {name}" for name in houses)
    rows = [
        "# What the checks find",
        "",
        f"Faults of every code planted in simulated hands, {hands} of each, shared out among houses and dialects in",
        f"which the code can be planted, and {near} near misses; written as text, and audited as any log would be.",
        "Houses and size of this table, as a command:",
        "",
        "```sh",
        f"python -m benchmarks.recall --hands {hands} --near {near} {named} -o docs/recall.md",
        "```",
        "",
        "A count that is smaller is as far as it came: what hardly ever comes up is given up.",
        "Echoes are other findings in a planted hand; false alarms are findings in honest hands beside them",
        "and in near misses.",
        "",
        "| code | planted | found | at the line | right verdict | echoes | near misses | false alarms |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for code, tally in sorted(totals.items()):
        if tally.planted or tally.near:
            counts = (
                tally.planted, tally.found, tally.at_line, tally.verdict, tally.echoes, tally.near,
                tally.false_alarms + tally.near_alarms,
            )  # fmt: skip
            rows.append(f"| {code} | " + " | ".join(map(str, counts)) + " |")
    return "\n".join(rows) + "\n"


def _of_code(code: str, chosen: argparse.Namespace) -> Tally:
    """One code under all houses in all dialects, with a line about each."""
    total = Tally()
    for counted, kinds, wanted in (
        ("planted", plants()[code], chosen.hands),
        ("near", near_misses().get(code, ()), chosen.near),
    ):
        places = [(kind, *place) for kind in kinds for place in _places(kind, chosen)]
        seeds = itertools.count(chosen.seed)
        while places and getattr(total, counted) < wanted:
            # What one place can't give the others make up for, and where that is too little, those left in a second
            # round. A place that was dealt long enough without giving what it was asked for is not asked again.
            seed, giving = next(seeds), []
            for left, place in zip(range(len(places), 0, -1), places, strict=True):
                hands = -(-(wanted - getattr(total, counted)) // left)
                if not hands:
                    break
                given = _at_place(*place, hands, seed, chosen.misses)
                total.add(given)
                if getattr(given, counted) >= hands:
                    giving.append(place)
            places = giving
        if kinds and getattr(total, counted) < wanted:
            print(f"{code} given up: {counted} {getattr(total, counted)} of {wanted}", flush=True)
    return total


def _places(kind: type[Saboteur], chosen: argparse.Namespace) -> list[tuple[House, str]]:
    """The houses and dialects in which a fault can be planted."""
    return [
        (house, dialect)
        for house in map(load_house, chosen.house or HOUSES)
        for dialect in chosen.dialect or sorted(WRITERS)
        if dialect in kind.dialects and kind.fits(house)
    ]


def _at_place(kind: type[Saboteur], house: House, dialect: str, hands: int, seed: int, misses: Path | None) -> Tally:
    with tempfile.TemporaryDirectory() as folder:
        tally = measure(house, dialect, kind, hands, seed, Path(folder))
    print(
        f"{house.name:18} {dialect:10} {kind.code} planted {tally.planted:3} found {tally.found:3} "
        f"at line {tally.at_line:3} verdict {tally.verdict:3} echoes {tally.echoes} honest {tally.false_alarms} "
        f"near {tally.near:3} alarms {tally.near_alarms}" + ("" if tally.perfect else "  <--"),
        flush=True,
    )
    if misses and tally.misses:
        misses.mkdir(parents=True, exist_ok=True)
        (misses / f"{kind.code}-{house.name}-{dialect}-{seed}.txt").write_text("\n\n".join(tally.misses))
    return tally


if __name__ == "__main__":
    main()
