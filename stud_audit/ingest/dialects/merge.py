"""Merge network XML (Carbon, Hero, RPM, and others): stud, stud hi-lo, and razz, 2010 to 2014."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cached_property
from typing import Final
from urllib.parse import unquote

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.hand_builder import maps
from stud_audit.ingest.mapping.headers import decimals_of, structure_of, whole_number
from stud_audit.ingest.mapping.seats import Seat
from stud_audit.ingest.mapping.tag_dialect import TagDialect, TagMapper
from stud_audit.model.cards import Card, Cards, parse_card
from stud_audit.model.events import (
    ChatSaid,
    CommunityDealt,
    Facing,
    Folded,
    Half,
    Mucked,
    SeatTaken,
    ShowdownOpened,
    Shown,
    StreetOpened,
)
from stud_audit.model.gaps import STREET_CARDS
from stud_audit.model.hand import Header
from stud_audit.model.spans import Span

_GAMES: Final = {"7-stud": "stud", "7-stud h/l8": "stud8", "razz": "razz"}
# Codes of the games, limit and others, as they occur in mixed ones.
_CODES: Final[dict[int | None, str]] = {
    **dict.fromkeys((1, 2, 9, 23), "Holdem"),
    **dict.fromkeys((4,), "Omaha"),
    **dict.fromkeys((34, 35, 37), "Omaha H/L8"),
    **dict.fromkeys(range(38, 43), "stud"),
    **dict.fromkeys(range(43, 46), "stud8"),
    **dict.fromkeys(range(46, 50), "razz"),
}
_MIXED: Final = re.compile(r"(?i)(H\.?O\.?R\.?S\.?E|HOSE|SHOE|RASH|HAR?|HO)( Tournament)?")
_MILLISECONDS: Final = re.compile(r"\d{1,14}", re.ASCII)
_STAKES: Final = re.compile(r"[\d.,]*\d[KkMm]?")
_STREETS: Final = {
    "BRING_IN": 3, "THIRD_STREET": 3, "FOURTH_STREET": 4, "FIFTH_STREET": 5, "SIXTH_STREET": 6, "SEVENTH_STREET": 7,
}  # fmt: skip
_OVER: Final = ("SHOWDOWN", "END_OF_FOLDED_GAME", "END_OF_GAME")
_PLACES: Final[tuple[tuple[int, int, Facing], ...]] = ((0, 2, "down"), (2, 6, "up"), (6, 52, "down"))
"""Which of a player's cards lie how; one too many is dealt like the last."""
_HALVES: Final[dict[str, Half]] = {"h": "high", "l": "low"}
_RAISE_TO_SINCE: Final = datetime(2010, 9, 8)
"""Until then the amount of a raise is the chips that it puts in, afterwards the player's total on the street."""


def _card(word: str) -> Card:
    return -1 if word in ("null", "") else parse_card(word)


def _words(text: str) -> list[str]:
    return text.split(",") if text else []


class _Mapper(TagMapper):
    """Maps the tags of one Merge hand."""

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        super().__init__(header, sections)
        for section in sections:
            # The cards of a round stand after its events, which they precede.
            section.lines.sort(key=lambda line: (line.type != "ROUND", line.type not in ("DEALT", "COMMUNITY")))
        played_at = self.header.played_at
        self._raise_is_added = played_at is not None and played_at < _RAISE_TO_SINCE
        self._anted = self._antes_by_seat() if self.header.tournament else {}
        self._later: dict[str, int] | None = None
        self._round = ""

    def ends_early(self) -> bool:
        """Whether the text breaks off, and with it the cards of the last round, which stand after its actions."""
        early = super().ends_early()
        last = self.sections[-1].lines
        if early and self.street and not any(line.type == "STRUCTURE" for line in last):
            self.missing.append(STREET_CARDS)
        return early

    def when(self, text: str) -> datetime | None:
        """Milliseconds since 1970."""
        return datetime.fromtimestamp(int(text) / 1000, UTC) if _MILLISECONDS.fullmatch(text) else None

    def _antes_by_seat(self) -> dict[str, int]:
        antes: dict[str, int] = {}
        for line in self.lines("ANTE"):
            try:
                antes.setdefault(line.name or "", self.plain_amount(line["ADDED"]))
            except ValueError:
                continue
        return antes

    # --- seats and rounds ------------------------------------------------------------------------

    @maps("DESCRIPTION")
    def _description(self, line: Line, _: None) -> None:
        """Read with the header."""

    @maps("SEATED")
    def _seated(self, line: Line, _: Seat | None) -> None:
        if not line.seating:
            self.unknown(line, "R002", "a seat after the seats of the hand")
            return
        number = self._number(line)
        stack = self.amount(line, "STACK")
        if stack is not None:
            # In tournaments the ante has been taken from the stack already.
            stack += self._anted.get(line.name or "", 0)
            self.behind[number] = stack
        # Later tags name a player by their seat.
        seat = self.add_seat(number, line.name or "")
        seat.player = line["NICKNAME"]
        self.say(SeatTaken, line, number, seat.player, stack, line["DEALT_IN"] == "false")

    def _number(self, line: Line) -> int:
        """Seats are printed from 0 and counted from 1."""
        text = line.name or ""
        number = whole_number(text)
        return self.free_seat(line, "NEWCOMER", text, None if number is None else number + 1)

    @maps("ROUND")
    def _round_tag(self, line: Line, _: None) -> None:
        self._round = line["ROUND_ID"]
        street = _STREETS.get(self._round, 0)
        if street and not (street == self.street == 3 and self._round == "THIRD_STREET"):
            self.open_street(street)
            self.say(StreetOpened, line)
        elif self._round in _OVER:
            self.now = 0
            if self._round == "SHOWDOWN":
                self.say(ShowdownOpened, line)
        elif not street and self._round != "BLINDS":
            self.unknown(line, "R002", f"stud has no round {self._round!r}")

    # --- cards -----------------------------------------------------------------------------------

    @maps("DEALT")
    def _dealt(self, line: Line, seat: Seat) -> None:
        self._lay_all(line, seat, self.cards(line, "CARDS"))

    def _lay_all(self, line: Line, seat: Seat, cards: Cards) -> None:
        """All cards of a player so far: those beyond what they had are dealt, two down, four up, and one down."""
        known = len(seat.up) + len(seat.down)
        for start, end, facing in _PLACES:
            old, new = cards[start : min(end, known)], cards[max(start, known) : end]
            lying = seat.up if facing == "up" else seat.down
            if old and min(lying, default=-1) >= 0:
                self.reprint(line, "CARDS", seat, facing, old, start)
            if new:
                self.deal(line, "CARDS", seat, facing, new, max(start, known))

    @maps("COMMUNITY")
    def _community(self, line: Line, _: None) -> None:
        self.say(CommunityDealt, line, self.cards(line, "CARDS"))

    def cards(self, line: Line, field: str) -> tuple[Card, ...]:
        """Cards between commas; nothing between two stands for a hidden one."""
        return self.cards_of(line, field, _words(line[field]), lambda word: _card(word.strip()))

    @staticmethod
    def card_span(line: Line, field: str, first: int, last: int) -> Span:
        """The span of the cards from index `first` up to and without `last`."""
        words = _words(line[field])
        start, end = line.columns(field)  # of a tag that goes on over lines: of its first
        start += sum(len(word) + 1 for word in words[:first])
        return Span(line.number, min(start, end), min(start + len(",".join(words[first:last])), end))

    # --- actions ---------------------------------------------------------------------------------

    @maps("RAISE")
    def _raise(self, line: Line, seat: Seat) -> None:
        if self._raise_is_added:
            line.fields = {**line.fields, "ADDED": line.fields["TO"], "TO": None}
        super()._raise(line, seat)

    @maps("ALL_IN")
    def _all_in(self, line: Line, seat: Seat) -> None:
        if self._round == "BLINDS":
            self._ante(line, seat)
        else:
            self.last_chips(line, seat)

    @maps("SIT_OUT")
    def _sit_out(self, line: Line, seat: Seat) -> None:
        """Who leaves their place during a hand gives it up, unless they are seen to go on."""
        if self._later is None:
            kinds = ("CALL", "BET", "COMPLETE", "RAISE", "ALL_IN", "CHECK", "FOLD", "SHOW", "MUCK", "COLLECT")
            self._later = {later.name or "": later.number for later in self.lines(*kinds)}
        if seat.dealt and not seat.folded and self._later.get(line.name or "", 0) < line.number:
            seat.folded = True
            self.act(Folded, line, seat)
        else:
            self.note(line, seat)

    @cached_property
    def _told(self) -> frozenset[str | None]:
        """Whose cards follow in a tag of their own."""
        return frozenset([line.name for line in self.lines("SHOW", "MUCK")])

    # --- showdown, awards, talk ------------------------------------------------------------------

    @maps("SHOWING", "MUCKING")
    def _showing(self, line: Line, seat: Seat) -> None:
        """The cards follow in a tag of their own; a hand that is given up unseen has none."""
        if line.name in self._told:
            self.note(line, seat)
        elif line.type == "MUCKING":
            self.now = 0
            self.say(Mucked, line, seat.number)
        else:
            self.note(line, seat)

    @maps("SHOW")
    def _show(self, line: Line, seat: Seat) -> None:
        # Where all are all-in the cards are turned up in the middle of the hand.
        self.say(Shown, line, seat.number, self.cards(line, "CARDS"), line["SAID"] or None)

    @maps("MUCK")
    def _muck(self, line: Line, seat: Seat) -> None:
        self.say(Mucked, line, seat.number, self.cards(line, "CARDS"))

    @maps("COLLECT")
    def _collect(self, line: Line, seat: Seat) -> None:
        amount = self.amount(line, "AMOUNT")
        if amount is None:
            self.missing.append("award")
            return
        number = whole_number(line["POT"] or "1")
        pot = None if not number else "main" if number == 1 else f"side-{number - 1}"
        self.award(line, seat, amount, pot, _HALVES.get(line["HALF"]), line["SAID"] or None, line["UNCALLED"] == "true")

    @maps("CHAT")
    def _chat(self, line: Line, _: None) -> None:
        for seat in self.seats.values():
            if seat.player == line["NICKNAME_OF_TALKER"]:
                self.say(ChatSaid, line, seat.number, line["TEXT"])
                return
        self.note(line, None)


class Merge(TagDialect):
    """Merge hand histories."""

    name = "merge"
    title = "Merge"
    blind_spots = (
        "the dealer button: the attribute `dealer` has the last seat of the table in every stud hand, whoever deals",
        "the order in which cards are dealt: each round lists them by seat, after its actions",
        "burn cards, prompts, and what made a player act (by hand, ahead of their turn, by time)",
        "opponents' down-cards, unless they are shown or mucked at the showdown",
        "the rake: awards are net of it, and it is not printed",
        "bets that come back: most are part of an award; where the award does not prove it, it is left open",
        "all-ins by ante, which are not marked: they are read off the stacks",
        "the stakes of tournaments",
    )
    mapper = _Mapper

    hand_start = re.compile(r"[ \t]*(?:<description\b[^\n]*?>[ \t]*)?<game\b(?![^\n]{0,200}\bgamecode\s*=)")
    hand_glued = re.compile(r"(?<=>)[ \t]*<game(?:\s[^<>\n]*)?>")
    glued_marks = ("<game ", "<game>")
    hand_end = re.compile(r"[ \t]*</game\s*>")
    start_marks = ("<game",)
    outside = re.compile(r"[ \t]*<(?:description\b|\?|!--)")
    session = re.compile(r"<description\b")

    def read_header(self, session: Mapping[str, str], hand: Mapping[str, str], span: Span) -> Parsed:
        """Game and stakes by the description, in mixed games by the hand's own code."""
        printed, stakes = session.get("GAME", ""), session.get("STAKES", "")
        data = unquote(hand.get("DATA", "")).split("|")
        tournament = data[-1] == "true" or printed.endswith(" Tournament")
        game = self._game(printed, hand)
        structure = structure_of(stakes.partition(" ")[0])
        currency = "chips" if tournament or hand.get("REAL_MONEY") == "false" else "USD"
        number, _, table = data[2].partition("-") if len(data) > 2 else ("", "", "")
        header = Header(
            hand_id=hand["HAND_ID"],
            game=game,
            structure=structure,
            currency=currency,
            decimals=decimals_of(currency),
            table=(table or "1") if tournament else data[1] if len(data) > 1 else None,
            max_seats=whole_number(hand.get("MAX_SEATS", "")),
            tournament=(number or None) if tournament else None,
            played_at=_when(hand.get("PLAYED_AT", "")),
        )
        if not game:
            return Parsed(header, (), "refused", "the game is not said", header_span=span)
        amounts = _STAKES.findall(stakes) if structure == "fixed" and "Level" not in stakes else []
        bets = dict(zip(("small", "big"), amounts, strict=False)) if len(amounts) > 1 else {}
        return self.sorted_by_game(header, game, bets, span, game if structure == "fixed" else printed)

    @staticmethod
    def _game(printed: str, hand: Mapping[str, str]) -> str:
        """The game of the hand: `stud`, `stud8`, `razz`, or what the site calls it."""
        name = printed.removesuffix(" Tournament")
        code = hand.get("MIX_CODE", "")
        if not code and name and not _MIXED.fullmatch(printed):
            return _GAMES.get(name.lower(), name)
        code = code or hand.get("CODE", "")
        if known := _CODES.get(whole_number(code)):
            return known
        if not code and not name:
            return ""
        seven = hand.get("CARDS_DEALT") == "7"
        return f"game of code {code} with seven cards" if seven else f"game of code {code}"


def _when(text: str) -> datetime | None:
    try:
        return datetime.strptime(text[:14], "%Y%m%d%H%M%S")
    except ValueError:
        return None


DIALECT: Final = Merge()
