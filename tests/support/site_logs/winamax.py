"""Simulated hands as Winamax wrote them."""

from __future__ import annotations

from typing import ClassVar

from stud_audit.game.hand_names import describe_high
from stud_audit.model.cards import RANK_NAMES, RANKS, Cards, cards_text
from stud_audit.model.events import (
    Action,
    AntePosted,
    BroughtIn,
    Called,
    Folded,
    Mucked,
    Raised,
    Shown,
    Wager,
)
from support.site_logs.base import SiteLog


class Winamax(SiteLog):
    GAMES: ClassVar = {"stud": "7-Card Stud", "stud8": "7-Card Stud Hi/Lo", "razz": "Razz"}

    def eur(self, units: int) -> str:
        sign = "-" if units < 0 else ""
        return f"{sign}{self.money(abs(units))}€"

    def head(self) -> None:
        header = self.header
        stakes = "/".join(self.eur(units or 0) for units in (header.ante, header.small, header.big))
        self.say(
            f"Winamax Poker - CashGame - HandId: #9000001-{self.number}-1478990787 - {self.GAMES[header.game]} fixed "
            f"limit ({stakes}) - 2016/11/12 22:46:27 UTC",
            "Table: 'Ushuaia' 8-max (real money) ",
        )
        self.say(*[f"Seat {seat}: {name} ({self.eur(self.stacks[seat])})" for seat, name in self.names.items()])
        self.say("*** ANTE/BLINDS ***")
        self.brought: dict[int, int] = {}

    def ante(self, event: AntePosted) -> None:
        self.say(f"{self.names[event.seat]} posts ante {self.eur(event.amount)}")

    def deal(self, street: int, new: dict[int, Cards], before: dict[int, Cards]) -> None:
        self.brought = {}
        self.say(f"*** {street}{'rd' if street == 3 else 'th'} STREET ***")
        for seat, cards in new.items():
            old, words = cards_text(before[seat]).split(), cards_text(cards).split()
            if seat != self.hero:
                old[:2] = ["X", "X"][: len(old)]
                words = ["X", "X", words[2]] if street == 3 else words if street < 7 else ["X"]
            lying = f" [{' '.join(old)}]" if old else ""
            self.say(f"Dealt to {self.names[seat]}{lying} [{' '.join(words)}]")

    def action(self, event: Action) -> None:
        name = self.names[event.seat]
        if isinstance(event, BroughtIn):
            self.brought[event.seat] = event.added
            self.say(f"{name} brings in {self.eur(event.added)}")
        elif isinstance(event, Raised):
            counted = max((to - self.brought.get(seat, 0) for seat, to in self.on_street.items()), default=0)
            total = event.to - self.brought.get(event.seat, 0)
            self.say(f"{name} raises {self.eur(total - counted)} to {self.eur(total)}")
        elif isinstance(event, Wager):
            self.say(f"{name} {'calls' if isinstance(event, Called) else 'bets'} {self.eur(event.added)}")
        else:
            self.say(f"{name} {'folds' if isinstance(event, Folded) else 'checks'}")

    def show(self, event: Shown | Mucked) -> None:
        if self.lines[-1].startswith("*** ") or not any(line == "*** SHOW DOWN ***" for line in self.lines):
            self.say("*** SHOW DOWN ***")
        name, cards = self.names[event.seat], cards_text(self.cards[event.seat])
        self.say(f"{name} shows [{cards}] ({self._words(event.seat)})")
        if self.header.game == "stud8" and self.low_words(event.seat) != "no low":
            self.say(f"{name} shows [{cards}] ({self._low(event.seat)})")

    def _words(self, seat: int) -> str:
        if self.header.game == "razz":
            return self._low(seat)
        name = describe_high(self.cards[seat])
        many = [f"{RANK_NAMES[rank]}s" if rank > 8 else RANKS[rank].replace("T", "10") for rank in name.ranks]
        one = [word.rstrip("s") for word in many]
        return {
            "high card": f"High card : {one[0]}",
            "pair": f"One pair : {many[0]}",
            "two pair": f"Two pairs : {' and '.join(many[:2])}",
            "three of a kind": f"Trips of {one[0]}",
            "straight": f"Straight {one[0]} high",
            "flush": f"Flush {one[0]} high",
            "full house": f"Full of {' and '.join(many[:2])}",
            "four of a kind": f"Quads of {one[0]}",
            "straight flush": f"Straight flush {one[0]} high",
        }[name.category]

    def _low(self, seat: int) -> str:
        return f"High card : {self.low_words(seat).partition(',')[0]}"

    def end(self) -> None:
        halved = {pot for pot, award in self.awards_with_returns() if award.half == "low"}
        paid: list[tuple[int, int, str]] = []
        if self.shown:
            for pot, award in self.awards_with_returns():
                several = len({name for name, _ in self.awards_with_returns()}) > 1
                place = pot.replace("main", "main pot").replace("side-", "side pot ") if several else "pot"
                half = {"high": "(HI)", "low": "(LO)"}[award.half or "high"] if pot in halved else ""
                paid.append((award.seat, award.amount, f"{place}{half}"))
        else:
            paid.append((self.awards[0].seat, self.won_alone(), "pot"))
        for seat, amount, place in paid:
            self.say(f"{self.names[seat]} collected {self.eur(amount)} from {place}")
        rake = f"Rake {self.eur(self.rake)}" if self.rake else "No rake"
        self.say("*** SUMMARY ***", f"Total pot {self.eur(sum(amount for _, amount, _ in paid))} | {rake}")
        for seat, name in self.names.items():
            won = [amount for winner, amount, _ in paid if winner == seat]
            if not self.shown and won:
                self.say(f"Seat {seat}: {name} won {self.eur(won[0])}")
            elif self.shown and seat in self.live:
                self._summary(seat, [pair for pair in paid if pair[0] == seat])

    def _summary(self, seat: int, paid: list[tuple[int, int, str]]) -> None:
        """A line for each half of which the player showed a hand."""
        start = f"Seat {seat}: {self.names[seat]} showed [{cards_text(self.cards[seat])}] and "
        lows = [amount for _, amount, place in paid if place.endswith("(LO)")]
        highs = sum(amount for _, amount, _ in paid) - sum(lows)
        halves = self.header.game == "stud8" and self.low_words(seat) != "no low"
        side = "HI : " if halves else ""
        self.say(f"{start}{f'won {self.eur(highs)}' if highs else 'lost'} with {side}{self._words(seat)}")
        if halves:
            self.say(f"{start}{f'won {self.eur(sum(lows))}' if lows else 'lost'} with LO : {self._low(seat)}")
