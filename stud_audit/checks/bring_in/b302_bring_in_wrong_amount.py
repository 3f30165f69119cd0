"""The opening of third street is none of the amounts that the house lets the opener choose.

What the bring-in has to be comes, in order, from the hand's header, the house's table for the
stake, and the house's formula (half the lower limit). Most houses let the forced player open for the
full bet instead, some for anything between, and then no bring-in line exists. All-in for less is
allowed. Where none of the three tells the bring-in, the log's own majority does: an amount that
departs from what most hands of the same table and stake posted is a review, found at the end of the
input. Below the full bet nothing else can be said then (not checkable). Where the header's bring-in is not
the house's (B305) either is right.

Source: the house's rulings on the bring-in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from stud_audit.checks.base import PASS, Check, Fault, HandRef, House, Late, Missing, Replay, Result, Rules, Step
from stud_audit.checks.own_amounts import own_bring_in
from stud_audit.checks.support import amounts_text, amounts_words, named, wager
from stud_audit.game.spread import spread_of
from stud_audit.game.stakes import bring_in_due
from stud_audit.game.table import Player
from stud_audit.model.events import Bet, BroughtIn, Completed, Raised, Wager
from stud_audit.model.hand import Hand
from stud_audit.model.spans import Span
from stud_audit.record.usual_amounts import UsualAmounts

_UNKNOWN = Missing("the bring-in of this stake")


def judge(step: Step, house: House) -> Result:
    state, player, header = step.state, step.player, step.hand.header
    if step.turn != "opening" or state.street != 3 or state.round.bring_in_missing or player is None:
        return None
    if header.structure == "spread":
        return _judge_spread(step, player, house)
    if header.structure != "fixed" or header.small is None:
        return Missing("the stakes") if header.small is None else None
    opened = wager(step)
    full = header.small
    due = bring_in_due(step.hand.header, house.rules)
    if due is None and opened.to < full:
        return PASS if opened.all_in else _UNKNOWN
    own = own_bring_in(step.hand, house) if due is not None and due.source == "header" else None
    if own is not None and opened.to in own.amounts:
        return PASS  # at a table that is not the house's (B305)
    weighing = house.weigh(lambda rules: _may_open(step.hand, opened, full, rules), 3)
    if weighing.outcome == "pass":
        return PASS
    expected = _allowed(step, house.required(weighing))
    return Fault(
        f"{named(player)} opened third street for {step.hand.money(opened.to)}; "
        + (f"it may be opened for {amounts_words(step, expected)}" if expected else "no bring-in can be paid"),
        expected=amounts_text(step, expected) or None,
        actual=step.hand.money(opened.to),
        weighing=weighing,
        money=min((abs(opened.to - amount) for amount in expected), default=None),
    )


def _judge_spread(step: Step, player: Player, house: House) -> Result:
    """In spread limit: from the bring-in (or the table's minimum) to the table's maximum."""
    spread, due, opened = spread_of(step.hand.header), bring_in_due(step.hand.header, house.rules), wager(step)
    if spread is None:
        return Missing("the table's least and largest bet")
    least = due.amount if due else spread.least

    def holds(rules: Rules) -> bool:
        most = spread.most if rules.bring_in_any_between != "never" else least
        return least <= opened.to <= most or (opened.all_in and opened.to < least)

    weighing = house.weigh(holds, 3)
    if weighing.outcome == "pass":
        return PASS
    expected = f"{step.hand.money(least)} | {step.hand.money(spread.most)}"
    return Fault(
        f"{named(player)} opened third street for {step.hand.money(opened.to)}; "
        f"anything from {step.hand.money(least)} to {step.hand.money(spread.most)} is allowed",
        expected=expected,
        actual=step.hand.money(opened.to),
        weighing=weighing,
    )


def _may_open(hand: Hand, opened: Wager, full: int, rules: Rules) -> bool:
    """Whether these rules let third street be opened with this amount."""
    if opened.to == full and rules.bring_in_may_open_full:
        return True
    due = bring_in_due(hand.header, rules)
    least = due.amount if due else full
    if opened.to < least:
        return opened.all_in
    if due and opened.to in due.amounts:
        return True
    if opened.to > full:
        return False
    # A player who may open for the full bet, and has less, may open with what they have.
    return rules.bring_in_any_between == "always" or (opened.all_in and rules.bring_in_may_open_full)


def _allowed(step: Step, rules: Rules) -> tuple[int, ...]:
    """The amounts that the opener may choose from, those between aside."""
    due = bring_in_due(step.hand.header, rules)
    amounts = due.amounts if due else ()
    full = step.hand.header.small
    return (*amounts, full) if rules.bring_in_may_open_full and full is not None else amounts


# --- the log's own majority --------------------------------------------------------------------


class Posted(NamedTuple):
    """A bring-in that neither header, table, nor formula can judge."""

    amount: int
    span: Span
    seat: int
    player: str
    event_no: int


def gather(replay: Replay, house: House) -> Posted | None:
    """The hand's bring-in, where only other hands can tell whether it is right."""
    header = replay.hand.header
    if header.structure != "fixed" or header.small is None or bring_in_due(replay.hand.header, house.rules) is not None:
        return None
    for number, event in replay.index.each(BroughtIn)[:1]:
        if not event.all_in and event.to < header.small:
            return Posted(event.to, event.span, event.seat, replay.state.players[event.seat].name, number)
    return None


@dataclass(slots=True)
class UsualBringIns:
    """What most hands of each table and stake posted."""

    _usual: UsualAmounts[tuple[HandRef, House, Posted]] = field(default_factory=UsualAmounts)

    def see(self, hand: HandRef, house: House, fact: Posted) -> Iterable[Late]:
        """Count the hand; nothing is certain before the end."""
        self._usual.add((hand.table_and_stakes, hand.game), fact.amount, (hand, house, fact))
        return ()

    def finish(self) -> Iterable[Late]:
        """The hands that depart from the usual amount."""
        for (hand, house, posted), amount, usual in self._usual.departures():
            yield (
                hand,
                house,
                Fault(
                    f"seat {posted.seat} ({posted.player}) brought in for {hand.money(amount)}; "
                    f"in most hands at this table and stake it is {hand.money(usual)}",
                    expected=hand.money(usual),
                    actual=hand.money(amount),
                    review=True,
                    span=posted.span,
                    street=3,
                    seat=posted.seat,
                    player=posted.player,
                    event=posted.event_no,
                ),
            )


CHECK = Check(
    "B302",
    "bring-in-wrong-amount",
    "S1",
    "software",
    judge=judge,
    on=(BroughtIn, Bet, Raised, Completed),
    gather=gather,
    collector=UsualBringIns,
)
