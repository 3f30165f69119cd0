"""What of a situation decides: what the house says to all that the game asks of it.

There is no end of situations: each odd all-in makes others of the raises that follow. What the checks say of them rests
on decisions of the game (sizes, the cap, reopening, the stub), and each of these is put to the house here, of the
situation alone: two that get the same answers, by the same settings, are told the same. Where an answer is not a plain
yes, the whole situation decides.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from math import lcm
from typing import Any, Final, cast

from msgspec.structs import replace

from stud_audit.checks.sizes import size_code
from stud_audit.game.betting import Limits, ladder
from stud_audit.game.deck_stub import Stub, community_due
from stud_audit.game.decisions import one_more_raise, raise_again, wager_size
from stud_audit.game.games import GAMES
from stud_audit.game.stakes import bring_in_due, bring_in_minimum
from stud_audit.game.table import Player, Round, RoundWager, Table
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.events import Bet, BroughtIn, Completed, Raised, Wager
from stud_audit.model.hand import Header
from stud_audit.pipeline.situations import Situation
from stud_audit.record.step import Step

_PAIR: Final = (0, 1)
_NO_PAIR: Final = (0, 4)


class Deciding:
    """Tells what of a situation decides, under one house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._every = (house.rules, *[reading.rules for reading in house.readings])

    def of(self, situation: Situation) -> Situation:
        """What of a situation decides; the situation itself where all of it may."""
        told = _TOLD.get(situation[0])  # type: ignore[call-overload]
        return situation if told is None else (told(self, *situation) or situation)

    def _yes(self, holds: Callable[[Rules], bool], street: int) -> frozenset[str] | None:
        """The settings by which the house allows something; None where one of its readings does not."""
        house = self.house
        house.asked.clear()
        return frozenset(house.asked) if house.weigh(holds, street).outcome == "pass" else None

    # --- wagers --------------------------------------------------------------------------------

    def _wager(
        self, kind: type[Wager], street: int, all_in: bool, answered: int, heads_up: bool, pairs: Situation,
        opening: bool, stakes: Situation, amounts: Amount, before: Situation, silent: bool, prompted: Situation,
    ) -> Situation | None:  # fmt: skip
        if stakes[1] != "fixed":
            return None
        if opening and street == 3:
            return ("opens", kind, all_in, stakes, self._opens(stakes, amounts), silent, prompted)
        spot = _Spot(street, stakes, heads_up, before, amounts, answered, pairs)
        to = spot.amounts[-1]
        event = kind(1, to, to, all_in, street=street)
        allowed = [wager_size(spot.table, spot.player, spot.game, spot.limit, event)]
        if kind is not Bet:
            allowed.append(one_more_raise(spot.table, spot.limit))
            if answered >= 0:
                allowed.append(raise_again(spot.table, spot.player, spot.limit))
        answers = tuple([self._yes(decision.holds, street) for decision in allowed])
        if None in answers:
            return None
        house = self.house
        code, high = size_code(spot.step(event), spot.limit, house), street == 4 and spot.high(house.rules)
        return ("wager", kind, street, opening, spot.game.name, code, high, answers, silent, prompted)

    def _opens(self, stakes: Situation, amounts: Amount) -> Situation:
        """Where an opening of third street stands to every amount that a reading names for it."""
        header = _header(stakes)
        small = header.small or 0
        parts, (_, to) = _measured(amounts)
        to = to * small // parts
        dues = [bring_in_due(each, rules) for each in (header, replace(header, bring_in=None)) for rules in self._every]
        named = sorted({small, *[amount for due in dues if due is not None for amount in due.amounts]})
        at = bisect_left(named, to)
        return (at, at < len(named) and named[at] == to)

    def _state(
        self, _: str, word: str, street: int, limits: Situation, pair: bool, heads_up: bool, amounts: Amount,
        before: Situation,
    ) -> Situation | None:  # fmt: skip
        if word != "capped" or limits[1] != "fixed":
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


Amount = tuple[int, ...]
"""Amounts as situations have them, by whatever measure."""


def _measured(amounts: Amount) -> tuple[int, Amount]:
    """The measure of amounts in fixed limit, as parts of the lower limit, and how many of those each is."""
    return (2, amounts) if amounts[0] >= 0 else (-amounts[0] - 1, amounts[1:])


def _header(stakes: Situation) -> Header:
    game, structure, least, most, _, small, big, ante, bring_in, chip, currency, decimals, _ = cast("Any", stakes)
    return Header("", game, structure, small, big, ante, bring_in, least, most, chip, currency, decimals)


class _Spot:
    """A round of fixed limit as a situation tells it: its wagers, and the player who acts."""

    def __init__(
        self, street: int, stakes: Situation, heads_up: bool, before: Situation, amounts: Amount,
        answered: int = -1, pairs: Situation = (),
    ) -> None:  # fmt: skip
        wagers = cast("Any", list(zip(*[iter(before)] * 4, strict=True)))
        measures = [_measured(each) for each in (stakes[4], amounts, *[wager[1] for wager in wagers])]
        common = lcm(*[parts for parts, _ in measures])
        limit, self.amounts, *levels = [
            tuple([amount * common // parts for amount in each]) for parts, each in measures
        ]
        self.limit, self.game = Limits(*limit), GAMES[cast("str", stakes[0])]
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
            event = kind(2, to, to, all_in, street=street)
            round_.wagered(RoundWager(number, 2, event, faced, to, all_in, two))
        round_.to_match = self.amounts[0]

    def high(self, rules: Rules) -> bool:
        """Whether the higher limit has been bet on fourth street."""
        return ladder(self.table.round, self.limit, rules).high

    def step(self, event: Wager) -> Step:
        """The wager as checks of its size are shown it; there is no record that they could look into."""
        none: Any = None
        return Step(0, event, cast("Any", self.table), none, self.game, none, cast("Any", self.player))


def _player(seat: int, acted: bool, *, in_pair: bool) -> Player:
    player = Player(seat, "", None, None)
    player.times = int(acted)
    player.up.extend(_PAIR if in_pair else _NO_PAIR)
    return player


_TOLD: Final[dict[object, Callable[..., Situation | None]]] = {
    Bet: Deciding._wager,
    BroughtIn: Deciding._wager,
    Completed: Deciding._wager,
    Raised: Deciding._wager,
    "state": Deciding._state,
    "call": Deciding._call,
    "stub": Deciding._stub,
    "community": Deciding._community,
}
