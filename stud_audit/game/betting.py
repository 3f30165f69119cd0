"""Bet sizes, the raise cap, and reopening, worked out from a round as recorded.

Everything here is a pure function of the state, the stakes, and one reading of the rules. A short
all-in does not move the ladder of full bets: with bets of 10, an all-in raise to 13 leaves the next
full raise at 20, one to 16 (at least half) counts as a full raise and makes it 26 (Robert's Rules,
TDA 47). A wager of a wrong size moves the ladder all the same, since what follows is judged on the
chips as recorded.
"""

from __future__ import annotations

from stud_audit.game.boards import has_open_pair
from stud_audit.game.games import GameRules
from stud_audit.game.table import Player, Round, RoundWager, Table
from stud_audit.houses.rules import Rules
from stud_audit.houses.traced import remembered
from stud_audit.model.events import BroughtIn, Wager
from stud_audit.model.hand import Header, Structure
from stud_audit.model.values import Value


class Limits(Value, frozen=True):
    """The betting limits of a fixed-limit hand: the lower and the higher bet."""

    small: int
    big: int

    def unit(self, street: int, rules: Rules) -> int:
        """The bet of a street, the lower one where the house fixes none."""
        return self.big if rules.street_limits[street - 3] == "b" else self.small


def limits(header: Header) -> Limits | None:
    """The limits that the header states, or None where it states none."""
    if header.small is None or header.big is None:
        return None
    return Limits(header.small, header.big)


class Ladder(Value, frozen=True):
    """A round's full bets so far.

    `full` is the level of the last full bet or raise (0 before the first; a bring-in is none);
    `bases` are the levels that the next raise may add to, more than one only after a wager of a
    wrong size. `bets` counts bet, completion, and full raises towards the cap. `high` tells that
    somebody bet the higher limit on fourth street; `capping` is the wager that reached the cap.
    `bring_in` is the level of a bring-in below the full bet, 0 without one.
    """

    full: int = 0
    bases: tuple[int, ...] = (0,)
    bets: int = 0
    high: bool = False
    capping: RoundWager | None = None
    last_full_event: int = 0
    bring_in: int = 0


def ladder(round_: Round, limit: Limits, rules: Rules) -> Ladder:
    """The ladder of a round. Each wager is climbed once for all who ask: the replay and several checks do."""
    rungs: list[Ladder] = remembered(
        round_.ladders, rules, lambda before, asked: _climb(before or [Ladder()], round_, limit, asked)
    )
    return rungs[-1]


def _climb(rungs: list[Ladder], round_: Round, limit: Limits, rules: Rules) -> list[Ladder]:
    for wager in round_.wagers[len(rungs) - 1 :]:
        rungs.append(_rung(rungs[-1], wager, round_.street, limit, rules))
    return rungs


def _rung(below: Ladder, wager: RoundWager, street: int, limit: Limits, rules: Rules) -> Ladder:
    """The ladder with one more wager."""
    unit, most = limit.unit(street, rules), cap_bets(rules)
    full, bases, bets, bring_in = below.full, below.bases, below.bets, below.bring_in
    opens = street == 3 and not wager.before and not wager.all_in  # for less: the bring-in by any name
    if wager.to < unit and (opens or type(wager.event) is BroughtIn):
        if rules.cap_bring_in_counts_as_bet or rules.completion_counts_as_raise:
            bets += 1
        if rules.completion_next_raise_base == "bring_in_plus_full":
            bases = (wager.to,)
        return Ladder(full, bases, bets, below.high, below.capping, below.last_full_event, wager.to)
    step = limit.big if below.high else unit
    increase = wager.to - full
    if wager.all_in and increase < step and not _counts_as_full(wager.to, full, bring_in, step, rules):
        if rules.allin_counts_toward_cap == "always":
            bets += 1
        if rules.allin_short_bet_next == "add_full":
            bases = (wager.to,)
        elif bring_in and not full and rules.completion_next_raise_base == "bring_in_if_short":
            bases = (bring_in,)
        return Ladder(full, bases, bets, below.high, below.capping, below.last_full_event, bring_in)
    high = below.high or (street == 4 and limit.big > unit and increase >= limit.big)
    right = {base + size for base in bases for size in (unit, limit.big)}
    due = max(bases) + step
    bases = (wager.to,) if wager.all_in or wager.to in right else tuple(dict.fromkeys((wager.to, due)))
    just_completed = bring_in > 0 and not full and 2 * (wager.to - bring_in) < unit
    if just_completed and rules.completion_next_raise_base == "bring_in_if_short":
        bases = (bring_in,)
    if not (wager.all_in and increase < step and rules.allin_counts_toward_cap == "never"):
        bets += 1
    capping = wager if below.capping is None and most is not None and bets >= most else below.capping
    return Ladder(wager.to, bases, bets, high, capping, wager.event_no, bring_in)


def _counts_as_full(to: int, full: int, bring_in: int, unit: int, rules: Rules) -> bool:
    """Whether an all-in to less than `full` and a unit more counts as a full bet or raise."""
    of = rules.allin_half_of
    if of == "increase" and bring_in and not full:
        return _enough(to - bring_in, unit - bring_in, rules)
    return of != "whole" and _enough(to - full, unit, rules)


def _enough(increase: int, unit: int, rules: Rules) -> bool:
    """Whether an increase is the share of a unit from which it counts as one."""
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
    """Whether a player who has acted may raise: a full bet or raise has come after their action.

    Short all-ins that add up to a full raise since then count as one.
    """
    if not player.times:
        return True
    rungs = ladder(round_, limit, rules)
    if rungs.last_full_event > player.last_action:
        return True
    answered = round_.wagers_until(player.last_action)
    faced = round_.wagers[answered - 1].to if answered else 0
    unit = limit.big if rungs.high else limit.unit(round_.street, rules)
    if not faced or round_.to_match - faced >= unit:
        return True
    return rules.allin_half_of != "whole" and _enough(round_.to_match - faced, unit, rules)


# --- sizes -------------------------------------------------------------------------------------


def pair_showing(state: Table) -> list[Player]:
    """On fourth street: the live players whose board is an open pair."""
    if state.street != 4:
        return []
    return [player for player in state.live() if has_open_pair(player.up[:4])]


class Sizes(Value, frozen=True):
    """The street totals that a bet or raise may go `to`: at the lower and at the higher limit.

    Either may be empty: `high` where the higher limit is not this player's to bet, `low` where
    only the higher one is left.
    """

    low: tuple[int, ...]
    high: tuple[int, ...]
    free: bool = False
    """The house fixes no size on this street."""

    def __contains__(self, wager: object) -> bool:
        """Whether a bet or raise is of such a size, or all-in for less than the highest of them."""
        if not isinstance(wager, Wager):
            return False
        return self.free or wager.to in self.all or (wager.all_in and wager.to < max(self.all, default=0))

    @property
    def all(self) -> tuple[int, ...]:
        """Every permitted total, rising."""
        if len(self.low) == 1 and not self.high:
            return self.low
        return tuple(sorted({*self.low, *self.high}))


def sizes(
    state: Table, player: Player, game: GameRules, limit: Limits, rules: Rules, wager: Wager | None = None
) -> Sizes:
    """What a full bet or raise by this player may make the street total under these rules.

    With a `wager`, only as far as it matters for that: with no pair showing, the double bet of fourth street is no
    question for a bet at the lower limit.
    """
    round_ = state.round
    rungs = ladder(round_, limit, rules)
    unit = limit.unit(round_.street, rules)
    level = round_.to_match
    free = rules.street_limits[round_.street - 3] == "unruled"
    low = [base + unit for base in rungs.bases]
    high: list[int] = []
    doubles = round_.street == 4 and limit.big > unit
    pairs = pair_showing(state) if doubles else []
    if doubles and (pairs or rungs.high or wager is None or wager.to not in low):
        allowed = rungs.high or double_allowed(player, pairs, game, "fixed", rungs.bets == 0, rules)
        double = limit.big
        if allowed and rules.fourth_double_amount == "twice_small":
            double = 2 * limit.small
        if allowed and rungs.bets and not rungs.high and rules.fourth_high_raise_means == "to_high":
            high = [double]
        elif allowed:
            high = [base + double for base in rungs.bases]
        if rungs.high:
            low = [] if rules.fourth_double_trigger != "never" and rules.fourth_no_mix_down else low
        elif allowed and pairs and rules.fourth_double_mode == "mandatory":
            low = []
    return Sizes(tuple([to for to in low if to > level]), tuple([to for to in high if to > level]), free)


def double_allowed(
    player: Player, pairs: list[Player], game: GameRules, structure: Structure, opening: bool, rules: Rules
) -> bool:
    """Whether this player may take the double bet of fourth street, where `pairs` show an open pair."""
    if game.name not in rules.fourth_double_games:
        return "unruled" in rules.fourth_double_games
    if structure not in rules.fourth_double_structures:
        return False
    trigger: str = rules.fourth_double_trigger
    if not opening and rules.fourth_double_raise_trigger != "same":
        trigger = rules.fourth_double_raise_trigger
    if trigger != "open_pair" or not pairs:
        return trigger == "always"
    if player in pairs and (opening or rules.fourth_double_who_raise != "nobody"):
        return True
    if not opening:
        return rules.fourth_double_who_raise == "any"
    if rules.fourth_double_who_open == "any":
        return True
    return all(holder.times for holder in pairs) and rules.fourth_double_if_holder_checks == "others_may"
