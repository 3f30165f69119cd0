"""The report of an audited dataset: what was received, what was judged and what was not, and what was found.

Everything in it comes from the dataset, through pandas. It names no time and no place of its making, so that the
same dataset gives the same report.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from stud_audit.model.errors import InputError
from stud_audit.report.comparison import comparison
from stud_audit.report.document import Bars, Cell, Code, Document, Link
from stud_audit.report.figures import Figures, Tally, WorstHand, rate
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
        comparison(document, figures, Figures(against))
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
    chart: bool = False


def _findings(document: Document, figures: Figures) -> None:
    findings, audited = figures.findings, len(figures.audited)
    violations = int((findings["verdict"] == "violation").sum())
    reviews = len(findings) - violations
    document.heading(2, "Findings")
    document.say(
        f"{violations} violations and {reviews} reviews, in {int(findings['hand_key'].nunique())} hands; {audited} "
        "hands were audited. A violation breaks a rule under every reading that the house's text leaves open; a review "
        "breaks it under some readings only, or rests on a rule that the house does not state, and is for a person to "
        "decide."
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
        if part.chart:
            bars = [(" ".join(tally.key), 1000 * tally.violations / tally.base) for tally in part.tallies if tally.base]
            if any(height for _, height in bars):
                document.add(Bars(part.title, "violations per 1,000 hands", tuple(bars[:MOST_BARS])))
        _tallied(document, part)


def _parts(figures: Figures) -> Iterator[_Part]:
    house = ("house", "house_version")
    nobody = int(figures.findings["player"].isna().sum())
    of_player = f"Rates are per 1,000 audited hands that the player was dealt into. Findings of no player: {nobody}."
    yield _Part("By severity", ("severity",), _in_order(figures.by(["severity"])))
    yield _Part("By the party that has to answer", ("who",), figures.by(["who"]))
    yield _Part("By check", ("check", "name", "severity"), figures.by(["code", "name", "severity"]), chart=True)
    yield _Part("By house", ("house", "version"), figures.by(house, house))
    cited = "A finding that cites several clauses counts for each of them."
    yield _Part("By clause", ("house", "clause", "text"), _with_texts(figures), cited)
    place = ("dialect", "place")
    yield _Part("By table", ("site", "table"), figures.by(place, place), most=MOST_ROWS)
    yield _Part("By stake", ("stake",), figures.by(["stake"], ["stake"]), chart=True)
    yield _Part("By player", ("site", "player"), figures.by_player(), of_player, MOST_ROWS)
    yield _Part("By day", ("day",), _in_order(figures.by(["day"], ["day"])), chart=True)


def _in_order(tallies: list[Tally]) -> list[Tally]:
    return sorted(tallies, key=lambda tally: tally.key)


def _tallied(document: Document, part: _Part) -> None:
    numbers = ("hands", "with findings", "violations", "violations per 1,000", "reviews", "reviews per 1,000")
    document.table((*part.heads, *numbers), map(_row, part.tallies[: part.most]), right=numbers)
    if part.most is not None and len(part.tallies) > part.most:
        rest = part.tallies[part.most :]
        violations, reviews = sum(t.violations for t in rest), sum(t.reviews for t in rest)
        document.say(f"{len(rest)} more rows, with {violations} violations and {reviews} reviews, are in the dataset.")


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


def _with_texts(figures: Figures) -> list[Tally]:
    texts: dict[tuple[str, ...], str] = {
        (house["name"], clause): text
        for house in figures.result.manifest.get("houses", ())
        for clause, text in house.get("clauses", {}).items()
    }
    return [
        Tally((*tally.key, texts.get(tally.key, "")), tally.violations, tally.reviews, tally.hands, tally.base)
        for tally in figures.by_clause()
    ]


def _hands(document: Document, worst: list[WorstHand], page_of: Callable[[str], str | None]) -> None:
    if not worst:
        return
    document.heading(3, "The hands with the gravest findings")
    heads = ("hand", "the gravest", "moved", "severity", "checks", "clauses", "violations", "reviews", "table", "place")
    rows = []
    for hand in worst:
        target = page_of(hand.key)
        number: Cell = Link(hand.hand_id, target) if target else hand.hand_id
        told = (hand.message, hand.moved, hand.severity, hand.codes, hand.clauses)
        rows.append((number, *told, hand.violations, hand.reviews, hand.table, hand.place))
    document.table(heads, rows, right=("violations", "reviews", "moved"))


# --- money ---------------------------------------------------------------------------------------


def _money(document: Document, figures: Figures) -> None:
    document.heading(2, "Money")
    moved = figures.money()
    if moved:
        document.say("Chips that went wrong, by the findings that say how many; those of one hand may overlap.")
        document.table(("check", "name", "currency", "findings", "moved"), moved, right=("findings", "moved"))
    else:
        document.say("No finding moved money.")
    rake = figures.rake()
    if rake:
        document.heading(3, "Rake against pot")
        document.say("Audited hands whose record states a rake.")
        heads = ("stake", "hands", "pots", "rake", "share", "largest share of a hand")
        document.table(heads, rake, right=heads[1:])


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
