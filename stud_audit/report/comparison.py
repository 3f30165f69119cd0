"""A dataset against an earlier one: which findings are new, which are gone, and which are still there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pyarrow as pa

from stud_audit.model.findings import MEANING, meaning
from stud_audit.report.document import Cell, Document
from stud_audit.report.figures import Figures, rate

_SHOWN: Final = 25


def comparison(document: Document, now: Figures, then: Figures) -> None:
    """Findings are the same where they say the same of the same hand, wherever it stands."""
    document.heading(2, "Against the earlier dataset")
    document.say(f"The earlier dataset has the root {then.result.manifest.get('root', '(none)')}.")
    after, before = _findings(now), _findings(then)
    new, gone, kept = after - before, before - after, after & before
    hands = (len(now.audited), len(then.audited))
    rows: list[tuple[Cell, ...]] = []
    for verdict in ("violation", "review"):
        counts = [_of(verdict, each) for each in (before, after, new, gone, kept)]
        rates = (rate(counts[0], hands[1]), rate(counts[1], hands[0]))
        rows.append((f"{verdict}s", counts[0], rates[0], counts[1], rates[1], *counts[2:]))
    heads = ("verdict", "earlier", "per 1,000", "now", "per 1,000 now", "new", "gone", "still there")
    document.table(heads, rows, right=heads[1:])
    houses = (_houses(then), _houses(now))
    if houses[0] != houses[1]:
        document.say("The rules are not the same: a house or a version of one judged in one of the two only.")
    for title, each in (("New", new), ("Gone", gone)):
        if each:
            document.heading(3, title)
            told = list(_rows(each))
            document.table(("check", "verdict", "hand", "seat", "player", "expected", "found", "times"), told[:_SHOWN])
            if len(told) > _SHOWN:
                document.say(f"{len(told) - _SHOWN} more are in the datasets.")


def _findings(figures: Figures) -> Counter[tuple[Any, ...]]:
    frame = figures.result.findings[[*MEANING, "message"]]
    return Counter(meaning(row.get) for row in pa.Table.from_pandas(frame, preserve_index=False).to_pylist())


def _of(verdict: str, findings: Counter[tuple[Any, ...]]) -> int:
    return sum(times for finding, times in findings.items() if finding[2] == verdict)


def _rows(findings: Counter[tuple[Any, ...]]) -> Iterator[tuple[Cell, ...]]:
    for finding, times in sorted(findings.items(), key=lambda pair: tuple(map(str, pair[0][1:]))):
        _, code, verdict, hand, _, seat, player, expected, actual = (
            "" if value is None else str(value) for value in finding
        )
        yield code, verdict, hand, seat, player, expected, actual, times


def _houses(figures: Figures) -> set[tuple[str, str]]:
    return {(house["name"], house["digest"]) for house in figures.result.manifest["houses"]}
