"""Looks for inputs whose audit takes more than linear work: `python -m benchmarks.growth [--dialect D] [--drawn N]`.

Of each dialect's samples every kind of line is repeated, the same and with its numbers counting on, every part of
it is made longer, and names are; then so many hands are drawn of which some blocks of lines are repeated and others
left out. What it counts, and what it calls too steep, is in `tests/support/growth.py`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support import growth as g

from stud_audit.ingest.registry import get_dialects


def growths(dialect: str, draws: int, seed: int) -> Iterator[g.Growth]:
    """All the growths of one dialect."""
    hands = g.sample_hands(dialect)
    if not draws:
        for hand, place, kind in g.kinds(hands):
            for varied in (False, True):
                yield g.repeated(hand, [(place, place + 1)], kind, varied=varied)
            yield from g.lengthened(hand, place, kind)
        yield from g.named_longer(hands[0])
    random = Random(f"{dialect}{seed}")
    for _ in range(draws):
        yield g.drawn(hands, random)


def main() -> None:
    """Prints each growth that is too steep, and the functions whose work is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dialect", action="append")
    parser.add_argument("--drawn", type=int, default=0, help="hands drawn per dialect, instead of every kind of line")
    parser.add_argument("--times", type=int, default=24, help="the least number of times")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    done = found = 0
    with tempfile.TemporaryDirectory() as folder:
        for dialect in arguments.dialect or [dialect.name for dialect in get_dialects("auto")]:
            for growth in growths(dialect, arguments.drawn, arguments.seed):
                done += 1
                steep = g.steep(growth, arguments.times, Path(folder))
                if steep:
                    found += 1
                    print(f"{dialect}: {growth.name}", *steep, sep="\n    ", flush=True)
    print(f"{done} growths, {found} of them too steep")


if __name__ == "__main__":
    main()
