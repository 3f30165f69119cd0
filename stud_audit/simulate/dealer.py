"""The dealer of one hand: the record that grows, the table it is made on, and what a player may do there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from random import Random
from typing import ClassVar, Final, Protocol

from msgspec.structs import replace

from stud_audit.game.games import GAMES
from stud_audit.game.opening import bring_in_seats
from stud_audit.game.options import Options, options
from stud_audit.game.pots import contributions, pots
from stud_audit.game.showdown import Contest, contest_of, ranked
from stud_audit.game.stakes import smallest_chip
from stud_audit.game.table import Player, Table
from stud_audit.game.turn import to_act
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.cards import Cards, known
from stud_audit.model.events import (
    Action,
    Bet,
    BroughtIn,
    Called,
    Checked,
    CommunityDealt,
    Event,
    Folded,
    Raised,
    TimedOut,
    Wager,
)
from stud_audit.model.findings import Verdict
from stud_audit.model.hand import Hand, Header
from stud_audit.simulate.deck import Deck
from stud_audit.simulate.session import Seat, Session
from stud_audit.simulate.strategy import choose, mood


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


class Culprit(Protocol):
    """Who plants the fault of a hand, as far as its dealer has to know."""

    code: ClassVar[str]

    def verdict(self, dealer: Dealer) -> Verdict:
        """What the house's text makes of the fault, asked when it has been done."""
        ...


class Dealer:
    """Deals one hand. `events` grows, and every event is made on the table, `state`, as it comes."""

    state: Table

    def __init__(self, table: Session, house: House, hand_id: str, rng: Random, culprit: Culprit) -> None:
        self.table, self.house, self.rules, self.rng = table, house, house.rules, rng
        self._culprit = culprit
        self.planted: Fault | None = None
        self._marked: Event | None = None
        self._mark_next = False
        self._mark_after: Event | None = None
        self.header = replace(
            table.header, hand_id=hand_id, button=table.button, played_at=table.clock, played_zone="UTC"
        )
        self.game = GAMES[self.header.game]
        self.chip = smallest_chip(self.header, self.rules) or 1
        self.seats = {seat: Seat(sitting.player, sitting.stack) for seat, sitting in sorted(table.seats.items())}
        """Who is dealt in, with what."""
        self.deck = Deck(rng)
        self.now = table.clock
        self.street = 0
        self.cancelled = False
        self.events: list[Event] = []
        self.looseness = mood(rng)
        self._readings = {street: _readings(house, street) for street in (3, 4, 5, 6, 7)}
        self._settled: dict[int, int] = {}
        """Seat to the level that a planted check or short call has answered all the same."""
        self._plain = Options()
        """What the default reading allows the player who acts."""

    # --- recording --------------------------------------------------------------------------

    def ran_out(self, player: Player) -> TimedOut:
        """The end of a player's time, as long after the prompt as the house gives them."""
        return TimedOut(player.seat, at=self.time(self.rules.clock_seconds or 10))

    @property
    def honest(self) -> bool:
        """Whether nothing has been planted yet: once a hand is enough."""
        return self.planted is None and self._marked is None and not self._mark_next and self._mark_after is None

    def mark(self, event: Event) -> Event:
        """Say that this event, when it is recorded, is the place of the planted fault."""
        self._marked = event
        return event

    def mark_header(self) -> None:
        """Say that the hand's header is the place of the fault."""
        self.planted = Fault(self._culprit.code, 0, self._culprit.verdict(self))

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
            if isinstance(event, Wager) and player.behind is not None and event.added > player.behind:
                player.behind = None  # nobody knows how much more they have
            round_ = self.state.round
            forced = not round_.actions and isinstance(event, Folded) and self._must_bring_in()
            self.state.take(event, len(self.events))
            if forced:
                round_.actions, round_.pointer = 1, event.seat  # the others go on as if it had been brought in
            if isinstance(event, (Called, Checked)) and player.street_put < self.state.round.to_match:
                self._settled[event.seat] = self.state.round.to_match

    def _must_bring_in(self) -> bool:
        """Whether third street is to be opened by the low card's own player, who may not fold."""
        return self.street == 3 and bring_in_seats(self.state, self.game, self.rules).by is None

    def _plant(self, *, follows: bool) -> None:
        verdict = self._culprit.verdict(self)
        self.planted = Fault(self._culprit.code, len(self.events), verdict, follows)
        self._mark_next = False

    def time(self, seconds: float) -> datetime:
        """The clock, so many seconds later."""
        self.now += timedelta(milliseconds=int(seconds * 1000))
        return self.now.replace(tzinfo=UTC)

    def as_printed(self, dialect: str) -> Header:
        """The header that the dialect prints: most logs do not say the ante or the bring-in."""
        return self.header if dialect == "neutral" else replace(self.header, ante=None, bring_in=None, button=None)

    def hand(self) -> Hand:
        """The hand as far as it is recorded."""
        return Hand("-", 1, "neutral", self.header, tuple(self.events), "", 1, 1, "", "")

    # --- the betting ------------------------------------------------------------------------

    def choice(self, player: Player, legal: Options) -> Event:
        """What the player does of what they may do."""
        kind, amount = choose(legal, player, self.looseness, self.rng)
        if self.header.structure == "spread" and kind in ("bet", "raise"):
            amount = self._within(legal.bets if kind == "bet" else legal.raises)
        return action_of(kind, player, amount, self.state.round.to_match, self.street)

    def _within(self, ends: tuple[int, ...]) -> int:
        """In spread limit: a total between the ends of the range, in steps of the least bet."""
        step = self.header.spread_min or 1
        return self.rng.choice(range(ends[0], ends[-1] + 1, step))

    def turn(self) -> Player | None:
        """Whose turn it is; None where the round is closed, or a planted fault has left open who opens it."""
        state, settled = self.state, self._settled
        player = to_act(state, self.game, self.rules)
        if player is None or settled.get(player.seat) != state.round.to_match:
            return player
        others = state.clockwise(state.round.pointer or 0)
        return next((p for p in others if state.owes(p) and settled.get(p.seat) != state.round.to_match), None)

    def options(self, player: Player) -> Options:
        """What the player may do under every reading that the house leaves open, as far as they agree."""
        state, game, header = self.state, self.game, self.header
        found = self._plain = options(state, player, header, game, self.rules)
        for rules in self._readings[self.street]:
            if found.bets or found.raises:
                other = options(state, player, header, game, rules)
                bets = tuple([to for to in found.bets if to in other.bets])
                raises = tuple([to for to in found.raises if to in other.raises])
                forced = not (found.check or found.call or found.bring_in)
                found = replace(found, bets=bets if bets or not forced else found.bets, raises=raises)
        return found

    # --- the end ----------------------------------------------------------------------------

    @cached_property
    def hands(self) -> dict[int, Cards]:
        """Live seats to their seven cards, when all is dealt; without those that a planted fault has spoilt."""
        shared = self.state.community
        hands = {player.seat: tuple(sorted({*player.cards, *shared})) for player in self.state.live()}
        return {seat: cards for seat, cards in hands.items() if len(cards) == _WHOLE and known(cards)}

    @cached_property
    def contests(self) -> tuple[Contest, ...]:
        """The pots and who wins them, when the betting is over."""
        hands = ranked(self.hands, self.game, self.rules)
        return tuple([contest_of(pot, hands) for pot in pots(contributions(self.state), self.state.live())])


def action_of(kind: str, player: Player, amount: int, level: int, street: int) -> Event:
    """The event of a player's choice; `amount` is the street total, for a call the chips added."""
    seat, put = player.seat, player.street_put
    if kind == "fold":
        return Folded(seat, street=street)
    if kind == "check":
        return Checked(seat, street=street)
    added = amount if kind == "call" else amount - put
    to, all_in = put + added, added == player.behind
    if kind == "raise":
        return Raised(seat, added, to, all_in, to - level, street=street)
    return _WAGERS[kind](seat, added, to, all_in, street=street)


_WAGERS: Final[dict[str, type[Called | BroughtIn | Bet]]] = {"call": Called, "bring-in": BroughtIn, "bet": Bet}

_WHOLE: Final = 7
"""Cards of a whole hand, a shared one among them."""
_OF_BETTING: Final = ("bring_in_", "cap_", "completion_", "allin_", "street_limits", "fourth_")


def _readings(house: House, street: int) -> tuple[Rules, ...]:
    """The readings, the default aside, by which the betting of a street may differ, lenient ones left out."""
    of_street = _OF_BETTING if street == 4 else _OF_BETTING[:-1]
    readings = [reading for reading in house.readings if not reading.lenient]
    return tuple([reading.rules for reading in readings if any(key.startswith(of_street) for key in reading.keys)])
