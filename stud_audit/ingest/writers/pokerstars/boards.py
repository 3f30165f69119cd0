"""The lines that deal cards: what lies before a player in one bracket, what they are dealt in another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from stud_audit.model.cards import Card, Cards, cards_text, known
from stud_audit.model.events import CardDealt, CardsReprinted

Dealt = CardDealt | CardsReprinted


class Lying:
    """The cards that lie before the players. `hero` is the seat whose down-cards are in sight."""

    def __init__(self, hero: int | None) -> None:
        self.hero = hero
        self.down: dict[int, Cards] = defaultdict(tuple)
        self.up: dict[int, Cards] = defaultdict(tuple)

    def lines(self, street: int, dealt: Sequence[tuple[int, Dealt]]) -> Iterator[tuple[int, str, list[int]]]:
        """The lines of a deal in the order of the seats: the seat, the brackets, the numbers of the events."""
        by_seat: dict[int, list[tuple[int, Dealt]]] = {}
        for number, event in dealt:
            by_seat.setdefault(event.seat, []).append((number, event))
        for seat in sorted(by_seat):
            for old, new, events in self._of_seat(seat, street, by_seat[seat]):
                lying = f" [{cards_text(old)}]" if old else ""
                yield seat, f"{lying} [{cards_text(new)}]", events

    def _of_seat(
        self, seat: int, street: int, dealt: Sequence[tuple[int, Dealt]]
    ) -> Iterator[tuple[Cards, Cards, list[int]]]:
        """One seat's cards: the hero's all together on third street, else each card in sight."""
        old: Cards | None = None
        first: list[Card] = []
        events: list[int] = []
        for number, event in dealt:
            events.append(number)
            if isinstance(event, CardsReprinted):
                old = self._repeated(seat, event, old)
                continue
            lying = self._in_sight(seat) if old is None else old
            self._lay(seat, event)
            if street == 3 and seat == self.hero and event.facing == "down":
                first += event.cards  # the door card comes with them
            elif event.facing == "up" or (seat == self.hero and known(event.cards)):
                yield () if first else lying, (*first, *event.cards), events
                old, first, events = None, [], []
        if first:
            yield (), tuple(first), events

    def _lay(self, seat: int, event: CardDealt) -> None:
        lying = self.down if event.facing == "down" else self.up
        lying[seat] += event.cards

    def _in_sight(self, seat: int) -> Cards:
        up = self.up[seat]
        return (*self.down[seat][:2], *up, *self.down[seat][2:]) if seat == self.hero else up

    def _repeated(self, seat: int, event: CardsReprinted, old: Cards | None) -> Cards | None:
        """The first bracket, where the hand itself says what it repeats."""
        lying = self._in_sight(seat) if old is None else old
        hidden = len(self.down[seat]) if seat == self.hero else 0
        if event.facing == "up":
            return lying[:hidden] + event.cards
        return event.cards + lying[hidden:] if hidden else old
