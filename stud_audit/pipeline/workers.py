"""Batches of hands worked on in other processes, which may be killed without costing more than the hand that did it."""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Final, Generic, TypeVar

from stud_audit.model.errors import Notice, UsageError

_AHEAD: Final = 4
_KILLED: Final = "the process that worked on it was killed, each time (for want of memory, perhaps)"
_UNGUARDED: Final = (
    "no worker process can be started; where a script asks for several jobs, the call has to stand under "
    '`if __name__ == "__main__":`, since each worker imports the script'
)
Piece = TypeVar("Piece")
Done = TypeVar("Done")


class Workers(Generic[Piece, Done]):
    """Processes that do `work` on lists of pieces; `lost` tells what stands for a piece that it cannot be done on.

    They end with the process that started them, whatever ends it. Where one of them is killed, what was under way is
    done again by a single process, list by list, and piece by piece where a list kills it again; a piece that does so
    alone is lost.
    """

    def __init__(
        self, jobs: int, work: Callable[[list[Piece]], list[Done]], lost: Callable[[Piece, str], Done]
    ) -> None:
        self._jobs, self._work, self._lost = jobs, work, lost
        self._pool = _pool(jobs)
        self._proven = False

    def results(self, lists: Iterable[list[Piece]]) -> Iterator[list[Done]]:
        """What each list came to, in their order; a few are worked on ahead. `UsageError` where no process starts."""
        pending: deque[tuple[list[Piece], Future[list[Done]]]] = deque()
        try:
            for pieces in lists:
                pending.append((pieces, self._submit(pieces)))
                if len(pending) > _AHEAD * self._jobs:
                    yield from self._next(pending)
            while pending:
                yield from self._next(pending)
        finally:
            self._pool.shutdown(cancel_futures=True)

    def _next(self, pending: deque[tuple[list[Piece], Future[list[Done]]]]) -> Iterator[list[Done]]:
        """The results of the first list, and of all where a worker was killed: each of them may have done it."""
        pieces, work = pending.popleft()
        try:
            yield work.result()
            self._proven = True
        except BrokenProcessPool:
            self._restart(1)
            self._check()
            warnings.warn("a worker process was killed; what it worked on is done again", Notice, stacklevel=2)
            pending.appendleft((pieces, work))
            for again, done in pending:
                yield done.result() if done.done() and done.exception() is None else self._alone(again)
            pending.clear()
            self._restart(self._jobs)
        except Exception:  # a result that cannot be sent
            yield self._alone(pieces)

    def _alone(self, pieces: list[Piece]) -> list[Done]:
        why = _KILLED
        try:
            return self._submit(pieces).result()
        except BrokenProcessPool:
            self._restart(1)
        except Exception as error:
            why = repr(error)
        if len(pieces) == 1:
            return [self._lost(pieces[0], why)]
        return [done for piece in pieces for done in self._alone([piece])]

    def _submit(self, pieces: list[Piece]) -> Future[list[Done]]:
        try:
            return self._pool.submit(self._work, pieces)
        except BrokenProcessPool as error:
            failed: Future[list[Done]] = Future()
            failed.set_exception(error)
            return failed
        except RuntimeError as error:
            if "bootstrapping" not in str(error):
                raise
            sys.exit(1)  # this is itself a worker, which imports the script: the process that started it explains it

    def _restart(self, jobs: int) -> None:
        self._pool.shutdown()
        self._pool = _pool(jobs)

    def _check(self) -> None:
        if not self._proven:
            try:
                self._pool.submit(os.getpid).result()
            except BrokenProcessPool:
                raise UsageError(_UNGUARDED) from None


def _pool(jobs: int) -> ProcessPoolExecutor:
    # "spawn": a forked child would inherit the threads of the libraries in use, half alive.
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """An interrupt is the parent's to deal with; and a worker ends when the parent is no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
