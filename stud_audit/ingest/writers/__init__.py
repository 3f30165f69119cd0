"""Hands written in the notations that can also be read."""

from __future__ import annotations

from typing import NamedTuple

from stud_audit.model.errors import StudAuditError


class Line(NamedTuple):
    """A written line, without its line end, and the numbers (from 1) of the events that it tells."""

    text: str
    events: tuple[int, ...] = ()


class CannotWrite(StudAuditError):
    """A hand that a notation has no words for; the text says which of its facts that is."""
