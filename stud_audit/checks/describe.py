"""A check as data, for its documentation page."""

from __future__ import annotations

from typing import Any

from stud_audit.checks import CatalogueEntry


def describe_check(entry: CatalogueEntry) -> dict[str, Any]:
    """Keys: code, name, severity, who, scope, summary, doc, examples (each with title and text)."""
    check = entry.check
    return {
        "code": check.code,
        "name": check.name,
        "severity": check.severity,
        "who": check.who,
        "scope": check.scope,
        "summary": entry.summary,
        "doc": entry.doc,
        "examples": [],
    }
