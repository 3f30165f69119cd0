"""What a setting could be instead: the other rules that some house might have, and no rule at all.

They tell which of the settings that a decision read really decided it: those of which another value
would have turned the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from typing import Any, Final, Literal, get_args, get_origin

from stud_audit.houses.rules import Rules, StakeTable
from stud_audit.houses.schema import HINTS, permitted
from stud_audit.model.hand import MOST_SEATS

NO_RULE: Final = "unruled"
"""The value of a setting by which the house does not choose."""

_OF_THE_GAME: Final = frozenset(("bring_in_card", "razz_bring_in_card", "opener_rule", "razz_opener_rule"))
"""Settings whose other value makes another game of it: no house of this game has it."""

_SHARES: Final = (Fraction(0), Fraction(1, 10), Fraction(1, 5), Fraction(1, 4), Fraction(1, 2), Fraction(1))


def others(key: str, rules: Rules) -> Iterator[Any]:
    """The other values that a house could give this setting, each a rule of its own."""
    value = getattr(rules, key)
    hint = HINTS[key]
    if key in _OF_THE_GAME:
        return
    for other in _domain(key, hint, value):
        if other != value and other != NO_RULE and permitted(key, other):
            yield other


def unruled(key: str, rules: Rules) -> Iterator[Any]:
    """The values by which a house leaves the matter open, where the setting has such."""
    value = getattr(rules, key)
    if key == "seats_max":
        yield MOST_SEATS
    elif key == "street_limits":
        for at in range(len(value)):
            yield (*value[:at], NO_RULE, *value[at + 1 :])
    elif NO_RULE in get_args(HINTS[key]):
        yield NO_RULE
    elif isinstance(value, tuple) and NO_RULE in get_args(get_args(HINTS[key])[0]):
        yield (*value, NO_RULE)


def _domain(key: str, hint: Any, value: Any) -> Iterator[Any]:
    options = get_args(hint)
    if type(None) in options:
        yield None
        hint = next(option for option in options if option is not type(None))
        options = get_args(hint)
    if get_origin(hint) is Literal:
        yield from options
    elif hint is bool:
        yield not value
    elif hint is int:
        yield from () if value is None else (value - 1, value + 1)
    elif hint is Fraction:
        yield from _SHARES
        yield from () if value is None else (value / 2, value * 2)
    elif hint is Decimal:
        yield from () if value is None else (value / 2, value * 2)
    elif hint is StakeTable:
        yield StakeTable()
    elif key == "suit_order":
        yield from map("".join, permutations(value))
    elif get_origin(hint) is tuple:
        yield from _lists(key, get_args(options[0]), value)


def _lists(key: str, members: tuple[Any, ...], value: tuple[Any, ...] | None) -> Iterator[tuple[Any, ...]]:
    if key == "street_limits":
        for at, unit in enumerate(value or ()):
            yield from ((*(value or ())[:at], other, *(value or ())[at + 1 :]) for other in ("s", "b") if other != unit)
        return
    members = tuple([member for member in members if member != NO_RULE])
    yield members
    if value is not None:
        for member in members:
            yield tuple([other for other in value if other != member]) if member in value else (*value, member)
