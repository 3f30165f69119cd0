"""The clock: T406, T407, and R011."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, timedelta

from msgspec.structs import replace

from stud_audit.game.options import Options
from stud_audit.game.table import Player
from stud_audit.houses.rules import Rules
from stud_audit.model.events import Checked, Event, Protected, TimedOut
from stud_audit.simulate.dealer import Dealer, action_of
from stud_audit.simulate.plants.pot import awards_of
from stud_audit.simulate.saboteur import NEUTRAL, Saboteur, instead


class TooLate(
    Saboteur,
    code="T406",
    settings=("clock_seconds",),
    needs=lambda r: r.clock_seconds is not None and r.clock_runs_from == "prompt",
    dialects=NEUTRAL,
):
    """An action is accepted after the clock has run out."""

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """Some seconds beyond any grace for the network."""
        if dealer.rng.random() < 0.9:
            return None
        seconds = (dealer.rules.clock_seconds or 0) + 2 + dealer.rng.randrange(20)
        return dealer.mark(replace(dealer.choice(player, options), at=dealer.time(seconds)))


class AfterTimeout(TooLate):
    """An action of the player's own is accepted although the log has their time run out."""

    def asks(self, dealer: Dealer, player: Player, options: Options, events: Sequence[Event]) -> Sequence[Event]:
        """Their time runs out."""
        self.out = not options.bring_in and dealer.rng.random() < 0.1
        return [*events, dealer.ran_out(player)] if self.out else events

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """And they act all the same."""
        return dealer.mark(replace(dealer.choice(player, options), source="manual")) if self.out else None


class Protecting(Saboteur, needs=lambda r: r.clock_timeout_action == "protected"):
    """A fault of a house that keeps a player whose time runs out in the hand, for what they have put in."""


class TimeoutElse(Protecting, code="T407", settings=("clock_timeout_action",)):
    """A player whose time runs out is folded or checked, or has their stack pushed in or the bring-in posted."""

    done = ""

    def allowed(self, dealer: Dealer, rules: Rules) -> bool:
        """A text that may be read so."""
        if self.done == "bring-in":
            return rules.clock_bring_in_timeout == "auto_post"
        return rules.clock_timeout_action in {
            "fold": ("fold", "check_or_fold"),
            "check": ("check", "check_or_fold"),
            "push": ("push_stack",),
        }.get(self.done, ())

    def asks(self, dealer: Dealer, player: Player, options: Options, events: Sequence[Event]) -> Sequence[Event]:
        """Now and then: what can be done for them there."""
        ways = ["bring-in"] if options.bring_in else ["fold", "push"] if options.call else ["check", "push"]
        way = dealer.rng.choice(ways)
        pushed = (player.behind or 0) > options.call and (options.bets or options.raises)
        if dealer.rng.random() < 0.8 or (way == "push" and not (pushed and self.dialect == "neutral")):
            return events
        self.done = way
        return [*events, dealer.ran_out(player)]

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """The software does it."""
        if not self.done:
            return None
        level, most = dealer.state.round.to_match, player.street_put + (player.behind or 0)
        kind, amount = {
            "fold": ("fold", 0),
            "check": ("check", 0),
            "bring-in": ("bring-in", options.bring_in[0] if options.bring_in else 0),
            "push": ("raise" if level else "bet", most),
        }[self.done]
        action = action_of(kind, player, amount, level, dealer.street)
        return dealer.mark(replace(action, source="timeout"))


class TooEarly(Protecting, code="T407", settings=("clock_seconds",), dialects=NEUTRAL):
    """A player's time runs out before the house's clock has."""

    def asks(self, dealer: Dealer, player: Player, options: Options, events: Sequence[Event]) -> Sequence[Event]:
        """Seconds too early, facing a bet."""
        if not options.call or dealer.rng.random() < 0.8:
            return events
        early = (dealer.rules.clock_seconds or 10) - dealer.rng.randrange(2, 8)
        return [*events, dealer.mark(TimedOut(player.seat, at=dealer.time(early))), Protected(player.seat)]


class ProtectedActs(Protecting, code="T407", settings=("clock_protected_may_act",), dialects=NEUTRAL):
    """A protected player takes part in the betting again."""

    def allowed(self, dealer: Dealer, rules: Rules) -> bool:
        """Some let them."""
        return rules.clock_protected_may_act

    seat = 0

    def asks(self, dealer: Dealer, player: Player, options: Options, events: Sequence[Event]) -> Sequence[Event]:
        """Somebody is protected first."""
        if self.seat or not options.call or len(dealer.state.able()) < 4 or dealer.rng.random() < 0.5:
            return events
        self.seat = player.seat
        return [*events, dealer.ran_out(player), Protected(player.seat)]

    def after(self, dealer: Dealer, player: Player) -> Sequence[Event]:
        """They check between others, on a later street."""
        state = dealer.state
        protected = state.players.get(self.seat)
        if protected is None or dealer.turn() is None or state.round.to_match or not state.round.actions:
            return ()
        return (dealer.mark(Checked(self.seat)),)


class ClockBack(Saboteur, code="R011", dialects=NEUTRAL):
    """A time that is earlier than the one before."""

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """An award before the hand began."""
        award = awards_of(events)[0]
        early = (dealer.header.played_at or dealer.now).replace(tzinfo=UTC) - timedelta(seconds=30)
        return instead(events, award, dealer.mark(replace(award, at=early)))
