"""Actions under a wrong name: the line says one player, and play goes on as if another had acted.

The wrong name is a fault of its own (T401 to T404, B301). If the player whose turn it was is passed
over, and the next to act is the one who follows *them*, the action is taken to be theirs: otherwise one
wrong name would put the turn, and every amount of two players, in doubt for the rest of the round.
"""

from __future__ import annotations

from itertools import islice

from msgspec.structs import replace

from stud_audit.model.events import (
    Action,
    Bet,
    BroughtIn,
    Called,
    Completed,
    Folded,
    PotAwarded,
    Raised,
    RakeTaken,
    TotalStated,
    Wager,
)
from stud_audit.record.doubts import RecordedPlayer
from stud_audit.record.index import Index
from stud_audit.record.recorded_table import RecordedTable
from stud_audit.record.step import Step, chips_of
from stud_audit.record.street_headers import on_street

_SUSPECT = frozenset(("opening", "out-of-turn", "again", "folded", "all-in"))
_FAR = 24
"""Actions that are looked ahead at: no player waits longer for their turn."""


def reseat(step: Step, actor: RecordedPlayer) -> bool:
    """Whether play goes on as if another had acted, which is then noted in the step: the action is taken as theirs."""
    state, round_, action = step.state, step.state.round, step.event
    if step.turn not in _SUSPECT or not isinstance(action, Action):
        return False
    if step.turn == "opening" and not (round_.misopened or (round_.street == 3 and actor.seat not in state.low_seats)):
        return False
    if round_.misopened:
        round_.jumped, jumped = set(), round_.jumped
    else:
        jumped = round_.jumped
    player = _meant(state, step.index, step.number, action, actor)
    if player is None:
        round_.jumped = jumped
        return False
    if round_.misopened:
        round_.misopened, player.jump_level = False, -1
    step.taken, step.skipped = _as_of(action, player, state.street), ()
    state.reseated[step.number] = step.taken
    state.misread[actor.seat] = state.misread[player.seat] = action.street
    if step.turn in ("out-of-turn", "again"):
        step.turn, step.player, step.event = "misnamed", player, step.taken
    return True


def _meant(
    state: RecordedTable, index: Index, number: int, event: Action, actor: RecordedPlayer
) -> RecordedPlayer | None:
    """The player who made this action, where the record shows that it was not its actor; else None."""
    due = _due(state, event)
    if due is None or due is actor or not due.able or not _suits(state, due, event):
        return None
    if isinstance(event, Folded) and index.last_sign.get(due.seat, 0) > number:
        return None
    wagers = state.round.wagers
    if isinstance(event, Called) and wagers and wagers[-1].seat == actor.seat and not _adds_up(index):
        return None  # they may as well answer a raise whose line is missing: the chips of the hand say so
    later = list(islice(index.actions_after(number, event.street), _FAR))
    if not _in_place(state, later, due, event, actor):
        return None
    expected = _next_after(state, due, event)
    follows = later[0].seat if later else None
    return due if follows == (expected and expected.seat) else None


def _in_place(
    state: RecordedTable, later: list[Action], due: RecordedPlayer, event: Action, actor: RecordedPlayer
) -> bool:
    """Whether the player's own next line of the round stands where it must if this action is theirs.

    It does not where they check, or bet, in this round after all, or answer a bet when those after them have
    done so; and a call of all that is due shows that they have put nothing in yet, or a call of less by the actor that
    these chips are the actor's.
    """
    active = [player.seat for player in state.clockwise(due.seat) if player.able]
    total = _total(event, due)
    level = max(state.round.to_match, total)
    owing = set(active) if total > state.round.to_match else {p.seat for p in state.owing()} - state.round.jumped
    owing.discard(due.seat)
    last = due.seat
    for action in later:
        seat = action.seat
        if seat == actor.seat and isinstance(action, Called) and isinstance(event, Wager) and not action.all_in:
            owed = level - actor.street_put
            if action.added != owed and action.added == owed - event.added:
                return False
        start = active.index(last) + 1 if last in active else 0
        turn = next((other for other in active[start:] + active[:start] if other in owing), None)
        if due.seat in (seat, turn):
            owes_all = isinstance(action, Called) and not action.all_in and action.added == level - due.street_put
            return seat == turn and not (isinstance(event, Wager) and owes_all)
        if isinstance(action, Wager) and not isinstance(action, Called):
            level, owing = max(level, action.to), set(active) - {seat}
        owing.discard(seat)
        last = seat
    return True


def _as_of(event: Action, player: RecordedPlayer, street: int) -> Action:
    """The action as this player's own."""
    own = on_street(event, street, player.street_put)
    return replace(own, seat=player.seat, basis="reseated")  # type: ignore[return-value]


def _due(state: RecordedTable, event: Action) -> RecordedPlayer | None:
    round_ = state.round
    if round_.actions:
        return state.next_to_act()
    if round_.street == 3:
        opens = isinstance(event, (BroughtIn, Bet, Completed, Raised))
        seats = tuple(state.low_seats) if opens else ()
    else:
        seats = round_.openers.seats if round_.openers is not None and round_.openers.missing is None else ()
    return state.players[seats[0]] if len(seats) == 1 else None


def _suits(state: RecordedTable, due: RecordedPlayer, event: Action) -> bool:
    """Whether the action answers what this player faces: the call of another amount is another's."""
    level = state.round.to_match
    to_call = level - due.street_put - due.street_assumed
    if isinstance(event, Called):
        return to_call > 0 and (event.added == to_call or event.all_in)
    if isinstance(event, (Raised, Completed)):
        return level > 0 and (event.by is None or event.to - event.by == level)
    if isinstance(event, (Bet, BroughtIn)):
        return level == 0
    return to_call <= 0 or isinstance(event, Folded)


def _adds_up(index: Index) -> bool:
    """Whether the chips on record are those that the log says were paid: no wager is missing."""
    return not index.once(lacking)


def lacking(index: Index) -> int:
    """The chips that the log says were paid, or states as the total, beyond those that its lines put in."""
    chips = paid = 0
    total = None
    for event in index.hand.events:
        chips += chips_of(event)
        if isinstance(event, (PotAwarded, RakeTaken)):
            paid += event.amount
        elif isinstance(event, TotalStated) and event.pot is None and not event.street:
            total = event.amount
    return 0 if chips == paid else (paid if total is None else total) - chips


def _next_after(state: RecordedTable, due: RecordedPlayer, event: Action) -> RecordedPlayer | None:
    """Who has to act next if `due` makes this action."""
    raising = _total(event, due) > state.round.to_match
    for player in state.clockwise(due.seat):
        if player is due:
            return None
        if player.able and (raising or (state.owes(player) and player.seat not in state.round.jumped)):
            return player
    return None


def _total(event: Action, player: RecordedPlayer) -> int:
    """What the player has in on the street after making this action."""
    if isinstance(event, (Raised, Completed)):
        return event.to
    if isinstance(event, Called) or not isinstance(event, Wager):
        return 0
    return player.street_put + event.added
