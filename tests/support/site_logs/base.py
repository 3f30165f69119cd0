"""What the writers share: who is who, the chips so far, and the events one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import ClassVar

from stud_audit.game.hand_names import describe_high, describe_low, high_text, low_text
from stud_audit.model.cards import Cards
from stud_audit.model.events import (
    Action,
    AntePosted,
    CardBurned,
    CardDealt,
    Checked,
    Completed,
    Event,
    Folded,
    Mucked,
    PotAwarded,
    Raised,
    RakeTaken,
    SeatTaken,
    Shown,
    StreetOpened,
    UncalledReturned,
    Wager,
)
from stud_audit.model.hand import Hand
from stud_audit.model.money import amount_text

NAMES = ("aldgate", "brixton", "camden", "dulwich", "euston", "finsbury", "greenwich", "holborn")


class SiteLog:
    """A hand as the hero's client would have logged it."""

    GAMES: ClassVar[dict[str, str]] = {}
    """The games that the site's logs are known to show, by our names, with the site's."""

    def __init__(self, hand: Hand, number: int = 1) -> None:
        self.hand, self.header, self.number = hand, hand.header, number
        taken = [event for event in hand.events if isinstance(event, SeatTaken)]
        self.names = {event.seat: name for event, name in zip(taken, NAMES, strict=False)}
        self.stacks = {event.seat: event.stack or 0 for event in taken}
        self.hero = taken[0].seat
        self.street = 0
        self.level = 0
        self.on_street: dict[int, int] = {}
        self.put: dict[int, int] = dict.fromkeys(self.names, 0)
        self.cards: dict[int, Cards] = dict.fromkeys(self.names, ())
        self.live = set(self.names)
        self.awards = [event for event in hand.events if isinstance(event, PotAwarded)]
        self.back: dict[int, int] = {}
        for event in hand.events:
            if isinstance(event, UncalledReturned):
                self.back[event.seat] = self.back.get(event.seat, 0) + event.amount
        self.rake = sum(event.amount for event in hand.events if isinstance(event, RakeTaken))
        self.shown = any(isinstance(event, Shown) for event in hand.events)
        self.actions = [event for event in hand.events if isinstance(event, Action)]
        self.lines: list[str] = []

    def text(self) -> str:
        """The whole hand."""
        self.head()
        told = [event for event in self.hand.events if not isinstance(event, CardBurned)]
        for key, group in groupby(told, key=lambda event: isinstance(event, StreetOpened | CardDealt) and event.street):
            events = list(group)
            if key:
                self.open(events[0].street, [event for event in events if isinstance(event, CardDealt)])
            else:
                for event in events:
                    self.event(event)
        self.end()
        return "\n".join(self.lines) + "\n"

    def open(self, street: int, deals: list[CardDealt]) -> None:
        self.street, self.level, self.on_street = street, 0, {}
        new: dict[int, Cards] = {}
        for deal in deals:
            new[deal.seat] = new.get(deal.seat, ()) + deal.cards
        before = dict(self.cards)
        for seat, cards in new.items():
            self.cards[seat] += cards
        self.deal(street, new, before)

    def event(self, event: Event) -> None:
        if isinstance(event, AntePosted):
            self.put[event.seat] += event.amount
            self.ante(event)
        elif isinstance(event, Action):
            self.action(event)
            if isinstance(event, Wager):
                self.put[event.seat] += event.added
                self.on_street[event.seat] = event.to
                self.level = max(self.level, event.to)
            elif isinstance(event, Folded):
                self.live.discard(event.seat)
        elif isinstance(event, Shown | Mucked) and self.shown:
            self.show(event)

    # --- what each site writes its own way -------------------------------------------------------

    def head(self) -> None: ...
    def ante(self, event: AntePosted) -> None: ...
    def deal(self, street: int, new: dict[int, Cards], before: dict[int, Cards]) -> None: ...
    def action(self, event: Action) -> None: ...
    def show(self, event: Shown | Mucked) -> None: ...
    def end(self) -> None: ...

    # --- words -----------------------------------------------------------------------------------

    def money(self, units: int) -> str:
        return amount_text(units, self.header.decimals)

    def say(self, *lines: str) -> None:
        self.lines += lines

    def completes(self, event: Wager) -> bool:
        return isinstance(event, Raised) and self.street == 3 and self.level < (self.header.small or 0)

    def high_words(self, seat: int) -> str:
        return high_text(describe_high(self.cards[seat]))

    def low_words(self, seat: int) -> str:
        qualifier = 8 if self.header.game == "stud8" else None
        return low_text(describe_low(self.cards[seat], qualifier))

    def awards_with_returns(self) -> list[tuple[str, PotAwarded]]:
        """Side pots first. At a showdown an uncalled bet is one more side pot, else a part of the award."""
        awards = sorted(self.awards, key=lambda award: award.pot or "main", reverse=True)
        pots = {award.pot for award in awards}
        back = [
            (f"side-{len(pots)}", PotAwarded(seat, amount, f"side-{len(pots)}"))
            for seat, amount in self.back.items()
            if self.shown and amount
        ]
        return back + [(award.pot or "main", award) for award in awards]

    def won_alone(self) -> int:
        """What the last player is paid, their uncalled bet with it."""
        return sum(award.amount for award in self.awards) + sum(self.back.values())


def truth(events: Iterable[Event], unit: int = 1) -> Iterator[tuple[object, ...]]:
    """What any reader must find: the play and the money, in the normal form; amounts are multiplied by `unit`."""
    won: dict[int, int] = {}
    for event in events:
        if isinstance(event, Checked | Folded):
            yield type(event).__name__, event.street, event.seat
        elif isinstance(event, Wager):
            kind = "Raised" if isinstance(event, Completed) else type(event).__name__
            yield kind, event.street, event.seat, event.added * unit, event.to * unit, event.all_in
        elif isinstance(event, AntePosted):
            yield "AntePosted", event.seat, event.amount * unit, event.all_in
        elif isinstance(event, UncalledReturned):
            yield "UncalledReturned", event.seat, event.amount * unit
        elif isinstance(event, PotAwarded):
            won[event.seat] = won.get(event.seat, 0) + event.amount * unit
    yield "won", tuple(sorted(won.items()))
