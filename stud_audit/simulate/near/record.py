"""Near misses of the record, the clock, the interface, and of what goes on from hand to hand: these take some doing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from random import Random
from typing import Final

from msgspec.structs import replace

from stud_audit.game.options import Options
from stud_audit.game.table import Player
from stud_audit.houses.house import House
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
from stud_audit.simulate.near.doing import Doing
from stud_audit.simulate.near.play import check_raise
from stud_audit.simulate.near.watching import events_of, near, short
from stud_audit.simulate.session import Session


class SameNames(Doing):
    """A player whose name is the beginning of another's."""

    code = "R006"
    own_table = True

    @classmethod
    def sets_up(cls, table: Session, rng: Random) -> None:
        """Two such players at a table."""
        one, other = rng.sample(sorted(table.seats), 2)
        table.seats[other].player = f"{table.seats[one].player}_"

    def touches(self, dealer: Dealer) -> bool:
        """Every hand there."""
        return True


class Together(Doing):
    """Times that stand still."""

    code = "R011"

    def ends(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """All awards at one moment."""
        self.done = True
        now = dealer.now.replace(tzinfo=UTC)
        return [replace(event, at=now) if isinstance(event, PotAwarded) else event for event in events]


class ShortIncrease(Doing):
    """A raise by a player's last chips, whose increase is no bet."""

    code = "R012"
    own_table = True

    @classmethod
    def sets_up(cls, table: Session, rng: Random) -> None:
        """Many short stacks."""
        short(table, rng)

    def touches(self, dealer: Dealer) -> bool:
        """Stated as it is."""
        return any(event.all_in for event in events_of(dealer, Raised))


class Repeated(Doing):
    """A board that is repeated as it is."""

    code = "D110"

    def dealt(self, dealer: Dealer, events: Sequence[Event]) -> Sequence[Event]:
        """Before the next card."""
        result: list[Event] = []
        for event in events:
            if isinstance(event, CardDealt) and 3 < dealer.street < 7:
                self.done = True
                result.append(CardsReprinted(event.seat, "up", tuple(dealer.state.players[event.seat].up)))
            result.append(event)
        return result


class LowerTable(Doing):
    """A table with a lower limit and a lower ante."""

    code = "A204"
    own_table = True

    @classmethod
    def sets_up(cls, table: Session, rng: Random) -> None:
        """Half the limits, and less than the ante."""
        header = table.header
        small, ante = header.small or 2, header.ante or 2
        table.header = replace(header, small=small // 2, big=small, ante=ante - 1, bring_in=small // 4)

    def touches(self, dealer: Dealer) -> bool:
        """Every hand there."""
        return True


class TenthNotPayable(Doing):
    """A table at whose stake the chips pay neither a tenth nor a half of the lower limit."""

    code = "A206"
    own_table = True

    @classmethod
    def sets_up(cls, table: Session, rng: Random) -> None:
        """0.025 may be rounded up, and 0.125 is rounded down."""
        table.header = replace(table.header, small=25, big=50, ante=3, bring_in=12)

    def touches(self, dealer: Dealer) -> bool:
        """Every hand there."""
        return True


class HalfNotPayable(TenthNotPayable):
    """The same of the bring-in."""

    code = "B305"


class Asked(Doing):
    """An ante that its player posts by hand, having switched the automatic one off."""

    code = "A205"

    def antes(self, dealer: Dealer, antes: Sequence[AntePosted]) -> Sequence[Event]:
        """One of them."""
        self.done = True
        first, *others = antes
        return [PreactionSet(first.seat, "no-auto-ante"), replace(first, source="manual"), *others]


class JustInTime(Doing):
    """An action with the last second of the clock."""

    code = "T406"

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """A tenth of a second is left."""
        if not self.now(dealer, 0.1):
            return None
        return replace(dealer.choice(player, options), at=dealer.time((dealer.rules.clock_seconds or 1) - 0.2))


class ProtectedInTime(Doing):
    """A player whose time runs out is protected, as the house says."""

    code = "T407"
    dialects = ("neutral",)

    def after(self, dealer: Dealer, player: Player) -> Sequence[Event]:
        """Facing a bet, among others who go on."""
        state, turn = dealer.state, dealer.turn()
        facing = turn is not None and turn.street_put < state.round.level
        if turn is None or not facing or len(state.able()) < 4 or not self.now(dealer):
            return ()
        late = dealer.time(dealer.rules.clock_seconds or 10)
        return (TimedOut(turn.seat, at=late), Protected(turn.seat))


class ProtectedThen(ProtectedInTime):
    """And nothing else is taken from them."""

    code = "T406"

    @classmethod
    def fits(cls, house: House, dialect: str) -> bool:
        """As above."""
        return ProtectedInTime.fits(house, dialect)


class LeastBuyIn(Doing):
    """The minimum buy-in, to the chip."""

    code = "X801"
    own_table = True

    @classmethod
    def sets_up(cls, table: Session, rng: Random) -> None:
        """For all of them."""
        amount = 10 * (table.header.small or 1)
        table.buy_ins = [replace(bought, amount=amount) for bought in table.buy_ins]
        for seat in table.seats.values():
            seat.stack = amount

    def touches(self, dealer: Dealer) -> bool:
        """Every hand there."""
        return bool(dealer.table.buy_ins)


class AtOnce(Doing):
    """A hand that starts at the very moment at which the last is over."""

    code = "X804"

    def begins(self, dealer: Dealer) -> None:
        """To the millisecond."""
        if dealer.table.ended is not None:
            self.done = True
            dealer.now = dealer.table.ended
            dealer.header = replace(dealer.header, played_at=dealer.now)


class Ahead(Doing):
    """A pre-action that fires as it was chosen."""

    code = "U902"

    def __init__(self, dialect: str = "neutral") -> None:
        super().__init__(dialect)
        self.chosen: tuple[int, int] | None = None

    def after(self, dealer: Dealer, player: Player) -> Sequence[Event]:
        """Chosen before the turn comes."""
        state, turn = dealer.state, dealer.turn()
        others = [p.seat for p in state.owing() if p is not turn and p.street_put < state.round.level]
        if self.chosen or not others:
            return ()
        self.chosen = others[0], state.round.level
        return (PreactionSet(others[0], "call"),)

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """If nobody has raised since, and else forgotten."""
        if self.done or self.chosen is None or self.chosen[0] != player.seat:
            return None
        if self.chosen[1] != dealer.state.round.level or not options.call:
            return None
        call = action_of("call", player, options.call, dealer.state.round.level, dealer.street)
        self.done = True
        return replace(call, source="preaction")


NEAR: Final = (
    SameNames,
    Together,
    ShortIncrease,
    Repeated,
    LowerTable,
    TenthNotPayable,
    HalfNotPayable,
    Asked,
    JustInTime,
    ProtectedInTime,
    ProtectedThen,
    LeastBuyIn,
    AtOnce,
    Ahead,
    near("R005", lambda d: d.table.hands > 1),
    near("X802", lambda d: d.table.hands > 1 and bool(d.table.buy_ins), dialects=("neutral",)),
    near("X803", lambda d: d.table.hands > 1, dialects=("neutral",)),
    near("U901", lambda d: d.state.street > 4, dialects=("neutral",)),
    near("U903", lambda d: any("raise" not in e.buttons for e in events_of(d, ButtonsOffered)), dialects=("neutral",)),
    near("U904", check_raise, dialects=("neutral",)),
)
