"""An ante differs from the table's, and is not all-in for less.

What the ante has to be comes, in order, from the hand's header, the house's table for the stake, and
the house's formula; else from the amount that most seats of the hand posted, and then a departure
is a review. A player who has less than the ante plays for what they have, if the house allows that.
A second ante of the same seat is wrong whatever its amount. Where the header's ante is not the house's
(A206) either is right.

A house that names its ante only as what is usual ("usually one tenth") binds no table: that a table
has another ante is one review for the table, at the first such ante, and a seat that departs from
its own table is a review. An ante above the stack is W509's.

Source: the house's ruling on the ante.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from stud_audit.checks.base import PASS, Check, Fault, HandRef, House, Late, Missing, Replay, Result, Rules, Step
from stud_audit.checks.own_amounts import own_ante
from stud_audit.checks.support import amounts_text, amounts_words, named
from stud_audit.game.stakes import Stake, ante_due
from stud_audit.houses.weighing import Weighing
from stud_audit.model.events import AntePosted
from stud_audit.model.spans import Span
from stud_audit.record.doubts import RecordedPlayer
from stud_audit.record.index import Index
from stud_audit.record.usual_amounts import ante_of_most, ante_told


def judge(step: Step, house: House) -> Result:
    event, player = step.event, step.player
    if not isinstance(event, AntePosted) or player is None or step.number in step.index.order.astray:
        return None
    if player.behind is not None and event.amount > player.behind:
        return None
    if player.ante_event:
        return _second(step, event, player)
    rules = house.rules
    due = ante_told(step.index, rules)
    if due is None:
        return Missing("the table's ante")
    if event.amount in due.amounts:
        return PASS
    if due.source == "header" and (own := own_ante(step.hand, house)) and event.amount in own.amounts:
        return PASS  # at a table that is not the house's (A206)
    loose = due.source in ("table", "formula") and not rules.ante_strict
    if loose:
        usual = ante_of_most(step.index)
        if usual is None or event.amount in usual.amounts:
            return None  # the table's practice, reported once
        due = usual
    if event.amount < due.amount and (event.all_in or event.amount == player.behind):
        return _short(step, event, player, due, house)
    weighing = house.weigh(lambda rules: _is_right(step.index, event.amount, rules))
    if weighing.outcome == "pass":
        return PASS
    return Fault(
        f"{named(player)} posted an ante of {step.hand.money(event.amount)}; "
        f"{_source(due)} {amounts_words(step, due.amounts)}",
        expected=amounts_text(step, due.amounts),
        actual=step.hand.money(event.amount),
        weighing=weighing,
        review=due.source == "majority",
        money=abs(event.amount - due.amount),
    )


def _is_right(index: Index, amount: int, rules: Rules) -> bool:
    due = ante_told(index, rules)
    return due is not None and amount in due.amounts


def _source(due: Stake) -> str:
    return "most seats posted" if due.source == "majority" else "the ante is"


def _second(step: Step, event: AntePosted, player: RecordedPlayer) -> Result:
    if step.state.antes_closed:
        return None  # A203
    return Fault(
        f"{named(player)} posted a second ante",
        expected="nothing",
        actual=step.hand.money(event.amount),
        related=((player.ante_event, "the first"),),
        money=event.amount,
    )


def _short(step: Step, event: AntePosted, player: RecordedPlayer, due: Stake, house: House) -> Result:
    weighing = house.weigh(lambda rules: rules.ante_short_allowed)
    if weighing.outcome == "pass":
        return PASS
    return Fault(
        f"{named(player)} is all-in for {step.hand.money(event.amount)} of an ante of {step.hand.money(due.amount)}",
        expected=amounts_text(step, due.amounts),
        actual=step.hand.money(event.amount),
        weighing=weighing,
    )


# --- a table whose ante is not the usual one -----------------------------------------------------


class Unusual(NamedTuple):
    """The first ante of a hand whose table departs from what the house calls usual."""

    amount: int
    usual: tuple[int, ...]
    weighing: Weighing
    span: Span
    seat: int
    player: str
    event_no: int


def gather(replay: Replay, house: House) -> Unusual | None:
    """The table's practice, where the house says what is usual and the table has something else."""
    if house.rules.ante_strict:
        return None
    usual = ante_due(replay.hand.header, house.rules)
    if usual is None or usual.source not in ("table", "formula"):
        return None
    practice = ante_of_most(replay.index)
    if practice is None or practice.amount in usual.amounts:
        return None
    weighing = house.weigh(lambda rules: _is_right(replay.index, practice.amount, rules))
    for number, event in replay.index.each(AntePosted):
        if event.amount == practice.amount and event.seat in replay.state.players:
            name = replay.state.players[event.seat].name
            return Unusual(event.amount, usual.amounts, weighing, event.span, event.seat, name, number)
    return None


@dataclass(slots=True)
class UnusualTables:
    """The tables that were reported."""

    _seen: set[Hashable] = field(default_factory=set)

    def see(self, hand: HandRef, house: House, fact: Unusual) -> Iterable[Late]:
        """The fault, for the first hand of a table and stake."""
        table = hand.table_and_stakes
        if table in self._seen:
            return
        self._seen.add(table)
        usual = [hand.money(amount) for amount in fact.usual]
        fault = Fault(
            f"the table's ante is {hand.money(fact.amount)}; the usual ante at this stake is {' or '.join(usual)}",
            expected=" | ".join(usual),
            actual=hand.money(fact.amount),
            weighing=fact.weighing,
            review=True,
            event=fact.event_no,
            span=fact.span,
            seat=fact.seat,
            player=fact.player,
        )
        yield hand, house, fault

    def finish(self) -> Iterable[Late]:
        """Nothing is left for the end."""
        return ()


CHECK = Check(
    "A202", "ante-wrong-amount", "S1", "software", judge=judge, on=(AntePosted,), gather=gather, collector=UnusualTables
)
