"""Events as a scan of the text yields them: compact rows, of which an `Event` is made only where somebody asks for it.

A hand that is certified never has an event made. What a row has besides the fields of its kind is the line that says
it; of the other fields each has its empty value. Amounts are chips in the smallest unit, as those of events.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any, Final, cast

from msgspec.structs import replace

from stud_audit.model import events as e
from stud_audit.model.cards import Cards
from stud_audit.model.events import Event
from stud_audit.model.hand import Hand
from stud_audit.model.native import mypyc_attr
from stud_audit.model.spans import Span

# One `Final` each, which mypyc compiles to the number itself.
OTHER: Final = 0
"""An event that has its row made from it; the row's `event` tells all there is to know."""
SEAT_TAKEN: Final = 1
BOUGHT_IN: Final = 2
ANTE_POSTED: Final = 3
STREET_OPENED: Final = 4
CARD_BURNED: Final = 5
CARD_DEALT: Final = 6
CARDS_REPRINTED: Final = 7
COMMUNITY_DEALT: Final = 8
FOLDED: Final = 9
CHECKED: Final = 10
CALLED: Final = 11
BROUGHT_IN: Final = 12
BET: Final = 13
COMPLETED: Final = 14
RAISED: Final = 15
UNCALLED_RETURNED: Final = 16
SHOWDOWN_OPENED: Final = 17
SHOWN: Final = 18
MUCKED: Final = 19
POT_AWARDED: Final = 20
SUMMARY_OPENED: Final = 21
TOTAL_STATED: Final = 22
RAKE_TAKEN: Final = 23
SEAT_SUMMARISED: Final = 24
HAND_ENDED: Final = 25
PROMPTED: Final = 26
BUTTONS_OFFERED: Final = 27
STATE_SAID: Final = 28
CHAT_SAID: Final = 29
NOTED: Final = 30

KIND_OF: Final[dict[type[Event], int]] = {
    e.SeatTaken: SEAT_TAKEN,
    e.BoughtIn: BOUGHT_IN,
    e.AntePosted: ANTE_POSTED,
    e.StreetOpened: STREET_OPENED,
    e.CardBurned: CARD_BURNED,
    e.CardDealt: CARD_DEALT,
    e.CardsReprinted: CARDS_REPRINTED,
    e.CommunityDealt: COMMUNITY_DEALT,
    e.Folded: FOLDED,
    e.Checked: CHECKED,
    e.Called: CALLED,
    e.BroughtIn: BROUGHT_IN,
    e.Bet: BET,
    e.Completed: COMPLETED,
    e.Raised: RAISED,
    e.UncalledReturned: UNCALLED_RETURNED,
    e.ShowdownOpened: SHOWDOWN_OPENED,
    e.Shown: SHOWN,
    e.Mucked: MUCKED,
    e.PotAwarded: POT_AWARDED,
    e.SummaryOpened: SUMMARY_OPENED,
    e.TotalStated: TOTAL_STATED,
    e.RakeTaken: RAKE_TAKEN,
    e.SeatSummarised: SEAT_SUMMARISED,
    e.HandEnded: HAND_ENDED,
    e.Prompted: PROMPTED,
    e.ButtonsOffered: BUTTONS_OFFERED,
    e.StateSaid: STATE_SAID,
    e.ChatSaid: CHAT_SAID,
    e.Noted: NOTED,
}

placed = partial(tuple.__new__, Span)
"""A `Span` from a tuple, without the detour over its own constructor."""


@mypyc_attr(acyclic=True)
class Row:
    """One event. `start` and `end` are the columns of its span in the line of that `number`."""

    def __init__(self, kind: int, seat: int, street: int, number: int, start: int, end: int, raw: str) -> None:
        self.kind, self.seat, self.street = kind, seat, street
        self.number, self.start, self.end, self.raw = number, start, end, raw
        self.amount = 0
        """Of an ante, award, return, total, or rake; of a wager what it adds."""
        self.to = 0
        self.by: int | None = None
        self.all_in = False
        self.cards: Cards = ()
        """Dealt, repeated, burned, shown, or mucked; in a seat's summary those that it says were shown."""
        self.down = False
        self.aside = False
        """Sitting out, of a seat; a reprint, of the community card."""
        self.player: str | None = None
        self.stack: int | None = None
        self.pot: str | None = None
        self.half: str | None = None
        self.said: str | None = None
        self.won: int | None = None
        self.folded: int | None = None
        self.mucked: Cards = ()
        self.source: str | None = None
        self.at: datetime | None = None
        self.printed = True
        self.event: Event | None = None
        """The event, where it is there already."""


def row_of(event: Event) -> Row:
    """The row of an event."""
    any_event = cast(Any, event)
    kind = KIND_OF.get(type(event), OTHER)
    number, start, end = event.span
    row = Row(kind, getattr(event, "seat", None) or 0, event.street, number, start, end, event.raw)
    row.event, row.source, row.at, row.printed = event, event.source, event.at, event.basis == "printed"
    if FOLDED < kind <= RAISED:
        if kind != CHECKED:
            row.amount, row.to, row.all_in = any_event.added, any_event.to, any_event.all_in
            if kind >= COMPLETED:
                row.by = any_event.by
    elif kind in (CARD_DEALT, CARDS_REPRINTED):
        row.cards, row.down = any_event.cards, any_event.facing == "down"
    elif kind == ANTE_POSTED:
        row.amount, row.all_in = any_event.amount, any_event.all_in
    elif kind == SEAT_TAKEN:
        row.player, row.stack, row.aside = any_event.player, any_event.stack, any_event.sitting_out
    elif kind == POT_AWARDED:
        row.amount, row.pot, row.half, row.said = any_event.amount, any_event.pot, any_event.half, any_event.said
    elif kind == SEAT_SUMMARISED:
        row.player, row.won, row.folded, row.said = any_event.player, any_event.won, any_event.folded, any_event.said
        row.cards, row.mucked = any_event.shown, any_event.mucked
    elif kind == SHOWN:
        row.cards, row.said = any_event.cards, any_event.said
    elif kind == STATE_SAID:
        row.said = any_event.state
    elif kind in (MUCKED, CARD_BURNED):
        row.cards = any_event.cards
    elif kind == COMMUNITY_DEALT:
        row.cards, row.aside = any_event.cards, any_event.reprint
    elif kind == TOTAL_STATED:
        row.amount, row.pot = any_event.amount, any_event.pot
    elif kind in (UNCALLED_RETURNED, RAKE_TAKEN, BOUGHT_IN):
        row.amount = any_event.amount
    return row


def rows_of(events: Iterable[Event]) -> list[Row]:
    """The rows of events."""
    return [row_of(event) for event in events]


def row_of_values(
    kind: int, event: Any, values: tuple[Any, ...], street: int, number: int, start: int, end: int, raw: str
) -> Row:
    """The row of an event of that kind and type and these values: those of its fields, seat and player among them."""
    row = Row(kind, 0, street, number, start, end, raw)
    if kind == ANTE_POSTED:
        row.seat, row.amount, row.all_in = values[0], values[1], values[2]
    elif kind == POT_AWARDED:
        row.seat, row.amount, row.pot, row.half, row.said = values[0], values[1], values[2], values[3], values[4]
    elif kind == SEAT_SUMMARISED:
        row.seat, row.player, row.won, row.folded = values[0], values[1], values[2], values[3]
        row.cards, row.mucked, row.said = values[4], values[5], values[6]
    elif kind == SHOWN:
        row.seat, row.cards, row.said = values[0], values[1], values[2]
    elif kind == MUCKED:
        row.seat, row.cards = values[0], values[1]
    elif kind == TOTAL_STATED:
        row.amount, row.pot = values[0], values[1]
    elif kind == UNCALLED_RETURNED:
        row.seat, row.amount = values[0], values[1]
    elif kind == RAKE_TAKEN:
        row.amount = values[0]
    elif kind in (FOLDED, CHECKED):
        row.seat = values[0]
    elif values or kind == OTHER:
        return row_of(event(*values, span=placed((number, start, end)), raw=raw, street=street))
    return row


def event_of(row: Row) -> Event:
    """The event that a row stands for."""
    if row.event is None:
        row.event = _made(row)
    return row.event


def _made(row: Row) -> Event:
    span, raw, street = placed((row.number, row.start, row.end)), row.raw, row.street
    kind, seat = row.kind, row.seat
    if kind == CARD_DEALT:
        return e.CardDealt(seat, "down" if row.down else "up", row.cards, span=span, raw=raw, street=street)
    if kind == CARDS_REPRINTED:
        return e.CardsReprinted(seat, "down" if row.down else "up", row.cards, span=span, raw=raw, street=street)
    if kind == FOLDED:
        return e.Folded(seat, span=span, raw=raw, street=street)
    if kind == CHECKED:
        return e.Checked(seat, span=span, raw=raw, street=street)
    if kind == CALLED:
        return e.Called(seat, row.amount, row.to, row.all_in, span=span, raw=raw, street=street)
    if kind == BET:
        return e.Bet(seat, row.amount, row.to, row.all_in, span=span, raw=raw, street=street)
    if kind == RAISED:
        return e.Raised(seat, row.amount, row.to, row.all_in, row.by, span=span, raw=raw, street=street)
    if kind == COMPLETED:
        return e.Completed(seat, row.amount, row.to, row.all_in, row.by, span=span, raw=raw, street=street)
    if kind == BROUGHT_IN:
        return e.BroughtIn(seat, row.amount, row.to, row.all_in, span=span, raw=raw, street=street)
    if kind == ANTE_POSTED:
        return e.AntePosted(seat, row.amount, row.all_in, span=span, raw=raw, street=street)
    if kind == SEAT_SUMMARISED:
        return e.SeatSummarised(
            seat, row.player, row.won, row.folded, row.cards, row.mucked, row.said, span=span, raw=raw, street=street
        )
    if kind == SEAT_TAKEN:
        return e.SeatTaken(seat, cast(str, row.player), row.stack, row.aside, span=span, raw=raw, street=street)
    if kind == SHOWN:
        return e.Shown(seat, row.cards, row.said, span=span, raw=raw, street=street)
    if kind == MUCKED:
        return e.Mucked(seat, row.cards, span=span, raw=raw, street=street)
    if kind == POT_AWARDED:
        half = cast("e.Half | None", row.half)
        return e.PotAwarded(seat, row.amount, row.pot, half, row.said, span=span, raw=raw, street=street)
    if kind == TOTAL_STATED:
        return e.TotalStated(row.amount, row.pot, span=span, raw=raw, street=street)
    if kind == UNCALLED_RETURNED:
        return e.UncalledReturned(seat, row.amount, span=span, raw=raw, street=street)
    if kind == RAKE_TAKEN:
        return e.RakeTaken(row.amount, span=span, raw=raw, street=street)
    return _PLAIN[kind](span=span, raw=raw, street=street)


_PLAIN: Final[dict[int, type[Event]]] = {
    STREET_OPENED: e.StreetOpened,
    SHOWDOWN_OPENED: e.ShowdownOpened,
    SUMMARY_OPENED: e.SummaryOpened,
    HAND_ENDED: e.HandEnded,
}
"""Events of which no more is said than where they stand."""


def with_events(hand: Hand, rows: Iterable[Row]) -> Hand:
    """A hand with the events for which rows stood."""
    return replace(hand, events=tuple([event_of(row) for row in rows]))
