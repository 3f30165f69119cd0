"""What is kept of hands for the checks across hands until the whole input has been read."""

from __future__ import annotations

import pickle
from typing import Any, Final

from msgspec import Struct, msgpack

from stud_audit.checks.sittings import Sitting
from stud_audit.pipeline.spool import Spool

_IN_MEMORY: Final = 64 * 1024 * 1024


class Kept(Struct, frozen=True, array_like=True, gc=False):
    """What is kept of one hand. Its file, and what it has in common with others, are numbers that the keeper gives."""

    sitting: Sitting
    file: int
    index: int
    key: str
    span: tuple[int, int, int]
    shared: int
    judged: bool
    facts: bytes
    """Of `as_bytes`, or empty."""


class KeptHands:
    """Hands in a temporary file, each at the place that `put` gives."""

    def __init__(self) -> None:
        self._spool = Spool(_IN_MEMORY)
        self.close = self._spool.close
        self._encode, self._decode = msgpack.Encoder().encode, msgpack.Decoder(Kept).decode

    def put(self, kept: Kept) -> int:
        """Keeps a hand; `OverflowError` for numbers beyond 64 bits, `ValueError` for text that has no encoding."""
        return self._spool.put(self._encode(kept))

    def get(self, place: int) -> Kept:
        """The hand at a place."""
        return self._decode(self._spool.get(place))


as_bytes = pickle.dumps


def from_bytes(kept: bytes) -> Any:
    """What this process has made bytes of."""
    return pickle.loads(kept)  # noqa: S301
