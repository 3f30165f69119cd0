"""What a format of findings does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from stud_audit.houses.house import House
from stud_audit.model.findings import Finding
from stud_audit.model.hand import Hand
from stud_audit.pipeline import Summary

Accepted = Mapping[tuple[str, str], int]
"""Code and verdict to the number of findings that the baseline has."""


class FindingsFormat(Protocol):
    """Takes the findings of a run one by one, in their order, and writes them; bounded in memory."""

    def add(self, finding: Finding, hand: Hand | None, house: House | None) -> None:
        """One finding; the hand that it is in, where its text is at hand, and the house that it was judged by."""

    def finish(self, summary: Summary, accepted: Accepted) -> None:
        """The end of the run; the `accepted` findings were not added."""
