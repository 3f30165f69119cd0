"""A house: one version of its rules, with who it is and when it was in force."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from stud_audit.houses.rules import Rules
from stud_audit.houses.rulings import Silence
from stud_audit.houses.weighing import Judge


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class House(Judge):
    """One version of a house's rules. `digest` is the SHA-256 of the files that define it."""

    name: str
    title: str
    version: str
    digest: str
    silences: tuple[Silence, ...] = ()
    fallback: tuple[str, ...] = ()
    default_for: tuple[str, ...] = ()
    effective_from: date | None = None
    effective_to: date | None = None
    source: str = ""
    files: tuple[tuple[str, str], ...] = ()
    """Name and text, to the byte, of the file itself and of those that it extends."""

    @property
    def dates(self) -> str:
        """From when to when this version was in force, in words; where nobody knows, that is said."""
        begin = f" from {self.effective_from}" if self.effective_from else ""
        end = f" to {self.effective_to}" if self.effective_to else ""
        return f"in force{begin}{end}" if self.dated else "dates of effect not known"

    @property
    def dated(self) -> bool:
        """Whether anything is known of when this version was in force."""
        return self.effective_from is not None or self.effective_to is not None

    def in_force(self, at: date) -> bool:
        """Whether this version was in force on that day; both dates of effect are inclusive.

        A version of which neither is known may have been.
        """
        return (self.effective_from is None or self.effective_from <= at) and (
            self.effective_to is None or at <= self.effective_to
        )


NO_HOUSE: Final = House(name="", title="", version="", digest="", rules=Rules())
"""Stands in where nobody judges a hand: its record is replayed, and nothing is asked of this house."""
