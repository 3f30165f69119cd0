"""Near misses that legal play brings by itself: a hand is one if a predicate holds of it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar, Final, TypeVar

from stud_audit.model.events import Event
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.saboteur import Saboteur
from stud_audit.simulate.session import Session, reseat

Kind = TypeVar("Kind", bound=Event)
SetUp = Callable[[Session, Random], None]


class Watching(Saboteur):
    """Leaves the hand as it is, and looks at it afterwards."""

    holds: ClassVar[Callable[[Dealer], bool]]
    set_up: ClassVar[SetUp | None] = None
    looseness: ClassVar[float | None] = None

    @classmethod
    def sets_up(cls, table: Session, rng: Random) -> None:
        """The table that such hands are found at."""
        if cls.set_up is not None:
            cls.set_up(table, rng)

    def begins(self, dealer: Dealer) -> None:
        """The mood in which they are found."""
        dealer.looseness = dealer.looseness if self.looseness is None else self.looseness

    def touches(self, dealer: Dealer) -> bool:
        """What was to be looked for."""
        return type(self).holds(dealer)


def near(code: str, holds: Callable[[Dealer], bool], set_up: SetUp | None = None, **traits: Any) -> type[Saboteur]:
    """The near miss of a code: a hand of which `holds` is true, at a table that `set_up` seats, with other traits."""
    members = {"code": code, "holds": staticmethod(holds), "own_table": set_up is not None, **traits}
    if set_up is not None:
        members["set_up"] = staticmethod(set_up)
    return type(f"Near{code}", (Watching,), members)


EXPOSED: Final[dict[str, Any]] = {"dialects": ("neutral",), "incidents": {"exposed card": 0.3}}
CANCELLED: Final[dict[str, Any]] = {"dialects": ("neutral",), "incidents": {"cancelled": 0.3}}

# --- tables ------------------------------------------------------------------------------------


def full(table: Session, rng: Random) -> None:
    """Eight players who can go on for long."""
    reseat(table, 8, lambda: rng.randrange(20, 60) * (table.header.big or 1))


def short(table: Session, rng: Random) -> None:
    """Several players of whom many have few chips."""
    small = table.header.small or 1
    reseat(table, rng.randrange(3, 8), lambda: rng.choice((rng.randrange(1, 6 * small), 60 * small)))


def round_stacks(table: Session, rng: Random) -> None:
    """Stacks that small bets come out even with, the ante included."""
    header = table.header
    small, ante = header.small or 1, header.ante or 0
    reseat(table, rng.randrange(3, 8), lambda: ante + small * rng.choice((2, 3, 4, 5, 40)))


def nearly_broke(table: Session, rng: Random) -> None:
    """Some players have hardly an ante left."""
    small, ante = table.header.small or 1, table.header.ante or 1
    reseat(table, rng.randrange(3, 7), lambda: rng.choice((rng.randrange(1, 2 * ante + 1), 40 * small)))


def between(table: Session, rng: Random) -> None:
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


# --- what to look for --------------------------------------------------------------------------


def events_of(dealer: Dealer, kind: type[Kind]) -> list[Kind]:
    """The hand's events of a kind."""
    return [event for event in dealer.events if isinstance(event, kind)]


def any_of(kind: type[Kind], holds: Callable[[Kind], bool] = lambda _: True) -> Callable[[Dealer], bool]:
    """Whether the hand has such an event."""
    return lambda dealer: any(holds(event) for event in events_of(dealer, kind))
