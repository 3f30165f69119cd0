"""Talk at the table that looks like lines of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from near.base import Near
from near.tables import short
from stud_audit.game.table import Player
from stud_audit.model.events import ChatSaid, Event
from stud_audit.simulate.dealer import Dealer


class Chat(Near):
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


class Gibberish(Chat, code="R001"):
    """A whole line, and no line at all."""

    words = "*** 5th STREET *** <<checkpoint>>"


class Heading(Chat, code="R002"):
    """A heading."""

    words = "*** SUMMARY ***"


class BadValue(Chat, code="R010"):
    """A value that is none."""

    words = "bets $4o [Kx 9s]"


class FoldedTalks(Chat, code="T403"):
    """Who has folded says what they would have done."""

    words = "raises $4 to $8"

    def speaker(self, dealer: Dealer) -> int | None:
        """A folded player."""
        return next((p.seat for p in dealer.state.players.values() if p.folded), None)


class AllInTalks(Chat, code="T404", set_up=short):
    """Who is all-in says what they would do."""

    words = "checks"

    def speaker(self, dealer: Dealer) -> int | None:
        """A player who is all-in."""
        return next((p.seat for p in dealer.state.players.values() if p.all_in), None)


class LateTalk(Chat, code="T405"):
    """After the round is closed somebody says what they would have done."""

    words = "bets $4"

    def speaker(self, dealer: Dealer) -> int | None:
        """Whoever is still in, when nobody has to act."""
        return dealer.state.live()[0].seat if dealer.turn() is None else None


NEAR: Final = (Gibberish, Heading, BadValue, FoldedTalks, AllInTalks, LateTalk)
