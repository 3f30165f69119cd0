"""What clean hands are known by, and what has to be known of the house that judges them."""

from __future__ import annotations

from collections.abc import Hashable
from math import gcd
from typing import Final

from stud_audit.game.deck_stub import Stub
from stud_audit.game.games import GAMES
from stud_audit.game.stakes import smallest_chip
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.hand import Header
from stud_audit.pipeline.outcomes import CoverageKey

Situation = tuple[Hashable, ...]
"""What a house's decision on an event, or on one side of a hand, can rest on. Amounts are halves of the lower limit
where all of them are, which makes one situation of the same thing at many stakes."""


class NotClean(Exception):
    """A hand that is not as ordinary as can be: it is replayed and judged in full."""


class Amounts:
    """The amounts of a hand as situations have them."""

    def __init__(self, header: Header) -> None:
        self.small, self.big = header.small or 0, header.big or 0
        self.fixed = header.structure == "fixed"

    def scaled(self, *amounts: int) -> tuple[int, ...]:
        """Amounts in halves of the lower limit, where they all are such; else with that limit, in what divides all."""
        unit = self.small
        if not self.fixed or not unit:
            return (-1, *amounts)
        halves = []
        for amount in amounts:
            half, rest = divmod(2 * amount, unit)
            if rest:
                part = gcd(unit, *amounts)
                return (-(unit // part) - 1, *[amount // part for amount in amounts])
            halves.append(half)
        return tuple(halves)


_SPARE: Final = 16
"""More cards than any house burns or keeps back."""
_ALL_EIGHT: Final = 8
"""Some houses turn up a shared card only where all eight players are still in."""


def spare(left: int, live: int, burned: int) -> Stub | bool:
    """How many cards of a stub there are beyond those that are needed; of many it does not matter how many."""
    if burned or left - live < _SPARE:
        return Stub(left, live, burned)
    return live == _ALL_EIGHT


_NO_SUITS: Final = frozenset(("any", "unruled", "deal_order"))
"""Ways to tell equal door cards apart, or not, that do not go by suits."""


class Opens:
    """By what the readings of a house have it decided who opens, where the cards alone tell them apart.

    `door` is 1 where the highest door card brings in, -1 where the lowest does, 0 where readings differ; `ace_high` is
    None where they differ on the ace; `suits` is their order where that separates equal door cards. `boards` are the
    ways to compare boards: whether the highest opens, whether the ace is low, and whether partial straights count;
    `next_best` tells whether the best of the others opens where the best of all is all-in, and there is but one way;
    `shared` whether a shared card may count. `counted` has what is counted of a plain opener, by the
    street and what it takes to tell them.
    """

    def __init__(self, every: tuple[Rules, ...], low_opens: bool) -> None:
        doors = {rules.razz_bring_in_card if low_opens else rules.bring_in_card for rules in every}
        self.door = 1 if doors == {"high"} else -1 if doors == {"low"} else 0
        aces = {(rules.razz_ace if low_opens else rules.bring_in_ace) == "high" for rules in every}
        self.ace_high: bool | None = aces.pop() if len(aces) == 1 else None
        ties = {(rules.razz_bring_in_tie if low_opens else rules.bring_in_tie, rules.suit_order) for rules in every}
        (tie, suits), *others = ties
        self.suits = "" if others or tie in _NO_SUITS else suits
        boards = {
            (
                rules.razz_opener_rule if low_opens else rules.opener_rule,
                low_opens and rules.razz_ace == "low",
                not low_opens and rules.opener_partial_straights,
            )
            for rules in every
        }
        ways = [(rule == "high_board", low, straights) for rule, low, straights in boards]
        self.boards = () if any(rule == "unruled" for rule, _, _ in boards) else tuple(ways)
        self.next_best = len(ways) == 1 and all(rules.opener_all_in_best == "next_best" for rules in every)
        self.shared = any(rules.community_opener == "recompute" for rules in every)
        self.counted: dict[int, CoverageKey | None] = {}


class Stakes:
    """What the hands at some stakes have in common under a house.

    `number` stands for all of it where situations are compared often, `limits_number` for the `limits` alone. `chips`
    are the smallest chips that the readings of the house have, `most` is more than any single bet.
    """

    def __init__(self, header: Header, chips: tuple[Rules, ...], number: int) -> None:
        self.number = self.limits_number = number
        self.amounts = Amounts(header)
        self.limits: Situation = (
            header.game, header.structure, header.spread_min, header.spread_max,
            self.amounts.scaled(header.small or 0, header.big or 0),
        )  # fmt: skip
        self.all: Situation = (
            *self.limits, header.small, header.big, header.ante, header.bring_in, header.chip, header.currency,
            header.decimals, header.tournament is not None,
        )  # fmt: skip
        self.most = 2 * max(header.big or 0, header.small or 0, header.spread_max or 0)
        self.chips = [smallest_chip(header, rules) or 1 for rules in chips]


_MOST_STAKES: Final = 1 << 12
"""Stakes that are remembered; beyond, all are worked out anew."""


class Terms:
    """What the walk needs to know of a house and all its readings, worked out once."""

    def __init__(self, house: House) -> None:
        self.house = house
        every = (house.rules, *[reading.rules for reading in house.readings])
        clocks = [rules.clock_seconds for rules in every if rules.clock_seconds is not None]
        self.seconds = min(clocks, default=None)
        self.ranking: tuple[Rules, ...] = tuple({rules.stud8_low_qualifier: rules for rules in every}.values())
        heads_up = {rules.cap_heads_up for rules in every}
        self.started_heads_up = "round_started_heads_up" in heads_up
        self.wagered_heads_up = "heads_up_before_cap" in heads_up
        self.chips: tuple[Rules, ...] = tuple({rules.pots_smallest_chip: rules for rules in every}.values())
        self.halving: tuple[Rules, ...] = tuple({rules.stud8_odd_chip: rules for rules in every}.values())
        self.opens = {game.name: Opens(every, game.low_opens) for game in GAMES.values()}
        """By game who opens, where all readings have it alike."""
        self.asks = house.rules.prompt_opener or house.rules.clock_seconds is not None
        """Whether it has rules on how players are prompted."""
        self.asked: Situation = (None, False) if self.asks else ()
        """How a player was prompted of whom nothing tells."""
        self._stakes: dict[Situation, Stakes] = {}
        self._limits: dict[Situation, int] = {}
        self._numbered = 0

    def stakes_of(self, header: Header) -> Stakes:
        """The stakes of a hand."""
        key = (
            header.game, header.structure, header.small, header.big, header.ante, header.bring_in, header.spread_min,
            header.spread_max, header.chip, header.currency, header.decimals, header.tournament is None,
        )  # fmt: skip
        stakes = self._stakes.get(key)
        if stakes is None:
            if len(self._stakes) >= _MOST_STAKES:
                self._stakes.clear()
                self._limits.clear()
            self._numbered += 1
            stakes = self._stakes[key] = Stakes(header, self.chips, self._numbered)
            stakes.limits_number = self._limits.setdefault(stakes.limits, self._numbered)
        return stakes
