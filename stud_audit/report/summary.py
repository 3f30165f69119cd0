"""The report of an audited dataset: what was received, what was judged and what was not, and what was found.

Everything in it comes from the dataset, through pandas. It names no time and no place of its making, so that the
same dataset gives the same report.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple, dataclass, replace
from typing import Any, Final

from stud_audit.model.counted import number
from stud_audit.model.errors import InputError
from stud_audit.model.findings import ANSWERABLE, SEVERITIES
from stud_audit.report.comparison import comparison
from stud_audit.report.document import Bars, Cell, Code, Document, Link
from stud_audit.report.figures import NONE, Figures, Tally, WorstHand, rate
from stud_audit.report.first_page import first_page
from stud_audit.report.frames import AuditResult
from stud_audit.report.manifest import MANIFEST, check_reportable
from stud_audit.report.scope import inputs, scope

MOST_ROWS: Final = 50
"""Rows of a table that grows with the input: the rest is in the dataset."""
MOST_BARS: Final = 40


def summary(
    result: AuditResult,
    against: AuditResult | None = None,
    page_of: Callable[[str], str | None] = lambda key: None,
) -> Document:
    """The report. Raises `InputError` for a dataset that no audit wrote.

    `against` is an earlier dataset that it is compared with. `page_of` gives the address of the page of a hand, by the
    hand's key, None where it has none.
    """
    for each in (result, against):
        if each is not None:
            if each.manifest.get("settings", {}).get("command") != "audit":
                raise InputError(f"{each.folder}: the hands of this dataset were only read, and not audited")
            check_reportable(each.folder, each.manifest)
    figures = Figures(result)
    document = Document()
    document.heading(1, "Audit of stud hand histories")
    first_page(document, figures)
    if against is not None:
        comparison(document, figures, Figures(against), page_of)
    scope(document, figures)
    _findings(document, figures)
    _hands(document, figures.worst(MOST_ROWS), page_of)
    _money(document, figures)
    _method(document, result)
    inputs(document, figures)
    return document


# --- findings ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Part:
    """One way to count the findings. `most` limits the rows of what grows with the input."""

    title: str
    heads: tuple[str, ...]
    tallies: list[Tally]
    note: str = ""
    most: int | None = None
    bars: tuple[tuple[str, float], ...] = ()


def _findings(document: Document, figures: Figures) -> None:
    findings, audited = figures.findings, len(figures.audited)
    violations = int((findings["verdict"] == "violation").sum())
    reviews = len(findings) - violations
    document.heading(2, "Findings")
    document.say(
        f"{number(violations, 'violation')} and {number(reviews, 'review')}, in "
        f"{number(int(findings['hand_key'].nunique()), 'hand')}; {number(audited, 'hand')} audited. A violation breaks "
        "a rule under every reading that the house's text leaves open; a review breaks it under some readings only, or "
        "rests on a rule that the house does not state, and is for a person to decide."
    )
    if findings.empty:
        return
    document.say(
        "Rates are per 1,000 audited hands: of the row's house, table, stake, or day where it has one, else of all. "
        "Findings outside of hands have no table, stake, player, or day."
    )
    for part in _parts(figures):
        document.heading(3, part.title)
        if part.note:
            document.say(part.note)
        if any(height for _, height in part.bars):
            document.add(Bars(part.title, "violations per 1,000 hands", part.bars))
        _tallied(document, part)


def _parts(figures: Figures) -> Iterator[_Part]:
    house = ("house", "house_version")
    nobody = int(figures.findings["player"].isna().sum())
    of_player = f"Rates are per 1,000 audited hands that the player was dealt into. Findings of no player: {nobody}."
    severities = _worded(_in_order(figures.by(["severity"])), lambda key: SEVERITIES.get(key[0], ""))
    yield _Part("By severity", ("severity", "which is"), severities)
    who = _worded(figures.by(["who"]), lambda key: ANSWERABLE.get(key[0], ""))
    yield _Part("By the party that has to answer", ("who", "which is"), who)
    checks = figures.by(["code", "name", "severity"])
    yield _Part("By check", ("check", "name", "severity"), checks, bars=_bars(t for t in checks if t.violations))
    yield _Part("By house", ("house", "version"), figures.by(house, house, whole=True))
    cited = "A finding that cites several clauses counts for each of them."
    texts: dict[tuple[str, ...], str] = {
        (entry["name"], clause): text
        for entry in figures.result.manifest.get("houses", ())
        for clause, text in entry.get("clauses", {}).items()
    }
    clauses = _worded(figures.by_clause(), lambda key: texts.get(key, ""))
    yield _Part("By clause", ("house", "clause", "text"), clauses, cited)
    place = ("dialect", "place")
    tables = figures.by(place, place)
    quiet = len(figures.bases(place).keys() - {tally.key for tally in tables})
    without = f"{number(quiet, 'more table')} had no finding." if quiet else ""
    yield _Part("By table", ("site", "table"), tables, without, MOST_ROWS)
    stakes = figures.by(["stake"], ["stake"], whole=True)
    yield _Part("By stake", ("stake",), stakes, bars=_bars(_with_sizes(stakes)))
    yield _Part("By player", ("site", "player"), figures.by_player(), of_player, MOST_ROWS)
    days = _in_order(figures.by(["day"], ["day"], whole=True))
    yield _Part("By day", ("day",), days, bars=_bars(_with_sizes(_coarse(days))))


def _bars(tallies: Iterable[Tally]) -> tuple[tuple[str, float], ...]:
    rates = [(" ".join(tally.key), 1000 * tally.violations / tally.base) for tally in tallies if tally.base]
    return tuple(rates[:MOST_BARS])


def _with_sizes(tallies: list[Tally]) -> list[Tally]:
    """With the number of hands behind each key: a rate of few hands says little."""
    return [replace(tally, key=(*tally.key, f"({number(tally.base, 'hand')})")) for tally in tallies]


def _coarse(days: list[Tally]) -> list[Tally]:
    """Days as they are, or where a chart has no room for so many their months or years."""
    spans: dict[str, Tally] = {}
    for length in (len("2026-11-30"), len("2026-11"), len("2026")):
        spans.clear()
        for day in days:
            span = day.key[0] if day.key[0] == NONE else day.key[0][:length]
            sofar = spans.get(span, Tally((span,), 0, 0, 0, 0))
            sums = [one + more for one, more in zip(astuple(sofar)[1:], astuple(day)[1:], strict=True)]
            spans[span] = Tally((span,), *sums)
        if len(spans) <= MOST_BARS:
            break
    return list(spans.values())


def _in_order(tallies: list[Tally]) -> list[Tally]:
    return sorted(tallies, key=lambda tally: tally.key)


def _tallied(document: Document, part: _Part) -> None:
    numbers = ("hands", "with findings", "violations", "violations per 1,000", "reviews", "reviews per 1,000")
    document.table((*part.heads, *numbers), map(_row, part.tallies[: part.most]), right=numbers)
    if part.most is not None and len(part.tallies) > part.most:
        rest = part.tallies[part.most :]
        violations, reviews = sum(t.violations for t in rest), sum(t.reviews for t in rest)
        document.say(
            f"Not shown: {number(len(rest), 'row')} with {number(violations, 'violation')} and "
            f"{number(reviews, 'review')}, which the dataset has."
        )


def _row(tally: Tally) -> tuple[Cell, ...]:
    return (
        *tally.key,
        tally.base,
        tally.hands,
        tally.violations,
        rate(tally.violations, tally.base),
        tally.reviews,
        rate(tally.reviews, tally.base),
    )


def _worded(tallies: list[Tally], words: Callable[[tuple[str, ...]], str]) -> list[Tally]:
    """The tallies with words behind their keys."""
    return [replace(tally, key=(*tally.key, words(tally.key))) for tally in tallies]


def _hands(document: Document, worst: list[WorstHand], page_of: Callable[[str], str | None]) -> None:
    if not worst:
        return
    document.heading(3, "The hands with the gravest findings")
    document.say("By the gravest finding of each: violations first, then severity, and money effect.")
    heads = ("hand", "the gravest finding", "settlement", "money effect", "verdict", "checks", "clauses", "place")
    rows = []
    for hand in worst:
        target = page_of(hand.key)
        name: Cell = Link(hand.hand_id or "page", target) if target else hand.hand_id
        told = (hand.message, hand.settlement, hand.money, hand.verdict, hand.codes, hand.clauses)
        rows.append((name, *told, hand.place))
    document.table(heads, rows, right=("money effect",))


# --- money ---------------------------------------------------------------------------------------


def _money(document: Document, figures: Figures) -> None:
    document.heading(2, "Money")
    money = figures.money()
    if money:
        document.say(
            "The money effect of the findings that state one: chips that went wrong, or by which a stated total is "
            "wrong. Those of one hand may overlap; that of a review is one only if a person finds it wrong."
        )
        heads = ("check", "name", "verdict", "currency", "findings", "money effect")
        document.table(heads, money, right=("findings", "money effect"))
    else:
        document.say("No finding states a money effect.")
    rake = figures.rake()
    if rake:
        document.heading(3, "Rake against pot")
        document.say("Audited hands whose record states a rake.")
        rakes = ("stake", "hands", "pots", "rake", "share", "largest share of a hand")
        document.table(rakes, rake, right=rakes[1:])


# --- method --------------------------------------------------------------------------------------


def _method(document: Document, result: AuditResult) -> None:
    manifest = result.manifest
    document.heading(2, "Method and versions")
    document.say(
        "Every hand was replayed from its record alone, line by line, and each line was judged on the state before it "
        "and then taken as recorded. What a record does not show was not taken as right: it is counted above as not "
        "checkable. A finding says that a record and a rule do not agree; it does not say why."
    )
    tool = manifest.get("tool", {})
    settings = manifest["settings"]
    document.items(
        (
            f"Tool: {tool.get('name', '')} {tool.get('version', '')}",
            f"House asked for: {settings.get('house') or 'none; each hand by the house of its header or its site'}",
            f"Dialect asked for: {settings.get('dialect', 'auto')}; read as: {', '.join(manifest.get('dialects', ()))}",
            f"Checks reported ({len(settings.get('codes', ()))}): {', '.join(settings.get('codes', ()))}",
        )
    )
    document.say("Manifest of the dataset, SHA-256: ", Code(_digest(result)))
    document.heading(3, "Rules in force")
    heads = ("house", "title", "version", "from", "to", "hands", "outside its dates", "digest (SHA-256)")
    document.table(heads, _houses(manifest.get("houses", ())), right=("hands", "outside its dates"))


def _houses(houses: Iterable[dict[str, Any]]) -> Iterator[tuple[Cell, ...]]:
    for house in houses:
        yield (
            house["name"],
            house.get("title", ""),
            house["version"],
            *_days(house),
            house["hands"],
            house.get("hands_outside_dates", 0),
            Code(house["digest"]),
        )


def _days(house: dict[str, Any]) -> tuple[str, str]:
    """First and last day of effect."""
    begin, end = house.get("effective_from"), house.get("effective_to")
    return (begin or "", end or "") if begin or end else ("not known", "not known")


def _digest(result: AuditResult) -> str:
    return hashlib.sha256((result.folder / MANIFEST).read_bytes()).hexdigest()
