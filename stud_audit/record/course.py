"""The course of a hand: rounds that open and close, and what the record of them lacks.

Where a line is missing that must have been there, it is assumed, so that one missing line does not make
everything after it look wrong.
"""

from __future__ import annotations

from collections.abc import Iterable

from stud_audit.game.betting import limits
from stud_audit.game.games import GAMES
from stud_audit.game.opening import bring_in_seats, round_openers
from stud_audit.game.table import RoundWager
from stud_audit.houses.rules import Rules
from stud_audit.model.events import (
    Action,
    Bet,
    BroughtIn,
    Called,
    Completed,
    Event,
    Folded,
    Raised,
)
from stud_audit.model.hand import Hand
from stud_audit.record.disputed_cards import disputed_cards
from stud_audit.record.doubts import RecordedPlayer, RecordedTable
from stud_audit.record.index import read_script
from stud_audit.record.showdown import Showdown
from stud_audit.record.step import Step, implied_level
from stud_audit.record.wrong_actor import lacking


class Course:
    """A hand in play, as far as it is recorded."""

    def __init__(self, hand: Hand, rules: Rules) -> None:
        self.hand = hand
        self.rules = rules
        self.game = GAMES[hand.header.game]
        self.script = read_script(hand)
        seats = self.script.seats
        self.state = RecordedTable(
            {
                seat: RecordedPlayer(seat, seats[seat].player, seats[seat].stack, seats[seat].stack)
                for seat in self.script.dealt_in
            },
            list(self.script.dealt_in),
            hand.header.button,
        )
        for seat, cards in disputed_cards(self.script).items():
            if seat in self.state.players:
                self.state.players[seat].disputed = cards
        self._small = hand.header.small or 0
        self.showdown = Showdown(self.state, self.script, self.game, rules)
        self._misread: dict[int, int] = {}
        """Seat to the street that its first misplaced action was counted to."""

    # --- rounds -----------------------------------------------------------------------------

    def _begin(self, step: Step, street: int) -> None:
        self._close_round(step)
        step.opens = street
        self._open_street(street)

    def _close_round(self, step: Step) -> None:
        """End the current round: who still had to act, who is never seen again, what is assumed."""
        state = self.state
        round_ = state.round
        if not state.street or round_.closed:
            return
        round_.closed = True
        step.closing = round_
        owing = state.owing()
        owing += [state.players[seat] for seat in round_.unanswered if not state.players[seat].folded]
        if owing and self.script.order.astray:
            # Their actions are on record, only in the wrong place.
            owing = [player for player in owing if not self._acts_astray(player, step.number)]
        if not owing:
            return
        passed_over = round_.jumped
        if round_.street == 3 and round_.opener not in state.low_seats:
            passed_over = passed_over | state.low_seats  # what he misses follows from the wrong bring-in
        step.unfinished = tuple([player for player in owing if player.seat not in passed_over])
        for player in owing:
            if self.script.last_sign.get(player.seat, 0) < step.number:
                player.folded, player.fold_inferred = state.street, True
            else:
                gap = round_.level - player.street_put
                if player.left is not None and 0 < player.left <= gap:
                    # He can only have called with all that he had.
                    player.street_assumed, player.left = player.left, 0
                    player.all_in, player.all_in_street = True, state.street
                elif gap > player.street_assumed:
                    player.street_assumed, player.left = gap, None

    def _acts_astray(self, player: RecordedPlayer, after: int) -> bool:
        order, event = self.script.order, self.script.event
        return any(
            number > after and isinstance(action := event(number), Action) and action.seat == player.seat
            for number in order.astray
            if number not in order.early
        )

    def _open_street(self, street: int) -> None:
        if street == 3:
            self._assume_antes()
        self.state.open_street(street)
        for player in self.state.players.values():
            player.assumed += player.street_assumed
            player.street_assumed = player.street_doubt = 0
            player.jump_level = -1

    def _assume_antes(self) -> None:
        """Who is dealt in without an ante is taken to have posted it, or to be all-in for less."""
        players = self.state.players.values()
        due = max((player.ante for player in players), default=0)
        for player in players:
            if due and not player.ante_event:
                player.assumed += due if player.left is None else min(due, player.left)
                player.all_in = player.left is not None and player.left <= due
                player.optional = player.all_in
                player.left = None

    def _first_action(self, step: Step, event: Action, player: RecordedPlayer) -> None:
        """Work out who should have opened, and whether the bring-in's line is missing."""
        state = self.state
        round_ = state.round
        if state.street >= 4:
            round_.openers = round_openers(state, self.game, self.rules)
            seats = round_.openers.seats
            if seats and player.seat not in seats and not (player.folded or player.all_in):
                round_.misopened = True
                self._jump([state.players[seat] for seat in seats], round_.level)
            return
        opening = round_.openers = bring_in_seats(state, self.game, self.rules)
        low = state.low_seats = frozenset(opening.seats)
        round_.passed_on = isinstance(event, Folded) and opening.by is not None and player.seat in low
        if round_.passed_on:
            return
        if isinstance(event, (BroughtIn, Bet)) or len(state.able()) < 2 or player.seat in round_.jumped:
            return
        if isinstance(event, (Raised, Completed)) and not self._faces_bring_in(event, low):
            return  # some sites write "completes" or "raises" for an opening with the full bet
        if player.seat not in low and (self.script.bring_ins or self._opens_later(step, low)):
            if len(low) == 1:  # the bring-in comes later: this player acted too early
                step.skipped = (state.players[opening.seats[0]],)
            return
        round_.bring_in_missing = True
        level = implied_level(event, player) or self._bring_in_lacking(low)
        if level:
            self._assume_wager(step, state.players[opening.seats[0]] if len(low) == 1 else None, level)

    def _faces_bring_in(self, event: Raised | Completed, low: frozenset[int]) -> bool:
        """Whether the first wager on third street raises a bring-in, by its own figures or by those of the hand."""
        if event.seat in low or not low:
            return False
        if event.by is None:
            return len(low) == 1 and self._bring_in_lacking(low) > 0
        return event.by < event.to

    def _bring_in_lacking(self, low: frozenset[int]) -> int:
        """What a bring-in without a line came to: by the call of its player, or by the total of the hand; else 0."""
        if self.script.bring_ins:
            return 0
        level = 0
        for event in map(self.script.event, self.script.actions.get(3, ())):
            if isinstance(event, Action) and event.seat in low:
                if isinstance(event, Called) and not event.all_in and 0 < level - event.added < self._small:
                    return level - event.added
                break
            level = max(level, getattr(event, "to", 0))
        chips = lacking(self.script)
        return chips if 0 < chips < self._small else 0

    def _opens_later(self, step: Step, seats: frozenset[int]) -> bool:
        """Whether one of these opens third street with a full bet, later."""
        later = map(self.script.event, self.script.actions.get(3, ()))
        return any(isinstance(event, Bet) and event.seat in seats for event in later)

    def _jump(self, players: Iterable[RecordedPlayer], level: int) -> None:
        """These are passed over, at this level."""
        round_ = self.state.round
        for player in players:
            round_.jumped.add(player.seat)
            player.jump_level = level
            if self.script.last_sign.get(player.seat, 0) < round_.last_event and not player.street_assumed:
                player.folded, player.fold_inferred = round_.street, True  # passed over, and not seen again

    # --- what the record lacks --------------------------------------------------------------

    def _assume_missing(self, step: Step, player: RecordedPlayer) -> None:
        """Where somebody was passed over, a call or raise of more than is due shows that he had wagered.

        His line is missing (or comes late): that is the turn's fault. What follows from it is taken
        as the record has it.
        """
        state, round_ = self.state, self.state.round
        if not (step.skipped or round_.jumped):
            return
        if step.skipped and step.turn == "out-of-turn":
            absent = step.skipped[0]
        elif round_.jumped and (step.turn in ("opening", "free") or (step.turn == "in-turn" and not self._bet_made())):
            waiting = [seat for seat in round_.jumped if state.owes(state.players[seat])]
            if not waiting:
                return
            absent = state.players[waiting[0]]
        else:
            return
        level = self._faced(step.event, player)
        if level > round_.level:
            self._assume_wager(step, absent, level)

    def _faced(self, event: Event, player: RecordedPlayer) -> int:
        """The level that a call or raise says it faced, or that a raise to so much must have faced; else 0."""
        level, limit = implied_level(event, player), limits(self.hand.header)
        if level or not isinstance(event, Raised) or event.by is not None or limit is None:
            return level
        unit = limit.unit(self.state.street, self.rules)
        return max(event.to - (limit.big if event.to >= 2 * limit.big else unit), 0)

    def _bet_made(self) -> bool:
        """Whether this round has a bet on record; a bring-in is none yet."""
        return any(not isinstance(wager.event, BroughtIn) for wager in self.state.round.wagers)

    def _assume_wager(self, step: Step, player: RecordedPlayer | None, level: int) -> None:
        """A wager that no line records, by `player` where he is known."""
        state, round_ = self.state, self.state.round
        if player is None:
            round_.level = level
            return
        player.street_assumed = level - player.street_put
        player.left = None
        player.acted = True
        kind = BroughtIn if state.street == 3 and level < (self.hand.header.small or 0) else Raised
        event = kind(player.seat, player.street_assumed, level)
        heads_up = len(state.able()) == 2
        state.face(RoundWager(step.number, player.seat, event, round_.level, level, False, heads_up))
