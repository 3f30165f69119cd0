"""Antes, bring-ins, bets, calls, and folds that no line tells and that must have been made.

Each is assumed where the record goes on as if it had been made, so that one missing line does not make everything
after it look wrong: an event of the basis `assumed`. That the line is missing is the matter of a check.
"""

from __future__ import annotations

from stud_audit.game.betting import limits
from stud_audit.game.opening import bring_in_seats
from stud_audit.game.table import RoundWager
from stud_audit.houses.rules import Rules
from stud_audit.model.events import Action, AntePosted, Bet, BroughtIn, Called, Completed, Event, Folded, Raised, Wager
from stud_audit.record.doubts import RecordedPlayer
from stud_audit.record.index import Index
from stud_audit.record.recorded_table import RecordedTable
from stud_audit.record.step import Step, implied_level
from stud_audit.record.wrong_actor import lacking

# --- antes, and the end of a round -----------------------------------------------------------------


def assume_antes(step: Step) -> None:
    """Who is dealt in without an ante is taken to have posted it, or to be all-in for less."""
    players = step.state.players.values()
    due = max((player.ante for player in players), default=0)
    for player in players:
        if due and not player.ante_event:
            all_in = player.behind is not None and player.behind <= due
            chips = player.behind if all_in and player.behind is not None else due
            step.state.assume(AntePosted(player.seat, chips, all_in), step.number)


def close_round(step: Step) -> None:
    """End the current round: who still had to act, and what is assumed of them: that they called, or folded."""
    state, index = step.state, step.index
    round_ = state.round
    if not state.street or round_.closed:
        return
    round_.closed = True
    step.closing = round_
    if round_.wagers and round_.wagers[-1].before in round_.doubt:
        round_.to_match = round_.unwagered().before  # one that should not have been, and that nobody answered
    owing = state.owing()
    unanswered = [state.players[seat] for seat in round_.unanswered if not state.players[seat].folded]
    owing = [*owing, *[player for player in unanswered if player not in owing]]
    if owing and index.order.astray:
        # Their actions are on record, only in the wrong place.
        owing = [player for player in owing if not _acts_astray(index, player, step.number)]
    if not owing:
        return
    passed_over = round_.jumped
    if round_.street == 3 and round_.opener not in state.low_seats:
        passed_over = passed_over | state.low_seats  # what they miss follows from the wrong bring-in
    step.unfinished = tuple([player for player in owing if player.seat not in passed_over])
    for player in owing:
        if index.last_sign.get(player.seat, 0) < step.number:
            state.assume(Folded(player.seat, street=state.street), step.number)
        else:
            gap = round_.to_match - player.street_put
            if player.behind is not None and 0 < player.behind <= gap:
                # They can only have called with all that they had.
                _assume(step, Called, player, player.street_put + player.behind, all_in=True)
            elif gap > player.street_assumed:
                _assume(step, Called, player, round_.to_match)


def _assume(
    step: Step, kind: type[Wager], player: RecordedPlayer, to: int, *, all_in: bool = False, after: bool = False
) -> Wager:
    """A wager that no line tells, by which the player has so much in on the street."""
    added = to - player.street_put - player.street_assumed
    event = kind(player.seat, added, to, all_in, street=step.state.street)
    step.state.assume(event, step.number, after=after)
    return event


def _acts_astray(index: Index, player: RecordedPlayer, after: int) -> bool:
    order = index.order
    return any(
        number > after and isinstance(action := index.event(number), Action) and action.seat == player.seat
        for number in order.astray
        if number not in order.early
    )


def drop_absent(step: Step) -> None:
    """Players whom a street gave no card and who are never seen again: they are out, whatever is missing."""
    state = step.state
    live = state.live()
    if state.street < 7 and any(player.street_cards for player in live):
        for player in live:
            if not player.street_cards and step.index.last_sign.get(player.seat, 0) < step.number:
                state.assume(Folded(player.seat, street=state.street - 1), step.number)
                player.dropped = True


# --- the bring-in ----------------------------------------------------------------------------------


def find_bring_in(step: Step, event: Action, player: RecordedPlayer, rules: Rules) -> None:
    """Before the first action of third street: who should bring in, and whether the line of it is missing."""
    state, index = step.state, step.index
    round_ = state.round
    opening = round_.openers = bring_in_seats(state, step.game, rules)
    low = state.low_seats = frozenset(opening.seats)
    round_.passed_on = isinstance(event, Folded) and opening.by is not None and player.seat in low
    if round_.passed_on:
        return
    if isinstance(event, BroughtIn) or len(state.able()) < 2 or player.seat in round_.jumped:
        return
    opens = isinstance(event, Bet)
    opens = opens or (isinstance(event, (Raised, Completed)) and not _faces_bring_in(step, event, low))
    if opens and (player.seat in low or BroughtIn not in index.of_type):
        return  # some sites write "completes" or "raises" for an opening with the full bet
    if player.seat not in low and (BroughtIn in index.of_type or _opens_later(index, low)):
        if len(low) == 1:  # the bring-in comes later: this player acted too early
            step.skipped = (state.players[opening.seats[0]],)
        return
    round_.bring_in_missing = True
    if isinstance(event, Called) and player.seat in low:
        return  # their bring-in under another word
    level = implied_level(event, player) or _bring_in_lacking(step, low)
    if level:
        _assume_wager(step, state.players[opening.seats[0]] if len(low) == 1 else None, level)


def _faces_bring_in(step: Step, event: Raised | Completed, low: frozenset[int]) -> bool:
    """Whether the first wager on third street raises a bring-in, by its own figures or by those of the hand."""
    if event.seat in low or not low:
        return False
    if event.by is None:
        return len(low) == 1 and _bring_in_lacking(step, low) > 0
    return event.by < event.to


def _bring_in_lacking(step: Step, low: frozenset[int]) -> int:
    """What a bring-in without a line came to: by the call of its player, or by the total of the hand; else 0."""
    index, small = step.index, step.hand.header.small or 0
    if BroughtIn in index.of_type:
        return 0
    level = 0
    for event in map(index.event, index.actions.get(3, ())):
        if isinstance(event, Action) and event.seat in low:
            if isinstance(event, Called) and not event.all_in and 0 < level - event.added < small:
                return level - event.added
            break
        level = max(level, getattr(event, "to", 0))
    chips = index.once(lacking)
    return chips if 0 < chips < small else 0


def _opens_later(index: Index, seats: frozenset[int]) -> bool:
    """Whether one of these opens third street with a full bet, later."""
    later = map(index.event, index.actions.get(3, ()))
    return any(isinstance(event, Bet) and event.seat in seats for event in later)


# --- bets ------------------------------------------------------------------------------------------


def find_wager(step: Step, player: RecordedPlayer, rules: Rules) -> None:
    """Where somebody was passed over, a call or raise of more than is due shows that they had wagered.

    Their line is missing (or comes late): that is the turn's fault. What follows from it is taken
    as the record has it.
    """
    state, round_ = step.state, step.state.round
    if not (step.skipped or round_.jumped):
        return
    if step.skipped and step.turn == "out-of-turn":
        absent = step.skipped[0]
    elif round_.jumped and (step.turn in ("opening", "free") or (step.turn == "in-turn" and not state.round.bets)):
        waiting = [seat for seat in round_.jumped if state.owes(state.players[seat])]
        if not waiting:
            return
        absent = state.players[waiting[0]]
    else:
        return
    level = level_faced(step, step.event, player, rules)
    if level > round_.to_match:
        _assume_wager(step, absent, level)


def level_faced(step: Step, event: Event, player: RecordedPlayer, rules: Rules) -> int:
    """The level that a call or raise says it faced, or that a raise to so much must have faced; else 0."""
    level, limit = implied_level(event, player), limits(step.hand.header)
    if level or not isinstance(event, (Raised, Completed)) or event.by is not None or limit is None:
        return level
    unit = limit.unit(step.state.street, rules)
    return max(event.to - (limit.big if event.to >= 2 * limit.big else unit), 0)


def _assume_wager(step: Step, player: RecordedPlayer | None, level: int) -> None:
    """A wager that no line records, by `player` where they are known."""
    state, round_ = step.state, step.state.round
    if player is None:
        round_.to_match = level
        return
    state.told(player, state.street, player.street_assumed)  # it takes the place of what was assumed before
    bring_in = state.street == 3 and level < (step.hand.header.small or 0)
    kind = BroughtIn if bring_in else Raised if round_.to_match else Bet
    event = _assume(step, kind, player, level)
    player.acted = True
    heads_up = len(state.able()) == 2
    state.face(RoundWager(step.number, player.seat, event, round_.to_match, level, False, heads_up))


# --- calls -----------------------------------------------------------------------------------------


def assume_called_bet(step: Step, caller: RecordedPlayer, before: int | None, rules: Rules) -> None:
    """A call of more than is due gives a bet away: others go on as if it had been made.

    By the bring-in where that is missing; by the seat that acted `before`, if it put in less and has no more to say;
    else the call is the bet.
    """
    state, round_ = step.state, step.state.round
    if not _answered(step, caller, rules):
        if not round_.to_match:
            caller.street_doubt, caller.behind = caller.street_put, None  # a check, and its chips may count or not
        return
    level = caller.street_put
    bettor = state.players.get(before) if before is not None and not round_.to_match else None
    if round_.bring_in_missing and not round_.to_match:
        round_.to_match = level
        for seat in state.low_seats if len(state.low_seats) == 1 else ():
            forced = state.players[seat]
            if forced is not caller and forced.street_put < level:
                state.told(forced, state.street, forced.street_assumed)
                _assume(step, BroughtIn, forced, level)
    elif bettor is not None and bettor.able and bettor.street_put < level and not _acts_again(step, bettor):
        _assume_wager(step, bettor, level)
        caller.acted = True
    else:
        kind = Raised if round_.to_match else Bet
        made = kind(caller.seat, level, level, caller.all_in, street=state.street)
        heads_up = len(state.able()) == 2
        state.face(RoundWager(step.number, caller.seat, made, round_.to_match, level, caller.all_in, heads_up))


def _answered(step: Step, caller: RecordedPlayer, rules: Rules) -> bool:
    """Whether others go on as if the bet that this call gives away had been made."""
    state, index = step.state, step.index
    if state.round.bring_in_missing and not state.round.to_match:
        return True
    folded: list[int] = []
    event: Action | None = None
    for action in index.actions_after(step.number, state.street):
        if not isinstance(action, Folded):
            event = action
            break
        folded.append(action.seat)
    if event is None:
        return any(_done(state, seat) for seat in folded)  # who had acted folds to something
    if isinstance(event, Called) and not state.round.to_match:
        return True
    return (
        event.seat in state.players and level_faced(step, event, state.players[event.seat], rules) == caller.street_put
    )


def _done(state: RecordedTable, seat: int) -> bool:
    player = state.players.get(seat)
    return player is not None and player.able and not state.owes(player)


def assume_matched(step: Step, player: RecordedPlayer) -> None:
    """A check or short call that leaves a player in the hand settles their turn all the same.

    Not where they acted late, and as they might have in their turn: then they still owe the rest.
    """
    short = step.state.round.to_match - player.street_put
    if short <= player.street_assumed or player.all_in or player.folded:
        return
    in_their_turn = player.street_put == player.jump_level or type(step.event) is BroughtIn
    if step.turn == "late" and in_their_turn and _acts_again(step, player):
        return
    _assume(step, Called, player, step.state.round.to_match, after=True)


def _acts_again(step: Step, player: RecordedPlayer) -> bool:
    """Whether the player has another action in this round."""
    return step.index.acts_after(step.number, player.seat, step.state.street)
