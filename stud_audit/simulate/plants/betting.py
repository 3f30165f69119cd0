"""W: the wagers."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from stud_audit.game.betting import capped, ladder, limits, pair_showing, reopened, sizes
from stud_audit.game.options import Options
from stud_audit.game.stakes import bring_in_due
from stud_audit.game.table import Player
from stud_audit.houses.rules import Rules
from stud_audit.model.events import Bet, BroughtIn, Called, Checked, Event, Raised
from stud_audit.simulate.dealer import Dealer
from stud_audit.simulate.saboteur import NEUTRAL, Saboteur
from stud_audit.simulate.session import Session, reseat
from stud_audit.simulate.tables import short_stacks


def bet(player: Player, to: int) -> Bet:
    """An opening bet."""
    added = to - player.street_put
    return Bet(player.seat, added, to, added == player.behind)


def raised(dealer: Dealer, player: Player, to: int) -> Raised:
    """A raise."""
    added = to - player.street_put
    return Raised(player.seat, added, to, added == player.behind, to - dealer.state.round.to_match)


def rich(player: Player, to: int) -> bool:
    """Whether the player has more than this street total needs."""
    return player.behind is not None and player.behind > to - player.street_put


class BetSize(Saboteur, code="W501", structures=("fixed", "spread")):
    """An opening bet of a size that is no unit."""

    def rulings(self, dealer: Dealer) -> tuple[str, ...]:
        """In spread limit it is the table that says the largest bet."""
        return ("street_limits",) if dealer.header.structure == "fixed" else ()

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """Half of a bet, or half as much again; in spread limit more than the largest."""
        if not options.bets or dealer.street == 3:
            return None
        if dealer.header.structure == "spread":
            to = (dealer.header.spread_max or 0) + (dealer.header.spread_min or 0)
            return dealer.mark(bet(player, to)) if rich(player, to) else None
        to = options.bets[0] * dealer.rng.choice((1, 3)) // 2
        right = (0, dealer.header.small, dealer.header.big)
        return dealer.mark(bet(player, to)) if to not in right and rich(player, to) else None


class RaiseSize(Saboteur, code="W502", structures=("fixed", "spread")):
    """A completion or raise of a wrong increment."""

    def rulings(self, dealer: Dealer) -> tuple[str, ...]:
        """A size that no reading of a completion gives breaks the limits; in spread limit the table says the most."""
        return ("street_limits",) if dealer.header.structure == "fixed" else ()

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """A quarter of the small bet too much; in spread limit more than the largest bet."""
        if not options.raises:
            return None
        if dealer.header.structure == "spread":
            to = dealer.state.round.to_match + (dealer.header.spread_max or 0) + (dealer.header.spread_min or 0)
            return dealer.mark(raised(dealer, player, to)) if rich(player, to) else None
        to = options.raises[0] + max((dealer.header.small or 0) // 4, 1)
        return dealer.mark(raised(dealer, player, to)) if to not in options.raises and rich(player, to) else None


def matched(dealer: Dealer) -> bool:
    """Whether the bet has been called: what another leaves out of it does not go back to the bettor then."""
    state = dealer.state
    return sum(player.street_put == state.round.to_match for player in state.players.values()) > 1


def short_all_in(dealer: Dealer) -> bool:
    """Whether the last wager is an all-in of less than half a bet over a full one, where no bring-in is about."""
    state, unit = dealer.state, dealer.header.big or 0
    wagers = state.round.wagers
    if state.street < 5 or not wagers or not wagers[-1].all_in or 2 * wagers[-1].by >= unit:
        return False
    return all(wager.by == unit for wager in wagers[:-1])


class OverShortAllIn(
    Saboteur,
    code="W502",
    settings=("allin_short_bet_next",),
    needs=lambda r: r.allin_short_bet_next == "complete_to_full",
    looseness=0.9,
    set_up=short_stacks(4, 1, 9),
):
    """After a short all-in a raise adds a whole bet to it, where it has to complete it."""

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """The level and one bet."""
        to = dealer.state.round.to_match + (dealer.header.big or 0)
        if not options.raises or to in options.raises or not short_all_in(dealer) or not rich(player, to):
            return None
        return dealer.mark(raised(dealer, player, to))


class CallAmount(Saboteur, code="W503"):
    """A call of the wrong amount."""

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """One unit too few; not over a short bring-in in a log that does not say how much the full one is."""
        due, wagers = options.call, dealer.state.round.wagers
        short = len(wagers) == 1 and isinstance(wagers[0].event, BroughtIn) and wagers[0].all_in
        if short and not bring_in_due(dealer.as_printed(self.dialect), dealer.rules):
            return None
        if due < 2 or not rich(player, player.street_put + due) or not matched(dealer):
            return None
        added = due - 1
        return dealer.mark(Called(player.seat, added, player.street_put + added))


class CheckFacing(Saboteur, code="W504"):
    """A check facing a bet."""

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """They check."""
        if not options.call or not matched(dealer) or dealer.rng.random() < 0.6:
            return None
        return dealer.mark(Checked(player.seat))


class NotAvailable(Saboteur, code="W505"):
    """A call with nothing to call, or a bet facing a bet."""

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """By what stands open."""
        unit = dealer.header.small or 0
        if options.bets and dealer.street > 3 and rich(player, player.street_put + unit):
            return dealer.mark(Called(player.seat, unit, player.street_put + unit))
        if options.raises and dealer.street > 3 and options.call and rich(player, options.raises[0]):
            return dealer.mark(bet(player, options.raises[0]))
        return None


def one_with_chips(table: Session, rng: Random) -> None:
    """One player with chips among others who have few."""
    small, rich_ones = table.header.small or 1, [60 * (table.header.big or 1)]
    least = 2 * small + (table.header.ante or 0)
    reseat(table, rng.randrange(2, 4), lambda: rich_ones.pop() if rich_ones else rng.randrange(least, 6 * small))


class NobodyCanCall(Saboteur, code="W505", looseness=0.9, set_up=one_with_chips):
    """A raise although everybody else is all-in or folded."""

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """The next full raise."""
        state, limit = dealer.state, limits(dealer.header)
        if limit is None or not options.call or any(other.able and other is not player for other in state.live()):
            return None
        totals = sizes(state, player, dealer.game, limit, dealer.rules).all
        if capped(state.round, ladder(state.round, limit, dealer.rules), dealer.rules) or not rich(player, totals[0]):
            return None
        return dealer.mark(raised(dealer, player, totals[0]))


class OverCap(Saboteur, code="W506", settings=("cap_raises", "cap_heads_up")):
    """One raise too many."""

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """Raise until the cap, and once more."""
        state, limit = dealer.state, limits(dealer.header)
        if limit is None or not options.call:
            return None
        if options.raises:
            to = options.raises[0]
            return raised(dealer, player, to) if dealer.looseness > 0.5 and rich(player, to) else None
        if not reopened(state.round, player, limit, dealer.rules) or len(state.able()) < 3:
            return None
        totals = sizes(state, player, dealer.game, limit, dealer.rules).all
        return dealer.mark(raised(dealer, player, totals[0])) if totals and rich(player, totals[0]) else None


class HighBet(Saboteur, code="W507"):
    """The higher limit on fourth street with no pair showing."""

    def rulings(self, dealer: Dealer) -> tuple[str, ...]:
        """In hi-lo and razz there is no such option at all."""
        return ("fourth_double_trigger",) if dealer.header.game == "stud" else ("fourth_double_games",)

    def allowed(self, dealer: Dealer, rules: Rules) -> bool:
        """Where the text can be read as giving the option to everybody, always."""
        return rules.fourth_double_trigger == "always" and dealer.header.game in rules.fourth_double_games

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """An opening bet at the higher limit."""
        big = dealer.header.big or 0
        if dealer.street != 4 or not options.bets or pair_showing(dealer.state) or not rich(player, big):
            return None
        return dealer.mark(bet(player, big))


class LowAfterHigh(
    Saboteur,
    code="W508",
    settings=("fourth_no_mix_down",),
    needs=lambda r: r.fourth_double_trigger == "open_pair",
    games=("stud",),
):
    """Back to the lower limit after a bet at the higher one."""

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """Bet high where a pair allows it, and raise low after it."""
        state, limit = dealer.state, limits(dealer.header)
        if dealer.street != 4 or limit is None:
            return None
        if options.bets and limit.big in options.bets and rich(player, limit.big):
            return bet(player, limit.big)
        rungs = ladder(state.round, limit, dealer.rules)
        to = rungs.full + limit.small
        return dealer.mark(raised(dealer, player, to)) if rungs.high and options.raises and rich(player, to) else None


class OverStack(Saboteur, code="W509"):
    """More chips than the player has."""

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """A full call by one who has less."""
        level = dealer.state.round.to_match
        due = level - player.street_put
        if not options.call or player.behind is None or player.behind >= due:
            return None
        return dealer.mark(Called(player.seat, due, level))


class AllInMark(Saboteur, code="W510"):
    """Marked all-in with chips behind, or the last chip unmarked."""

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """On a call."""
        due = options.call
        if not due or (player.behind != due and dealer.rng.random() < 0.9):
            return None
        return dealer.mark(Called(player.seat, due, player.street_put + due, all_in=player.behind != due))


class NotReopened(
    Saboteur, code="W511", settings=("allin_reopen_threshold",), looseness=0.8, set_up=short_stacks(4, 1, 6)
):
    """A raise over a short all-in, by one whose action it does not reopen."""

    def acts(self, dealer: Dealer, player: Player, options: Options) -> Event | None:
        """Where only a short all-in has come since they acted."""
        state, limit = dealer.state, limits(dealer.header)
        if limit is None or not options.call or options.raises or not player.times:
            return None
        if reopened(state.round, player, limit, dealer.rules) or len(state.able()) < 2:
            return None
        if any(isinstance(w.event, BroughtIn) and w.seat == player.seat for w in state.round.wagers):
            return None
        if sum(wager.all_in for wager in state.round.wagers) > 1:
            return None  # whether the first of them was a full bet may be open, and with it what the second does
        totals = sizes(state, player, dealer.game, limit, dealer.rules).all
        return dealer.mark(raised(dealer, player, totals[0])) if totals and rich(player, totals[0]) else None


class StructureNotOffered(
    Saboteur, code="W512", settings=("structure",), needs=lambda r: "spread" not in r.structure, dialects=NEUTRAL
):
    """A betting structure that the house does not offer."""

    def begins(self, dealer: Dealer) -> None:
        """Spread limit, as the header has it; the bets of fixed limit lie within the spread."""
        header = dealer.header
        dealer.header = replace(header, structure="spread", spread_min=header.small, spread_max=header.big)
        dealer.mark_header()
