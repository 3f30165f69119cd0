"""What may stand in a house file: the settings, their types, and what contradicts what.

The types are those of `Rules`; nothing is said twice. Values come as TOML gives them, with decimals
exact, and the word `none` where a setting may have no value.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final, Literal, Union, cast, get_args, get_origin, get_type_hints

from stud_audit.houses.rules import Kind, Rules, StakeTable

_CHECK_MODULE: Final = re.compile(r"([a-z]\d{3})_\w+\.pyc?")

CLAUSE_ID: Final = re.compile(r"[A-Z][A-Z0-9]*-\d{2,3}")
FALLBACK_PRACTICE: Final = "practice"
"""The fallback's name where no written authority but common practice gives the value."""

_GROUPS: Final = (
    "spread", "ante", "bring_in", "completion", "cap", "opener", "fourth_double", "fourth", "allin", "deal",
    "burn", "community", "showdown", "odd_chip", "pots", "razz", "stud8", "clock", "prompt", "preaction", "buttons",
    "button", "hands", "buyin", "rake",
)  # fmt: skip


@cache
def check_codes() -> frozenset[str]:
    """The codes that a clause may name, by the names of the checks' modules, none of which is imported."""
    folders = [folder for folder in files("stud_audit").joinpath("checks").iterdir() if folder.is_dir()]
    modules = (_CHECK_MODULE.fullmatch(module.name) for folder in folders for module in folder.iterdir())
    return frozenset(module[1].upper() for module in modules if module)


def _dotted(key: str) -> str:
    for group in _GROUPS:
        if key.startswith(group + "_"):
            return f"{group.replace('fourth_double', 'fourth.double')}.{key[len(group) + 1 :]}"
    return key


DOTTED: Final[Mapping[str, str]] = {field.name: _dotted(field.name) for field in fields(Rules)}
"""Setting as a field of `Rules` -> as it is written in a house file."""

KEYS: Final[Mapping[str, str]] = {dotted: key for key, dotted in DOTTED.items()}
"""The other way round."""

HINTS: Final[Mapping[str, Any]] = get_type_hints(Rules)
"""Setting -> the type of its value."""


def parse_setting(key: str, raw: object) -> Any:
    """The typed value of a setting; `ValueError` says what was expected."""
    value = _parse(HINTS[key], raw)
    if not permitted(key, value):
        raise ValueError(f"expected {_LIMITS[key][1]}, found {shown(raw)}")
    return value


def permitted_words(key: str) -> tuple[str, ...]:
    """The words that a setting may be, where it is one of some words."""
    options = [option for option in (HINTS[key], *get_args(HINTS[key])) if get_origin(option) is Literal]
    return tuple([word for option in options for word in get_args(option) if isinstance(word, str)])


def permitted(key: str, value: Any) -> bool:
    """Whether a value of the right type is within the setting's bounds."""
    limit = _LIMITS.get(key)
    return limit is None or value is None or limit[0](value)


def setting_text(value: object) -> object:
    """A setting's value in terms of JSON: amounts and shares as strings, tables by stake."""
    if isinstance(value, StakeTable):
        table: dict[str, dict[str, str]] = {}
        for kind, small, big, amount in value:
            table.setdefault(kind, {})[f"{small}/{big}"] = str(amount)
        return table
    if isinstance(value, (Decimal, Fraction)):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def contradictions(rules: Rules) -> Iterator[tuple[tuple[str, ...], str]]:
    """Settings that cannot hold together, each with the keys concerned and what is wrong."""
    for keys, holds, text in _TOGETHER:
        if not holds(rules):
            yield keys, text


_TOGETHER: Final[tuple[tuple[tuple[str, ...], Callable[[Rules], bool], str], ...]] = (
    (
        ("bring_in_mode", "bring_in_may_open_full"),
        lambda r: r.bring_in_mode != "half_or_full" or r.bring_in_may_open_full,
        "a bring-in of half or full bet cannot forbid the full bet",
    ),
    (
        ("bring_in_any_between", "bring_in_may_open_full"),
        lambda r: r.bring_in_any_between != "always" or r.bring_in_may_open_full,
        "any amount up to the full bet is allowed, and the full bet is not",
    ),
    (
        ("bring_in_table", "bring_in_mode"),
        lambda r: not r.bring_in_table or r.bring_in_mode == "table",
        "a table of bring-ins beside a bring-in of half the small bet",
    ),
    (
        ("fourth_double_mode", "fourth_double_trigger"),
        lambda r: r.fourth_double_mode == "option" or r.fourth_double_trigger != "never",
        "the higher limit is mandatory and never allowed",
    ),
    (
        ("fourth_double_mode", "fourth_double_who_open"),
        lambda r: r.fourth_double_mode == "option" or r.fourth_double_who_open == "any",
        "the higher limit is mandatory and kept from all but the holder of the pair",
    ),
    (
        ("odd_chip_cards", "odd_chip_method"),
        lambda r: r.odd_chip_method != "high_suit" or r.odd_chip_cards is not None,
        "an odd chip by high suit needs the number of cards compared, 5 or 7",
    ),
    (
        ("clock_timeout_action", "clock_seconds"),
        lambda r: r.clock_timeout_action is None or r.clock_seconds is not None,
        "a timeout is ruled without a time limit",
    ),
    (
        ("ante_schedule", "ante_table"),
        lambda r: r.ante_schedule == "free" or _monotone(r.ante_table),
        "the published antes break the schedule's own order",
    ),
    (
        ("buyin_posted", "buyin_min_mult"),
        lambda r: not (r.buyin_posted and r.buyin_min_mult is not None),
        "the minimum buy-in is both posted and a multiple of the stake",
    ),
    (
        ("buyin_table", "buyin_posted"),
        lambda r: not r.buyin_table or r.buyin_posted,
        "buy-ins are posted where the least one is not the posted amount",
    ),
    (
        ("rake_cap", "rake_pct"),
        lambda r: r.rake_cap is None or r.rake_pct is not None,
        "a cap on a rake that has no rate",
    ),
)


def _at_most_small(table: StakeTable) -> bool:
    return all(amount <= small for _, small, _, amount in table)


def _monotone(table: StakeTable) -> bool:
    rows = sorted((kind, small, amount) for kind, small, _, amount in table)
    return all(a[0] != b[0] or a[1] == b[1] or a[2] <= b[2] for a, b in pairwise(rows))


_LIMITS: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = {
    "seats_max": (lambda v: 2 <= v <= 8, "a number from 2 to 8"),
    "street_limits": (lambda v: len(v) == 5, "five units, third street to seventh"),
    "suit_order": (lambda v: sorted(v) == list("cdhs"), "the letters c, d, h, and s in some order"),
    "structure": (lambda v: len(v) > 0, "at least one betting structure"),
    "fourth_double_games": (lambda v: len(v) > 0, 'at least one game; a trigger of "never" leaves none'),
    "fourth_double_structures": (lambda v: len(v) > 0, "at least one betting structure"),
    "ante_table": (_at_most_small, "amounts of at most the small bet"),
    "bring_in_table": (_at_most_small, "amounts of at most the small bet"),
    "ante_ratio": (lambda v: 0 < v < 1, "a share between 0 and 1"),
    "cap_raises": (lambda v: v >= 1, "a number from 1, or none"),
    "allin_reopen_threshold": (lambda v: 0 <= v <= 1, "a share from 0 to 1"),
    "burn_per_street": (lambda v: v in (0, 1), "0 or 1"),
    "stud8_low_qualifier": (lambda v: 5 <= v <= 13, "a rank from 5 to 13, or none"),
    "clock_seconds": (lambda v: v > 0, "a number of seconds above 0, or none"),
    "clock_grace_ms": (lambda v: v >= 0, "a number of milliseconds"),
    "buyin_min_mult": (lambda v: v > 0, "a multiple above 0, or none"),
    "pots_smallest_chip": (lambda v: v > 0, "an amount above 0, or none"),
    "rake_pct": (lambda v: 0 <= v < 1, "a share from 0 to 1, or none"),
    "rake_unit": (lambda v: v > 0, "an amount above 0, or none"),
}


def _parse(hint: Any, raw: object) -> Any:
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        options = [option for option in get_args(hint) if option is not type(None)]
        return None if raw == "none" else _parse(options[0], raw)
    if origin is Literal:
        choices = get_args(hint)
        # `True == 1` in Python: without the type a truth value would pass for a number.
        if not any(raw == choice and type(raw) is type(choice) for choice in choices):
            raise ValueError(f"expected {' | '.join(map(str, choices))}, found {shown(raw)}")
        return raw
    if origin is tuple:
        if not isinstance(raw, list):
            raise ValueError(f"expected a list, found {shown(raw)}")
        return tuple(_parse(get_args(hint)[0], item) for item in raw)
    if hint is Decimal:
        return _decimal(raw)
    if hint is Fraction:
        return _fraction(raw)
    if hint is StakeTable:
        return _stake_table(raw)
    if type(raw) is not hint:
        raise ValueError(f"expected {_TYPE_NAMES[hint]}, found {shown(raw)}")
    return raw


_TYPE_NAMES: Final = {bool: "true or false", int: "a whole number", str: "a text"}


def shown(raw: object) -> str:
    """A value of a file as an error quotes it."""
    if isinstance(raw, bool):
        return "true" if raw else "false"
    return repr(raw) if isinstance(raw, str) else str(raw)


def _decimal(raw: object) -> Decimal:
    if isinstance(raw, bool) or not isinstance(raw, (int, Decimal)) or not Decimal(raw).is_finite():
        raise ValueError(f"expected a number, found {shown(raw)}")
    return Decimal(raw)


def _fraction(raw: object) -> Fraction:
    if isinstance(raw, str) and re.fullmatch(r"\d+/[1-9]\d*", raw):
        return Fraction(raw)
    return Fraction(_decimal(raw))


def _stake_table(raw: object) -> StakeTable:
    if not isinstance(raw, dict):
        raise ValueError(f"expected a table of cash, chips, or any, found {shown(raw)}")
    rows = []
    for kind, by_stake in raw.items():
        if kind not in get_args(Kind) or not isinstance(by_stake, dict):
            raise ValueError(f"expected tables named cash, chips, or any, found {shown(kind)}")
        for stake, amount in by_stake.items():
            match = re.fullmatch(r"(\d+(?:\.\d+)?)/(\d+(?:\.\d+)?)", stake)
            if match is None:
                raise ValueError(f"expected a stake such as 5/10, found {shown(stake)}")
            small, big = Decimal(match[1]), Decimal(match[2])
            value = _decimal(amount)
            if not (value > 0 and small <= big):
                raise ValueError(f"{stake}: {amount} is no amount for this stake")
            rows.append((cast("Kind", kind), small, big, value))
    return StakeTable(tuple(rows))
