"""The show-down: whose cards are known, and which hands win each pot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from stud_audit.engine.games import GameRules
from stud_audit.engine.pots import Pot, pots
from stud_audit.engine.ranks import LowRank, high_rank, low_rank
from stud_audit.engine.script import Script
from stud_audit.engine.state import State
from stud_audit.model.cards import Card, Cards


def full_hand(state: State, script: Script, seat: int) -> Cards | None:
    """The seven known cards of a player, the shared card included; None where one is not known.

    Cards that the log reveals after the betting come first; a show-down line with six cards is
    filled up from the deal.
    """
    player = state.players[seat]
    dealt = [card for card in player.cards if card >= 0]
    revealed = [card for card in script.revealed(seat) if card >= 0]
    shared: list[Card] = [card for card in state.community if card >= 0]
    cards = list(dict.fromkeys(revealed + shared))
    if len(cards) < 7:
        cards = list(dict.fromkeys(revealed + dealt + shared))
    return tuple(cards) if len(cards) == 7 else None


@dataclass(frozen=True, slots=True)
class Contest:
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


class Showdown:
    """The show-down of a finished hand, worked out once for all checks."""

    def __init__(self, state: State, script: Script, game: GameRules) -> None:
        self._state, self._script, self._game = state, script, game

    @cached_property
    def pots(self) -> tuple[Pot, ...]:
        """Main and side pots before rake."""
        return pots(self._state)

    @cached_property
    def hands(self) -> dict[int, Cards | None]:
        """Live seats to their seven cards, or None where not all are known."""
        state, script = self._state, self._script
        return {player.seat: full_hand(state, script, player.seat) for player in state.live()}

    @cached_property
    def high(self) -> dict[int, int]:
        """Seats with known cards to the rank of their high hand; a smaller rank is better."""
        return {seat: high_rank(tuple(sorted(cards))) for seat, cards in self.hands.items() if cards}

    @cached_property
    def low(self) -> dict[int, LowRank]:
        """Seats with known cards and a (qualifying) low to its rank; a smaller rank is better."""
        lows = {seat: low_rank(cards, self._game.qualifier) for seat, cards in self.hands.items() if cards}
        return {seat: value for seat, value in lows.items() if value is not None}

    @cached_property
    def contests(self) -> tuple[Contest, ...]:
        """The pots in order, each with its winners on the known cards."""
        return tuple([self._contest(pot) for pot in self.pots])

    def _contest(self, pot: Pot) -> Contest:
        if len(pot.contenders) < 2:
            return Contest(pot, pot.contenders, (), (), contested=False)
        unknown = tuple([seat for seat in pot.contenders if self.hands[seat] is None])
        high = _best(self.high, pot.contenders) if self._game.high else ()
        low = _best(self.low, pot.contenders) if self._game.low else ()
        return Contest(pot, high, low, unknown, contested=True)


def _best(ranks: Mapping[int, int] | Mapping[int, LowRank], seats: tuple[int, ...]) -> tuple[int, ...]:
    known = [seat for seat in seats if seat in ranks]
    if not known:
        return ()
    best = min(ranks[seat] for seat in known)
    return tuple([seat for seat in known if ranks[seat] == best])
