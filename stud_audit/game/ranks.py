"""What cards are worth: high hands, eight-or-better and razz lows.

High hands are ranked by the phevaluator library; lows by simple counting, since straights and
flushes do not matter and the ace is low. In every ranking here *smaller is better*.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Final

from phevaluator.evaluator import evaluate_cards

from stud_audit.model.cards import ACE, Cards

LowRank = tuple[int, ...]

# The last (worst) value of each category in phevaluator's ranking of the 7,462 distinct hands.
_LAST: Final = (
    (10, "straight flush"),
    (166, "four of a kind"),
    (322, "full house"),
    (1599, "flush"),
    (1609, "straight"),
    (2467, "three of a kind"),
    (3325, "two pair"),
    (6185, "pair"),
    (7462, "high card"),
)


@lru_cache(maxsize=65536)
def high_rank(cards: Cards) -> int:
    """The best five of five to seven known cards: 1 (royal flush) to 7462 (seven-high)."""
    return int(evaluate_cards(*cards))


def high_category(value: int) -> str:
    """The name of the category of a `high_rank`."""
    return next(name for last, name in _LAST if value <= last)


def low_value(card: int) -> int:
    """1 for the ace, 2 to 13 for deuce to king."""
    return 1 if card >> 2 == ACE else (card >> 2) + 2


def low_rank(cards: Cards, qualifier: int | None = None) -> LowRank | None:
    """The best ace-to-five low of five to seven known cards.

    The value orders hands: number of paired cards and so on first ("category first"), then ranks
    from the highest down, the ace as 1. With a `qualifier` (8) only five different ranks of at
    most that rank count, else None.
    """
    seen = 0
    for card in cards:
        seen |= 1 << low_value(card)
    if qualifier is not None:
        seen &= (2 << qualifier) - 1
    if seen not in _LOWEST:
        distinct = [value for value in range(1, 14) if seen >> value & 1]
        _LOWEST[seen] = (0, *reversed(distinct[:5])) if len(distinct) >= 5 else None
    rank = _LOWEST[seen]
    return rank if rank is not None or qualifier is not None else _best_paired(tuple(sorted(map(low_value, cards))))


_LOWEST: Final[dict[int, LowRank | None]] = {}
"""The low of five different ranks, by a bit for each rank that there is: no more than 8,192."""


@lru_cache(maxsize=64)  # what is asked of the hands of one showdown, again and again
def _best_paired(values: tuple[int, ...]) -> LowRank:
    """The best low of cards of less than five ranks: all of these are in it."""
    more = list(values)
    distinct = sorted(set(values))
    for value in distinct:
        more.remove(value)
    return min([_paired_low((*distinct, *some)) for some in set(combinations(more, 5 - len(distinct)))])


def _paired_low(values: tuple[int, ...]) -> LowRank:
    """The rank of five cards with at least one pair: category, then ranks by group, then rank."""
    groups = sorted(((values.count(v), v) for v in set(values)), reverse=True)
    shape = tuple(count for count, _ in groups)
    category = {(2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 4, (4, 1): 5}.get(shape, 0)
    return (category, *(value for count, value in groups for _ in range(count)))
