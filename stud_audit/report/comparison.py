"""A dataset against an earlier one: which findings are new, which are gone, and which are still there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final, get_args

import pyarrow as pa

from stud_audit.model.counted import number
from stud_audit.model.findings import MEANING, Verdict, meaning
from stud_audit.report.document import Cell, Document, Link, Warned
from stud_audit.report.figures import Figures, rate

_SHOWN: Final = 25
_CODE, _VERDICT = MEANING.index("code"), MEANING.index("verdict")
_Meaning = tuple[Any, ...]


@dataclass(slots=True)
class _Findings:
    """How often each meaning occurs in a dataset, and the first finding of it."""

    times: Counter[_Meaning]
    first: dict[_Meaning, dict[str, Any]]

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


def comparison(document: Document, now: Figures, then: Figures, page_of: Callable[[str], str | None]) -> None:
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
    new, gone = after.times - before.times, before.times - after.times
    counts = list(map(_by_check, (before.times, after.times, new, gone, after.times & before.times)))
    heads = ("earlier", "per 1,000", "now", "per 1,000 now", "new", "gone", "still there")

    def row(checks: Collection[tuple[str, str]]) -> tuple[Cell, ...]:
        earlier, later, *rest = (sum(each[check] for check in checks) for each in counts)
        return (earlier, rate(earlier, len(then.audited)), later, rate(later, len(now.audited)), *rest)

    names = {
        (key[_CODE], key[_VERDICT]): found["name"] for each in (before, after) for key, found in each.first.items()
    }
    verdicts = [
        (f"{verdict}s", *row([check for check in names if check[1] == verdict])) for verdict in get_args(Verdict)
    ]
    document.table(("verdict", *heads), verdicts, right=heads)
    if names:
        document.heading(3, "Check by check")
        rows = [(check[0], names[check], check[1], *row([check])) for check in sorted(names)]
        document.table(("check", "name", "verdict", *heads), rows, right=heads)
    for title, times, first in (("New", new, after.first), ("Gone", gone, before.first)):
        if times:
            document.heading(3, title)
            told = list(_rows(times, first, page_of))
            document.table(("check", "verdict", "hand", "what was found", "place", "times"), told[:_SHOWN], ("times",))
            if len(told) > _SHOWN:
                document.say(f"{len(told) - _SHOWN} more are in the datasets.")


def _by_check(times: Counter[_Meaning]) -> Counter[tuple[str, str]]:
    """How many of these there are of each code and verdict."""
    found: Counter[tuple[str, str]] = Counter()
    for key, n in times.items():
        found[key[_CODE], key[_VERDICT]] += n
    return found


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
    times: Counter[_Meaning], first: dict[_Meaning, dict[str, Any]], page_of: Callable[[str], str | None]
) -> Iterator[tuple[Cell, ...]]:
    for key, n in sorted(times.items(), key=lambda pair: tuple(map(str, pair[0][1:]))):
        found = first[key]
        hand = found["hand_id"] or ""
        target = page_of(found["hand_key"]) if found["hand_key"] else None
        place = f"{found['file']}:{found['line']}"
        yield found["code"], found["verdict"], Link(hand, target) if target else hand, found["message"], place, n


def _houses(figures: Figures) -> set[tuple[str, str]]:
    return {(house["name"], house["digest"]) for house in figures.result.manifest["houses"]}
