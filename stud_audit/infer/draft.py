"""A house file made of what a log shows: a start for the profile of a site that nobody documented."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from stud_audit.houses.house import House
from stud_audit.houses.loader import house_names, load_house
from stud_audit.houses.rules import StakeTable
from stud_audit.houses.schema import DOTTED, contradictions
from stud_audit.infer.evidence import Found
from stud_audit.infer.question import base

_UNSAID: Final = ("buyin_min_mult", "ante_schedule")
"""What a log shows of these is a bound, and no rule."""


def house_draft(found: Iterable[Found], hands: int) -> str:
    """The file. Each ruling says on how many hands it rests, and what they do not exclude."""
    kept = _together({each.key: each for each in found if each.key not in _UNSAID and each.score.agree})
    lines = [
        f"# Drafted from a log of {hands} hands. Each ruling is what those hands show, and nobody's text:",
        "# put the house's own words, readings, and silences in its place where there are any.",
        "",
        'name = "drafted"',
        'title = "Drafted from a log"',
        'version = "1"',
        'fallback = ["roberts-rules"]',
        "",
        "[rulings]",
    ]
    clauses: list[str] = []
    houses = [load_house(house) for house in house_names()]
    for each in kept.values():
        checks = _checks(each.key, houses)
        basis = f"{each.score.agree} agree, {each.score.disagree} disagree"
        table = {"value": each.value}
        if checks:
            clause = f"LOG-{len(clauses) // 6 + 1:02}"
            table["clauses"] = (clause,)
            clauses += ["", "[[clauses]]", f"id = {_toml(clause)}", f"text = {_toml(_text(each))}"]
            clauses += [f"subject = {_toml(DOTTED[each.key])}", f"checks = {_toml(checks)}"]
        else:
            table |= {"silent": True, "fallback": "practice"}
        table["basis"] = basis
        if each.rivals:
            table["note"] = "not excluded: " + ", ".join(_word(value) for value, _ in each.rivals)
        inner = ", ".join(f"{key} = {_toml(value)}" for key, value in table.items())
        lines.append(f"{DOTTED[each.key]} = {{ {inner} }}")
    return "\n".join([*lines, *clauses]) + "\n"


def _together(found: dict[str, Found]) -> dict[str, Found]:
    """Without settings that cannot hold beside others: of each such group the one with the fewest hands goes."""
    while True:
        rules = replace(base(), **{key: each.value for key, each in found.items()})
        group = next((keys for keys, _ in contradictions(rules)), ())
        own = [key for key in group if key in found]
        if not own:
            return found
        weakest = min(own, key=lambda key: (found[key].score.agree, isinstance(found[key].value, StakeTable)))
        found = {key: each for key, each in found.items() if key != weakest}


def _checks(key: str, houses: list[House]) -> tuple[str, ...]:
    """The checks that hold this setting: those of the house clause that rests on it and names the fewest."""
    named = [clause.checks for house in houses for clause in house.clauses if key in clause.rulings]
    return min(named, key=lambda checks: (len(checks), checks), default=())


def _text(found: Found) -> str:
    return f"As observed: {DOTTED[found.key]} is {_word(found.value)}."


def _word(value: Any) -> str:
    if isinstance(value, StakeTable):
        return ", ".join(f"{amount} at {small}/{big}" for _, small, big, amount in value)
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _toml(value: Any) -> str:
    match value:
        case None:
            return '"none"'
        case bool():
            return "true" if value else "false"
        case int() | Decimal():
            return f"{value:f}" if isinstance(value, Decimal) else str(value)
        case Fraction():
            return _toml(str(value)) if value.denominator > 1 else str(value)
        case StakeTable():
            kinds: dict[str, list[str]] = {}
            for kind, small, big, amount in value:
                kinds.setdefault(kind, []).append(f'"{small:f}/{big:f}" = {amount:f}')
            return "{ " + ", ".join(f"{kind} = {{ {', '.join(rows)} }}" for kind, rows in kinds.items()) + " }"
        case tuple():
            return f"[{', '.join(map(_toml, value))}]"
        case _:
            return json.dumps(value)
