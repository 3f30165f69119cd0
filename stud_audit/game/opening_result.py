"""The answer to the question who has to open a round."""

from __future__ import annotations

from msgspec import Struct


class Opening(Struct, frozen=True, gc=False):
    """The seats that may rightly open: more than one where a tie is not separated.

    `missing` says what the log would have to show to tell (without it, each of several may);
    `tied` are the seats whose cards are alike, where there are several;
    `by` is the seat whose cards decide, where an all-in player passes the opening on.
    """

    seats: tuple[int, ...]
    missing: str | None = None
    tied: tuple[int, ...] = ()
    by: int | None = None
