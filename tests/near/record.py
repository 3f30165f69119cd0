"""Near misses of the record, the clock, the interface, and of what goes on from hand to hand: these take some doing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from random import Random
from typing import Final

from msgspec.structs import replace

from near.base import Near, any_of, near
from near.play import check_raise
from near.tables import short
from stud_audit.game.options import Options
from stud_audit.game.table import Player
from stud_audit.model.events import (
    AntePosted,
    ButtonsOffered,
    CardDealt,
    CardsReprinted,
    Event,
    PotAwarded,
    PreactionSet,
    Protected,
    Raised,
    TimedOut,
)
from stud_audit.simulate.dealer import Dealer, action_of
from stud_audit.simulate.saboteur import NEUTRAL
from stud_audit.simulate.session import Session


def alike_names(table: Session, rng: Random) -> None:
    """A player whose name is the beginning of another's."""
    one, other = rng.sample(sorted(table.seats), 2)
    table.seats[other].player = f"{table.seats[one].player}_"


class Together(Near, code="R011", dialects=NEUTRAL):
    """Times that stand still."""

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """All awards at one moment."""
        self.done = True
        now = dealer.now.replace(tzinfo=UTC)
        return [replace(event, at=now) if isinstance(event, PotAwarded) else event for event in events]


class Repeated(Near, code="D110"):
    """A board that is repeated as it is."""

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """Before the next card."""
        result: list[Event] = []
        for event in events:
            if isinstance(event, CardDealt) and 3 < dealer.street < 7:
                self.done = True
                result.append(CardsReprinted(event.seat, "up", tuple(dealer.state.players[event.seat].up)))
            result.append(event)
        return result


def half_the_limits(table: Session, rng: Random) -> None:
    """A table with half the limits, and less than the ante."""
    header = table.header
    small, ante = header.small or 2, header.ante or 2
    table.header = replace(header, small=small // 2, big=small, ante=ante - 1, bring_in=small // 4)


def not_payable(table: Session, rng: Random) -> None:
    """The chips do not pay a tenth and a half of the limit: 0.025 may be rounded up, and 0.125 is rounded down."""
    table.header = replace(table.header, small=25, big=50, ante=3, bring_in=12)


class Asked(Near, code="A205", dialects=NEUTRAL):
    """An ante that its player posts by hand, having switched the automatic one off."""

    def antes(self, dealer: Dealer, antes: Sequence[AntePosted]) -> Sequence[Event]:
        """One of them."""
        self.done = True
        first, *others = antes
        return [PreactionSet(first.seat, "no-auto-ante"), replace(first, source="manual"), *others]


class JustInTime(Near, code="T406", dialects=NEUTRAL):
    """An action with the last second of the clock."""

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """A tenth of a second is left."""
        if not self.now(dealer, 0.1):
            return None
        return replace(dealer.choice(player, options), at=dealer.time((dealer.rules.clock_seconds or 1) - 0.2))


class ProtectedInTime(Near, code="T407", dialects=NEUTRAL):
    """A player whose time runs out is protected, as the house says."""

    def after(self, dealer: Dealer, player: Player) -> Sequence[Event]:
        """Facing a bet, among others who go on."""
        state, turn = dealer.state, dealer.turn()
        facing = turn is not None and turn.street_put < state.round.to_match
        if turn is None or not facing or len(state.able()) < 4 or not self.now(dealer):
            return ()
        late = dealer.time(dealer.rules.clock_seconds or 10)
        return (TimedOut(turn.seat, at=late), Protected(turn.seat))


class ProtectedThen(ProtectedInTime, code="T406", needs=lambda r: r.clock_timeout_action == "protected"):
    """And nothing else is taken from them."""


def least_buy_ins(table: Session, rng: Random) -> None:
    """The minimum buy-in, to the chip, for all of them."""
    amount = 10 * (table.header.small or 1)
    table.buy_ins = [replace(bought, amount=amount) for bought in table.buy_ins]
    for seat in table.seats.values():
        seat.stack = amount


class AtOnce(Near, code="X804", dialects=NEUTRAL):
    """A hand that starts at the very moment at which the last is over."""

    def begins(self, dealer: Dealer) -> None:
        """To the millisecond."""
        if dealer.table.ended is not None:
            self.done = True
            dealer.now = dealer.table.ended
            dealer.header = replace(dealer.header, played_at=dealer.now)


class Ahead(Near, code="U902", dialects=NEUTRAL):
    """A pre-action that fires as it was chosen."""

    chosen: tuple[int, int] | None = None

    def after(self, dealer: Dealer, player: Player) -> Sequence[Event]:
        """Chosen before the turn comes."""
        state, turn = dealer.state, dealer.turn()
        others = [p.seat for p in state.owing() if p is not turn and p.street_put < state.round.to_match]
        if self.chosen or not others:
            return ()
        self.chosen = others[0], state.round.to_match
        return (PreactionSet(others[0], "call"),)

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """If nobody has raised since, and else forgotten."""
        if self.done or self.chosen is None or self.chosen[0] != player.seat:
            return None
        if self.chosen[1] != dealer.state.round.to_match or not options.call:
            return None
        call = action_of("call", player, options.call, dealer.state.round.to_match, dealer.street)
        self.done = True
        return replace(call, source="preaction")


NEAR: Final = (
    near("R006", lambda d: True, alike_names),
    Together,
    near("R012", any_of(Raised, lambda event: event.all_in), short),
    Repeated,
    near("A204", lambda d: True, half_the_limits),
    near("A206", lambda d: True, not_payable, dialects=NEUTRAL),
    near("B305", lambda d: True, not_payable, dialects=NEUTRAL),
    Asked,
    JustInTime,
    ProtectedInTime,
    ProtectedThen,
    near("X801", lambda d: bool(d.table.buy_ins), least_buy_ins, dialects=NEUTRAL),
    AtOnce,
    Ahead,
    near("R005", lambda d: d.table.hands > 1),
    near("X802", lambda d: d.table.hands > 1 and bool(d.table.buy_ins), dialects=NEUTRAL),
    near("X803", lambda d: d.table.hands > 1, dialects=NEUTRAL),
    near("U901", lambda d: d.state.street > 4, dialects=NEUTRAL),
    near(
        "U903",
        any_of(ButtonsOffered, lambda event: "raise" not in event.buttons),
        needs=lambda rules: rules.buttons_in_turn is not None,
        dialects=NEUTRAL,
    ),
    near("U904", check_raise, dialects=NEUTRAL),
)
