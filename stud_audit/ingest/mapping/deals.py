"""Lines that deal, as sites write them, to rows: for the quick way of a scan.

A deal of a later street repeats in its line what lies before the seat already.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from stud_audit.ingest.mapping.seats import Seated
from stud_audit.model import cards as deck
from stud_audit.model.cards import Cards
from stud_audit.model.events import TimedOut
from stud_audit.model.rows import CARD_DEALT, CARDS_REPRINTED, CHAT_SAID, NOTED, STREET_OPENED, Row

_ONE_CARD: Final[dict[str, Cards]] = {f" [{deck.card_text(card)}]": (card,) for card in deck.DECK}
"""A bracket with one known card."""
_CARD: Final[dict[str, int]] = {deck.card_text(card) + end: card for card in deck.DECK for end in ("", " ")}
"""Known cards, and such with a blank behind them."""


class Deals(ABC):
    """How a site writes its deals, in one hand."""

    @abstractmethod
    def deal(self, rows: list[Row], seat: Seated, text: str, number: int, at: int, street: int) -> bool:
        """Deals what a line has from a place on, behind the name. False where that is not what must come next."""


def _reprint(rows: list[Row], seat: Seated, text: str, number: int, column: int, street: int) -> None:
    """What lies before a seat already is repeated in the line of its next deal, from a column on."""
    down, up = seat.down, seat.up
    if down:
        _cards(rows, CARDS_REPRINTED, seat, True, down, text, number, column, street)
        column += 3 * len(down)
    if up:
        _cards(rows, CARDS_REPRINTED, seat, False, up, text, number, column, street)


class RepeatedDeals(Deals):
    """Every deal repeats what lies there, and one player at most, the `hero`, is dealt down-cards in sight."""

    def __init__(self) -> None:
        self.hero: str | None = None

    def deal(self, rows: list[Row], seat: Seated, text: str, number: int, at: int, street: int) -> bool:
        """As `Deals` says."""
        laid = seat.laid
        if rows[-1].kind != CARD_DEALT and not _goes_on(rows):
            return False
        start = at + len(laid)
        card, up = _ONE_CARD.get(text[start:]), seat.up
        if card is None:
            return street == 3 and not laid and self._three(rows, seat, text, number, at)
        if text[at:start] != laid or street != 3 + len(up):
            return False
        if laid:
            _reprint(rows, seat, text, number, at + 3, street)
        if street < 7:
            _cards(rows, CARD_DEALT, seat, False, card, text, number, start + 3, street)
            seat.up = up + card
        elif seat.down:
            _cards(rows, CARD_DEALT, seat, True, card, text, number, start + 3, street)
            seat.down = seat.down + card
        else:
            return False
        seat.dealt = True
        seat.laid = f"{laid[:-1]} {text[start + 2 :]}" if laid else text[start:]
        return True

    def _three(self, rows: list[Row], seat: Seated, text: str, number: int, at: int) -> bool:
        """The first deal of the one whose down-cards are in sight."""
        if self.hero is not None or text[at : at + 2] != " [" or text[-1] != "]":
            return False
        cards = known_cards(text[at + 2 : -1])
        if len(cards) != 3:
            return False
        self.hero = seat.player
        seat.dealt, seat.laid, seat.down, seat.up = True, text[at:], cards[:2], cards[2:]
        _cards(rows, CARD_DEALT, seat, True, seat.down, text, number, at + 3, 3)
        _cards(rows, CARD_DEALT, seat, False, seat.up, text, number, at + 9, 3)
        return True


class PartedDeals(Deals):
    """The first deal shows the down-cards of one player apart from their door card; others repeat what lies there."""

    def deal(self, rows: list[Row], seat: Seated, text: str, number: int, at: int, street: int) -> bool:
        """As `Deals` says."""
        up, down, start = seat.up, seat.down, at + len(seat.laid)
        card = _ONE_CARD.get(text[start:])
        laid_down = len(down) + len(up)
        if card is None or text[at:start] != seat.laid or start - at != (3 * laid_down + 2 if laid_down else 0):
            end = text.find("] [", at)
            laid = text[at:end]
            cards = known_cards(laid[2:]) if end >= 0 and laid[:2] == " [" else ()
            start = at + len(laid) + 1
            card = _ONE_CARD.get(text[start:])
            if card is None or not cards:
                return False
            if not seat.dealt and street == 3 and len(cards) == 2:
                _cards(rows, CARD_DEALT, seat, True, cards, text, number, at + 3, street)
                seat.down = cards
            elif cards == down + up:
                seat.laid = laid + "]"
                return self.deal(rows, seat, text, number, at, street)
            else:
                return False
        else:
            _reprint(rows, seat, text, number, at + 3, street)
        if street != 3 + len(up):
            return False
        _cards(rows, CARD_DEALT, seat, street == 7, card, text, number, start + 3, street)
        if street == 7:
            seat.down = seat.down + card
        else:
            seat.up = up + card
        seat.dealt = True
        seat.laid = f"{text[at : start - 1]} {text[start + 2 :]}" if start > at else text[at:]
        return True


def _cards(
    rows: list[Row], kind: int, seat: Seated, down: bool, cards: Cards, text: str, number: int, column: int, street: int
) -> None:
    """Cards of a seat that stand in a line from a column on."""
    row = Row(kind, seat.number, street, number, column, column + 3 * len(cards) - 1, text)
    row.cards, row.down = cards, down
    rows.append(row)


def known_cards(text: str) -> Cards:
    """The cards of `As Kd`, one blank between them; none where that is not all."""
    if len(text) % 3 != 2:
        return ()
    cards: list[int] = []
    for at in range(0, len(text), 3):
        card = _CARD.get(text[at : at + 3], -1)
        if card < 0:
            return ()
        cards.append(card)
    return tuple(cards)


def _goes_on(rows: list[Row]) -> bool:
    """Whether the deal of a street has just begun, or goes on behind talk and news."""
    for row in reversed(rows):
        kind = row.kind
        if kind in (CARD_DEALT, STREET_OPENED):
            return True
        if kind != CHAT_SAID and kind != NOTED and type(row.event) is not TimedOut:
            return False
    return False
