"""Which hands were met before in a run: a compact memory, about 100 bytes a hand for both tables.

Hands are told apart by the first 8 bytes of a SHA-256. Among ten million hands the chance that any
two different ones are taken for the same is about one in 400,000.
"""

from __future__ import annotations

from array import array
from hashlib import sha256


class Table:
    """A hash table of 64-bit keys with the same number of 64-bit values each.

    A dict with the same content takes five times the memory, and that grows with the input.
    """

    def __init__(self, width: int = 1) -> None:
        self._width = width + 1
        self._slots = 1 << 12
        self._cells: array[int] = array("Q", [0]) * (self._slots * self._width)
        """Each key, 0 where there is none, followed by its values."""
        self._used = 0

    def find(self, key: int) -> int:
        """The slot of a key, or where it would be put."""
        cells, width, mask = self._cells, self._width, self._slots - 1
        slot = key & mask
        while True:
            found = cells[slot * width]
            if not found or found == key:
                return slot
            slot = (slot + 1) & mask

    def has(self, slot: int) -> bool:
        """Whether a slot is taken."""
        return self._cells[slot * self._width] != 0

    def key(self, slot: int) -> int:
        """The key of a slot that is taken."""
        return self._cells[slot * self._width]

    def get(self, slot: int, column: int = 0) -> int:
        """A value of a slot."""
        return self._cells[slot * self._width + column + 1]

    def put(self, slot: int, key: int, *values: int) -> None:
        """Fills the slot that `find` gave for a key."""
        at, cells = slot * self._width, self._cells
        self._used += not cells[at]
        cells[at] = key
        for value in values:
            at += 1
            cells[at] = value
        if 3 * self._used > 2 * self._slots:
            self._grow()

    def increase(self, key: int) -> int:
        """Adds one to the first value of a key, and tells what it was."""
        slot = self.find(key)
        before = self.get(slot)
        self.put(slot, key, before + 1)
        return before

    def _grow(self) -> None:
        old, width, ends = self._cells, self._width, self._slots * self._width
        self._slots *= 2
        cells = self._cells = array("Q", [0]) * (self._slots * width)
        for at in range(0, ends, width):
            key = old[at]
            if key:
                to = self.find(key) * width
                for column in range(width):
                    cells[to + column] = old[at + column]


def fingerprint(digest: bytes) -> int:
    """A table's key, never 0, from a SHA-256."""
    return int.from_bytes(digest[:8], "big") or 1


def fingerprint_of_hex(digest: str) -> int:
    """The same from its hex digits."""
    return int(digest[:16], 16) or 1


def fingerprint_of_text(*parts: str) -> int:
    """The same of several texts."""
    return fingerprint(sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest())


class Texts:
    """How many times a text was met before."""

    def __init__(self) -> None:
        self._table = Table()

    def count(self, digest: bytes) -> int:
        """Counts a text in: 0 when it is new, 1 when it was met once before, and so on."""
        return self._table.increase(fingerprint(digest))
