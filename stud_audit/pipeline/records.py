"""Audited hands as the dataset has them."""

from __future__ import annotations

from collections.abc import Sequence

from stud_audit.pipeline.one_hand import HandResult
from stud_audit.report.batches import HandRecord
from stud_audit.report.drafts import keep_memo, store
from stud_audit.report.stored import Rows

__all__ = ["keep_memo", "record_of", "store_results"]


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
        result.retells,
    )


def store_results(results: Sequence[HandResult], drafts: str, name: str) -> Rows:
    """Writes the rows of a batch of hands to a folder of drafts; `OSError` where that cannot be done."""
    return store([record_of(result) for result in results], drafts, name)
