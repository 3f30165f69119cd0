"""Simulated hands as KingsClub wrote them."""

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
    Shown,
    Wager,
)
from stud_audit.model.money import amount_text
from support.site_logs.base import SiteLog


class KingsClub(SiteLog):
    GAMES: ClassVar = {"stud": "Seven Card Stud", "stud8": "Seven Card Stud Hi-Lo", "razz": "Razz"}
    late = True
    """Whether each banner names the street before the one that follows."""

    def money(self, units: int) -> str:
        whole, _, fraction = amount_text(units, self.header.decimals).partition(".")
        return f"{int(whole):,}" + (f".{fraction}" if fraction else "")

    def head(self) -> None:
        header = self.header
        self.say(
            f"#{4_000_000 + self.number}: Limit {self.GAMES[header.game]} - "
            f"{self.money(header.small or 0)}/{self.money(header.big or 0)}",
            "2021-01-09 15:52:36", "Table 'Low Tide Mix'",
        )  # fmt: skip
        self.say(*[f"Seat {seat}: {name} ({self.money(self.stacks[seat])})" for seat, name in self.names.items()])

    def ante(self, event: AntePosted) -> None:
        self.say(f"{self.names[event.seat]}: posts ante {self.money(event.amount)}")

    def deal(self, street: int, new: dict[int, Cards], before: dict[int, Cards]) -> None:
        if street > 3 or not self.late:
            named = street - 1 if self.late else street
            self.say(f"*** {named}{'RD' if named == 3 else 'TH'} STREET ***")
        for seat, cards in new.items():
            words = cards_text(cards).split()
            if seat != self.hero:
                words = ["X", "X", words[2]] if street == 3 else words if street < 7 else ["X"]
            self.say(f"Dealt to {self.names[seat]}: [{' '.join(words)}]")

    def action(self, event: Action) -> None:
        name = self.names[event.seat]
        if not isinstance(event, Wager):
            self.say(f"{name} {'folds' if isinstance(event, Folded) else 'checks'}")
            return
        all_in = ", and is all in" if event.all_in else ""
        if isinstance(event, BroughtIn):
            self.say(f"{name} brings in for {self.money(event.added)}{all_in}")
            return
        bets = isinstance(event, Bet) or self.completes(event)
        word = "calls" if isinstance(event, Called) else "bets" if bets else "raises to"
        self.say(f"{name} {word} {self.money(event.to)}{all_in}")

    def show(self, event: Shown | Mucked) -> None:
        if isinstance(event, Shown):
            self.say(f"{self.names[event.seat]} shows [{cards_text(self.cards[event.seat])}]")

    def end(self) -> None:
        self.say("*** SUMMARY ***")
        for seat, name in self.names.items():
            net = self.back.get(seat, 0) - self.put[seat] + sum(a.amount for a in self.awards if a.seat == seat)
            change = f" {'-' if net < 0 else '+'}{self.money(abs(net))}" if net else ""
            self.say(f"Seat {seat}: {name} ({self.money(self.stacks[seat] + net)}){change}")
        if self.rake:
            self.say(f"Rake {self.money(self.rake)}")
        alone = len(self.awards) == 1
        for award in sorted(self.awards, key=lambda award: award.pot or "main", reverse=True):
            name, amount = self.names[award.seat], self.money(award.amount)
            place = "pot" if award.pot == "main" else (award.pot or "").replace("side-", "side pot ")
            self.say(f"{name} wins pot ({amount})" if alone else f"{name} wins ({amount}) from {place}")


class KingsClubSince2022(KingsClub):
    late = False
