"""The sections of a hand, as `section_parser` finds them; Lark, which that needs, takes long to load."""

from __future__ import annotations

from typing import Any


class Section:
    """A part of a hand under the name that the grammar gives it, with its lines (its banner first)."""

    __slots__ = ("lines", "name")

    def __init__(self, name: str, lines: list[Any]) -> None:
        self.name = name
        self.lines = lines
