"""`report`: the report of an audited dataset."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stud_audit.cli.streams import complain, print_text
from stud_audit.model.counted import number
from stud_audit.model.errors import InputError, UsageError

if TYPE_CHECKING:
    from stud_audit.report.document import Document
    from stud_audit.report.frames import AuditResult


class ReportFormat(StrEnum):
    """Formats of a report."""

    markdown = "markdown"
    html = "html"
    csv = "csv"
    xlsx = "xlsx"


def report(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="A dataset that `audit --out` wrote.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write it there; else it is printed. A folder for csv."),
    ] = None,
    output_format: Annotated[
        ReportFormat, typer.Option("--format", help="csv and xlsx have the tables and all findings.")
    ] = ReportFormat.markdown,
    pages: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write a page for each of the hands with the gravest findings."),
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="DIR", help="An earlier dataset: what is new, gone, and still there.")
    ] = None,
) -> None:
    """Report on an audited dataset.

    In short and to be signed, then completeness, findings, money, method, and inputs.
    """
    from stud_audit.report.figures import Figures
    from stud_audit.report.frames import AuditResult
    from stud_audit.report.summary import MOST_ROWS, summary

    if output is None and output_format in (ReportFormat.csv, ReportFormat.xlsx):
        raise UsageError(f"--format {output_format} needs -o: {'a folder' if output_format == 'csv' else 'a file'}")
    if output is not None and not output.parent.is_dir():
        raise InputError(f"{output.parent}: there is no such folder")
    result, earlier = AuditResult(folder), AuditResult(against) if against else None
    page_of: Callable[[str], str | None] = lambda key: None  # noqa: E731
    if pages is not None:
        written = _write_pages(result, pages, [hand.key for hand in Figures(result).worst(MOST_ROWS)])
        beside = output.parent if output else Path()
        page_of = {key: os.path.relpath(path, beside).replace(os.sep, "/") for key, path in written.items()}.get
    document = summary(result, earlier, page_of)
    _put_out(document, result, output_format, output)


def _into_folder(folder: Path, files: Iterable[tuple[str, str]]) -> None:
    """Files of a folder, each of which is there when it is complete; a folder that is new is so as a whole."""
    from stud_audit.ingest.writers.files import appearing, appearing_folder

    with nullcontext(folder) if folder.is_dir() else appearing_folder(folder) as place:
        for name, text in files:
            with appearing(place / name) as file:
                file.write(text)


def _write_pages(result: AuditResult, folder: Path, keys: list[str]) -> dict[str, Path]:
    from stud_audit.explain.pages import pages
    from stud_audit.ingest.writers.files import appearing

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: {error.strerror or error}") from None
    written = {}
    for key, text in pages(result, keys):
        written[key] = folder / f"{key[:16]}.html"
        with appearing(written[key]) as file:
            file.write(text)
    complain(f"{folder}: {number(len(written), 'page')}")
    return written


def _put_out(document: Document, result: AuditResult, form: ReportFormat, output: Path | None) -> None:
    from stud_audit.ingest.writers.files import appearing
    from stud_audit.report.figures import Figures

    if form is ReportFormat.csv and output is not None:
        from stud_audit.report.workbook import csv_text, tables

        files = {f"{name}.csv": csv_text(heads, rows) for name, heads, rows in tables(document, Figures(result))}
        _into_folder(output, files.items())
        return
    if form is ReportFormat.xlsx and output is not None:
        from stud_audit.report.workbook import workbook

        with appearing(output) as file:
            file.flush()
            file.buffer.write(workbook(document, Figures(result)))
        return
    if form is ReportFormat.html:
        from stud_audit.report.page import page as told
    else:
        from stud_audit.report.markdown import markdown as told
    text = told(document)
    if output is None:
        print_text(text)
    else:
        with appearing(output) as file:
            file.write(text)
