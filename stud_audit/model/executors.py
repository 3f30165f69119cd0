"""Where the tasks of a run are worked on: here, in other processes, or on other machines.

A task is a pure function with one argument, both of which can be pickled; what it gives is small, and what is not small
it writes to an address that its argument names. So it does not matter where it is done, nor whether it is done twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

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
    """Works on tasks. `ahead` is how many it is worth having under way at a time, 0 where each is done at once."""

    ahead: int

    def submit(self, work: Callable[[Task], Done], task: Task) -> Pending[Done]:
        """Begins a task."""

    def close(self) -> None:
        """Gives up what is under way; to be called whatever happened."""


class Here:
    """Does each task at once, in this process."""

    ahead = 0

    def submit(self, work: Callable[[Task], Done], task: Task) -> Pending[Done]:
        """Does it; what it raises is raised here."""
        return _Finished(work(task))

    def close(self) -> None:
        """Nothing is under way."""


class _Finished:
    def __init__(self, result: Any) -> None:
        self._result = result

    def done(self) -> bool:
        return True

    def result(self) -> Any:
        return self._result
