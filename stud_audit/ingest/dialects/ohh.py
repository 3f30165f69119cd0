"""Open Hand History: JSON of any site's hands, as our own `convert` and other programs write stud."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from stud_audit.ingest.dialect import Block, Parsed
from stud_audit.ingest.grammar.json_objects import JsonBook, JsonLine
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.hand_builder import Seat, card_reader, mapped, maps
from stud_audit.ingest.mapping.headers import decimals_of, structure_of, whole_number
from stud_audit.ingest.mapping.site_dialect import SiteDialect
from stud_audit.ingest.mapping.site_mapper import has
from stud_audit.ingest.mapping.tag_dialect import TagMapper
from stud_audit.model.cards import UNKNOWN
from stud_audit.model.events import (
    Bet,
    CommunityDealt,
    Completed,
    Noted,
    Raised,
    RakeTaken,
    ShowdownOpened,
    Shown,
    StreetOpened,
)
from stud_audit.model.gaps import AWARDS, FACINGS, RAKE, SEVENTH_CARDS, UP_CARDS
from stud_audit.model.hand import Header
from stud_audit.model.spans import Span

_GAMES: Final = {
    **dict.fromkeys(("stud", "7stud", "7cardstud", "sevencardstud", "studhigh", "studhi"), "stud"),
    **dict.fromkeys(("studhilo", "stud8", "7studhilo", "7cardstudhilo", "sevencardstudhilo", "studhl"), "stud8"),
    "razz": "razz",
}
_NAMED: Final = {
    "preflop": 3,
    "flop": 4,
    "turn": 5,
    "river": 7,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
}
_PLAY_CHIPS: Final = ("PPC", "")
_BEFORE_DEAL: Final = ("ANTE", "BUY_IN", "NEWS", "UNKNOWN")
_WAGERS: Final = ("CALL", "BET", "RAISE")


class _Mapper(TagMapper):
    """Maps the objects of one hand."""

    silent_on = (SEVENTH_CARDS, FACINGS)
    read_card = card_reader("?", "??", "X", "x", "XX", "Xx", "xx", "**", "-")

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        super().__init__(header, sections)
        if not any(line.fields.get("ALL_IN") for line in self.lines(*_WAGERS)):
            self.unmarked_kinds = (*self.unmarked_kinds, *_WAGERS)
            self.may_mark_all = True
        for line in self.lines():
            for flag in ("ALL_IN", "SITTING_OUT"):
                if line.fields.get(flag) in ("false", "0"):
                    line.fields[flag] = None
        rounds = [line for line in self.lines("ROUND") if not _is_showdown(line)]
        self._in_order = len(rounds) == 5
        """A round for each street; else their names tell the streets, as far as they can."""
        self._dealt_on_third: Counter[str] = Counter()
        for section in sections:
            if rounds and any(line is rounds[0] for line in section.lines):
                lines = [line for line in section.lines if line is not rounds[0]]
                for line in lines:
                    if line.type == "DEALT":
                        self._dealt_on_third[line.name or ""] += len(line["CARDS"].split())
                # The antes stand in the first round, and precede its deal.
                before = next((n for n, line in enumerate(lines) if line.type not in _BEFORE_DEAL), len(lines))
                section.lines = [*lines[:before], rounds[0], *lines[before:]]
        self._acted = False
        self._raked = any(line.fields.get("RAKE") is not None for line in self.lines("POT"))
        self.missing += [] if self._raked else [RAKE]
        self.missing += [] if any(self.lines("COLLECT")) else [AWARDS]

    def lacking(self) -> tuple[str, ...]:
        """The player who writes may be the only one whose cards are on record."""
        dealt = sum(seat.dealt for seat in self.seats.values())
        return (UP_CARDS,) if dealt < 2 and sum(seat.anted for seat in self.seats.values()) > 1 else ()

    # --- places ----------------------------------------------------------------------------------

    @staticmethod
    def field_span(line: Line, field: str) -> Span:
        """The place of a value, which may stand on another line than what tells the kind of its object."""
        if isinstance(line, JsonLine):
            return line.place(field)
        return Span(line.number, line.column, line.column + len(line.text))

    @staticmethod
    def card_span(line: Line, field: str, first: int, last: int) -> Span:
        """The place of some of the cards of a list, as far as they stand on one line."""
        parts = line.spans(field)[first:last] if isinstance(line, JsonLine) else []
        if not parts:
            return _Mapper.field_span(line, field)
        return Span(
            parts[0].line, parts[0].column, [part for part in parts if part.line == parts[0].line][-1].end_column
        )

    def unknown(self, line: Line, code: str = "R001", problem: str | None = None) -> None:
        """Keeps an object that can't be mapped as it is; where the text breaks off, players may be lost."""
        if code == "R006" and self.cut_by_site:
            self.note(line, None)
        else:
            super().unknown(line, code, problem)

    # --- players and rounds ----------------------------------------------------------------------

    @maps("SEATED")
    def _seated(self, line: Line, _: Seat | None) -> None:
        if self.seated_as(line.name) is not None:
            self.unknown(line, "R002", f"a second player with the number {line.name}")
            return
        number = self.seat_number(line)
        stack = self.amount(line, "STACK") if has(line, "STACK") else None
        self.take_seat(line, number, stack, has(line, "SITTING_OUT"))
        seat = self.seats[number]
        seat.player = line["NICKNAME"] or f"p{number}"
        self.events[-1] = replace(self.events[-1], player=seat.player)

    @maps("ROUND")
    def _round(self, line: Line, _: None) -> None:
        if _is_showdown(line):
            self.now = 0
            self.say(ShowdownOpened, line)
            return
        following = max(self.street + 1, 3)
        named = _NAMED.get(line["STREET_NAME"].lower().removesuffix(" street"), following)
        street = following if self._in_order else max(named, following)
        if street > 7:
            self.unknown(line, "R002", "stud has five rounds")
            return
        self.open_street(street)
        self.say(StreetOpened, line)
        if line["COMMUNITY"]:
            cards = self.cards(line, "COMMUNITY")
            self.say(CommunityDealt, line, cards, span=self.card_span(line, "COMMUNITY", 0, len(cards)))

    def open_street(self, street: int) -> None:
        """The deal of a street begins."""
        super().open_street(street)
        self._acted = False

    # --- cards and actions -----------------------------------------------------------------------

    @maps("DEALT")
    def _dealt(self, line: Line, seat: Seat) -> None:
        """Which way a card faces is not said: on third street two of three lie down, and on seventh all."""
        cards = self.cards(line, "CARDS")
        had = len(seat.down) + len(seat.up)
        if self._acted and self.street < 7 and not self._in_order:
            self.open_street(max(self.street + 1, 3))  # two streets in one round
        hidden = 0
        if self.street == 7:
            hidden = len(cards)
        elif self.street <= 3:
            # The last card is the door card; cards that nobody has seen are not written.
            down = self._dealt_on_third[line.name or ""] - 1
            if not had and down < 2:
                self.deal(line, "CARDS", seat, "down", (UNKNOWN,) * (2 - down))
            hidden = min(max(2 - len(seat.down), 0), len(cards))
        self.deal_split(line, "CARDS", seat, cards, hidden)

    def act(self, event: type, line: Line, seat: Seat, *values: object) -> None:  # type: ignore[override]
        """Adds an action of a seat."""
        self._acted = True
        super().act(event, line, seat, *values)

    @maps("BET")
    def _bet(self, line: Line, seat: Seat) -> None:
        self.wager(Completed if self.brought_in else Bet, line, seat, self.unit)

    @maps("RAISE")
    def _raise(self, line: Line, seat: Seat) -> None:
        """The format knows no bets on its first street, and no completions."""
        event = Bet if not self.level else Completed if self.brought_in and self.level < self.unit else Raised
        self.wager(event, line, seat, self.usual_raise)

    @maps("NEWS")
    def _news(self, line: Line, _: Seat | None) -> None:
        self.say(Noted, line, line.text)

    @maps("SHOW")
    def _show(self, line: Line, seat: Seat) -> None:
        # Where all are all-in the cards are turned up in the middle of the hand.
        self.say(Shown, line, seat.number, self.cards(line, "CARDS"), None)

    # --- pots ------------------------------------------------------------------------------------

    def ends_early(self) -> bool:
        """`is_cut` knows."""
        return False

    def rake_printed(self) -> int | None:
        """The rake of all pots."""
        total = 0
        for line in self.lines("POT"):
            try:
                total += self.plain_amount(line["RAKE"]) if line["RAKE"] else 0
            except ValueError:
                return None
        return total if self._raked else super().rake_printed()

    @maps("POT")
    def _pot(self, line: Line, _: None) -> None:
        """Of a pot nothing is said but its rake: what lies in it is told with what its winners get, or without."""
        self.now = 0
        if has(line, "RAKE"):
            rake = self.amount(line, "RAKE")
            if rake is None:
                self.missing.append("rake")
            elif rake or line is self.lines("POT")[0]:
                self.say(RakeTaken, line, rake, span=self.field_span(line, "RAKE"))

    @cached_property
    def _pot_places(self) -> dict[str, int]:
        """The numbers of the pots to their places: 0 is the main pot's."""
        numbers = dict.fromkeys(pot["POT_NUMBER"] for pot in self.lines("POT"))
        return {number: place for place, number in enumerate(numbers)}

    @maps("COLLECT")
    def _collect(self, line: Line, seat: Seat) -> None:
        amount = self.amount(line, "WON")
        if amount is None:
            self.missing.append("award")
            return
        place = self._pot_places.get(line["OF_POT"], 0)
        self.award(line, seat, amount, f"side-{place}" if place else "main", span=self.field_span(line, "WON"))


def _is_showdown(line: Line) -> bool:
    return line["STREET_NAME"].lower().replace(" ", "") == "showdown"


class Ohh(SiteDialect):
    """Open Hand History."""

    name = "ohh"
    title = "Open Hand History"
    extensions = (".ohh",)
    blind_spots = (
        "which way a card faces: it is taken to lie as it should on its street",
        "razz, for which the format has no name, and the bring-in of the table, other than as it is posted",
        "bets that nobody called: they go back as a part of what is won",
        "the total of a pot, and for which half of it an award is",
        "the dealer button: programs fill in a seat, whether or not the game has a button",
        "descriptions of hands, burn cards, prompts, the times and sources of single actions, the summary",
    )
    book = JsonBook
    mapper = _Mapper

    hand_start = re.compile(r"[ \t\[,]*\{\s*\"ohh\"\s*:\s*\{?")
    hand_glued = re.compile(r"\{\s*\"ohh\"\s*:\s*\{")
    glued_marks = ('"ohh"',)
    start_marks = ('"ohh"',)
    outside = re.compile(r"[ \t]*+[\[\],][ \t\[\],]*+(?=\n|$)")

    def parse(self, block: Block) -> Parsed:
        """The events of one hand; those of other games are not looked at beyond their header."""
        lines, cut = self.grammar.book.read(block)
        parsed = self._header(lines, block)
        if parsed.status != "parsed":
            return parsed
        sections = self.grammar.sections(lines)

        def build(parsed: Parsed) -> _Mapper:
            mapper = _Mapper(parsed, sections)
            mapper.ended, mapper.cut_by_site = not cut, cut
            return mapper

        return mapped(parsed, build)

    def header_of(self, block: Block) -> Parsed:
        """What the header says."""
        return self._header(self.grammar.book.lines_of(block), block)

    def _header(self, lines: list[JsonLine], block: Block) -> Parsed:
        line = next((line for line in lines if line.type == "HEADER"), None)
        if line is None:
            span = Span(block.line, block.column, block.column + len(block.text.partition("\n")[0]))
            return Parsed(Header("?", "unknown"), (), "refused", "the header is damaged: no object", header_span=span)
        fields = {field: value or "" for field, value in line.fields.items()}
        span = Span(line.number, line.column, line.column + len(line.text))
        try:
            if not any(line.seating for line in lines):
                raise ValueError("it names no players")
            return self._read_header(fields, span)
        except ValueError as error:
            header = Header(fields["HAND_ID"] or "?", "unknown")
            return self.unread(header, str(error), fields["GAME"], span)

    def _read_header(self, fields: Mapping[str, str], span: Span) -> Parsed:
        printed = fields["GAME"]
        if not printed:
            raise ValueError("it does not name the game")
        tournament = fields["TOURNAMENT"] or ("?" if fields["IS_TOURNAMENT"] == "true" else "")
        currency = "chips" if tournament or fields["CURRENCY"] in _PLAY_CHIPS else fields["CURRENCY"]
        header = Header(
            hand_id=fields["HAND_ID"] or "?",
            game=_GAMES.get(re.sub(r"[\W_]", "", printed.lower()), printed),
            structure=structure_of(fields["LIMIT"]),
            currency=currency,
            decimals=decimals_of(currency),
            table=fields["TABLE"] or None,
            max_seats=whole_number(fields["MAX_SEATS"]),
            tournament=None if tournament in ("", "?") else tournament,
            played_at=_when(fields["PLAYED_AT"]),
            played_zone="UTC" if _when(fields["PLAYED_AT"]) else None,
        )
        amounts = {"small": fields["SMALL_BET"], "big": fields["BIG_BET"], "ante": fields["TABLE_ANTE"]}
        # What is not known is written as nothing.
        return self.sorted_by_game(
            header, printed, {key: text for key, text in amounts.items() if text.strip("0.")}, span
        )


def _when(text: str) -> datetime | None:
    """The clock in UTC; None where there is no such time."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    return time if time.tzinfo is None else time.astimezone(UTC).replace(tzinfo=None)


DIALECT: Final = Ohh()
