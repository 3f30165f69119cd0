"""Hand-history parser and rules auditor for seven-card stud.

`audit(paths, house=...)` gives an `AuditResult` with the findings as a pandas frame; `read_hands(paths)` iterates the
hands; `load_house(name_or_path)` gives a house's rules. Everything is loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from stud_audit.model.version import __version__

if TYPE_CHECKING:
    from stud_audit.api import audit, read_hands
    from stud_audit.houses.loader import load_house
    from stud_audit.report.frames import AuditResult

__all__ = ["AuditResult", "__version__", "audit", "load_house", "read_hands"]

_HOMES = {
    "AuditResult": "stud_audit.report.frames",
    "audit": "stud_audit.api",
    "load_house": "stud_audit.houses.loader",
    "read_hands": "stud_audit.api",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
