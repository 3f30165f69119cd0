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


def _by_codes() -> list[int]:
    """The known cards by the codes of their two characters, below 128 each; -1 elsewhere."""
    cards = [-1] * (1 << 14)
    for card in deck.DECK:
        first, second = map(ord, deck.card_text(card))
        cards[first << 7 | second] = card
    return cards


_CARD: Final = _by_codes()
_ONE: Final[list[Cards]] = [(card,) for card in deck.DECK]
_OPEN: Final = " ["


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
    """Every deal repeats what lies there, and one player at most, the hero, is dealt down-cards in sight."""

    def __init__(self) -> None:
        self._hero_dealt = False

    def deal(self, rows: list[Row], seat: Seated, text: str, number: int, at: int, street: int) -> bool:
        """As `Deals` says."""
        if rows[-1].kind != CARD_DEALT and not _goes_on(rows):
            return False
        up, down = seat.up, seat.down
        laid = len(down) + len(up)
        start = _behind(text, at, down, up)
        card = _one_card(text, start)
        if card < 0:
            return street == 3 and not laid and self._three(rows, seat, text, number, at)
        if street != 3 + len(up):
            return False
        if laid:
            _reprint(rows, seat, text, number, at + 3, street)
        if street < 7:
            _cards(rows, CARD_DEALT, seat, False, _ONE[card], text, number, start + 3, street)
            seat.up = up + _ONE[card]
        elif len(down) == 2:
            _cards(rows, CARD_DEALT, seat, True, _ONE[card], text, number, start + 3, street)
            seat.down = down + _ONE[card]
        else:
            return False
        seat.dealt = True
        return True

    def _three(self, rows: list[Row], seat: Seated, text: str, number: int, at: int) -> bool:
        """The first deal of the one whose down-cards are in sight."""
        if self._hero_dealt or text[at : at + 2] != _OPEN or text[-1] != "]":
            return False
        cards = known_cards(text[at + 2 : -1])
        if len(cards) != 3:
            return False
        self._hero_dealt = True
        seat.dealt, seat.down, seat.up = True, cards[:2], cards[2:]
        _cards(rows, CARD_DEALT, seat, True, seat.down, text, number, at + 3, 3)
        _cards(rows, CARD_DEALT, seat, False, seat.up, text, number, at + 9, 3)
        return True


class PartedDeals(Deals):
    """The first deal shows the down-cards of one player apart from their door card; others repeat what lies there."""

    def deal(self, rows: list[Row], seat: Seated, text: str, number: int, at: int, street: int) -> bool:
        """As `Deals` says."""
        up, down = seat.up, seat.down
        start = _behind(text, at, down, up)
        card = _one_card(text, start)
        if card >= 0:
            _reprint(rows, seat, text, number, at + 3, street)
        else:
            end = text.find("] [", at)
            cards = known_cards(text[at + 2 : end]) if end >= 0 and text[at : at + 2] == _OPEN else ()
            start = end + 1
            card = _one_card(text, start)
            if card < 0 or seat.dealt or street != 3 or len(cards) != 2:
                return False
            _cards(rows, CARD_DEALT, seat, True, cards, text, number, at + 3, street)
            seat.down = cards
        if street != 3 + len(up):
            return False
        _cards(rows, CARD_DEALT, seat, street == 7, _ONE[card], text, number, start + 3, street)
        if street == 7:
            seat.down = down + _ONE[card]
        else:
            seat.up = up + _ONE[card]
        seat.dealt = True
        return True


def _card_at(text: str, at: int) -> int:
    """The known card that stands at a place of a text that is longer; -1 where none does."""
    first, second = ord(text[at]), ord(text[at + 1])
    return _CARD[first << 7 | second] if first < 128 and second < 128 else -1


def _one_card(text: str, start: int) -> int:
    """The known card that the bracket is of with which a text ends, from a place on; -1 where it has none."""
    if len(text) != start + 5 or start < 0:
        return -1
    if ord(text[start]) != ord(" ") or ord(text[start + 1]) != ord("[") or ord(text[start + 4]) != ord("]"):
        return -1
    return _card_at(text, start + 2)


def _behind(text: str, at: int, down: Cards, up: Cards) -> int:
    """The place behind a bracket of these cards; the same place where there are none, -1 where others stand there."""
    count = len(down) + len(up)
    if not count:
        return at
    end = at + 3 * count + 2
    if end > len(text) or ord(text[at]) != ord(" ") or ord(text[at + 1]) != ord("[") or ord(text[end - 1]) != ord("]"):
        return -1
    at += 2
    for cards in (down, up):
        for card in cards:
            if _card_at(text, at) != card or (at + 3 != end and ord(text[at + 2]) != ord(" ")):
                return -1
            at += 3
    return end


def _cards(
    rows: list[Row], kind: int, seat: Seated, down: bool, cards: Cards, text: str, number: int, column: int, street: int
) -> None:
    """Cards of a seat that stand in a line from a column on."""
    row = Row(kind, seat.number, street, number, column, column + 3 * len(cards) - 1, text)
    row.cards, row.down = cards, down
    rows.append(row)


def known_cards(text: str) -> Cards:
    """The cards of `As Kd`, one blank between them; none where that is not all."""
    length = len(text)
    if length % 3 != 2:
        return ()
    cards: list[int] = []
    at = 0
    while at < length:
        card = _card_at(text, at)
        at += 3
        if card < 0 or (at < length and ord(text[at - 1]) != ord(" ")):
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
