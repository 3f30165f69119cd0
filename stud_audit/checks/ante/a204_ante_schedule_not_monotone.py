"""Across tables, a lower limit carries a higher ante.

Where a house says that the ante follows the limit, no table may have a higher ante than a table of a
higher limit; the amounts that the house publishes count as tables too. An equal ante at a lower
limit is a matter of reading. Each pair of stakes is reported once, at the first hand that shows it.

Source: the house's ruling on the schedule of antes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from stud_audit.checks.base import PASS, Check, Fault, HandRef, Late
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.money import amount_decimal
from stud_audit.record.replay import Replay
from stud_audit.record.usual_amounts import ante_told


class Stake(NamedTuple):
    """The ante of one table's stake, in whole currency units."""

    currency: str
    small: Decimal
    ante: Decimal


def gather(replay: Replay, house: House) -> Stake | None:
    """The ante that this hand was played at: its header's, or that of most of its seats."""
    header = replay.hand.header
    if house.rules.ante_schedule == "free" or header.small is None or header.tournament is not None:
        return None
    due = ante_told(replay.script, Rules())
    if due is None:
        return None
    decimals = header.decimals
    return Stake(header.currency, amount_decimal(header.small, decimals), amount_decimal(due.amount, decimals))


@dataclass(slots=True)
class Schedule:
    """The stakes met so far: few, however many hands."""

    _met: dict[tuple[str, str], set[tuple[Decimal, Decimal]]] = field(default_factory=dict)

    def see(self, hand: HandRef, house: House, fact: Stake | None) -> Iterable[Late]:
        """Compare a new stake with all others of the house and currency."""
        if fact is None:
            return
        met = self._met.setdefault((house.name, fact.currency), set())
        this = (fact.small, fact.ante)
        if this in met:
            yield hand, house, PASS
            return
        published = {(small, ante) for kind, small, _, ante in house.rules.ante_table if kind != "chips"}
        for small, ante in sorted(met | published):
            if small == fact.small:
                continue
            low, high = sorted([(small, ante), this])
            weighing = house.weigh(partial(_follows, lower=low[1], higher=high[1]))
            if weighing.outcome == "pass":
                continue
            yield (
                hand,
                house,
                Fault(
                    f"an ante of {low[1]} at a small bet of {low[0]}, and of {high[1]} at {high[0]}",
                    expected=f"below {high[1]}" if this == low else f"above {low[1]}",
                    actual=str(fact.ante),
                    weighing=weighing,
                ),
            )
        met.add(this)

    def finish(self) -> Iterable[Late]:
        """Nothing is left to say."""
        return ()


def _follows(rules: Rules, *, lower: Decimal, higher: Decimal) -> bool:
    if rules.ante_schedule == "increasing":
        return lower < higher
    return rules.ante_schedule == "free" or lower <= higher


CHECK = Check(
    "A204",
    "ante-schedule-not-monotone",
    "S4",
    "operator",
    gather=gather,
    collector=Schedule,
    concerns=lambda rules: rules.ante_schedule != "free",
)
