"""Tasks worked on in other processes, which may be killed without costing more than the task that did it."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import warnings
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from threading import Thread
from typing import Any, Final, Generic, TypeVar

from stud_audit.model.errors import Notice, StudAuditError, UsageError
from stud_audit.model.executors import Executor, Here, Pending, WorkerLost

_AHEAD: Final = 4
_KILLED: Final = "the process that worked on it was killed, each time (for want of memory, perhaps)"
_UNGUARDED: Final = (
    "no worker process can be started; where a script asks for several jobs, the call has to stand under "
    '`if __name__ == "__main__":`, since each worker imports the script'
)
Task = TypeVar("Task")
Done = TypeVar("Done")


def executor_of(jobs: int, scheduler: str | None = None) -> Executor:
    """What works on the tasks of a run: so many processes of this machine, or the workers of a scheduler."""
    if scheduler is not None:
        from stud_audit.pipeline.cluster import Cluster  # here: few have the package for it

        return Cluster(scheduler)
    return Here() if jobs == 1 else Processes(jobs)


class Processes:
    """Processes of this machine, started when there is a task, that end with the one that started them in any case.

    They are forks of this one where that is safe, and need not load what it has. Where one of them is killed, what was
    under way is done again by a single process, task by task; a task that kills that one too is lost.
    """

    elsewhere = False

    def __init__(self, jobs: int) -> None:
        self._jobs, self.ahead = jobs, _AHEAD * jobs
        self._pool: _Pool | None = None
        self._single: _Pool | None = None
        self._proven = False

    def submit(self, work: Callable[[Task], Done], task: Task) -> Pending[Done]:
        """Begins a task."""
        self._pool = self._pool or _Pool(self._jobs)
        return _UnderWay(self, self._pool, work, task)

    def check_sees(self, folder: Path) -> None:
        """They do."""

    def close(self) -> None:
        """Ends the processes, each after the task that it is at."""
        for pool in (self._pool, self._single):
            if pool is not None:
                pool.close()
        self._pool = self._single = None

    def finished(self, future: Future[Done], pool: _Pool, again: Callable[[], Done]) -> Done:
        """The result of a task, which is done `again` where its pool broke."""
        try:
            result = _result_of(future)
        except BrokenProcessPool:
            self._broken(pool)
            return again()
        self._proven = True
        return result

    def alone(self, work: Callable[[Task], Done], task: Task) -> Done:
        """The result of a task that nothing is done beside."""
        self._single = self._single or _Pool(1)
        try:
            return _result_of(self._single.begun(work, task))
        except BrokenProcessPool:
            self._single.close()
            self._single = None
            raise WorkerLost(_KILLED) from None

    def _broken(self, pool: _Pool) -> None:
        if pool is not self._pool:
            return  # it was said before
        pool.close()
        self._pool = None
        if not self._proven:
            try:
                self.alone(_nothing, None)
            except WorkerLost:
                raise UsageError(_UNGUARDED) from None
        warnings.warn("a worker process was killed; what it worked on is done again", Notice, stacklevel=2)


class _UnderWay(Generic[Task, Done]):
    """A task that a pool is at."""

    def __init__(self, owner: Processes, pool: _Pool, work: Callable[[Task], Done], task: Task) -> None:
        self._owner, self._pool, self._work, self._task = owner, pool, work, task
        self._future = pool.begun(work, task)

    def done(self) -> bool:
        """Whether `result` need not wait."""
        return self._future.done()

    def result(self) -> Done:
        """What came of it."""
        return self._owner.finished(self._future, self._pool, lambda: self._owner.alone(self._work, self._task))


def _result_of(future: Future[Done]) -> Done:
    """What came of a task: errors as of `Pending`, and `BrokenProcessPool`."""
    try:
        return future.result()
    except (OSError, StudAuditError, BrokenProcessPool):
        raise
    except Exception as error:  # a result that cannot be sent
        raise WorkerLost(repr(error)) from error


def _nothing(_: Any) -> None:
    """What any process can do."""


class _Pool:
    """So many processes.

    An interrupt meets the main thread alone. Where it came between the start of a process and the note that the pool
    takes of it, the pool would wait for that process for ever: forks are all started at once with interrupts held back,
    others one by one by a thread that does nothing else.
    """

    def __init__(self, jobs: int) -> None:
        forks = _can_fork()
        context = get_context("fork" if forks else "spawn")
        self._processes = ProcessPoolExecutor(jobs, context, _begin, (gc.get_threshold(), forks))
        self._starter = None if forks else ThreadPoolExecutor(1)
        self._started = False

    def begun(self, work: Callable[[Task], Done], task: Task) -> Future[Done]:
        """A task that is begun, which may start a process for it."""
        if self._starter is not None:
            return self._starter.submit(self._submit, work, task).result()
        if self._started:
            return self._submit(work, task)
        held = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            self._started = True
            return self._submit(work, task)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)

    def close(self) -> None:
        """Ends the processes, each after the task that it is at."""
        if self._starter is not None:
            self._starter.shutdown(cancel_futures=True)
        self._processes.shutdown(cancel_futures=True)

    def _submit(self, work: Callable[[Task], Done], task: Task) -> Future[Done]:
        try:
            return self._processes.submit(work, task)
        except BrokenProcessPool as error:
            failed: Future[Done] = Future()
            failed.set_exception(error)
            return failed
        except RuntimeError as error:
            if "bootstrapping" not in str(error):
                raise
            sys.exit(1)  # this is itself a worker, which imports the script: the process that started it explains it


def _can_fork() -> bool:
    """Whether a fork of this process is whole: it has one of its threads, and what others held locked stays so.

    Threads of libraries count, which Linux tells. Elsewhere the system's own libraries do not bear a fork.
    """
    return sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1


def _begin(threshold: tuple[int, int, int], is_fork: bool) -> None:
    """An interrupt is the parent's to deal with; and a worker ends when the parent is no more.

    It looks for garbage as seldom as the parent, and never through what it was begun with, nor at its end through what
    it keeps of hands.
    """
    gc.set_threshold(*threshold)
    if is_fork:
        gc.freeze()
        for number in (signal.SIGTERM, signal.SIGHUP):  # the parent's ways to end are not a worker's
            signal.signal(number, signal.SIG_DFL)
    atexit.register(gc.freeze)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
