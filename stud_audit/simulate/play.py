"""One hand: dealt, played forward by chance from the game's list of legal actions, and settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from msgspec.structs import replace

from stud_audit.game.betting import capped, ladder, limits, pair_showing
from stud_audit.game.opening import bring_in_seats, round_openers
from stud_audit.game.options import Options
from stud_audit.game.table import Player, Table
from stud_audit.houses.house import House
from stud_audit.model.cards import UNKNOWN
from stud_audit.model.events import (
    AntePosted,
    ButtonsOffered,
    Called,
    CardBurned,
    CardDealt,
    CommunityDealt,
    Event,
    Facing,
    HandCancelled,
    HandEnded,
    Prompted,
    SeatTaken,
    Source,
    StateSaid,
    StreetOpened,
    UncalledReturned,
    Wager,
)
from stud_audit.model.hand import Hand
from stud_audit.simulate.dealer import Dealer, Fault
from stud_audit.simulate.deck import Spoiled
from stud_audit.simulate.ending import ending
from stud_audit.simulate.saboteur import HONEST, Saboteur
from stud_audit.simulate.session import Session


@dataclass(frozen=True, slots=True)
class Played:
    """A simulated hand, its planted fault (None: there is none), and whether it is a near miss of one."""

    hand: Hand
    planted: Fault | None = None
    near: bool = False


def play(table: Session, house: House, hand_id: str, rng: Random, saboteur: Saboteur = HONEST) -> Played:
    """Play one hand at the table, and carry its stacks on. Everything is known: no card is hidden.

    A saboteur breaks one rule of the hand where it gives them the chance; what comes after is played on
    the chips and cards as they then are. If that cannot be, `Spoiled` is raised, and the table is as before; an
    honest hand is dealt once more.
    """
    while True:
        dealer = _Play(table, house, hand_id, rng, saboteur)
        try:
            hand = dealer.play()
        except Spoiled:
            if saboteur is not HONEST:
                raise
            continue
        break
    dealer.leave()
    return Played(hand, dealer.planted, saboteur.touches(dealer))


_OF_OPENING: Final = ("opener_", "bring_in_", "razz_", "allin_low_card", "community_opener")


class _Play(Dealer):
    """The course of one hand, with the moments at which a saboteur may strike."""

    def __init__(self, table: Session, house: House, hand_id: str, rng: Random, saboteur: Saboteur) -> None:
        super().__init__(table, house, hand_id, rng, saboteur)
        self.saboteur = saboteur
        strict = [reading for reading in house.readings if not reading.lenient]
        opening = [reading for reading in strict if any(key.startswith(_OF_OPENING) for key in reading.keys)]
        self._opening_readings = [reading.rules for reading in opening]

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
        return self.hand()

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
        self.state = Table.seated(seated, self.header.button)
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
            legal = self.options(actor)
            for event in self._asked(actor, legal):
                self.log(event)
            if actor.protected:
                continue
            action = self.saboteur.acts(self, actor, legal) if self.honest else None
            if action is None:
                action = self.choice(actor, legal)
                if actor is not player:
                    self.mark(action)
            self._act(action)
            if self.honest:
                for extra in self.saboteur.after(self, actor):
                    self.log(extra)
        due = [UncalledReturned(seat, chips) for seat, chips in self.state.uncalled().items() if chips]
        for event in self.saboteur.returns(self, due) if self.honest else due:
            self.log(event)

    def _turn(self) -> Player | None:
        """Whose turn it is; where a planted fault has left open who opens, the best by the cards that are known."""
        player, state = self.turn(), self.state
        if player is not None and not state.round.actions and self.honest and self._openers_disputed(player):
            raise Spoiled("the house leaves open who has to open")
        if player is None and not self.honest and not state.round.actions and len(state.able()) > 1:
            find = bring_in_seats if self.street == 3 else round_openers
            return state.players[find(state, self.game, self.rules).possible[0]]
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

    def _asked(self, player: Player, legal: Options) -> Sequence[Event]:
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
        return self.saboteur.asks(self, player, legal, events) if self.honest else events

    # --- the end ----------------------------------------------------------------------------

    def _ending(self) -> list[Event]:
        events = ending(self, self.saboteur)
        return list(self.saboteur.ends(self, events)) if self.honest else events
