"""How the frozen hands were made. Not run again as a rule: the simulator has since learned to deal others.

    python -m tests.frozen.deal

replaces all files in `hands`. `KIND-HOUSE-DIALECT` has the kind `clean`, `planted` (a fault in nearly every hand),
`near` (near misses of faults), or `few` (some of each, for the ordinary run of the tests).
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).parents[1])]

from near import near_misses  # noqa: E402
from support.planted import HOUSES  # noqa: E402

from frozen.units import HANDS  # noqa: E402
from stud_audit.houses.loader import house_names, load_house  # noqa: E402
from stud_audit.ingest.writers.neutral import FIRST_LINE  # noqa: E402
from stud_audit.simulate.output import GAMES  # noqa: E402
from stud_audit.simulate.plants import plants  # noqa: E402
from stud_audit.simulate.room import WRITERS, Room, Sample  # noqa: E402
from stud_audit.simulate.saboteur import Saboteur  # noqa: E402

CLEAN, PLANTED, NEAR, FEW, ELSEWHERE = 561, 486, 486, 14, 100
"""Hands of each file; of `few`, of each kind; of the houses that only sites have."""
TRIES, BARREN = 20, 3
"""Deals for one fault, and hands in turn without it, after which the house is taken not to allow it."""


def main() -> None:
    """Deal, and write the files."""
    HANDS.mkdir(exist_ok=True)
    for old in HANDS.glob("*.zip"):
        old.unlink()
    for house in HOUSES:
        for dialect in WRITERS:
            _write("clean", house, dialect, _clean(_room("clean", house, dialect, 40), CLEAN))
            _write("planted", house, dialect, _spoiled(_room("planted", house, dialect, 6), plants(), PLANTED))
            _write("near", house, dialect, _spoiled(_room("near", house, dialect, 6), near_misses(), NEAR))
            _write("few", house, dialect, _few(_room("few", house, dialect, 5)))
    for house in house_names():
        if house not in HOUSES:
            _write("clean", house, "neutral", _clean(_room("clean", house, "neutral", 20), ELSEWHERE))


def _room(kind: str, house: str, dialect: str, span: int) -> Room:
    return Room(load_house(house), dialect, GAMES, Random(f"{kind} {house} {dialect}"), span)


def _clean(room: Room, hands: int) -> Iterator[Sample]:
    for _ in range(hands):
        yield room.deal()


def _spoiled(room: Room, kinds: Mapping[str, Sequence[type[Saboteur]]], hands: int) -> Iterator[Sample]:
    """So many hands with a fault or a near miss, each kind in turn, and those between that allowed none."""
    every = [kind for ways in kinds.values() for kind in ways]
    fitting = [kind for kind in every if room.dialect in kind.dialects and kind.fits(room.house)]
    room.rng.shuffle(fitting)
    failed = dict.fromkeys(fitting, 0)
    while hands > 0:
        for kind in list(failed):
            if hands <= 0:
                return
            sample = room.deal(kind, TRIES)
            yield sample
            if sample.truth or sample.near:
                hands -= 1
                failed[kind] = 0
            else:
                failed[kind] += 1
            if kind.once or failed[kind] == BARREN:
                del failed[kind]


def _few(room: Room) -> Iterator[Sample]:
    yield from _clean(room, FEW)
    yield from _spoiled(room, plants(), FEW)
    yield from _spoiled(room, near_misses(), FEW)


def _write(kind: str, house: str, dialect: str, samples: Iterator[Sample]) -> None:
    kinds = {"clean": 0, "planted": 0, "near": 0}
    lines = [FIRST_LINE.rstrip()] if dialect == "neutral" else []
    for sample in samples:
        kinds["planted" if sample.truth else "near" if sample.near else "clean"] += 1
        lines += [*sample.lines, ""]
    name = f"{kind}-{house}-{dialect}"
    _pack(name, f"{name}.{'stud' if dialect == 'neutral' else 'txt'}", "\n".join([*lines, ""]))
    sys.stdout.write(f"{name} {kinds}\n")
    sys.stdout.flush()


def _pack(name: str, member: str, text: str) -> None:
    """Bzip2, in an archive that the audit reads: it makes the smallest files of such text."""
    with zipfile.ZipFile(HANDS / f"{name}.zip", "w") as archive:
        archive.writestr(zipfile.ZipInfo(member), text, zipfile.ZIP_BZIP2, 9)  # without the time of day


if __name__ == "__main__":
    main()
