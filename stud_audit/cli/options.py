"""Options and arguments that several commands have."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class AuditFormat(StrEnum):
    """Formats of findings."""

    text = "text"
    concise = "concise"
    json = "json"
    csv = "csv"
    sarif = "sarif"


class TextOrJson(StrEnum):
    """Formats of everything else."""

    text = "text"
    json = "json"


class FailOn(StrEnum):
    """The verdicts that make an audit end with 1."""

    violation = "violation"
    review = "review"
    never = "never"


Paths = Annotated[
    list[str],
    typer.Argument(metavar="PATH...", help="Files, folders, globs, also s3://...; - for standard input."),
]
HouseOption = Annotated[
    str | None, typer.Option("--house", metavar="NAME|FILE.toml", help="Whose rules; else the site's own.")
]
DialectOption = Annotated[str, typer.Option(metavar="auto|NAME", help="How the site writes its logs.")]
JobsOption = Annotated[int, typer.Option("--jobs", min=1, metavar="N", help="Worker processes.")]
Format = Annotated[TextOrJson, typer.Option("--format", help="How to print.")]
