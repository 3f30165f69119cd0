"""Where the tasks of a run are worked on: here, in other processes, or on other machines.

A task is a pure function with one argument, both of which can be pickled; what it gives is small, and what is not small
it writes to an address that its argument names. So it does not matter where it is done, nor whether it is done twice.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

Task = TypeVar("Task", contravariant=True)
Done = TypeVar("Done", covariant=True)


class WorkerLost(Exception):
    """A task came to nothing, each time it was tried; the text says why (its worker was killed, say)."""


class Pending(Protocol[Done]):
    """A task that is under way."""

    def done(self) -> bool:
        """Whether `result` need not wait."""

    def result(self) -> Done:
        """What came of it. Raises `WorkerLost`, and the `OSError` or `StudAuditError` that the task raised."""


class Executor(Protocol):
    """Works on tasks. `ahead` is how many it is worth having begun before the first is waited for."""

    ahead: int
    elsewhere: bool
    """Whether it is other machines that work on them."""

    def submit(self, work: Callable[[Task], Done], task: Task) -> Pending[Done]:
        """Begins a task."""

    def check_sees(self, folder: Path) -> None:
        """Raises `UsageError` where it works on a machine that does not see this folder."""

    def close(self) -> None:
        """Gives up what is under way; to be called whatever happened."""


class Here:
    """Does each task in this process, when its result is asked for."""

    ahead = 0
    elsewhere = False

    def submit(self, work: Callable[[Task], Done], task: Task) -> Pending[Done]:
        """Takes note of it."""
        return _Deferred(work, task)

    def check_sees(self, folder: Path) -> None:
        """It does."""

    def close(self) -> None:
        """Nothing is under way."""


class _Deferred(Generic[Done]):
    def __init__(self, work: Callable[[Any], Done], task: Any) -> None:
        self._work, self._task = work, task

    def done(self) -> bool:
        return True

    def result(self) -> Done:
        return self._work(self._task)
