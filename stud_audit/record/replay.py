"""The replay: events are applied to the state one by one, as recorded.

`replay` yields a `Step` per event *before* it is applied, so that checks see the state that the
actor faced. The state is changed by this module and by those of its faults:
whose turn it was (`turn_order`), a wrong name (`wrong_actor`), a heading in the wrong place (`street_headers`), what no
line tells (`missing_actions`), and chips that cannot be relied on (`disputed_wagers`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Self

from msgspec.structs import replace

from stud_audit.game.games import GAMES
from stud_audit.game.turn import to_act
from stud_audit.houses.rules import Rules
from stud_audit.model.events import (
    ACTIONS,
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
from stud_audit.model.hand import Hand
from stud_audit.record import missing_actions
from stud_audit.record.disputed_cards import disputed_cards
from stud_audit.record.disputed_wagers import doubt_chips, doubt_level, doubt_stack, legal_totals, resolve_level
from stud_audit.record.doubts import RecordedPlayer
from stud_audit.record.index import read_index
from stud_audit.record.recorded_table import RecordedTable
from stud_audit.record.showdown import Showdown
from stud_audit.record.step import Step
from stud_audit.record.street_headers import on_street, stands_early, stands_late
from stud_audit.record.turn_order import find_openers, keep_order, stand_to_turn
from stud_audit.record.wrong_actor import reseat

_CLOSERS = frozenset((ShowdownOpened, Shown, Mucked, PotAwarded, SummaryOpened, TotalStated, HandEnded))
_STREET_OPENERS = frozenset((StreetOpened, CardDealt, CommunityDealt)) | ACTIONS


class Replay:
    """The replay of one hand under one reading of a house's rules.

    The rules matter to the replay only where something is missing or wrong: whose bring-in is assumed, who was passed
    over, what a wager should have come to. Iterate it once; afterwards `state` is the final one, and `showdown` may be
    read.
    """

    def __init__(self, hand: Hand, rules: Rules) -> None:
        self.hand = hand
        self.rules = rules
        self.game = GAMES[hand.header.game]
        self.index = read_index(hand)
        seats = self.index.seats
        self.state = RecordedTable(
            {
                seat: RecordedPlayer(seat, seats[seat].player, seats[seat].stack, seats[seat].stack)
                for seat in self.index.dealt_in
            },
            list(self.index.dealt_in),
            hand.header.button,
            frozenset(seats.keys() - self.index.dealt_in),
        )
        for seat, cards in disputed_cards(self.index).items():
            if seat in self.state.players:
                self.state.players[seat].disputed = cards
        self.showdown = Showdown(self.state, self.index, self.game, rules)

    @classmethod
    def played(cls, hand: Hand, rules: Rules) -> Self:
        """The finished replay of a hand in which nothing is wrong: the game alone plays it."""
        replay = cls(hand, rules)
        for number, event in enumerate(hand.events, 1):
            replay.state.take(event, number)
            if isinstance(event, (AntePosted, Folded)):
                player = replay.state.players[event.seat]
                if isinstance(event, Folded):
                    player.fold_event = number
                else:
                    player.ante_event = number
        return replay

    def __iter__(self) -> Iterator[Step]:
        for number, event in enumerate(self.hand.events, 1):
            step = self.meet(number, event)
            yield step
            self.apply(step)

    def meet(self, number: int, event: Event) -> Step:
        """The step of the next event, judged by nobody and not applied yet; a round that it ends is closed."""
        state, kind = self.state, type(event)
        acts = kind in ACTIONS
        player = None if acts else state.players.get(getattr(event, "seat", None))  # type: ignore[arg-type]
        step = Step(number, event, state, self.index, self.game, self.hand, player)
        if event.street > state.street and kind in _STREET_OPENERS:
            if not state.street or not stands_early(state, self.index, self.game, self.rules, number, event):
                self._open_street(step, event.street)
        elif acts:
            if state.street == 6 and stands_late(state, self.index, self.game, self.rules, number, event):
                self._open_street(step, 7)
        elif (
            kind in _CLOSERS
            and not event.street
            and state.street
            and not state.round.closed
            and not self.index.cancelled
        ):
            missing_actions.close_round(step)
            if UNCALLED_RETURNS in self.hand.missing:
                self._give_back(step)
        if acts:
            self._meet_action(step, event)  # type: ignore[arg-type]
        return step

    def _open_street(self, step: Step, street: int) -> None:
        missing_actions.close_round(step)
        step.opens = street
        if street == 3:
            missing_actions.assume_antes(step)
        self.state.open_street(street)

    def _meet_action(self, step: Step, event: Action) -> None:
        state, misread = self.state, self.state.misread
        player = step.player = state.players[event.seat]
        # The dialect may have taken the street from its heading, and with it what the player has in there.
        astray = event.street != state.street or event.seat in misread
        if astray and misread.setdefault(event.seat, event.street) == event.street:
            event = step.event = on_street(event, state.street, player.street_put)  # type: ignore[assignment]
        if not state.round.actions:
            missing_actions.drop_absent(step)
            if state.street >= 4:
                find_openers(step, player, self.rules)
            else:
                missing_actions.find_bring_in(step, event, player, self.rules)
        stand_to_turn(step, player)
        if not reseat(step, player):
            missing_actions.find_wager(step, player, self.rules)
            if state.round.doubt:
                resolve_level(step, player, self.rules)

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

    def _ante(self, step: Step, event: AntePosted) -> None:
        player = self.state.players.get(event.seat)
        if player is not None:
            doubt_stack(player, event.amount, all_in=event.all_in)
            if self.state.street:
                self.state.told(player, 0, event.amount)  # here it is
            again = player.ante > 0
            self.state.ante(event)
            if again:
                player.behind = None  # a second ante: the stack goes on with or without it
            player.ante_event = step.number

    def _fold(self, step: Step, event: Folded) -> None:
        state, player = self.state, self.state.players[event.seat]
        pointer, level = state.round.pointer, state.round.to_match
        forced = state.round.bring_in_missing and player.seat in state.low_seats and not player.times
        wrong = forced or step.turn in ("out-of-turn", "again")
        if wrong and self.index.last_sign.get(player.seat, 0) > step.number:
            # They "fold" where they cannot, and go on playing: the line is the fault, not the rest.
            state.check(Checked(player.seat), step.number)
        else:
            if not player.folded:
                player.fold_event = step.number
            if step.turn == "confirmed":
                state.told(player, state.street, player.street_assumed)  # they never matched it
            actions = state.round.actions
            state.fold(event, step.number)
            if not state.round.passed_on:
                state.round.actions, state.round.pointer = actions + 1, player.seat
        keep_order(step, player, pointer, level)

    def _check(self, step: Step, event: Checked) -> None:
        player, round_ = self.state.players[event.seat], self.state.round
        pointer, level = round_.pointer, round_.to_match
        self.state.check(event, step.number)
        keep_order(step, player, pointer, level)
        gone = self.index.last_sign.get(player.seat, 0) == step.number and not player.folded
        if gone and player.street_put < self.state.round.to_match:
            fold = Folded(player.seat, street=self.state.street)  # they check a bet, and are gone
            self.state.assume(fold, step.number, after=True)
        missing_actions.assume_matched(step, player)

    def _call(self, step: Step, event: Called) -> None:
        state, round_ = self.state, self.state.round
        player = state.players[event.seat]
        pointer, level = round_.pointer, round_.to_match
        if not event.all_in and self._last_chips(step, player, event):
            event = replace(event, all_in=True)
        doubt_chips(step, player, event.added, all_in=event.all_in)
        state.call(event, step.number)
        keep_order(step, player, pointer, level)
        if step.turn == "confirmed":
            state.told(player, state.street, event.added)
        elif player.street_put > round_.to_match:
            missing_actions.assume_called_bet(step, player, pointer, self.rules)
        if not player.all_in and player.street_put + player.street_assumed != round_.to_match:
            player.behind = None  # the wrong amount may be the line's fault, or the player's
        missing_actions.assume_matched(step, player)

    def _last_chips(self, step: Step, player: RecordedPlayer, event: Called) -> bool:
        """Whether a short call is an all-in that the format has no word for, of a stack that is not known any more."""
        if ALL_IN_MARKS not in self.hand.missing or player.behind is not None:
            return False
        if player.street_put + event.added >= self.state.round.to_match:
            return False
        return not self.index.acts_after(step.number, player.seat)

    def _wager(self, step: Step, event: Wager) -> None:
        state, round_ = self.state, self.state.round
        player = state.players[event.seat]
        pointer, before = round_.pointer, round_.to_match
        legal = legal_totals(step, event, player, self.rules)
        doubt_chips(step, player, event.added, all_in=event.all_in)
        if step.turn == "confirmed":
            # The level has it already.
            state.call(Called(player.seat, event.added, event.to, event.all_in), step.number)
            keep_order(step, player, pointer, before)
            state.told(player, state.street, event.added)
            return
        if player.street_assumed:
            state.told(player, state.street, player.street_assumed)
        acted = [other for other in state.players.values() if other.acted]
        made = state.wager(event, step.number)
        keep_order(step, player, pointer, before)
        if made is None:
            missing_actions.assume_matched(step, player)
            return
        round_.pointer = player.seat
        doubt_level(step, made, legal)
        if before in round_.doubt:  # it may be none: then nobody who has acted has to act again
            for other in acted:
                other.acted = True

    def _give_back(self, step: Step) -> None:
        """In a format that prints no returned bets: what nobody called goes back as the betting ends."""
        for seat, chips in self.state.uncalled().items():
            if chips and UncalledReturned not in self.index.of_type:
                self.state.assume(UncalledReturned(seat, chips, street=self.state.street), step.number)

    def _return(self, step: Step, event: UncalledReturned) -> None:
        state, player = self.state, self.state.players.get(event.seat)
        if player is not None:
            owed = min(state.uncalled().get(player.seat, 0), event.amount)
            if owed > state.unreturned.get(player.seat, 0):
                # What comes back need not be matched any more; but who still had to answer it, and is not seen
                # again, has folded.
                owing = [other.seat for other in state.owing() if other is not player]
                state.round.unanswered = tuple(
                    [seat for seat in owing if self.index.last_sign.get(seat, 0) < step.number]
                )
            state.give_back(event if owed == event.amount else replace(event, amount=owed))
            over = event.amount - owed
            if over:
                player.put -= over
                player.returned += over
                player.overreturned += over
                state.pot -= over
                if player.behind is not None:
                    player.behind += over

    def _deal(self, step: Step, event: CardDealt) -> None:
        index = self.index
        owner = index.owner(step.number, event.seat) if index.misdirected else event.seat
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
            lacking = tuple([card for card in event.cards if card not in player.up])
            self.state.assume(CardDealt(player.seat, "up", lacking, street=self.state.street - 1), step.number)
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
        if event.seat in self.state.players:
            self.state.award(event)
        else:
            self.state.awarded += event.amount

    def _rake(self, step: Step, event: RakeTaken) -> None:
        if step.number not in self.index.order.astray:
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
