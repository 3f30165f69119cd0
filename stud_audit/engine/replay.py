"""The replay: events are applied to the state one by one, as recorded.

`replay` yields a `Step` per event *before* it is applied, so that checks see the state that the
actor faced. The state is changed by this module alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from stud_audit.engine.betting import limits, sizes
from stud_audit.engine.disputes import disputed_cards
from stud_audit.engine.games import GAMES, GameRules
from stud_audit.engine.headings import on_street, stands_early, stands_late
from stud_audit.engine.misnamed import as_of, lacking, meant
from stud_audit.engine.opening import bring_in_seats, round_openers
from stud_audit.engine.pots import uncalled
from stud_audit.engine.script import Script, read_script
from stud_audit.engine.showdown import Showdown
from stud_audit.engine.stakes import bring_in_due
from stud_audit.engine.state import Player, Round, RoundWager, State
from stud_audit.houses.rules import Rules
from stud_audit.model.cards import Card
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
from stud_audit.model.hand import Hand

Turn = Literal[
    "opening",
    "in-turn",
    "late",
    "confirmed",
    "free",
    "out-of-turn",
    "again",
    "folded",
    "all-in",
    "closed",
    "astray",
    "misnamed",
]
"""How an action stands to the turn. `late`: a player who was jumped acts after all; `confirmed`: he
does exactly what was assumed of him meanwhile; `again`: he has nothing to answer, and others have;
`free`: the turn cannot be judged any more; `astray`:
the line stands where no action can, after the end of play."""


@dataclass(slots=True)
class Step:
    """One event, and the state before it.

    `closing` is the round that this event ends, with `unfinished`: those who still had to act and
    were not jumped. `opens` is the street whose deal or betting this event begins.
    """

    number: int
    event: Event
    state: State
    script: Script
    game: GameRules
    player: Player | None = None
    turn: Turn | None = None
    skipped: tuple[Player, ...] = ()
    closing: Round | None = None
    unfinished: tuple[Player, ...] = ()
    opens: int = 0
    taken: Event | None = None
    """The action as it is applied, where the record shows that another player made it."""

    @property
    def hand(self) -> Hand:
        """The hand being replayed."""
        return self.script.hand


_DOUBTFUL = ("again", "folded", "all-in", "closed")
"""Turns of which the log may, or may not, count the chips."""

_SUSPECT = ("opening", "out-of-turn", "again", "folded", "all-in")
_ACTIONS = frozenset((BroughtIn, Bet, Completed, Raised, Called, Checked, Folded))
_CLOSERS = frozenset((ShowdownOpened, Shown, Mucked, PotAwarded, SummaryOpened, TotalStated, HandEnded))
_STREET_OPENERS = frozenset((StreetOpened, CardDealt, CommunityDealt)) | _ACTIONS


def _implied_level(event: Event, player: Player) -> int:
    """The level that a call or raise says it faced; 0 where it says nothing."""
    if isinstance(event, Called) and not event.all_in:
        return player.street_put + player.street_assumed + event.added
    if isinstance(event, Raised | Completed) and event.by:
        return max(event.to - event.by, 0)
    return 0


def _as_assumed(event: Event, player: Player, level: int) -> bool:
    """Whether a player now does what was assumed of him."""
    if not isinstance(event, Wager) or event.added != player.street_assumed:
        return False
    return not isinstance(event, Called) or player.street_put + event.added == level


class Replay:
    """The replay of one hand under one reading of a house's rules.

    The rules matter to the replay in one place only: whose bring-in is assumed where the record
    lacks it. Iterate it once; afterwards `state` is the final one, and `showdown` may be read.
    """

    def __init__(self, hand: Hand, rules: Rules) -> None:
        self.hand = hand
        self.rules = rules
        self.game = GAMES[hand.header.game]
        self.script = read_script(hand)
        seats = self.script.seats
        self.state = State(
            players={
                seat: Player(seat, seats[seat].player, seats[seat].stack, seats[seat].stack, seats[seat].sitting_out)
                for seat in self.script.dealt_in
            },
            order=list(self.script.dealt_in),
            button=hand.header.button,
        )
        for seat, cards in disputed_cards(self.script).items():
            if seat in self.state.players:
                self.state.players[seat].disputed = cards
        self._small = hand.header.small or 0
        self.showdown = Showdown(self.state, self.script, self.game, rules)
        self._misread: dict[int, int] = {}
        """Seat to the street that its first misplaced action was counted to."""

    def __iter__(self) -> Iterator[Step]:
        for number, event in enumerate(self.hand.events, 1):
            step = self.meet(number, event)
            yield step
            self.apply(step)

    def meet(self, number: int, event: Event) -> Step:
        """The step of the next event, judged by nobody and not applied yet; a round that it ends is closed."""
        state, kind = self.state, type(event)
        step = Step(number, event, state, self.script, self.game)
        if event.street > state.street and kind in _STREET_OPENERS:
            if not state.street or not stands_early(state, self.script, self.game, self.rules, number, event):
                self._begin(step, event.street)
        elif kind in _ACTIONS:
            if state.street == 6 and stands_late(state, self.script, self.game, self.rules, number, event):
                self._begin(step, 7)
        elif kind in _CLOSERS and not event.street and state.street and not state.round.closed:
            self._close_round(step)
            if UNCALLED_RETURNS in self.hand.missing:
                self._give_back(step)
        if kind in _ACTIONS:
            self._meet_action(step, cast("Action", event))
        else:
            seat = getattr(event, "seat", None)
            if seat is not None:
                step.player = state.players.get(seat)
        return step

    def _meet_action(self, step: Step, event: Action) -> None:
        state = self.state
        player = step.player = state.players[event.seat]
        # The dialect may have taken the street from its heading, and with it what the player has in there.
        astray = event.street != state.street or event.seat in self._misread
        if astray and self._misread.setdefault(event.seat, event.street) == event.street:
            event = cast("Action", on_street(event, state.street, player.street_put))
            step.event = event
        if not state.round.actions:
            self._first_action(step, event, player)
        self._classify(step, player)

    def apply(self, step: Step) -> None:
        """Change the state as the step's event has it."""
        event = step.taken or step.event
        apply = _APPLY.get(type(event))
        if apply is not None:
            apply(self, step, event)

    def turn(self) -> Player | None:
        """Whose turn it is in the hand so far; None where the round is closed, or cannot be opened."""
        state = self.state
        if state.round.actions:
            owing = state.owing()  # whoever was passed over comes last
            return state.next_to_act() or (owing[0] if owing else None)
        if len(state.able()) < 2:
            owing = state.owing()
            return owing[0] if owing else None
        find = bring_in_seats if state.street == 3 else round_openers
        seats = find(state, self.game, self.rules).seats
        return state.players[seats[0]] if seats else None

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

    def _acts_astray(self, player: Player, after: int) -> bool:
        order, event = self.script.order, self.script.event
        return any(
            number > after and isinstance(action := event(number), Action) and action.seat == player.seat
            for number in order.astray
            if number not in order.early
        )

    def _open_street(self, street: int) -> None:
        state = self.state
        if state.street:
            state.unreturned = uncalled(state)
        for player in state.players.values():
            player.assumed += player.street_assumed
            player.street_put = player.street_assumed = player.times = player.last_action = 0
            player.acted = False
            player.jump_level, player.street_doubt = -1, 0
            player.street_cards = 0
        if street == 3:
            self._assume_antes()
        state.street = street
        live = state.live()
        state.drawing[street] = len(live)
        state.round = Round(street, heads_up_at_start=len(state.able()) == 2)

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

    def _first_action(self, step: Step, event: Action, player: Player) -> None:
        """Work out who should have opened, and whether the bring-in's line is missing."""
        state = self.state
        round_ = state.round
        if state.street >= 4:
            round_.openers = round_openers(state, self.game, self.rules)
            seats = round_.openers.seats
            if seats and player.seat not in seats and not (player.folded or player.all_in):
                round_.misopened = True
                self._jump([state.players[seat] for seat in seats])
            return
        opening = bring_in_seats(state, self.game, self.rules)
        state.low_seats = frozenset(opening.seats)
        if isinstance(event, BroughtIn | Bet) or len(state.able()) < 2 or player.seat in round_.jumped:
            return
        low = state.low_seats
        if isinstance(event, Raised | Completed) and not self._faces_bring_in(event, low):
            return  # some sites write "completes" or "raises" for an opening with the full bet
        if player.seat not in low and (self.script.bring_ins or self._opens_later(step, low)):
            if len(low) == 1:  # the bring-in comes later: this player acted too early
                step.skipped = (state.players[opening.seats[0]],)
            return
        round_.bring_in_missing = True
        level = _implied_level(event, player) or self._bring_in_lacking(low)
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

    # --- turns ------------------------------------------------------------------------------

    def _classify(self, step: Step, player: Player) -> None:
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
        elif player.street_assumed and _as_assumed(step.event, player, round_.level):
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

    def _under_wrong_name(self, step: Step, actor: Player) -> bool:
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

    def _answers(self, event: Event, player: Player) -> bool:
        """Whether a player with nothing to answer yet acts for the first time, or answers a wager not on record."""
        if not player.times:
            return True
        last = self.script.event(player.last_action)
        same = type(last) is type(event) and getattr(last, "added", 0) == getattr(event, "added", 0)
        if same and player.last_action == self.state.round.last_event:
            return False  # his last line once more
        return _implied_level(event, player) > self.state.round.level

    def _resolve_doubt(self, event: Event, player: Player) -> None:
        """How much of a wager counts that should not have been, or not so much: the first answer to it tells."""
        round_ = self.state.round
        faced = self._faced(event, player)
        if not faced:
            return
        if faced != round_.level and faced in round_.doubt and round_.wagers:
            wager = round_.wagers.pop()
            round_.level = faced
            bettor = self.state.players[wager.seat]
            bettor.street_doubt = max(bettor.street_doubt, wager.to - faced)
            bettor.left = None
            if faced > wager.before:
                round_.wagers.append(replace(wager, to=faced))
        round_.doubt = ()

    def _skipped(self, actor: Player) -> tuple[Player, ...]:
        """Those between the last actor and this one who still had to act."""
        state = self.state
        skipped: list[Player] = []
        pointer = state.round.pointer
        if pointer is None:
            return ()
        for player in state.clockwise(pointer):
            if player is actor:
                break
            if state.owes(player) and player.seat not in state.round.jumped:
                skipped.append(player)
        return tuple(skipped)

    def _jump(self, players: Iterable[Player]) -> None:
        round_ = self.state.round
        for player in players:
            round_.jumped.add(player.seat)
            player.jump_level = round_.level

    # --- what the record lacks --------------------------------------------------------------

    def _assume_missing(self, step: Step, player: Player) -> None:
        """Where somebody was passed over, a call or raise of more than is due shows that he had wagered.

        His line is missing (or comes late): that is the turn's fault. What follows from it is taken
        as the record has it.
        """
        state, round_ = self.state, self.state.round
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

    def _faced(self, event: Event, player: Player) -> int:
        """The level that a call or raise says it faced, or that a raise to so much must have faced; else 0."""
        level, limit = _implied_level(event, player), limits(self.hand.header)
        if level or not isinstance(event, Raised) or event.by is not None or limit is None:
            return level
        unit = limit.unit(self.state.street, self.rules)
        return max(event.to - (limit.big if event.to >= 2 * limit.big else unit), 0)

    def _bet_made(self) -> bool:
        """Whether this round has a bet on record; a bring-in is none yet."""
        return any(not isinstance(wager.event, BroughtIn) for wager in self.state.round.wagers)

    def _assume_wager(self, step: Step, player: Player | None, level: int) -> None:
        """A wager that no line records, by `player` where he is known."""
        state, round_ = self.state, self.state.round
        before, round_.level = round_.level, level
        if player is None:
            return
        player.street_assumed = level - player.street_put
        player.left = None
        player.acted = True
        kind = BroughtIn if state.street == 3 and level < (self.hand.header.small or 0) else Raised
        event = kind(player.seat, player.street_assumed, level)
        heads_up = len(state.able()) == 2
        round_.wagers.append(RoundWager(step.number, player.seat, event, before, level, False, heads_up))
        if kind is Raised:
            for other in state.players.values():
                if other is not player:
                    other.acted = False

    # --- applying ---------------------------------------------------------------------------

    def _act(self, step: Step, player: Player) -> None:
        """What every action does to the round, whatever it is."""
        round_ = self.state.round
        if not round_.actions:
            round_.opener, round_.first_event = player.seat, step.number
            self._drop_absent(step)
        round_.actions += 1
        round_.last_event = step.number
        player.times += 1
        player.acted = True
        player.last_action = step.number
        if step.turn in ("opening", "in-turn", "out-of-turn") or step.taken or round_.pointer is None:
            round_.pointer = player.seat
            self._jump(step.skipped)
        elif step.turn == "again":
            self._jump(step.skipped)
        elif isinstance(step.event, BroughtIn):
            round_.pointer = player.seat  # the order of the round starts here, however late
        round_.jumped.discard(player.seat)

    def _drop_absent(self, step: Step) -> None:
        """Players whom a street gave no card and who are never seen again: they are out, whatever is missing."""
        state = self.state
        live = state.live()
        if state.street in (4, 5, 6) and any(player.street_cards for player in live):
            for player in live:
                if not player.street_cards and self.script.last_sign.get(player.seat, 0) < step.number:
                    player.folded, player.fold_inferred, player.dropped = state.street - 1, True, True

    def _put(self, player: Player, amount: int, all_in: bool, doubtful: bool = False) -> None:
        """Chips go in. A stack that the record contradicts is unknown from then on."""
        state = self.state
        player.put += amount
        player.street_put += amount
        if doubtful:
            player.street_doubt += amount
            player.left = None
        state.pot += amount
        if player.left is None:
            player.all_in = player.all_in or all_in
        else:
            player.left -= amount
            if player.left < 0 or (all_in and player.left > 0):
                player.left, player.optional = None, True
                player.all_in = all_in
            elif player.left == 0:
                player.all_in = True
                player.optional = not all_in
        if player.all_in and not player.all_in_street:
            player.all_in_street = state.street

    def _ante(self, step: Step, event: AntePosted) -> None:
        player = self.state.players.get(event.seat)
        if player is not None:
            self._put(player, event.amount, event.all_in)
            if self.state.street:
                player.street_put -= event.amount  # late or not, an ante answers no bet
            if player.ante:
                player.left = None  # a second ante: the stack goes on with or without it
            player.ante += event.amount
            player.ante_event = step.number

    def _fold(self, step: Step, event: Folded) -> None:
        player = self.state.players[event.seat]
        self._act(step, player)
        forced = self.state.round.bring_in_missing and player.seat in self.state.low_seats and player.times == 1
        wrong = forced or step.turn in ("out-of-turn", "again")
        if wrong and self.script.last_sign.get(player.seat, 0) > step.number:
            return  # he "folds" where he cannot, and goes on playing: the line is the fault, not the rest
        if not player.folded:
            player.folded, player.fold_event = self.state.street, step.number

    def _check(self, step: Step, event: Checked) -> None:
        player = self.state.players[event.seat]
        self._act(step, player)
        if self.script.last_sign.get(player.seat, 0) == step.number and player.street_put < self.state.round.level:
            player.folded, player.fold_inferred = self.state.street, True  # he checks a bet, and is gone
        self._assume_matched(step, player)

    def _call(self, step: Step, event: Called) -> None:
        state, round_ = self.state, self.state.round
        player = state.players[event.seat]
        self._act(step, player)
        all_in = event.all_in or self._last_chips(step, player, event)
        self._put(player, event.added, all_in, step.turn in _DOUBTFUL)
        if step.turn == "confirmed":
            player.street_assumed = max(player.street_assumed - event.added, 0)
        elif not round_.level and self._answered(step):
            round_.level = player.street_put
            self._assume_forced(player, round_.level)
        elif self._short_bring_in() and player.street_put > round_.level:
            round_.level = player.street_put  # the full bring-in is due after a short one
        if not player.all_in and player.street_put + player.street_assumed != round_.level:
            player.left = None  # the wrong amount may be the line's fault, or the player's
        self._assume_matched(step, player)

    def _last_chips(self, step: Step, player: Player, event: Called) -> bool:
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

    def _assume_forced(self, caller: Player, level: int) -> None:
        """The bring-in that a call gives away although its player is recorded with something else."""
        state = self.state
        for seat in state.low_seats if state.round.bring_in_missing and len(state.low_seats) == 1 else ():
            forced = state.players[seat]
            if forced is not caller and forced.street_put < level:
                forced.street_assumed, forced.left = level - forced.street_put, None

    def _short_bring_in(self) -> bool:
        """Whether the only wager so far is a bring-in that put its player all-in."""
        wagers = self.state.round.wagers
        return len(wagers) == 1 and isinstance(wagers[0].event, BroughtIn) and wagers[0].all_in

    def _assume_matched(self, step: Step, player: Player) -> None:
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

    def _full_amounts(self, event: Wager, player: Player) -> tuple[int, ...]:
        """What the wager should have come to, where its size is none of these; else nothing."""
        limit = limits(self.hand.header)
        if limit is None or self.hand.header.structure != "fixed":
            return ()
        if isinstance(event, BroughtIn):
            due = bring_in_due(self.hand, self.rules)
            legal = (*(due.amounts if due else ()), limit.small)
        else:
            legal = sizes(self.state, player, self.game, limit, self.rules).all
        if player.left is not None and event.added > player.left:
            return (player.street_put + player.left,)
        return () if event.to in legal or event.all_in else legal

    def _acts_again(self, step: Step, player: Player) -> bool:
        """Whether the player has another action in this round."""
        later = [n for n in self.script.actions.get(self.state.street, ()) if n > step.number]
        return any(getattr(self.script.event(number), "seat", None) == player.seat for number in later)

    def _wager(self, step: Step, event: Wager) -> None:
        state, round_ = self.state, self.state.round
        player = state.players[event.seat]
        heads_up = len(state.able()) == 2
        full = self._full_amounts(event, player)
        self._act(step, player)
        self._put(player, event.added, event.all_in, step.turn in _DOUBTFUL)
        if step.turn == "confirmed":
            player.street_assumed = max(player.street_assumed - event.added, 0)
            return
        before, to = round_.level, player.street_put
        player.street_assumed = 0
        if step.turn in _DOUBTFUL or (isinstance(event, Bet) and before > 0):
            doubt: tuple[int, ...] = (before,)
        else:
            doubt = tuple([legal for legal in full if legal != to]) if full else ()
        if to > before:
            round_.level, round_.pointer = to, player.seat
            round_.wagers.append(RoundWager(step.number, player.seat, event, before, to, player.all_in, heads_up))
            round_.doubt = doubt
            if not isinstance(event, BroughtIn):
                for other in state.players.values():
                    if other is not player:
                        other.acted = False
        else:
            self._assume_matched(step, player)

    def _give_back(self, step: Step) -> None:
        """In a format that prints no returned bets: what nobody called goes back as the betting ends."""
        for seat, chips in uncalled(self.state).items():
            if chips and not self.script.returns:
                self._return(step, UncalledReturned(seat, chips))
                self.state.given_back[seat] = chips

    def _return(self, step: Step, event: UncalledReturned) -> None:
        player = self.state.players.get(event.seat)
        if player is not None:
            owed = min(uncalled(self.state).get(player.seat, 0), event.amount)
            carried = min(self.state.unreturned.get(player.seat, 0), owed)
            if carried:
                self.state.unreturned[player.seat] -= carried
            # Above what he put in on this street, it is his ante that comes back.
            player.street_put -= min(owed - carried, player.street_put)
            if owed > carried:
                # What came back need not be matched any more, by its owner least of all.
                self.state.round.level = max(p.street_put + p.street_assumed for p in self.state.players.values())
            player.put -= event.amount
            player.returned += event.amount
            player.overreturned += event.amount - owed
            if player.left is not None:
                player.left += event.amount
            self.state.pot -= event.amount

    def _deal(self, step: Step, event: CardDealt) -> None:
        owner = self.script.owner(step.number, event.seat)
        player = self.state.players.get(owner) if owner is not None else None
        if player is not None:
            target: list[Card] = player.up if event.facing == "up" else player.down
            known = player.cards
            cards = [card for card in event.cards if card < 0 or card not in known]  # one card, however often told
            target.extend(cards)
            player.street_cards += len(cards)
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
            self.state.community.extend(event.cards)

    def _burn(self, step: Step, event: CardBurned) -> None:
        self.state.burns.extend(event.cards)

    def _protect(self, step: Step, event: Protected) -> None:
        player = self.state.players.get(event.seat)
        if player is not None:
            player.protected = True

    def _award(self, step: Step, event: PotAwarded) -> None:
        self.state.awards.append(step.number)
        self.state.awarded += event.amount
        player = self.state.players.get(event.seat)
        if player is not None:
            player.won += event.amount

    def _rake(self, step: Step, event: RakeTaken) -> None:
        if step.number not in self.script.order.astray:
            self.state.rake = (self.state.rake or 0) + event.amount

    def _button(self, step: Step, event: ButtonMoved) -> None:
        self.state.button = event.seat

    def _showdown(self, step: Step, event: ShowdownOpened) -> None:
        self.state.showdown = True

    def _end(self, step: Step, event: HandEnded) -> None:
        self.state.ended = True


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
    ShowdownOpened: Replay._showdown,
    HandEnded: Replay._end,
}
