"""A progress bar on a terminal that gets out of the way of other output."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, Final, Protocol, Self, TextIO

from stud_audit.render.styled import terminal

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_AFTER: Final = 1.0
_EVERY: Final = 0.1


class Measured(Protocol):
    """An input that knows how much of it was read; `bytes_total` is None where its size is not known."""

    @property
    def bytes_read(self) -> int: ...  # noqa: D102
    @property
    def bytes_total(self) -> int | None: ...  # noqa: D102


class ProgressBar:
    """Shows how much of the input is done, after a second, and only where the stream is a terminal."""

    def __init__(self, stream: TextIO) -> None:
        console = terminal(stream)
        self._bar: Progress | None = None
        if console is not None:
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"))
            self._bar = Progress(
                *columns, TimeRemainingColumn(), console=console, transient=True, auto_refresh=False,
                redirect_stdout=False, redirect_stderr=False,
            )  # fmt: skip
        self._task: TaskID | None = None
        self._hands = 0
        self._next = time.monotonic() + _AFTER

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.hide()

    def advance(self, input_: Measured, hands: int = 1) -> None:
        """So many hands more."""
        self._hands += hands
        if self._bar is None or (now := time.monotonic()) < self._next:
            return
        self._next = now + _EVERY
        if self._task is None:
            self._task = self._bar.add_task("", total=input_.bytes_total)
        self._bar.start()
        self._bar.update(self._task, completed=input_.bytes_read, description=f"{self._hands:,} hands")
        self._bar.refresh()

    def hide(self) -> None:
        """Clear the bar, until it is next advanced, so that other lines can be written."""
        if self._bar is not None and self._task is not None:
            self._bar.stop()
