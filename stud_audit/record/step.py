"""One step of a replay: an event, the state before it, and how it stands to the turn."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from stud_audit.game.games import GameRules
from stud_audit.model.events import AntePosted, Called, Completed, Event, Raised, UncalledReturned, Wager
from stud_audit.model.hand import Hand
from stud_audit.record.doubts import RecordedPlayer, RecordedRound
from stud_audit.record.index import Index
from stud_audit.record.recorded_table import RecordedTable

Turn = Literal[
    "opening",
    "in-turn",
    "late",
    "confirmed",
    "free",
    "out-of-turn",
    "again",
    "folded",
    "all-in",
    "closed",
    "astray",
    "misnamed",
]
"""How an action stands to the turn. `late`: a player who was jumped acts after all; `confirmed`: they
do exactly what was assumed of them meanwhile; `again`: they have nothing to answer, and others have;
`free`: the turn cannot be judged any more; `astray`:
the line stands where no action can, after the end of play."""


class Step(Struct, eq=False):
    """One event, and the state before it.

    `closing` is the round that this event ends, with `unfinished`: those who still had to act and
    were not jumped. `opens` is the street whose deal or betting this event begins.
    """

    number: int
    event: Event
    state: RecordedTable
    index: Index
    game: GameRules
    hand: Hand
    """The hand being replayed."""
    player: RecordedPlayer | None = None
    turn: Turn | None = None
    skipped: tuple[RecordedPlayer, ...] = ()
    closing: RecordedRound | None = None
    unfinished: tuple[RecordedPlayer, ...] = ()
    opens: int = 0
    taken: Event | None = None
    """The action as it is applied, where the record shows that another player made it."""


def implied_level(event: Event, player: RecordedPlayer) -> int:
    """The level that a call or raise says it faced; 0 where it says nothing."""
    if isinstance(event, Called) and not event.all_in:
        return player.street_put + player.street_assumed + event.added
    if isinstance(event, (Raised, Completed)) and event.by:
        return max(event.to - event.by, 0)
    return 0


def chips_of(event: Event) -> int:
    """The chips that an event puts into the pot, negative where it takes an uncalled bet back out of it."""
    if isinstance(event, Wager):
        return event.added
    if isinstance(event, AntePosted):
        return event.amount
    return -event.amount if isinstance(event, UncalledReturned) else 0


def as_assumed(event: Event, player: RecordedPlayer, level: int) -> bool:
    """Whether a player now does what was assumed of them."""
    if not isinstance(event, Wager) or event.added != player.street_assumed:
        return False
    return not isinstance(event, Called) or player.street_put + event.added == level
