"""What the lines of a hand say of one seat."""

from __future__ import annotations

from stud_audit.model.cards import Cards
from stud_audit.model.native import mypyc_attr


@mypyc_attr(acyclic=True)
class Seat:
    """What the lines so far say of one seat. `committed` is what it has in on this street."""

    def __init__(self, number: int, player: str) -> None:
        self.number = number
        self.player = player
        self.up: Cards = ()
        self.down: Cards = ()
        self.committed = 0
        self.anted = False
        self.dealt = False
        self.folded = False


@mypyc_attr(acyclic=True)
class Seated(Seat):
    """A seat with the length of its player's name."""

    def __init__(self, number: int, player: str) -> None:
        super().__init__(number, player)
        self.width = len(player)
        self.head = ""
        """What a line of the seat begins with, its number and player; empty where that is not certain."""
