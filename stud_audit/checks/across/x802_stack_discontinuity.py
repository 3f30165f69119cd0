"""A starting stack that the previous hand and the recorded buy-ins do not explain.

A player who stays at the table starts a hand with what the last one left him, plus what the log says
he bought: before the deal for this hand, while a hand is on for the next one. Judged in logs that
record buy-ins; in others a difference is not checkable, since chips may have been bought, and hands
may be missing, without a line. Hands between that are not audited (other games at the same table)
break the comparison.

Source: stacks are carried on from hand to hand.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from stud_audit.checks.base import PASS, Check, Fault, HandRef, Late, Missing
from stud_audit.checks.sessions import session
from stud_audit.houses.house import House
from stud_audit.model.events import AntePosted, Bet, BoughtIn, BroughtIn, Called, CardDealt, Checked, Folded, SeatTaken
from stud_audit.model.gaps import FORMAT_GAPS
from stud_audit.model.spans import Span
from stud_audit.record.replay import Replay

_BEGINS = (AntePosted, CardDealt, BroughtIn, Bet, Folded, Checked, Called)
"""Events that a hand begins with, as far as stacks go."""


class Start(NamedTuple):
    """A player at the start of a hand."""

    seat: int
    stack: int
    end: int | None
    bought: int
    span: Span
    event_no: int


class Stacks(NamedTuple):
    """The players of one hand, by name."""

    players: dict[str, Start]
    records_buy_ins: bool


def gather(replay: Replay, house: House) -> Stacks | None:
    """Stacks at start and end; an end that the record cuts off, or a lost line takes with it, is unknown."""
    script = replay.script
    bought: dict[int, int] = {}
    added: dict[int, int] = {}
    if BoughtIn in script.of_type:
        begun = min((of[0] for kind in _BEGINS if (of := script.of_type.get(kind))), default=len(replay.hand.events))
        for number in script.of_type[BoughtIn]:
            event = script.event(number)
            if isinstance(event, BoughtIn):
                chips = bought if number < begun else added  # while a hand is on they are his after it
                chips[event.seat] = chips.get(event.seat, 0) + event.amount
    players: dict[str, Start] = {}
    known = not replay.hand.truncated and FORMAT_GAPS.issuperset(replay.hand.missing)
    # What a line that could not be read put in, or paid, is a guess.
    lines = {script.event(number).span.line for number in script.unknown}
    guessed = {getattr(e, "seat", None) for e in replay.hand.events if e.span.line in lines} if lines else ()
    for number in script.of_type.get(SeatTaken, ()):
        event = script.event(number)
        if isinstance(event, SeatTaken) and event.stack is not None:
            player = replay.state.players.get(event.seat)
            end: int | None = event.stack
            if player is not None:
                end = event.stack - player.put + player.won if known and event.seat not in guessed else None
            if end is not None:
                # Who put in more than he had (W509) goes on with nobody knows what.
                end = None if end < 0 else end + added.get(event.seat, 0)
            players[event.player] = Start(event.seat, event.stack, end, bought.get(event.seat, 0), event.span, number)
    return Stacks(players, bool(bought or added))


@dataclass(slots=True)
class Carried:
    """Table to the players' stacks at the end of its last hand."""

    _last: dict[Hashable, dict[str, int]] = field(default_factory=dict)
    _recording: set[Hashable] = field(default_factory=set)

    def see(self, hand: HandRef, house: House, fact: Stacks | None) -> Iterable[Late]:
        """Compare with the hand before at this table."""
        table = session(hand)
        if table is None:
            return
        before = self._last.pop(table, None)
        if fact is None:
            return
        if fact.records_buy_ins:
            self._recording.add(table)
        for name, start in fact.players.items() if before is not None else ():
            left = before.get(name) if before is not None else None
            if left is None:
                continue
            if start.stack == left + start.bought:
                yield hand, house, PASS
            elif table not in self._recording:
                yield hand, house, Missing("whether chips were bought or hands are missing")
            else:
                yield hand, house, _fault(hand, name, start, left)
        self._last[table] = {name: start.end for name, start in fact.players.items() if start.end is not None}

    def finish(self) -> Iterable[Late]:
        """Nothing is left to say."""
        return ()


def _fault(hand: HandRef, name: str, start: Start, left: int) -> Fault:
    due = left + start.bought
    bought = f" and bought {hand.money(start.bought)}" if start.bought else ""
    return Fault(
        f"seat {start.seat} ({name}) starts with {hand.money(start.stack)}, "
        f"but ended the hand before with {hand.money(left)}{bought}",
        expected=hand.money(due),
        actual=hand.money(start.stack),
        span=start.span,
        seat=start.seat,
        player=name,
        event=start.event_no,
        money=abs(due - start.stack),
    )


CHECK = Check("X802", "stack-discontinuity", "S1", "software", gather=gather, collector=Carried)
