"""`audit` and `events`: the commands that read logs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stud_audit.cli.options import AuditFormat, DialectOption, FailOn, HouseOption, JobsOption, Paths, TextOrJson
from stud_audit.cli.streams import complain, complain_of, print_json_line, print_text, warn_unstorable
from stud_audit.model.errors import UsageError

if TYPE_CHECKING:
    from stud_audit.formats.interface import FindingsFormat
    from stud_audit.pipeline import Audit
    from stud_audit.pipeline.audit_writer import AuditWriter


def audit(
    paths: Paths,
    house: HouseOption = None,
    dialect: DialectOption = "auto",
    out: Annotated[str | None, typer.Option(metavar="DIR", help="Write a Parquet dataset there.")] = None,
    output_format: Annotated[
        AuditFormat | None,
        typer.Option("--format", help="How to print findings; else text, and concise where there are more than 20."),
    ] = None,
    select: Annotated[str | None, typer.Option(metavar="CODES", help="Only these: codes, prefixes, names.")] = None,
    ignore: Annotated[
        str | None,
        typer.Option(metavar="CODES", help="All but these; wins over --select. R004, R009, and I901 always stay."),
    ] = None,
    fail_on: Annotated[FailOn, typer.Option(help="What makes the exit status 1.")] = FailOn.violation,
    jobs: JobsOption = 1,
    baseline: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Accepted findings: counted, neither printed nor failed on.")
    ] = None,
    write_baseline: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Accept all that is found now; known reasons are kept.")
    ] = None,
    reason: Annotated[
        str | None, typer.Option(metavar="TEXT", help="With --write-baseline: why what has no reason yet is accepted.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="With --out: go on from what an earlier run to DIR has done.")
    ] = False,
    no_certify: Annotated[
        bool, typer.Option("--no-certify", help="Replay and judge every hand in full; slower, with the same results.")
    ] = False,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster (tcp://host:8786) that works on it.")
    ] = None,
) -> None:
    """Audit hand histories. Exit status: 0 nothing wrong, 1 findings, 2 a wrong call or unreadable input."""
    if resume and out is None:
        raise UsageError("--resume goes on from what is at --out DIR, which is not given")
    if reason is not None and (write_baseline is None or not reason.strip()):
        raise UsageError("--reason is that of accepted findings: --write-baseline FILE or the text is missing")
    if scheduler is not None and jobs > 1:
        raise UsageError("--jobs counts processes of this machine; a scheduler has workers of its own")
    from stud_audit.pipeline import Audit, HandResult
    from stud_audit.pipeline.baseline import Baseline, BaselineWriter
    from stud_audit.pipeline.workers import executor_of
    from stud_audit.render.progress import ProgressBar
    from stud_audit.render.summary import not_judged

    accepted = Baseline.read(baseline) if baseline else Baseline()
    known = BaselineWriter(baseline, write_baseline, reason) if write_baseline else None
    findings = _format(output_format)
    with ExitStack() as stack:
        bar = stack.enter_context(ProgressBar(sys.stderr))
        executor = stack.enter_context(closing(executor_of(jobs, scheduler)))
        settings = (paths, house, dialect, select, ignore)
        run = Audit(*settings, slim=True, on_progress=bar.advance, executor=executor, certify=not no_certify)
        writer = stack.enter_context(_dataset(out, run, resume)) if out is not None else None
        for result in run:
            if result.findings:
                bar.hide()
            hand = result.hand if isinstance(result, HandResult) else None
            for finding in result.findings:
                if known:
                    known.add(finding)
                if not accepted.accepts(finding):
                    findings.add(
                        finding, hand, run.summary.houses.get((finding.house or "", finding.house_version or ""))
                    )
        summary = run.summary
        if writer and summary.hands:
            warn_unstorable(writer.finish(summary))
    if writer and resume:
        complain(f"{writer.folder}: {summary.taken_over} of {summary.hands} hands are taken over from an earlier run")
    complain_of(summary.troubles())
    if summary.not_judged and output_format not in (None, AuditFormat.text, AuditFormat.concise):
        complain(not_judged(summary.not_judged))
    findings.finish(summary, accepted.by_code)
    for remark in accepted.remarks():
        complain(f"{baseline}: {remark}")
    if summary.failed():
        raise typer.Exit(2)
    if known:
        known.write()
        needed = f"; {known.without_reason} need their reason there" if known.without_reason else ""
        complain(f"{write_baseline}: {len(known.entries)} accepted{needed}")
        raise typer.Exit(0)
    worst = summary.violations - accepted.count("violation")
    if fail_on is FailOn.review:
        worst += summary.reviews - accepted.count("review")
    raise typer.Exit(1 if worst and fail_on is not FailOn.never else 0)


def events(
    paths: Paths,
    dialect: DialectOption = "auto",
    output_format: Annotated[
        TextOrJson | None, typer.Option("--format", help="text: the neutral notation; json: JSON Lines.")
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="DIR", help="Write a dataset there; without --format, nothing is printed.")
    ] = None,
) -> None:
    """Print what the logs say happened.

    Event by event, and without judging it.

    JSON and the dataset also have what the log lacks and play goes on with, or has under a wrong name (`basis` says
    which), as the hand's own house takes it: the one that its header or its dialect names, else roberts-rules; where
    the header names one that there is not, as most houses have it. The neutral text is what the log says.
    """
    from stud_audit.ingest.reader import Reader
    from stud_audit.ingest.writers.neutral import FIRST_LINE, write_hand
    from stud_audit.model.hand import Hand
    from stud_audit.pipeline import replayed_events
    from stud_audit.pipeline.chosen_house import choose_house
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
def _dataset(out: str, audit: Audit | None = None, resume: bool = False) -> Iterator[AuditWriter]:
    """A dataset in the making; where it is not completed, that is said."""
    # Arrow's own allocator keeps a third more memory, here and in workers, and is no quicker at this. The threads that
    # its second one and numpy begin with are of no use here, and keep workers from being forks.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    os.environ.setdefault("JE_ARROW_MALLOC_CONF", "background_thread:false")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from stud_audit.pipeline.audit_writer import AuditWriter  # here: it takes pyarrow half a second to load

    writer = AuditWriter(out, audit, resume=resume)
    try:
        with writer:
            yield writer
    finally:
        if not writer.finished:
            stays = ""
            with suppress(OSError):  # of a store
                stays = "; the one there is of an earlier run" if (writer.folder / "manifest.json").exists() else ""
            complain(f"{writer.folder}: no dataset is written{stays}")


def _format(name: AuditFormat | None) -> FindingsFormat:
    """The format asked for; each loads what it needs."""
    from stud_audit.formats import csv_rows, json_lines, sarif, text
    from stud_audit.render.styled import Output

    match name:
        case AuditFormat.json:
            return json_lines.JsonLines(sys.stdout)
        case AuditFormat.csv:
            return csv_rows.Csv(sys.stdout)
        case AuditFormat.sarif:
            return sarif.Sarif(sys.stdout)
        case AuditFormat.text:
            return text.Text(Output(sys.stdout))
        case AuditFormat.concise:
            return text.Concise(Output(sys.stdout))
        case None:
            return text.ByNumber(Output(sys.stdout))
