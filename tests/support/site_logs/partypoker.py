"""Simulated hands as PartyPoker wrote them."""

from __future__ import annotations

from typing import ClassVar

from stud_audit.model.cards import Cards, cards_text
from stud_audit.model.events import (
    Action,
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    Folded,
    Mucked,
    Raised,
    Shown,
    Wager,
)
from support.site_logs.base import SiteLog


class PartyPoker(SiteLog):
    STREETS: ClassVar = {3: "", 4: "Fourth street ", 5: "Fifth street ", 6: "Sixth street ", 7: "River "}
    GAMES: ClassVar = {"stud": "7 Card Stud", "stud8": "7 Card Stud Hi-Lo"}

    def usd(self, units: int) -> str:
        return f"${self.money(units)} USD"

    def high_words(self, seat: int) -> str:
        words = super().high_words(seat).replace("two pair,", "two pairs,").replace("Deuce", "Two")
        return words if words[:2] in ("tw", "th", "hi", "fo") else f"a {words}"

    def head(self) -> None:
        number, header = 7_000_000 + self.number, self.header
        self.say(
            f"Game #{number} starts.", "", f"#Game No : {number} ", f"***** Hand History for Game {number} *****",
            f"${self.money(header.small or 0)}/{self.usd(header.big or 0)} {self.GAMES[header.game]}"
            " - Sunday, November 14, 14:20:12 EST 2010",
            "Table Table  230011 (Real Money)", "Seat 0 is the button",
            f"Total number of players : {len(self.names)}/8 ",
        )  # fmt: skip
        self.say(*[f"Seat {seat}: {name} ( {self.usd(self.stacks[seat])} )" for seat, name in self.names.items()])

    def ante(self, event: AntePosted) -> None:
        self.say(f"{self.names[event.seat]} posts ante [{self.usd(event.amount)}]")

    def deal(self, street: int, new: dict[int, Cards], before: dict[int, Cards]) -> None:
        self.say(f"** Dealing {self.STREETS[street]}**")
        if self.hero in new and self.hero in self.live:
            self.say(f"Dealt to {self.names[self.hero]} [  {cards_text(new[self.hero])} ]")
        first = next((event for event in self.actions if event.street == street), None)
        if first is not None:
            self.say(f"{self.names[first.seat]} opens")

    def action(self, event: Action) -> None:
        name = self.names[event.seat]
        if not isinstance(event, Wager):
            self.say(f"{name} {'folds' if isinstance(event, Folded) else 'checks'}")
            return
        double = self.street == 4 and isinstance(event, Bet) and event.added == self.header.big
        bets = "double bets" if double else "bets"
        word = {BroughtIn: "bring-ins", Bet: bets, Called: "calls", Raised: "raises"}[type(event)]
        if event.all_in:
            self.say(f"{name} is all-In  [{self.usd(event.added)}]")
        else:
            self.say(f"{name} {'completes' if self.completes(event) else word} [{self.usd(event.added)}]")

    def show(self, event: Shown | Mucked) -> None:
        name, cards = self.names[event.seat], cards_text(self.cards[event.seat]).replace(" ", ", ")
        shows = "shows" if isinstance(event, Shown) else "doesn't show"
        self.say(f"{name} {shows} [ {cards} ]{self.high_words(event.seat)}.")
        low = self.low_words(event.seat)
        if self.header.game == "stud8" and low != "no low":
            self.say(f"{name} {shows}{low}  for low.")

    def end(self) -> None:
        if not self.shown:
            name = self.names[self.awards[0].seat]
            self.say(f"{name} does not show cards.", f"{name} wins {self.usd(self.won_alone())}")
            return
        low = False
        for pot, award in self.awards_with_returns():
            place = "the main pot" if pot == "main" else f"the {pot.replace('side-', 'side pot ')}"
            name = self.names[award.seat]
            if award.half == "low":
                low = True
                self.say(f"{name} wins Lo ({self.usd(award.amount)}) from {place} with {self.low_words(award.seat)}.")
            else:
                self.say(f"{name} wins {self.usd(award.amount)} from {place} with {self.high_words(award.seat)}.")
        if self.header.game == "stud8" and not low:
            self.say("There was no qualifying low hand")
