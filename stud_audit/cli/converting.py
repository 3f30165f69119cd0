"""`convert`: hands in another notation."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from stud_audit.cli.options import DialectOption, Paths
from stud_audit.cli.streams import complain, complain_of, print_text


class Notation(StrEnum):
    """What hands can be written as."""

    neutral = "neutral"
    pokerstars = "pokerstars"
    phh = "phh"
    ohh = "ohh"


def convert(
    paths: Paths,
    to: Annotated[Notation, typer.Option("--to", help="What the hands are written as.")],
    output: Annotated[str, typer.Option("--output", "-o", metavar="OUT", help="A file; - for standard output.")],
    dialect: DialectOption = "auto",
) -> None:
    """Write hands in another notation.

    Hands that it cannot say are named on standard error and left out. What else it does not say of a hand is named
    there too, and in a comment at the end of the hand.
    """
    from stud_audit.ingest.convert import Conversion
    from stud_audit.ingest.reader import Reader
    from stud_audit.ingest.writers.files import appearing

    target = Path(output)
    reader = Reader(paths, dialect)
    conversion = Conversion(reader, to.value, complain, target.name)
    if output == "-":
        for text in conversion:
            print_text(text)
    elif target.exists() and not target.is_file() and not target.is_dir():  # a terminal, or a pipe
        with target.open("w", encoding="utf-8", newline="\n") as device:
            for text in conversion:
                print_text(text, device)
    else:
        with appearing(target) as file:
            for text in conversion:
                file.write(text)
            if not conversion.written:
                # Nothing to put there: what was there stays.
                complain_of(reader.problems)
                complain(f"{target}: not written, since no hand can be")
                raise typer.Exit(2)
    complain_of(conversion.warnings())
    complain_of(reader.problems)
    raise typer.Exit(2 if not conversion.written or any(problem.fatal for problem in reader.problems) else 0)
