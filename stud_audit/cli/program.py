"""The program: its commands, and what holds for all of them. `--version` does without: it takes Typer long to load."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from stud_audit.cli import auditing, converting, explaining, listings, reporting, simulating, verifying
from stud_audit.cli.streams import CLOSED_PIPE, PROGRAM, not_yet, version_lines


class _Program(TyperGroup):
    """Ends quietly, and with a status of its own, where the reader of the output has gone."""

    def make_context(self, *arguments: Any, **more: Any) -> Any:
        try:
            return super().make_context(*arguments, **more)
        except BrokenPipeError:
            raise typer.Exit(CLOSED_PIPE) from None

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise typer.Exit(CLOSED_PIPE) from None


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


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(version_lines())
        raise typer.Exit


@app.callback()
def _program(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="The version.")] = False,
) -> None:
    pass
