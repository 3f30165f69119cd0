"""The plain parts of a house file: known keys, texts, streets, choices. What cannot be is noted, and left out."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final

from stud_audit.houses.document import Document, Place
from stud_audit.houses.schema import shown

_TYPES: Final = {str: "a text", list: "a list", dict: "a table", bool: "true or false", date: "a date"}
_STREETS: Final = (3, 4, 5, 6, 7)


def known(
    document: Document, place: Place, table: Mapping[str, Any], types: Mapping[str, Any], needed: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The values of the right types at the keys of `types`; other keys, and `needed` ones not there, are mistakes."""
    good = {}
    for key, value in table.items():
        if key not in types:
            document.wrong((*place, key), f"unknown key; known are {', '.join(types)}", key, types)
            continue
        wanted = types[key] if isinstance(types[key], tuple) else (types[key],)
        # A TOML date-time is a date to Python.
        if not isinstance(value, wanted) or (wanted == (date,) and isinstance(value, datetime)):
            expected = " or ".join(_TYPES[kind] for kind in wanted)
            document.wrong((*place, key), f"expected {expected}, found {shown(value)}")
        elif key not in needed or value != "":
            good[key] = value
    for key in needed:
        if key not in table or table[key] == "":
            document.wrong((*place, key), "is missing")
    return good


def texts(document: Document, place: Place, table: Mapping[str, Any]) -> tuple[str, ...]:
    """The list of texts at `place`, () where there is none."""
    items: dict[str, None] = {}
    for item in table.get(str(place[-1]), ()):
        if not isinstance(item, str) or not item:
            document.wrong(place, f"expected texts, found {shown(item)}")
        elif item in items:
            document.wrong(place, "names one twice")
        else:
            items[item] = None
    return tuple(items)


def streets_list(document: Document, place: Place, items: list[Any]) -> tuple[int, ...]:
    """The streets of a list."""
    for item in items:
        if type(item) is not int or item not in _STREETS:
            document.wrong(place, f"expected streets from 3 to 7, found {shown(item)}")
    return tuple(item for item in items if item in _STREETS)


def one_of(document: Document, place: Place, value: Any, choices: tuple[str, ...]) -> Any:
    """The value, if it is one of the choices, else None."""
    if value is None or value in choices:
        return value
    document.wrong(place, f"expected {' | '.join(choices)}, found {shown(value)}", value, choices)
    return None
