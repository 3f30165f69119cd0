"""Exposed cards: who brings in, and whose board opens a round.

Boards are compared by category first (four of a kind, trips, two pair, pair, none), then by
ranks: on sixth street two pair outranks one pair, whatever the ranks. Straights and flushes of
four cards do not count unless a house says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from stud_audit.model.cards import ACE, Card, Cards

BoardKey = tuple[int, ...]

_CATEGORY = {
    (4, 1): 7, (4,): 7, (3, 2): 6, (3, 1, 1): 4, (3, 1): 4, (3,): 4,
    (2, 2, 1): 3, (2, 2): 3, (2, 1, 1, 1): 2, (2, 1, 1): 2, (2, 1): 2, (2,): 2,
}  # fmt: skip
"""By the sizes of the groups; five cards are four with the community card."""


@lru_cache(maxsize=65536)
def board_key(cards: Cards, ace_low: bool = False, partial_straights: bool = False) -> BoardKey:
    """The worth of a board of known up-cards: a greater key is a higher board.

    With `ace_low` (razz) the ace is the lowest rank, and the board with the *smallest* key opens.
    """
    values = [-1 if ace_low and card >> 2 == ACE else card >> 2 for card in cards]
    if not partial_straights and len(set(values)) == len(values):
        return (0, *sorted(values, reverse=True))  # as most boards are
    groups = sorted(((values.count(v), v) for v in set(values)), reverse=True)
    category = _CATEGORY.get(tuple(count for count, _ in groups), 0)
    if partial_straights and not category and len(cards) > 1:
        flush = len({card & 3 for card in cards}) == 1
        straight = max(values) - min(values) == len(values) - 1
        category = 6 if flush and straight else 5 if flush else 1 if straight else 0
    return (category, *(value for count, value in groups for _ in range(count)))


def board_value(cards: Sequence[Card], ace_low: bool) -> int:
    """A number that orders boards of as many known cards, four at most, as `board_key` does without straights.

    It is worked out more quickly than it could be looked up.
    """
    seen = pairs = more = 0
    category = 0
    for card in cards:
        rank = card >> 2
        bit = 1 << (0 if ace_low and rank == ACE else rank + 1)
        if not seen & bit:
            seen |= bit
        elif not pairs & bit:
            category = 3 if pairs else 4 if more else 2
            pairs |= bit
        else:
            category = 7 if more else 4
            more |= bit
    return ((category << 14 | more) << 14 | pairs) << 14 | seen


def has_open_pair(cards: Sequence[Card]) -> bool:
    """Whether two of the up-cards have the same rank; unknown cards pair nothing."""
    seen = 0
    for card in cards:
        if card >= 0:
            bit = 1 << (card >> 2)
            if seen & bit:
                return True
            seen |= bit
    return False


def by_suit(cards: Cards, suit_order: str = "cdhs", group_first: bool = False) -> tuple[int, ...]:
    """The suits of a board from its highest card down, to separate boards of equal rank.

    `group_first` puts the cards of a pair before a higher kicker. A greater value is higher.
    """
    ranks = [card >> 2 for card in cards]

    def place(card: Card) -> tuple[int, int, int]:
        group = ranks.count(card >> 2) if group_first else 0
        return group, card >> 2, suit_value(card, suit_order)

    return tuple(suit_value(card, suit_order) for card in sorted(cards, key=place, reverse=True))


def suit_value(card: Card, suit_order: str = "cdhs") -> int:
    """0 for the lowest suit of the house's order to 3 for the highest."""
    return suit_order.index("cdhs"[card & 3])


def door_rank(card: Card, ace_high: bool = True) -> int:
    """A door card's rank for the bring-in; an ace is the highest, or the lowest."""
    return -1 if card >> 2 == ACE and not ace_high else card >> 2
