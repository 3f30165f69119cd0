"""Up-cards on which the record contradicts itself: dealt as one card, and later told as another.

Which of the two lay on the table cannot be told, and the contradiction is a finding of its own (D110,
S706). What rests on such a card, the bring-in or the opener of a round, is not decided on it.
"""

from __future__ import annotations

from collections import Counter

from stud_audit.model.cards import Card, Cards
from stud_audit.model.events import CardDealt, CardsReprinted
from stud_audit.record.index import Index

_WHOLE = 7
_BOARD = 4
"""Up-cards of a player: further ones decide nothing."""


def disputed_cards(index: Index) -> dict[int, frozenset[Card]]:
    """Seat to those of its up-cards that at least half of the lines that tell them do not have."""
    boards: dict[int, list[Card]] = {}
    misdirected = index.misdirected
    for number, deal in index.each(CardDealt):
        if deal.facing == "up":
            owner = index.owner(number, deal.seat) if misdirected else deal.seat
            if owner is not None:
                boards.setdefault(owner, []).extend(deal.cards)
    against: dict[int, list[Cards]] = {}
    for _, reprint in index.each(CardsReprinted):
        if reprint.facing == "up":
            board = boards.get(reprint.seat, [])
            if tuple(board[: len(reprint.cards)]) != reprint.cards:
                against.setdefault(reprint.seat, []).append(reprint.cards)
    for seat, board in boards.items():
        if seat in index.shown:
            whole = index.revealed(seat)
            if len(whole) >= _WHOLE and not set(board).issubset(whole):
                against.setdefault(seat, []).append(whole)
    disputed = {seat: _outvoted(index, seat, boards.get(seat, []), lines) for seat, lines in against.items()}
    lying = [card for board in boards.values() for card in board if card >= 0]
    if len(set(lying)) < len(lying):
        # One card before two players (D104): whose it is cannot be told.
        twice = {card for card, times in Counter(lying).items() if times > 1}
        for seat, board in boards.items():
            both = twice.intersection(board)
            if both:
                disputed[seat] = disputed.get(seat, frozenset()) | both
    return disputed


def _outvoted(index: Index, seat: int, board: list[Card], against: list[Cards]) -> frozenset[Card]:
    known = frozenset(against)
    told = [reprint.cards for _, reprint in index.each(CardsReprinted) if reprint.seat == seat]
    lines = [*against, *(cards for cards in told if cards not in known)]
    outvoted = set()
    for place, card in enumerate(board[:_BOARD]):
        telling = [cards for cards in lines if len(cards) > place]
        having = sum(card in cards for cards in telling)
        if card >= 0 and len(telling) - having > having:
            outvoted.add(card)
    return frozenset(outvoted)
