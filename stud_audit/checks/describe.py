"""A check as data, for its documentation page."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from stud_audit.checks import CatalogueEntry

EXAMPLES: Final = Path(__file__).parent / "examples"
"""Hands that break a rule and hands that just do not: `CODE-slug.violation.stud` and `CODE-slug.near-miss.stud`."""


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
        "examples": [_example(path) for path in sorted(EXAMPLES.glob(f"{check.code}-*.stud"), key=_place)],
    }


def _place(path: Path) -> tuple[bool, str]:
    return ".near-miss" in path.suffixes, path.name


def _example(path: Path) -> dict[str, str]:
    slug, kind, _ = path.name.split(".")
    case = slug.partition("-")[2].replace("-", " ")
    text = path.read_text("utf-8", errors="replace")  # one of them is about bytes that cannot be read
    return {"title": f"{kind.replace('-', ' ').capitalize()}: {case}", "text": text}
