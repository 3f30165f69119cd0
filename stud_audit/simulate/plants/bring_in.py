"""B: the bring-in."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from stud_audit.game.opening import bring_in_seats
from stud_audit.game.options import Options
from stud_audit.game.stakes import bring_in_due
from stud_audit.game.table import Player
from stud_audit.houses.house import House
from stud_audit.model.cards import ACE
from stud_audit.model.events import BroughtIn, Checked, Event, Folded
from stud_audit.model.findings import Verdict
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.saboteur import NEUTRAL, Saboteur
from stud_audit.simulate.session import Session
from stud_audit.simulate.tables import one_rich


def forced(dealer: Dealer) -> bool:
    """Whether the bring-in is next."""
    state = dealer.state
    return state.street == 3 and not state.round.actions


class WrongPlayer(Saboteur, code="B301"):
    """Another seat brings in."""

    def rulings(self, dealer: Dealer) -> tuple[str, ...]:
        """In razz the highest card brings in, which is a ruling of its own."""
        return ("razz_bring_in_card",) if dealer.game.low_opens else ("bring_in_card",)

    def actor(self, dealer: Dealer, player: Player) -> Player:
        """Another player who has enough for it, where rank alone picks one, and no ace is in question."""
        due = dealer.header.bring_in or 0
        ranks = [p.up[0] >> 2 for p in dealer.state.live()]
        if not forced(dealer) or ACE in ranks or ranks.count(player.up[0] >> 2) > 1:
            return player
        others = [p for p in dealer.state.able() if p is not player and (p.behind or 0) > due]
        return dealer.rng.choice(others) if others else player

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """They post it."""
        turn = dealer.turn()
        due = dealer.header.bring_in or 0
        return dealer.mark(BroughtIn(player.seat, due, due)) if turn is not player and forced(dealer) else None


def half_the_bring_in(table: Session, rng: Random) -> None:
    """The players post what the header says."""
    table.header = replace(table.header, bring_in=(table.header.bring_in or 2) // 2)


class TableBringIn(
    Saboteur, code="B305", settings=("bring_in_mode",), dialects=NEUTRAL, in_header=True, set_up=half_the_bring_in
):
    """A table whose header has half the bring-in that the house has for its stake."""

    @classmethod
    def fits(cls, house: House) -> bool:
        """Only where the house's own text makes it half the lower limit."""
        ruling = house.rulings.get("bring_in_mode")
        return ruling is not None and ruling.value != "table" and not ruling.silent and not ruling.basis


class WrongAmount(Saboteur, code="B302", settings=("bring_in_mode",)):
    """The right seat brings in for another amount."""

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """Half of what is due, where the log tells what that is, or more than the full bet."""
        due, small = dealer.header.bring_in or 0, dealer.header.small or 0
        if not forced(dealer) or (player.behind or 0) < 2 * small or due < 2:
            return None
        amounts = [small + due]
        if self.dialect == "neutral" or bring_in_due(dealer.as_printed(self.dialect), dealer.rules):
            amounts.append(due // 2)
        amount = dealer.rng.choice(amounts)
        return dealer.mark(BroughtIn(player.seat, amount, amount))


class NotPosted(Saboteur, code="B303", settings=("bring_in_forced",)):
    """The forced player checks or folds instead."""

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """They do neither of what they must; not where an all-in low card left it to them, which logs may not show."""
        if not forced(dealer) or len(dealer.state.able()) < 3:
            return None
        if bring_in_seats(dealer.state, dealer.game, dealer.rules).by is not None:
            return None
        return dealer.mark(dealer.rng.choice((Checked, Folded))(player.seat))


class Undue(Saboteur, code="B304", set_up=one_rich):
    """A bring-in although no opponent can bet."""

    def verdict(self, dealer: Dealer) -> Verdict:
        """No house says it in so many words."""
        return "review"

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """After the deal of third street, where one player alone has chips."""
        able = dealer.state.able()
        due = dealer.header.bring_in or 0
        if dealer.street != 3 or len(able) != 1 or (able[0].behind or 0) <= due or not dealer.honest:
            return events
        return [*events, dealer.mark(BroughtIn(able[0].seat, due, due))]
