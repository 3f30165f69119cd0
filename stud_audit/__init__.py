"""Hand-history parser and rules auditor for seven-card stud."""

__version__ = "0.1.0"
