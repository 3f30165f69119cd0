"""Planted faults: a class per kind of fault, in a module per family; found by their place."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from stud_audit.simulate.saboteur import Saboteur


@cache
def plants() -> dict[str, tuple[type[Saboteur], ...]]:
    """Code to the plants that break its rule, each in another way."""
    found: dict[str, tuple[type[Saboteur], ...]] = {}
    for info in pkgutil.iter_modules(__path__, f"{__name__}."):
        module = importlib.import_module(info.name)
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Saboteur) and value.code and value.__module__ == info.name:
                found[value.code] = (*found.get(value.code, ()), value)
    return dict(sorted(found.items()))
