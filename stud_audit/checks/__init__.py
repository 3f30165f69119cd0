"""The checks: one module each, by family, found by their place; there is no list to edit."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from dataclasses import dataclass
from functools import cache
from types import ModuleType

from stud_audit.checks.base import Check

__all__ = ["CatalogueEntry", "catalogue", "find_check"]


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A check with its documentation (the docstring of its module)."""

    check: Check
    module: ModuleType
    doc: str

    @property
    def summary(self) -> str:
        """The first line of the documentation."""
        return self.doc.partition("\n")[0]


@cache
def catalogue() -> tuple[CatalogueEntry, ...]:
    """Every check, by code. `RuntimeError` where two modules claim one code."""
    entries: dict[str, CatalogueEntry] = {}
    for info in pkgutil.walk_packages(__path__, f"{__name__}."):
        if info.ispkg:
            continue
        module = importlib.import_module(info.name)
        check = getattr(module, "CHECK", None)
        if not isinstance(check, Check):
            continue
        if check.code in entries:
            raise RuntimeError(f"{check.code} is claimed by {entries[check.code].module.__name__} and {info.name}")
        entries[check.code] = CatalogueEntry(check, module, inspect.getdoc(module) or "")
    return tuple(entries[code] for code in sorted(entries))


def find_check(code_or_name: str) -> CatalogueEntry | None:
    """The check of this code or name, or None."""
    wanted = code_or_name.lower()
    return next((e for e in catalogue() if wanted in (e.check.code.lower(), e.check.name)), None)
