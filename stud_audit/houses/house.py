"""A house: one version of its rules, with who it is and when it was in force."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

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
    """Name and text of the file itself and of those that it extends."""

    def in_force(self, at: date) -> bool:
        """Whether this version was in force on that day; both dates of effect are inclusive."""
        return (self.effective_from is None or self.effective_from <= at) and (
            self.effective_to is None or at <= self.effective_to
        )
