"""Short hands of one table, for what goes on from hand to hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

NAMES = ("ann", "bob", "cat", "dan")


def hand(
    number: str,
    minute: int,
    stacks: Sequence[str],
    *,
    button: int = 1,
    stakes: str = "small=1 big=2 ante=0.25 bring-in=0.50",
    day: str = "2026-11-02",
    zone: str = "Z",
    table: str = "Avon",
    before: str = "",
    after: str = "",
) -> str:
    """A hand in which all but seat 1 fold to its completion: it wins 0.25 of each other, and the bring-in of seat 2.

    So of 50 each, seat 1 is left with 51 of three players, seat 2 with 49.25, the others with 49.75.
    """
    seats = range(1, len(stacks) + 1)
    doors = ("Kd", "2c", "9s", "8h")
    at = f"{day}T12:{minute:02}:00{zone}"
    pot = 0.25 * len(stacks) + 1
    lines = [f'hand {number} game=stud structure=fixed {stakes} currency=USD table="{table}" seats=8 button={button}']
    lines[0] += f" at={at}"
    lines += [f'seat {seat} "{NAMES[seat - 1]}" {stack}' for seat, stack in zip(seats, stacks, strict=True)]
    lines += [before] if before else []
    lines += [f"ante {seat} 0.25" for seat in seats]
    lines += [f"deal {seat} down ? ?" for seat in seats]
    lines += [f"deal {seat} up {doors[seat - 1]}" for seat in seats]
    lines += ["bring-in 2 0.50", *[f"fold {seat}" for seat in seats[2:]], "complete 1 to=1", "fold 2", "return 1 0.50"]
    return "\n".join([*lines, f"award 1 {pot:g}", *([after] if after else []), f"total {pot:g}", "end\n"])


START = ("50", "50", "50")
THEN = ("51", "49.25", "49.75")


def write(path: Path, hands: Iterable[str]) -> Path:
    """A neutral log of these hands."""
    path.write_text("stud 1\n" + "\n".join(hands))
    return path
