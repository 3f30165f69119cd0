"""Wagers that should not have been, or not of such a size: how much of them the record counts is told by what follows.

Until then their chips, and the stacks behind them, are in doubt.
"""

from __future__ import annotations

from msgspec.structs import replace

from stud_audit.game.betting import limits, sizes
from stud_audit.game.stakes import bring_in_due
from stud_audit.game.table import RoundWager
from stud_audit.houses.rules import Rules
from stud_audit.model.events import Bet, BroughtIn, Called, Completed, Raised, Wager
from stud_audit.record.doubts import RecordedPlayer
from stud_audit.record.missing_actions import level_faced
from stud_audit.record.step import Step

_UNTIMELY = frozenset(("again", "folded", "all-in", "closed"))
"""Turns of which the log may, or may not, count the chips."""


def doubt_chips(step: Step, player: RecordedPlayer, chips: int, *, all_in: bool) -> None:
    """Before a wager is made: what of it, and of the stack behind it, cannot be relied on."""
    if step.turn in _UNTIMELY:
        player.street_doubt += chips
        player.behind = None
    doubt_stack(player, chips, all_in=all_in)


def doubt_stack(player: RecordedPlayer, chips: int, *, all_in: bool) -> None:
    """Before chips go in: a stack that the record contradicts is unknown from then on."""
    if player.behind is None:
        return
    if player.behind < chips or (all_in and player.behind > chips):
        player.behind, player.optional = None, True
        player.all_in = False  # unless this line says so
    elif player.behind == chips:
        player.optional = not all_in


def doubt_level(step: Step, made: RoundWager, legal: tuple[int, ...]) -> None:
    """After a wager: the levels that it may really have made, where it is untimely or its size is none of these."""
    round_ = step.state.round
    if step.turn in _UNTIMELY or (made.before > 0 and type(made.event) is Bet):
        round_.doubt = (made.before,)
    else:
        round_.doubt = tuple([to for to in legal if to != made.to]) if legal else ()


def resolve_level(step: Step, player: RecordedPlayer, rules: Rules) -> None:
    """How much of a wager counts that should not have been, or not so much: the first answer to it tells."""
    state, round_ = step.state, step.state.round
    event = step.event
    if isinstance(event, (Raised, Completed)) and event.by is None and round_.wagers:
        faced = _raised_from(step, event, player, rules)
    else:
        faced = level_faced(step, event, player, rules)
    if not faced:
        return
    if faced != round_.to_match and faced in round_.doubt and round_.wagers:
        wager = round_.unwagered()
        round_.to_match = faced
        bettor = state.players[wager.seat]
        bettor.street_doubt = max(bettor.street_doubt, wager.to - faced)
        bettor.behind = None
        if faced > wager.before:
            round_.wagered(replace(wager, to=faced))
    round_.doubt = ()


def _raised_from(step: Step, event: Raised | Completed, player: RecordedPlayer, rules: Rules) -> int:
    """The level over which a raise goes that does not say by how much; 0 where nothing tells.

    What the last bettor adds to call it tells; else it is one from which it is right, the recorded one before others.
    """
    state, round_, limit = step.state, step.state.round, limits(step.hand.header)
    called = _called_by(step, round_.wagers[-1].seat)
    if called:
        return event.to - called
    if limit is None or event in sizes(state, player, step.game, limit, rules, event):
        return round_.to_match
    unit = limit.unit(state.street, rules)
    for level in round_.doubt:
        completes = state.street == 3 and level < unit == event.to
        if completes or event.to - level in (unit, limit.big if state.street == 4 else unit):
            return level
    return level_faced(step, event, player, rules)


def _called_by(step: Step, seat: int) -> int:
    """What this seat adds in a call of the raise at hand; 0 where it does not call, or only another raise."""
    for action in step.index.actions_after(step.number, step.state.street):
        if isinstance(action, Called) and action.seat == seat:
            return 0 if action.all_in else action.added
        if isinstance(action, Wager) and not isinstance(action, Called):
            return 0
    return 0


def legal_totals(step: Step, event: Wager, player: RecordedPlayer, rules: Rules) -> tuple[int, ...]:
    """What the wager should have come to, where its size is none of these; else nothing."""
    header = step.hand.header
    limit = limits(header)
    if limit is None or header.structure != "fixed":
        return ()
    if player.behind is not None and event.added > player.behind:
        return (player.street_put + player.behind,)
    if event.all_in:
        return ()
    if type(event) is BroughtIn:
        due = bring_in_due(step.hand.header, rules)
        if due is None and event.to < limit.small:
            return ()  # nothing tells what it has to be
        legal = (*(due.amounts if due else ()), limit.small)
    else:
        legal = sizes(step.state, player, step.game, limit, rules).all
    return () if event.to in legal else legal
