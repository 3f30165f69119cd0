"""The plain parts of a house file: known keys, texts, streets, choices. Each refuses what cannot be."""

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
) -> None:
    """Refuses keys that `types` does not have, values of another type, and `needed` keys that are not there."""
    for key, value in table.items():
        if key not in types:
            raise document.error((*place, key), f"unknown key; known are {', '.join(types)}")
        wanted = types[key] if isinstance(types[key], tuple) else (types[key],)
        # A TOML date-time is a date to Python.
        if not isinstance(value, wanted) or (wanted == (date,) and isinstance(value, datetime)):
            expected = " or ".join(_TYPES[kind] for kind in wanted)
            raise document.error((*place, key), f"expected {expected}, found {shown(value)}")
    for key in needed:
        if key not in table or table[key] == "":
            raise document.error((*place, key), "is missing")


def texts(document: Document, place: Place, table: Mapping[str, Any]) -> tuple[str, ...]:
    """The list of texts at `place`, () where there is none."""
    items = table.get(str(place[-1]), [])
    for item in items:
        if not isinstance(item, str) or not item:
            raise document.error(place, f"expected texts, found {shown(item)}")
    if len(set(items)) < len(items):
        raise document.error(place, "names one twice")
    return tuple(items)


def streets_list(document: Document, place: Place, items: list[Any]) -> tuple[int, ...]:
    """The streets of a list."""
    for item in items:
        if type(item) is not int or item not in _STREETS:
            raise document.error(place, f"expected streets from 3 to 7, found {shown(item)}")
    return tuple(items)


def one_of(document: Document, place: Place, value: str | None, choices: tuple[str, ...]) -> None:
    """Refuses a value that is none of the choices."""
    if value is not None and value not in choices:
        raise document.error(place, f"expected {' | '.join(choices)}, found {shown(value)}")
