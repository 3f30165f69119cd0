"""What near misses are made of: what legal play brings by itself, and what is done that looks like a fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, TypeVar

from stud_audit.houses.house import House
from stud_audit.model.events import Event
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.plants import plants
from stud_audit.simulate.saboteur import NEUTRAL, Saboteur
from stud_audit.simulate.tables import SetUp

Kind = TypeVar("Kind", bound=Event)


class Near(Saboteur):
    """Breaks nothing: a hand is a near miss if something was done in it, or if `holds` is true of it in the end."""

    holds: ClassVar[Callable[[Dealer], bool] | None] = None
    done = False

    @classmethod
    def fits(cls, house: House) -> bool:
        """Where the fault itself could be."""
        return super().fits(house) and any(plant.fits(house) for plant in plants()[cls.code])

    def touches(self, dealer: Dealer) -> bool:
        """Whether it came to it."""
        holds = type(self).holds
        return self.done or (holds is not None and holds(dealer))

    def now(self, dealer: Dealer, chance: float = 0.3) -> bool:
        """Whether to do it at this moment: at most once."""
        if self.done or dealer.rng.random() > chance:
            return False
        self.done = True
        return True


def near(code: str, holds: Callable[[Dealer], bool], set_up: SetUp | None = None, **traits: Any) -> type[Near]:
    """The near miss of a code: a hand of which `holds` is true, at a table that `set_up` seats, with other traits."""
    traits |= {"code": code} | ({"set_up": set_up} if set_up is not None else {})
    return type(f"Near{code}", (Near,), {"holds": staticmethod(holds)}, **traits)


EXPOSED: Final[dict[str, Any]] = {"dialects": NEUTRAL, "incidents": {"exposed card": 0.3}}
CANCELLED: Final[dict[str, Any]] = {"dialects": NEUTRAL, "incidents": {"cancelled": 0.3}}


def events_of(dealer: Dealer, kind: type[Kind]) -> list[Kind]:
    """The hand's events of a kind."""
    return [event for event in dealer.events if isinstance(event, kind)]


def any_of(kind: type[Kind], holds: Callable[[Kind], bool] = lambda _: True) -> Callable[[Dealer], bool]:
    """Whether the hand has such an event."""
    return lambda dealer: any(holds(event) for event in events_of(dealer, kind))
