"""What a hand tells its neighbours at the table: who sat there with what, and when it was played."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec import Struct

from stud_audit.model.spans import Span

_SEAT_NAME: Final = re.compile(r"seat\W*\d+", re.IGNORECASE)


class Sitter(NamedTuple):
    """A player in a hand. `end` is what it leaves them, None where the record does not tell.

    `bought` are the chips bought for this hand; `sat` tells that they took their seat with these. `active`: dealt
    into the hand, or meant to be when it was cancelled. `otherwise` is what it leaves them if not the chips but a
    line of the hand is wrong that its own findings speak of.
    """

    player: str
    seat: int
    stack: int
    end: int | None
    bought: int
    sat: bool
    active: bool
    event_no: int
    place: Span
    otherwise: tuple[int, ...] = ()

    @property
    def nameless(self) -> bool:
        """Whether the log calls them by their seat, so that nothing tells if it is somebody else's now."""
        return _SEAT_NAME.fullmatch(self.player) is not None


class Players(Struct, frozen=True, array_like=True, gc=False):
    """The players of a hand: of each thing that `Sitter` tells all of theirs, in the order of their lines.

    Of `bought`, `sat`, and `otherwise` there is nothing where they tell nothing of anybody. `lines` has for each player
    the number of the event, and its place.
    """

    names: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    stacks: tuple[int, ...] = ()
    ends: tuple[int | None, ...] = ()
    active: tuple[bool, ...] = ()
    lines: tuple[int, ...] = ()
    bought: tuple[int, ...] = ()
    sat: tuple[bool, ...] = ()
    otherwise: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def of(cls, sitters: Iterable[Sitter]) -> Players:
        """These players."""
        columns = tuple(zip(*sitters, strict=True))
        if not columns:
            return cls()
        names, seats, stacks, ends, bought, sat, active, numbers, places, otherwise = columns
        lines = tuple([told for number, place in zip(numbers, places, strict=True) for told in (number, *place)])
        sparse = [column if any(column) else () for column in (bought, sat, otherwise)]
        return cls(names, seats, stacks, ends, active, lines, *sparse)

    @property
    def even(self) -> bool:
        """Whether each thing is told of each player."""
        many = len(self.names)
        sparse = (self.bought, self.sat, self.otherwise)
        return (
            all(len(column) == many for column in (self.seats, self.stacks, self.ends, self.active))
            and all(len(column) in (0, many) for column in sparse)
            and len(self.lines) == 4 * many
        )

    def one(self, number: int) -> Sitter:
        """The player of that number, from 0."""
        event, line, column, end_column = self.lines[4 * number : 4 * number + 4]
        return Sitter(
            self.names[number],
            self.seats[number],
            self.stacks[number],
            self.ends[number],
            self.bought[number] if self.bought else 0,
            bool(self.sat and self.sat[number]),
            self.active[number],
            event,
            Span(line, column, end_column),
            self.otherwise[number] if self.otherwise else (),
        )


class Sitting(Struct, frozen=True, array_like=True, gc=False):
    """What a hand tells its neighbours: some 150 bytes when encoded, with eight players.

    Times are wall clocks in milliseconds. `fixed` is the distance of that clock from UTC, None where its zone may
    have a summer time or is not said. `over` is the last time that the hand prints, if by the same clock.
    """

    hand_id: str
    wall: int | None
    fixed: int | None
    zone: str | None
    over: int | None = None
    timed: bool = True
    """Whether the start, too, is by the clock of `over`."""
    cancelled: bool = False
    buys_in: bool = False
    """Whether its log records what is bought."""
    players: Players = Players()
    """Those whose stacks are told."""
    button: int | None = None
    dealt_in: tuple[int, ...] = ()
    occupied: tuple[int, ...] = ()
    moved: tuple[int, int, Span] | None = None
    """The seat to which its log says that the button moves, the number of that event, and its place."""
    game: str = ""

    @property
    def instant(self) -> int | None:
        """The start as a time that can be compared with that of another hand of the same zone."""
        return None if self.wall is None else self.wall - (self.fixed or 0)
