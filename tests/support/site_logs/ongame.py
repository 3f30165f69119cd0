"""Simulated hands as OnGame wrote them."""

from __future__ import annotations

from itertools import groupby
from typing import ClassVar

from stud_audit.game.hand_names import describe_high
from stud_audit.model.cards import RANK_NAMES, Cards, cards_text
from stud_audit.model.events import (
    Action,
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    Folded,
    Raised,
    Wager,
)
from support.site_logs.base import SiteLog


class OnGame(SiteLog):
    GAMES: ClassVar = {"stud": "SEVEN_CARD_STUD", "stud8": "SEVEN_CARD_STUD_HI_LO", "razz": "RAZZ"}
    STREETS: ClassVar = {3: "pocket cards", 4: "4th street", 5: "5th street", 6: "6th street", 7: "river"}

    def usd(self, units: int) -> str:
        return f"${self.money(units)}"

    def head(self) -> None:
        header = self.header
        self.hand_id = f"R5-90000001-{self.number}"
        self.say(
            f"***** History for hand {self.hand_id} *****", "Start hand: Sun Nov 14 12:31:30 GMT+0100 2010",
            f"Table: Ashgabat [90000001] (LIMIT {self.GAMES[header.game]} {self.usd(header.small or 0)}/"
            f"{self.usd(header.big or 0)}, ante: {self.usd(header.ante or 0)}, Real money)",
            f"User: {self.names[self.hero]}", f"Players in round: {len(self.names)}",
        )  # fmt: skip
        self.say(*[f"Seat {seat}: {name} ({self.usd(self.stacks[seat])})" for seat, name in self.names.items()])

    def ante(self, event: AntePosted) -> None:
        self.say(f"{self.names[event.seat]} posts ante {self.usd(event.amount)}")

    def deal(self, street: int, new: dict[int, Cards], before: dict[int, Cards]) -> None:
        self.say("---", f"Dealing {self.STREETS[street]}")
        for seat, cards in new.items():
            words = cards_text(cards).split()
            if seat != self.hero:
                words = ["-", "-", words[2]] if street == 3 else words if street < 7 else []
            if words:
                self.say(f"Dealing to {self.names[seat]}: [{', '.join(words)}]")

    def action(self, event: Action) -> None:
        name = self.names[event.seat]
        all_in = " [all in]" if isinstance(event, Wager) and event.all_in else ""
        if isinstance(event, BroughtIn):
            self.say(f"{name} small bring in {self.usd(event.added)}{all_in}")
        elif isinstance(event, Bet):
            self.say(f"{name} {'big bring in' if self.street == 3 else 'bets'} {self.usd(event.added)}{all_in}")
        elif isinstance(event, Called):
            self.say(f"{name} calls {self.usd(event.added)}{all_in}")
        elif isinstance(event, Raised) and self.completes(event) and not self.on_street.get(event.seat):
            self.say(f"{name} bets {self.usd(event.added)}{all_in}")
        elif isinstance(event, Raised):
            ante = next(a.amount for a in self.hand.events if isinstance(a, AntePosted) and a.seat == event.seat)
            in_hand = self.put[event.seat] - ante + event.added
            self.say(f"{name} raises {self.usd(event.added)} to {self.usd(in_hand)}{all_in}")
        else:
            self.say(f"{name} {'folds' if isinstance(event, Folded) else 'checks'}")

    def end(self) -> None:
        self.say("---", "Summary:")
        gross, left = {}, self.rake
        for pot, group in groupby(sorted(self.awards, key=lambda a: a.pot or ""), key=lambda a: a.pot or "main"):
            awards = list(group)
            gross[pot] = sum(award.amount for award in awards) + left
            left = 0
            halves = {"high": " High", "low": " Low", None: ""}
            winners = ", ".join(
                f"{self.names[award.seat]} ({self.usd(award.amount)}{halves[award.half]})" for award in awards
            )
            place = "Main pot" if pot == "main" else pot.replace("side-", "Side pot ")
            self.say(f"{place}: {self.usd(gross[pot])} won by {winners}")
        self.say(f"Rake taken: {self.usd(self.rake)}")
        for seat, name in self.names.items():
            net = self.back.get(seat, 0) - self.put[seat] + sum(a.amount for a in self.awards if a.seat == seat)
            sign = f", net: {'-' if net < 0 else '+'}{self.usd(abs(net))}" if net else ""
            cards = ""
            if self.shown and seat in self.live:
                cards = f", [{cards_text(self.cards[seat]).replace(' ', ', ')}] ({self._words(seat)})"
            self.say(f"Seat {seat}: {name} ({self.usd(self.stacks[seat] + net)}){sign}{cards}")
        self.say(f"***** End of hand {self.hand_id} *****")

    def _words(self, seat: int) -> str:
        name = describe_high(self.cards[seat])
        words = [rank.upper() for rank in RANK_NAMES]
        count = 2 if name.category in ("two pair", "full house") else 1
        return f"{name.category.upper().replace(' ', '_')} {', '.join(words[rank] for rank in name.ranks[:count])}"
