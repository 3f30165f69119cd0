"""One hand: dealt, played forward by chance from the game's list of legal actions, and settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from random import Random
from typing import Final

from msgspec.structs import replace

from stud_audit.game.betting import capped, ladder, limits, pair_showing
from stud_audit.game.games import GAMES
from stud_audit.game.opening import bring_in_seats, round_openers
from stud_audit.game.options import Options, options
from stud_audit.game.table import Player
from stud_audit.game.table import Table as State
from stud_audit.game.turn import to_act
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.cards import UNKNOWN, Cards
from stud_audit.model.events import (
    Action,
    AntePosted,
    Bet,
    BroughtIn,
    ButtonsOffered,
    Called,
    CardBurned,
    CardDealt,
    Checked,
    CommunityDealt,
    Event,
    Facing,
    Folded,
    HandCancelled,
    HandEnded,
    Prompted,
    Raised,
    SeatTaken,
    Source,
    StateSaid,
    StreetOpened,
    TimedOut,
    UncalledReturned,
    Wager,
)
from stud_audit.model.findings import Verdict
from stud_audit.model.hand import Hand
from stud_audit.simulate.deck import Deck
from stud_audit.simulate.ending import ending
from stud_audit.simulate.paying import Contest, contests, whole_hands
from stud_audit.simulate.saboteur import HONEST, Saboteur, Spoiled
from stud_audit.simulate.strategy import choose, mood
from stud_audit.simulate.table import Seat, Table


@dataclass(frozen=True, slots=True)
class Fault:
    """A planted fault and the event at which it stands (0: the header).

    `follows`: that event as such is right, and the line in which the fault shows at last (what is missing
    there should have come before); any later line serves where the dialect does not write it.
    """

    code: str
    event_no: int
    verdict: Verdict
    follows: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A simulated hand, its planted fault (None: there is none), and whether it is a near miss of one."""

    hand: Hand
    planted: Fault | None = None
    near: bool = False

    @property
    def fault(self) -> int | None:
        """The number of the event at which the fault stands."""
        return self.planted.event_no if self.planted else None


def play(table: Table, house: House, hand_id: str, rng: Random, saboteur: Saboteur = HONEST) -> Played:
    """Play one hand at the table, and carry its stacks on. Everything is known: no card is hidden.

    A saboteur breaks one rule of the hand where it gives it the chance; what comes after is played on
    the chips and cards as they then are. If that cannot be, `Spoiled` is raised, and the table is as before; an
    honest hand is dealt once more.
    """
    while True:
        dealer = Dealer(table, house, hand_id, rng, saboteur)
        try:
            hand = dealer.play()
        except Spoiled:
            if saboteur is not HONEST:
                raise
            continue
        break
    dealer.leave()
    return Played(hand, dealer.planted, saboteur.touches(dealer))


class Dealer:
    """Deals one hand. `events` grows, and every event is made on the table, `state`, as it comes."""

    state: State

    def __init__(self, table: Table, house: House, hand_id: str, rng: Random, saboteur: Saboteur) -> None:
        self.table, self.house, self.rules, self.rng = table, house, house.rules, rng
        self.saboteur = saboteur
        self.planted: Fault | None = None
        self._marked: Event | None = None
        self._mark_next = False
        self._mark_after: Event | None = None
        self.header = replace(
            table.header, hand_id=hand_id, button=table.button, played_at=table.clock, played_zone="UTC"
        )
        self.game = GAMES[self.header.game]
        self.chip = self._smallest_chip()
        self.seats = {seat: Seat(sitting.player, sitting.stack) for seat, sitting in sorted(table.seats.items())}
        """Who is dealt in, with what."""
        self.deck = Deck(rng)
        self.now = table.clock
        self.street = 0
        self.cancelled = False
        self.events: list[Event] = []
        self.looseness = mood(rng)
        self._readings = {street: _readings(house, street) for street in (3, 4, 5, 6, 7)}
        strict = [reading for reading in house.readings if not reading.lenient]
        opening = [reading for reading in strict if any(key.startswith(_OF_OPENING) for key in reading.keys)]
        self._opening_readings = [reading.rules for reading in opening]
        self._settled: dict[int, int] = {}
        """Seat to the level that a planted check or short call has answered all the same."""
        self._plain = Options()
        """What the default reading allows the player who acts."""

    def _smallest_chip(self) -> int:
        """In which pots are paid: the table's, or else the house's."""
        by_house = self.rules.pots_smallest_chip
        return self.header.chip or (int(by_house.scaleb(self.header.decimals)) if by_house is not None else 1)

    def play(self) -> Hand:
        """The whole hand."""
        self.saboteur.begins(self)
        self._sit_down()
        for street in (3, 4, 5, 6, 7):
            if len(self.state.live()) > 1 and not self.cancelled:
                self._deal(street)
                self.cancelled = self.saboteur.happens(self, "cancelled")
                if not self.cancelled:
                    self._bet()
        if self.cancelled:
            self.log(HandCancelled("misdeal"))
        else:
            self.street = 0
            for event in self._ending():
                self.log(event)
        self.log(HandEnded(at=self.time(1)))
        if any(player.put > self.seats[player.seat].stack for player in self._players()) and not self._may_overspend():
            raise Spoiled("a player has put in more than they had")
        if self.planted is not None and not self.saboteur.accepts(self):
            raise Spoiled("the hand went on in a way that hides the fault")
        return self._hand()

    def leave(self) -> None:
        """Carry the stacks on to the table's next hand."""
        for player in self._players():
            if player.seat in self.table.seats and not self.cancelled:
                self.table.seats[player.seat].stack += max(player.won - player.put, -self.seats[player.seat].stack)
        self.table.clock = self.table.ended = self.now
        self.table.cancelled = self.cancelled

    def _players(self) -> list[Player]:
        return list(self.state.players.values())

    def _may_overspend(self) -> bool:
        return self.planted is None or self.planted.code == "W509"

    # --- recording --------------------------------------------------------------------------

    def ran_out(self, player: Player) -> TimedOut:
        """The end of a player's time, as long after the prompt as the house gives them."""
        return TimedOut(player.seat, at=self.time(self.rules.clock_seconds or 10))

    @property
    def honest(self) -> bool:
        """Whether the saboteur may still strike: it does so once a hand."""
        return self.planted is None and self._marked is None and not self._mark_next and self._mark_after is None

    def mark(self, event: Event) -> Event:
        """Say that this event, when it is recorded, is the place of the planted fault."""
        self._marked = event
        return event

    def mark_header(self) -> None:
        """Say that the hand's header is the place of the fault."""
        self.planted = Fault(self.saboteur.code, 0, self.saboteur.verdict(self))

    def mark_next(self) -> None:
        """Say that the next event is the line in which the fault shows at last."""
        self._mark_next = True

    def mark_after(self, event: Event) -> None:
        """Say that it is the event which follows this one, when it has been recorded."""
        self._mark_after = event

    def log(self, event: Event) -> None:
        """Record an event, and apply it."""
        recorded = event if event.street == self.street else replace(event, street=self.street)
        self.events.append(recorded)
        if event is self._marked or self._mark_next:
            self._plant(follows=self._mark_next)
        elif event is self._mark_after:
            self._mark_next = True
        self._take(recorded)

    def _take(self, event: Event) -> None:
        """Make the move on the table; what a planted fault has somebody do who is out of play changes nothing there."""
        if isinstance(event, CommunityDealt) and event.reprint:
            return
        if not isinstance(event, Action):
            self.state.take(event)
        elif (player := self.state.players[event.seat]).able:
            if isinstance(event, Wager) and player.left is not None and event.added > player.left:
                player.left = None  # nobody knows how much more they have
            round_ = self.state.round
            forced = not round_.actions and isinstance(event, Folded) and self._must_bring_in()
            self.state.take(event, len(self.events))
            if forced:
                round_.actions, round_.pointer = 1, event.seat  # the others go on as if it had been brought in
            if isinstance(event, (Called, Checked)) and player.street_put < self.state.round.level:
                self._settled[event.seat] = self.state.round.level

    def _must_bring_in(self) -> bool:
        """Whether third street is to be opened by the low card's own player, who may not fold."""
        return self.street == 3 and bring_in_seats(self.state, self.game, self.rules).by is None

    def _plant(self, *, follows: bool) -> None:
        verdict = self.saboteur.verdict(self)
        self.planted = Fault(self.saboteur.code, len(self.events), verdict, follows)
        self._mark_next = False

    def time(self, seconds: float) -> datetime:
        """The clock, so many seconds later."""
        self.now += timedelta(milliseconds=int(seconds * 1000))
        return self.now.replace(tzinfo=UTC)

    def as_printed(self, dialect: str) -> Hand:
        """The hand so far with the header that the dialect prints: most logs do not say the ante or the bring-in."""
        hand = self._hand()
        if dialect == "neutral":
            return hand
        return replace(hand, header=replace(hand.header, ante=None, bring_in=None, button=None))

    def _hand(self) -> Hand:
        return Hand("-", 1, "neutral", self.header, tuple(self.events), "", 1, 1, "", "")

    # --- before the cards -------------------------------------------------------------------

    def _sit_down(self) -> None:
        seated = [SeatTaken(seat, sitting.player, sitting.stack) for seat, sitting in self.seats.items()]
        self.events += self.saboteur.seats(self, [*seated, *self.table.buy_ins])
        due = self.header.ante or 0
        source: Source | None = "auto" if self.rules.ante_consent else None
        antes = []
        for seat, sitting in self.seats.items():
            amount = min(due, sitting.stack)
            antes.append(AntePosted(seat, amount, amount == sitting.stack, source=source))
        self._at_stake = replace(self._hand(), events=())
        self.state = State.seated(seated, self.header.button)
        for number, event in enumerate(self.events, 1):
            if event is self._marked:
                self.planted = Fault(self.saboteur.code, number, self.saboteur.verdict(self))
        for ante in self.saboteur.antes(self, antes):
            self.log(ante)

    # --- the deal ---------------------------------------------------------------------------

    def _deal(self, street: int) -> None:
        self.street = street
        self._settled.clear()
        events = self._cards_of(street)
        for event in self.saboteur.dealt(self, events) if self.honest else events:
            self.log(event)
        if street == 4 and self._double_by_pair() and pair_showing(self.state):
            self.log(StateSaid("double-bet-allowed"))

    def _double_by_pair(self) -> bool:
        header, rules = self.header, self.rules
        by_pair = rules.fourth_double_trigger == "open_pair" and header.game in rules.fourth_double_games
        return by_pair and header.structure in rules.fourth_double_structures

    def _cards_of(self, street: int) -> list[Event]:
        """The events of a street's deal, in order."""
        state, draw = self.state, self.deck.draw
        order = [player.seat for player in state.clockwise(self.table.button) if player.live]
        events: list[Event] = [StreetOpened(street=street)]
        if street == 3:
            exposed = [seat for seat in order if self.saboteur.happens(self, "exposed card")]
            # A card that falls face up is kept as the up-card; the third comes down.
            for seat in order:
                first = (draw(seat),) if seat in exposed else (draw(seat), draw(seat))
                events.append(CardDealt(seat, "down", first, street=3))
            events += [CardDealt(seat, "up", (draw(seat),), street=3) for seat in exposed]
            last: Sequence[tuple[int, Facing]] = [(seat, "down" if seat in exposed else "up") for seat in order]
            return events + [CardDealt(seat, facing, (draw(seat),), street=3) for seat, facing in last]
        events += [CardBurned((UNKNOWN,), street=street)] * self.deck.burn(len(order), street, self.rules)
        if street == 7 and self.deck.community_card_due(len(order), self.rules):
            return [*events, CommunityDealt((draw(),))]
        facing: Facing = "down" if street == 7 else "up"
        return events + [CardDealt(seat, facing, (draw(seat),), street=street) for seat in order]

    # --- the betting ------------------------------------------------------------------------

    def _bet(self) -> None:
        while (player := self._turn()) is not None:
            if self.honest and self.saboteur.closes(self):
                break
            actor = self.saboteur.actor(self, player) if self.honest else player
            options = self.options(actor)
            for event in self._asked(actor, options):
                self.log(event)
            if actor.protected:
                continue
            action = self.saboteur.acts(self, actor, options) if self.honest else None
            if action is None:
                action = self.choice(actor, options)
                if actor is not player:
                    self.mark(action)
            self._act(action)
            if self.honest:
                for extra in self.saboteur.after(self, actor):
                    self.log(extra)
        due = [UncalledReturned(seat, chips) for seat, chips in self.state.uncalled().items() if chips]
        for event in self.saboteur.returns(self, due) if self.honest else due:
            self.log(event)

    def choice(self, player: Player, options: Options) -> Event:
        """What the player does of what they may do."""
        kind, amount = choose(options, player, self.looseness, self.rng)
        if self.header.structure == "spread" and kind in ("bet", "raise"):
            amount = self._within(options.bets if kind == "bet" else options.raises)
        return action_of(kind, player, amount, self.state.round.level, self.street)

    def _within(self, ends: tuple[int, ...]) -> int:
        """In spread limit: a total between the ends of the range, in steps of the least bet."""
        step = self.header.spread_min or 1
        return self.rng.choice(range(ends[0], ends[-1] + 1, step))

    def turn(self) -> Player | None:
        """Whose turn it is; None where the round is closed, or a planted fault has left open who opens it."""
        state, settled = self.state, self._settled
        player = to_act(state, self.game, self.rules)
        if player is None or settled.get(player.seat) != state.round.level:
            return player
        others = state.clockwise(state.round.pointer or 0)
        return next((p for p in others if state.owes(p) and settled.get(p.seat) != state.round.level), None)

    def _turn(self) -> Player | None:
        """Whose turn it is; where a planted fault has left open who opens, the first who can."""
        player, state = self.turn(), self.state
        if player is not None and not state.round.actions and self.honest and self._openers_disputed(player):
            raise Spoiled("the house leaves open who has to open")
        if player is None and not self.honest and not state.round.actions and len(state.able()) > 1:
            return next(other for other in state.clockwise(self.table.button) if other.able)
        return player

    def _openers_disputed(self, player: Player) -> bool:
        """Whether another reading of the house's text has another player open this round."""
        find = bring_in_seats if self.street == 3 else round_openers
        state, game = self.state, self.game
        found = [find(state, game, rules).seats for rules in self._opening_readings]
        return any(seats and player.seat not in seats for seats in found)

    def _act(self, action: Event) -> None:
        """Record an action, with its time where the house has a clock: logs of others have none."""
        now = action.at or self.time(self.rng.uniform(0.5, 8))
        if self.rules.clock_seconds and action.at is None:
            timed = replace(action, at=now)
            if action is self._marked:
                self._marked = timed
            action = timed
        self.log(action)
        if isinstance(action, Wager) and not isinstance(action, Called) and self._capped():
            self.log(StateSaid("capped"))

    def _capped(self) -> bool:
        """Whether the cap is reached under every reading, and somebody could go on raising but for it."""
        limit, round_ = limits(self.header), self.state.round
        if limit is None or len(round_.wagers) < 3 or len(self.state.able()) < 2:
            return False
        readings = (self.rules, *self._readings[self.street])
        return all(capped(round_, ladder(round_, limit, rules), rules) for rules in readings)

    def options(self, player: Player) -> Options:
        """What the player may do under every reading that the house leaves open, as far as they agree."""
        state, game, hand = self.state, self.game, self._at_stake
        found = self._plain = options(state, player, hand, game, self.rules)
        for rules in self._readings[self.street]:
            if found.bets or found.raises:
                other = options(state, player, hand, game, rules)
                bets = tuple([to for to in found.bets if to in other.bets])
                raises = tuple([to for to in found.raises if to in other.raises])
                forced = not (found.check or found.call or found.bring_in)
                found = replace(found, bets=bets if bets or not forced else found.bets, raises=raises)
        return found

    def _asked(self, player: Player, options: Options) -> Sequence[Event]:
        """The prompt and the buttons, where the house speaks of them."""
        events: list[Event] = []
        if self.rules.prompt_opener or self.rules.clock_seconds:
            now = self.time(0.1) if self.rules.clock_seconds else None
            events.append(Prompted(player.seat, street=self.street, at=now))
        if self.rules.buttons_in_turn:
            # The buttons offer all that the default reading allows.
            may_raise = bool(self._plain.bets or self._plain.raises)
            buttons = tuple([b for b in self.rules.buttons_in_turn if may_raise or b not in ("bet", "raise")])
            events.append(ButtonsOffered(player.seat, buttons, street=self.street))
        return self.saboteur.asks(self, player, options, events) if self.honest else events

    # --- the end ----------------------------------------------------------------------------

    @cached_property
    def hands(self) -> dict[int, Cards]:
        """Live seats to their seven cards, when all is dealt; without those that a planted fault has spoilt."""
        return whole_hands(self.state)

    @cached_property
    def contests(self) -> tuple[Contest, ...]:
        """The pots and who wins them, when the betting is over."""
        return contests(self.state, self.hands, self.game, self.rules)

    def _ending(self) -> list[Event]:
        events = ending(self)
        return list(self.saboteur.ends(self, events)) if self.honest else events


def action_of(kind: str, player: Player, amount: int, level: int, street: int) -> Event:
    """The event of a player's choice; `amount` is the street total, for a call the chips added."""
    seat, put = player.seat, player.street_put
    if kind == "fold":
        return Folded(seat, street=street)
    if kind == "check":
        return Checked(seat, street=street)
    added = amount if kind == "call" else amount - put
    to, all_in = put + added, added == player.left
    if kind == "raise":
        return Raised(seat, added, to, all_in, to - level, street=street)
    return _WAGERS[kind](seat, added, to, all_in, street=street)


_WAGERS: Final[dict[str, type[Called | BroughtIn | Bet]]] = {"call": Called, "bring-in": BroughtIn, "bet": Bet}

_OF_OPENING: Final = ("opener_", "bring_in_", "razz_", "allin_low_card", "community_opener")
_OF_BETTING: Final = ("bring_in_", "cap_", "completion_", "allin_", "street_limits", "fourth_")


def _readings(house: House, street: int) -> tuple[Rules, ...]:
    """The readings, the default aside, by which the betting of a street may differ, lenient ones left out."""
    of_street = _OF_BETTING if street == 4 else _OF_BETTING[:-1]
    readings = [reading for reading in house.readings if not reading.lenient]
    return tuple([reading.rules for reading in readings if any(key.startswith(of_street) for key in reading.keys)])
