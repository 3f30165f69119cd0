"""What most seats of a hand, or most hands of a table and stake, posted: the last word on what is due.

It is asked for where neither header nor house tells. A departure can only be a matter for review.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from stud_audit.game.stakes import Stake, ante_due
from stud_audit.houses.rules import Rules
from stud_audit.model.events import AntePosted, CardDealt
from stud_audit.record.index import Index


def ante_told(index: Index, rules: Rules) -> Stake | None:
    """The ante of a hand by header, house, or at last by most of its seats; None where nothing tells."""
    return ante_due(index.hand.header, rules) or ante_of_most(index)


def ante_of_most(index: Index) -> Stake | None:
    """What more than half of the seats posted that were not all-in for what they had."""
    posted: dict[int, int] = {}
    for event in index.hand.events:
        if isinstance(event, AntePosted):
            if not event.all_in:
                posted.setdefault(event.seat, event.amount)
        elif isinstance(event, CardDealt):
            break
    if len(posted) < 2:
        return None
    amount, seats = Counter(posted.values()).most_common(1)[0]
    return Stake((amount,), "majority") if 2 * seats > len(posted) else None


Token = TypeVar("Token")

KEPT = 1000
"""Departures remembered per table and stake. A log with more has no usual amount to depart from."""


@dataclass(slots=True)
class _Posted(Generic[Token]):
    counts: Counter[int] = field(default_factory=Counter)
    kept: list[tuple[int, Token]] = field(default_factory=list)


@dataclass(slots=True)
class UsualAmounts(Generic[Token]):
    """What most hands of each table and stake posted, gathered hand by hand in bounded memory.

    A log may begin with the exception, so the majority is known only at its end: `add` every amount
    with a token (whatever the caller needs to report it), and ask for the `departures` at last. Of an
    amount that was usual for long and is outnumbered in the end, only the first hands are kept.
    """

    _tables: dict[Hashable, _Posted[Token]] = field(default_factory=dict)

    def add(self, table: Hashable, amount: int, token: Token) -> None:
        """Count a full (not all-in) amount. The token is kept while the amount is not the usual one."""
        posted = self._tables.setdefault(table, _Posted())
        posted.counts[amount] += 1
        if len(posted.kept) < KEPT and posted.counts[amount] * 2 <= posted.counts.total() + 1:
            posted.kept.append((amount, token))

    def departures(self) -> Iterator[tuple[Token, int, int]]:
        """The tokens whose amount is not that of most hands: token, amount, usual amount."""
        for posted in self._tables.values():
            usual = _most(posted.counts)
            if usual is not None:
                yield from ((token, amount, usual) for amount, token in posted.kept if amount != usual)


def _most(counts: Counter[int]) -> int | None:
    amount, hands = counts.most_common(1)[0]
    return amount if hands > 1 and 2 * hands > counts.total() else None
