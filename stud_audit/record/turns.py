"""Whose turn it is, and how an action stands to it."""

from __future__ import annotations

from msgspec.structs import replace

from stud_audit.model.events import (
    Action,
    Event,
)
from stud_audit.record.course import Course
from stud_audit.record.doubts import RecordedPlayer
from stud_audit.record.step import Step, as_assumed, implied_level
from stud_audit.record.wrong_actor import as_of, meant

_SUSPECT = frozenset(("opening", "out-of-turn", "again", "folded", "all-in"))


class Turns(Course):
    """A hand in play whose actions are put in their order."""

    # --- turns ------------------------------------------------------------------------------

    def _classify(self, step: Step, player: RecordedPlayer) -> None:
        state, round_ = self.state, self.state.round
        if round_.closed and step.number in self.script.order.astray:
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
        elif player.street_assumed and as_assumed(step.event, player, round_.level):
            step.turn = "confirmed"
        elif player.seat in round_.jumped:
            step.turn = "late"
        else:
            expected = state.next_to_act()
            if expected is player:
                step.turn = "in-turn"
            elif state.owes(player) or (expected is not None and self._answers(step.event, player)):
                step.turn = "out-of-turn"
                step.skipped = self._skipped(player)
            elif expected is not None:
                step.turn = "again"
                step.skipped = (expected,)
            else:
                # What follows from a jump is no finding of its own.
                waiting = any(state.owes(state.players[seat]) for seat in round_.jumped)
                step.turn = "free" if waiting else "closed"
        if step.turn in _SUSPECT and self._under_wrong_name(step, player):
            return
        self._assume_missing(step, player)
        if round_.doubt:
            self._resolve_doubt(step.event, player)

    def _under_wrong_name(self, step: Step, actor: RecordedPlayer) -> bool:
        """Whether play goes on as if another had acted: the action is taken to be his."""
        state, round_, action = self.state, self.state.round, step.event
        if not isinstance(action, Action):
            return False
        if step.turn == "opening" and not (
            round_.misopened or (round_.street == 3 and actor.seat not in state.low_seats)
        ):
            return False
        if round_.misopened:
            round_.jumped, jumped = set(), round_.jumped
        else:
            jumped = round_.jumped
        player = meant(state, self.script, step.number, action, actor)
        if player is None:
            round_.jumped = jumped
            return False
        if round_.misopened:
            round_.misopened, player.jump_level = False, -1
        step.taken, step.skipped = as_of(action, player, state.street), ()
        self._misread[actor.seat] = self._misread[player.seat] = action.street
        if step.turn in ("out-of-turn", "again"):
            step.turn, step.player, step.event = "misnamed", player, step.taken
        return True

    def _answers(self, event: Event, player: RecordedPlayer) -> bool:
        """Whether a player with nothing to answer yet acts for the first time, or answers a wager not on record."""
        if not player.times:
            return True
        last = self.script.event(player.last_action)
        same = type(last) is type(event) and getattr(last, "added", 0) == getattr(event, "added", 0)
        if same and player.last_action == self.state.round.last_event:
            return False  # his last line once more
        return implied_level(event, player) > self.state.round.level

    def _resolve_doubt(self, event: Event, player: RecordedPlayer) -> None:
        """How much of a wager counts that should not have been, or not so much: the first answer to it tells."""
        round_ = self.state.round
        faced = self._faced(event, player)
        if not faced:
            return
        if faced != round_.level and faced in round_.doubt and round_.wagers:
            wager = round_.unwagered()
            round_.level = faced
            bettor = self.state.players[wager.seat]
            bettor.street_doubt = max(bettor.street_doubt, wager.to - faced)
            bettor.left = None
            if faced > wager.before:
                round_.wagered(replace(wager, to=faced))
        round_.doubt = ()

    def _skipped(self, actor: RecordedPlayer) -> tuple[RecordedPlayer, ...]:
        """Those between the last actor and this one who still had to act."""
        state = self.state
        skipped: list[RecordedPlayer] = []
        pointer = state.round.pointer
        if pointer is None:
            return ()
        for player in state.clockwise(pointer):
            if player is actor:
                break
            if state.owes(player) and player.seat not in state.round.jumped:
                skipped.append(player)
        return tuple(skipped)
