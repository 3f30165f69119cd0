"""Which checks are to be reported: codes, prefixes of codes, or names."""

from __future__ import annotations

from collections.abc import Iterable

from stud_audit.checks import catalogue
from stud_audit.model.errors import UsageError
from stud_audit.pipeline.one_hand import ALWAYS_ON, INTERNAL

Codes = str | Iterable[str]
"""Codes, prefixes, or names; several in one text have commas between them."""


def select_codes(select: Codes | None = None, ignore: Codes | None = None) -> frozenset[str]:
    """The codes that remain; `ignore` wins over `select`, and what is always on stays.

    An entry is a code (`W501`), a prefix (`W5`), or a name (`bet-wrong-size`). Raises `UsageError`
    for one that matches no check, for one to be ignored that is always on, and where nothing is left
    to report.
    """
    everything = frozenset(entry.check.code for entry in catalogue())
    chosen = frozenset().union(*_matching(select).values()) if select is not None else everything
    left_out = _matching(ignore) if ignore is not None else {}
    for wanted, codes in left_out.items():
        if codes <= ALWAYS_ON:
            raise UsageError(f"{wanted!r} cannot be ignored: {', '.join(sorted(ALWAYS_ON))} are always reported")
    remaining = chosen.difference(*left_out.values())
    if not remaining:
        raise UsageError("no check is left to report")
    return remaining | ALWAYS_ON


def _matching(entries: Codes) -> dict[str, frozenset[str]]:
    """The codes that each entry stands for."""
    known = [INTERNAL, *(entry.check for entry in catalogue())]
    found: dict[str, frozenset[str]] = {}
    for entry in entries.split(",") if isinstance(entries, str) else entries:
        wanted = entry.strip()
        codes = [each.code for each in known if each.code.startswith(wanted.upper()) or each.name == wanted.lower()]
        if not wanted or not codes:
            raise UsageError(f"{wanted!r} is no code, prefix, or name of a check")
        found[wanted] = frozenset(codes)
    return found
