"""What the checks find: faults of every code planted in simulated hands, and hands that are almost faulty.

    python -m benchmarks.recall [--hands N] [--house NAME]... [--dialect NAME]... [--code CODE]... [-o docs/recall.md]

Every code is planted N times under each house whose rules it can break, the hands are written in both dialects,
and the written text is audited as any log would be. Counted are the faults found, those found at their line, those
with the right verdict, and echoes: other findings in the same hand.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from support.planted import HOUSES, Tally, measure  # noqa: E402

from stud_audit.houses.house import House  # noqa: E402
from stud_audit.houses.loader import load_house  # noqa: E402
from stud_audit.simulate.near import near_misses  # noqa: E402
from stud_audit.simulate.plants import plants  # noqa: E402
from stud_audit.simulate.room import WRITERS  # noqa: E402


def main() -> None:
    """Measure, and print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=100, help="planted hands of each code, house, and dialect")
    parser.add_argument("--house", action="append", choices=HOUSES)
    parser.add_argument("--dialect", action="append", choices=sorted(WRITERS))
    parser.add_argument("--code", action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--near", type=int, default=100, help="near misses of each code, house, and dialect")
    parser.add_argument("--misses", type=Path, help="a folder for the hands that went wrong")
    parser.add_argument("-o", dest="table", type=Path, help="where the table goes, in Markdown")
    chosen = parser.parse_args()
    totals: dict[str, Tally] = defaultdict(Tally)
    for name in chosen.house or HOUSES:
        for dialect in chosen.dialect or sorted(WRITERS):
            for code in chosen.code or plants():
                tally = _of_code(code, load_house(name), dialect, chosen)
                totals[code].add(tally)
                if chosen.misses and tally.misses:
                    chosen.misses.mkdir(parents=True, exist_ok=True)
                    (chosen.misses / f"{code}-{name}-{dialect}.txt").write_text("\n\n".join(tally.misses))
    if chosen.table:
        chosen.table.parent.mkdir(parents=True, exist_ok=True)
        chosen.table.write_text(_table(totals, chosen.house or HOUSES, chosen.hands, chosen.near), "utf-8")


def _table(totals: dict[str, Tally], houses: Sequence[str], hands: int, near: int) -> str:
    """The table of these houses and all dialects together."""
    named = " ".join(f"--house {name}" for name in houses)
    rows = [
        "# What the checks find",
        "",
        f"Faults of every code planted in simulated hands, up to {hands} for each house and dialect in which",
        f"the code can be planted, and up to {near} near misses; written as text, and audited as any log would",
        "be. Houses and size of this table, as a command:",
        "",
        "```sh",
        f"python -m benchmarks.recall --hands {hands} --near {near} {named} -o docs/recall.md",
        "```",
        "",
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


def _of_code(code: str, house: House, dialect: str, chosen: argparse.Namespace) -> Tally:
    """One code under one house in one dialect, and a line about it."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        for kind, hands in ((plants()[code], chosen.hands), (near_misses().get(code), chosen.near)):
            if kind is not None and dialect in kind.dialects and kind.fits(house, dialect) and hands:
                tally.add(measure(house, dialect, kind, hands, chosen.seed, Path(folder)))
    if tally.planted or tally.near:
        print(
            f"{house.name:18} {dialect:10} {code} planted {tally.planted:3} found {tally.found:3} "
            f"at line {tally.at_line:3} verdict {tally.verdict:3} echoes {tally.echoes} honest {tally.false_alarms} "
            f"near {tally.near:3} alarms {tally.near_alarms}" + ("" if tally.perfect else "  <--"),
            flush=True,
        )
    return tally


if __name__ == "__main__":
    main()
