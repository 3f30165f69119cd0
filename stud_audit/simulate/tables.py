"""Tables at which rare hands come up: who sits there, and with what."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from stud_audit.simulate.session import Session, reseat

SetUp = Callable[[Session, Random], None]


def full(table: Session, rng: Random) -> None:
    """Eight players who can go on for long."""
    reseat(table, 8, lambda: rng.randrange(20, 60) * (table.header.big or 1))


def short_stacks(fewest: int, least: int, most: int) -> SetUp:
    """So many players at least, of whom many have few small bets, from `least` to `most`."""

    def set_up(table: Session, rng: Random) -> None:
        small = table.header.small or 1
        few = range(least * small or 1, most * small)
        reseat(table, rng.randrange(fewest, 8), lambda: rng.choice((rng.choice(few), 60 * small)))

    return set_up


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


def one_rich(table: Session, rng: Random) -> None:
    """All but one have no more than the ante."""
    ante, rich = table.header.ante or 1, [40 * (table.header.big or 1)]
    reseat(table, rng.randrange(2, 5), lambda: rich.pop() if rich else rng.randrange(1, ante + 1))
