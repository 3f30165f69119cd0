"""What is kept of a hand for the checks across hands until the whole input has been read."""

from __future__ import annotations

import pickle
from typing import Any

from msgspec import Struct, msgpack

from stud_audit.checks.sittings import Sitting


class Kept(Struct, frozen=True, array_like=True, gc=False):
    """What is kept of one hand. Its file, and what it shares with others of its table, are numbers of these."""

    sitting: Sitting
    file: int
    index: int
    key: str
    span: tuple[int, int, int]
    shared: int
    judged: bool
    facts: bytes
    """Of `as_bytes`, or empty."""


encoded = msgpack.Encoder().encode
"""A hand as bytes; `OverflowError` for numbers beyond 64 bits, `ValueError` for text that has no encoding."""
decoded = msgpack.Decoder(Kept).decode
as_bytes = pickle.dumps


def from_bytes(kept: bytes) -> Any:
    """What this process has made bytes of."""
    return pickle.loads(kept)  # noqa: S301
