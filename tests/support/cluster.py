"""A cluster of Dask on this machine, as separate processes, and tasks for it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[2]


@dataclass
class Machines:
    """A scheduler and its workers."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def kill(self, number: int) -> None:
        """End a worker, and whoever would start it again, as a failing machine does."""
        end(self.workers[number])


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def start(*command: str, stderr: int | IO[str] = subprocess.DEVNULL, **environment: str) -> subprocess.Popen[bytes]:
    """A process that has our modules."""
    paths = f"{ROOT}{os.pathsep}{ROOT / 'tests'}"
    return subprocess.Popen(
        [sys.executable, *command],
        env=os.environ | {"PYTHONPATH": paths} | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        start_new_session=True,
    )


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and those that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def answers(port: int) -> bool:
    """Whether somebody listens at a port."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until a process listens at its port."""
    until = time.monotonic() + 60
    while not answers(port):
        assert process.poll() is None, "it has ended"
        assert time.monotonic() < until, "it does not answer"
        time.sleep(0.1)


@contextmanager
def machines(workers: int, *, nanny: bool = True) -> Iterator[Machines]:
    """A cluster, until the end of the statement; a nanny starts a worker again that was killed."""
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    scheduler = start(
        *("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"),
        DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="1",  # a task that took two workers with it is given up
    )
    started = Machines(address, scheduler)
    try:
        wait_for(port, scheduler)
        worker = ("-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard")
        started.workers += [start(*worker, *(() if nanny else ("--no-nanny",))) for _ in range(workers)]
        yield started
    finally:
        for process in (*started.workers, scheduler):
            end(process)


# --- tasks ---------------------------------------------------------------------------------------


def double(number: int) -> int:
    """Twice a number, after a moment."""
    time.sleep(0.05)
    return 2 * number


def kill(_: object) -> None:
    """End the worker."""
    os.kill(os.getpid(), signal.SIGKILL)


def fail(error: Exception) -> None:
    """Raise an error, each time."""
    raise error


def fail_once(mark: str) -> str:
    """Raise an error the first time."""
    path = Path(mark)
    if not path.exists():
        path.touch()
        raise OSError(5, "the store was busy", mark)
    return "done"
