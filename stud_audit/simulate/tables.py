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


def one_rich(table: Session, rng: Random) -> None:
    """All but one have no more than the ante."""
    ante, rich = table.header.ante or 1, [40 * (table.header.big or 1)]
    reseat(table, rng.randrange(2, 5), lambda: rich.pop() if rich else rng.randrange(1, ante + 1))
