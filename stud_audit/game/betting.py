"""Bet sizes, the raise cap, and reopening, worked out from a round as recorded.

Everything here is a pure function of the state, the stakes, and one reading of the rules. A short
all-in does not move the ladder of full bets: with bets of 10, an all-in raise to 13 leaves the next
full raise at 20, one to 16 (at least half) counts as a full raise and makes it 26 (Robert's Rules,
TDA 47). A wager of a wrong size moves the ladder all the same, since what follows is judged on the
chips as recorded.
"""

from __future__ import annotations

from msgspec import Struct

from stud_audit.game.boards import has_open_pair
from stud_audit.game.games import GameRules
from stud_audit.game.table import Player, Round, RoundWager, Table
from stud_audit.houses.rules import Rules
from stud_audit.model.events import BroughtIn
from stud_audit.model.hand import Header


class Limits(Struct, frozen=True, gc=False):
    """The betting limits of a fixed-limit hand: the lower and the higher bet."""

    small: int
    big: int

    def unit(self, street: int, rules: Rules) -> int:
        """The bet of a street: `street_limits` has `s` or `b` for third to seventh street."""
        return self.small if rules.street_limits[street - 3] == "s" else self.big


def limits(header: Header) -> Limits | None:
    """The limits that the header states, or None where it states none."""
    if header.small is None or header.big is None:
        return None
    return Limits(header.small, header.big)


class Ladder(Struct, frozen=True, gc=False):
    """A round's full bets so far.

    `full` is the level of the last full bet or raise (0 before the first; a bring-in is none);
    `bases` are the levels that the next raise may add to, more than one only after a wager of a
    wrong size. `bets` counts bet, completion, and full raises towards the cap. `high` tells that
    somebody bet the higher limit on fourth street; `capping` is the wager that reached the cap.
    """

    full: int
    bases: tuple[int, ...]
    bets: int
    high: bool
    capping: RoundWager | None
    last_full_event: int


def ladder(round_: Round, limit: Limits, rules: Rules) -> Ladder:
    """The ladder of a round. Worked out once for all who ask of the same wagers: the replay and several checks do."""
    found: Ladder | None = round_.ladders.get(rules)
    if found is None:
        found = round_.ladders[rules] = _climb(round_, limit, rules)
    return found


def _climb(round_: Round, limit: Limits, rules: Rules) -> Ladder:
    unit = limit.unit(round_.street, rules)
    full, bets, high, last_full, bring_in = 0, 0, False, 0, 0
    bring_in_stays = rules.completion_next_raise_base == "bring_in_if_short"
    bases: tuple[int, ...] = (0,)
    capping: RoundWager | None = None
    most = cap_bets(rules)
    for wager in round_.wagers:
        if type(wager.event) is BroughtIn and wager.to < unit:
            if rules.cap_bring_in_counts_as_bet or rules.completion_counts_as_raise:
                bets += 1
            if rules.completion_next_raise_base == "bring_in_plus_full":
                bases = (wager.to,)
            bring_in = wager.to
            continue
        step = limit.big if high else unit
        increase = wager.to - full
        if wager.all_in and increase < step and not _reopens(increase, step, rules):
            if rules.allin_counts_toward_cap == "always":
                bets += 1
            if rules.allin_short_bet_next == "add_full":
                bases = (wager.to,)
            elif bring_in and bring_in_stays and not full:
                bases = (bring_in,)
            continue
        if round_.street == 4 and limit.big > unit and wager.to - full >= limit.big:
            high = True
        right = {base + size for base in bases for size in (unit, limit.big)}
        due = max(bases) + step
        bases = (wager.to,) if wager.all_in or wager.to in right else tuple(dict.fromkeys((wager.to, due)))
        if bring_in and bring_in_stays and not full and 2 * (wager.to - bring_in) < unit:
            bases = (bring_in,)
        full, last_full = wager.to, wager.event_no
        if not (wager.all_in and increase < step and rules.allin_counts_toward_cap == "never"):
            bets += 1
        if most is not None and bets >= most and capping is None:
            capping = wager
    return Ladder(full, bases, bets, high, capping, last_full)


def _reopens(increase: int, unit: int, rules: Rules) -> bool:
    """Whether a short all-in of this increase counts as a full bet or raise."""
    threshold = rules.allin_reopen_threshold
    return increase > 0 if threshold == 0 else increase >= threshold * unit


def cap_bets(rules: Rules) -> int | None:
    """Bets of a round that the cap allows, the opening bet included; None without a cap."""
    if rules.cap_raises is None:
        return None
    return rules.cap_raises + 1


def capped(round_: Round, rungs: Ladder, rules: Rules) -> bool:
    """Whether no further raise is allowed. All-in players do not count as opponents."""
    most = cap_bets(rules)
    if most is None or rungs.bets < most:
        return False
    if rules.cap_heads_up == "round_started_heads_up":
        return not round_.heads_up_at_start
    if rules.cap_heads_up == "heads_up_before_cap":
        return not (rungs.capping is not None and rungs.capping.heads_up)
    return True


def reopened(round_: Round, player: Player, limit: Limits, rules: Rules) -> bool:
    """Whether a player who has acted may raise: a full bet or raise has come after his action.

    Short all-ins that add up to a full raise since then count as one.
    """
    if not player.times:
        return True
    rungs = ladder(round_, limit, rules)
    if rungs.last_full_event > player.last_action:
        return True
    faced = max((w.to for w in round_.wagers if w.event_no <= player.last_action), default=0)
    unit = limit.big if rungs.high else limit.unit(round_.street, rules)
    return _reopens(round_.level - faced, unit, rules) if faced else True


# --- sizes -------------------------------------------------------------------------------------


def pair_showing(state: Table) -> list[Player]:
    """On fourth street: the live players whose board is an open pair."""
    if state.street != 4:
        return []
    return [player for player in state.live() if has_open_pair(player.up)]


class Sizes(Struct, frozen=True, gc=False):
    """The street totals that a bet or raise may go `to`: at the lower and at the higher limit.

    Either may be empty: `high` where the higher limit is not this player's to bet, `low` where
    only the higher one is left.
    """

    low: tuple[int, ...]
    high: tuple[int, ...]

    @property
    def all(self) -> tuple[int, ...]:
        """Every permitted total, rising."""
        if len(self.low) == 1 and not self.high:
            return self.low
        return tuple(sorted({*self.low, *self.high}))


def sizes(state: Table, player: Player, game: GameRules, limit: Limits, rules: Rules) -> Sizes:
    """What a full bet or raise by this player may make the street total under these rules."""
    round_ = state.round
    rungs = ladder(round_, limit, rules)
    unit = limit.unit(round_.street, rules)
    level = round_.level
    double = 2 * limit.small if rules.fourth_double_amount == "twice_small" else limit.big
    if round_.street != 4 or double <= unit:
        return Sizes(tuple([base + unit for base in rungs.bases if base + unit > level]), ())
    opening = rungs.bets == 0
    allowed = high_allowed(state, player, game, rules, rungs)
    low = [base + unit for base in rungs.bases]
    high = [base + double for base in rungs.bases] if allowed else []
    if allowed and not opening and not rungs.high and rules.fourth_high_raise_means == "to_high":
        high = [double]
    mandatory = rules.fourth_double_mode == "mandatory" and bool(pair_showing(state))
    if (rungs.high and rules.fourth_no_mix_down) or (mandatory and allowed):
        low = []
    return Sizes(tuple([to for to in low if to > level]), tuple([to for to in high if to > level]))


def high_allowed(state: Table, player: Player, game: GameRules, rules: Rules, rungs: Ladder) -> bool:
    """Whether this player may wager at the higher limit on fourth street."""
    if rungs.high:
        return True
    opening = rungs.bets == 0
    trigger: str = rules.fourth_double_trigger
    if not opening and rules.fourth_double_raise_trigger != "same":
        trigger = rules.fourth_double_raise_trigger
    if game.name not in rules.fourth_double_games or trigger == "never":
        return False
    if trigger == "always":
        return True
    pairs = pair_showing(state)
    if not pairs:
        return False
    who = rules.fourth_double_who_open if opening else rules.fourth_double_who_raise
    if who == "any" or (who == "pair_holder" and player in pairs):
        return True
    passed = opening and all(holder.times for holder in pairs)
    return passed and rules.fourth_double_if_holder_checks == "others_may"
