"""The quick way from an ordinary hand in the neutral notation to its events, as `mapping.scan` goes for sites."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from msgspec.structs import replace

from stud_audit.ingest.dialect import Block, Parsed, Scanned
from stud_audit.ingest.dialects.neutral.header import played
from stud_audit.ingest.grammar.lines import LineBook, Roster
from stud_audit.ingest.mapping.hand_builder import BeyondBounds
from stud_audit.ingest.mapping.headers import printed_amount
from stud_audit.ingest.mapping.neutral_notation import CLOSING, PLAY, Course, read_time
from stud_audit.ingest.mapping.rules import LONGEST, MEMORY, SEAT_NUMBERS, Rules, Sample, Telling, ending, made, sample
from stud_audit.ingest.mapping.seats import Seat
from stud_audit.model import cards as deck
from stud_audit.model import events as e
from stud_audit.model.hand import MOST_SEATS, Header
from stud_audit.model.money import MoreDecimals
from stud_audit.model.rows import placed, rows_of
from stud_audit.model.spans import Span

_PROBES: Final = ((91, 0, 5), (92, 1, 6))
"""Two hands to ask the mapper in: the seat, its chips in on the street, and the street."""
_ID: Final = re.compile("[A-Za-z0-9]+")
_TIME: Final = re.compile(r"[0-9T:.Z+-]+", re.ASCII)
_HOLES: Final = re.compile(
    r'(?:(?<=said=")|(?<=player="))(?P<W>[^"\\]+)(?=")'
    r"|(?<= at=)(?P<T>[0-9T:.Z+-]+)(?= |$)"
    r'|(?<=[ "])(?P<C>[2-9TJQKA][cdhs](?: [2-9TJQKA][cdhs]){0,6})(?=[ "]|$)'
    r"|(?<=[ =])(?P<A>\d{1,15}(?:\.\d{1,4})?)(?= |$)",
    re.ASCII,
)
ADDS, COMES_TO, SAYS = range(3)
"""Forms of rules: a wager that adds chips, one that comes to a total, and any other event."""


class Rule:
    """What the mapper makes of a line: one event."""

    def __init__(self, telling: Telling) -> None:
        self.telling = telling
        self.event: Any = telling.event
        self.form = SAYS
        self.added = self.to = 0
        self.by: int | None = None
        self.all_in = self.raises = False
        self.at: int | None = None
        """Which of the holes has the time."""
        self.street: int | None = None
        """The street that it opens."""
        self.in_play, self.closes = issubclass(telling.event, PLAY), issubclass(telling.event, CLOSING)
        self.ready: Any = telling.event if not telling.holes and telling.lead == 1 and not telling.values else None
        """Makes the event of a seat of which no more is said."""


class _Amounts:
    """The rules for amounts of so many decimals: of lines that name a seat, without it, and of whole lines."""

    def __init__(self) -> None:
        self.of_seats: Rules = Rules()
        self.of_lines: Rules = Rules()


class Scanner:
    """Scans the hands of the neutral notation."""

    def __init__(
        self, book: LineBook, mapper: Callable[[Parsed, list[Any]], Any], header_of: Callable[[Block], Parsed]
    ):
        self._book, self._mapper, self._header_of = book, mapper, header_of
        self._taken = book.shapes_of["SEAT_TAKEN"][0].tail
        shapes = [shape for kind in book.shapes_of for shape in book.shapes_of[kind]]
        # `call 3 2.50`: the words that the number of a seat comes next to.
        self._words = {
            (shape.parts[0].literal or "").strip()
            for shape in shapes
            if [part.field for part in shape.parts if part.field and part.field != "_GAP"][:1] == ["SEAT"]
        }
        self._headers: dict[str, tuple[Parsed, str | None]] = {}
        self._amounts: dict[int, _Amounts] = {}

    def scan(self, block: Block) -> Scanned | None:
        """The hand, as the dialect parses it; None where that is not certain."""
        texts = block.text.split("\n")
        try:
            parsed = self._header(block, texts[0])
            if parsed is None:
                return None
            if parsed.status != "parsed":
                return Scanned(parsed, [])
            return self._scanned(self._mapper(parsed, []), texts, block.line)
        except (MoreDecimals, BeyondBounds):
            return None

    # --- the header ------------------------------------------------------------------------------------

    def _header(self, block: Block, text: str) -> Parsed | None:
        """What the header says; None where more is to be said of it."""
        word, _, rest = text.partition(" ")
        hand_id, _, settings = rest.partition(" ")
        if word != "hand" or not _ID.fullmatch(hand_id) or "\\" in text or "#" in text or len(text) > 2 * LONGEST:
            return None
        before, at, behind = settings.partition(" at=")
        time, space, behind = behind.partition(" ")
        if at and (before.count('"') % 2 or " at=" in behind or not _TIME.fullmatch(time)):
            return None
        key = f"{before}\n{at}{space}{behind}"
        known = self._headers.get(key)
        if known is None:
            return self._learn(block, text, key)
        parsed, zone = known
        played_at = None
        if at:
            try:
                played_at, zone = played({"at": time} if zone is None else {"at": time, "zone": zone})
            except ValueError:
                return None
        header = replace(parsed.header, hand_id=hand_id, played_at=played_at, played_zone=zone)
        span = Span(block.line, block.column, block.column + len(text.rstrip()))
        return Parsed(header, (), "parsed", None, parsed.unsupported, False, span, parsed.missing)

    def _learn(self, block: Block, text: str, key: str) -> Parsed | None:
        parsed = self._header_of(block)
        if parsed.status != "parsed":
            return parsed
        line = self._book.read(text, block.line, 1, Roster())
        hand = self._mapper(parsed, [])
        hand.handlers[line.type](hand, line, None)
        if line.type != "HAND" or hand.events or "\n" in key.replace("\n", "", 1):
            return None
        zone = parsed.header.played_zone if " zone=" in text else None
        if len(self._headers) >= MEMORY:
            self._headers.clear()
        self._headers[key] = parsed, zone
        return parsed

    # --- lines -----------------------------------------------------------------------------------------

    def _scanned(self, hand: Any, texts: list[str], number: int) -> Scanned | None:
        decimals = hand.header.decimals
        amounts = self._amounts.setdefault(decimals, _Amounts())
        of_seats, of_lines = amounts.of_seats.known, amounts.of_lines.known
        course: Course = hand.course
        committed, words, seats = course.committed, self._words, hand.seats
        add = hand.events.append
        taken: dict[str, int] = {}
        texts[0] = ""  # the header
        number -= 1
        for text in texts:
            number += 1
            if not text:
                continue
            word, _, rest = text.partition(" ")
            if word == "seat" and self._seat(hand, text, number):
                taken = {str(each): each for each in seats}
                continue
            place, _, more = rest.partition(" ")
            seat = taken.get(place, 0) if word in words else 0
            if seat:
                tail = f"{word} {more}"
                rule = of_seats.get(tail)
            else:
                tail = text
                rule = of_lines.get(tail)
            fills: Any = ()
            if rule is None:
                found = self._found(amounts, tail, bool(seat), decimals)
                if found is None:
                    if not self._by_mapper(hand, text, number):
                        return None
                    if len(seats) != len(taken):
                        taken = {str(each): each for each in seats}
                    continue
                rule, fills, _ = found
            span = placed((number, 1, ending(text)))
            form = rule.form
            if rule.in_play:
                street = course.street
                if not street:
                    street = course.street = 3
                if form != SAYS:
                    before = committed.get(seat, 0)
                    added, to = (rule.added, before + rule.added) if form == ADDS else (rule.to - before, rule.to)
                    if added < 0:
                        return None
                    committed[seat] = before + added
                    at = None if rule.at is None else fills[rule.at]
                    if rule.raises:
                        add(
                            rule.event(seat, added, to, rule.all_in, rule.by, span=span, raw=text, street=street, at=at)
                        )
                    else:
                        add(rule.event(seat, added, to, rule.all_in, span=span, raw=text, street=street, at=at))
                    continue
                if rule.ready is not None:
                    add(rule.ready(seat, span=span, raw=text, street=street))
                    continue
            elif rule.street is not None:
                street = course.street = rule.street
                course.over = False
                committed.clear()
            elif rule.closes:
                street, course.over = 0, True
            else:
                street = 0 if course.over else course.street
            values = rule.telling.said(seat, "", fills)
            if rule.at is None:
                add(made(rule.event, values, span, text, street))
            else:
                add(rule.event(*values, span=span, raw=text, street=street, at=fills[rule.at]))
            if rule.event is e.HandEnded:
                hand.ended = True
        if not hand.ended:
            return None
        result = hand.result
        missing = tuple(dict.fromkeys(hand.missing))
        parsed = Parsed(hand.header, (), "parsed", None, result.unsupported, False, result.header_span, missing)
        return Scanned(parsed, rows_of(hand.events))

    def _seat(self, hand: Any, text: str, number: int) -> bool:
        """A player takes a seat. False where the line says more than their name and their chips, or not as most do."""
        match = self._taken.fullmatch(text) if len(text) <= LONGEST else None
        if match is None or match["AMOUNT"] is None or match["OPTIONS"]:
            return False
        place, name, printed = match.group("SEAT", "SAID", "AMOUNT")
        seat = SEAT_NUMBERS.get(place)
        if seat is None or seat in hand.seats or len(hand.seats) >= MOST_SEATS or name[0] != '"' or "\\" in name:
            return False
        try:
            stack = printed_amount(printed, hand.header.decimals)
        except ValueError:
            return False
        hand.seats[seat] = Seat(seat, name[1:-1])
        course: Course = hand.course
        street = 0 if course.over else course.street
        span = placed((number, 1, ending(text)))
        hand.events.append(e.SeatTaken(seat, name[1:-1], stack, span=span, raw=text, street=street))
        return True

    def _by_mapper(self, hand: Any, text: str, number: int) -> bool:
        """Hands a line to the mapper. False where it is not an ordinary one."""
        if text.isspace():
            return True
        line = self._book.read(text, number, 1, Roster())
        if line.hit is None or line.others or line.type == "HAND":
            return False
        before = len(hand.events)
        hand.handlers[line.type](hand, line, None)
        return all(type(event) is not e.LineUnknown and event.basis == "printed" for event in hand.events[before:])

    # --- rules -----------------------------------------------------------------------------------------

    def _found(self, amounts: _Amounts, tail: str, of_seat: bool, decimals: int) -> Any:
        """The rule of a tail that none is known of, with what fills its holes; None where the mapper is to be asked."""
        rules = amounts.of_seats if of_seat else amounts.of_lines
        return rules.found(tail, _cut(tail, decimals), lambda key: self._rule(key, of_seat, decimals))

    def _rule(self, key: str, of_seat: bool, decimals: int) -> Rule | None:
        """What the mapper makes of a line with that tail, whoever's; None where that depends on more of the hand."""
        one, two = [self._asked(sample(key, which, decimals), of_seat, decimals, *_PROBES[which]) for which in (0, 1)]
        if one is None or two is None or type(one) is not type(two):
            return None
        tellings = []
        for which, event in enumerate((one, two)):
            seat, _, street = _PROBES[which]
            _, fills, _ = sample(key, which, decimals)
            if event.source or not (event.at is None or event.at in fills):
                return None
            course = Course()
            course.street = street
            if not isinstance(event, e.StreetOpened) and event.street != course.street_of(type(event)):
                return None
            tellings.append((Telling.of(event, seat, None, fills), None if event.at is None else fills.index(event.at)))
        (telling, at), (other, others_at) = tellings
        rule = Rule(telling)
        if at is not None:
            rule.at, rule.ready = at, None
        if at != others_at:
            return None
        if isinstance(one, e.StreetOpened):
            rule.street = one.street
            return rule if one.street == two.street and at is None else None
        if isinstance(one, e.Wager) and isinstance(two, e.Wager):
            return _of_wager(rule, one, two) if key.count("\n") == (at is not None) else None
        return rule if telling == other and (of_seat or telling.lead == 0) else None

    def _asked(
        self, filled: Sample, of_seat: bool, decimals: int, seat: int, committed: int, street: int
    ) -> e.Event | None:
        """The event that the mapper makes of a line with that tail; None for none, and for more than one."""
        hand = self._mapper(Parsed(Header("", "", decimals=decimals), ()), [])
        hand.add_seat(seat, "")
        hand.course.street, hand.course.committed[seat] = street, committed
        text = filled[0]
        if of_seat:
            word, _, more = text.partition(" ")
            text = f"{word} {seat} {more}"
        line = self._book.read(text, 1, 1, Roster())
        if line.hit is None or line.others or line.type in ("HAND", "SEAT_TAKEN"):
            return None
        seats, missing, header = dict(hand.seats), list(hand.missing), hand.header
        try:
            hand.handlers[line.type](hand, line, None)
        except MoreDecimals:
            return None
        if len(hand.events) != 1 or (hand.seats, hand.missing, hand.header) != (seats, missing, header):
            return None
        event: e.Event = hand.events[0]
        whole = event.raw == text and event.span == (1, 1, ending(text))
        ended = hand.ended == (type(event) is e.HandEnded)
        return event if whole and ended and type(event) is not e.LineUnknown and event.basis == "printed" else None


def _of_wager(rule: Rule, one: e.Wager, two: e.Wager) -> Rule | None:
    """A wager that adds so much, or comes to so much, whatever is in."""
    by, others_by = getattr(one, "by", None), getattr(two, "by", None)
    if (one.all_in, by) != (two.all_in, others_by):
        return None
    rule.raises = isinstance(one, (e.Raised, e.Completed))
    rule.added, rule.to, rule.by, rule.all_in = one.added, one.to, by, one.all_in
    in_before = _PROBES[1][1] - _PROBES[0][1]
    if one.added == two.added and two.to - one.to == in_before:
        rule.form = ADDS
    elif one.to == two.to and one.added - two.added == in_before:
        rule.form = COMES_TO
    else:
        return None
    return rule


def _cut(tail: str, decimals: int) -> Sample | None:
    """Cuts out cards, amounts, words, and a time; None where there are none."""
    fills: list[Any] = []
    key, place = "", 0
    for match in _HOLES.finditer(tail):
        kind, text = match.lastgroup or "", match[0]
        fill: Any = text
        more = "."
        if kind == "C":
            fill = deck.parse_cards(text)
            more = str(len(fill))
        elif kind == "A":
            fill, more = printed_amount(text, decimals), "#"
        elif kind == "T":
            time = _time(text)
            if time is None:
                return None
            fill = time
        fills.append(fill)
        key += f"{tail[place : match.start()]}\n{kind}{more}"
        place = match.end()
    return (key + tail[place:], fills, ()) if fills else None


def _time(text: str) -> datetime | None:
    try:
        return read_time(text)
    except ValueError:
        return None
