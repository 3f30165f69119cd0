"""The commands; see the package."""

from __future__ import annotations

import argparse
import sys
from fnmatch import fnmatch
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1])]

import frozen  # noqa: E402
from frozen.digests import compare, read, write  # noqa: E402
from frozen.outcome import outcome  # noqa: E402
from frozen.units import GROUPS, Unit, units  # noqa: E402


def main() -> int:
    """Run one of the commands; 1 where something differs."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.frozen", description=frozen.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=("compare", "dump", "write"))
    parser.add_argument("folder", type=Path, nargs="?", help="where a dump goes")
    parser.add_argument("--only", default="*", help="units whose names are like this")
    parser.add_argument("--quick", action="store_true", help="only the units of the ordinary run of the tests")
    chosen = parser.parse_args()
    if (chosen.command == "dump") != (chosen.folder is not None):
        parser.error("a folder goes with dump, and only with it")

    groups = {group: [unit for unit in units(group) if _wanted(unit, chosen)] for group in GROUPS}
    if chosen.command == "dump":
        for unit in (unit for group in groups.values() for unit in group):
            _dump(unit, chosen.folder)
        return 0
    if chosen.command == "write":
        for group, members in groups.items():
            _write(group, members, whole=chosen.only == "*" and not chosen.quick)
        return 0
    return _compare(groups, whole=chosen.only == "*" and not chosen.quick)


def _wanted(unit: Unit, chosen: argparse.Namespace) -> bool:
    return fnmatch(unit.name, chosen.only) and (unit.quick or not chosen.quick)


def _dump(unit: Unit, folder: Path) -> None:
    place = folder / unit.name
    place.mkdir(parents=True, exist_ok=True)
    for name, text in outcome(unit, texts=True).texts.items():
        (place / name).write_text(text, "utf-8", errors="backslashreplace", newline="\n")


def _write(group: str, members: list[Unit], *, whole: bool) -> None:
    """A group that is not here keeps its digests, and so do the units that were not asked for."""
    if members:
        kept = {} if whole else read(group)
        write(group, kept | {unit.name: outcome(unit).digests for unit in members})


def _compare(groups: dict[str, list[Unit]], *, whole: bool) -> int:
    differences = compared = 0
    for group, members in groups.items():
        frozen_ones = read(group)
        if not members and frozen_ones and whole:
            sys.stdout.write(f"{group}: not here, not compared\n")
            continue
        compared += len(members)
        for difference in compare(members, frozen_ones):
            differences += 1
            sys.stdout.write(f"{difference}\n")
            sys.stdout.flush()
        for gone in sorted(frozen_ones.keys() - {unit.name for unit in members}) if whole else ():
            differences += 1
            sys.stdout.write(f"{gone}: frozen, and no longer there\n")
    sys.stdout.write(f"{differences} of {compared} units differ\n")
    return int(differences > 0)


if __name__ == "__main__":
    sys.exit(main())
