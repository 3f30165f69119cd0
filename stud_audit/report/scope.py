"""The first part of a report: what was received, what became of it, and what could not be judged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pandas as pd

from stud_audit.model.counted import number
from stud_audit.report.document import Cell, Code, Document
from stud_audit.report.figures import NONE, Figures

_LACKS_NAMED: Final = 6


def scope(document: Document, figures: Figures) -> None:
    """Hands received and audited, and what the records do not show."""
    document.heading(2, "Scope and completeness")
    _hands(document, figures)
    _not_judged(document, figures)


def inputs(document: Document, figures: Figures) -> None:
    """The inputs with their digests, and what was wrong with them: the last part, since it may be long."""
    manifest = figures.result.manifest
    document.heading(2, "Inputs")
    heads = (
        "input",
        "bytes",
        "lines",
        "hands",
        "parsed",
        "refused",
        "ignored",
        "lines outside hands",
        "read as",
        "SHA-256",
    )
    numbers = heads[1:8]
    document.table(heads, _inputs(manifest.get("inputs", ())), right=numbers)
    for head, key in (("What was wrong with inputs:", "problems"), ("Not read:", "not_read")):
        if manifest.get(key):
            document.say(head)
            document.items(f"{problem['path']}: {problem['text']}" for problem in manifest[key])


def _inputs(entries: Any) -> Iterator[tuple[Cell, ...]]:
    for entry in entries:
        hands = entry["hands"]
        if entry["status"] == "not-read":
            continue  # these are listed with the reasons
        read_as = {"archive": "archive", "summaries": "tournament summaries"}
        how = read_as.get(entry["status"]) or ", ".join((entry["encoding"] or "not text", *entry["dialects"]))
        digest = Code(entry["sha256"]) if entry["sha256"] else "not read to its end"
        counts = (hands["seen"], hands["parsed"], hands["refused"], hands["ignored"], entry["stray_lines"])
        yield (entry["path"], entry["bytes"], entry["lines"], *counts, how, digest)


def _hands(document: Document, figures: Figures) -> None:
    manifest = figures.result.manifest
    counts = manifest["counts"]
    seen, files = counts["hands"], counts["files"]
    hands, audited = figures.hands, figures.audited
    retold = len(figures.retold)
    document.say(
        f"{number(seen['seen'], 'hand')} received = {seen['parsed']} parsed + {seen['refused']} refused + "
        f"{seen['ignored']} ignored, in {number(counts['lines'], 'line')} of {number(files['read'], 'file')} "
        "with hands."
    )
    document.say(
        f"{number(files['seen'], 'file')} found = {files['read']} with hands + {files['summaries']} of tournament "
        f"summaries + {files['archives']} archives + {files['not_read']} not read + {files['unreadable']} unreadable."
    )
    document.items(
        (
            f"Audited: {len(audited)}",
            f"Of these cut off, and judged as far as the record goes: {int(audited['truncated'].sum())}",
            f"Parsed and not audited: {seen['parsed'] - len(audited) - retold}",
        )
    )
    if retold:
        document.say(
            f"{retold} more of the hands parsed tell again what another record tells, and count with that one."
        )
    reasons = (
        ("refused", "Refused: the record could not be read", hands["status"] == "refused"),
        ("ignored", "Ignored: games outside the stud family", hands["status"] == "ignored"),
        (
            "variant",
            "Parsed and not audited: other variants, and houses that are not known",
            hands["status"].eq("parsed") & hands["problem"].notna(),
        ),
    )
    for head, title, chosen in reasons:
        rows = list(_reasons(hands[chosen]))
        if rows:
            document.heading(3, title)
            document.table((head, "hands", "first"), rows, right=("hands",))


def _reasons(hands: pd.DataFrame) -> Iterator[tuple[Cell, ...]]:
    """The reasons in the order of their numbers, each with its first hand."""
    if hands.empty:
        return
    grouped = hands.groupby(hands["problem"].fillna(NONE), sort=True)
    found = [(str(reason), len(group), group.iloc[0]) for reason, group in grouped]
    for reason, count, first in sorted(found, key=lambda row: (-row[1], row[0])):
        number = "" if pd.isna(first["hand_id"]) else f", hand {first['hand_id']}"
        yield reason, count, f"{first['file']}:{first['first_line']}{number}"


# --- what could not be judged ------------------------------------------------------------------


def _not_judged(document: Document, figures: Figures) -> None:
    coverage = figures.result.coverage
    document.heading(3, "What could not be judged")
    if coverage.empty:
        document.say("No hand was judged.")
        return
    document.say(
        "A hand counts once under each clause and check: as judged where a fault was found or nothing was lacking, as "
        "not checkable where the record lacked data."
    )
    verdicts = ["passed", "violations", "reviews"]
    coverage = coverage.assign(judged=coverage[verdicts].sum(axis=1))
    for house in figures.result.manifest.get("houses", ()):
        rows = coverage[(coverage["house"] == house["name"]) & (coverage["house_version"] == house["version"])]
        _of_house(document, house, rows[rows["clause"].notna()])


def _of_house(document: Document, house: dict[str, Any], rows: pd.DataFrame) -> None:
    texts = house.get("clauses", {})
    clauses = rows.groupby("clause", sort=False)[["judged", "violations", "reviews", "not_checkable"]].sum()
    judged = clauses["judged"] > 0
    blind = clauses[~judged & (clauses["not_checkable"] > 0)]
    idle = clauses[~judged & (clauses["not_checkable"] == 0)]
    violated = int((clauses["violations"] > 0).sum())
    document.say(
        f"{house['name']}, version {house['version']}: of {len(clauses)} clauses of this house and the game, "
        f"{int(judged.sum())} judged, {violated} violated, {len(blind)} not checkable in these records, and "
        f"{len(idle)} did not come up. Where the house is silent, the clauses of its fallback are among them."
    )
    lacking = rows[rows["not_checkable"] > 0]
    if not lacking.empty:
        heads = ("clause", "text", "check", "hands judged", "not checkable", "the records lack")
        name = f"not judged, {house['name']}"
        document.table(heads, _lacking(lacking, texts), right=("hands judged", "not checkable"), name=name)
    if len(idle):
        document.say(f"Nothing in these hands called for: {', '.join(idle.index)}.")


def _lacking(rows: pd.DataFrame, texts: dict[str, str]) -> Iterator[tuple[Cell, ...]]:
    """The clauses and checks that could not judge some hands, with the number of those and of the others."""
    columns = (rows[name].tolist() for name in ("clause", "code", "judged", "not_checkable", "missing"))
    for clause, code, judged, blind, missing in zip(*columns, strict=True):
        yield clause, texts.get(clause, ""), code, judged, blind, _lacks(list(missing))


def _lacks(missing: list[str]) -> str:
    more = len(missing) - _LACKS_NAMED
    return "; ".join(missing[:_LACKS_NAMED]) + (f"; and {more} more" if more > 0 else "")
