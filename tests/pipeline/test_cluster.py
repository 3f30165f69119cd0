"""A real cluster, whose scheduler and workers the test starts, and kills; and a store that is a server of S3.

Whoever works on an audit, and wherever its inputs and its dataset are: the bytes are the same.
"""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.cluster import ROOT, Machines, double, end, fail, fail_once, free_port, kill, machines, start, wait_for
from support.logs import pokerstars_hand
from support.play import play
from support.written import pokerstars

from stud_audit.api import audit
from stud_audit.model.errors import InputError, Notice, UsageError
from stud_audit.model.executors import WorkerLost
from stud_audit.model.version import versions
from stud_audit.pipeline import Audit, cluster
from stud_audit.pipeline.audit_writer import AuditWriter
from stud_audit.pipeline.cluster import Cluster
from stud_audit.pipeline.verify import verify


def test_without_the_package_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'stud-audit\[cluster\]'"):
        Cluster("tcp://127.0.0.1:8786")


@pytest.mark.parametrize(
    "address",
    [f"tcp://127.0.0.1:{free_port()}", "nonsense://x", "tcp://127.0.0.1:none"],
    ids=["nobody", "nonsense", "no port"],
)
def test_where_no_scheduler_answers_it_is_said(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_ANSWER", 1)
    with pytest.raises(UsageError, match=f"^{address}: no scheduler answers there"):
        Cluster(address)


KEYS = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_DEFAULT_REGION": "us-east-1"}


@pytest.fixture(scope="module")
def bucket() -> Iterator[Any]:
    """An empty bucket `hands` of a server of S3 that all processes find by their environment."""
    s3fs = pytest.importorskip("s3fs")
    port = free_port()
    server = start("-m", "moto.server", "-H", "127.0.0.1", "-p", str(port))
    with pytest.MonkeyPatch.context() as environment:
        for key, value in (KEYS | {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}"}).items():
            environment.setenv(key, value)
        try:
            wait_for(port, server)
            store = s3fs.S3FileSystem()
            store.mkdir("hands")
            yield store
        finally:
            s3fs.S3FileSystem.clear_instance_cache()
            end(server)


@pytest.fixture(scope="module")
def three(bucket: Any) -> Iterator[Machines]:
    """Three workers."""
    with machines(3) as started:
        yield started


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory, bucket: Any) -> Path:
    """Samples, some of which are told twice, and invented hands with a fault here and there; in the bucket as well."""
    folder = tmp_path_factory.mktemp("logs")
    for name in ("pokerstars", "neutral", "merge"):
        shutil.copytree(ROOT / "sample_histories" / name, folder / name)
    shutil.copytree(ROOT / "sample_histories" / "neutral", folder / "twice")
    dice = random.Random(7)
    texts = [pokerstars(play(dice, dice.choice(("stud", "stud8", "razz"))), number) for number in range(1000, 1200)]
    texts[::20] = [text.replace(": calls", ": calls 1", 1) for text in texts[::20]]
    (folder / "night.txt").write_text("".join(texts))
    bucket.put(str(folder), "hands/logs", recursive=True)
    return folder


def here(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def there(store: Any, folder: str) -> dict[str, bytes]:
    return {path.removeprefix(f"{folder}/"): store.cat_file(path) for path in store.find(folder, refresh=True)}


def audited(house: Path, out: Path | str, executor: Cluster | None = None, passed: Any = None) -> int:
    """The dataset of the logs in the bucket; the number of findings is given."""
    run = Audit("s3://hands/logs", house, slim=True, on_progress=passed, executor=executor)
    with AuditWriter(out, run) as writer:
        for _ in run:
            pass
        writer.finish(run.summary)
    return run.summary.violations + run.summary.reviews


@pytest.mark.slow
def test_a_dataset_in_a_store_has_the_bytes_of_one_made_here(
    three: Machines, bucket: Any, logs: Path, tmp_path: Path
) -> None:
    """By inputs in the store, by a house that only this machine has, and while a machine of the cluster is lost."""
    (tmp_path / "room.toml").write_text('name = "room"\nversion = "1"\ntitle = "Room"\nextends = "tda"\n')
    house, shared = tmp_path / "room.toml", tmp_path / "shared"
    found = audited(house, tmp_path / "set")
    assert found > 20
    hands = 0

    def passed(_: object, more: int) -> None:
        nonlocal hands
        before, hands = hands, hands + more
        if before < 100 <= hands:
            three.kill(0)

    assert audited(house, "s3://hands/sets/night", Cluster(three.address), passed) == found
    assert hands > 250
    assert there(bucket, "hands/sets/night") == here(tmp_path / "set")
    assert verify("s3://hands/sets/night", ["s3://hands/logs"]).differences == []
    # By the command, to a folder that all share.
    command = ("audit", "s3://hands/logs", "--house", house, "--out", shared, "--scheduler", three.address)
    done = subprocess.run(
        [sys.executable, "-m", "stud_audit", *map(str, command), "--format", "json"],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (1, "", found)
    assert here(shared) == here(tmp_path / "set")


@pytest.mark.slow
def test_an_audit_that_is_interrupted_gives_up_its_tasks(three: Machines, bucket: Any) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "stud_audit", "audit", "-", "--out", "s3://hands/stopped", "--scheduler", three.address],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    with process:
        assert process.stdin
        assert process.stderr
        for number in range(2000):
            process.stdin.write(pokerstars_hand(number).encode())
        process.stdin.flush()
        until = time.monotonic() + 60
        while not any("/drafts/" in path for path in bucket.find("hands/stopped", refresh=True)):
            assert time.monotonic() < until
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        kept = b"s3://hands/stopped/.stud_audit.unfinished: what was done before the run was stopped; --resume goes on"
        said = process.stderr.read()
        assert said.startswith(b"stud-audit: " + kept)
        assert said.endswith(b"stud-audit: s3://hands/stopped: no dataset is written\n")
    executor = Cluster(three.address)
    assert executor._client.processing() == dict.fromkeys(executor._client.nthreads(), ())
    executor.close()
    assert "hands/stopped/manifest.json" not in bucket.find("hands/stopped", refresh=True)


@pytest.mark.slow
def test_tasks_are_done_whoever_of_the_workers_is_killed(three: Machines, tmp_path: Path) -> None:
    executor = Cluster(three.address)
    try:
        executor._client.wait_for_workers(2, timeout=60)
        under_way = [executor.submit(double, number) for number in range(60)]
        assert under_way[0].result() == 0
        three.kill(1)
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
    (tmp_path / "night.txt").write_text(pokerstars_hand())
    assert len(audit(tmp_path / "night.txt", out=tmp_path / "set", scheduler=three.address).hands) == 1
    executor = Cluster(three.address)
    try:
        executor.check_sees(tmp_path)
        with pytest.raises(UsageError, match="all machines share, or to an address"):
            executor.check_sees(tmp_path / "elsewhere")
    finally:
        executor.close()


@pytest.mark.slow
def test_workers_of_another_version_are_refused(three: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    executor = Cluster(three.address)
    try:
        own = versions()
        monkeypatch.setattr(cluster, "versions", lambda: own | {"stud-audit": "99.1"})
        with pytest.raises(
            UsageError, match=r"the worker that joined later has stud-audit .*, and this is stud-audit 99\.1"
        ):
            executor.submit(double, 1).result()
        with pytest.raises(UsageError, match=r"the worker tcp://.* has stud-audit .*, and this is stud-audit 99\.1"):
            Cluster(three.address)
        monkeypatch.setattr(cluster, "versions", lambda: own | {"Python": "4.1"})
        with pytest.raises(UsageError, match=r"the worker tcp://.* has Python 3\..*, and this is Python 4\.1"):
            Cluster(three.address)
    finally:
        executor.close()


@pytest.mark.slow
def test_a_run_that_nobody_works_on_waits_and_then_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_LOOK", 0.2)
    monkeypatch.setattr(cluster, "_MISSED", 0.0)
    monkeypatch.setattr(cluster, "_PATIENCE", 6.0)
    monkeypatch.setattr(cluster, "_ANSWER", 20)
    with machines(1) as one:
        executor, another = Cluster(one.address), Cluster(one.address)
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
        pending = another.submit(double, 1)
        end(one.scheduler)
        with pytest.raises(InputError, match="the scheduler was lost"):
            pending.result()
        another.close()
