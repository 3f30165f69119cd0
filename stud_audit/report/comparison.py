"""A dataset against an earlier one: which findings are new, which are gone, and which are still there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import pyarrow as pa

from stud_audit.model.counted import number
from stud_audit.model.findings import MEANING, meaning
from stud_audit.report.document import Cell, Document, Link, Warned
from stud_audit.report.figures import Figures, rate

_SHOWN: Final = 25
Meaning = tuple[Any, ...]


@dataclass(slots=True)
class _Findings:
    """How often each meaning occurs in a dataset, and the first finding of it."""

    times: Counter[Meaning]
    first: dict[Meaning, dict[str, Any]]

    @classmethod
    def of(cls, figures: Figures) -> _Findings:
        """Of all findings of a dataset."""
        columns = dict.fromkeys((*MEANING, "message", "name", "file", "line", "hand_key"))
        found = cls(Counter(), {})
        frame = figures.result.findings[list(columns)]
        for row in pa.Table.from_pandas(frame, preserve_index=False).to_pylist():
            key = meaning(row.get)
            found.times[key] += 1
            found.first.setdefault(key, row)
        return found

    def count(self, times: Counter[Meaning], **wanted: str) -> int:
        """How many of these, which may be those of another dataset, are of the verdict or check wanted."""
        return sum(
            n for key, n in times.items() if all(key[MEANING.index(name)] == value for name, value in wanted.items())
        )


def comparison(
    document: Document, now: Figures, then: Figures, page_of: Callable[[str], str | None] = lambda key: None
) -> None:
    """Findings are the same where they say the same of the same hand, wherever it stands."""
    document.heading(2, "Against the earlier dataset")
    document.say(f"The earlier dataset has the root {then.result.manifest.get('root', '(none)')}.")
    _differences_of_method(document, now, then)
    both = len(set(now.audited["hand_id"]) & set(then.audited["hand_id"]))
    document.say(
        f"Of {number(len(now.audited), 'hand')} audited now, the earlier dataset has {both}."
        if both
        else "No hand is in both: all findings are new or gone, and it is the rates that can be compared."
    )
    after, before = _Findings.of(now), _Findings.of(then)
    counters = (
        *(before.times, after.times, after.times - before.times, before.times - after.times),
        after.times & before.times,
    )
    bases = (len(then.audited), len(now.audited))
    heads = ("earlier", "per 1,000", "now", "per 1,000 now", "new", "gone", "still there")

    def row(**wanted: str) -> tuple[Cell, ...]:
        earlier, later, *rest = (after.count(each, **wanted) for each in counters)
        return (earlier, rate(earlier, bases[0]), later, rate(later, bases[1]), *rest)

    verdicts = ("violation", "review")
    document.table(("verdict", *heads), [(f"{each}s", *row(verdict=each)) for each in verdicts], right=heads)
    names = {(key[1], key[2]): found["name"] for each in (before, after) for key, found in each.first.items()}
    if names:
        document.heading(3, "Check by check")
        rows = [(code, names[code, of], of, *row(code=code, verdict=of)) for code, of in sorted(names)]
        document.table(("check", "name", "verdict", *heads), rows, right=heads)
    for title, times, first in (("New", counters[2], after.first), ("Gone", counters[3], before.first)):
        if times:
            document.heading(3, title)
            told = list(_rows(times, first, page_of))
            document.table(("check", "verdict", "hand", "what was found", "place", "times"), told[:_SHOWN], ("times",))
            if len(told) > _SHOWN:
                document.say(f"{len(told) - _SHOWN} more are in the datasets.")


def _differences_of_method(document: Document, now: Figures, then: Figures) -> None:
    """What makes findings new or gone that are not so for what was played."""
    left_out = [set(each.result.manifest["settings"].get("left_out", ())) for each in (then, now)]
    told = [
        f"the {which} audit left out {', '.join(sorted(codes))}"
        for which, codes in (("earlier", left_out[0] - left_out[1]), ("later", left_out[1] - left_out[0]))
        if codes
    ]
    if told:
        document.add(
            Warned(f"Not the same checks: {'; '.join(told)}. Findings of these are new or gone for that alone.")
        )
    if _houses(now) != _houses(then):
        document.say("The rules are not the same: a house or a version of one judged in one of the two only.")


def _rows(
    times: Counter[Meaning], first: dict[Meaning, dict[str, Any]], page_of: Callable[[str], str | None]
) -> Iterator[tuple[Cell, ...]]:
    for key, n in sorted(times.items(), key=lambda pair: tuple(map(str, pair[0][1:]))):
        found = first[key]
        hand = found["hand_id"] or ""
        target = page_of(found["hand_key"]) if found["hand_key"] else None
        place = f"{found['file']}:{found['line']}"
        yield found["code"], found["verdict"], Link(hand, target) if target else hand, found["message"], place, n


def _houses(figures: Figures) -> set[tuple[str, str]]:
    return {(house["name"], house["digest"]) for house in figures.result.manifest["houses"]}
