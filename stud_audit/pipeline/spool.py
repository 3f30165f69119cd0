"""Records kept for a run in a temporary file; there is none while they are few."""

from __future__ import annotations

import tempfile
from typing import IO, Final

_LENGTH: Final = 4
_TOGETHER: Final = 1 << 16
"""Bytes that are written at once when there is a file."""


class Spool:
    """Records, each at the place that `put` gives; 0 is none. `in_memory` is the number of bytes that need no file.

    Both ways raise `OSError`, with the folder of the file: the file itself has no name.
    """

    def __init__(self, in_memory: int) -> None:
        self._file: IO[bytes] | None = None
        self._written = 0
        self._unwritten = bytearray(b"\0")
        self._most = in_memory

    def put(self, record: bytes) -> int:
        """Keeps a record of less than 4 GiB."""
        unwritten = self._unwritten
        place = self._written + len(unwritten)
        unwritten += len(record).to_bytes(_LENGTH, "big")
        unwritten += record
        if len(unwritten) > self._most:
            self._write()
        return place

    def get(self, place: int) -> bytes:
        """The record at a place."""
        if self._file is not None and place < self._written:
            return _read(self._file, place)
        begins = place - self._written + _LENGTH
        ends = begins + int.from_bytes(self._unwritten[begins - _LENGTH : begins], "big")
        return bytes(self._unwritten[begins:ends])

    def close(self) -> None:
        """Forgets the records."""
        self._unwritten.clear()
        if self._file is not None:
            self._file.close()

    def __del__(self) -> None:
        self.close()  # also where an audit is given up

    def _write(self) -> None:
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile()  # noqa: SIM115  # it is closed with the spool
                self._most = min(self._most, _TOGETHER)
            self._file.seek(self._written)
            self._file.write(self._unwritten)
        except OSError as error:
            raise _placed(error) from None
        self._written += len(self._unwritten)
        self._unwritten.clear()


def _read(file: IO[bytes], place: int) -> bytes:
    try:
        file.seek(place)
        return file.read(int.from_bytes(file.read(_LENGTH), "big"))
    except OSError as error:
        raise _placed(error) from None


def _placed(error: OSError) -> OSError:
    return OSError(error.errno, error.strerror, tempfile.gettempdir())
