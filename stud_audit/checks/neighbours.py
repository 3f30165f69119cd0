"""Hands of one table in the order in which they were played, and which of them are neighbours.

A log may hold a table's hands in any order, over several files, and with gaps. Hands of a table are ordered by
time, then by number. Where clocks may be put back at the end of summer time, or are of several zones, the numbers
tell the order, if they rise with time otherwise.

Two hands are *next to each other* where no other recorded hand of the table lies between them, and *neighbours*
where besides no unrecorded one does: the numbers leave no gap, or at least two players who are dealt into both
carry their stacks over exactly. More than a day apart, or at other stakes, they are neither.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final, NamedTuple

from stud_audit.checks.sittings import Players, Sitter, Sitting
from stud_audit.checks.support import on_header_clock
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BoughtIn,
    BroughtIn,
    ButtonMoved,
    Called,
    CardDealt,
    Checked,
    Folded,
    SeatTaken,
)
from stud_audit.model.gaps import FORMAT_GAPS
from stud_audit.model.hand import Hand, Header
from stud_audit.record.settlement import Settlement
from stud_audit.record.wrong_award import culprit

_DAY_SECONDS: Final = 24 * 3600
DAY: Final = _DAY_SECONDS * 1000
HOUR: Final = 3600 * 1000
_EPOCH: Final = datetime(1970, 1, 1)
_FIXED_ZONE: Final = re.compile(r"(?:UTC|GMT|Z)?(?:(?P<sign>[+-])(?P<hours>\d{1,2}):?(?P<minutes>\d{2})?)?")
_MOST_DIGITS: Final = 4000  # Python makes no number of more
_DIGITS: Final = re.compile(rf"\d{{1,{_MOST_DIGITS}}}")


class Table(NamedTuple):
    """Where a hand was played: hands of other sites and tournaments are never compared."""

    site: str
    tournament: str | None
    name: str


def site_of(header: Header, dialect: str) -> str:
    """The site that wrote a hand: its dialect, and the house where a neutral log names one."""
    return f"{dialect} {header.house}" if header.house else dialect


def table_of(header: Header, dialect: str) -> Table | None:
    """The table of a hand; None where the log names none."""
    if header.table is None:
        return None
    return Table(site_of(header, dialect), header.tournament, header.table)


def stakes_of(header: Header) -> tuple[Hashable, ...]:
    """The stakes of a hand. A mixed game goes from one game to another at the same stakes."""
    return (
        header.structure, header.small, header.big, header.spread_min, header.spread_max, header.currency,
        header.decimals,
    )  # fmt: skip


# --- what is kept of a hand ----------------------------------------------------------------------


def milliseconds(at: datetime) -> int:
    """A wall clock as a number."""
    since = (at if at.tzinfo is None else at.replace(tzinfo=None)) - _EPOCH
    return (since.days * _DAY_SECONDS + since.seconds) * 1000 + since.microseconds // 1000


def clock_text(wall: int) -> str:
    """The wall clock of a number, for people."""
    return (_EPOCH + timedelta(milliseconds=wall)).isoformat(" ")


@lru_cache(maxsize=1024)
def _fixed(zone: str | None) -> int | None:
    """How far a zone without summer time is from UTC; None for others."""
    if not zone:
        return None
    match = _FIXED_ZONE.fullmatch(zone.upper())
    if match is None:
        return None
    away = int(match["hours"] or 0) * HOUR + int(match["minutes"] or 0) * (HOUR // 60)
    return -away if match["sign"] == "-" else away


def bare_sitting(hand: Hand) -> Sitting:
    """A hand of which nothing is known but that it was played: it lies between others."""
    header = hand.header
    wall = milliseconds(header.played_at) if header.played_at else None
    return Sitting(header.hand_id, wall, _fixed(header.played_zone), header.played_zone)


_RECORDS_ALL: Final = "neutral"
"""Our own notation has a word for buy-ins: where it tells of none, nothing was bought. Sites' logs tell of none."""

_BEGINS: Final = (AntePosted, CardDealt, BroughtIn, Bet, Folded, Checked, Called)
"""Events that a hand begins with, as far as stacks go."""


def sitting(settlement: Settlement) -> Sitting:
    """What a finished hand tells its neighbours."""
    index, hand = settlement.index, settlement.hand
    over = None
    if index.timed:
        over = max(milliseconds(event.at) for event in hand.events if event.at is not None)
    return sitting_of(
        hand,
        index.seats,
        index.dealt_in,
        Players.of(_sitters(settlement)),
        over,
        cancelled=index.cancelled,
        buys_in=BoughtIn in index.of_type,
        moved=next(reversed(index.each(ButtonMoved)), None),
    )


def sitting_of(
    hand: Hand,
    seats: Iterable[int],
    dealt_in: Iterable[int],
    players: Players,
    over: int | None,
    *,
    buys_in: bool,
    cancelled: bool = False,
    moved: tuple[int, ButtonMoved] | None = None,
) -> Sitting:
    """What a hand tells: `over` is the last time that any event has, `moved` the event that moved the button."""
    header = hand.header
    return Sitting(
        header.hand_id,
        milliseconds(header.played_at) if header.played_at else None,
        _fixed(header.played_zone),
        header.played_zone,
        over,
        over is None or on_header_clock(hand),
        cancelled,
        hand.dialect == _RECORDS_ALL or buys_in,
        players,
        header.button,
        tuple(dealt_in),
        tuple(sorted(seats)),
        (moved[1].seat, moved[0], moved[1].span) if moved else None,
        header.game,
    )


def _sitters(settlement: Settlement) -> Iterable[Sitter]:
    """Stacks at start and end; an end that the record cuts off, or a lost line takes with it, is unknown."""
    index, hand, book = settlement.index, settlement.hand, settlement.books
    bought: dict[int, int] = {}
    added: dict[int, int] = {}
    sat: set[int] = set()
    if BoughtIn in index.of_type:
        begun = min((of[0] for kind in _BEGINS if (of := index.of_type.get(kind))), default=len(hand.events))
        for number, event in index.each(BoughtIn):
            chips = bought if number < begun else added  # while a hand is on they are theirs after it
            chips[event.seat] = chips.get(event.seat, 0) + event.amount
            if event.kind == "sit":
                sat.add(event.seat)
    known = not hand.truncated and FORMAT_GAPS.issuperset(hand.missing)
    # What a line that could not be read put in, or paid, is a guess.
    lines = {index.event(number).span.line for number in index.unknown}
    guessed = {getattr(e, "seat", None) for e in hand.events if e.span.line in lines} if lines else ()
    overpaid = settlement.paid_by_seat if book.rake is None and book.off > 0 else ()  # by how much is not told
    amiss = _amiss(settlement)
    for number, taken in index.each(SeatTaken):
        if taken.stack is None:
            continue
        seat, stack = taken.seat, taken.stack
        player = settlement.state.players.get(seat)
        end: int | None = stack
        if player is not None and not index.cancelled:  # a cancelled hand gives its chips back
            end = stack - player.put + player.won if known and seat not in guessed and seat not in overpaid else None
        if end is not None:
            # Who put in more than they had (W509) goes on with nobody knows what.
            end = None if end < 0 else end + added.get(seat, 0)
        active = not taken.sitting_out and (player is not None or index.cancelled)
        otherwise = tuple([end + chips for chips in amiss.get(seat, ())]) if end is not None else ()
        yield Sitter(
            taken.player, seat, stack, end, bought.get(seat, 0), seat in sat, active, number, taken.span, otherwise
        )


def _amiss(settlement: Settlement) -> dict[int, set[int]]:
    """Seat to the chips that it may have more or less of than the record says, by what the record has wrong."""
    book, found = settlement.books, dict[int, set[int]]()
    if settlement.index.cancelled:
        return found
    for seat, chips in settlement.owed.items():
        found.setdefault(seat, set()).add(chips)
    if book.off:
        wrong = culprit(settlement, book.put_in)
        if wrong.seat is not None:
            found.setdefault(wrong.seat, set()).add(wrong.due - wrong.amount)
        for one in settlement.corrections:
            if one.seat is not None:
                found.setdefault(one.seat, set()).update(-part for part in one.parts)
    return found


# --- the order of a table's hands ----------------------------------------------------------------


class Place:
    """When a hand was played, as far as it tells. `at` is where it was read: it breaks ties."""

    def __init__(self, hand: Sitting, at: int) -> None:
        self.at = at
        self.instant: int | None = hand.instant
        self.fixed = hand.fixed is not None
        self.zone: str | None = hand.zone
        self.number, self.words = _number(hand.hand_id)
        """The numbers in the hand's id, and that without its digits: only ids of one kind can be compared."""


def _number(hand_id: str) -> tuple[tuple[int, ...], str]:
    """The numbers in an id, and what is left without their digits."""
    if hand_id.isdecimal() and len(hand_id) <= _MOST_DIGITS:
        return (int(hand_id),), "#"
    return tuple([int(run) for run in _DIGITS.findall(hand_id)]), _DIGITS.sub("#", hand_id)


def in_order(places: Sequence[Place]) -> tuple[list[Place], list[Place]]:
    """The hands of a table in the order in which they were played, and those whose place nothing tells."""
    numbered = all(place.number for place in places) and len({place.words for place in places}) == 1
    timed = [place for place in places if place.instant is not None]
    if numbered and not (len(timed) == len(places) and all(place.fixed for place in places)):
        by_number = sorted(places, key=lambda place: (place.number, place.instant or 0, place.at))
        if _rise_with_time(by_number):
            return by_number, []
    timed.sort(key=lambda place: (place.instant, place.number if numbered else (), place.at))
    return timed, [place for place in places if place.instant is None]


def _rise_with_time(by_number: Iterable[Place]) -> bool:
    """Whether hands in the order of their numbers have times that rise, clocks that are put back aside.

    Clocks of unlike zones cannot be compared.
    """
    last: dict[str | None, int] = {}
    for place in by_number:
        if place.instant is None:
            continue
        before = last.get(place.zone, place.instant)
        if place.instant < before and (place.fixed or not put_back(before, place.instant)):
            return False
        last[place.zone] = place.instant
    return True


def put_back(before: int, after: int) -> bool:
    """Whether a clock may have gone from one time to an earlier one at the end of summer time.

    That is an hour at most, in the small hours of a Sunday of spring or autumn, somewhere on earth.
    """
    at = _EPOCH + timedelta(milliseconds=after)
    night = at.isoweekday() == 7 and at.hour < 4 and at.month in (2, 3, 4, 9, 10, 11)
    return night and before - after <= HOUR


def follows_on(one: str, other: str) -> bool:
    """Whether the numbers of two hands leave no room for one between them.

    Numbers may have several parts, as `2801-41-1478990787`: table, hand, and time.
    """
    if _DIGITS.sub("#", one) != _DIGITS.sub("#", other):
        return False
    for a, b in zip(_DIGITS.findall(one), _DIGITS.findall(other), strict=True):
        if a != b:
            return int(b) == int(a) + 1
    return False


# --- two hands of a table ------------------------------------------------------------------------


class Pair:
    """A hand of a table with the one before it: `before` is None where it is the first, or its place is unknown.

    `recording` tells whether the table's log records buy-ins.
    """

    def __init__(self, before: Sitting | None, now: Sitting, *, same_stakes: bool, recording: bool) -> None:
        self.before, self.now, self.same_stakes, self.recording = before, now, same_stakes, recording
        self.stayed = 0
        """How many players sit in both, the chips of either known."""
        self.broken: list[tuple[Sitter, Sitter]] = []
        """Those of them who do not carry their stacks over exactly, as they were and as they are."""
        self.carried = 0
        """How many were dealt into both, and carry their stacks over exactly.

        Who had nothing left, or sits down anew, starts with what they bought whatever was played between.
        """
        if before is not None:
            self._compare(before.players, now.players)

    def _compare(self, were: Players, are: Players) -> None:
        ends, names = were.ends, are.names
        if ends == are.stacks and not (are.bought or are.sat) and were.names == names and len(set(names)) == len(names):
            # Nearly always: everybody is there again with just what they had, as below it would come to one by one.
            self.stayed = len(ends)
            was_active, active = were.active, are.active
            for number in range(len(ends)):
                if ends[number] and was_active[number] and active[number]:
                    self.carried += 1
            return
        seated = {name: at for at, name in enumerate(were.names) if ends[at] is not None}
        stacks, bought, sat = are.stacks, are.bought, are.sat
        for number, name in enumerate(names):
            at = seated.get(name)
            if at is None:
                continue
            self.stayed += 1
            end, sits_down = ends[at], bool(sat and sat[number])
            if not carries_over(end, stacks[number], bought[number] if bought else 0, sits_down):
                self.broken.append((were.one(at), are.one(number)))
            elif end and not sits_down and were.active[at] and are.active[number]:
                self.carried += 1

    @property
    def adjacent(self) -> bool:
        """Whether they are next to each other: within a day, at the same stakes."""
        before, now = self.before, self.now
        if before is None or not self.same_stakes:
            return False
        was, now_is = before.instant, now.instant
        return was is None or now_is is None or abs(now_is - was) <= DAY

    @property
    def neighbours(self) -> bool:
        """Whether no hand can have been played between them."""
        before = self.before
        if before is None or not self.adjacent:
            return False
        return self.carried >= 2 or follows_on(before.hand_id, self.now.hand_id)


def left_of(button: int, seats: Sequence[int]) -> int:
    """Of these seats, rising, the next one to the left of the button."""
    return next((seat for seat in seats if seat > button), seats[0]) if seats else button


def carries_over(end: int | None, stack: int, bought: int, sat: bool) -> bool:
    """Whether a player starts with what the hand before left them and what they bought, or sat down anew."""
    return stack == (end or 0) + bought or (sat and stack == bought)
