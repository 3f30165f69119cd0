"""Across tables, a lower limit carries a higher ante.

Where a house says that the ante follows the limit, no table may have a higher ante than a table of a
higher limit; the amounts that the house publishes count as tables too. An equal ante at a lower
limit is a matter of reading. Stakes of one site are compared; each pair is reported once, at the first hand that
shows it. A table whose ante is not the one that the house publishes for its stake is A206's.

Source: the house's ruling on the schedule of antes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from stud_audit.checks.base import PASS, Check, Fault, HandRef, House, Late, Replay, Rules
from stud_audit.checks.own_amounts import own_ante
from stud_audit.model.money import amount_decimal
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
    due = ante_told(replay.index, Rules())
    own = own_ante(replay.hand, house)
    if due is None or (own is not None and due.source == "header" and due.amount not in own.amounts):
        return None  # the latter is A206
    decimals = header.decimals
    return Stake(header.currency, amount_decimal(header.small, decimals), amount_decimal(due.amount, decimals))


@dataclass(slots=True)
class Schedule:
    """The stakes met so far: few, however many hands."""

    _met: dict[tuple[str, str, str], set[tuple[Decimal, Decimal]]] = field(default_factory=dict)
    _told: set[frozenset[tuple[Decimal, Decimal]]] = field(default_factory=set)

    def see(self, hand: HandRef, house: House, fact: Stake) -> Iterable[Late]:
        """Compare a new stake with all others of the house, site, and currency."""
        met = self._met.setdefault((house.name, hand.site, fact.currency), set())
        this = (fact.small, fact.ante)
        if this in met:
            yield hand, house, PASS
            return
        published = {(small, ante) for kind, small, _, ante in house.rules.ante_table if kind != "chips"}
        others = [(small, ante) for small, ante in sorted(met | published) if small != fact.small]
        met.add(this)
        right = bool(others)
        for small, ante in others:
            pair = frozenset(((small, ante), this))
            if pair in self._told:
                continue
            low, high = sorted([(small, ante), this])
            weighing = house.weigh(partial(_follows, lower=low[1], higher=high[1]))
            if weighing.outcome == "pass":
                continue
            self._told.add(pair)
            right = False
            yield (
                hand,
                house,
                Fault(
                    f"the ante is {low[1]} at a lower limit of {low[0]}, but {high[1]} at a lower limit of {high[0]}",
                    expected=f"below {high[1]}" if this == low else f"above {low[1]}",
                    actual=str(fact.ante),
                    weighing=weighing,
                ),
            )
        if right:
            yield hand, house, PASS

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
