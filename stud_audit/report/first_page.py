"""The first page of a report: what was audited, how much could be judged, what was found, what it does not say."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

import pandas as pd

from stud_audit.report.document import Blanks, Code, Document, Warned
from stud_audit.report.figures import Figures, moved, percent, rate

_NOT_CONCLUDED: Final = (
    "That what is not checkable was right: the records do not show it, and it was not judged.",
    "That a finding tells intent, or who gained by it: it says that a record and a rule do not agree.",
    "That the deal was fair: no statement is made on the randomness of the cards.",
    "Anything of hands that are not among the inputs.",
)
_BLANKS: Final = ("Case", "Operator", "Period covered by the order", "Name and office", "Date", "Signature")


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
    names = ", ".join(f"{house['name']} ({house['hands']})" for house in manifest["houses"])
    read = ", ".join(manifest["dialects"]) or "nothing"
    inputs = manifest["counts"]["files"]["read"]
    plural = "" if inputs == 1 else "s"
    return (
        f"{len(figures.audited)} hands were audited{period}, out of {inputs} input{plural} read as {read}. They were "
        f"judged by the rules of {names or 'nobody'}."
    )


def _judged(figures: Figures) -> list[str]:
    seen = figures.result.manifest["counts"]["hands"]
    audited, retold = len(figures.audited), len(figures.retold)
    share = f" ({percent(Decimal(audited) / seen['seen'])})" if seen["seen"] else ""
    received = (
        f"{audited} of {seen['seen']} hands received were judged{share}; {seen['refused']} were refused, "
        f"{seen['ignored']} are of other games, "
        f"{seen['parsed'] - audited - retold} of variants that are not audited, or of houses that are not known"
        + (f"; {retold} tell again what another record tells, and count with it." if retold else ".")
    )
    told = [received]
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
        rows.append((f"{verdict}s", len(of), rate(len(of), hands), int(of["hand_key"].nunique())))
    heads = ("verdict", "findings", "per 1,000 hands", "hands with one")
    document.table(heads, rows, right=heads[1:])
    if wrong := moved(findings):
        document.say(f"Chips that went wrong, by the findings that say how many: {'; '.join(wrong)}.")


def _gravest(figures: Figures) -> list[str]:
    """The three gravest kinds of finding."""
    findings = figures.findings
    kinds = []
    for (verdict, severity, code, name), group in findings.groupby(
        ["verdict", "severity", "code", "name"], observed=True, sort=True
    ):
        first, money = group.iloc[0], group["money_effect"].dropna()
        chips = moved(group)
        text = f"{code} {name}: {len(group)} {verdict}{'' if len(group) == 1 else 's'}"
        text += f", {' and '.join(chips)} moved" if chips else ""
        number = "" if pd.isna(first["hand_id"]) else f"hand {first['hand_id']}, "
        text += f"; the first in {number}{first['file']}:{first['line']}: {first['message']}"
        kinds.append(((verdict == "review", severity, -(money.sum() if len(money) else 0), -len(group)), text))
    return [text for _, text in sorted(kinds, key=lambda kind: kind[0])[:3]]
