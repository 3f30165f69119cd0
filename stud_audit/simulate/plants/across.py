"""X: from hand to hand of a table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from random import Random

from msgspec.structs import replace

from stud_audit.model.events import BoughtIn, Event, SeatTaken
from stud_audit.model.findings import Verdict
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.saboteur import NEUTRAL, Saboteur
from stud_audit.simulate.session import Session


def half_the_least(table: Session, rng: Random) -> None:
    """Half of ten small bets for one of them."""
    amount = 5 * (table.header.small or 1)
    bought = rng.choice(table.buy_ins)
    table.seats[bought.seat].stack = amount
    table.buy_ins = [replace(other, amount=amount) if other is bought else other for other in table.buy_ins]


class SmallBuyIn(
    Saboteur,
    code="X801",
    settings=("buyin_min_mult",),
    needs=lambda r: r.buyin_min_mult is not None and not (r.buyin_posted or r.buyin_short_ok),
    dialects=NEUTRAL,
    set_up=half_the_least,
):
    """A player sits down with less than the house's minimum buy-in."""

    def seats(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """The smallest buy-in is the fault."""
        dealer.mark(min((event for event in events if isinstance(event, BoughtIn)), key=lambda event: event.amount))
        return events


class StackChanged(Saboteur, code="X802", dialects=NEUTRAL):
    """A stack that is not what the hand before left."""

    seat = 0

    def verdict(self, dealer: Dealer) -> Verdict:
        """The stacks of two others show that no hand is missing; that of one alone may agree by chance."""
        return "review" if len(dealer.seats) == 2 else "violation"

    def begins(self, dealer: Dealer) -> None:
        """Some bets more for a player who bought nothing."""
        if dealer.table.hands < 2 or dealer.table.faulted:
            return
        self.seat = dealer.rng.choice(sorted(set(dealer.seats) - {bought.seat for bought in dealer.table.buy_ins}))
        more = dealer.rng.randrange(1, 5) * (dealer.header.small or 1)
        dealer.seats[self.seat].stack += more
        dealer.table.seats[self.seat].stack += more

    def seats(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """It shows where they take their seat."""
        for event in events:
            if isinstance(event, SeatTaken) and event.seat == self.seat:
                dealer.mark(event)
        return events


class ButtonAstray(
    Saboteur,
    code="X803",
    settings=("button_moves",),
    needs=lambda r: r.button_moves.startswith("next"),
    dialects=NEUTRAL,
):
    """The button goes to the wrong player."""

    def begins(self, dealer: Dealer) -> None:
        """To anybody but the next."""
        others = sorted(set(dealer.seats) - {dealer.table.button})
        bought = {buy_in.seat for buy_in in dealer.table.buy_ins}
        if dealer.table.hands < 2 or dealer.table.faulted or not others or len(set(dealer.seats) - bought) < 2:
            return  # two who carry their stacks over show that no hand is missing between
        dealer.table.button = dealer.rng.choice(others)
        dealer.header = replace(dealer.header, button=dealer.table.button)
        dealer.mark_header()


class Overlap(
    Saboteur, code="X804", settings=("hands_may_overlap",), needs=lambda r: not r.hands_may_overlap, dialects=NEUTRAL
):
    """A hand starts before the last is over."""

    def begins(self, dealer: Dealer) -> None:
        """A moment earlier, and not before the last has begun: then that one would be the later."""
        if dealer.table.ended is None or dealer.table.faulted:
            return
        dealer.now = dealer.table.ended - timedelta(milliseconds=dealer.rng.randrange(100, 1500))
        dealer.header = replace(dealer.header, played_at=dealer.now)
        dealer.mark_header()
