"""The events of a hand as play went on with them: those of the log, and those that it lacks, each with its basis."""

from __future__ import annotations

from msgspec.structs import replace

from stud_audit.model.events import CardDealt, Event
from stud_audit.record.replay import Replay

Numbered = tuple[int, Event]
"""An event and its number. What the log lacks is numbered after all that it has: no number depends on a house."""


def played_events(replay: Replay) -> tuple[Numbered, ...]:
    """The events of a replayed hand in the order of play; none where they are those of the log, as printed.

    An event under a wrong name is that of the player who is taken to have acted, a misdirected card that of its owner.
    An assumed event stands before the one that shows it missing (after it, where that one only falls short), has the
    place of its line, and no text.
    """
    hand, state, misdirected = replay.hand, replay.state, replay.index.misdirected
    if not (state.assumptions or state.reseated or misdirected):
        return ()
    lacking: dict[int, list[Numbered]] = {}
    for number, one in enumerate(state.assumptions, len(hand.events) + 1):
        street = one.event.street if one.event.street > 2 else 0  # of who is dealt in, and gets no card
        event = replace(one.event, span=hand.events[one.number - 1].span, street=street)
        lacking.setdefault(one.place, []).append((number, event))
    played: list[Numbered] = []
    for number, event in enumerate(hand.events, 1):
        played += lacking.get(number, ())
        owner = misdirected.get(number)
        if number in state.reseated:
            event = state.reseated[number]
        elif owner is not None and isinstance(event, CardDealt):
            event = replace(event, seat=owner, basis="reseated")
        played.append((number, event))
    return (*played, *lacking.get(len(hand.events) + 1, ()))
