"""A line of a known kind with a card, amount, or seat that cannot be one.

The finding marks the value. The hand is replayed with the most cautious guess (an unknown card, the
amount due), so that nothing else is reported because of it; where no guess is safe the line counts as
lost.

Source: the format of the log.
"""

from __future__ import annotations

from stud_audit.checks.base import Check, Fault, House, Result, Step
from stud_audit.model.events import LineUnknown
from stud_audit.record.index import Index


def judge(step: Step, house: House) -> Result:
    event, hand = step.event, step.hand
    if not isinstance(event, LineUnknown) or event.code != "R010":
        return None
    if hand.truncated and event.span.line == hand.last_line:
        return None
    return Fault(f"malformed value: {event.problem or event.text.strip()}", actual=_value(event, step.index))


def _value(event: LineUnknown, index: Index) -> str:
    """The part of the line that the event marks."""
    line, start, end = event.span
    lines, at = index.once(_lines), line - index.hand.first_line
    before = 1 if at else index.hand.column
    return (lines[at][start - before : end - before] if 0 <= at < len(lines) else "") or event.text.strip()


def _lines(index: Index) -> list[str]:
    return index.hand.text.split("\n")


CHECK = Check("R010", "malformed-value", "S3", "log", judge=judge, on=(LineUnknown,))
