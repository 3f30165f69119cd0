"""The command line. What the commands do is elsewhere; here are their options, their streams, and their exit status."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from stud_audit.cli import auditing, converting, explaining, listings, reporting, simulating
from stud_audit.cli.streams import PROGRAM, complain, complain_of
from stud_audit.model.errors import StudAuditError
from stud_audit.model.version import __version__

app = typer.Typer(
    name=PROGRAM,
    help="Audits hand histories of seven-card stud, stud hi-lo, and razz against the rules of a house.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    auditing.audit,
    auditing.events,
    explaining.explain,
    reporting.report,
    listings.houses,
    listings.checks,
    listings.dialects,
    simulating.simulate,
    converting.convert,
):
    app.command()(command)


def main() -> NoReturn:
    """Run the command line; never shows a traceback for what a user can cause."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        app(prog_name=PROGRAM)
    except StudAuditError as error:
        complain_of(error.problems)
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        complain(f"internal error: {error!r} ({where}); please report it to the project, with the input if you can")
    sys.exit(2)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"{PROGRAM} {__version__}")
        raise typer.Exit


@app.callback()
def _program(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="The version.")] = False,
) -> None:
    pass
