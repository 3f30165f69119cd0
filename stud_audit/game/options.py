"""What a player may do on their turn: the one list of legal actions, for explaining and simulating.

Checks judge what was done; this says what could have been done. Both rest on `betting`, `opening`,
and `stakes`, so that they cannot disagree.
"""

from __future__ import annotations

from msgspec.structs import replace

from stud_audit.game.betting import Limits, capped, ladder, limits, reopened, sizes
from stud_audit.game.games import GameRules
from stud_audit.game.opening import bring_in_seats
from stud_audit.game.spread import Spread, spread_capped, spread_of, within_reach
from stud_audit.game.stakes import bring_in_due
from stud_audit.game.table import Player, Table
from stud_audit.houses.rules import Rules
from stud_audit.model.hand import Header
from stud_audit.model.values import Value


class Options(Value, frozen=True):
    """The legal actions of a player. Amounts are street totals; an all-in for less is included as such.

    `bring_in` holds the amounts that a forced player may open for short of a full bet, `bets` the
    opening bets (on third street: for the full bet), `raises` the totals of a completion or raise.
    `call` is the number of chips to add, 0 where there is nothing to call.
    """

    fold: bool = False
    check: bool = False
    call: int = 0
    bring_in: tuple[int, ...] = ()
    bets: tuple[int, ...] = ()
    raises: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return self.fold or self.check or bool(self.call or self.bring_in or self.bets or self.raises)


def options(state: Table, player: Player, header: Header, game: GameRules, rules: Rules) -> Options:
    """What this player may do now, on their turn, in fixed or spread limit.

    In spread limit `bets` and `raises` are the ends of a range: any total between them is allowed too, and
    so is any between the bring-in and a `bets` beside it. Where the stakes are unknown there are no amounts
    but that of a call, and nothing for a player who has to bring in.
    """
    limit = spread_of(header) or limits(header)
    round_ = state.round
    stack = player.behind
    if state.street == 3 and not round_.to_match and not round_.actions:
        opening = bring_in_seats(state, game, rules)
        if player.seat in opening.seats:
            # From a low card that is all-in the opening falls to the next, who may fold.
            mine = Options() if limit is None else _forced(player, header, limit, rules)
            return replace(mine, fold=opening.by is not None)
    due = max(round_.to_match - player.street_put, 0)
    if state.short_bring_in() and rules.bring_in_short_due == "full":
        full = bring_in_due(header, rules)
        due = max(due, full.amount - player.street_put) if full else due
    call = due if stack is None else min(due, stack)
    totals: tuple[int, ...] = ()
    if limit is not None and any(other.able and other is not player for other in state.players.values()):
        totals = _full_or_all_in(state, player, game, limit, rules, call)
    if due:
        return Options(fold=True, call=call, raises=totals)
    return Options(check=True, bets=() if round_.to_match else totals, raises=totals if round_.to_match else ())


def _forced(player: Player, header: Header, limit: Limits | Spread, rules: Rules) -> Options:
    stake = bring_in_due(header, rules)
    amounts = stake.amounts[:1] if stake else ()
    if isinstance(limit, Spread):
        amounts = amounts or (limit.least,)
        most = limit.most if player.behind is None else min(limit.most, player.behind)
        full: tuple[int, ...] = (most,) if rules.bring_in_any_between != "never" and most > amounts[0] else ()
    else:
        full = (limit.small,) if rules.bring_in_may_open_full else ()
    if player.behind is None:
        return Options(bring_in=amounts, bets=full)
    least = min((*amounts, *full), default=0)
    if player.behind <= least:
        return Options(bring_in=(player.behind,))
    return Options(bring_in=amounts, bets=tuple([amount for amount in full if amount <= player.behind]))


def _full_or_all_in(
    state: Table, player: Player, game: GameRules, limit: Limits | Spread, rules: Rules, call: int
) -> tuple[int, ...]:
    """The totals of a bet or raise that the player can afford, and all their chips where those fall short of one."""
    round_ = state.round
    if isinstance(limit, Spread):
        return () if round_.to_match and spread_capped(round_, rules) else within_reach(player, limit, round_, rules)
    rungs = ladder(round_, limit, rules)
    if round_.to_match and (capped(round_, rungs, rules) or not reopened(round_, player, limit, rules)):
        return ()
    totals = sizes(state, player, game, limit, rules).all
    if player.behind is None:
        return totals
    most = player.street_put + player.behind
    affordable = tuple([to for to in totals if to <= most])
    short = bool(totals) and player.behind > call and most < totals[-1] and most not in affordable
    return (*affordable, most) if short else affordable
