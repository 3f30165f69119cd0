"""Tables at which near misses come up."""

from __future__ import annotations

from random import Random

from stud_audit.simulate.session import Session, reseat
from stud_audit.simulate.tables import short_stacks

short = short_stacks(3, 0, 6)


def round_stacks(table: Session, rng: Random) -> None:
    """Stacks that small bets come out even with, the ante included."""
    header = table.header
    small, ante = header.small or 1, header.ante or 0
    reseat(table, rng.randrange(3, 8), lambda: ante + small * rng.choice((2, 3, 4, 5, 40)))


def nearly_broke(table: Session, rng: Random) -> None:
    """Some players have hardly an ante left."""
    small, ante = table.header.small or 1, table.header.ante or 1
    reseat(table, rng.randrange(3, 7), lambda: rng.choice((rng.randrange(1, 2 * ante + 1), 40 * small)))


def between_bets(table: Session, rng: Random) -> None:
    """Many who call a bring-in have more than a small bet left then, and less than a big one."""
    header = table.header
    small, used = header.small or 1, (header.ante or 0) + (header.bring_in or 0)
    reseat(table, 8, lambda: rng.choice((used + rng.randrange(small + 1, 2 * small), 60 * small)))


def broke_pair(table: Session, rng: Random) -> None:
    """Two players, one of whom has a chip more than the ante."""
    header = table.header
    stacks = [40 * (header.small or 1), (header.ante or 0) + 1]
    for seat in sorted(table.seats)[2:]:
        del table.seats[seat]
    reseat(table, 2, stacks.pop)
