"""Which checks are to be reported: codes, prefixes of codes, or names."""

from __future__ import annotations

from collections.abc import Iterable

from stud_audit.checks import catalogue
from stud_audit.model.errors import UsageError
from stud_audit.pipeline.one_hand import ALWAYS_ON

Codes = str | Iterable[str]
"""Codes, prefixes, or names; several in one text have commas between them."""


def select_codes(select: Codes | None = None, ignore: Codes | None = None) -> frozenset[str]:
    """The codes that remain; `ignore` wins over `select`, and what is always on stays.

    An entry is a code (`W501`), a prefix (`W5`), or a name (`bet-wrong-size`). Raises `UsageError`
    for one that matches no check, and where nothing is left to report.
    """
    everything = frozenset(entry.check.code for entry in catalogue())
    chosen = _matching(select) if select is not None else everything
    remaining = chosen - (_matching(ignore) if ignore is not None else frozenset())
    if not remaining:
        raise UsageError("no check is left to report")
    return remaining | ALWAYS_ON


def _matching(entries: Codes) -> frozenset[str]:
    found: set[str] = set()
    for entry in entries.split(",") if isinstance(entries, str) else entries:
        wanted = entry.strip()
        codes = {
            known.check.code
            for known in catalogue()
            if wanted and (known.check.code.startswith(wanted.upper()) or known.check.name == wanted.lower())
        }
        if not codes:
            raise UsageError(f"{wanted!r} is no code, prefix, or name of a check")
        found |= codes
    return frozenset(found)
