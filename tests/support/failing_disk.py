"""File-system calls that fail, or end the process, at the one that is asked for."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from stud_audit.ingest.writers import files

CALLS = (
    *((os, name) for name in ("mkdir", "open", "close", "rename", "replace", "link", "unlink", "rmdir", "chmod")),
    *((os, name) for name in ("stat", "listdir", "scandir")),
    (files, "_exchange"),
    (files, "_lock"),
    (io, "open"),
)


class Disk:
    """Counts the calls, and does `what` instead of the one with the number `at`."""

    def __init__(self, at: int | None, what: Callable[[], object]) -> None:
        self.at, self.what = at, what
        self.calls = 0

    def call(self) -> None:
        number, self.calls = self.calls, self.calls + 1
        if number == self.at:
            self.what()

    def wrapped(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any, **more: Any) -> Any:
            self.call()
            got = function(*arguments, **more)
            return _File(got, self) if isinstance(got, io.IOBase) else got

        return counted


class _File:
    """A file whose writing and closing are calls too: of many small writes one in 16."""

    def __init__(self, file: Any, disk: Disk) -> None:
        self._file, self._disk, self._writes = file, disk, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write(self, data: Any) -> Any:
        if self._writes % 16 == 0:
            self._disk.call()
        self._writes += 1
        return self._file.write(data)

    def close(self) -> None:
        if not self._file.closed:
            try:
                self._disk.call()
            finally:
                self._file.close()


@contextmanager
def disk(at: int | None = None, what: Callable[[], object] = lambda: None) -> Iterator[Disk]:
    """The calls within; where `at` is None all of them are made, and counted."""
    counted = Disk(at, what)
    kept = [(module, name, getattr(module, name)) for module, name in CALLS]
    for module, name, function in kept:
        setattr(module, name, counted.wrapped(function))
    try:
        yield counted
    finally:
        for module, name, function in kept:
            setattr(module, name, function)
