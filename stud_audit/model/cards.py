"""Cards as small integers.

A card is `rank * 4 + suit`, 0 for the two of clubs to 51 for the ace of spades, so that the
order of the integers is "rank first, suit second" with clubs < diamonds < hearts < spades:
the order in which stud houses compare door cards. A card whose face is not known is
`UNKNOWN` (-1). Ranks run from 0 (deuce) to 12 (ace), suits from 0 (clubs) to 3 (spades).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Card = int
Cards = tuple[Card, ...]

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
UNKNOWN: Final[Card] = -1
ACE: Final = 12
DECK: Final[Cards] = tuple(range(52))

RANK_NAMES: Final = (
    "Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten",
    "Jack", "Queen", "King", "Ace",
)  # fmt: skip

_TEXT: Final = tuple(r + s for r in RANKS for s in SUITS)
_CARD: Final[dict[str, Card]] = {text: card for card, text in enumerate(_TEXT)} | {"?": UNKNOWN}


def parse_card(text: str) -> Card:
    """The card that `text` names (`As`, `Td`, `2c`, or `?`); `ValueError` for anything else."""
    try:
        return _CARD[text]
    except KeyError:
        raise ValueError(f"{text!r} is not a card") from None


def parse_cards(text: str) -> Cards:
    """Cards separated by spaces; `ValueError` naming the first word that is no card."""
    try:
        return tuple(map(_CARD.__getitem__, text.split()))
    except KeyError as error:
        raise ValueError(f"{error.args[0]!r} is not a card") from None


def card_text(card: Card) -> str:
    """`As`, `Td`, `2c`, or `?`."""
    return "?" if card < 0 else _TEXT[card]


def cards_text(cards: Iterable[Card]) -> str:
    """Cards separated by spaces, in the order given."""
    return " ".join(map(card_text, cards))


def rank(card: Card) -> int:
    """0 (deuce) to 12 (ace)."""
    return card >> 2


def suit(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def known(cards: Iterable[Card]) -> bool:
    """Whether every card's face is known."""
    return all(card >= 0 for card in cards)
