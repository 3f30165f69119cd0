"""Tasks worked on by a cluster of Dask: other machines, with the same versions, that a scheduler hands tasks to.

Dask does a task again elsewhere where its worker is lost, up to as many times as its scheduler allows; a task that
fails for its disk or its store is tried again too. A worker does one task at a time, however many threads it has:
another one would only wait for the interpreter.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import pickle
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final, Generic, TypeVar
from uuid import uuid4

from msgspec.structs import replace

from stud_audit.houses.loader import house_versions, is_house_file, lend_house
from stud_audit.model.errors import InputError, Notice, StudAuditError, UsageError
from stud_audit.model.executors import Pending, WorkerLost
from stud_audit.model.version import versions
from stud_audit.pipeline.batch import Batch

_AHEAD: Final = 4
"""Tasks under way for each worker."""
_ANSWER: Final = 30
"""Seconds in which a scheduler has to answer, and a worker to be there at the beginning."""
_LOOK: Final = 5.0
"""Seconds after which it is looked whether there still are workers."""
_MISSED: Final = 30.0
"""Seconds without any worker before that is said: one that was killed is started again by its nanny."""
_PATIENCE: Final = 300.0
"""Seconds without any worker before a run is given up: new machines may be on their way."""
_AGAIN: Final = 2
"""How many times a task is tried again that failed for its disk or its store."""
_KILLED: Final = "the worker that was at it was lost, each time (for want of memory, perhaps)"
_ONE: Final = Lock()
Task = TypeVar("Task")
Done = TypeVar("Done")


class Cluster:
    """The workers of a scheduler. Raises `UsageError` where it cannot be used.

    `address` is the scheduler's (`tcp://host:8786`). To be closed whatever happened: what is under way is given up.
    """

    elsewhere = True

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise UsageError("--scheduler needs more packages: pip install 'stud-audit[cluster]'") from None
        self.address = address
        self._levels = _silenced()
        self._run, self._number = uuid4().hex, 0
        self._under_way: set[Any] = set()
        self._houses: dict[str, tuple[str, bytes]] = {}
        self._met = time.monotonic()
        self._missed = False
        try:
            asyncio.run(_knock(address))  # first: of a client that fails to start something is left
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of versions, which are looked at below
                self._client = Client(address, timeout=_ANSWER, set_as_default=False, name="stud-audit")
        except Exception as error:
            self._restore_logs()
            raise UsageError(f"{address}: no scheduler answers there ({_words(error)})") from None
        try:
            self._client.wait_for_workers(1, timeout=_ANSWER)
            self._check_versions()
            self.ahead = self._wanted()
        except TimeoutError:
            self.close()
            raise UsageError(f"{address}: no worker has joined this scheduler") from None
        except BaseException:
            self.close()
            raise

    def submit(self, work: Callable[[Task], Done], task: Task) -> Pending[Done]:
        """Begins a task."""
        self._number += 1
        future = self._client.submit(
            _do,
            versions(),
            _Payload(pickle.dumps((work, *self._with_house(task)))),
            key=f"stud_audit-{work.__name__}-{self._run}-{self._number}",
            pure=False,
            retries=_AGAIN,
        )
        self._under_way.add(future)
        return _UnderWay(self, future)

    def _with_house(self, task: Any) -> tuple[Any, str | None, bytes | None]:
        """A task, and, where it is by a house file, the house under a name that the task has instead."""
        if not isinstance(task, Batch) or task.settings.house is None or not is_house_file(task.settings.house):
            return task, None, None
        file = task.settings.house
        if file not in self._houses:
            house = house_versions(file)
            data = pickle.dumps(house)
            self._houses[file] = (f"{file} {hashlib.sha256(data).hexdigest()}", data)
            lend_house(self._houses[file][0], house)  # here too, for the results
        name, data = self._houses[file]
        return replace(task, settings=replace(task.settings, house=name)), name, data

    def close(self) -> None:
        """Gives up what is under way, and takes leave of the scheduler."""
        with suppress(Exception):
            self._client.cancel(list(self._under_way), force=True)
        with suppress(Exception):
            self._client.close(timeout=_LOOK)
        self._under_way.clear()
        self._restore_logs()

    def _restore_logs(self) -> None:
        for log, level in self._levels.items():
            log.setLevel(level)

    def check_sees(self, folder: Path) -> None:
        """Raises `UsageError` where a worker does not see a folder of this machine."""
        seen = self._client.run(_sees, str(folder))
        for worker, sees in seen.items():
            if not sees:
                raise UsageError(
                    f"{folder.parent}: the worker {worker} does not see this folder; with a scheduler, a dataset is "
                    f"written to one that all machines share, or to an address (s3://...)"
                )

    def result_of(self, future: Any) -> Any:
        """What came of a task; errors as of `Pending`, and `InputError` where the cluster is gone."""
        from distributed import KilledWorker

        try:
            while True:
                try:
                    failed, result = future.result(timeout=_LOOK)
                except TimeoutError:
                    if future.status == "error":  # it is the task's own
                        raise
                    self._look()
                    continue
                break
        except KilledWorker:
            raise WorkerLost(_KILLED) from None
        except (OSError, StudAuditError):
            raise
        except Exception as error:
            if future.cancelled() or self._client.status != "running":
                raise InputError(f"{self.address}: the scheduler was lost") from None
            raise WorkerLost(repr(error)) from None
        finally:
            self._under_way.discard(future)
        if failed:
            raise result
        return result

    def _look(self) -> None:
        """Whether there is anyone to wait for; raises `InputError` where there has been nobody for long."""
        now = time.monotonic()
        try:
            wanted = self._wanted()
        except Exception as error:
            raise InputError(f"{self.address}: the scheduler was lost ({_words(error)})") from None
        if wanted:
            self.ahead, self._met, self._missed = wanted, now, False
        elif now - self._met > _PATIENCE:
            raise InputError(f"{self.address}: no worker is left at this scheduler")
        elif now - self._met > _MISSED and not self._missed:
            self._missed = True
            said = f"{self.address}: no worker is left; waiting for others, {_PATIENCE:.0f} seconds at most"
            warnings.warn(said, Notice, stacklevel=2)

    def _wanted(self) -> int:
        return _AHEAD * len(self._client.nthreads())

    # --- versions --------------------------------------------------------------------------------

    def _check_versions(self) -> None:
        """Raises `UsageError` where a worker has other versions of what the result depends on."""

        def of_worker() -> dict[str, str]:
            # Goes to the worker as it is here, which may have nothing of ours.
            try:
                from stud_audit.model.version import versions
            except ImportError:
                return {}
            return versions()

        own = versions()
        of_python = {worker: told["host"]["python"] for worker, told in self._client.get_versions()["workers"].items()}
        for worker, version in of_python.items():
            _compare(worker, {"Python": ".".join(version.split(".")[:2])}, {"Python": own["Python"]})
        for worker, told in self._client.run(of_worker).items():
            _compare(worker, told, own)
        threads = [worker for worker, number in self._client.nthreads().items() if number > 1]
        if threads:
            said = f"{len(threads)} workers have several threads, of which only one works: use --nthreads 1, and more"
            warnings.warn(said, Notice, stacklevel=2)


def _silenced() -> dict[logging.Logger, int]:
    """The logs of Dask with their levels: what goes wrong is told by what is raised."""
    logs = [logging.getLogger(name) for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    levels = {log: log.level for log in logs}
    for log in logs:
        log.setLevel(logging.CRITICAL + 1)
    return levels


async def _knock(address: str) -> None:
    from distributed import Security
    from distributed.comm import connect

    comm = await connect(address, timeout=_ANSWER, **Security().get_connection_args("client"))
    await comm.close()


class _UnderWay(Generic[Done]):
    """A task that the cluster is at."""

    def __init__(self, owner: Cluster, future: Any) -> None:
        self._owner, self._future = owner, future

    def done(self) -> bool:
        """Whether `result` need not wait."""
        return bool(self._future.done())

    def result(self) -> Done:
        """What came of it."""
        result: Done = self._owner.result_of(self._future)
        return result


class _Payload:
    """A task on its way; what it is does not appear in the logs of the workers."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def __repr__(self) -> str:
        return f"<{len(self.data)} bytes>"


def _do(theirs: dict[str, str], payload: _Payload) -> tuple[bool, Any]:
    """At the worker: what came of a task, or whether it failed in a way that trying again does not mend, and how."""
    try:
        _compare("that joined later", versions(), theirs)
        with _ONE:
            work, task, house, versions_of_house = pickle.loads(payload.data)  # noqa: S301  # they may run anything
            if house is not None:
                lend_house(house, pickle.loads(versions_of_house))  # noqa: S301
            return False, work(task)
    except StudAuditError as error:
        return True, error


def _sees(folder: str) -> bool:
    return Path(folder).is_dir()


def _compare(worker: str, theirs: dict[str, str], own: dict[str, str]) -> None:
    for name, version in own.items():
        if theirs.get(name) != version:
            has = f"{name} {theirs[name]}" if name in theirs else f"no {name}"
            raise UsageError(f"the worker {worker} has {has}, and this is {name} {version}; they have to be the same")


def _words(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
