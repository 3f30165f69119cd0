"""The first page of a report: what was audited, how much could be judged, what was found, what it does not say."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

import pandas as pd

from stud_audit.model.counted import number
from stud_audit.model.findings import SEVERITIES
from stud_audit.report.document import Blanks, Code, Document, Warned
from stud_audit.report.figures import Figures, money_effect, percent, rate

_NOT_CONCLUDED: Final = (
    "That what is not checkable was right: the records do not show it, and it was not judged.",
    "That a review is a fault: it may be right, and a person has to decide it.",
    "That a finding tells intent, or who gained by it: it says that a record and a rule do not agree.",
    "That the deal was fair: no statement is made on the randomness of the cards.",
    "Anything of hands that are not among the inputs.",
)
_BLANKS: Final = ("Case", "Operator", "Period covered", "Name and office", "Date", "Signature")


def first_page(document: Document, figures: Figures) -> None:
    """In short, for who signs."""
    manifest = figures.result.manifest
    left_out = manifest["settings"].get("left_out", ())
    if left_out:
        document.add(Warned(f"Not all checks were asked for. Left out: {', '.join(left_out)}."))
    document.heading(2, "In short")
    document.say(_audited(figures))
    document.items(_judged(figures))
    _verdicts(document, figures)
    document.heading(3, "The worst of it")
    gravest = _gravest(figures)
    document.items(gravest) if gravest else document.say("Nothing was found.")
    document.heading(3, "What must not be concluded")
    document.items(_NOT_CONCLUDED)
    document.heading(3, "Signed for")
    document.add(Blanks(_BLANKS))
    document.say("Root of the dataset: ", Code(manifest.get("root", "none")))


def _audited(figures: Figures) -> str:
    manifest = figures.result.manifest
    days = figures.audited["day"].dropna()
    period = f", played from {days.min()} to {days.max()}" if len(days) else ", of which no day is recorded"
    names = ", ".join(f"{house['name']} ({number(house['hands'], 'hand')})" for house in manifest["houses"])
    read = ", ".join(manifest["dialects"]) or "nothing"
    files = number(manifest["counts"]["files"]["read"], "input")
    return (
        f"{number(len(figures.audited), 'hand')} audited{period}, out of {files} read as {read}. They were "
        f"judged by the rules of {names or 'nobody'}."
    )


def _judged(figures: Figures) -> list[str]:
    seen = figures.result.manifest["counts"]["hands"]
    audited, retold = len(figures.audited), len(figures.retold)
    share = f" ({percent(Decimal(audited) / seen['seen'])})" if seen["seen"] else ""
    others = (
        (seen["refused"], "could not be read"),
        (seen["ignored"], "of other games"),
        (seen["parsed"] - audited - retold, "of variants that are not audited, or of houses that are not known"),
        (retold, "told again by another record, with which they count"),
    )
    rest = ", ".join(f"{count} {why}" for count, why in others if count)
    told = [f"{audited} of {number(seen['seen'], 'hand')} received were judged{share}{f': {rest}' if rest else ''}."]
    if unread := figures.result.manifest["counts"]["files"]["unreadable"]:
        told.append(f"{number(unread, 'input')} could not be read, or not to the end: the last part names them.")
    coverage = figures.result.coverage
    rows = coverage[coverage["clause"].notna()]
    if len(rows):
        asked = rows[["passed", "violations", "reviews"]].sum(axis=1)
        by_clause = asked.groupby([rows["house"], rows["clause"]]).sum()
        blind = rows["not_checkable"].groupby([rows["house"], rows["clause"]]).sum()
        told.append(
            f"Of {len(by_clause)} clauses of these houses and of the game {int((by_clause > 0).sum())} were judged in "
            f"at least one hand; for {int(((by_clause == 0) & (blind > 0)).sum())} the records lack what it takes; "
            "nothing called for the others."
        )
    return told


def _verdicts(document: Document, figures: Figures) -> None:
    findings, hands = figures.findings, len(figures.audited)
    rows = []
    for verdict in ("violation", "review"):
        of = findings[findings["verdict"] == verdict]
        money = "; ".join(money_effect(of)) or "none stated"
        rows.append((f"{verdict}s", len(of), rate(len(of), hands), int(of["hand_key"].nunique()), money))
    heads = ("verdict", "findings", "per 1,000 hands", "hands affected", "money effect")
    document.table(heads, rows, right=heads[1:])


def _gravest(figures: Figures) -> list[str]:
    """The three gravest kinds of finding."""
    findings = figures.findings
    kinds = []
    for key, group in findings.groupby(["verdict", "severity", "code", "name"], observed=True, sort=True):
        verdict, severity, code, name = map(str, key)
        amounts = [Decimal(0) if pd.isna(effect) else effect for effect in group["money_effect"]]
        worst = group.iloc[amounts.index(max(amounts))]
        chips = money_effect(group)
        text = f"{code} {name}: {number(len(group), verdict)} ({SEVERITIES[severity]})"
        text += f", money effect {' and '.join(chips)}" if chips else ""
        hand = "" if pd.isna(worst["hand_id"]) else f"hand {worst['hand_id']}, "
        which = "" if len(group) == 1 else "the gravest in "
        text += f"; {which}{hand}{worst['file']}:{worst['line']}: {worst['message']}"
        kinds.append(((verdict == "review", severity, -sum(amounts), -len(group)), text))
    return [text for _, text in sorted(kinds, key=lambda kind: kind[0])[:3]]
