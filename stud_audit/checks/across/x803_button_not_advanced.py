"""After a hand the dealer button does not move as the house says.

Mostly it goes to the next player on the left who is dealt in; in mixed games it may be frozen during
stud. Judged for two hands of a table that follow one another and both show a button, and where the
log says where the button went after a hand.

Source: the house's ruling on the button.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from stud_audit.checks.base import PASS, Check, Fault, HandRef, Late, Missing, Outcome
from stud_audit.checks.sessions import session
from stud_audit.houses.house import House, Weighing
from stud_audit.houses.rules import Rules
from stud_audit.model.events import ButtonMoved
from stud_audit.model.spans import Span
from stud_audit.record.replay import Replay


class Button(NamedTuple):
    """Where the button lies in a hand, who could have it, and where the log says it went after."""

    seat: int | None
    dealt_in: tuple[int, ...]
    occupied: tuple[int, ...]
    moved_to: int | None
    moved_span: Span | None
    moved_event: int


def gather(replay: Replay, house: House) -> Button | None:
    """The button of one hand."""
    script, button = replay.script, replay.hand.header.button
    moved = script.of_type.get(ButtonMoved, ())
    if button is None and not moved:
        return Button(None, (), (), None, None, 0)
    number = moved[-1] if moved else 0
    event = script.event(number) if number else None
    seat, span = (event.seat, event.span) if isinstance(event, ButtonMoved) else (None, None)
    return Button(button, tuple(script.dealt_in), tuple(sorted(script.seats)), seat, span, number)


@dataclass(slots=True)
class Moves:
    """Table to the button of its last hand."""

    _last: dict[Hashable, Button] = field(default_factory=dict)

    def see(self, hand: HandRef, house: House, fact: Button | None) -> Iterable[Late]:
        """Compare with the hand before at this table, and with the move that this hand records."""
        table = session(hand)
        if table is None or house.rules.button_moves == "none":
            return
        before = self._last.pop(table, None)
        if fact is None:
            return
        self._last[table] = fact
        if fact.seat is None:
            yield hand, house, Missing("the dealer button")
            return
        if before is not None and before.seat is not None:
            if before.moved_to is None:
                yield hand, house, _judge(house, before.seat, fact.seat, fact, None, 0)
            elif before.moved_to != fact.seat:
                yield hand, house, _fault(before.moved_to, fact.seat, None, 0)
        if fact.moved_to is not None:
            yield hand, house, _judge(house, fact.seat, fact.moved_to, fact, fact.moved_span, fact.moved_event)

    def finish(self) -> Iterable[Late]:
        """Nothing is left to say."""
        return ()


def _next(seats: tuple[int, ...], button: int) -> int:
    return next((seat for seat in seats if seat > button), seats[0]) if seats else button


def _judge(house: House, was: int, now: int, fact: Button, span: Span | None, event: int) -> Outcome:
    def right(rules: Rules) -> int:
        if rules.button_moves == "frozen":
            return was
        return _next(fact.dealt_in if rules.button_moves == "next_dealt_in" else fact.occupied, was)

    weighing = house.weigh(lambda rules: now == right(rules))
    if weighing.outcome == "pass":
        return PASS
    return _fault(right(house.rules), now, span, event, weighing)


def _fault(right: int, now: int, span: Span | None, event: int, weighing: Weighing | None = None) -> Fault:
    return Fault(
        f"the button lies before seat {now}; it has to go to seat {right}",
        expected=str(right),
        actual=str(now),
        weighing=weighing,
        span=span,
        seat=now,
        event=event,
    )


CHECK = Check(
    "X803",
    "button-not-advanced",
    "S3",
    "software",
    gather=gather,
    collector=Moves,
    concerns=lambda rules: rules.button_moves != "none",
)
