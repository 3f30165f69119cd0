"""What clean hands are known by, and what has to be known of the house that judges them."""

from __future__ import annotations

from collections.abc import Hashable
from math import gcd

from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.hand import Header

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
