"""What can go wrong with a call, as opposed to what is wrong with a hand (a finding)."""

from __future__ import annotations


class StudAuditError(Exception):
    """Any error that a caller can cause; its text is fit to be shown to a person."""

    @property
    def problems(self) -> tuple[str, ...]:
        """Each thing that is wrong, for whoever lists them."""
        return (str(self),)


class InputError(StudAuditError):
    """A path that is missing, unreadable, damaged, or of no known kind."""


class HouseError(StudAuditError):
    """A house file that is wrong; the text names the file, the line, and the key of each mistake, one a line."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self._problems = problems

    def __reduce__(self) -> tuple[type[HouseError], tuple[str, ...]]:
        return HouseError, self._problems

    @property
    def problems(self) -> tuple[str, ...]:
        """Each mistake."""
        return self._problems


class UsageError(StudAuditError):
    """A wrong option or argument."""


class Notice(UserWarning):
    """Something to be told of a run that goes on: what an earlier one left, a process that had to be replaced."""
