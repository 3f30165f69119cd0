"""The next street is dealt, or the showdown begins, while a player still has to act.

Every player who can bet acts until all bets are matched. The finding stands at the line that made
the omission final: the next street's heading or first card, the showdown, or the award. There is
one finding per player. If a whole round is without an action, it is one finding.

Not reported for a player who was jumped (T402) or who should have opened a round that another
opened (T401, B301): their silence belongs to that finding. A check or short call that leaves a bet
unanswered is W504 or W503. Where a line of the round could not be read, their action may be that line.
A third street without any opening is B303.

Source: the house's ruling that a round is complete before the next card.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.support import STREET_NAMES, named
from stud_audit.game.table import Player, Round
from stud_audit.model.events import (
    Action,
    CardDealt,
    CommunityDealt,
    HandEnded,
    LineUnknown,
    Mucked,
    PotAwarded,
    ShowdownOpened,
    Shown,
    StreetOpened,
    SummaryOpened,
    TotalStated,
)
from stud_audit.record.deals import heading


def judge(step: Step, house: House) -> Result:
    closing = step.closing
    if closing is None:
        return None
    if not step.unfinished:
        return PASS
    if not closing.actions:
        return _no_action(step, closing)
    # Nobody owes an answer to their own bet, whatever others made of it.
    bettor = closing.wagers[-1].seat if closing.wagers else 0
    others = [player for player in step.unfinished if player.seat != bettor]
    if not others:
        return None
    owing = [player for player in others if not _line_lost(step, closing, player)]
    if not owing:
        return Missing("a line that could not be read")
    return [_fault(step, closing, player) for player in owing]


def _fault(step: Step, closing: Round, player: Player) -> Fault:
    last = closing.wagers[-1] if closing.wagers else None
    related: tuple[tuple[int, str], ...] = ()
    if last is not None and last.seat != player.seat:
        related = ((last.event_no, "the bet that they have to answer"),)
    return Fault(
        f"{_next(step)} while {named(player)} still has to act on {STREET_NAMES[closing.street]}",
        expected=f"action of seat {player.seat}",
        actual="nothing",
        event=_final(step, closing),
        street=closing.street,
        seat=player.seat,
        related=related,
    )


def _no_action(step: Step, closing: Round) -> Result:
    if closing.street == 3:
        return None
    return Fault(
        f"{_next(step)} without any action on {STREET_NAMES[closing.street]}",
        expected="a betting round",
        actual="nothing",
        event=_final(step, closing),
        street=closing.street,
        seat=step.unfinished[0].seat,
    )


def _next(step: Step) -> str:
    return "the next street begins" if step.opens else "the betting ends"


def _final(step: Step, closing: Round) -> int:
    """The heading, where an action stands between it and the first card."""
    if step.opens and step.index.order.early:
        return heading(step.index, step.opens) or step.number
    return step.number


def _line_lost(step: Step, closing: Round, player: Player) -> bool:
    """Whether a line of this round that could not be read may be this player's action."""
    start = max(step.index.deals.get(closing.street, (0,)))
    for number in step.index.unknown:
        if start < number < step.number:
            line = step.index.event(number)
            if isinstance(line, LineUnknown) and (line.code == "R006" or player.name in line.text):
                return True
    return False


CHECK = Check(
    "D109",
    "card-before-round-closed",
    "S1",
    "software",
    judge=judge,
    quiet="not_applicable",
    on=(
        Action,
        StreetOpened,
        CardDealt,
        CommunityDealt,
        ShowdownOpened,
        Shown,
        Mucked,
        PotAwarded,
        SummaryOpened,
        TotalStated,
        HandEnded,
    ),
)
