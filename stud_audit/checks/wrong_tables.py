"""Tables whose header contradicts the house: reported once for each table and stake, counted in every hand there."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from stud_audit.checks.base import Again, Fault, HandRef, Late
from stud_audit.houses.house import House
from stud_audit.houses.weighing import Weighing


class WrongAmount(NamedTuple):
    """What the header of a hand says, and what the house has for its stake."""

    amount: int
    due: tuple[int, ...]
    weighing: Weighing
    review: bool


@dataclass(slots=True)
class _Table:
    hand: HandRef
    house: House
    fact: WrongAmount
    hands: int = 1


@dataclass(slots=True)
class WrongTables:
    """The tables and stakes whose header is wrong, with the first such hand of each. `what`: `ante`, `bring-in`."""

    what: str
    _tables: dict[Hashable, _Table] = field(default_factory=dict)

    def see(self, hand: HandRef, house: House, fact: WrongAmount) -> Iterable[Late]:
        """Count a hand with a wrong header; the first of its table and stake is reported at the end."""
        table = self._tables.get(hand.table_and_stakes)
        if table is None:
            self._tables[hand.table_and_stakes] = _Table(hand, house, fact)
            return
        table.hands += 1
        yield hand, house, Again(self._fault(hand, fact, 1))

    def finish(self) -> Iterable[Late]:
        """The first hand of each."""
        for table in self._tables.values():
            yield table.hand, table.house, self._fault(table.hand, table.fact, table.hands)

    def _fault(self, hand: HandRef, fact: WrongAmount, hands: int) -> Fault:
        due = [*map(hand.money, fact.due)]
        many = "1 hand" if hands == 1 else f"{hands} hands"
        return Fault(
            f"the table's {self.what} is {hand.money(fact.amount)}; "
            f"at this stake the house's is {' or '.join(due)} ({many})",
            expected=" | ".join(due),
            actual=hand.money(fact.amount),
            weighing=fact.weighing,
            review=fact.review,
            who="operator",
        )
