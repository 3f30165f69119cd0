"""`explain`: one hand for people."""

from __future__ import annotations

import sys
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stud_audit.cli.options import DialectOption, HouseOption, JobsOption, Paths
from stud_audit.cli.streams import complain_of
from stud_audit.model.errors import UsageError

if TYPE_CHECKING:
    from stud_audit.explain import Found, Search, Story


class ExplainFormat(StrEnum):
    """Formats of one hand."""

    text = "text"
    html = "html"
    json = "json"


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no day such as 2026-11-20.") from None


def explain(
    paths: Paths,
    hand: Annotated[str, typer.Option(metavar="ID", help="The site's number of the hand, or its key in a dataset.")],
    house: HouseOption = None,
    dialect: DialectOption = "auto",
    output_format: Annotated[
        ExplainFormat | None, typer.Option("--format", help="html: a page that steps through the hand; else text.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write it there; else it is printed.")
    ] = None,
    options: Annotated[
        bool, typer.Option("--options", help="Tell at every action whose turn it was and what they might do.")
    ] = False,
    redact: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="Hide what this player was not entitled to see.")
    ] = None,
    case: Annotated[str | None, typer.Option(metavar="ID", help="Write a dispute file of this number.")] = None,
    complaint_date: Annotated[
        date | None, typer.Option(parser=_day, metavar="YYYY-MM-DD", help="The day of the complaint.")
    ] = None,
    enquiry_date: Annotated[
        date | None, typer.Option(parser=_day, metavar="YYYY-MM-DD", help="The day of a dispute body's enquiry.")
    ] = None,
    ruling: Annotated[str | None, typer.Option(metavar="TEXT", help="An arbiter's own ruling, beside ours.")] = None,
    reason: Annotated[str | None, typer.Option(metavar="TEXT", help="The arbiter's reason.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where the dispute file goes.")] = None,
    jobs: JobsOption = 1,
) -> None:
    """Explain one hand.

    What was found and who is owed what, then street by street, then the settlement.

    With --case, --complaint-date, and --out a dispute file: page, text, JSON, and record of the hand, the clauses in
    force, and the dates on which answers are due.
    """
    _check_case(case, complaint_date, enquiry_date, ruling, reason, out)
    if case is not None and (output_format or output):
        raise UsageError("a dispute file has page, text, and JSON: --format and -o are of a hand alone")
    from stud_audit.explain import find_hands
    from stud_audit.explain.redact import redacted, seat_of
    from stud_audit.model.events import SeatTaken
    from stud_audit.pipeline import Audit
    from stud_audit.render.progress import ProgressBar

    with ProgressBar(sys.stderr) as bar:
        audit = Audit(paths, house, dialect, jobs=jobs, on_progress=bar.advance)
        search = find_hands(audit, hand)
    if search.found:
        viewer = None
        if redact is not None:
            _only(search, hand, "--redact")
            viewer = seat_of(search.found[0].result.hand, redact)
            seats = search.found[0].result.hand.events
            redact = next(one.player for one in seats if isinstance(one, SeatTaken) and one.seat == viewer)
            search.found[0] = redacted(search.found[0], viewer, audit.summary.codes)
        if case is not None and complaint_date is not None and out is not None:
            from stud_audit.explain.case import Case
            from stud_audit.explain.case_files import case_files, write_case

            about = Case(case, complaint_date, enquiry_date, ruling, reason, redact)
            write_case(out, case_files(_story(_only(search, hand, "--case")), about, viewer, options))
        elif output_format in (None, ExplainFormat.text):
            _print_text(search, options, output)
        else:
            _print_one(_only(search, hand, f"--format {output_format}"), output_format, viewer, output)
    complain_of(audit.summary.troubles())
    if search.hands and not search.found:
        raise search.in_vain(hand)
    if audit.summary.failed():
        raise typer.Exit(2)


def _check_case(
    case: str | None,
    complaint: date | None,
    enquiry: date | None,
    ruling: str | None,
    reason: str | None,
    out: Path | None,
) -> None:
    if case is None:
        given = {"--complaint-date": complaint, "--enquiry-date": enquiry, "--ruling": ruling, "--reason": reason}
        alone = [name for name, value in (*given.items(), ("--out", out)) if value is not None]
        if alone:
            raise UsageError(f"{alone[0]} is of a dispute file: --case ID is missing")
        return
    if complaint is None:
        raise UsageError("a dispute file needs --complaint-date: the final response is due eight weeks from it")
    if out is None:
        raise UsageError("a dispute file needs --out FOLDER")
    if enquiry is not None and enquiry < complaint:
        raise UsageError(f"the enquiry of {enquiry} is of a day before the complaint of {complaint}")
    if reason is not None and ruling is None:
        raise UsageError("--reason is that of a --ruling, which is missing")


def _only(search: Search, hand: str, what: str) -> Found:
    """The one hand found. Several are named by their keys."""
    if len(search.found) + search.more > 1:
        each = ", ".join(f"{found.result.hand.file} {found.result.hand.key}" for found in search.found[:5])
        raise UsageError(f"{what} is of one hand, and more bear the id {hand!r}; ask for one by its key: {each}")
    return search.found[0]


def _story(found: Found) -> Story:
    from stud_audit.explain import tell

    return tell(found.result.hand, found.result.house, found.findings, found.input_digest)


def _print_text(search: Search, options: bool, output: Path | None) -> None:
    from stud_audit.explain import story_lines
    from stud_audit.render.styled import Line, Output, plain

    lines: list[Line] = []
    count = len(search.found) + search.more
    for number, found in enumerate(search.found, 1):
        if count > 1:
            lines.append([(f"{number} of {count} hands with this id", "label")])
        lines += [*story_lines(_story(found), options), []]
    if search.more:
        lines.append([(f"{search.more} more hands with this id are not shown", "label")])
    if output is None:
        Output(sys.stdout).write(lines)
    else:
        _write(output, plain(lines))


def _print_one(found: Found, form: ExplainFormat | None, viewer: int | None, output: Path | None) -> None:
    if form is ExplainFormat.json:
        import json

        from stud_audit.explain.data import story_data

        text = json.dumps(story_data(_story(found)), indent=1) + "\n"
    else:
        from stud_audit.explain.page import page

        text = page(_story(found), viewer)
    if output is None:
        sys.stdout.write(text)
    else:
        _write(output, text)


def _write(output: Path, text: str) -> None:
    from stud_audit.ingest.writers.files import appearing

    with appearing(output) as file:
        file.write(text)
