"""`audit` and `events`: the commands that read logs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stud_audit.cli.options import AuditFormat, DialectOption, FailOn, HouseOption, Paths, TextOrJson
from stud_audit.cli.streams import complain, complain_of, not_yet, print_json_line, print_text, warn_unstorable

if TYPE_CHECKING:
    from stud_audit.pipeline import Summary
    from stud_audit.pipeline.audit_writer import AuditWriter
    from stud_audit.render.styled import Line


def audit(
    paths: Paths,
    house: HouseOption = None,
    dialect: DialectOption = "auto",
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Write a Parquet dataset there.")] = None,
    output_format: Annotated[AuditFormat, typer.Option("--format", help="How to print findings.")] = AuditFormat.text,
    select: Annotated[str | None, typer.Option(metavar="CODES", help="Only these: codes, prefixes, names.")] = None,
    ignore: Annotated[str | None, typer.Option(metavar="CODES", help="All but these; wins over --select.")] = None,
    fail_on: Annotated[FailOn, typer.Option(help="What makes the exit status 1.")] = FailOn.violation,
    jobs: Annotated[int, typer.Option(min=1, metavar="N", help="Worker processes.")] = 1,
) -> None:
    """Audit hand histories. Exit status: 0 nothing wrong, 1 findings, 2 a wrong call or unreadable input."""
    if output_format not in (AuditFormat.text, AuditFormat.json):
        raise not_yet(f"--format {output_format}")
    from stud_audit.pipeline import Audit, HandResult
    from stud_audit.render.findings import clause_texts, finding_lines
    from stud_audit.render.progress import ProgressBar
    from stud_audit.render.styled import Output

    as_text = output_format is AuditFormat.text
    output = Output(sys.stdout)
    with ExitStack() as stack:
        bar = stack.enter_context(ProgressBar(sys.stderr))
        run = Audit(paths, house, dialect, select, ignore, jobs, out is None, on_progress=bar.advance)
        writer = stack.enter_context(_dataset(out)) if out is not None else None
        for result in run:
            if writer:
                writer.add(result)
            if result.findings:
                bar.hide()
            hand = result.hand if isinstance(result, HandResult) else None
            for finding in result.findings:
                if as_text:
                    judge = run.summary.houses.get((finding.house, finding.house_version))
                    output.write(finding_lines(finding, hand, clause_texts(judge)))
                else:
                    print_json_line(finding.to_dict())
        summary = run.summary
        if writer and summary.hands:
            warn_unstorable(writer.finish(summary))
    if as_text:
        output.write(_summary(summary))
    complain_of(summary.problems)
    if summary.failed():
        raise typer.Exit(2)
    worst = summary.violations + (summary.reviews if fail_on is FailOn.review else 0)
    raise typer.Exit(1 if worst and fail_on is not FailOn.never else 0)


def events(
    paths: Paths,
    dialect: DialectOption = "auto",
    output_format: Annotated[
        TextOrJson | None, typer.Option("--format", help="text: the neutral notation; json: JSON Lines.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a dataset there; without --format, nothing is printed.")
    ] = None,
) -> None:
    """Print what the logs say happened, event by event, without judging it.

    JSON and the dataset also have what the log lacks and play goes on with, or has under a wrong name (`basis` says
    which), as the hand's own house takes it: the one that its header or its dialect names, else roberts-rules. The
    neutral text is what the log says.
    """
    from stud_audit.ingest.reader import Reader
    from stud_audit.ingest.writers.neutral import FIRST_LINE, write_hand
    from stud_audit.model.hand import Hand
    from stud_audit.pipeline import replayed_events
    from stud_audit.pipeline.run import choose_house
    from stud_audit.report.event_fields import event_records

    reader = Reader(paths, dialect)
    chosen = output_format or (TextOrJson.text if out is None else None)
    with ExitStack() as stack:
        writer = stack.enter_context(_dataset(out)) if out is not None else None
        if chosen is TextOrJson.text:
            print_text(FIRST_LINE)
        for hand in reader:
            if not isinstance(hand, Hand):
                continue
            told = writer or chosen is TextOrJson.json
            played = replayed_events(hand, choose_house(hand, None)) if told else ()
            if writer:
                writer.add_hand(hand, played)
            if chosen is TextOrJson.text:
                print_text(write_hand(hand))
            elif chosen is TextOrJson.json:
                for record in event_records(hand, played):
                    print_json_line(record)
        hands = sum(entry.hands for entry in reader.inputs)
        if writer and hands:
            warn_unstorable(writer.finish_events(reader, dialect))
    complain_of(reader.problems)
    raise typer.Exit(2 if not hands or any(problem.fatal for problem in reader.problems) else 0)


@contextmanager
def _dataset(out: Path) -> Iterator[AuditWriter]:
    """A dataset in the making; where it is not completed, that is said."""
    from stud_audit.pipeline.audit_writer import AuditWriter  # here: it takes pyarrow half a second to load

    writer = AuditWriter(out)
    try:
        with writer:
            yield writer
    finally:
        if not writer.finished:
            stays = "; the one there is of an earlier run" if out.exists() else ""
            complain(f"{out}: no dataset is written{stays}")


def _summary(summary: Summary) -> Iterable[Line]:
    from stud_audit.checks import catalogue
    from stud_audit.pipeline.coverage import count_clauses
    from stud_audit.render.summary import HandCounts, finding_counts, rules_in_force, summary_lines

    hands = HandCounts(summary.hands, summary.parsed, summary.refused, summary.ignored)
    names = {entry.check.code: entry.check.name for entry in catalogue()}
    covered = []
    for key, house in summary.houses.items():
        count = count_clauses(house.name, summary.coverage[key].rows(), summary.codes)
        days = (summary.house_hands[key], summary.house_outside[key], summary.house_undated[key])
        covered.append(count._replace(rules=rules_in_force(house, *days)))
    return summary_lines(hands, finding_counts(summary.by_code, names), covered)
