"""Tasks on a real cluster: a scheduler and workers that the test starts, and kills."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.cluster import Machines, double, fail, fail_once, free_port, kill, machines

from stud_audit.model.errors import InputError, Notice, UsageError
from stud_audit.model.executors import WorkerLost
from stud_audit.pipeline import cluster
from stud_audit.pipeline.cluster import Cluster


def test_without_the_package_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'stud-audit\[cluster\]'"):
        Cluster("tcp://127.0.0.1:8786")


@pytest.mark.parametrize("address", [f"tcp://127.0.0.1:{free_port()}", "nonsense://x", "tcp://127.0.0.1:none"])
def test_where_no_scheduler_answers_it_is_said(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_ANSWER", 1)
    with pytest.raises(UsageError, match=f"^{address}: no scheduler answers there"):
        Cluster(address)


@pytest.fixture(scope="module")
def three() -> Iterator[Machines]:
    with machines(3) as started:
        yield started


@pytest.mark.slow
def test_tasks_are_done_whoever_of_the_workers_is_killed(three: Machines, tmp_path: Path) -> None:
    executor = Cluster(three.address)
    try:
        executor._client.wait_for_workers(3, timeout=60)
        under_way = [executor.submit(double, number) for number in range(60)]
        assert under_way[0].result() == 0
        three.kill(0)
        assert [pending.result() for pending in under_way[1:]] == [2 * number for number in range(1, 60)]
        # What fails for its store is tried again; what fails for good is told as it is.
        assert executor.submit(fail_once, str(tmp_path / "mark")).result() == "done"
        with pytest.raises(OSError, match="the disk is full") as told:
            executor.submit(fail, OSError(28, "the disk is full", "x")).result()
        assert told.value.errno == 28
        with pytest.raises(InputError, match="no dataset"):
            executor.submit(fail, InputError("no dataset")).result()
        with pytest.raises(WorkerLost, match="KeyError"):
            executor.submit(fail, KeyError("x")).result()
        # A task that kills every worker that it is given to is lost, and no other.
        deadly, others = executor.submit(kill, None), [executor.submit(double, number) for number in range(6)]
        with pytest.raises(WorkerLost, match="lost, each time"):
            deadly.result()
        done = []
        for number, pending in enumerate(others):
            try:
                done.append(pending.result())
            except WorkerLost:  # it was at the same workers; it is done by itself
                done.append(executor.submit(double, number).result())
        assert done == [2 * number for number in range(6)]
    finally:
        executor.close()


@pytest.mark.slow
def test_a_folder_that_a_worker_does_not_see_is_refused(three: Machines, tmp_path: Path) -> None:
    executor = Cluster(three.address)
    try:
        executor.check_sees(tmp_path)
        with pytest.raises(UsageError, match="all machines share, or an address"):
            executor.check_sees(tmp_path / "elsewhere")
    finally:
        executor.close()


@pytest.mark.slow
def test_workers_of_another_version_are_refused(three: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    executor = Cluster(three.address)
    try:
        monkeypatch.setattr(cluster, "__version__", "99.1")
        with pytest.raises(
            UsageError, match=r"the worker that joined later has stud-audit .*, and this is stud-audit 99\.1"
        ):
            executor.submit(double, 1).result()
        with pytest.raises(UsageError, match=r"the worker tcp://.* has stud-audit .*, and this is stud-audit 99\.1"):
            Cluster(three.address)
        own = cluster._versions() | {"Python": "4.1"}
        monkeypatch.setattr(cluster, "_versions", lambda: own)
        with pytest.raises(UsageError, match=r"the worker tcp://.* has Python 3\..*, and this is Python 4\.1"):
            Cluster(three.address)
    finally:
        executor.close()


@pytest.mark.slow
def test_a_run_without_workers_waits_and_then_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_LOOK", 0.2)
    monkeypatch.setattr(cluster, "_MISSED", 0.0)
    monkeypatch.setattr(cluster, "_PATIENCE", 6.0)
    monkeypatch.setattr(cluster, "_ANSWER", 20)
    with machines(1) as one:
        executor = Cluster(one.address)
        one.kill(0)
        with (
            pytest.warns(Notice, match="no worker is left; waiting for others"),
            pytest.raises(InputError, match="no worker is left at this scheduler"),
        ):
            executor.submit(double, 1).result()
        executor.close()
        monkeypatch.setattr(cluster, "_ANSWER", 2)
        with pytest.raises(UsageError, match="no worker has joined this scheduler"):
            Cluster(one.address)
