"""A player of a plain hand."""

from __future__ import annotations

from stud_audit.game.table import Player
from stud_audit.model.cards import Cards
from stud_audit.model.rows import Row


class PlainSeat(Player):
    """A player who is dealt in."""

    def __init__(self, place: int, taken: Row, ante: int) -> None:
        super().__init__(taken.seat, taken.player or "", taken.stack, taken.stack)
        self.place = place
        self.put = ante
        self.left = (taken.stack or 0) - ante
        """Their chips that are not in the pot."""
        self.all_in = self.left == 0
        self.answered = -1
        """How many wagers of the round there were after their last action."""
        self.own = 0
        """The cards that lie before them, a bit for each."""
        self.seven = 0
        """The seven cards that were revealed, in the same way, a shared one among them."""
        self.hand: Cards = ()
        """The same, rising."""
        self.mucked = self.summarised = False
