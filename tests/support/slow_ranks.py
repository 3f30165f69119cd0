"""A second, slow evaluator, written from the rules and sharing nothing with the engine's."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

Card = tuple[int, str]
"""Rank 2 to 14 and suit."""


def cards(text: str) -> list[Card]:
    """`As Td 2c`"""
    return [("23456789TJQKA".index(word[0]) + 2, word[1]) for word in text.split()]


def high_of_five(five: tuple[Card, ...]) -> tuple[int, ...]:
    """A tuple that is greater for a better hand."""
    counts = Counter(rank for rank, _ in five)
    shape = sorted(counts.values(), reverse=True)
    by_group = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    flush = len({suit for _, suit in five}) == 1
    ranks = sorted(counts, reverse=True)
    top = 0
    if len(ranks) == 5:
        if ranks[0] - ranks[4] == 4:
            top = ranks[0]
        elif ranks == [14, 5, 4, 3, 2]:
            top = 5
    if flush and top:
        return (8, top)
    if shape == [4, 1]:
        return (7, *by_group)
    if shape == [3, 2]:
        return (6, *by_group)
    if flush:
        return (5, *ranks)
    if top:
        return (4, top)
    return ({(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}[tuple(shape)], *by_group)


def best_high(hand: list[Card]) -> tuple[int, ...]:
    """The best high hand of five or more cards; greater is better."""
    return max(high_of_five(five) for five in combinations(hand, 5))


def low_of_five(five: tuple[Card, ...]) -> tuple[int, ...]:
    """An ace-to-five low; smaller is better: no pair before a pair before two pair, and so on."""
    values = [1 if rank == 14 else rank for rank, _ in five]
    counts = Counter(values)
    shape = tuple(sorted(counts.values(), reverse=True))
    worse = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1)].index(shape)
    return (worse, *sorted(counts, key=lambda value: (counts[value], value), reverse=True))


def best_low(hand: list[Card]) -> tuple[int, ...]:
    """The best razz hand; smaller is better."""
    return min(low_of_five(five) for five in combinations(hand, 5))


def best_eight_or_better(hand: list[Card]) -> tuple[int, ...] | None:
    """The best low of five different ranks up to eight, or None."""
    lows = [low_of_five(five) for five in combinations(hand, 5)]
    return min((low for low in lows if low[0] == 0 and low[1] <= 8), default=None)
