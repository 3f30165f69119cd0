"""One legal hand: dealt, played by chance from the engine's list of legal actions, and settled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any, cast

from stud_audit.engine.legal import options
from stud_audit.engine.pots import uncalled
from stud_audit.engine.replay import Replay
from stud_audit.engine.settle import chip_units, shares
from stud_audit.engine.showdown import Contest
from stud_audit.engine.state import Player
from stud_audit.engine.stub import community_due, stub_before_seventh
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
from stud_audit.simulate.strategy import choose, mood
from stud_audit.simulate.table import Table

_RAKE_SHARE = 20
"""One twentieth, where the house does not say, rounded down to the smallest unit."""


def play(table: Table, house: House, hand_id: str, rng: Random) -> Hand:
    """Play one hand at the table, and carry its stacks on. Everything is known: no card is hidden."""
    return _Dealer(table, house, hand_id, rng).play()


class _Dealer:
    """Deals one hand. `events` grows, and every event goes through the replay as it comes."""

    def __init__(self, table: Table, house: House, hand_id: str, rng: Random) -> None:
        self.table, self.house, self.rules, self.rng = table, house, house.rules, rng
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
        self._log(HandEnded())
        return self._hand()

    # --- recording --------------------------------------------------------------------------

    def _log(self, event: Event) -> None:
        """Record an event, and apply it."""
        event = replace(event, street=self.street)
        self.events.append(event)
        self.replay.apply(self.replay.meet(len(self.events), event))

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
        ante = self.header.ante or 0
        for seat, sitting in sorted(self.table.seats.items()):
            amount = min(ante, sitting.stack)
            if amount:
                self.events.append(AntePosted(seat, amount, amount == sitting.stack))
        # The replay reads the events from this very list while it grows.
        hand = replace(self._hand(), events=cast("tuple[Event, ...]", self.events))
        self.replay = Replay(hand, self.rules)
        for number, event in enumerate(self.events, 1):
            self.replay.apply(self.replay.meet(number, event))

    # --- the deal ---------------------------------------------------------------------------

    def _deal(self, street: int) -> None:
        self.street = street
        self._log(StreetOpened())
        state = self.replay.state
        if street > 3:
            self._burn(street)
        if street == 7 and self._community_due():
            self._log(CommunityDealt((self.deck.pop(),)))
            return
        order = [player for player in state.clockwise(self.table.button) if player.live]
        if street == 3:
            for player in order:
                self._log(CardDealt(player.seat, "down", (self.deck.pop(), self.deck.pop())))
            for player in order:
                self._log(CardDealt(player.seat, "up", (self.deck.pop(),)))
        else:
            for player in order:
                self._log(CardDealt(player.seat, "down" if street == 7 else "up", (self.deck.pop(),)))

    def _burn(self, street: int) -> None:
        """Burn a card where the house does; for a short stub the burn cards are shuffled in first."""
        if not self.rules.burn_per_street:
            return
        need = len(self.replay.state.live()) + self.rules.burn_per_street + self.rules.community_reserve_last
        if street == 7 and len(self.deck) < need and self.rules.community_use_burns_first:
            self.deck += self.burned
            self.rng.shuffle(self.deck)
        for _ in range(min(self.rules.burn_per_street, len(self.deck) - 1)):
            self.burned.append(self.deck.pop())
            self._log(CardBurned((UNKNOWN,)))

    def _community_due(self) -> bool:
        """Whether a shared card takes the place of the seventh cards."""
        state = self.replay.state
        if self.rules.burn_per_street and self.rules.community_trigger == "stub_short":
            return len(self.deck) < len(state.live()) + self.rules.community_reserve_last
        stub = stub_before_seventh(state)
        return bool(stub and community_due(stub, self.rules))

    # --- the betting ------------------------------------------------------------------------

    def _bet(self) -> None:
        state = self.replay.state
        while (player := self._next()) is not None:
            open_to_him = options(state, player, self._hand_so_far, self.replay.game, self.rules)
            self._ask(player, bool(open_to_him.bets or open_to_him.raises))
            kind, amount = choose(open_to_him, player, self.looseness, self.rng)
            self._log(replace(_ACTIONS[kind](player, amount), at=self._at(self.rng.uniform(0.5, 8))))
        for seat, amount in uncalled(state).items():
            if amount and (len(state.live()) < 2 or self.street >= 3):
                self._log(UncalledReturned(seat, amount))

    @property
    def _hand_so_far(self) -> Hand:
        return self.replay.hand

    def _next(self) -> Player | None:
        """Whose turn it is; None where the round is closed."""
        return self.replay.turn()

    def _at(self, seconds: float) -> datetime | None:
        """A time only where the house has a clock: logs of others have none."""
        return self._time(seconds) if self.rules.clock_seconds else None

    def _ask(self, player: Player, may_raise: bool) -> None:
        """The prompt and the buttons, where the house speaks of them."""
        if self.rules.prompt_opener or self.rules.clock_seconds:
            self._log(Prompted(player.seat, at=self._at(0.1)))
        if self.rules.buttons_in_turn:
            buttons = tuple([b for b in self.rules.buttons_in_turn if may_raise or b not in ("bet", "raise")])
            self._log(ButtonsOffered(player.seat, buttons))

    # --- the end ----------------------------------------------------------------------------

    def _settle(self) -> None:
        showdown, state = self.replay.showdown, self.replay.state
        contests = showdown.contests
        rake = self._rake(sum(contest.pot.amount for contest in contests))
        paid: list[tuple[int, int, Contest]] = []
        if any(contest.contested for contest in contests):
            for contender in state.live():
                self._log(self._show(contender, contests))
        left = rake
        for contest in contests:
            taken = min(left, contest.pot.amount)
            left -= taken
            for award in self._awards(contest, contest.pot.amount - taken):
                self._log(award)
                paid.append((award.seat, award.amount, contest))
        if rake:
            self._log(RakeTaken(rake))
        self._log(TotalStated(sum(contest.pot.amount for contest in contests)))
        self._summarise(paid)
        for seat, sitting in self.table.seats.items():
            player = state.players.get(seat)
            if player is not None:
                sitting.stack += player.won - player.put

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

    def _summarise(self, paid: list[tuple[int, int, Contest]]) -> None:
        for player in self.replay.state.players.values():
            won = sum(amount for seat, amount, _ in paid if seat == player.seat)
            self._log(SeatSummarised(player.seat, player.name, won or None, player.folded or None))


_ACTIONS: dict[str, Callable[[Player, int], Event]] = {
    "fold": lambda player, _: Folded(player.seat),
    "check": lambda player, _: Checked(player.seat),
    "call": lambda p, added: Called(p.seat, added, p.street_put + added, added == p.left),
    "bring-in": lambda p, to: BroughtIn(p.seat, to, to, to == p.left),
    "bet": lambda p, to: Bet(p.seat, to - p.street_put, to, to - p.street_put == p.left),
    "raise": lambda p, to: Raised(p.seat, to - p.street_put, to, to - p.street_put == p.left),
}
