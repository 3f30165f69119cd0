"""`houses`, `checks`, and `dialects`: what there is."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from stud_audit.cli.comparing import show_differences, show_inference
from stud_audit.cli.options import Format, TextOrJson
from stud_audit.cli.streams import PROGRAM, print_json
from stud_audit.model.errors import UsageError


def houses(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME|FILE.toml|PATH]",
            help="One house; with --diff, a log; with --infer, one house more; else all.",
        ),
    ] = None,
    output_format: Format = TextOrJson.text,
    diff: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="A B", help="Two houses ruling by ruling; with PATH the hands judged differently."),
    ] = None,
    infer: Annotated[
        str | None, typer.Option(metavar="PATH", help="Which house explains a log best, ruling by ruling.")
    ] = None,
) -> None:
    """List the houses, or show one.

    One house with its clauses, rulings, and silences; two side by side; or what a log shows of one.
    """
    if diff is not None and infer is not None:
        raise UsageError("--diff and --infer are two questions; ask one")
    if diff is not None:
        show_differences(*diff, name, output_format)
        return
    if infer is not None:
        show_inference(infer, name, output_format)
        return
    from stud_audit.houses.describe import describe
    from stud_audit.houses.loader import house_names, load_house
    from stud_audit.render.catalogue import house_lines, table
    from stud_audit.render.styled import Output

    if name is not None:
        described = describe(load_house(name))
        if output_format is TextOrJson.json:
            print_json(described)
        else:
            Output(sys.stdout).write(house_lines(described))
        return
    known = [load_house(each) for each in house_names()]
    if output_format is TextOrJson.json:
        keys = ("name", "title", "version", "digest", "effective_from", "effective_to")
        told = [(describe(house), house.default_for) for house in known]
        print_json([{key: house[key] for key in keys} | {"default_for": dialects} for house, dialects in told])
        return
    rows = [("house", "version", "title", "judges by default", "dates")]
    rows += [(house.name, house.version, house.title, ", ".join(house.default_for), house.dates) for house in known]
    Output(sys.stdout).write(table(rows))


def checks(
    code: Annotated[str | None, typer.Argument(metavar="[CODE]", help="One check, by code or name; else all.")] = None,
    output_format: Format = TextOrJson.text,
) -> None:
    """List the checks, or show one.

    One check with its documentation and examples.
    """
    from stud_audit.checks import catalogue, find_check
    from stud_audit.checks.describe import describe_check
    from stud_audit.render.catalogue import check_lines, table
    from stud_audit.render.styled import Output

    if code is not None:
        entry = find_check(code)
        if entry is None:
            raise UsageError(f"there is no check {code!r}; `{PROGRAM} checks` lists them")
        if output_format is TextOrJson.json:
            print_json(describe_check(entry))
        else:
            Output(sys.stdout).write(check_lines(describe_check(entry)))
        return
    if output_format is TextOrJson.json:
        print_json([describe_check(entry) for entry in catalogue()])
        return
    rows = [("code", "name", "severity", "who", "")]
    rows += [
        (entry.check.code, entry.check.name, entry.check.severity, entry.check.who, entry.summary)
        for entry in catalogue()
    ]
    Output(sys.stdout).write(table(rows))


def dialects(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="One dialect; else all.")] = None,
) -> None:
    """List the dialects, or show one.

    One dialect with what its logs cannot show.
    """
    from stud_audit.ingest.registry import dialect_names, get_dialect
    from stud_audit.render.catalogue import dialect_lines, table
    from stud_audit.render.styled import Output

    if name is not None:
        dialect = get_dialect(name)
        Output(sys.stdout).write(dialect_lines(dialect.name, dialect.title, dialect.extensions, dialect.blind_spots))
        return
    known = [get_dialect(each) for each in dialect_names()]
    rows = [("dialect", "site", "files"), *((each.name, each.title, " ".join(each.extensions)) for each in known)]
    Output(sys.stdout).write(table(rows))
