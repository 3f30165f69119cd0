"""Near misses that take some doing."""

from __future__ import annotations

from stud_audit.houses.house import House
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.plants import plants
from stud_audit.simulate.saboteur import Saboteur


class Doing(Saboteur):
    """Does something that looks like a fault, at most once, and says when it has."""

    def __init__(self, dialect: str = "neutral") -> None:
        super().__init__(dialect)
        self.done = False

    @classmethod
    def fits(cls, house: House, dialect: str) -> bool:
        """Where the fault itself could be."""
        return any(dialect in plant.dialects and plant.fits(house, dialect) for plant in plants()[cls.code])

    def touches(self, dealer: Dealer) -> bool:
        """Whether it came to it."""
        return self.done

    def now(self, dealer: Dealer, chance: float = 0.3) -> bool:
        """Whether to do it at this moment."""
        if self.done or dealer.rng.random() > chance:
            return False
        self.done = True
        return True
