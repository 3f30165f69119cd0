"""Ingest -> replay -> checks: for one hand, and for a whole input."""

from stud_audit.pipeline.one_hand import HandResult, audit_hand, dispatch, replayed_events
from stud_audit.pipeline.run import Audit, InputFindings, Summary
from stud_audit.pipeline.selection import select_codes

__all__ = [
    "Audit",
    "HandResult",
    "InputFindings",
    "Summary",
    "audit_hand",
    "dispatch",
    "replayed_events",
    "select_codes",
]
