"""Whose turn it is as the record has it, how an action stands to it, and what it does to the order of its round."""

from __future__ import annotations

from collections.abc import Iterable

from stud_audit.game.opening import round_openers
from stud_audit.houses.rules import Rules
from stud_audit.model.events import BroughtIn, Event, Folded, Wager
from stud_audit.record.doubts import RecordedPlayer
from stud_audit.record.recorded_table import RecordedTable
from stud_audit.record.step import Step, as_assumed, implied_level


def find_openers(step: Step, player: RecordedPlayer, rules: Rules) -> None:
    """Before the first action of a later street: who should open it, and whether this player may."""
    state, round_ = step.state, step.state.round
    opening = round_.openers = round_openers(state, step.game, rules)
    seats = opening.seats or opening.possible
    if seats and player.seat not in seats and not (player.folded or player.all_in):
        round_.misopened = True
        _pass_over(step, [state.players[seat] for seat in seats], round_.to_match)


def stand_to_turn(step: Step, player: RecordedPlayer) -> None:
    """Tell how the step's action stands to the turn, and who is skipped by it."""
    state, round_ = step.state, step.state.round
    if round_.closed and step.number in step.index.order.astray:
        step.turn = "astray"
    elif player.optional or player.protected:
        step.turn = "free"
    elif player.folded:
        step.turn = "folded"
    elif player.all_in:
        step.turn = "all-in"
    elif step.skipped:
        step.turn = "out-of-turn"
    elif not round_.actions:
        step.turn = "opening"
    elif player.street_assumed and as_assumed(step.event, player, round_.to_match):
        step.turn = "confirmed"
    elif player.seat in round_.jumped:
        step.turn = "late"
    else:
        expected = state.next_to_act()
        if expected is player:
            step.turn = "in-turn"
        elif state.owes(player) or (expected is not None and _answers(step, player)):
            step.turn = "out-of-turn"
            step.skipped = _skipped(state, player)
        elif expected is not None:
            step.turn = "again"
            step.skipped = (expected,)
        elif player.street_assumed and type(step.event) is Folded:
            step.turn = "confirmed"  # they had checked a bet, and it was assumed that they matched it
        else:
            # What follows from a jump is no finding of its own.
            waiting = any(state.owes(state.players[seat]) for seat in round_.jumped)
            step.turn = "free" if waiting else "closed"


def keep_order(step: Step, player: RecordedPlayer, pointer: int | None, level: int) -> None:
    """What an action that has been made does to the order of the round, which stood so before it."""
    round_ = step.state.round
    if pointer is None and step.turn in ("folded", "all-in") and _opens_after(step):
        round_.actions, round_.pointer = 0, None  # who is out of play opens nothing
        return
    if round_.actions == 1:
        round_.opener, round_.first_event = player.seat, step.number
    round_.last_event = step.number
    if step.turn in ("opening", "in-turn", "out-of-turn") or step.taken or pointer is None:
        if step.skipped:
            _pass_over(step, step.skipped, level)
    elif step.turn == "again":
        _pass_over(step, step.skipped, level)
        round_.pointer = pointer
    elif type(step.event) is not BroughtIn:  # the order of the round starts with it, however late
        round_.pointer = pointer
    round_.jumped.discard(player.seat)


def _opens_after(step: Step) -> bool:
    """Whether who has to open the round does so after all; else this line may be theirs, under another's name."""
    openers = step.state.round.openers
    if openers is None or isinstance(step.event, Wager):
        return False
    after = next(step.index.actions_after(step.number, step.state.street), None)
    return after is not None and after.seat in openers.seats


def _pass_over(step: Step, players: Iterable[RecordedPlayer], level: int) -> None:
    """These are passed over, at this level; who is not seen again has folded."""
    round_ = step.state.round
    for player in players:
        round_.jumped.add(player.seat)
        player.jump_level = level
        if step.index.last_sign.get(player.seat, 0) < round_.last_event and not player.street_assumed:
            step.state.assume(Folded(player.seat, street=round_.street), step.number)


def _answers(step: Step, player: RecordedPlayer) -> bool:
    """Whether a player with nothing to answer yet acts for the first time, or answers a wager not on record."""
    if not player.times:
        return True
    event: Event = step.event
    last = step.index.event(player.last_action)
    same = type(last) is type(event) and getattr(last, "added", 0) == getattr(event, "added", 0)
    if same and player.last_action == step.state.round.last_event:
        return False  # their last line once more
    return implied_level(event, player) > step.state.round.to_match


def _skipped(state: RecordedTable, actor: RecordedPlayer) -> tuple[RecordedPlayer, ...]:
    """Those between the last actor and this one who still had to act."""
    skipped: list[RecordedPlayer] = []
    for player in state.clockwise(state.round.pointer or 0):
        if player is actor:
            break
        if state.owes(player) and player.seat not in state.round.jumped:
            skipped.append(player)
    return tuple(skipped)
