"""B: the bring-in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from stud_audit.engine.legal import Options
from stud_audit.engine.state import Player
from stud_audit.model.events import BroughtIn, Checked, Event, Folded
from stud_audit.simulate.play import Dealer
from stud_audit.simulate.saboteur import Saboteur


def forced(dealer: Dealer) -> bool:
    """Whether the bring-in is next."""
    state = dealer.replay.state
    return state.street == 3 and not state.round.actions


class WrongPlayer(Saboteur):
    """Another seat brings in."""

    code: ClassVar[str] = "B301"

    def actor(self, dealer: Dealer, player: Player) -> Player:
        """Any other player who has enough for the bring-in, and whose door card is of another rank."""
        due = dealer.header.bring_in or 0
        others = [
            other
            for other in dealer.replay.state.able()
            if other is not player and (other.left or 0) > due and other.up[0] >> 2 not in (player.up[0] >> 2, 12)
        ]
        return dealer.rng.choice(others) if forced(dealer) and others else player

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """He posts it."""
        turn = dealer.replay.turn()
        due = dealer.header.bring_in or 0
        return dealer.mark(BroughtIn(player.seat, due, due)) if turn is not player and forced(dealer) else None


class WrongAmount(Saboteur):
    """The right seat brings in for another amount."""

    code: ClassVar[str] = "B302"

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """Less than half of what is due, or more than the full bet."""
        due, small = dealer.header.bring_in or 0, dealer.header.small or 0
        if not forced(dealer) or (player.left or 0) < 2 * small or due < 2:
            return None
        amount = dealer.rng.choice((due // 2, small + due))
        return dealer.mark(BroughtIn(player.seat, amount, amount))


class NotPosted(Saboteur):
    """The forced player checks or folds instead."""

    code: ClassVar[str] = "B303"

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """He does neither of what he must."""
        if not forced(dealer) or len(dealer.replay.state.able()) < 3:
            return None
        return dealer.mark(dealer.rng.choice((Checked, Folded))(player.seat))


class Undue(Saboteur):
    """A bring-in although no opponent can bet."""

    code: ClassVar[str] = "B304"
    verdict: ClassVar[str] = "review"

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """After the deal of third street, where one player alone has chips."""
        able = dealer.replay.state.able()
        due = dealer.header.bring_in or 0
        if dealer.street != 3 or len(able) != 1 or (able[0].left or 0) <= due or not dealer.honest:
            return events
        return [*events, dealer.mark(BroughtIn(able[0].seat, due, due))]
