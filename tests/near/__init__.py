"""Near misses: hands that come as close to a fault as legal play and a sound record can."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from stud_audit.simulate.saboteur import Saboteur


@cache
def near_misses() -> dict[str, tuple[type[Saboteur], ...]]:
    """Code to the near misses of its rule."""
    found: dict[str, tuple[type[Saboteur], ...]] = {}
    for info in pkgutil.iter_modules(__path__, f"{__name__}."):
        for kind in getattr(importlib.import_module(info.name), "NEAR", ()):
            found[kind.code] = (*found.get(kind.code, ()), kind)
    return dict(sorted(found.items()))
