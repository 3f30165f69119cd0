"""Planted faults: a class per code, in a module per family; found by their place."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from stud_audit.simulate.saboteur import Saboteur


@cache
def plants() -> dict[str, type[Saboteur]]:
    """Code to the plant that breaks its rule."""
    found: dict[str, type[Saboteur]] = {}
    for info in pkgutil.iter_modules(__path__, f"{__name__}."):
        module = importlib.import_module(info.name)
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Saboteur) and value.code:
                found[value.code] = value
    return dict(sorted(found.items()))
