"""The showdown on known cards: what they are worth, who wins each pot, and how a pot is shared."""

from __future__ import annotations

from collections.abc import Mapping

from stud_audit.game.games import GameRules
from stud_audit.game.odd_chips import Tie, divide
from stud_audit.game.pots import Pot
from stud_audit.game.ranks import LowRank, high_rank, low_rank
from stud_audit.game.table import Table
from stud_audit.houses.rules import Rules
from stud_audit.model.cards import Cards
from stud_audit.model.events import Half
from stud_audit.model.values import Value


class Ranked(Value, frozen=True):
    """What known hands are worth: seat to the rank of its high hand, and of its low; a smaller rank is better.

    `high` is empty in razz, and `low` in stud high. A hand without a qualifying low is not in `low`.
    """

    high: dict[int, int]
    low: dict[int, LowRank]


class Contest(Value, frozen=True):
    """One pot and who wins it on the cards that are known.

    `high` and `low` are the best seats among those whose cards are known well enough, empty where that half
    does not exist (no qualifying low, or the game has none); who contends alone has the high one. `unknown` are
    contenders who may win or tie a part of it with cards that are not known; while there are any, the
    winners are not certain.
    """

    pot: Pot
    high: tuple[int, ...] = ()
    low: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()

    @property
    def contested(self) -> bool:
        """Whether there are two contenders at least."""
        return len(self.pot.contenders) > 1

    @property
    def certain(self) -> bool:
        """Whether no hidden card can change who wins."""
        return not self.unknown

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that win a part of it, as far as is known."""
        return tuple(dict.fromkeys((*self.high, *self.low)))


def ranked(hands: Mapping[int, Cards], game: GameRules, rules: Rules) -> Ranked:
    """What these hands of seven cards, by seat, are worth in a game."""
    high = {seat: high_rank(cards) for seat, cards in hands.items()} if game.high else {}
    if not game.low:
        return Ranked(high, {})
    qualifier = rules.stud8_low_qualifier if game.qualifier else None
    lows = {seat: low_rank(cards, qualifier) for seat, cards in hands.items()}
    return Ranked(high, {seat: low for seat, low in lows.items() if low is not None})


def contest_of(pot: Pot, hands: Ranked) -> Contest:
    """Who wins a pot with these hands; unknown are all contenders who have none of them."""
    seats = pot.contenders
    if len(seats) < 2:
        return Contest(pot, seats)
    known = hands.high or hands.low  # every hand has a high side, and in razz a low one
    unknown = tuple([seat for seat in seats if seat not in known])
    return Contest(pot, best_of(hands.high, seats), best_of(hands.low, seats), unknown)


def best_of(ranks: dict[int, int] | dict[int, LowRank], seats: tuple[int, ...]) -> tuple[int, ...]:
    """Which of these seats have the best rank; empty where none of them has any."""
    if not ranks:
        return ()
    known = [seat for seat in seats if seat in ranks]
    if not known:
        return ()
    best = min([ranks[seat] for seat in known])
    return tuple([seat for seat in known if ranks[seat] == best])


def high_and_low(net: int, unit: int, rules: Rules) -> tuple[int, int]:
    """A pot in a high and a low half, in chips of `unit`; what does not come out even goes where these rules say."""
    lesser = net // (2 * unit) * unit
    return (lesser, net - lesser) if rules.stud8_odd_chip == "low" else (net - lesser, lesser)


def shares(
    won: Contest, net: int, unit: int, hands: Mapping[int, Cards], state: Table, game: GameRules, rules: Rules
) -> tuple[dict[int, int], dict[int, int]] | None:
    """Each winner's part of the `net` chips of a pot, in chips of `unit`: of the high half, and of the low.

    A pot that is not halved is all in the first. None where position decides who gets an odd chip, and no button
    is known.
    """

    def part(seats: tuple[int, ...], amount: int, half: Half | None) -> dict[int, int] | None:
        if len(seats) == 1:
            return {seats[0]: amount}
        tie = Tie(amount, dict.fromkeys(seats, 0), unit, half, not game.high, hands)
        return None if tie.needs_button(state, rules) else divide(tie, state, rules)

    if not (won.high and won.low):
        whole = part(won.winners, net, None)
        return None if whole is None else (whole, {})
    high, low = high_and_low(net, unit, rules)
    highs, lows = part(won.high, high, "high"), part(won.low, low, "low")
    return None if highs is None or lows is None else (highs, lows)
