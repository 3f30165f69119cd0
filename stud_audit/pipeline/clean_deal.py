"""The cards of a clean hand: each street dealt to everybody in order, as far as the log shows it, no card twice."""

from __future__ import annotations

from stud_audit.game.table import Player, Table
from stud_audit.model.cards import Card, Cards
from stud_audit.model.events import CardBurned, CardDealt, CardsReprinted, CommunityDealt
from stud_audit.pipeline.situations import NotClean


class CleanDeal:
    """What has been dealt at a table, and `NotClean` where that is not clean.

    `visible` are the seats whose down-cards the log shows dealt, `exposed` those of whom a down-card of third street
    fell face up, `burns` how many cards were burned on which street.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.visible: frozenset[int] = frozenset()
        self.exposed: set[int] = set()
        self.burns: dict[int, int] = {}
        self._seen: set[Card] = set()
        self._up: dict[int, int] = {}
        self._down: dict[int, int] = {}

    @property
    def seventh_down(self) -> bool:
        """Whether down-cards were dealt on the street that was dealt last, and that is the seventh."""
        return self.table.street == 7 and bool(self._down)

    def next_street(self) -> None:
        """Nobody has a card of the new street yet."""
        self._up, self._down = {}, {}
        if self.exposed:
            self.exposed.clear()

    def burn(self, event: CardBurned) -> None:
        """A card is burned before any is dealt."""
        if self._up or self._down:
            raise NotClean
        self.new_cards(event.cards)
        self.burns[event.street] = self.burns.get(event.street, 0) + 1
        self.table.burn(event)

    def deal(self, event: CardDealt, player: Player) -> None:
        """A player gets cards."""
        cards, seat, seats = event.cards, player.seat, self._down
        self.new_cards(cards)
        if event.facing == "up":
            seats = self._up
            if len(cards) != 1 or cards[0] < 0 or seat in seats:
                raise NotClean
        elif event.street == 3 and seat in self._up:
            self.exposed.add(seat)  # a card fell face up, and the third one is dealt down
        if seat in seats and next((other for other, count in seats.items() if count == 1), 0) != seat:
            raise NotClean  # the second round of down-cards goes round as the first did
        seats[seat] = seats.get(seat, 0) + len(cards)
        self.table.deal(event)

    def new_cards(self, cards: Cards) -> None:
        """Cards that nobody has seen."""
        seen = self._seen
        for card in cards:
            if card >= 0:
                if card in seen:
                    raise NotClean
                seen.add(card)

    @staticmethod
    def again(event: CardsReprinted, player: Player) -> None:
        """What lies before a player is told once more."""
        lying = player.up if event.facing == "up" else player.down
        cards = event.cards
        if (tuple(lying) != cards and (event.facing == "up" or sorted(lying) != sorted(cards))) or -1 in cards:
            raise NotClean

    def share(self, event: CommunityDealt) -> None:
        """One card for all, instead of the seventh."""
        if self.table.community or len(event.cards) != 1 or event.cards[0] < 0 or self._down or self._up:
            raise NotClean
        self.new_cards(event.cards)
        self.table.share(event)

    def over(self) -> None:
        """The deal of the street is over: everybody has what it brings, as far as the log shows such cards."""
        table, street = self.table, self.table.street
        due = [player.seat for player in table.clockwise(table.button or 0) if not player.folded]
        up, down = list(self._up), self._down
        if street < 7:
            if up != due and not (self.exposed and self._in_order_but_for_exposed(due)):
                raise NotClean
            if street == 3:
                if down and not self.exposed and list(down) != due and len(down) != 1:
                    raise NotClean
                if any(count != 2 for count in down.values()):
                    raise NotClean
                self.visible = frozenset(down)
            elif down:
                raise NotClean
        else:
            seventh = [] if table.community else [seat for seat in due if seat in self.visible]
            if up or list(down) != seventh or any(count != 1 for count in down.values()):
                raise NotClean

    def _in_order_but_for_exposed(self, due: list[int]) -> bool:
        """Whether third street was dealt to all, and in order to those of whom no card fell face up."""
        up, down, exposed = self._up, self._down, self.exposed
        if up.keys() != set(due) or len(down) not in (1, len(due)):
            return False
        usual = [seat for seat in due if seat not in exposed]
        return [seat for seat in up if seat not in exposed] == usual and (
            len(down) == 1 or [seat for seat in down if seat not in exposed] == usual
        )
