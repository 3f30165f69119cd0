"""The books of a hand: chips that went in, chips paid out, the rake, and the total that the log states.

Where they do not agree, another defect of the same hand may be the reason: a wager of the wrong size,
a line that is missing or stands twice. `corrections` says by how much each such defect may have
falsified the record, so that one defect is not reported a second time at the pot.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from stud_audit.engine.betting import limits, sizes
from stud_audit.engine.pots import uncalled
from stud_audit.engine.replay import Replay, Step
from stud_audit.engine.stakes import ante_due, bring_in_due
from stud_audit.engine.state import Player, Round
from stud_audit.houses.rules import Rules
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    Completed,
    HandCancelled,
    LineUnknown,
    Raised,
    TotalStated,
    UncalledReturned,
    Wager,
)
from stud_audit.model.gaps import FORMAT_GAPS, RAKE
from stud_audit.model.hand import Hand
from stud_audit.model.money import parse_amount

MOST_SUMS: Final = 20_000
_NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?", re.ASCII)
_TIMELY: Final = ("opening", "in-turn", "late", "confirmed", "free")


@dataclass(frozen=True, slots=True)
class Books:
    """What the record says of the chips. `rake` and `total` are None where it does not say them.

    `total` is that of all pots, rake included. A log that could print a rake and does not took none; in
    tournaments and for play money there is none. `cancelled`: the hand was called off, and nothing is settled.
    """

    put_in: int
    paid: int
    rake: int | None
    total: int | None
    total_event: int
    rake_event: int
    cancelled: bool

    @property
    def off(self) -> int:
        """How much more was paid (rake included) than went in; negative where chips are left."""
        return self.paid + (self.rake or 0) - self.put_in

    @property
    def total_off(self) -> int:
        """How much the stated total is above what went in; 0 where none is stated."""
        return 0 if self.total is None else self.total - self.put_in

    @property
    def paid_rightly(self) -> bool:
        """Whether what was paid agrees with what went in, or with the stated total at least."""
        if self.rake is None:
            return self.paid <= self.put_in
        return not self.off or (self.total is not None and not self.off - self.total_off)


@lru_cache(maxsize=2)
def books(replay: Replay) -> Books:
    """The books of a finished replay."""
    script, state = replay.script, replay.state
    total, total_event = None, 0
    for number in script.totals:
        event = script.event(number)
        if isinstance(event, TotalStated) and event.pot is None and not event.street:
            total, total_event = event.amount, number
            break
    rake = state.rake
    if rake is None and (RAKE not in replay.hand.missing or replay.hand.header.currency == "chips"):
        rake = 0
    return Books(
        put_in=state.pot,
        paid=state.awarded,
        rake=rake,
        total=total,
        total_event=total_event,
        rake_event=script.rakes[-1] if script.rakes else 0,
        cancelled=any(isinstance(event, HandCancelled) for event in replay.hand.events[-4:]),
    )


def plausible_rake(chips: int, pot: int) -> bool:
    """Whether so many chips that are not paid out can be a rake that the log does not print: a tenth at most."""
    return chips >= 0 and (chips * 10 <= pot or chips == 1)


# --- what else may have falsified the record -----------------------------------------------------


def explained(replay: Replay, off: int) -> bool:
    """Whether other defects of the hand may have made the record of the chips wrong by just this much."""
    return not FORMAT_GAPS.issuperset(replay.hand.missing) or off in _sums_of(replay)


def explained_but_for_rake(replay: Replay) -> bool:
    """Whether other defects of the hand leave a difference that can be a rake which the log does not print."""
    book = books(replay)
    if book.rake is not None:
        return False
    return any(plausible_rake(part - book.off, book.put_in + part) for part in _sums_of(replay))


@lru_cache(maxsize=2)
def shares_in_doubt(replay: Replay) -> bool:
    """Whether other defects of the hand leave it open who paid how much, so that side pots cannot be told."""
    book = books(replay)
    if not FORMAT_GAPS.issuperset(replay.hand.missing):
        return True
    if book.off and corrections(replay.hand, replay.rules):
        return True
    if any(p.assumed or p.street_assumed or p.overreturned for p in replay.state.players.values()):
        return True
    if any(any(parts) for parts in _antes(replay)):
        return True
    return any(isinstance(step.event, Wager) and step.turn not in _TIMELY for step in Replay(replay.hand, replay.rules))


@lru_cache(maxsize=2)
def _sums_of(replay: Replay) -> frozenset[int]:
    return sums([parts for _, parts in corrections(replay.hand, replay.rules)])


def sums(parts: Iterable[tuple[int, ...]]) -> frozenset[int]:
    """Every total of some of the corrections, one alternative of each at most, but not that of none."""
    found = {0}
    for alternatives in parts:
        found |= {total + part for total in found for part in alternatives}
        if len(found) > MOST_SUMS:
            break
    return frozenset(found - {0})


def corrections(hand: Hand, rules: Rules) -> list[tuple[int, tuple[int, ...]]]:
    """For each line that is wrong or missing, the chips that the record may lack by it.

    With the number of its event (or of the one that made it final). Alternatives where it cannot be
    told; negative where the record has too many. This replays the hand once more, and is meant for
    hands whose books do not agree.
    """
    replay = Replay(hand, rules)
    found = [(0, parts) for parts in _antes(replay)]
    tally: dict[int, int] = {}
    number = 0
    for step in replay:
        event, state, number = step.event, step.state, step.number
        if step.closing is not None:
            found.extend((number - 1, parts) for parts in _never_put_in(step, step.closing, tally))
        if step.opens:
            tally = {}
        if isinstance(event, Wager) and step.player is not None:
            found.append((number, _of_wager(step, step.player, event, rules)))
            tally[event.seat] = tally.get(event.seat, 0) + event.added
        elif isinstance(event, UncalledReturned):
            owed = uncalled(state).get(event.seat, 0)
            found.append((number, (event.amount - owed,)))
            tally[event.seat] = tally.get(event.seat, 0) - event.amount
        elif isinstance(event, LineUnknown):
            found.extend((number, parts) for parts in _of_unknown(event, hand.header.decimals))
    found.extend((number, (-chips,)) for chips in uncalled(replay.state).values())
    kept = ((at, tuple([part for part in dict.fromkeys(parts) if part])) for at, parts in found)
    return [(at, parts) for at, parts in kept if parts]


def _antes(replay: Replay) -> Iterable[tuple[int, ...]]:
    stake = ante_due(replay.hand, replay.rules, replay.script)
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
        if seat not in all_in or player.stack is not None:
            yield tuple([amount - posted.get(seat, 0) for amount in due])


def _of_wager(step: Step, player: Player, event: Wager, rules: Rules) -> tuple[int, ...]:
    """By how much a wager is off, if it is: what may be right, less what is recorded."""
    parts: list[int] = []
    level, limit = step.state.round.level, limits(step.hand.header)
    if step.turn not in _TIMELY:
        parts.append(-event.added)
    if player.left is not None and (event.added > player.left or (event.all_in and event.added < player.left)):
        parts.append(player.left - event.added)
    if isinstance(event, Called):
        for due in (level - player.street_put, level - player.street_put - player.street_assumed):
            owed = max(due, 0) if player.left is None else min(max(due, 0), player.left)
            parts.append(0 if event.all_in and player.left is None else owed - event.added)
    elif isinstance(event, BroughtIn):
        stake = bring_in_due(step.hand, rules)
        amounts = (*(stake.amounts if stake else ()), *((limit.small,) if limit else ()))
        if event.to not in amounts and not event.all_in:
            parts.extend(amount - event.to for amount in amounts)
    elif isinstance(event, Bet | Raised | Completed):
        by = getattr(event, "by", None)
        if by is not None and level + by != event.to:
            parts.append(level + by - event.to)
        if limit is not None and step.state.street >= 3:
            right = sizes(step.state, player, step.game, limit, rules).all
            if event.to not in right:
                parts.extend(to - event.to for to in right)
    return tuple(parts)


def _never_put_in(step: Step, closing: Round, tally: dict[int, int]) -> Iterable[tuple[int, ...]]:
    """At the end of a round: what players who went on without matching the level are short of."""
    level = max(closing.level, max(tally.values(), default=0))
    unfinished = {player.seat for player in step.unfinished}
    for player in step.state.players.values():
        short = level - tally.get(player.seat, 0)
        out = player.folded and not player.fold_inferred
        lacking = player.assumed + player.street_assumed
        if out and closing.bring_in_missing and lacking:
            yield (lacking,)  # a bring-in that has no line, and whose player folds
        elif player.all_in and player.seat in unfinished:
            yield short, lacking  # all he had, by a line that is missing
        elif short > 0 and not out and not player.all_in and not player.protected:
            yield (short,) if player.left is None else (short, min(short, player.left))


def _of_unknown(event: LineUnknown, decimals: int) -> Iterable[tuple[int, ...]]:
    """Any number in a line that could not be read may be chips that went in, out, or back."""
    for match in _NUMBER.findall(event.text):
        try:
            amount = parse_amount(match, decimals)
        except ValueError:
            continue
        yield amount, -amount
