"""Who wins each pot on the cards dealt, and what is paid of it. Every card is known here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from stud_audit.game.games import GameRules
from stud_audit.game.odd_chips import Tie, divide
from stud_audit.game.pots import Pot, pots
from stud_audit.game.ranks import high_rank, low_rank
from stud_audit.game.table import Table
from stud_audit.houses.rules import Rules
from stud_audit.model.cards import Cards, known
from stud_audit.model.events import Half

_WHOLE = 7


class Contest(Struct, frozen=True):
    """One pot, and the seats with the best high and low hand among its contenders.

    Who contends alone has the high one. Neither half is there where a planted fault has left no hand whole; `complete`
    tells that every contender's hand is.
    """

    pot: Pot
    high: tuple[int, ...] = ()
    low: tuple[int, ...] = ()
    complete: bool = True

    @property
    def contested(self) -> bool:
        """Whether there are two contenders at least."""
        return len(self.pot.contenders) > 1

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that win a part of it."""
        return tuple(dict.fromkeys((*self.high, *self.low)))


def whole_hands(state: Table) -> dict[int, Cards]:
    """Live seats to their seven cards, the shared one among them; without those whose cards a fault has spoilt."""
    hands = {player.seat: tuple(sorted({*player.cards, *state.community})) for player in state.live()}
    return {seat: cards for seat, cards in hands.items() if len(cards) == _WHOLE and known(cards)}


def contests(state: Table, hands: Mapping[int, Cards], game: GameRules, rules: Rules) -> tuple[Contest, ...]:
    """The pots in order, the main pot first, each with those who win it."""
    qualifier = rules.stud8_low_qualifier if game.qualifier else None
    highs = {seat: (high_rank(cards),) for seat, cards in hands.items()} if game.high else {}
    lows = {seat: low_rank(cards, qualifier) for seat, cards in hands.items()} if game.low else {}
    made = {seat: low for seat, low in lows.items() if low is not None}
    found = []
    for pot in pots(state, state.live()):
        seats = pot.contenders
        if len(seats) < 2:
            found.append(Contest(pot, seats))
        else:
            found.append(Contest(pot, _best(highs, seats), _best(made, seats), hands.keys() >= set(seats)))
    return tuple(found)


def _best(ranks: Mapping[int, tuple[int, ...]], seats: Sequence[int]) -> tuple[int, ...]:
    best = min((ranks[seat] for seat in seats if seat in ranks), default=None)
    return tuple([seat for seat in seats if best is not None and ranks.get(seat) == best])


def shares(
    contest: Contest, net: int, unit: int, state: Table, hands: Mapping[int, Cards], game: GameRules, rules: Rules
) -> tuple[dict[int, int], dict[int, int]]:
    """Seat to its part of the `net` chips of a pot: of the high half, or of all where there is but one, and of the low.

    They are paid in chips of `unit`.
    """

    def part(seats: tuple[int, ...], amount: int, half: Half | None) -> dict[int, int]:
        if len(seats) == 1:
            return {seats[0]: amount}
        return divide(Tie(amount, dict.fromkeys(seats, 0), unit, half, not game.high, hands), state, rules)

    if not (contest.high and contest.low):
        return part(contest.winners or contest.pot.contenders[:1], net, None), {}
    lesser = net // (2 * unit) * unit
    high = lesser if rules.stud8_odd_chip == "low" else net - lesser
    return part(contest.high, high, "high"), part(contest.low, net - high, "low")
