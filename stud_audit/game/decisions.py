"""What a house's rules decide in a game: the topic, what was seen, and what the rules allow.

A check asks whether what was seen is allowed, and the house weighs it under every open reading;
inference counts which values of a setting would have allowed it; explaining lists what is allowed.
Which settings a decision rests on is not said here: whoever hands in traced rules observes it.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Any

from stud_audit.game.betting import Limits, capped, ladder, reopened, sizes
from stud_audit.game.games import GameRules
from stud_audit.game.opening import bring_in_seats, round_openers
from stud_audit.game.spread import Spread, spread_capped, totals
from stud_audit.game.table import Player, Table
from stud_audit.houses.rules import Rules
from stud_audit.model.events import Wager

MAY: tuple[bool, ...] = (True, False)
"""Both are right: to do it, and to leave it."""

MAY_NOT: tuple[bool, ...] = (False,)


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing that the rules decide. `allowed` says what a set of rules lets happen."""

    topic: str
    seen: Any
    allowed: Callable[[Rules], Container[Any]]

    def holds(self, rules: Rules) -> bool:
        """Whether these rules allow what was seen."""
        return self.seen in self.allowed(rules)


def opener(state: Table, game: GameRules, seat: int) -> Decision:
    """Which seat brings in on third street, or opens a later round; where cards are unknown, which may."""
    find = bring_in_seats if state.street == 3 else round_openers

    def allowed(rules: Rules) -> Container[int]:
        opening = find(state, game, rules)
        return opening.seats or opening.possible

    return Decision("who opens", seat, allowed)


def wager_size(state: Table, player: Player, game: GameRules, limit: Limits, wager: Wager) -> Decision:
    """The street total of a bet or raise in fixed limit."""
    return Decision("the size of a bet or raise", wager, lambda rules: sizes(state, player, game, limit, rules, wager))


def spread_size(state: Table, spread: Spread, wager: Wager) -> Decision:
    """The street total of a bet or raise in spread limit."""
    return Decision("the size of a bet or raise", wager, lambda rules: totals(state.round, spread, rules))


def one_more_raise(state: Table, limit: Limits | None) -> Decision:
    """Whether the cap leaves room for another bet or raise; in spread limit where there are no `limit`s."""

    def allowed(rules: Rules) -> Container[bool]:
        round_ = state.round
        full = spread_capped(round_, rules) if limit is None else capped(round_, ladder(round_, limit, rules), rules)
        return MAY_NOT if full else MAY

    return Decision("whether the betting is capped", True, allowed)


def raise_again(state: Table, player: Player, limit: Limits) -> Decision:
    """Whether the betting is open for a raise by a player who has acted."""
    return Decision(
        "whether the betting was reopened",
        True,
        lambda rules: MAY if reopened(state.round, player, limit, rules) else MAY_NOT,
    )
