"""Records kept for a run in a temporary file, which stays in memory while it is small."""

from __future__ import annotations

import tempfile
from typing import Final
from weakref import finalize

_LENGTH: Final = 4


class Spool:
    """Records, each at the place that `put` gives; 0 is none. `in_memory` is the number of bytes that need no file.

    Both ways raise `OSError`, with the folder of the file: the file itself has no name.
    """

    def __init__(self, in_memory: int) -> None:
        self._file = tempfile.SpooledTemporaryFile(in_memory)  # noqa: SIM115  # closed by `finalize`
        self.close = finalize(self, self._file.close)  # also where an audit is given up
        self._file.write(b"\0")
        self._end = 1
        self._at_end = True

    def put(self, record: bytes) -> int:
        """Keeps a record of less than 4 GiB."""
        place = self._end
        try:
            if not self._at_end:
                self._file.seek(place)  # only then, since it flushes what is not written yet
                self._at_end = True
            self._file.write(len(record).to_bytes(_LENGTH, "big") + record)
        except OSError as error:
            raise _placed(error) from None
        self._end += _LENGTH + len(record)
        return place

    def get(self, place: int) -> bytes:
        """The record at a place."""
        self._at_end = False
        try:
            self._file.seek(place)
            return self._file.read(int.from_bytes(self._file.read(_LENGTH), "big"))
        except OSError as error:
            raise _placed(error) from None


def _placed(error: OSError) -> OSError:
    return OSError(error.errno, error.strerror, tempfile.gettempdir())
