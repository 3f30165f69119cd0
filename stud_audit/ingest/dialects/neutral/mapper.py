"""The neutral notation: our own text for a hand, complete where site text is not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection
from functools import cached_property, partial
from typing import Any, Final, cast, get_args

from stud_audit.ingest.dialect import Block, Parsed, Scanned
from stud_audit.ingest.dialects.neutral.header import HEADER_OPTIONS, read_header
from stud_audit.ingest.dialects.neutral.scan import Scanner
from stud_audit.ingest.grammar.lines import Line, LineBook
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.hand_builder import HandBuilder, maps
from stud_audit.ingest.mapping.neutral_notation import Course, options_of, read_time, unquoted, words_of
from stud_audit.ingest.mapping.text_dialect import Fields, TextDialect
from stud_audit.model import events as e
from stud_audit.model.cards import UNKNOWN, Cards
from stud_audit.model.escaping import clipped
from stud_audit.model.spans import Span

_NUMBER: Final = re.compile(r"\d{1,3}", re.ASCII)
_STREETS: Final = tuple("034567")


class _Mapper(HandBuilder):
    """Maps the lines of one hand. Seats are named by their numbers."""

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        super().__init__(header, sections)
        self.course = Course()
        self._behind: Counter[int] = Counter()
        self._counted = 0
        """The events that `_behind` takes into account."""
        self.ended = False

    def is_cut(self) -> bool:
        """Whether the line that ends the hand is not there."""
        return not self.ended

    def end_hand(self) -> None:
        """A line of its own ends the hand."""

    # --- what all lines share ----------------------------------------------------------------------

    def say(self, event: Callable[..., e.Event], line: Line, *values: Any, span: Span | None = None) -> None:
        """Adds an event of which the line says no more than these values."""
        street = self.course.street_of(cast(type[e.Event], event))
        self._add(event(*values, span=span or self.line_span(line), raw=line.text, street=street))

    def _put(self, kind: type[e.Event], line: Line, options: dict[str, str], *values: Any, **extras: Any) -> None:
        """Adds an event, with the options that any line may have: street, time, source."""
        street = self._one_of(line, options, "street", _STREETS)
        source = self._one_of(line, options, "source", get_args(e.Source))
        at = options.pop("at", None)
        if at is not None:
            try:
                extras["at"] = read_time(at)
            except ValueError:
                self._wrong_option(line, f"{at!r} is not a time")
        for key in options:
            self._wrong_option(line, f"{key!r} can't stand in a line of this kind")
        extras.setdefault("street", self.course.street_of(kind) if street is None else int(street))
        self._add(
            kind(*values, span=self.line_span(line), raw=line.text, source=cast("e.Source | None", source), **extras)
        )

    def _add(self, event: e.Event) -> None:
        self.events.append(event)
        if self._guessing:
            self._mark_guess()
        self.course.take(event)

    def _one_of(self, line: Line, options: dict[str, str], key: str, words: Collection[str]) -> str | None:
        text = options.pop(key, None)
        if text is not None and text not in words:
            self._wrong_option(line, f"{text!r} can't be its {key}")
            return None
        return text

    def _options(self, line: Line) -> dict[str, str]:
        """The options of a line; what it says twice is noted."""
        text = line["OPTIONS"]
        if not text:
            return {}
        options, again = options_of(text)
        for key, match in again.items():
            start, _ = line.columns("OPTIONS")
            span = Span(line.number, start + match.start(), start + match.end())
            first = f"the first, {options[key]!r}, counts" if options[key] else "once is enough"
            self.say(e.LineUnknown, line, line.text, "R010", clipped(f"{key!r} is said twice: {first}"), span=span)
        return options

    def _wrong_option(self, line: Line, problem: str) -> None:
        self.malformed(line, "OPTIONS", problem)

    def _seat(self, line: Line) -> int | None:
        """The seat that a line names, if somebody sits there."""
        text = line["SEAT"]
        if not _NUMBER.fullmatch(text):
            self.malformed(line, "SEAT", f"{text!r} is not a seat")
            self.missing.append("seat")
            return None
        if int(text) not in self.seats:
            self.unknown(line, "R006", f"seat {text} is not taken in this hand")
            return None
        return int(text)

    def _money(self, line: Line, options: dict[str, str], key: str) -> int | None:
        """An amount among the options."""
        text = options.pop(key, None)
        if text is None:
            return None
        # What a line states need not be so: an increase, or what somebody won, can be negative.
        negative = key in ("by", "won") and text.startswith("-")
        try:
            return -self.plain_amount(text[1:]) if negative else self.plain_amount(text)
        except ValueError:
            self._wrong_option(line, f"{text!r} is not an amount")
            return None

    def _cards_in(self, line: Line, options: dict[str, str], key: str) -> Cards:
        """Cards among the options."""
        text = options.pop(key, "")
        cards = self.read_cards(text)
        if cards is None:
            self._wrong_option(line, f"{text!r} are not cards")
        return cards or ()

    # --- lines without more than a seat ------------------------------------------------------------

    @maps("BUTTON", "PROMPT", "TIMEOUT", "PROTECT", "FOLD", "CHECK")
    def _of_seat(self, line: Line, _: None) -> None:
        seat = self._seat(line)
        if seat is not None:
            self._put(_OF_SEAT[line.type], line, self._options(line), seat)

    @maps("SHOW_DOWN", "SUMMARY")
    def _of_nobody(self, line: Line, _: None) -> None:
        self._put(e.ShowdownOpened if line.type == "SHOW_DOWN" else e.SummaryOpened, line, self._options(line))

    @maps("END")
    def _end(self, line: Line, _: None) -> None:
        self.ended = True
        self._put(e.HandEnded, line, self._options(line))

    @maps("HAND")
    def _header_line(self, line: Line, _: None) -> None:
        if line.number != self.result.header_span.line:
            self.unknown(line, "R002", "a second header within a hand")
            return
        for key in self._options(line):
            if key not in HEADER_OPTIONS:
                self._wrong_option(line, f"{key!r} can't stand in a header")

    @maps("VERSION", "COMMENT")
    def _no_event(self, _: Line, __: None) -> None:
        """These lines are not about the hand."""

    # --- seats, antes, cards -----------------------------------------------------------------------

    @maps("SEAT_TAKEN")
    def _seat_taken(self, line: Line, _: None) -> None:
        options = self._options(line)
        number = self.seat_number(line)
        stack = self.amount(line, "AMOUNT") if line["AMOUNT"] else None
        player = unquoted(line["SAID"])
        self.add_seat(number, player)
        self._put(e.SeatTaken, line, options, number, player, stack, _flag(options, "sitting-out"))

    @maps("BUY_IN")
    def _buy_in(self, line: Line, _: None) -> None:
        options = self._options(line)
        seat, amount = self._seat(line), self.amount(line, "AMOUNT")
        kind = self._one_of(line, options, "kind", get_args(e.BuyInKind)) or "sit"
        if seat is not None and amount is not None:
            self._put(e.BoughtIn, line, options, seat, amount, kind)

    @maps("ANTE")
    def _ante(self, line: Line, _: None) -> None:
        options = self._options(line)
        seat = self._seat(line)
        if seat is None:
            return
        amount = self.amount(line, "AMOUNT")
        if amount is None:
            amount = self.guess(self.header.ante or self.usual_amount("ANTE", "AMOUNT"))
        self.expected = self.header.ante or amount
        self._put(e.AntePosted, line, options, seat, amount, _flag(options, "all-in"))

    @maps("STREET")
    def _street(self, line: Line, _: None) -> None:
        self._put(e.StreetOpened, line, self._options(line), street=int(line["STREET_NUMBER"]))

    @maps("BURN")
    def _burn(self, line: Line, _: None) -> None:
        self._put(e.CardBurned, line, self._options(line), self.cards(line, "CARDS") or (UNKNOWN,))

    @maps("DEAL", "REPRINT")
    def _deal(self, line: Line, _: None) -> None:
        seat = self._seat(line)
        if seat is not None:
            kind = e.CardDealt if line.type == "DEAL" else e.CardsReprinted
            self._put(kind, line, self._options(line), seat, line["FACING"], self.cards(line, "CARDS"))

    @maps("BOARD")
    def _board(self, line: Line, _: None) -> None:
        options = self._options(line)
        self._put(e.CommunityDealt, line, options, self.cards(line, "CARDS"), _flag(options, "reprint"))

    # --- the player's options ----------------------------------------------------------------------

    @maps("OFFERED")
    def _offered(self, line: Line, _: None) -> None:
        seat = self._seat(line)
        if seat is not None:
            buttons = words_of(line["BUTTONS"])
            self._put(e.ButtonsOffered, line, self._options(line), seat, buttons)

    @maps("PREACTION", "SAY")
    def _said_by_seat(self, line: Line, _: None) -> None:
        seat = self._seat(line)
        if seat is not None:
            kind = e.PreactionSet if line.type == "PREACTION" else e.ChatSaid
            self._put(kind, line, self._options(line), seat, unquoted(line["SAID"]))

    # --- wagers ------------------------------------------------------------------------------------

    @maps("BRING_IN", "CALL", "BET", "COMPLETE", "RAISE")
    def _wager(self, line: Line, _: None) -> None:
        """One of chips added and street total follows from the other; where neither can be read, the usual."""
        options = self._options(line)
        seat = self._seat(line)
        if seat is None:
            return
        before, usual = self.course.committed.get(seat, 0), self._usual_total(line)
        self.expected = max(usual - before, 0)
        if not line["AMOUNT"] and "to" not in options:
            self._wrong_option(line, "it says no amount")
        chips = self.amount(line, "AMOUNT") if line["AMOUNT"] else None
        to, raises = self._money(line, options, "to"), line.type in ("COMPLETE", "RAISE")
        by, all_in = self._money(line, options, "by") if raises else None, _flag(options, "all-in")
        if chips is None:
            if to is None and all_in:
                usual = before + (self._left(seat) or usual - before)
            elif to is None and by:
                usual = self.course.level + by
            chips = max((self.guess(usual) if to is None else to) - before, 0)
        values: list[int | None] = [seat, chips, before + chips if to is None else to, all_in]
        if raises:
            values.append(by)
        self._put(_WAGERS[line.type], line, options, *values)

    def _left(self, seat: int) -> int:
        """The chips that a player has left, 0 where that is not known: with them they go all-in."""
        for event in self.events[self._counted :]:
            if isinstance(event, e.SeatTaken):
                self._behind[event.seat] = event.stack or 0
            elif isinstance(event, (e.AntePosted, e.Wager)):
                self._behind[event.seat] -= event.amount if isinstance(event, e.AntePosted) else event.added
        self._counted = len(self.events)
        return max(self._behind[seat], 0)

    def _usual_total(self, line: Line) -> int:
        """What the street total should come to."""
        level = self.course.level
        unit = (self.header.small if self.course.street < 5 else self.header.big) or 0
        match line.type:
            case "BRING_IN":
                return self.header.bring_in or unit // 2
            case "CALL":
                return level
            case "BET" | "COMPLETE":
                return unit
            case _:
                return unit + level if level >= unit else unit

    @maps("RETURN", "TOTAL", "RAKE")
    def _amount_of(self, line: Line, _: None) -> None:
        options = self._options(line)
        amount = self.amount(line, "AMOUNT")
        if amount is None:
            self.missing.append(line.type.lower())
        elif line.type == "TOTAL":
            self._put(e.TotalStated, line, options, amount, options.pop("pot", None))
        elif line.type == "RAKE":
            self._put(e.RakeTaken, line, options, amount)
        else:
            seat = self._seat(line)
            if seat is not None:
                self._put(e.UncalledReturned, line, options, seat, amount)

    # --- the end -----------------------------------------------------------------------------------

    @maps("SHOW", "MUCK")
    def _show(self, line: Line, _: None) -> None:
        options = self._options(line)
        seat = self._seat(line)
        if seat is None:
            return
        cards = self.cards(line, "CARDS")
        if line.type == "SHOW":
            self._put(e.Shown, line, options, seat, cards, options.pop("said", None))
        else:
            self._put(e.Mucked, line, options, seat, cards)

    @maps("AWARD")
    def _award(self, line: Line, _: None) -> None:
        options = self._options(line)
        seat, amount = self._seat(line), self.amount(line, "AMOUNT")
        if amount is None:
            self.missing.append("award")
        elif seat is not None:
            half = self._one_of(line, options, "half", get_args(e.Half))
            pot, said = options.pop("pot", None), options.pop("said", None)
            self._put(e.PotAwarded, line, options, seat, amount, pot, half, said)

    @maps("SEAT_SUMMARY")
    def _seat_summary(self, line: Line, _: None) -> None:
        options = self._options(line)
        seat = self._seat(line)
        if seat is None:
            return
        player, said = options.pop("player", None), options.pop("said", None)
        won = self._money(line, options, "won")
        folded = self._one_of(line, options, "folded", _STREETS)
        shown, mucked = self._cards_in(line, options, "shown"), self._cards_in(line, options, "mucked")
        street = None if folded is None else int(folded)
        self._put(e.SeatSummarised, line, options, seat, player, won, street, shown, mucked, said)

    @maps("STATE")
    def _state(self, line: Line, _: None) -> None:
        seat = self._seat(line) if line["SEAT"] else None
        if seat is not None or not line["SEAT"]:
            self._put(e.StateSaid, line, self._options(line), line["STATE_WORD"], seat)

    # --- the rest ----------------------------------------------------------------------------------

    @maps("NOTE", "CANCELLED")
    def _text_of(self, line: Line, _: None) -> None:
        kind = e.Noted if line.type == "NOTE" else e.HandCancelled
        self._put(kind, line, self._options(line), unquoted(line["SAID"]))

    @maps("UNKNOWN_LINE")
    def _unknown_line(self, line: Line, _: None) -> None:
        options = self._options(line)
        code, problem = options.pop("code", "R001"), options.pop("problem", None)
        self._put(e.LineUnknown, line, options, unquoted(line["SAID"]), code, problem)


_OF_SEAT: Final[dict[str, type[e.Event]]] = {
    "BUTTON": e.ButtonMoved,
    "PROMPT": e.Prompted,
    "TIMEOUT": e.TimedOut,
    "PROTECT": e.Protected,
    "FOLD": e.Folded,
    "CHECK": e.Checked,
}
_WAGERS: Final[dict[str, type[e.Event]]] = {
    "BRING_IN": e.BroughtIn,
    "CALL": e.Called,
    "BET": e.Bet,
    "COMPLETE": e.Completed,
    "RAISE": e.Raised,
}


def _flag(options: dict[str, str], name: str) -> bool:
    return options.pop(name, None) is not None


class Neutral(TextDialect):
    """The neutral notation."""

    name = "neutral"
    title = "Neutral notation"
    extensions = (".stud",)
    blind_spots = ("nothing: what a file of it lacks, its writer left out",)

    header_lines = (("HAND",),)
    damaged_id = re.compile("(?!)")
    mapper = _Mapper
    book = staticmethod(partial(LineBook, longest=1 << 20))  # it holds whatever other logs do

    start_marks = ("=",)
    first_words = ("hand", "stud", "#")
    hand_start = re.compile(r"hand[ \t][^\n]*\b(?:game|structure|small|big)=")
    hand_end = re.compile(r"end(?=[ \t]*(?:\n|$)|[ \t]+(?:at|source|street)=|[ \t]+#)")
    outside = re.compile(r"stud[ \t]+1(?=[ \t]*(?:\n|$|#))|#")

    @cached_property
    def _scanner(self) -> Scanner:
        return Scanner(self.grammar.book, self.mapper, self.header_of)

    def scan(self, block: Block) -> Scanned | None:
        """The rows of an ordinary hand, quickly; None where the hand is to be parsed."""
        return self._scanner.scan(block)

    def read_header(self, fields: Fields, span: Span) -> Parsed:
        """The header; refused where it can't be read."""
        return read_header(fields, span)


DIALECT: Final = Neutral()
