"""Known lines in an order that no hand has.

A street before its predecessor, two summaries, a heading that is missing or stands after its cards,
an action after the showdown, a card after the betting of its street has begun, a pot awarded after
the summary, a showdown of players who can still bet before the streets that are due to them. Each is
reported at the line that stands in the wrong place.

A line out of place is not reported as anything else: an action after the showdown is no action out
of turn, a card after the summary no wrong count. An ante after the first card is A203.

Source: the format of the log.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Outcome, Replay, Result
from stud_audit.checks.support import STREET_NAMES
from stud_audit.model.events import HandCancelled, LineUnknown, Mucked, ShowdownOpened, Shown


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
    early = _early_showdown(replay)
    if early:
        what = f"a showdown after {STREET_NAMES[replay.state.street]}, of players who can still bet"
        faults.append(Fault(f"the record is out of order: {what}", event=early))
    return faults or PASS


def _early_showdown(replay: Replay) -> int:
    """The number of the event with which a showdown begins though a street is due to players who can still bet, or 0.

    Lines may have been lost with the record's unknown ones; where chips are not known, neither is who is all-in.
    """
    state, index = replay.state, replay.index
    able = state.able()
    if not 3 <= state.street < 7 or len(able) < 2 or any(player.behind is None for player in able):
        return 0
    if index.unknown or replay.hand.truncated or HandCancelled in index.of_type:
        return 0
    shows = {number: event.seat for number, event in index.each(Shown)}
    shows |= {number: event.seat for number, event in index.each(Mucked)}
    if len({player.seat for player in state.live()} & set(shows.values())) < 2:
        return 0
    return min([*index.of_type.get(ShowdownOpened, []), *shows])


CHECK = Check("R002", "record-out-of-order", "S3", "log", judge_hand=judge_hand, side="record")
