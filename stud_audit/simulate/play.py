"""One legal hand: dealt, played by chance from the engine's list of legal actions, and settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any, cast

from stud_audit.engine.legal import Options, options
from stud_audit.engine.pots import uncalled
from stud_audit.engine.replay import Replay
from stud_audit.engine.settle import chip_units, shares
from stud_audit.engine.showdown import Contest
from stud_audit.engine.state import Player
from stud_audit.houses.house import House
from stud_audit.model.cards import DECK, UNKNOWN, Card, Cards
from stud_audit.model.events import (
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
    HandEnded,
    Mucked,
    PotAwarded,
    Prompted,
    Raised,
    RakeTaken,
    SeatSummarised,
    SeatTaken,
    Shown,
    StreetOpened,
    TotalStated,
    UncalledReturned,
)
from stud_audit.model.hand import Hand
from stud_audit.simulate.saboteur import HONEST, Saboteur
from stud_audit.simulate.strategy import choose, mood
from stud_audit.simulate.table import Table

_RAKE_SHARE = 20
"""One twentieth, where the house does not say, rounded down to the smallest unit."""


@dataclass(frozen=True, slots=True)
class Played:
    """A simulated hand, and the number of the event at which its planted fault stands (None: there is none)."""

    hand: Hand
    fault: int | None = None


def play(table: Table, house: House, hand_id: str, rng: Random, saboteur: Saboteur = HONEST) -> Played:
    """Play one hand at the table, and carry its stacks on. Everything is known: no card is hidden.

    A saboteur breaks one rule of the hand where it gives him the chance; what comes after is played on
    the chips and cards as they then are.
    """
    dealer = Dealer(table, house, hand_id, rng, saboteur)
    return Played(dealer.play(), dealer.fault)


class Dealer:
    """Deals one hand. `events` grows, and every event goes through the replay as it comes."""

    def __init__(self, table: Table, house: House, hand_id: str, rng: Random, saboteur: Saboteur) -> None:
        self.table, self.house, self.rules, self.rng = table, house, house.rules, rng
        self.saboteur = saboteur
        self.fault: int | None = None
        self._marked: Event | None = None
        self.header = replace(
            table.header, hand_id=hand_id, button=table.button, played_at=table.clock, played_zone="UTC"
        )
        self.deck: list[Card] = list(DECK)
        rng.shuffle(self.deck)
        self.burned: list[Card] = []
        self.now = table.clock
        self.street = 0
        self.events: list[Event] = []
        self.looseness = mood(rng)

    def play(self) -> Hand:
        """The whole hand."""
        self._sit_down()
        self._deal(3)
        self._bet()
        for street in (4, 5, 6, 7):
            if len(self.replay.state.live()) > 1:
                self._deal(street)
                self._bet()
        self.street = 0
        self._settle()
        self.log(HandEnded())
        return self._hand()

    # --- recording --------------------------------------------------------------------------

    @property
    def honest(self) -> bool:
        """Whether the saboteur may still strike: he does so once a hand."""
        return self.fault is None and self._marked is None

    def mark(self, event: Event) -> Event:
        """Say that this event, when it is recorded, is the place of the planted fault."""
        self._marked = event
        return event

    def log(self, event: Event) -> None:
        """Record an event, and apply it."""
        recorded = replace(event, street=self.street)
        self.events.append(recorded)
        if event is self._marked:
            self.fault = len(self.events)
        self.replay.apply(self.replay.meet(len(self.events), recorded))

    def _time(self, seconds: float) -> datetime:
        self.now += timedelta(milliseconds=int(seconds * 1000))
        return self.now.replace(tzinfo=self.now.tzinfo)

    def _hand(self) -> Hand:
        return Hand("-", 1, "neutral", self.header, tuple(self.events), "", 1, 1, "", "")

    # --- before the cards -------------------------------------------------------------------

    def _sit_down(self) -> None:
        for seat, sitting in sorted(self.table.seats.items()):
            self.events.append(SeatTaken(seat, sitting.player, sitting.stack))
        self.events += self.table.buy_ins
        due = self.header.ante or 0
        antes = []
        for seat, sitting in sorted(self.table.seats.items()):
            amount = min(due, sitting.stack)
            antes.append(AntePosted(seat, amount, amount == sitting.stack))
        # The replay is made with every ante in sight, to know who is dealt in, and then reads this very
        # list while it grows.
        hand = replace(self._hand(), events=(*self.events, *antes))
        self.replay = Replay(hand, self.rules)
        self.replay.hand = self.replay.script.hand = replace(hand, events=cast("tuple[Event, ...]", self.events))
        for number, event in enumerate(self.events, 1):
            self.replay.apply(self.replay.meet(number, event))
        for ante in self.saboteur.antes(self, antes):
            self.log(ante)

    # --- the deal ---------------------------------------------------------------------------

    def _deal(self, street: int) -> None:
        self.street = street
        for event in self.saboteur.dealt(self, self._cards_of(street)):
            self.log(event)

    def _cards_of(self, street: int) -> list[Event]:
        """The events of a street's deal, in order."""
        state = self.replay.state
        order = [player.seat for player in state.clockwise(self.table.button) if player.live]
        events: list[Event] = [StreetOpened()]
        if street == 3:
            events += [CardDealt(seat, "down", (self.deck.pop(), self.deck.pop())) for seat in order]
            return events + [CardDealt(seat, "up", (self.deck.pop(),)) for seat in order]
        events += self._burn(street)
        if street == 7 and self._community_due(len(order)):
            return [*events, CommunityDealt((self.deck.pop(),))]
        facing: Facing = "down" if street == 7 else "up"
        return events + [CardDealt(seat, facing, (self.deck.pop(),)) for seat in order]

    def _burn(self, street: int) -> list[Event]:
        """Burn a card where the house does; for a short stub the burn cards are shuffled in first."""
        if not self.rules.burn_per_street:
            return []
        need = len(self.replay.state.live()) + self.rules.burn_per_street + self.rules.community_reserve_last
        if street == 7 and len(self.deck) < need and self.rules.community_use_burns_first:
            self.deck += self.burned
            self.rng.shuffle(self.deck)
        burned = [self.deck.pop() for _ in range(min(self.rules.burn_per_street, len(self.deck) - 1))]
        self.burned += burned
        return [CardBurned((UNKNOWN,)) for _ in burned]

    def _community_due(self, live: int) -> bool:
        """Whether a shared card takes the place of the seventh cards."""
        if self.rules.community_trigger == "stub_short":
            return len(self.deck) < live + self.rules.community_reserve_last
        return self.rules.community_trigger == "all_eight" and live == 8

    # --- the betting ------------------------------------------------------------------------

    def _bet(self) -> None:
        while (player := self.replay.turn()) is not None:
            if self.honest and self.saboteur.closes(self):
                break
            actor = self.saboteur.actor(self, player) if self.honest else player
            open_to_him = self.options(actor)
            self._ask(actor, open_to_him)
            action = self.saboteur.acts(self, actor, open_to_him) if self.honest else None
            if action is None:
                kind, amount = choose(open_to_him, actor, self.looseness, self.rng)
                action = action_of(kind, actor, amount)
                if actor is not player:
                    self.mark(action)
            if action is self._marked:
                self.log(action)
            else:
                self.log(replace(action, at=self._at(self.rng.uniform(0.5, 8))))
            if self.honest:
                for extra in self.saboteur.after(self, actor):
                    self.log(extra)
        due: list[Event] = [
            UncalledReturned(seat, chips) for seat, chips in uncalled(self.replay.state).items() if chips
        ]
        for event in self.saboteur.returns(self, due):
            self.log(event)

    def options(self, player: Player) -> Options:
        """What the player may do under every reading that the house leaves open, as far as they agree."""
        state, game, hand = self.replay.state, self.replay.game, self.replay.hand
        found = options(state, player, hand, game, self.rules)
        for reading in self.house.readings:
            if not reading.lenient and (found.bets or found.raises):
                other = options(state, player, hand, game, reading.rules)
                bets = tuple([to for to in found.bets if to in other.bets])
                raises = tuple([to for to in found.raises if to in other.raises])
                found = replace(found, bets=bets or found.bets, raises=raises or found.raises)
        return found

    def _at(self, seconds: float) -> datetime | None:
        """A time only where the house has a clock: logs of others have none."""
        return self._time(seconds) if self.rules.clock_seconds else None

    def _ask(self, player: Player, open_to_him: Options) -> None:
        """The prompt and the buttons, where the house speaks of them."""
        if self.rules.prompt_opener or self.rules.clock_seconds:
            self.log(Prompted(player.seat, at=self._at(0.1)))
        if self.rules.buttons_in_turn:
            may_raise = bool(open_to_him.bets or open_to_him.raises)
            buttons = tuple([b for b in self.rules.buttons_in_turn if may_raise or b not in ("bet", "raise")])
            self.log(ButtonsOffered(player.seat, buttons))

    # --- the end ----------------------------------------------------------------------------

    def _settle(self) -> None:
        showdown, state = self.replay.showdown, self.replay.state
        contests = showdown.contests
        pot = state.pot
        rake = self._rake(pot)
        # What a planted fault kept out of the pots is not paid out either.
        left = rake + sum(contest.pot.amount for contest in contests) - pot
        events: list[Event] = []
        if any(contest.contested for contest in contests):
            events += [self._show(contender, contests) for contender in state.live()]
        won: Counter[int] = Counter()
        for contest in contests:
            taken = min(left, contest.pot.amount)
            left -= taken
            for award in self._awards(contest, contest.pot.amount - taken):
                events.append(award)
                won[award.seat] += award.amount
        events += [RakeTaken(rake)] if rake else []
        events.append(TotalStated(pot))
        for player in state.players.values():
            events.append(SeatSummarised(player.seat, player.name, won[player.seat] or None, player.folded or None))
        for event in self.saboteur.ends(self, events) if self.honest else events:
            self.log(event)
        for seat, sitting in self.table.seats.items():
            put = state.players[seat].put if seat in state.players else 0
            sitting.stack = max(sitting.stack + won[seat] - put, 0)

    def _rake(self, pot: int) -> int:
        share = pot // _RAKE_SHARE if self.rules.rake_pct is None else int(pot * self.rules.rake_pct)
        cap = self.rules.rake_cap
        return share if cap is None else min(share, int(cap.scaleb(self.header.decimals)))

    def _show(self, player: Player, contests: tuple[Contest, ...]) -> Event:
        cards = self.replay.showdown.hands[player.seat] or player.cards
        if any(player.seat in contest.winners for contest in contests) or self.rng.random() < 0.7:
            return Shown(player.seat, self._own(cards))
        return Mucked(player.seat, self._own(cards))

    def _own(self, cards: Cards) -> Cards:
        return tuple([card for card in cards if card not in self.replay.state.community])

    def _awards(self, contest: Contest, net: int) -> list[PotAwarded]:
        if not net:
            return []
        unit = chip_units(self.replay, self.rules)[0]
        due = shares(contest, net, unit, self.replay, self.rules) or {}
        halved = self.replay.showdown.halved and contest.low
        awards = []
        for seat, amount in due.items():
            half = ("high" if seat in contest.high else "low") if halved else None
            if halved and seat in contest.high and seat in contest.low and len(due) == 1:
                high = net - net // 2
                awards += [PotAwarded(seat, high, contest.pot.name, "high")]
                awards += [PotAwarded(seat, net - high, contest.pot.name, "low")]
            elif amount:
                awards.append(PotAwarded(seat, amount, contest.pot.name, cast("Any", half)))
        return awards


def action_of(kind: str, player: Player, amount: int) -> Event:
    """The event of a player's choice; `amount` is the street total, for a call the chips added."""
    return _ACTIONS[kind](player, amount)


_ACTIONS: dict[str, Callable[[Player, int], Event]] = {
    "fold": lambda player, _: Folded(player.seat),
    "check": lambda player, _: Checked(player.seat),
    "call": lambda p, added: Called(p.seat, added, p.street_put + added, added == p.left),
    "bring-in": lambda p, to: BroughtIn(p.seat, to, to, to == p.left),
    "bet": lambda p, to: Bet(p.seat, to - p.street_put, to, to - p.street_put == p.left),
    "raise": lambda p, to: Raised(p.seat, to - p.street_put, to, to - p.street_put == p.left),
}
