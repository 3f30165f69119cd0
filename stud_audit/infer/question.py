"""What a log can be asked: at some point the rules decide what may happen, and one thing did.

A question is put to every value of the settings in play, the others left as they are, and to every
house as a whole. What a value would have allowed is set against what was seen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import permutations
from types import MappingProxyType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from stud_audit.houses.alternatives import NO_RULE
from stud_audit.houses.loader import load_house
from stud_audit.houses.rules import Rules
from stud_audit.houses.traced import Read, TracedRules

Outcomes = Collection[Hashable]


@dataclass(frozen=True, slots=True)
class Question:
    """One decision. `allowed` gives what a set of rules lets happen, None where it (or the log) cannot tell.

    Which settings it rests on is observed as `allowed` is asked. `event_no` is where it was answered.
    """

    topic: str
    seen: Hashable
    allowed: Callable[[Rules], Outcomes | None]
    event_no: int


_HINTS: Final = get_type_hints(Rules)

_DOMAINS: Final = MappingProxyType(
    {
        "street_limits": tuple(tuple("s" * small + "b" * (5 - small)) for small in range(6)),
        "suit_order": tuple("".join(order) for order in permutations("cdhs")),
        "seats_max": tuple(range(2, 9)),
        "structure": (
            ("fixed",),
            ("spread",),
            ("pot",),
            ("no",),
            ("fixed", "spread"),
            ("fixed", "spread", "pot", "no"),
        ),
        "fourth_double_games": (("stud",), ("stud", "stud8"), ("stud", "razz"), ("stud", "stud8", "razz")),
        "fourth_double_raise_trigger": ("open_pair", "always", "never"),
        "allin_reopen_threshold": (Fraction(0), Fraction(1, 2), Fraction(1)),
        "odd_chip_cards": (5, 7),
        "stud8_low_qualifier": (7, 8, 9, None),
        "burn_per_street": (0, 1),
    }
)

# A setting that matters only beside another is asked with the other in place.
_BESIDE: Final[dict[str, dict[str, Any]]] = {
    "bring_in_rounding": {"bring_in_mode": "half_small"},
    "opener_suit_card": {"opener_tie": "high_card_by_suit"},
    "opener_tie_rounds": {"opener_tie": "high_card_by_suit"},
    "fourth_double_if_holder_checks": {"fourth_double_who_open": "pair_holder"},
    "odd_chip_method": {"odd_chip_cards": 7},
    "odd_chip_cards": {"odd_chip_method": "high_suit"},
    "community_use_burns_first": {"burn_per_street": 1},
}


def ask(question: Question, rules: Rules) -> tuple[Outcomes | None, Read]:
    """What these rules let happen, and the settings that they were asked for."""
    traced = TracedRules(rules)
    return question.allowed(traced.as_rules()), traced.read


@cache
def base() -> Rules:
    """The rules beside the setting that is asked: Robert's."""
    return load_house("roberts-rules").rules


@cache
def variants(key: str) -> tuple[tuple[Any, Rules], ...]:
    """Each value that a setting may have, with rules that have it."""
    return tuple((value, replace(base(), **_BESIDE.get(key, {}), **{key: value})) for value in domain(key))


@cache
def domain(key: str) -> tuple[Any, ...]:
    """The values of a setting that are tried; none of one that is told by other means, or has no list of values."""
    if key in _DOMAINS:
        return _DOMAINS[key]
    if key.startswith("cap_") or key == "completion_counts_as_raise":
        return ()  # what counts towards the cap is told together, from whole rounds
    hint = _HINTS[key]
    if hint is bool:
        return (False, True)
    if get_origin(hint) is Literal:
        return tuple([value for value in get_args(hint) if value != NO_RULE])
    return ()
