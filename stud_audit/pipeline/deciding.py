"""What of a situation decides: what the house says to all that the game asks of it.

There is no end of situations: each odd all-in makes others of the raises that follow. What the checks say of them rests
on decisions of the game (sizes, the cap, reopening, the stub), and each of these is put to the house here, of the
situation alone: two that get the same answers, by the same clauses, are told the same. Where an answer is not a plain
yes, the whole situation decides.
"""

from __future__ import annotations

from collections.abc import Callable
from math import lcm
from typing import Any, Final, cast

from msgspec.structs import replace

from stud_audit.checks.sizes import size_code
from stud_audit.game.betting import Limits, ladder
from stud_audit.game.decisions import Decision, one_more_raise, raise_again, spread_size, wager_size
from stud_audit.game.deck_stub import Stub, community_due
from stud_audit.game.games import GAMES
from stud_audit.game.spread import Spread
from stud_audit.game.stakes import bring_in_due, bring_in_minimum, least_buy_in
from stud_audit.game.table import Player, Round, RoundWager, Table
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.events import Bet, BroughtIn, Completed, Raised, Wager
from stud_audit.model.hand import Header
from stud_audit.model.rows import BET, BROUGHT_IN, COMPLETED, RAISED
from stud_audit.pipeline.situations import Situation
from stud_audit.record.step import Step

_PAIR: Final = (0, 1)
_NO_PAIR: Final = (0, 4)
_LATELY: Final = 64
_MOST: Final = 64
"""Wagers of a round; of more, which no cap stopped, each is a situation of its own."""


class Deciding:
    """Tells what of a situation decides, under one house.

    Dropped are the amounts and wagers themselves, and the mark of an all-in: nothing else rests on it.
    """

    def __init__(self, house: House) -> None:
        self.house = house
        self._every = (house.rules, *[reading.rules for reading in house.readings])
        self._resting: dict[frozenset[str], Situation] = {}
        """The clauses that rest on settings, after whether there are any settings; no more is told of what was read."""
        self._lately: dict[Situation, Situation] = {}
        """What was told last: of what is new in a hand it is asked again when the hand is judged, and when learned."""

    def of(self, situation: Situation) -> Situation:
        """What of a situation decides; the situation itself where all of it may."""
        told = _TOLD.get(situation[0])
        if told is None:
            return situation
        deciding = self._lately.get(situation)
        if deciding is None:
            if len(self._lately) >= _LATELY:
                self._lately.clear()
            deciding = self._lately[situation] = told(self, *situation) or situation
        return deciding

    def _yes(self, holds: Callable[[Rules], bool], street: int) -> Situation | None:
        """The clauses by which the house allows something; None where one of its readings does not."""
        house = self.house
        house.asked.clear()
        if house.weigh(holds, street).outcome != "pass":
            return None
        read = frozenset(house.asked)
        if read not in self._resting:
            clauses = (*house.clauses, *house.fallback_clauses, *house.game_clauses)
            self._resting[read] = (bool(read), *[n for n, clause in enumerate(clauses) if clause.rests_on(read)])
        return self._resting[read]

    # --- wagers --------------------------------------------------------------------------------

    def _wager(
        self, kind: int, street: int, all_in: bool, answered: int, heads_up: bool, pairs: Situation,
        opening: bool, stakes: Situation, amounts: Amount, before: Situation, silent: bool, prompted: Situation,
    ) -> Situation | None:  # fmt: skip
        if opening and street == 3:
            return ("opens", kind, all_in, stakes, self._opens(stakes, amounts), silent, prompted)
        if len(before) > _MOST * len(_WAGER):
            return None
        spot = _Spot(street, stakes, heads_up, before, amounts, answered, pairs)
        to = spot.amounts[-1]
        event = _TYPES[kind](1, to, to, all_in, street=street)
        asked = spot.spread_asked(event) if spot.spread is not None else spot.fixed_asked(event, self.house)
        if asked is None:
            return None
        code, high, decisions = asked
        answers = tuple([self._yes(decision.holds, street) for decision in decisions])
        if None in answers:
            return None
        return ("wager", kind, street, opening, spot.game.name, code, high, answers, silent, prompted)

    def _opens(self, stakes: Situation, amounts: Amount) -> Situation:
        """Where an opening of third street stands to every amount that a reading names for it."""
        header = _header(stakes)
        parts, (_, to) = _measured(amounts)
        if header.structure == "fixed":
            to = to * (header.small or 0) // parts
        dues = [bring_in_due(each, rules) for each in (header, replace(header, bring_in=None)) for rules in self._every]
        named = {amount for due in dues if due is not None for amount in due.amounts}
        return _place(to, {*named, header.small or 0, header.spread_min or 0, header.spread_max or 0})

    def _state(
        self, _: str, word: str, street: int, limits: Situation, pair: bool, heads_up: bool, amounts: Amount,
        before: Situation,
    ) -> Situation | None:  # fmt: skip
        if word != "capped" or limits[1] != "fixed" or len(before) > _MOST * len(_WAGER):
            return None
        spot = _Spot(street, limits, heads_up, before, amounts)
        more = one_more_raise(spot.table, spot.limit)
        answer = self._yes(lambda rules: not more.holds(rules), street)
        return None if answer is None else ("capped", street, spot.game.name, answer)

    def _call(
        self, kind: str, street: int, all_in: bool, less: bool, short: tuple[Any, ...], prompted: Situation
    ) -> Situation | None:
        """A call of what is due; after a bring-in that was all-in for less, what it is of that by each reading."""
        if not short:
            return (kind, street, prompted)
        stakes, due, added, put, behind, no_more = short
        header = _header(stakes)
        full = [
            (bring_in_minimum(header, rules) or 0) if rules.bring_in_short_due == "full" else 0 for rules in self._every
        ]
        owed = tuple([added == min(max(due, each - put), behind) for each in full])
        return (kind, street, prompted, stakes, no_more, added > due, added == min(due, behind), owed)

    # --- before the cards ------------------------------------------------------------------------

    def _buy_in(self, name: str, stakes: Situation, amount: int, kind: str) -> Situation:
        """Whether a buy-in is the least one at least, by each reading."""
        header = _header(stakes)
        least = [least_buy_in(header, rules) for rules in self._every]
        return (name, kind, tuple([None if each is None else amount >= each for each in least]))

    # --- the stub ------------------------------------------------------------------------------

    def _stub(self, kind: str, spare: tuple[Stub | bool | None], shared: bool) -> Situation | None:
        stub = spare[0]
        if stub is None or shared:
            return (kind, None)
        return None if isinstance(stub, bool) else self._due(kind, stub, dealt=False)

    def _community(self, kind: str, stub: Stub | None) -> Situation | None:
        return None if stub is None else self._due(kind, stub, dealt=True)

    def _due(self, kind: str, stub: Stub, *, dealt: bool) -> Situation | None:
        """Whether a community card has to be dealt, and that it was, or was not, is allowed."""
        answer = self._yes(lambda rules: community_due(stub, rules) in (dealt, None), 7)
        return None if answer is None else (kind, community_due(stub, self.house.rules), answer)


def _place(amount: int, named: set[int]) -> Situation:
    """Where an amount stands among others: above how many, and whether it is one of them."""
    return (sum(each < amount for each in named), amount in named)


_TYPES: Final[dict[int, type[Wager]]] = {BET: Bet, BROUGHT_IN: BroughtIn, COMPLETED: Completed, RAISED: Raised}
_WAGER: Final = ("type", "amounts", "all-in", "heads-up")
"""What is told of each wager before."""

Amount = tuple[int, ...]
"""Amounts as situations have them, by whatever measure."""


def _measured(amounts: Amount) -> tuple[int, Amount]:
    """In how many parts of the lower limit amounts are told, and how many each is; in spread limit they are plain."""
    return (2, amounts) if amounts[0] >= 0 else (max(-amounts[0] - 1, 1), amounts[1:])


def _header(stakes: Situation) -> Header:
    game, structure, least, most, _, small, big, ante, bring_in, chip, currency, decimals, _ = cast("Any", stakes)
    return Header("", game, structure, small, big, ante, bring_in, least, most, chip, currency, decimals)


class _Spot:
    """A round as a situation tells it: its wagers, and the player who acts.

    `limit` is None in spread limit, `spread` in fixed; both where the amounts of neither are known.
    """

    def __init__(
        self, street: int, stakes: Situation, heads_up: bool, before: Situation, amounts: Amount,
        answered: int = -1, pairs: Situation = (),
    ) -> None:  # fmt: skip
        name, structure, least, most, lower_and_higher = cast("Any", stakes[:5])
        wagers = cast("Any", list(zip(*[iter(before)] * len(_WAGER), strict=True)))
        measures = [_measured(each) for each in (lower_and_higher, amounts, *[wager[1] for wager in wagers])]
        common = lcm(*[parts for parts, _ in measures])
        (small, big), self.amounts, *levels = [
            tuple([amount * common // parts for amount in each]) for parts, each in measures
        ]
        self.limit = Limits(small, big) if structure == "fixed" else None
        known = structure == "spread" and least is not None and most is not None and not (small or big)
        self.spread = Spread(least, most) if known else None
        self.game = GAMES[name]
        self.player = _player(1, answered >= 0, in_pair=bool(pairs) and bool(pairs[1]))
        self.player.last_action = max(answered, 0)
        players = {1: self.player}
        if pairs:
            holders, own, acted = cast("tuple[int, bool, bool]", pairs)
            players.update({seat: _player(seat, acted, in_pair=True) for seat in range(2, 2 + holders - own)})
        self.table = Table(players, list(players))
        self.table.street = street
        self.table.round = round_ = Round(street, heads_up)
        for number, ((kind, _, all_in, two), (faced, to)) in enumerate(zip(wagers, levels, strict=True), 1):
            event = _TYPES[kind](2, to, to, all_in, street=street)
            round_.wagered(RoundWager(number, 2, event, faced, to, all_in, two))
        round_.to_match = self.amounts[0]

    def fixed_asked(self, event: Wager, house: House) -> _Asked | None:
        """The check of a wager's size, whether the higher limit was bet before, and what decides on the wager."""
        limit, table, player = self.limit, self.table, self.player
        if limit is None:
            return None
        decisions = [wager_size(table, player, self.game, limit, event)]
        if type(event) is not Bet:
            decisions.append(one_more_raise(table, limit))
            if player.times:
                decisions.append(raise_again(table, player, limit))
        none: Any = None  # checks of sizes look at no record
        step = Step(0, event, cast("Any", table), none, self.game, none, cast("Any", player))
        high = table.street == 4 and ladder(table.round, limit, house.rules).high
        return size_code(step, limit, house), high, decisions

    def spread_asked(self, event: Wager) -> _Asked | None:
        """The same in spread limit; None for twice the largest bet, which may be the double bet of fourth street."""
        spread, table = self.spread, self.table
        if spread is None or event.to == table.round.to_match + 2 * spread.most:
            return None
        decisions = [spread_size(table, spread, event)]
        if type(event) is not Bet:
            decisions.append(one_more_raise(table, None))
        return "spread", False, decisions


_Asked = tuple[str, bool, list[Decision]]


def _player(seat: int, acted: bool, *, in_pair: bool) -> Player:
    player = Player(seat, "", None, None)
    player.times = int(acted)
    player.up.extend(_PAIR if in_pair else _NO_PAIR)
    return player


_TOLD: Final[dict[object, Callable[..., Situation | None]]] = {
    BET: Deciding._wager,
    BROUGHT_IN: Deciding._wager,
    COMPLETED: Deciding._wager,
    RAISED: Deciding._wager,
    "state": Deciding._state,
    "buy-in": Deciding._buy_in,
    "call": Deciding._call,
    "stub": Deciding._stub,
    "community": Deciding._community,
}
