"""The command line. What the commands do is elsewhere; here are their options, their streams, and their exit status."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from typing import Annotated, Any, Final, NoReturn

import typer
from typer.core import TyperGroup

from stud_audit.cli import auditing, converting, explaining, listings, reporting, simulating, verifying
from stud_audit.cli.streams import (
    PROGRAM,
    complain,
    complain_of,
    complaining,
    drop_output,
    have_streams,
    not_yet,
    stopping_in_order,
)
from stud_audit.model.errors import StudAuditError
from stud_audit.model.version import __version__

_CLOSED_PIPE: Final = 128 + 13
"""What a shell says of a program that SIGPIPE ended."""


class _Program(TyperGroup):
    """Ends quietly, and with a status of its own, where the reader of the output has gone."""

    def make_context(self, *arguments: Any, **more: Any) -> Any:
        try:
            return super().make_context(*arguments, **more)
        except BrokenPipeError:
            raise typer.Exit(_CLOSED_PIPE) from None

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise typer.Exit(_CLOSED_PIPE) from None


app = typer.Typer(
    name=PROGRAM,
    cls=_Program,
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
    verifying.verify,
    listings.houses,
    listings.checks,
    listings.dialects,
    simulating.simulate,
    converting.convert,
):
    app.command()(command)


@app.command(hidden=True, context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def serve() -> None:
    """The same for people who use no terminal."""
    raise not_yet("serve")


def main() -> NoReturn:
    """Run the command line; never shows a traceback for what a user can cause."""
    have_streams()
    try:
        with stopping_in_order(), complaining():
            status = _run()
        sys.stdout.flush()
    except BrokenPipeError:
        status = _CLOSED_PIPE
        drop_output()
    except OSError as error:
        status = 2
        drop_output()
        complain(f"standard output cannot be written: {error.strerror}")
    sys.exit(status)


def _run() -> int:
    try:
        app(prog_name=PROGRAM)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except StudAuditError as error:
        complain_of(error.problems)
    except OSError as error:
        complain(f"{error.filename or 'standard output cannot be written'}: {error.strerror or error}")
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        complain(f"internal error: {error!r} ({where}); please report it to the project, with the input if you can")
    return 2


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"{PROGRAM} {__version__}")
        raise typer.Exit


@app.callback()
def _program(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="The version.")] = False,
) -> None:
    pass
