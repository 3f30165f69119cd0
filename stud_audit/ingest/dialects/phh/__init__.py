"""PHH, the poker hand history format: a TOML file a hand, or many in one."""

from stud_audit.ingest.dialects.phh.mapper import DIALECT

__all__ = ["DIALECT"]
