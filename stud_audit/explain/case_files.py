"""A dispute file: one hand as evidence, in the order in which dispute bodies rule.

Circumstances, the clause that governs them, and the basis of settlement; and an arbiter's own ruling beside the
computed outcome, never instead of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from stud_audit.explain.case import WEEKENDS_ONLY, Case
from stud_audit.explain.data import story_data, tool_name
from stud_audit.explain.page import page
from stud_audit.explain.story import Story
from stud_audit.explain.text import house_words, settlement_lines, story_lines
from stud_audit.explain.verdict import Outcome, outcome
from stud_audit.ingest.writers.files import appearing_folder
from stud_audit.model.errors import InputError
from stud_audit.render.styled import Line, plain, wrapped


def case_files(story: Story, case: Case, viewer: int | None, options: bool = False) -> dict[str, str]:
    """Name to text of each file of the dispute file.

    `case.txt` and `case.json` are the case in words and as data, `hand.html` is the hand to be stepped through,
    `hand.txt` the record of the hand as it stands in the log (redacted where the case is), `clauses.txt` all clauses
    of the house in force, and `SHA256SUMS` has the digest of each. With `options` the text tells every turn in full.
    """
    told = outcome(story)
    raw = story.hand.text
    files = {
        "case.txt": plain(_case_lines(story, case, told, options)),
        "case.json": json.dumps(_case_data(story, case, raw), indent=1) + "\n",
        "hand.html": page(story, viewer, case),
        "hand.txt": raw,
        "clauses.txt": plain(_clause_lines(story)),
    }
    sums = [f"{_digest(text)}  {name}\n" for name, text in sorted(files.items())]
    return files | {"SHA256SUMS": "".join(sums)}


def write_case(folder: Path, files: dict[str, str]) -> None:
    """Write the dispute file, all of it or nothing.

    Raises `InputError` where the folder is there already, or cannot be written.
    """
    try:
        with appearing_folder(folder) as draft:
            for name, text in files.items():
                (draft / name).write_bytes(_bytes(text))
    except FileExistsError as error:
        raise InputError(f"{folder}: is there already; a dispute file is never overwritten") from error
    except OSError as error:
        raise InputError(f"{folder}: {error.strerror or error}") from error


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _digest(text: str) -> str:
    return hashlib.sha256(_bytes(text)).hexdigest()


def _case_data(story: Story, case: Case, raw: str) -> dict[str, object]:
    dates = {
        "complaint": case.complaint.isoformat(),
        "final_response_due": case.response_due.isoformat(),
        "enquiry": case.enquiry.isoformat() if case.enquiry else None,
        "answer_due": case.answer_due.isoformat() if case.answer_due else None,
        "working_days": WEEKENDS_ONLY,
    }
    data = story_data(story)
    return {
        "case": case.id,
        "dates": dates,
        "redacted_for": case.redacted_for,
        "record_sha256": _digest(raw),
        "circumstances": {key: data[key] for key in ("hand", "findings", "steps", "tables", "seats", "raw")},
        "governing_clause": {"house": data["house"], "clauses": data["outcome"]["clauses"]},
        "settlement_basis": {"computed": asdict(outcome(story)), "settlement": data["settlement"]},
        "ruling": {"by": "arbiter", "ruling": case.ruling, "reason": case.reason} if case.ruling else None,
        "tool": data["tool"],
    }


def _case_lines(story: Story, case: Case, told: Outcome, options: bool) -> Iterator[Line]:
    yield [(f"Case {case.id}", "label")]
    yield [(f"Complaint of {case.complaint}: final response due by {case.response_due} (eight weeks).", "")]
    if case.enquiry is not None:
        text = f"Enquiry of the dispute body of {case.enquiry}: answer due by {case.answer_due} (ten working days)."
        yield from wrapped([("", "")], f"{text} {WEEKENDS_ONLY}")
    if case.redacted_for is not None:
        yield from wrapped([("", "")], f"As {case.redacted_for} was entitled to see the hand; other cards are hidden.")
    yield []
    yield [("1. Circumstances", "label")]
    yield []
    yield from story_lines(story, options, settle=False)
    yield []
    yield [("2. Governing clause", "label")]
    for clause in told.clauses:
        text = f"{clause.text} (of {clause.house}, which stands in)" if clause.house else clause.text
        yield from wrapped([(f"  {clause.id}: ", "label")], text)
    if not told.clauses:
        yield [("  No clause is in question.", "")]
    yield []
    yield [("3. Settlement basis", "label")]
    yield from wrapped([("  ", "")], told.owed)
    if story.account is not None:
        yield from settlement_lines(story.account, story.hand.header.currency)
    yield []
    yield [("Ruling", "label")]
    yield from wrapped([("  computed: ", "")], f"{told.headline}. {told.found}")
    if case.ruling:
        yield from wrapped([("  of the arbiter: ", "")], case.ruling)
        yield from wrapped([("  for the reason: ", "")], case.reason or "none is given")
    else:
        yield [("  of the arbiter: none is recorded", "")]
    yield []
    yield [("Digests (SHA-256)", "label")]
    yield [(f"  hand.txt, the record{' as redacted' if case.redacted_for else ''}: {_digest(story.hand.text)}", "")]
    if story.input_digest:
        yield [(f"  {story.hand.file}: {story.input_digest}", "")]
    yield [(f"  house {story.house.name}, version {story.house.version}: {story.house.digest}", "")]
    yield [(f"Made by {tool_name()}.", "")]


def _clause_lines(story: Story) -> Iterator[Line]:
    house = story.house
    yield [(house_words(house), "label")]
    yield [(f"digest {house.digest}", "faint")]
    for title, clauses in (
        ("Of the house", house.clauses),
        ("Of the houses that stand in where it is silent", house.fallback_clauses),
        ("Of the game itself", house.game_clauses),
    ):
        if clauses:
            yield []
            yield [(title, "label")]
        for clause in clauses:
            yield from wrapped([(f"{clause.id}: ", "label")], clause.text)
