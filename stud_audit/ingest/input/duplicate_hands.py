"""Which hands were met before in a run: a compact memory, about 100 bytes a hand for both tables.

Hands are told apart by the first 8 bytes of a SHA-256. Among ten million hands the chance that any
two different ones are taken for the same is about one in 400,000.
"""

from __future__ import annotations

from array import array


class Table:
    """A hash table of 64-bit keys with the same number of 64-bit values each.

    A dict with the same content takes five times the memory, and that grows with the input.
    """

    def __init__(self, width: int = 1) -> None:
        self._row = 1 + width
        self._used = 0
        self._take(1024)

    def _take(self, rows: int) -> None:
        self._cells = array("Q", bytes(8 * self._row)) * rows
        """The rows, one after the other: a key, or 0, and its values."""
        self._mask, self._most = rows - 1, 2 * rows // 3

    def find(self, key: int) -> int:
        """The slot of a key, or where it would be put."""
        cells = self._cells
        slot = (key & self._mask) * self._row
        while cells[slot] and cells[slot] != key:
            slot += self._row
            if slot == len(cells):
                slot = 0
        return slot

    def has(self, slot: int) -> bool:
        """Whether a slot is taken."""
        return self._cells[slot] != 0

    def key(self, slot: int) -> int:
        """The key of a slot that is taken."""
        return self._cells[slot]

    def get(self, slot: int, column: int = 0) -> int:
        """A value of a slot."""
        return self._cells[slot + 1 + column]

    def put(self, slot: int, key: int, *values: int) -> None:
        """Fills the slot that `find` gave for a key, with all its values."""
        cells = self._cells
        if not cells[slot]:
            self._used += 1
        cells[slot : slot + self._row] = array("Q", (key, *values))
        if self._used > self._most:
            self._grow()

    def _grow(self) -> None:
        old, row = self._cells, self._row
        self._take(2 * (self._mask + 1))
        for at in range(0, len(old), row):
            if old[at]:
                slot = self.find(old[at])
                self._cells[slot : slot + row] = old[at : at + row]


def fingerprint(digest: bytes) -> int:
    """A table's key, never 0, from a SHA-256."""
    return int.from_bytes(digest[:8], "big") or 1


class Texts:
    """How many times a text was met before."""

    def __init__(self) -> None:
        self._table = Table()

    def count(self, digest: bytes) -> int:
        """Counts a text in: 0 when it is new, 1 when it was met once before, and so on."""
        key = fingerprint(digest)
        slot = self._table.find(key)
        before = self._table.get(slot)
        self._table.put(slot, key, before + 1)
        return before
