"""A run that goes on from an earlier one writes what a run over all would have written, and works on less."""

from __future__ import annotations

import hashlib
import os
import signal
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fsspec.implementations.memory import MemoryFileSystem
from support import sessions
from support.logs import pokerstars_hand
from support.store import store

from stud_audit.model.errors import InputError, Notice
from stud_audit.model.executors import Here
from stud_audit.pipeline import Audit, run
from stud_audit.pipeline.audit_writer import AuditWriter
from stud_audit.pipeline.batch import Batch
from stud_audit.pipeline.verify import verify
from stud_audit.report import dataset
from stud_audit.report.stored import OF_HANDS
from stud_audit.report.target import FolderTarget

__all__ = ["store"]
MOST = 8
"""Hands of a batch, here."""


class Elsewhere(Here):
    """Works here, and says that it does not."""

    elsewhere = True


@pytest.fixture(autouse=True)
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three nights of 40 hands of one table; small batches, row groups, and parts."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run, "MOST", MOST)
    monkeypatch.setattr(dataset, "_HANDS_A_BATCH", dict.fromkeys(OF_HANDS, 12))
    monkeypatch.setattr(dataset, "_ROWS_A_GROUP", 300)
    monkeypatch.setattr(dataset, "_ROWS_A_PART", 900)
    folder = tmp_path / "logs"
    folder.mkdir()
    for night in (1, 3, 5):
        (folder / f"night{night}.txt").write_text(hands(night))
    return folder


def hands(night: int) -> str:
    """Some with a fault of their own (each tenth), one told twice; the stacks are those of no hand before."""
    numbers = [*range(1000 * night, 1000 * night + 39), 1000 * night + 5]
    return "".join(pokerstars_hand(number, 4 if number % 10 == 3 else 8) for number in numbers)


def bytes_of(folder: str) -> dict[str, str]:
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def write(folder: str, resume: bool = False, stop_after: int | None = None, **options: Any) -> list[dict[str, Any]]:
    """What is found by a run, which may be interrupted after so many hands."""
    found = []
    audit = Audit("logs", slim=True, **options)
    with AuditWriter(folder, audit, resume=resume) as writer:
        for number, result in enumerate(audit):
            if number == stop_after:
                raise KeyboardInterrupt
            found += [finding.to_dict() for finding in result.findings]
        writer.finish(audit.summary)
    return found


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> list[Batch]:
    """The batches that were worked on in this process."""
    done: list[Batch] = []
    work = run.work

    def counted(batch: Batch) -> Any:
        done.append(batch)
        return work(batch)

    monkeypatch.setattr(run, "work", counted)
    return done


def whole() -> tuple[dict[str, str], list[dict[str, Any]]]:
    """The bytes and findings of an undisturbed run over what there is now."""
    found = write("whole")
    return bytes_of("whole"), found


def left() -> list[str]:
    return sorted(path.name for path in Path().glob(".set.*"))


# --- stopped ---------------------------------------------------------------------------------------


def test_a_run_that_was_interrupted_is_gone_on_with(worked: list[Batch]) -> None:
    with pytest.warns(Notice, match=r"\.unfinished: what was done before the run was stopped; --resume goes on"):
        interrupted(50)
    assert len(left()) == 1
    before = len(worked)
    assert before < 15
    worked.clear()
    with pytest.warns(Notice, match="an earlier run was stopped and left this; it is gone on from there"):
        found = write("set", resume=True)
    assert len(worked) == 15 - before
    assert left() == []
    assert (bytes_of("set"), found) == whole()


def interrupted(after: int, folder: str = "set", **options: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        write(folder, stop_after=after, **options)


def test_a_run_that_does_not_go_on_removes_it_and_says_so(worked: list[Batch]) -> None:
    with pytest.warns(Notice):
        interrupted(50)
    worked.clear()
    with pytest.warns(Notice, match="an earlier run was stopped and left this; it is removed"):
        write("set")
    assert len(worked) == 15
    assert left() == []


def test_nothing_stays_where_nothing_was_done_or_something_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    work = run.work
    monkeypatch.setattr(run, "work", interrupt)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        interrupted(0)
    assert left() == []
    monkeypatch.setattr(run, "work", work)
    monkeypatch.setattr(FolderTarget, "_check", fails_at(2))
    with pytest.raises(InputError):
        write("set")
    assert left() == []


def interrupt(_: object) -> None:
    raise KeyboardInterrupt


def fails_at(call: int) -> Callable[[object], None]:
    calls = []

    def check(_: object) -> None:
        calls.append(1)
        if len(calls) == call:
            raise OSError(28, "No space left on device")

    return check


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of a fork beside threads
@pytest.mark.parametrize(
    ("where", "call", "worked_before"),
    [("work", 1, 0), ("work", 6, 5), ("work", 15, 14), ("seal", 1, 1), ("seal", 4, 1), ("replaced", 1, 0)],
)
def test_a_run_that_was_killed_is_gone_on_with(
    where: str, call: int, worked_before: int, monkeypatch: pytest.MonkeyPatch, worked: list[Batch]
) -> None:
    child = os.fork()
    if not child:
        try:
            kill_at(where, call, monkeypatch)
            write("set")
        finally:
            os._exit(0)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
    assert len(left()) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Notice)
        found = write("set", resume=True)
    assert len(worked) <= 15 - worked_before
    assert left() == []
    assert (bytes_of("set"), found) == whole()


def kill_at(where: str, call: int, monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = run if where == "work" else dataset
    name = "json" if where == "replaced" else where
    kept, calls = getattr(module, name), []

    def counted(*arguments: Any, **more: Any) -> Any:
        calls.append(1)
        if len(calls) == call:
            os.kill(os.getpid(), signal.SIGKILL)
        return kept(*arguments, **more)

    monkeypatch.setattr(module, name, counted if where != "replaced" else type("", (), {"dumps": counted}))


@pytest.mark.slow
def test_a_run_goes_on_with_any_number_of_jobs() -> None:
    with pytest.warns(Notice):
        interrupted(50)
    with pytest.warns(Notice):
        write("set", resume=True, jobs=2)
    assert bytes_of("set") == whole()[0]


def test_work_under_other_settings_is_none_to_go_on_from(worked: list[Batch]) -> None:
    with pytest.warns(Notice):
        interrupted(50)
    worked.clear()
    with pytest.warns(Notice):
        write("set", resume=True, ignore="W502")
    assert len(worked) == 15


@pytest.mark.parametrize("ending", ["rows", "memo"])
def test_drafts_that_are_cut_off_are_made_anew(ending: str, worked: list[Batch]) -> None:
    with pytest.warns(Notice):
        interrupted(50)
    (unfinished,) = left()
    for draft in Path(unfinished, "drafts").glob(f"*.{ending}"):
        draft.write_bytes(draft.read_bytes()[:-9])
    worked.clear()
    with pytest.warns(Notice):
        write("set", resume=True)
    assert len(worked) == 15
    assert bytes_of("set") == whole()[0]


# --- in a store ------------------------------------------------------------------------------------


@pytest.mark.parametrize("executor", [Here, Elsewhere])
def test_a_run_to_a_store_goes_on_as_well(
    store: MemoryFileSystem,
    logs: Path,
    worked: list[Batch],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    executor: type[Here],
) -> None:
    """The drafts of a run that was stopped lie on this machine, or in the store where others work on it."""
    (tmp_path / "beside").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "beside"))

    def there() -> dict[str, str]:
        files = store.find("/sets/set")
        return {path.removeprefix("/sets/set/"): hashlib.sha256(store.cat_file(path)).hexdigest() for path in files}

    place = "memory://sets/set"
    with pytest.warns(Notice, match=r"unfinished: what was done before the run was stopped; --resume goes on"):
        interrupted(50, place, executor=executor())
    before = len(worked)
    assert before < 15
    assert "manifest.json" not in there()
    with pytest.warns(Notice, match="it is gone on from there"):
        found = write(place, resume=True, executor=executor())
    assert len(worked) == 15
    assert (there(), found) == whole()
    (logs / "night9.txt").write_text(hands(9))
    worked.clear()
    write(place, resume=True, executor=executor())
    assert len(worked) == 5
    assert there() == whole()[0]
    # Without `resume` it is removed.
    with pytest.warns(Notice, match="--resume goes on"):
        interrupted(50, place, executor=executor())
    with pytest.warns(Notice, match="it is removed"):
        write(place, executor=executor())
    assert there() == bytes_of("whole")
    assert list((tmp_path / "beside").iterdir()) == []


# --- more inputs -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("night", "most"), [(9, 5), (4, 6), (0, 6)])
def test_of_a_new_night_only_its_hands_are_worked_on(logs: Path, worked: list[Batch], night: int, most: int) -> None:
    write("set")
    (logs / f"night{night}.txt").write_text(hands(night))
    worked.clear()
    found = write("set", resume=True)
    assert 5 <= len(worked) <= most
    assert all(f"night{night}" in hand.file for batch in worked[:5] for hand in batch.hands)
    assert (bytes_of("set"), found) == whole()
    worked.clear()
    write("set", resume=True)
    assert worked == []
    assert bytes_of("set") == bytes_of("whole")


def test_hands_are_compared_across_the_seam(logs: Path, worked: list[Batch]) -> None:
    """The new night tells a hand of the first again, and somebody has 5 less than the hand before left them."""
    sessions.write(logs / "night6.txt", [sessions.hand("1", 0, sessions.START)])
    write("set")
    fewer = ("46", *sessions.THEN[1:])
    sessions.write(logs / "night7.txt", [sessions.hand("2", 3, fewer, button=2)])
    (logs / "night8.txt").write_text(pokerstars_hand(1005))
    worked.clear()
    found = write("set", resume=True)
    assert len(worked) <= 2
    across = {(finding["file"], finding["code"]) for finding in found if finding["file"] > "logs/night6.txt"}
    assert across >= {("logs/night7.txt", "X802"), ("logs/night8.txt", "R005")}
    assert (bytes_of("set"), found) == whole()


def test_a_changed_input_is_audited_anew(logs: Path, worked: list[Batch]) -> None:
    write("set")
    text = (logs / "night3.txt").read_text()
    (logs / "night3.txt").write_text(text.replace("saltmarsh: folds", "saltmarsh: calls $0.02", 1))
    worked.clear()
    write("set", resume=True)
    assert len(worked) == 1
    assert bytes_of("set") == whole()[0]


def test_under_a_changed_house_file_all_is_audited_anew(worked: list[Batch]) -> None:
    house = Path("mine.toml")
    for title in ("Mine", "Still mine"):
        house.write_text(f'extends = "roberts-rules"\nname = "mine"\nversion = "1"\ntitle = "{title}"\n')
        worked.clear()
        write("set", resume=True, house="mine.toml")
        assert len(worked) == 15


def test_a_dataset_that_was_changed_is_none_to_go_on_from(worked: list[Batch]) -> None:
    write("set")
    part = next(Path("set", "events").iterdir())
    part.write_bytes(part.read_bytes()[:-1] + b"?")
    worked.clear()
    with pytest.warns(Notice, match=r"events/part-0000\d\.parquet was changed; nothing of it is taken over"):
        write("set", resume=True)
    assert len(worked) == 15
    assert bytes_of("set") == whole()[0]


def test_what_is_kept_for_a_later_run_is_verified() -> None:
    write("set")
    assert verify("set").differences == []
    with Path("set", ".batches").open("ab") as batches:
        batches.write(b"?")
    assert verify("set").differences == [".batches was changed: its SHA-256 is not that of the manifest"]
