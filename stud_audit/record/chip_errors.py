"""By how much each defect of a hand may have falsified its record of the chips.

A wager of the wrong size, a line that is missing or stands twice, a bet returned wrongly: each is a
finding of its own, and what it does to pots and totals is not to be reported once more. This replays the
hand a second time, and is meant for hands whose books do not agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from stud_audit.game.betting import limits, sizes
from stud_audit.game.stakes import bring_in_due
from stud_audit.houses.rules import Rules
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    Completed,
    LineUnknown,
    Raised,
    UncalledReturned,
    Wager,
)
from stud_audit.model.money import MoreDecimals, parse_amount
from stud_audit.record.doubts import RecordedPlayer
from stud_audit.record.index import Index
from stud_audit.record.replay import Replay
from stud_audit.record.step import Step
from stud_audit.record.usual_amounts import ante_told

_NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?", re.ASCII)
_TIMELY: Final = ("opening", "in-turn", "late", "confirmed", "free", "misnamed")


@dataclass(frozen=True, slots=True)
class Correction:
    """Chips that the record may lack by one line: alternatives, negative where it has too many.

    `number` is the event (or that which made it final that a line is missing), `seat` whose chips they
    are. `size_only`: the line is there and in its place, only its amount is none that the rules allow.
    """

    number: int
    seat: int | None
    parts: tuple[int, ...]
    size_only: bool = False


def corrections(index: Index, rules: Rules) -> list[Correction]:
    """Every correction that the defects of this hand may need, in the order of its lines."""
    hand = index.hand
    replay = Replay(hand, rules)
    found = [*_antes(replay)]
    round_ = _Round({})
    number = 0
    for step in replay:
        event, state, number = step.event, step.state, step.number
        if step.closing is not None:
            found.extend(round_.lacking(step, number - 1))
        if step.opens:
            round_ = _Round({seat: player.assumed for seat, player in state.players.items()})
        for player in step.skipped:
            round_.passed_over.setdefault(player.seat, state.round.to_match - round_.chips.get(player.seat, 0))
        if isinstance(event, Wager) and step.player is not None:
            parts = tuple(_of_wager(step, step.player, event, rules))
            found.append(Correction(number, event.seat, parts, step.turn in _TIMELY))
            round_.add(event.seat, event.added)
            round_.told.setdefault(event.seat, set()).update(parts)
        elif isinstance(event, UncalledReturned):
            owed = state.uncalled().get(event.seat, 0)
            found.append(Correction(number, event.seat, (event.amount - owed,)))
            round_.add(event.seat, -event.amount)
        elif isinstance(event, LineUnknown):
            found.extend(Correction(number, None, parts) for parts in _of_unknown(event, hand.header.decimals))
    found.extend(Correction(number, seat, (-chips,)) for seat, chips in replay.state.uncalled().items())
    kept = (replace(one, parts=tuple([part for part in dict.fromkeys(one.parts) if part])) for one in found)
    return [one for one in kept if one.parts]


class _Round:
    """What the lines of one round put in, and who was passed over in it."""

    def __init__(self, assumed: dict[int, int]) -> None:
        self._assumed = assumed
        """Seat to what had been assumed of it before."""
        self.chips: dict[int, int] = {}
        self.passed_over: dict[int, int] = {}
        """Seat to what it had to call when another acted before it."""
        self.told: dict[int, set[int]] = {}
        """Seat to what its own lines may lack."""

    def add(self, seat: int, chips: int) -> None:
        # What goes back above the chips of the round is ante.
        self.chips[seat] = max(self.chips.get(seat, 0) + chips, 0)

    def lacking(self, step: Step, number: int) -> Iterator[Correction]:
        """At the end of the round: what players may have put in without a line.

        A player who was passed over, or went on without matching the bet, put in as much as somebody
        else did, or all that they had.
        """
        closing = step.closing
        level = max(closing.to_match if closing else 0, max(self.chips.values(), default=0))
        suspects = {*self.passed_over, *(player.seat for player in step.unfinished)}
        for seat, player in step.state.players.items():
            own = self.chips.get(seat, 0)
            assumed = player.assumed + player.street_assumed - self._assumed.get(seat, 0)
            short = level - own > 0 and not player.all_in and not player.protected
            in_hand = not player.folded or player.fold_inferred
            told = level - own in self.told.get(seat, ())  # a call for less: its line has been counted
            if seat in suspects or ((assumed or (short and in_hand)) and not told):
                most = level - own if player.stack is None else min(level - own, max(player.stack - player.put, 0))
                others = [chips - own for chips in self.chips.values() if chips > own]
                yield Correction(number, seat, (level - own, assumed, most, *others, self.passed_over.get(seat, 0)))


def _antes(replay: Replay) -> Iterator[Correction]:
    stake = ante_told(replay.index, replay.rules)
    if stake is None:
        return
    posted: dict[int, int] = {}
    all_in = set()
    for event in replay.hand.events:
        if isinstance(event, AntePosted):
            posted[event.seat] = posted.get(event.seat, 0) + event.amount
            if event.all_in:
                all_in.add(event.seat)
    for seat, player in replay.state.players.items():
        due = [*stake.amounts] if player.stack is None else [min(stake.amount, player.stack), *stake.amounts]
        if posted.get(seat, 0) not in due and (seat not in all_in or player.stack is not None):
            yield Correction(0, seat, tuple([amount - posted.get(seat, 0) for amount in due]))


def _of_wager(step: Step, player: RecordedPlayer, event: Wager, rules: Rules) -> Iterator[int]:
    """By how much a wager is off, if it is: what may be right, less what is recorded."""
    level, limit = step.state.round.to_match, limits(step.hand.header)
    if step.turn not in _TIMELY:
        yield -event.added
    if player.behind is not None and (event.added > player.behind or (event.all_in and event.added < player.behind)):
        yield player.behind - event.added
    if isinstance(event, Called):
        for due in (level - player.street_put, level - player.street_put - player.street_assumed):
            owed = max(due, 0) if player.behind is None else min(max(due, 0), player.behind)
            yield 0 if event.all_in and player.behind is None else owed - event.added
    elif isinstance(event, BroughtIn):
        stake = bring_in_due(step.hand.header, rules)
        if stake is None and limit is not None and event.to < limit.small:
            return  # nothing tells what it has to be
        amounts = (*(stake.amounts if stake else ()), *((limit.small,) if limit else ()))
        if event.to not in amounts and not event.all_in:
            yield from (amount - event.to for amount in amounts)
    elif isinstance(event, (Bet, Raised, Completed)):
        by = getattr(event, "by", None)
        if by is not None and level + by != event.to:
            yield level + by - event.to
        if limit is not None and step.state.street >= 3:
            right = sizes(step.state, player, step.game, limit, rules).all
            if event.to not in right and not (event.all_in and event.added == player.behind):
                yield from (to - event.to for to in right)


def _of_unknown(event: LineUnknown, decimals: int) -> Iterable[tuple[int, ...]]:
    """Any number in a line that could not be read may be chips that went in, out, or back."""
    for match in _NUMBER.findall(event.text):
        try:
            amount = parse_amount(match, decimals)
        except (ValueError, MoreDecimals):
            continue
        yield amount, -amount
