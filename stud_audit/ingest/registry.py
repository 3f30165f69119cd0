"""Which dialects there are. A dialect is found by its place: a module in `ingest/dialects/` with a `DIALECT`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from stud_audit.ingest import dialects
from stud_audit.ingest.dialect import Dialect
from stud_audit.model.errors import UsageError


@cache
def dialect_names() -> tuple[str, ...]:
    """The names of the dialects that can be read, in the order of the alphabet. Imports none of them."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(dialects.__path__) if found.name[0] != "_"))


@cache
def get_dialect(name: str) -> Dialect:
    """The dialect of that name; `UsageError` where there is none."""
    if name not in dialect_names():
        known = ", ".join(dialect_names())
        raise UsageError(f"there is no dialect {name!r} (available: {known})")
    dialect = importlib.import_module(f"{dialects.__name__}.{name}").DIALECT
    assert isinstance(dialect, Dialect)  # noqa: S101  # a mistake of whoever wrote the module
    return dialect


def get_dialects(name: str = "auto") -> tuple[Dialect, ...]:
    """The dialects to look for: all of them, or the one that is named; `UsageError` as above."""
    return tuple(map(get_dialect, dialect_names() if name == "auto" else (name,)))
