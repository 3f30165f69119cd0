"""The neutral notation: our own text for a hand, one event a line."""

from stud_audit.ingest.dialects.neutral.mapper import DIALECT

__all__ = ["DIALECT"]
