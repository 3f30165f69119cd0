"""A line that the dialect's grammar does not know.

The line is kept as an event, and the rest of the hand is audited; what may follow from the loss of
that one line is not reported as well. Text outside of any hand that no dialect knows is one finding
for each run of lines. The last line of a hand that is cut off belongs to the cut (R003). Lines of a
known kind with an impossible value are R010, with an unknown player R006.

Source: the format of the log.
"""

from __future__ import annotations

from stud_audit.checks.base import Check, Fault, House, Result, Step
from stud_audit.model.events import LineUnknown


def judge(step: Step, house: House) -> Result:
    event, hand = step.event, step.hand
    if not isinstance(event, LineUnknown) or event.code != "R001":
        return None
    if hand.truncated and event.span.line == hand.last_line:
        return None
    reason = f": {event.problem}" if event.problem else ""
    return Fault(f"the {hand.dialect} dialect does not know this line{reason}", actual=event.text.strip())


CHECK = Check("R001", "unrecognised-line", "S3", "log", judge=judge, on=(LineUnknown,))
