"""Audited hands as the dataset has them."""

from __future__ import annotations

from stud_audit.pipeline.one_hand import HandResult
from stud_audit.report.stored import HandRecord


def record_of(result: HandResult) -> HandRecord:
    """The hand as the dataset has it."""
    house = result.house
    return HandRecord(
        result.hand,
        house.name if house is not None else None,
        house.version if house is not None else None,
        result.seats,
        tuple(result.findings),
        result.pot,
        result.rake,
        result.played,
        result.rows,
    )
