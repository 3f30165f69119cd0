"""Spread limit: a bet is any amount from the table's minimum to its maximum, on every street.

A raise adds at least the last bet or raise (or the table's minimum, where a house says so) and at most
the table's maximum. There is no double bet on fourth street.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from stud_audit.game.table import Player, Round
from stud_audit.houses.rules import Rules
from stud_audit.model.events import BroughtIn, Wager
from stud_audit.model.hand import Header
from stud_audit.model.values import Value


@dataclass(frozen=True, slots=True)
class Spread:
    """The least and the largest bet of a table, in smallest units."""

    least: int
    most: int


def spread_of(header: Header) -> Spread | None:
    """The spread that the header states; None where the hand is none or states none."""
    if header.structure != "spread" or header.spread_min is None or header.spread_max is None:
        return None
    return Spread(header.spread_min, header.spread_max)


class Totals(Value, frozen=True):
    """The least and the largest street total that the next bet or raise may come to."""

    least: int
    most: int

    def __contains__(self, wager: object) -> bool:
        """Whether a bet or raise lies between them, or is all-in for less."""
        if not isinstance(wager, Wager):
            return False
        return self.least <= wager.to <= self.most or (wager.all_in and wager.to < self.least)


def totals(round_: Round, spread: Spread, rules: Rules) -> Totals:
    """What the next bet or raise may make the street total."""
    if not round_.to_match:
        return Totals(spread.least, spread.most)
    least = spread.least
    if rules.spread_raise_min == "last_raise":
        last = next((w.by for w in reversed(round_.wagers) if not (w.all_in and w.by < spread.least)), 0)
        least = max(least, min(last, spread.most))
    return Totals(round_.to_match + least, round_.to_match + spread.most)


def spread_capped(round_: Round, rules: Rules) -> bool:
    """Whether no further raise is allowed."""
    if rules.cap_raises is None or round_.bets <= rules.cap_raises:
        return False
    if rules.cap_heads_up == "round_started_heads_up":
        return not round_.heads_up_at_start
    if rules.cap_heads_up == "heads_up_before_cap":
        bets = (wager for wager in round_.wagers if not isinstance(wager.event, BroughtIn))  # a bring-in is none
        return not next(islice(bets, rules.cap_raises, None)).heads_up
    return True


def within_reach(player: Player, spread: Spread, round_: Round, rules: Rules) -> tuple[int, ...]:
    """Totals to choose from: the least and the largest, or the last chips where they are too few."""
    range_ = totals(round_, spread, rules)
    if player.behind is None:
        return (range_.least, range_.most)
    most = player.street_put + player.behind
    if most < range_.least:
        return (most,) if most > round_.to_match else ()
    return tuple(sorted({range_.least, min(range_.most, most)}))
