"""The replay: events are applied to the state one by one, as recorded.

`replay` yields a `Step` per event *before* it is applied, so that checks see the state that the
actor faced. The state is changed by this module alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from stud_audit.game.betting import limits, sizes
from stud_audit.game.stakes import bring_in_due
from stud_audit.game.turn import to_act
from stud_audit.model.events import (
    Action,
    AntePosted,
    Bet,
    BroughtIn,
    ButtonMoved,
    Called,
    CardBurned,
    CardDealt,
    CardsReprinted,
    Checked,
    CommunityDealt,
    Completed,
    Event,
    Folded,
    HandEnded,
    Mucked,
    PotAwarded,
    Protected,
    Raised,
    RakeTaken,
    ShowdownOpened,
    Shown,
    StreetOpened,
    SummaryOpened,
    TotalStated,
    UncalledReturned,
    Wager,
)
from stud_audit.model.gaps import ALL_IN_MARKS, UNCALLED_RETURNS
from stud_audit.record.doubts import RecordedPlayer
from stud_audit.record.step import Step
from stud_audit.record.street_headers import on_street, stands_early, stands_late
from stud_audit.record.turns import Turns

_DOUBTFUL = frozenset(("again", "folded", "all-in", "closed"))
"""Turns of which the log may, or may not, count the chips."""

_ACTIONS = frozenset((BroughtIn, Bet, Completed, Raised, Called, Checked, Folded))
_CLOSERS = frozenset((ShowdownOpened, Shown, Mucked, PotAwarded, SummaryOpened, TotalStated, HandEnded))
_STREET_OPENERS = frozenset((StreetOpened, CardDealt, CommunityDealt)) | _ACTIONS


class Replay(Turns):
    """The replay of one hand under one reading of a house's rules.

    The rules matter to the replay in one place only: whose bring-in is assumed where the record
    lacks it. Iterate it once; afterwards `state` is the final one, and `showdown` may be read.
    """

    def __iter__(self) -> Iterator[Step]:
        for number, event in enumerate(self.hand.events, 1):
            step = self.meet(number, event)
            yield step
            self.apply(step)

    def meet(self, number: int, event: Event) -> Step:
        """The step of the next event, judged by nobody and not applied yet; a round that it ends is closed."""
        state, kind = self.state, type(event)
        acts = kind in _ACTIONS
        player = None if acts else state.players.get(getattr(event, "seat", None))  # type: ignore[arg-type]
        step = Step(number, event, state, self.script, self.game, self.hand, player)
        if event.street > state.street and kind in _STREET_OPENERS:
            if not state.street or not stands_early(state, self.script, self.game, self.rules, number, event):
                self._begin(step, event.street)
        elif acts:
            if state.street == 6 and stands_late(state, self.script, self.game, self.rules, number, event):
                self._begin(step, 7)
        elif kind in _CLOSERS and not event.street and state.street and not state.round.closed:
            self._close_round(step)
            if UNCALLED_RETURNS in self.hand.missing:
                self._give_back(step)
        if acts:
            self._meet_action(step, event)  # type: ignore[arg-type]
        return step

    def _meet_action(self, step: Step, event: Action) -> None:
        state = self.state
        player = step.player = state.players[event.seat]
        # The dialect may have taken the street from its heading, and with it what the player has in there.
        astray = event.street != state.street or event.seat in self._misread
        if astray and self._misread.setdefault(event.seat, event.street) == event.street:
            event = step.event = on_street(event, state.street, player.street_put)  # type: ignore[assignment]
        if not state.round.actions:
            self._drop_absent(step)
            self._first_action(step, event, player)
        self._classify(step, player)

    def apply(self, step: Step) -> None:
        """Change the state as the step's event has it."""
        event = step.taken or step.event
        apply = _APPLY.get(type(event))
        if apply is not None:
            apply(self, step, event)

    def turn(self) -> RecordedPlayer | None:
        """Whose turn it is in the hand so far; None where the round is closed, or cannot be opened."""
        state = self.state
        due = to_act(state, self.game, self.rules)
        if due is not None:
            return state.players[due.seat]
        owing = state.owing() if state.round.actions else ()  # whoever was passed over comes last
        return owing[0] if owing else None

    # --- applying ---------------------------------------------------------------------------

    def _acted(self, step: Step, player: RecordedPlayer, pointer: int | None, level: int) -> None:
        """What an action that has been made does to the order of the round, which stood so before it."""
        round_ = self.state.round
        if round_.actions == 1:
            round_.opener, round_.first_event = player.seat, step.number
        round_.last_event = step.number
        if step.turn in ("opening", "in-turn", "out-of-turn") or step.taken or pointer is None:
            if step.skipped:
                self._jump(step.skipped, level)
        elif step.turn == "again":
            self._jump(step.skipped, level)
            round_.pointer = pointer
        elif type(step.event) is not BroughtIn:  # the order of the round starts with it, however late
            round_.pointer = pointer
        round_.jumped.discard(player.seat)

    def _drop_absent(self, step: Step) -> None:
        """Players whom a street gave no card and who are never seen again: they are out, whatever is missing."""
        state = self.state
        live = state.live()
        if state.street < 7 and any(player.street_cards for player in live):
            for player in live:
                if not player.street_cards and self.script.last_sign.get(player.seat, 0) < step.number:
                    player.folded, player.fold_inferred, player.dropped = state.street - 1, True, True

    def _doubt_stack(self, player: RecordedPlayer, amount: int, *, all_in: bool) -> None:
        """Before chips go in: a stack that the record contradicts is unknown from then on."""
        if player.left is None:
            return
        if player.left < amount or (all_in and player.left > amount):
            player.left, player.optional = None, True
            player.all_in = False  # unless this line says so
        elif player.left == amount:
            player.optional = not all_in

    def _doubt_wager(self, step: Step, event: Wager, player: RecordedPlayer, *, all_in: bool) -> None:
        """Before a wager is made: what of it, and of the stack behind it, cannot be relied on."""
        if step.turn in _DOUBTFUL:
            player.street_doubt += event.added
            player.left = None
        self._doubt_stack(player, event.added, all_in=all_in)

    def _ante(self, step: Step, event: AntePosted) -> None:
        player = self.state.players.get(event.seat)
        if player is not None:
            self._doubt_stack(player, event.amount, all_in=event.all_in)
            if self.state.street:
                player.assumed -= min(player.assumed, event.amount)  # here it is
            again = player.ante > 0
            self.state.ante(event)
            if again:
                player.left = None  # a second ante: the stack goes on with or without it
            player.ante_event = step.number

    def _fold(self, step: Step, event: Folded) -> None:
        state, player = self.state, self.state.players[event.seat]
        pointer, level = state.round.pointer, state.round.level
        forced = state.round.bring_in_missing and player.seat in state.low_seats and not player.times
        wrong = forced or step.turn in ("out-of-turn", "again")
        if wrong and self.script.last_sign.get(player.seat, 0) > step.number:
            # They "fold" where they cannot, and go on playing: the line is the fault, not the rest.
            state.check(Checked(player.seat), step.number)
        else:
            if not player.folded:
                player.fold_event = step.number
            actions = state.round.actions
            state.fold(event, step.number)
            if not state.round.passed_on:
                state.round.actions, state.round.pointer = actions + 1, player.seat
        self._acted(step, player, pointer, level)

    def _check(self, step: Step, event: Checked) -> None:
        player, round_ = self.state.players[event.seat], self.state.round
        pointer, level = round_.pointer, round_.level
        self.state.check(event, step.number)
        self._acted(step, player, pointer, level)
        gone = self.script.last_sign.get(player.seat, 0) == step.number and not player.folded
        if gone and player.street_put < self.state.round.level:
            player.folded, player.fold_inferred = self.state.street, True  # he checks a bet, and is gone
        self._assume_matched(step, player)

    def _call(self, step: Step, event: Called) -> None:
        state, round_ = self.state, self.state.round
        player = state.players[event.seat]
        pointer, level = round_.pointer, round_.level
        if not event.all_in and self._last_chips(step, player, event):
            event = replace(event, all_in=True)
        self._doubt_wager(step, event, player, all_in=event.all_in)
        state.call(event, step.number)
        self._acted(step, player, pointer, level)
        if step.turn == "confirmed":
            player.street_assumed = max(player.street_assumed - event.added, 0)
        elif not round_.level and self._answered(step):
            round_.level = player.street_put
            self._assume_forced(player, round_.level)
        if not player.all_in and player.street_put + player.street_assumed != round_.level:
            player.left = None  # the wrong amount may be the line's fault, or the player's
        self._assume_matched(step, player)

    def _last_chips(self, step: Step, player: RecordedPlayer, event: Called) -> bool:
        """Whether a short call is an all-in that the format has no word for, of a stack that is not known any more."""
        if ALL_IN_MARKS not in self.hand.missing or player.left is not None:
            return False
        if player.street_put + event.added >= self.state.round.level:
            return False
        later = [n for street in self.script.actions.values() for n in street if n > step.number]
        return all(getattr(self.script.event(number), "seat", None) != player.seat for number in later)

    def _answered(self, step: Step) -> bool:
        """Whether others go on as if the bet that this call has nothing to call had been made."""
        if self.state.round.bring_in_missing:
            return True
        following = [n for n in self.script.actions.get(self.state.street, ()) if n > step.number]
        return bool(following) and isinstance(self.script.event(following[0]), Called)

    def _assume_forced(self, caller: RecordedPlayer, level: int) -> None:
        """The bring-in that a call gives away although its player is recorded with something else."""
        state = self.state
        for seat in state.low_seats if state.round.bring_in_missing and len(state.low_seats) == 1 else ():
            forced = state.players[seat]
            if forced is not caller and forced.street_put < level:
                forced.street_assumed, forced.left = level - forced.street_put, None

    def _assume_matched(self, step: Step, player: RecordedPlayer) -> None:
        """A check or short call that leaves a player in the hand settles his turn all the same.

        Not where he acted late, and as he might have in his turn: then he still owes the rest.
        """
        short = self.state.round.level - player.street_put
        if short <= 0 or player.all_in or player.folded:
            return
        if step.turn == "late" and player.street_put == player.jump_level and self._acts_again(step, player):
            return
        if short > player.street_assumed:
            player.street_assumed, player.left = short, None

    def _full_amounts(self, event: Wager, player: RecordedPlayer) -> tuple[int, ...]:
        """What the wager should have come to, where its size is none of these; else nothing."""
        limit = limits(self.hand.header)
        if limit is None or self.hand.header.structure != "fixed":
            return ()
        if player.left is not None and event.added > player.left:
            return (player.street_put + player.left,)
        if event.all_in:
            return ()
        if type(event) is BroughtIn:
            due = bring_in_due(self.hand, self.rules)
            legal = (*(due.amounts if due else ()), limit.small)
        else:
            legal = sizes(self.state, player, self.game, limit, self.rules).all
        return () if event.to in legal else legal

    def _acts_again(self, step: Step, player: RecordedPlayer) -> bool:
        """Whether the player has another action in this round."""
        later = [n for n in self.script.actions.get(self.state.street, ()) if n > step.number]
        return any(getattr(self.script.event(number), "seat", None) == player.seat for number in later)

    def _wager(self, step: Step, event: Wager) -> None:
        state, round_ = self.state, self.state.round
        player = state.players[event.seat]
        pointer, before = round_.pointer, round_.level
        full = self._full_amounts(event, player)
        self._doubt_wager(step, event, player, all_in=event.all_in)
        if step.turn == "confirmed":
            # The level has it already.
            state.call(Called(player.seat, event.added, event.to, event.all_in), step.number)
            self._acted(step, player, pointer, before)
            player.street_assumed = max(player.street_assumed - event.added, 0)
            return
        player.street_assumed = 0
        made = state.wager(event, step.number)
        self._acted(step, player, pointer, before)
        if made is None:
            self._assume_matched(step, player)
            return
        round_.pointer = player.seat
        if step.turn in _DOUBTFUL or (before > 0 and type(event) is Bet):
            round_.doubt = (before,)
        else:
            round_.doubt = tuple([legal for legal in full if legal != made.to]) if full else ()

    def _give_back(self, step: Step) -> None:
        """In a format that prints no returned bets: what nobody called goes back as the betting ends."""
        for seat, chips in self.state.uncalled().items():
            if chips and not self.script.returns:
                self._return(step, UncalledReturned(seat, chips))
                self.state.given_back[seat] = chips

    def _return(self, step: Step, event: UncalledReturned) -> None:
        state, player = self.state, self.state.players.get(event.seat)
        if player is not None:
            owed = min(state.uncalled().get(player.seat, 0), event.amount)
            if owed > state.unreturned.get(player.seat, 0):
                # What comes back need not be matched any more; but who still had to answer it, and is not seen
                # again, has folded.
                owing = [other.seat for other in state.owing() if other is not player]
                state.round.unanswered = tuple(
                    [seat for seat in owing if self.script.last_sign.get(seat, 0) < step.number]
                )
            state.give_back(event if owed == event.amount else replace(event, amount=owed))
            over = event.amount - owed
            if over:
                player.put -= over
                player.returned += over
                player.overreturned += over
                state.pot -= over
                if player.left is not None:
                    player.left += over

    def _deal(self, step: Step, event: CardDealt) -> None:
        script = self.script
        owner = script.owner(step.number, event.seat) if script.misdirected else event.seat
        player = self.state.players.get(owner) if owner is not None else None
        if player is not None:
            up, down = player.up, player.down
            # One card, however often told.
            cards = tuple([card for card in event.cards if card < 0 or (card not in up and card not in down)])
            same = owner == event.seat and len(cards) == len(event.cards)
            self.state.deal(event if same else replace(event, seat=player.seat, cards=cards))
        self.state.antes_closed = True

    def _reprint(self, step: Step, event: CardsReprinted) -> None:
        """A repeated board tells a card whose deal is not on record."""
        player = self.state.players.get(event.seat)
        if player is None or event.facing != "up" or len(event.cards) != self.state.street - 3:
            return
        if len(player.up) < len(event.cards) and set(player.up).issubset(event.cards):
            player.up[:] = event.cards

    def _community(self, step: Step, event: CommunityDealt) -> None:
        if not event.reprint:
            self.state.share(event)

    def _burn(self, step: Step, event: CardBurned) -> None:
        self.state.burn(event)

    def _protect(self, step: Step, event: Protected) -> None:
        if event.seat in self.state.players:
            self.state.protect(event)

    def _award(self, step: Step, event: PotAwarded) -> None:
        self.state.awards.append(step.number)
        if event.seat in self.state.players:
            self.state.award(event)
        else:
            self.state.awarded += event.amount

    def _rake(self, step: Step, event: RakeTaken) -> None:
        if step.number not in self.script.order.astray:
            self.state.take_rake(event)

    def _button(self, step: Step, event: ButtonMoved) -> None:
        self.state.button = event.seat


# The type of an event to the method that applies it; events that change nothing have no entry.
_APPLY: dict[type[Event], Callable[[Replay, Step, Any], None]] = {
    AntePosted: Replay._ante,
    Folded: Replay._fold,
    Checked: Replay._check,
    Called: Replay._call,
    BroughtIn: Replay._wager,
    Bet: Replay._wager,
    Completed: Replay._wager,
    Raised: Replay._wager,
    UncalledReturned: Replay._return,
    CardDealt: Replay._deal,
    CardsReprinted: Replay._reprint,
    CommunityDealt: Replay._community,
    CardBurned: Replay._burn,
    Protected: Replay._protect,
    PotAwarded: Replay._award,
    RakeTaken: Replay._rake,
    ButtonMoved: Replay._button,
}
