"""By whose rules a hand is judged."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from stud_audit.houses.house import House
from stud_audit.houses.loader import house_for_dialect, house_names, house_versions, load_house
from stud_audit.model.hand import Hand


def choose_house(hand: Hand, house: str | None) -> House | None:
    """The house that judges a hand: the one asked for, else its header's, else its dialect's.

    Of a house with several versions it is the one in force on the day of the hand. None where the header names one
    that there is not: whose rules these people played by is then not known.
    """
    if house is not None:
        return house_on_its_day(hand, house)
    named = hand.header.house
    if named is None:
        return _house(None, hand.dialect, _day(hand))
    return house_on_its_day(hand, named) if named in _names() else None


def house_on_its_day(hand: Hand, house: str) -> House:
    """The version of this house that was in force on the day of a hand."""
    return _house(house, "", _day(hand))


@lru_cache(maxsize=64)
def number_of_versions(name: str) -> int:
    """How many versions there are of a house."""
    return len(house_versions(name))


def forget_houses() -> None:
    """Read houses anew: the file of one may have changed since the last run in this process."""
    _house.cache_clear()
    number_of_versions.cache_clear()


def _day(hand: Hand) -> date | None:
    return hand.header.played_at.date() if hand.header.played_at else None


@lru_cache(maxsize=1024)
def _house(name: str | None, dialect: str, at: date | None) -> House:
    return house_for_dialect(dialect, at) if name is None else load_house(name, at)


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    return frozenset(house_names())
