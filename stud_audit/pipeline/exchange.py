"""What the processes of a run have learned, for one another: a file without a name, to which each of them adds.

It spares work and decides nothing: who does not hear of something learns it. So what goes wrong with it is no error.
"""

from __future__ import annotations

import os
import pickle
from contextlib import suppress
from tempfile import TemporaryFile
from typing import Any, Final
from zlib import crc32

_HEAD: Final = 8
"""Bytes before each record: its length, and its checksum."""
_MOST: Final = 1 << 26
"""Bytes beyond which nothing is added: what comes so late is rare, or there is no end of it."""


class Exchange:
    """To be made before the processes are forked, which share the file."""

    def __init__(self) -> None:
        import fcntl  # here: where it is missing there are no forks

        self._file = TemporaryFile(buffering=0)  # noqa: SIM115  # open as long as the processes are
        number = self._file.fileno()
        fcntl.fcntl(number, fcntl.F_SETFL, fcntl.fcntl(number, fcntl.F_GETFL) | os.O_APPEND)
        self._read = 0
        self._waiting: dict[str, list[Any]] = {}

    def tell(self, name: str, news: Any) -> None:
        """Tells the others of something; `name` is whom it concerns."""
        record = pickle.dumps((os.getpid(), name, news))
        head = len(record).to_bytes(4, "big") + crc32(record).to_bytes(4, "big")
        with suppress(OSError):
            if self._read < _MOST:
                os.write(self._file.fileno(), head + record)  # in one piece, which no other's comes into

    def heard(self, name: str) -> list[Any]:
        """What others have told since the last time that concerns this name."""
        with suppress(OSError):
            number = self._file.fileno()
            data = os.pread(number, max(os.fstat(number).st_size - self._read, 0), self._read)
            while len(data) >= _HEAD:
                length, checksum = int.from_bytes(data[:4], "big"), int.from_bytes(data[4:_HEAD], "big")
                record, data = data[_HEAD : _HEAD + length], data[_HEAD + length :]
                if crc32(record) != checksum:  # it is not whole, and where the next begins nobody knows
                    self._read = _MOST
                    break
                self._read += _HEAD + length
                teller, concerned, news = pickle.loads(record)  # noqa: S301  # of a fork of this process
                if teller != os.getpid():
                    self._waiting.setdefault(concerned, []).append(news)
        return self._waiting.pop(name, [])


_joined: Exchange | None = None


def join(exchange: Exchange | None) -> None:
    """From now on this process takes part."""
    global _joined
    _joined = exchange


def tell(name: str, news: Any) -> None:
    """As of `Exchange`, where this process takes part in one."""
    if _joined is not None:
        _joined.tell(name, news)


def heard(name: str) -> list[Any]:
    """As of `Exchange`; nothing where this process takes part in none."""
    return [] if _joined is None else _joined.heard(name)
