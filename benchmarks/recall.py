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
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from support.planted import HOUSES, Tally, measure  # noqa: E402

from stud_audit.houses.loader import load_house  # noqa: E402
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
    parser.add_argument("--misses", type=Path, help="a folder for the hands that went wrong")
    chosen = parser.parse_args()
    totals: dict[str, Tally] = defaultdict(Tally)
    known = plants()
    for name in chosen.house or HOUSES:
        house = load_house(name)
        for dialect in chosen.dialect or sorted(WRITERS):
            for code in chosen.code or known:
                plant = known[code]
                if dialect not in plant.dialects or not plant.fits(house, dialect):
                    continue
                with tempfile.TemporaryDirectory() as folder:
                    tally = measure(house, dialect, plant, chosen.hands, chosen.seed, Path(folder))
                totals[code].add(tally)
                flag = "" if tally.perfect and tally.planted == chosen.hands else "  <--"
                print(
                    f"{name:18} {dialect:10} {code} planted {tally.planted} found {tally.found} "
                    f"at line {tally.at_line} verdict {tally.verdict} echoes {tally.echoes} "
                    f"false {tally.false_alarms}{flag}",
                    flush=True,
                )
                if chosen.misses and tally.misses:
                    chosen.misses.mkdir(parents=True, exist_ok=True)
                    (chosen.misses / f"{code}-{name}-{dialect}.txt").write_text("\n\n".join(tally.misses))


if __name__ == "__main__":
    main()
