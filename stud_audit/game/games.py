"""The three games: what differs between stud high, stud hi-lo eight-or-better, and razz."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class GameRules:
    """What one game does differently.

    `low_opens`: the lowest board opens, the ace is low, and the highest door card brings in.
    `high` and `low` tell which
    hands win; `qualifier` is the worst rank of a qualifying low (8), None where any low counts.
    """

    name: str
    title: str
    low_opens: bool
    high: bool
    low: bool
    qualifier: int | None


GAMES: Final[dict[str, GameRules]] = {
    game.name: game
    for game in (
        GameRules("stud", "seven-card stud high", False, True, False, None),
        GameRules("stud8", "seven-card stud hi-lo eight-or-better", False, True, True, 8),
        GameRules("razz", "razz", True, False, True, None),
    )
}
