"""T: whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

from stud_audit.game.boards import board_key
from stud_audit.game.table import Player
from stud_audit.model.events import Checked, Event, Folded
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.saboteur import Saboteur


class WrongOpener(Saboteur, code="T401"):
    """A round from fourth street on is opened by another seat, whose board is plainly another."""

    def rulings(self, dealer: Dealer) -> tuple[str, ...]:
        """In razz the lowest board opens, which is a ruling of its own."""
        return ("razz_opener_rule",) if dealer.game.low_opens else ("opener_rule",)

    def actor(self, dealer: Dealer, player: Player) -> Player:
        """Another who can bet, at the start of a round that nobody else's board could open as well."""
        state = dealer.state
        if state.street < 4 or state.community or state.round.actions or dealer.rng.random() < 0.5:
            return player
        low = dealer.game.low_opens
        for counted in (False, True):  # whatever straights and flushes of so few cards are worth
            boards = [board_key(p.board, low, counted) for p in state.live()]
            mine = board_key(player.board, low, counted)
            if boards.count(mine) > 1 or mine != (min if low else max)(boards):
                return player
        others = [p for p in state.able() if p is not player]
        return dealer.rng.choice(others) if others else player


class OutOfTurn(Saboteur, code="T402"):
    """A player acts before the one whose turn it is, in the middle of a round."""

    def actor(self, dealer: Dealer, player: Player) -> Player:
        """Somebody further round who still has to act."""
        state = dealer.state
        if not state.round.actions or dealer.rng.random() < 0.5:
            return player
        others = [p for p in state.owing() if p is not player]
        return dealer.rng.choice(others) if others else player


class FoldedActs(Saboteur, code="T403"):
    """Who has folded acts once more."""

    def after(self, dealer: Dealer, player: Player) -> Sequence[Event]:
        """A check or fold of a folded player, between others."""
        state = dealer.state
        folded = [p for p in state.players.values() if p.folded]
        if not folded or dealer.turn() is None or dealer.rng.random() < 0.5:
            return ()
        return (dealer.mark(dealer.rng.choice((Checked, Folded))(dealer.rng.choice(folded).seat)),)


class AllInActs(Saboteur, code="T404"):
    """Who is all-in acts once more."""

    def after(self, dealer: Dealer, player: Player) -> Sequence[Event]:
        """A check of an all-in player, between others."""
        state = dealer.state
        done = [p for p in state.players.values() if p.all_in and p is not player and not p.folded]
        if not done or dealer.turn() is None:
            return ()
        return (dealer.mark(Checked(dealer.rng.choice(done).seat)),)


class AfterClose(Saboteur, code="T405"):
    """An action although the round is closed."""

    def after(self, dealer: Dealer, player: Player) -> Sequence[Event]:
        """The last to act checks once more."""
        state = dealer.state
        if dealer.turn() is not None or len(state.able()) < 2 or not player.able or dealer.rng.random() < 0.5:
            return ()
        return (dealer.mark(Checked(player.seat)),)
