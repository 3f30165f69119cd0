"""What the checks across hands share: the table that a hand belongs to."""

from __future__ import annotations

from collections.abc import Hashable

from stud_audit.checks.base import HandRef


def session(hand: HandRef) -> Hashable | None:
    """The table (and tournament) of a hand; None where the log names no table."""
    header = hand.header
    return (header.tournament, header.table) if header.table is not None else None
