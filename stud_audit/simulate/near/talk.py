"""Talk at the table that looks like lines of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from stud_audit.game.table import Player
from stud_audit.model.events import ChatSaid, Event
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.near.doing import Doing
from stud_audit.simulate.near.watching import short
from stud_audit.simulate.session import Session


class Chat(Doing):
    """Talk that looks like a line of the hand, at the worst moment."""

    words: str = "folds"

    def speaker(self, dealer: Dealer) -> int | None:
        """Who talks."""
        return dealer.rng.choice(sorted(dealer.seats))

    def after(self, dealer: Dealer, player: Player) -> Sequence[Event]:
        """Between two actions, or after the last of a round."""
        seat = self.speaker(dealer)
        if seat is None or not self.now(dealer):
            return ()
        return (ChatSaid(seat, self.words),)


class Gibberish(Chat):
    """A whole line, and no line at all."""

    code = "R001"
    words = "*** 5th STREET *** <<checkpoint>>"


class Heading(Chat):
    """A heading."""

    code = "R002"
    words = "*** SUMMARY ***"


class BadValue(Chat):
    """A value that is none."""

    code = "R010"
    words = "bets $4o [Kx 9s]"


class FoldedTalks(Chat):
    """Who has folded says what they would have done."""

    code = "T403"
    words = "raises $4 to $8"

    def speaker(self, dealer: Dealer) -> int | None:
        """A folded player."""
        return next((p.seat for p in dealer.state.players.values() if p.folded), None)


class AllInTalks(Chat):
    """Who is all-in says what they would do."""

    code = "T404"
    words = "checks"
    own_table = True

    @classmethod
    def sets_up(cls, table: Session, rng: Random) -> None:
        """Many short stacks."""
        short(table, rng)

    def speaker(self, dealer: Dealer) -> int | None:
        """A player who is all-in."""
        return next((p.seat for p in dealer.state.players.values() if p.all_in), None)


class LateTalk(Chat):
    """After the round is closed somebody says what they would have done."""

    code = "T405"
    words = "bets $4"

    def speaker(self, dealer: Dealer) -> int | None:
        """Whoever is still in, when nobody has to act."""
        return dealer.state.live()[0].seat if dealer.turn() is None else None


NEAR: Final = (Gibberish, Heading, BadValue, FoldedTalks, AllInTalks, LateTalk)
