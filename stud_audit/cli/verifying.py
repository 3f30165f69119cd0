"""`verify`: whether a dataset and its inputs are still what they were."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def verify(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="A dataset that `audit --out` wrote.")],
    inputs: Annotated[
        list[str] | None, typer.Argument(metavar="[INPUT...]", help="The logs that it was made from.")
    ] = None,
) -> None:
    """Say what was changed since an audit.

    What is missing or was added too, down to the hand. Exit status: 0 unchanged, 1 not.
    """
    from stud_audit.model.counted import number
    from stud_audit.model.escaping import visible
    from stud_audit.pipeline.verify import verify as verified

    found = verified(folder, inputs or ())
    for difference in found.differences:
        sys.stdout.write(visible(difference) + "\n")
    looked = f"{number(found.hands, 'hand')} in {number(found.parts, 'part')}"
    looked += f", {number(found.inputs, 'input')}" if inputs else "; no inputs were given to be held against it"
    sys.stdout.write(f"{'changed' if found.differences else 'unchanged'}: {looked}; root {found.root}\n")
    raise typer.Exit(1 if found.differences else 0)
