"""`report`: the report of an audited dataset."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stud_audit.cli.streams import print_text


def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A dataset that `audit --out` wrote.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write it there; else it is printed.")
    ] = None,
) -> None:
    """Report on an audited dataset, in Markdown: scope and completeness, findings, money, method and versions."""
    from stud_audit.ingest.writers.files import appearing
    from stud_audit.report.frames import AuditResult
    from stud_audit.report.markdown import markdown
    from stud_audit.report.summary import summary

    text = markdown(summary(AuditResult(folder)))
    if output is None:
        print_text(text)
    else:
        with appearing(output) as file:
            file.write(text)
