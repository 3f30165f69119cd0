"""The functions of the Python interface."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import gettempdir

from stud_audit.ingest.addresses import StrPath
from stud_audit.ingest.input.found import InputProblem, told
from stud_audit.ingest.reader import Reader
from stud_audit.ingest.writers.files import Draft, abandoned, discard
from stud_audit.model.errors import InputError, UsageError
from stud_audit.model.hand import Hand
from stud_audit.pipeline import Audit
from stud_audit.pipeline.audit_writer import AuditWriter
from stud_audit.pipeline.selection import Codes
from stud_audit.pipeline.workers import executor_of
from stud_audit.report.frames import AuditResult


def audit(
    paths: StrPath | Iterable[StrPath],
    house: str | Path | None = None,
    *,
    dialect: str = "auto",
    out: StrPath | None = None,
    select: Codes | None = None,
    ignore: Codes | None = None,
    jobs: int = 1,
    scheduler: str | None = None,
    resume: bool = False,
) -> AuditResult:
    """Audits hand histories and gives the findings, hands, seats, events, and coverage as pandas frames.

    `paths`: files, folders, globs, archives. `house`: a name or a TOML file; without it each hand takes the house that
    its header or its dialect names. `out`: where the dataset is written; without it a temporary one is kept as long as
    the result. `select` and `ignore`: codes, prefixes of codes, or names of checks, in a list or one text with commas.
    `jobs`: processes of this machine; `scheduler`: the address of a Dask cluster that works on it instead.
    With `resume` it goes on from what an earlier run to `out` has done, stopped or finished.

    Raises `UsageError` and `HouseError` for a wrong call, and `InputError` where no hand was found or `out` cannot be
    written. Paths of which a part could not be read are warned of (`UserWarning`) and listed in `AuditResult.manifest`;
    internal errors (I901) are warned of too. With several `jobs` a script has to keep the call under
    `if __name__ == "__main__":`, since each worker process imports it.
    """
    if resume and out is None:
        raise UsageError("`resume` goes on from what is at `out`, which is not given")
    with closing(executor_of(jobs, scheduler)) as executor:
        run = Audit(paths, house, dialect, select, ignore, slim=True, executor=executor)
        result = _written(run, out, resume=resume) if out is not None else _kept(run)
    if run.summary.failed():
        warnings.warn(_listed(run.summary.troubles()), stacklevel=2)
    return result


def read_hands(paths: StrPath | Iterable[StrPath], *, dialect: str = "auto") -> Iterator[Hand]:
    """The hands of files, folders, globs, and archives, one by one, refused and ignored ones included.

    What is not a hand is left out. Raises `InputError` at the end where a path was missing, unreadable, or damaged, or
    where there was no hand at all.
    """
    reader = Reader(paths, dialect)
    hands = 0
    for item in reader:
        if isinstance(item, Hand):
            hands += 1
            yield item
    fatal = [problem for problem in reader.problems if problem.fatal or not hands]
    if fatal or not hands:
        raise InputError(_listed(fatal))


def _kept(run: Audit) -> AuditResult:
    """The dataset in a temporary folder, for as long as the result lasts."""
    place = Path(gettempdir(), "stud_audit")
    for left in abandoned(place):
        discard(left)
    around = Draft(place, folder=True)
    around.path.chmod(0o700)
    try:
        return _written(run, around.path / "dataset", around, stays=False)
    except BaseException:
        around.close()
        raise


def _written(
    run: Audit, folder: StrPath, kept: object = None, *, resume: bool = False, stays: bool = True
) -> AuditResult:
    with AuditWriter(folder, run, resume=resume, stays=stays) as writer:
        for _ in run:
            pass
        if not run.summary.hands:
            raise InputError(_listed(run.summary.troubles()))
        writer.finish(run.summary)
    return AuditResult(folder, kept)


def _listed(problems: Iterable[InputProblem | str]) -> str:
    return "; ".join(told(problems)) or "no hand was found"
