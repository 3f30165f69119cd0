"""From the lines of a hand to its events: what every dialect's mapping shares.

The builder knows just enough of the hand to put amounts into the normal form and to tell readings of a
line apart: who sits where, what each has in on this street, which cards lie before whom, who is out.
It judges nothing; what is wrong with the hand is for the checks to say.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, ClassVar, Final, TypeVar

from msgspec.structs import replace

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.headers import SIGNS, printed_amount, rescaled, whole_number
from stud_audit.ingest.mapping.seats import Seat
from stud_audit.model import cards as deck
from stud_audit.model.cards import Card, Cards
from stud_audit.model.escaping import clipped
from stud_audit.model.events import CardDealt, CardsReprinted, Event, Facing, HandEnded, LineUnknown, Noted, Source
from stud_audit.model.hand import MOST_SEATS
from stud_audit.model.money import MoreDecimals, amount_decimal, amount_text
from stud_audit.model.spans import Span

_span = partial(tuple.__new__, Span)
"""A `Span` from a tuple, without the detour over its own constructor: there is one for each event."""
_BEFORE_CARD: Final = frozenset("[ ")
_AFTER_CARD: Final = frozenset("] ")
_SOURCES: Final[tuple[tuple[re.Pattern[str], Source], ...]] = (
    (re.compile("disconnect|connection lost|lost connection", re.I), "disconnect"),
    (re.compile("time(?:d|s)?[ -]?out|out of time|time expired", re.I), "timeout"),
    (re.compile(r"\bauto", re.I), "auto"),
)
"""Words of the notes that sites and clients put behind an action, and the source that they name."""
_WORD: Final = re.compile(r"[^\s\[\],]+")
_CARDS_OF_A_HAND: Final = 7


class BeyondBounds(Exception):
    """A hand that no table can have played; the text says why."""


Guess = TypeVar("Guess")

Handler = Callable[[Any, Line, Any], None]
"""Maps a line; the second argument is the seat of the name in it, None where it has none."""
Fits = Callable[[Any, Line, Seat], bool]
"""Whether a reading of a line agrees with what is known of that seat."""


def maps(*kinds: str, fits: Fits | None = None) -> Callable[[Handler], Handler]:
    """Makes a method of a `HandBuilder` the handler of these line kinds.

    `fits` says whether a reading of such a line agrees with what is known of a seat; it is asked only
    where a line can be read in several ways.
    """

    def mark(handler: Handler) -> Handler:
        handler.kinds, handler.fits = kinds, fits  # type: ignore[attr-defined]  # read by __init_subclass__
        return handler

    return mark


def bracketed(text: str, read: Callable[[str], Card] = deck.parse_card) -> Cards | None:
    """The cards in `[As Td]` or `[As, Td]`, or None where one of the words is no card."""
    if read is not deck.parse_card or "," in text:
        return _spelled(text, read)
    try:
        # Quicker than remembering: most brackets never come again.
        return deck.parse_cards(text.strip(" []"))
    except ValueError:
        return None


@lru_cache(maxsize=16384)
def _spelled(text: str, read: Callable[[str], Card]) -> Cards | None:
    try:
        return tuple([read(word) for word in _WORD.findall(text)])
    except ValueError:
        return None


def card_reader(*hidden: str) -> Callable[[str], Card]:
    """Reads a card as sites spell them: `10d` for the ten, either case, and words for a card that is hidden."""
    words = frozenset(hidden)

    def read(word: str) -> Card:
        if word in words:
            return deck.UNKNOWN
        rank, suit = word[:-1], word[-1:]
        return deck.parse_card(("T" if rank == "10" else rank.upper()) + suit.lower())

    return read


@lru_cache(maxsize=1024)
def _source_named(note: str) -> Source | None:
    """What made a player act, as a note behind their action says it; None where it says something else."""
    return next((source for pattern, source in _SOURCES if pattern.search(note)), None)


@lru_cache(maxsize=16384)
def _words(text: str) -> tuple[tuple[int, int], ...]:
    return tuple([match.span() for match in _WORD.finditer(text)])


class HandBuilder(ABC):
    """Collects the events of one hand. A dialect derives its mapping from it, a method a kind of line (`maps`)."""

    handlers: ClassVar[Mapping[str, Handler]] = {}
    fits: ClassVar[Mapping[str, Fits]] = {}
    read_card: ClassVar[Callable[[str], Card]] = staticmethod(deck.parse_card)
    """Reads one card as the dialect spells it; `ValueError` for what is none."""
    last_amounts: ClassVar[Mapping[str, str]] = {}
    """By line kind the amount that a line ends with: where the text breaks off inside of it, that is no fault."""

    def __init__(self, result: Parsed, sections: Sequence[Section]) -> None:
        self.result = result
        self.header = result.header
        self.sections = sections
        self.events: list[Event] = []
        self.missing: list[str] = list(result.missing)
        self.seats: dict[int, Seat] = {}
        self.street = 0
        """The street of the betting: 3 to 7, and 0 before the deal."""
        self.now = 0
        """The street of what is neither deal nor action: 0 again from the showdown on."""
        self.level = 0
        """The highest total on this street."""
        self.expected = 0
        """What the last wager should have come to in the amount that it prints last."""
        self.section = Section("", [])
        """The one whose lines are being mapped."""
        self._sought: dict[tuple[str, ...], list[Line]] = {}
        self._last_seat = 0
        self._named: dict[str, list[Seat]] = {}
        self._usual: dict[str, int] = {}
        self._names_shared = False
        self._guessing = False

    def __init_subclass__(cls) -> None:
        handlers = [(kind, value) for value in vars(cls).values() for kind in getattr(value, "kinds", ())]
        cls.handlers = {**cls.handlers, **dict(handlers)}
        cls.fits = {**cls.fits, **{kind: value.fits for kind, value in handlers if value.fits}}

    def parsed(self) -> Parsed:
        """The hand with its events."""
        self.take_all()
        truncated = self.is_cut()
        if truncated:
            self.excuse_cut_line()
        else:
            self.end_hand()
        return replace(
            self.result,
            header=self.header,
            events=tuple(self.events),
            truncated=truncated,
            missing=tuple(dict.fromkeys((*self.missing, *self.lacking()))),
        )

    @abstractmethod
    def is_cut(self) -> bool:
        """Whether the text breaks off before the hand ends."""

    def lacking(self) -> tuple[str, ...]:
        """The data that this record turns out to lack as a whole (`model.gaps`)."""
        return ()

    # --- lines ---------------------------------------------------------------------------------

    def lines(self, *kinds: str) -> Sequence[Line]:
        """The lines of these kinds, or all, in the order of the log: sought once, however often they are asked for."""
        found = self._sought.get(kinds)
        if found is None:
            found = self._sought[kinds] = [
                line for section in self.sections for line in section.lines if not kinds or line.type in kinds
            ]
        return found

    def take_all(self) -> None:
        """Maps all lines."""
        handlers, named = self.handlers, self._named
        self._sought.clear()  # a dialect may have put lines in order since it asked
        for section in self.sections:
            self.section = section
            for line in section.lines:
                if line.hit is None:
                    self.unknown(line)
                elif line.others or self._names_shared:
                    self._settle(line)
                elif line.name is None:
                    handlers[line.type](self, line, None)
                else:
                    seats = named.get(line.name)
                    if seats:
                        handlers[line.type](self, line, seats[0])
                    else:
                        self._hand_over(line, None)

    def _hand_over(self, line: Line, seat: Seat | None) -> None:
        if seat is None and line.hit is not None and line.hit.role == "PLAYER":
            self.unknown(line, "R006", f"{line.name!r} has no seat in this hand")
        else:
            self.handlers[line.type](self, line, seat)

    def _settle(self, line: Line) -> None:
        """Chooses among readings: what agrees with the state, then the longest name, then whose turn it is."""
        readings: list[tuple[Line, Seat | None]] = []
        for reading in (line, *line.others):
            seats = self._named.get(reading.name, []) if reading.name is not None else []
            readings += [(reading, seat) for seat in seats] or [(reading, None)]
        fitting = [pair for pair in readings if self._agrees(*pair)] or readings
        longest = max(len(reading.name or "") for reading, _ in fitting)
        best = [pair for pair in fitting if len(pair[0].name or "") == longest]
        if len({reading.name for reading, _ in best}) > 1:
            names = " or ".join(repr(reading.name) for reading, _ in best)
            self.unknown(line, "R001", f"this line can be read as one of {names}")
            return
        self._hand_over(*min(best, key=self._turn))

    def _turn(self, reading: tuple[Line, Seat | None]) -> int:
        """How far a seat is from the last that acted, clockwise: tells apart two players of the same name."""
        seat = reading[1]
        return 0 if seat is None else (seat.number - self._last_seat - 1) % 100

    def _agrees(self, line: Line, seat: Seat | None) -> bool:
        if seat is None:
            return line.name is None or line.hit is None or line.hit.role != "PLAYER"
        fits = self.fits.get(line.type)
        return fits is None or fits(self, line, seat)

    # --- events --------------------------------------------------------------------------------

    def say(self, event: Callable[..., Event], line: Line, *values: Any, span: Span | None = None) -> None:
        """Adds an event that is no action."""
        if span is None:
            span = self.line_span(line)
        if "AT" in line.fields:
            self.events.append(event(*values, span=span, raw=line.text, street=self.now, at=self.when(line["AT"])))
        else:
            self.events.append(event(*values, span=span, raw=line.text, street=self.now))
        if self._guessing:
            self._mark_guess()

    def act(self, event: Callable[..., Event], line: Line, seat: Seat, *values: Any) -> None:
        """Adds an action of a seat, or cards dealt to it: these belong to the street of the betting."""
        self._last_seat = seat.number
        span = self.line_span(line)
        note = line.fields.get("NOTE")
        source = None if note is None else _source_named(note)
        at = self.when(line["AT"]) if "AT" in line.fields else None
        self.events.append(
            event(seat.number, *values, span=span, raw=line.text, street=self.street, source=source, at=at)
        )
        if self._guessing:
            self._mark_guess()
        if note is not None and source is None:
            self.say(Noted, line, note.strip(" ()"), span=self.field_span(line, "NOTE"))

    def when(self, text: str) -> datetime | None:
        """The time that the field AT of a line gives, where the dialect prints one with every line."""
        return None

    def unknown(self, line: Line, code: str = "R001", problem: str | None = None) -> None:
        """Keeps a line that can't be mapped as it is."""
        self.say(LineUnknown, line, line.text, code, problem)

    def malformed(self, line: Line, field: str, problem: str) -> None:
        """Notes a value that can't be one. The line's event follows with the best safe guess, or not at all."""
        self.say(LineUnknown, line, line.text, "R010", clipped(problem), span=self.field_span(line, field))

    def guess(self, value: Guess) -> Guess:
        """A value taken from the surroundings for one that can't be read; marks the event that follows."""
        self._guessing = True
        return value

    def _mark_guess(self) -> None:
        if type(self.events[-1]) is not LineUnknown:
            self.events[-1] = replace(self.events[-1], basis="guessed")
            self._guessing = False

    def end_hand(self) -> None:
        """In a whole record: its last line ends the hand."""
        line = max([section.lines[-1] for section in self.sections if section.lines], key=lambda line: line.number)
        self.now = 0
        self.say(HandEnded, line)

    def excuse_cut_line(self) -> None:
        """In a hand that ends early: a last line that was cut off itself is no fault of its own."""
        line = max(self.lines(), key=lambda line: line.number, default=None)
        if line is None:
            return
        last = [event for event in self.events if event.span.line == line.number]
        amount = self.last_amounts.get(line.type)
        if any(isinstance(event, LineUnknown) and event.text == line.text for event in last) or (
            amount is not None and line[amount] and self._is_start_of(line[amount], self.expected)
        ):
            self.events = self.events[: len(self.events) - len(last)]
            self.say(Noted, line, line.text)

    def _is_start_of(self, text: str, amount: int) -> bool:
        digits = text.strip(SIGNS)
        whole = (amount_text(amount, self.header.decimals), amount_decimal(amount, self.header.decimals))
        return digits not in map(str, whole) and any(str(form).startswith(digits) for form in whole)

    # --- seats and streets ---------------------------------------------------------------------

    def add_seat(self, number: int, player: str) -> Seat:
        """A player takes a seat of the hand. `BeyondBounds` where no table has as many."""
        if len(self.seats) >= MOST_SEATS:
            raise BeyondBounds(f"it has more than {MOST_SEATS} players, which is more than any table seats")
        seat = self.seats[number] = Seat(number, player)
        self.name(seat)
        return seat

    def name(self, seat: Seat) -> None:
        """The player of a seat is found by their name from now on."""
        others = self._named.setdefault(seat.player, [])
        if seat not in others:
            others.append(seat)
        self._names_shared = self._names_shared or len(others) > 1

    def seated_as(self, name: str | None) -> Seat | None:
        """The player of that name, the first if several share it."""
        return next(iter(self._named.get(name or "", ())), None)

    def seat_number(self, line: Line, field: str = "SEAT") -> int:
        """The number of a seat that a player takes; the next free one, and the line noted, where it can't be that."""
        return self.free_seat(line, field, line[field], whole_number(line[field]))

    def free_seat(self, line: Line, field: str, text: str, number: int | None) -> int:
        """The same of a number that is known, which the line prints as `text`."""
        if number is not None and 0 < number < 100 and number not in self.seats:
            return number
        taken = number in self.seats
        self.malformed(line, field, f"seat {text} is taken already" if taken else f"{text!r} is not a seat")
        return self.guess(max(self.seats, default=0) + 1)

    def open_street(self, street: int) -> None:
        """The deal of a street begins: nobody has chips in on it yet."""
        self.street = self.now = street
        self.level = 0
        for seat in self.seats.values():
            seat.committed = 0

    def put_in(self, seat: Seat, added: int) -> int:
        """Chips go in. The seat's total on this street."""
        seat.committed = to = seat.committed + added
        if to > self.level:
            self.level = to
        return to

    @property
    def unit(self) -> int:
        """The bet of this street in fixed limit."""
        return (self.header.small if self.street < 5 else self.header.big) or 0

    @property
    def usual_raise(self) -> int:
        """The street total of a raise in fixed limit; over a bring-in, of its completion."""
        return self.unit + (self.level if self.level >= self.unit else 0)

    # --- cards ---------------------------------------------------------------------------------

    def deal(self, line: Line, field: str, seat: Seat, facing: Facing, cards: Cards, first: int = 0) -> None:
        """Cards of one facing are dealt, those of a bracket from index `first` on."""
        seat.dealt = True
        span = self.laid_at(line, field, first, len(cards))
        self.events.append(CardDealt(seat.number, facing, cards, span=span, raw=line.text, street=self.street))
        if facing == "up":
            seat.up += cards
        else:
            seat.down += cards

    def reprint(self, line: Line, field: str, seat: Seat, facing: Facing, cards: Cards, first: int = 0) -> None:
        """The log repeats cards. They count as lying there if those that were dealt are not known."""
        span = self.laid_at(line, field, first, len(cards))
        self.events.append(CardsReprinted(seat.number, facing, cards, span=span, raw=line.text, street=self.street))
        if facing == "up":
            seat.up = seat.up or cards
        else:
            seat.down = seat.down or cards

    def laid_at(self, line: Line, field: str, first: int, count: int) -> Span:
        """The span of the cards of a bracket that are laid down, so many from index `first` on."""
        # `[9s 6h 7s]`, two characters a card and one between them, as nearly all are.
        text, hit = line.fields.get(field), line.hit
        if text and hit is not None:
            begin = 3 * first + (2 if text[0] == " " else 1)
            end = begin + 3 * count - 1
            if text[end : end + 1] in _AFTER_CARD and text[begin - 1] in _BEFORE_CARD:
                start = line.column + line.at + hit.match.start(field)
                return _span((line.number, start + begin, start + end))
        return self.card_span(line, field, first, first + count)

    # --- values --------------------------------------------------------------------------------

    def amount(self, line: Line, field: str) -> int | None:
        """An amount in smallest units. None, and noted as malformed, where it is none."""
        return self.amount_in(line, field, line.fields.get(field) or line[field])

    def amount_in(self, line: Line, field: str, text: str) -> int | None:
        """The same of a text that is a part of the field."""
        try:
            return self.plain_amount(text)
        except ValueError:
            self.malformed(line, field, f"{text!r} is not an amount" if text else "it says no amount")
            return None

    def usual_amount(self, kind: str, field: str) -> int:
        """The amount that most lines of a kind have: a guess for the one that can't be read. 0 without any."""
        usual = self._usual.get(kind)
        if usual is None:
            amounts: Counter[int] = Counter()
            for line in self.lines(kind):
                with suppress(ValueError):
                    amounts[self.plain_amount(line[field])] += 1
            usual = self._usual[kind] = amounts.most_common(1)[0][0] if amounts else 0
        return usual

    def plain_amount(self, text: str) -> int:
        """A printed amount in smallest units; `ValueError` where it is none."""
        return printed_amount(text, self.header.decimals)

    def cards(self, line: Line, field: str) -> Cards:
        """Cards in brackets. A word that is no card is noted as malformed and counts as an unknown card."""
        text = line.fields.get(field)
        if text is None:
            return ()
        cards = bracketed(text, type(self).read_card)
        return self._repaired(line, field, text) if cards is None else cards

    @classmethod
    def read_cards(cls, text: str) -> Cards | None:
        """The cards in brackets, or None where one of the words is no card."""
        return bracketed(text, cls.read_card)

    def _repaired(self, line: Line, field: str, text: str) -> Cards:
        return self.cards_of(line, field, _WORD.findall(text), type(self).read_card)

    def cards_of(self, line: Line, field: str, words: Iterable[str], read: Callable[[str], Card]) -> Cards:
        """The cards of words; `read` raises `ValueError` for one that is none, which is noted and an unknown card."""
        cards, wrong = [], []
        for word in words:
            try:
                cards.append(read(word))
            except ValueError:
                cards.append(deck.UNKNOWN)
                wrong.append(word)
        if len(wrong) > _CARDS_OF_A_HAND:
            self.malformed(line, field, f"{len(wrong)} words are no cards, {wrong[0]!r} the first of them")
        else:
            for word in wrong:
                self.malformed(line, field, f"{word!r} is not a card")
        return tuple(cards)

    @staticmethod
    def line_span(line: Line) -> Span:
        """The span of a line without the blanks at its end."""
        return _span((line.number, line.column, line.column + len(line.text.rstrip())))

    @staticmethod
    def field_span(line: Line, field: str) -> Span:
        """The span of a field without the blanks around it."""
        start, end = line.columns(field)
        # As it stands there: the value may be another text, with references resolved or from several lines.
        text = line.text[start - line.column : end - line.column]
        if not text.strip():
            return Span(line.number, start, end)
        return Span(line.number, start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip()))

    @staticmethod
    def card_span(line: Line, field: str, first: int, last: int) -> Span:
        """The span of the cards of a bracket from index `first` up to and without `last`."""
        text = line[field]
        start, end = line.columns(field)
        words = _words(text)
        if last > len(words) or first == last:
            return Span(line.number, start, end)
        # Of a tag that goes on over lines, `start` and `end` are those of its first.
        return _span((line.number, min(start + words[first][0], end), min(start + words[last - 1][1], end)))


def mapped(parsed: Parsed, mapper: Callable[[Parsed], HandBuilder]) -> Parsed:
    """The hand of a header with its events."""
    while True:
        try:
            return mapper(parsed).parsed()
        except MoreDecimals as more:
            # The log prints finer amounts than the currency has: count the whole hand in those.
            parsed = replace(parsed, header=rescaled(parsed.header, more.decimals))
        except BeyondBounds as beyond:
            return replace(parsed, status="refused", problem=str(beyond))
