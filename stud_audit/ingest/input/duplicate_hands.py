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
        self._columns = [_zeros(1024) for _ in range(width + 1)]
        self._used = 0

    def find(self, key: int) -> int:
        """The slot of a key, or where it would be put."""
        keys = self._columns[0]
        mask = len(keys) - 1
        slot = key & mask
        while keys[slot] and keys[slot] != key:
            slot = (slot + 1) & mask
        return slot

    def has(self, slot: int) -> bool:
        """Whether a slot is taken."""
        return self._columns[0][slot] != 0

    def key(self, slot: int) -> int:
        """The key of a slot that is taken."""
        return self._columns[0][slot]

    def get(self, slot: int, column: int = 0) -> int:
        """A value of a slot."""
        return self._columns[column + 1][slot]

    def put(self, slot: int, key: int, *values: int) -> None:
        """Fills the slot that `find` gave for a key."""
        keys = self._columns[0]
        if not keys[slot]:
            keys[slot] = key
            self._used += 1
        for column, value in enumerate(values, 1):
            self._columns[column][slot] = value
        if 3 * self._used > 2 * len(keys):
            self._grow()

    def increase(self, key: int) -> int:
        """Adds one to the first value of a key, and tells what it was."""
        slot = self.find(key)
        values = self._columns[1]
        before = values[slot]
        if before:
            values[slot] = before + 1
        else:
            self.put(slot, key, 1)
        return before

    def _grow(self) -> None:
        old = self._columns
        keys, *columns = self._columns = [_zeros(2 * len(column)) for column in old]
        mask = len(keys) - 1
        for source, key in enumerate(old[0]):
            if key:
                slot = key & mask
                while keys[slot]:
                    slot = (slot + 1) & mask
                keys[slot] = key
                for number, column in enumerate(columns, 1):
                    column[slot] = old[number][source]


def _zeros(length: int) -> array[int]:
    return array("Q", [0]) * length


def fingerprint(digest: bytes) -> int:
    """A table's key, never 0, from a SHA-256."""
    return int.from_bytes(digest[:8], "big") or 1


class Texts:
    """How many times a text was met before."""

    def __init__(self) -> None:
        self._table = Table()

    def count(self, digest: bytes) -> int:
        """Counts a text in: 0 when it is new, 1 when it was met once before, and so on."""
        return self._table.increase(fingerprint(digest))
