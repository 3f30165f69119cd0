"""What can go wrong with a call, as opposed to what is wrong with a hand (a finding)."""

from __future__ import annotations


class StudAuditError(Exception):
    """Any error that a caller can cause; its text is fit to be shown to a person."""


class InputError(StudAuditError):
    """A path that is missing, unreadable, damaged, or of no known kind."""


class HouseError(StudAuditError):
    """A house file that is wrong; the text names the file, the line, and the key."""


class UsageError(StudAuditError):
    """A wrong option or argument."""


class Notice(UserWarning):
    """Something to be told of a run that goes on: what an earlier one left, a process that had to be replaced."""
