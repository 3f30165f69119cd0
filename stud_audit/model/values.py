"""The base of small immutable values of which every hand makes many."""

from __future__ import annotations

from msgspec import Struct


class Value(Struct, frozen=True, gc=False):
    """An immutable value, compared by its fields; it may not come to hold itself.

    The options stand here and are inherited, since a compiled module does not see those of a class of its own.
    """
