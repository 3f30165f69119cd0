"""The clock: T406, T407, and R011."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, timedelta

from msgspec.structs import replace

from stud_audit.game.options import Options
from stud_audit.game.table import Player
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.events import Event, Folded, TimedOut
from stud_audit.simulate.plants.pot import awards_of
from stud_audit.simulate.play import Dealer
from stud_audit.simulate.saboteur import Saboteur


class TooLate(Saboteur):
    """An action is accepted after the clock has run out."""

    code = "T406"
    dialects = ("neutral",)
    settings = ("clock_seconds",)

    @classmethod
    def fits(cls, house: House, dialect: str) -> bool:
        """Only where the clock runs from the prompt."""
        return house.rules.clock_seconds is not None and house.rules.clock_runs_from == "prompt"

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """Some seconds beyond any grace for the network."""
        if dealer.rng.random() < 0.9:
            return None
        seconds = (dealer.rules.clock_seconds or 0) + 2 + dealer.rng.randrange(20)
        return dealer.mark(replace(dealer.choice(player, options), at=dealer.time(seconds)))


class TimeoutFolds(Saboteur):
    """A player whose time runs out is folded where the house protects him."""

    code = "T407"
    settings = ("clock_timeout_action",)

    @classmethod
    def fits(cls, house: House, dialect: str) -> bool:
        """Only where he is all-in for what he has put in."""
        return house.rules.clock_timeout_action == "protected"

    def allowed(self, dealer: Dealer, rules: Rules) -> bool:
        """A text that may be read as folding him."""
        return rules.clock_timeout_action in ("fold", "check_or_fold")

    def asks(self, dealer: Dealer, player: Player, options: Options, events: Sequence[Event]) -> Sequence[Event]:
        """His time runs out facing a bet."""
        if not options.call or dealer.rng.random() < 0.8:
            return events
        self.out = player.seat
        return [*events, TimedOut(player.seat, at=dealer.time(dealer.rules.clock_seconds or 10))]

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """And he is folded."""
        return dealer.mark(Folded(player.seat, source="timeout")) if self.out == player.seat else None

    def __init__(self, dialect: str = "neutral") -> None:
        super().__init__(dialect)
        self.out = 0


class ClockBack(Saboteur):
    """A time that is earlier than the one before."""

    code = "R011"
    dialects = ("neutral",)

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """An award before the hand began."""
        award = awards_of(events)[0]
        early = (dealer.header.played_at or dealer.now).replace(tzinfo=UTC) - timedelta(seconds=30)
        wrong = replace(award, at=early)
        dealer.mark(wrong)
        return [wrong if event is award else event for event in events]
