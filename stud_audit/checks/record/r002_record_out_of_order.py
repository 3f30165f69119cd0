"""Known lines in an order that no hand has.

A street before its predecessor, two summaries, a heading that is missing or stands after its cards,
an action after the showdown, a card after the betting of its street has begun, a pot awarded after
the summary. Each is reported at the line that stands in the wrong place.

A line out of place is not reported as anything else: an action after the showdown is no action out
of turn, a card after the summary no wrong count. An ante after the first card is A203.

Source: the format of the log.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Outcome, Replay, Result
from stud_audit.model.events import LineUnknown


def judge_hand(replay: Replay, house: House) -> Result:
    index = replay.index
    # A line may make several events, and is out of place once.
    lines = {
        index.event(number).span.line or -number: (number, what)
        for number, what in index.order.astray.items()
        if not index.spoiled(index.event(number))
    }
    faults: list[Outcome] = [
        Fault(f"the record is out of order: {what}", event=number) for number, what in lines.values()
    ]
    for number in index.unknown:
        event = index.event(number)
        if isinstance(event, LineUnknown) and event.code == "R002":
            faults.append(Fault(f"the record is out of order: {event.problem or 'this line'}", event=number))
    return faults or PASS


CHECK = Check("R002", "record-out-of-order", "S3", "log", judge_hand=judge_hand, side="record")
