"""A disk that fails, and a process that is killed, at every step: the old dataset stands, or the whole new one."""

from __future__ import annotations

import errno
import gc
import os
import shutil
import signal
import warnings
from contextlib import suppress
from pathlib import Path

import pytest
from support.failing_disk import disk
from support.hands import invented_finding, invented_hand

from stud_audit.ingest.writers import files
from stud_audit.model.errors import InputError, Notice
from stud_audit.report import dataset
from stud_audit.report.dataset import DatasetWriter
from stud_audit.report.frames import AuditResult
from stud_audit.report.stored import OF_HANDS, HandRecord

resource = pytest.importorskip("resource")
ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES)
CASES = pytest.mark.parametrize(("before", "exchange"), [(None, True), (2, True), (2, False)])
"""Hands of an earlier dataset, and whether the system can let two folders change names."""
STEPS = pytest.mark.parametrize("step", [29, pytest.param(1, marks=pytest.mark.slow)])
"""Each so many-th call is tried."""


def write(folder: Path, hands: int) -> None:
    with DatasetWriter(folder) as writer:
        for number in range(1, hands + 1):
            writer.add_hand(HandRecord(invented_hand(number), "tda", "1"))
        writer.add_findings([invented_finding(invented_hand(1))])  # one that comes late: its hand is counted again
        writer.finish({})


def standing(folder: Path) -> int | None:
    """How many hands the dataset has, all of it read; None where there is none."""
    if not folder.exists():
        return None
    result = AuditResult(folder)
    assert len(result.events) == 9 * len(result.hands)
    assert result.hands["violations"].tolist()[0] == 1
    return len(result.hands)


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.parent.iterdir() if path != folder)


def check(folder: Path, before: int | None) -> None:
    """What is there after a run of 3 hands that failed, and what the next run makes of it."""
    assert standing(folder) in (before, 3)
    if before is not None:
        assert (folder / "report.md").read_text() == "mine"
    rest = left(folder)
    assert all(name.startswith(".set.") and name.endswith(".unfinished") for name in rest)
    if rest:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always", Notice)
            write(folder, 4)
        assert all(any(name in str(each.message) for each in said) for name in rest)
        assert standing(folder) == 4
        assert left(folder) == []


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: int | None, exchange: bool) -> Path:
    """A folder with the earlier dataset, to be copied."""
    if not exchange:
        monkeypatch.setattr(files, "_exchange", no_exchange)
    folder = tmp_path / "begun"
    folder.mkdir()
    if before is not None:
        write(folder / "set", before)
        (folder / "set" / "report.md").write_text("mine")
    return folder


def no_exchange(*_: object) -> None:
    raise OSError(errno.EINVAL, "no such call")


def calls_of(begun: Path) -> int:
    """How many calls an undisturbed run makes."""
    folder = begun.with_name("undisturbed")
    shutil.copytree(begun, folder)
    with disk() as counted:
        write(folder / "set", 3)
    assert standing(folder / "set") == 3
    assert left(folder / "set") == []
    assert counted.calls > 60
    return counted.calls


@STEPS
@CASES
def test_a_call_that_fails_leaves_a_whole_dataset(begun: Path, before: int | None, step: int) -> None:
    for at in range(0, calls_of(begun), step):
        number = ERRORS[at % 3]

        def fail(number: int = number) -> None:
            raise OSError(number, os.strerror(number))

        folder = begun.with_name(str(at))
        shutil.copytree(begun, folder)
        with disk(at, fail), suppress(InputError):
            write(folder / "set", 3)
        gc.collect()
        check(folder / "set", before)


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of a fork beside threads
@STEPS
@CASES
def test_a_kill_leaves_a_whole_dataset(begun: Path, before: int | None, exchange: bool, step: int) -> None:
    for at in range(0, calls_of(begun), step):
        folder = begun.with_name(str(at))
        shutil.copytree(begun, folder)
        assert killed(folder / "set", at)
        if before is None or exchange or (folder / "set").exists():
            check(folder / "set", before)
        else:  # between the two steps that it takes without that call: the next run puts a whole one back first
            with pytest.warns(Notice) as said, DatasetWriter(folder / "set"):
                pass
            assert any("stopped before this was at its place" in str(each.message) for each in said)
            assert standing(folder / "set") in (before, 3)
            assert left(folder / "set") == []


def killed(folder: Path, at: int) -> bool:
    """Whether a process that writes is killed at that call."""
    child = os.fork()
    if not child:
        try:
            with disk(at, lambda: os.kill(os.getpid(), signal.SIGKILL)):
                write(folder, 3)
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.mark.skipif(os.name == "nt", reason="limits of files")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(("before", "exchange"), [(2, True)])
def test_a_full_disk_leaves_the_old_dataset(begun: Path, before: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file may grow beyond a limit, as on a disk that is full."""
    monkeypatch.setattr(dataset, "_HANDS_A_BATCH", dict.fromkeys(OF_HANDS, 2))
    monkeypatch.setattr(dataset, "_HANDS_A_DRAFT", 2)
    monkeypatch.setattr(dataset, "_ROWS_A_GROUP", 2)
    folder = begun / "set"
    for limit in (0, 100, 1000, 10_000):
        child = os.fork()
        if not child:
            status = 1
            try:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
                write(folder, 3)
            except InputError as error:
                status = 0 if str(error) == f"{folder}: cannot be written (File too large)" else 1
            finally:
                os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, limit
        assert standing(folder) == before
        assert left(folder) == []
