"""What a hand with hidden cards could at best be, by the cards that are left in the deck, and what it is at least.

Of the five cards that make a hand at most as many come from the deck as are hidden; what else is hidden takes
nothing away from them. So nothing is dealt and tried: category by category, the best first, the best ranks are
looked for that the known cards make with so many of those left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from stud_audit.game.ranks import high_rank, low_value
from stud_audit.model.cards import ACE, Card, Cards, rank, suit

_Shape = tuple[int, ...]
_Groups = tuple[tuple[int, int], ...]
"""Ranks, and how many cards of each."""

_SINGLES: Final[_Shape] = (1, 1, 1, 1, 1)
_LOW_SHAPES: Final[tuple[_Shape, ...]] = (_SINGLES, (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1))
"""The groups of equal ranks in five cards, the best low first."""
_STRAIGHTS: Final = (*(range(top, top - 5, -1) for top in range(ACE, 3, -1)), (3, 2, 1, 0, ACE))
_ABOVE: Final = 14
_HIGH_ORDER: Final = range(ACE, -1, -1)
_LOW_ORDER: Final = range(1, 14)


class _Cards:
    """Known cards and those left, by rank, and how many of the latter may be used."""

    def __init__(
        self, own: Collection[Card], left: Collection[Card], hidden: int, value: Callable[[Card], int]
    ) -> None:
        self.own: dict[int, list[Card]] = {}
        self.left: dict[int, list[Card]] = {}
        self.hidden = hidden
        for cards, by_rank in ((own, self.own), (left, self.left)):
            for card in cards:
                by_rank.setdefault(value(card), []).append(card)

    def lacking(self, value: int, size: int) -> int:
        """How many cards left it takes to have `size` of a rank; more than may be used where it cannot be had."""
        lacking = max(size - len(self.own.get(value, ())), 0)
        return lacking if lacking <= len(self.left.get(value, ())) else self.hidden + 1

    def best(self, shape: _Shape, order: range) -> Cards | None:
        """Five cards in groups of these sizes, those with the first ranks of `order` that can be had."""
        groups = self._fill(shape, order, self.hidden, ())
        return self._taken(groups) if groups else None

    def straight(self) -> Cards | None:
        """The highest straight."""
        for values in _STRAIGHTS:
            if sum(self.lacking(value, 1) for value in values) <= self.hidden:
                return self._taken(tuple([(value, 1) for value in values]))
        return None

    def _fill(self, shape: _Shape, order: range, spare: int, chosen: _Groups) -> _Groups | None:
        if not shape:
            return chosen
        size, alike = shape[0], shape.count(shape[0])
        below = chosen[-1][0] if chosen and chosen[-1][1] == size else _ABOVE  # groups of one size, highest first
        taken = [value for value, _ in chosen]
        least = min(order[0], order[-1]) + alike - 1
        for value in order:
            if least <= value < below and value not in taken:
                lacking = self.lacking(value, size)
                if lacking <= spare:
                    found = self._fill(shape[1:], order, spare - lacking, (*chosen, (value, size)))
                    if found:
                        return found
        return None

    def _taken(self, groups: _Groups) -> Cards:
        picked = [card for value, n in groups for card in (self.own.get(value, []) + self.left.get(value, []))[:n]]
        return tuple(sorted(picked))


def best_high(own: Collection[Card], left: Collection[Card], hidden: int) -> Cards:
    """The five cards of the best high hand of `own` cards and `hidden` of those `left`, five or more together."""
    every = [_Cards(own, left, hidden, rank)]
    suits = [
        _Cards([card for card in own if suit(card) == s], [card for card in left if suit(card) == s], hidden, rank)
        for s in range(4)
    ]
    for cards, shape in (
        (suits, None),
        (every, (4, 1)),
        (every, (3, 2)),
        (suits, _SINGLES),
        (every, None),
        (every, (3, 1, 1)),
        (every, (2, 2, 1)),
        (every, (2, 1, 1, 1)),
        (every, _SINGLES),
    ):
        made = [of.best(shape, _HIGH_ORDER) if shape else of.straight() for of in cards]
        found = [five for five in made if five]
        if found:
            return min(found, key=high_rank)
    raise ValueError("a hand takes five cards")


def best_low(own: Collection[Card], left: Collection[Card], hidden: int, qualifier: int | None = None) -> Cards | None:
    """The five cards of the best low in the same way; None where none qualifies."""
    cards = _Cards(own, left, hidden, low_value)
    order = _LOW_ORDER if qualifier is None else range(1, qualifier + 1)
    shapes = _LOW_SHAPES if qualifier is None else (_SINGLES,)
    return next((five for shape in shapes if (five := cards.best(shape, order))), None)


def least_high(own: Collection[Card], left: Collection[Card]) -> Cards | None:
    """Cards than which a high hand of `own` and hidden cards is no worse; None where they tell next to nothing.

    Hidden cards take nothing away from a pair or better among four known ones.
    """
    ranks = {rank(card) for card in own}
    if len(own) == 4 and len(ranks) < 4:
        lowest = min((card for card in left if rank(card) not in ranks), default=None)
        return None if lowest is None else tuple(sorted((*own, lowest)))
    return tuple(sorted(own)) if len(own) > 4 else None
