"""`explain`: one hand for people."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from stud_audit.cli.options import DialectOption, HouseOption, Paths
from stud_audit.cli.streams import complain_of


def explain(
    paths: Paths,
    hand: Annotated[str, typer.Option(metavar="ID", help="The site's number of the hand, or its key in a dataset.")],
    house: HouseOption = None,
    dialect: DialectOption = "auto",
    jobs: Annotated[int, typer.Option(min=1, metavar="N", help="Worker processes.")] = 1,
    target: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write it there; else it is printed.")
    ] = None,
) -> None:
    """Explain one hand street by street: whose turn it was and why, what was allowed, done, and found."""
    from stud_audit.explain import find_hands, story_lines, tell
    from stud_audit.ingest.writers.files import appearing
    from stud_audit.pipeline import Audit
    from stud_audit.render.progress import ProgressBar
    from stud_audit.render.styled import Output

    with ProgressBar(sys.stderr) as bar:
        audit = Audit(paths, house, dialect, jobs=jobs, on_progress=bar.advance)
        search = find_hands(audit, hand)
    if search.found:
        with appearing(target) if target else nullcontext(sys.stdout) as file:
            output = Output(file)
            count = len(search.found) + search.more
            for number, found in enumerate(search.found, 1):
                if count > 1:
                    output.write([[(f"{number} of {count} hands with this id", "label")]])
                output.write(story_lines(tell(found.result.hand, found.result.house, found.findings)))
                output.write([[]])
            if search.more:
                output.write([[(f"{search.more} more hands with this id are not shown", "label")]])
    complain_of(audit.summary.troubles())
    if search.hands and not search.found:
        raise search.in_vain(hand)
    if audit.summary.failed():
        raise typer.Exit(2)
