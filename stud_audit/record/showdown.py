"""The show-down: who contends, whose cards are known, and which hands win each pot."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from msgspec import Struct

from stud_audit.game.games import GameRules
from stud_audit.game.pots import Pot, pots
from stud_audit.game.ranks import LowRank, high_rank, low_rank
from stud_audit.houses.rules import Rules
from stud_audit.model.cards import Cards
from stud_audit.record.doubts import RecordedPlayer, RecordedTable
from stud_audit.record.index import Script
from stud_audit.record.known_cards import known_hand

NO_LOW: Final[LowRank] = (99,)
"""Worse than every low: what a hand without a qualifying low is worth in that half."""


class Contest(Struct, frozen=True, gc=False):
    """One pot and who wins it on the cards that are known.

    `high` and `low` are the best seats among those whose cards are known, empty where that half
    does not exist (no qualifying low, or the game has none). `unknown` are contenders whose cards
    the log does not show; while there are any, the winners are not certain.
    """

    pot: Pot
    high: tuple[int, ...]
    low: tuple[int, ...]
    unknown: tuple[int, ...]
    contested: bool

    @property
    def certain(self) -> bool:
        """Whether every contender's cards are known, or only one contends."""
        return not self.unknown or not self.contested

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that win a part of it, as far as is known."""
        return tuple(dict.fromkeys((*self.high, *self.low)))


class Showdown:
    """The show-down of a finished hand, worked out once for all checks."""

    def __init__(self, state: RecordedTable, script: Script, game: GameRules, rules: Rules) -> None:
        self._state, self._script, self.game = state, script, game
        self._qualifier = rules.stud8_low_qualifier if game.qualifier else None
        self.halved = game.high and game.low

    @cached_property
    def live(self) -> tuple[RecordedPlayer, ...]:
        """Those who contend: nobody who folded, unless the record has him play on as if he had not."""
        return tuple([p for p in self._state.players.values() if not p.folded or self.revived(p)])

    def revived(self, player: RecordedPlayer) -> bool:
        """Whether a folded player both got cards and acted later: then his fold was none."""
        script, fold = self._script, player.fold_event
        if not fold or script.last_sign.get(player.seat, 0) <= fold:
            return False

        def later(numbers: Mapping[int, list[int]]) -> bool:
            return any(
                number > fold and getattr(script.event(number), "seat", None) == player.seat
                for street, on_street in numbers.items()
                if street > player.folded
                for number in on_street
            )

        return later(script.deals) and later(script.actions)

    @cached_property
    def pots(self) -> tuple[Pot, ...]:
        """Main and side pots before rake."""
        return pots(self._state, self.live)

    @cached_property
    def hands(self) -> dict[int, Cards | None]:
        """Live seats to their seven cards, or None where not all are known."""
        return {player.seat: known_hand(self._state, self._script, player.seat) for player in self.live}

    @cached_property
    def high(self) -> dict[int, int]:
        """Seats with known cards to the rank of their high hand; a smaller rank is better."""
        return {seat: high_rank(cards) for seat, cards in self.hands.items() if cards}

    @cached_property
    def low(self) -> dict[int, LowRank]:
        """Seats with known cards to the rank of their low, `NO_LOW` where none qualifies; smaller is better."""
        return {seat: low_rank(cards, self._qualifier) or NO_LOW for seat, cards in self.hands.items() if cards}

    @cached_property
    def contests(self) -> tuple[Contest, ...]:
        """The pots in order, each with its winners on the known cards."""
        return tuple([self._contest(pot) for pot in self.pots])

    def _contest(self, pot: Pot) -> Contest:
        if len(pot.contenders) < 2:
            return Contest(pot, pot.contenders, (), (), contested=False)
        unknown = tuple([seat for seat in pot.contenders if self.hands[seat] is None])
        high = _best(self.high, pot.contenders) if self.game.high else ()
        low = _best(self.low, pot.contenders) if self.game.low else ()
        if low and self.low[low[0]] == NO_LOW:
            low = ()
        return Contest(pot, high, low, unknown, contested=True)


def _best(ranks: Mapping[int, int] | Mapping[int, LowRank], seats: tuple[int, ...]) -> tuple[int, ...]:
    known = [seat for seat in seats if seat in ranks]
    if not known:
        return ()
    best = min(ranks[seat] for seat in known)
    return tuple([seat for seat in known if ranks[seat] == best])
