"""iPoker XML sessions: stud and stud hi-lo, cash games and tournaments, from 2010 on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.hand_builder import Seat, maps
from stud_audit.ingest.mapping.headers import decimals_of, printed_amount, whole_number, with_amounts
from stud_audit.ingest.mapping.tag_dialect import TagDialect, TagMapper
from stud_audit.model.cards import UNKNOWN, Card, parse_card
from stud_audit.model.events import (
    Bet,
    CommunityDealt,
    Completed,
    Folded,
    Noted,
    Raised,
    StreetOpened,
)
from stud_audit.model.hand import Header, Structure
from stud_audit.model.spans import Span

_GAME_TYPE: Final = re.compile(
    r"(?P<game>.*?)\s*\b(?P<limit>NL|SL|LZ|PL|LP|L|No limit|Pot limit|Limit|БЛ)"
    r"(?:\s+(?P<small>\S*\d\S*?)\s*/\s*(?P<big>\S*\d[^\s]*))?(?:\s+Ante\s+(?P<ante>\S*\d\S*))?\s*"
)
_GAMES: Final = {
    "7 card stud": "stud", "7 card stud hi-lo": "stud8", "7 card stud hilow": "stud8", "7 card stud hilo": "stud8",
    "razz": "razz",
}  # fmt: skip
_STRUCTURES: Final[dict[str, Structure]] = {
    "l": "fixed",
    "limit": "fixed",
    "pl": "pot",
    "lp": "pot",
    "pot limit": "pot",
}
_SIGN: Final = r"(?:[$€£\ufffd]|RSD|kr|Pts)?"
# `$1,440.50`, `1 440,50€`: a comma before one or two last digits is a decimal one.
_AMOUNT: Final = re.compile(
    rf"{_SIGN}\s*(?P<whole>\d{{1,3}}(?:[ ,\xa0\u202f']\d{{3}})+|\d+)"
    rf"(?:[.,](?P<cents>\d{{1,2}})|\.(?P<more>\d+))?(?P<unit>[KkMm]?)\s*{_SIGN}"
)
_DATES: Final = (
    "%Y-%m-%d %H:%M:%S", "%d.%m.%Y %H:%M:%S", "%d/%m/%Y %H:%M:%S", "%Y/%m/%d %H:%M:%S", "%d-%b-%Y %H:%M:%S",
    "%Y-%m-%d %H:%M", "%d.%m.%Y %H:%M", "%d/%m/%Y %H:%M", "%Y/%m/%d %H:%M", "%d-%b-%Y %H:%M",
)  # fmt: skip
_STREETS: Final = {"2": 3, "3": 4, "4": 5, "5": 6, "6": 7}
_CARDS_OF: Final = {"third street": 3, "fourth street": 4, "fifth street": 5, "sixth street": 6, "river": 7}


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """An amount without its sign and separators; `ValueError` where it is none."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is not an amount")
    whole = re.sub(r"\D", "", match["whole"])
    cents = match["cents"] or match["more"]
    return (f"{whole}.{cents}" if cents else whole) + match["unit"]


def _card(word: str) -> Card:
    """The suit comes first: `H10`."""
    if word in ("X", "x"):
        return UNKNOWN
    rank = word[1:].upper()
    return parse_card(("T" if rank == "10" else rank) + word[0].lower())


class _Mapper(TagMapper):
    """Maps the tags of one iPoker hand."""

    read_card = _card

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        super().__init__(header, sections)
        self._vacant: set[int] = set()
        self._winners: list[Line] = []
        nameless = any(not line.name and self._sits(line) for line in self.lines("SEATED"))
        for section in sections:
            for line in section.lines:
                if line.type == "DEALT" and not line.name and not nameless:
                    line.type, line.name = "COMMUNITY", None
            if section.name == "round":
                section.lines.sort(key=_true_order)
        if not any(self.lines("GAME_END")):
            for line in self._after_the_cut():
                line.type, line.name = "NEWS", None

    def plain_amount(self, text: str) -> int:
        """A printed amount in smallest units; `ValueError` where it is none."""
        return printed_amount(plain(text), self.header.decimals)

    def _after_the_cut(self) -> list[Line]:
        """In a hand that breaks off: the actions of its last round that follow upon one that is lost."""
        *before, last = [
            [(number, line) for line in section.lines if (number := whole_number(line["NO"])) is not None]
            for section in self.sections
        ]
        expected = max((number for section in before for number, _ in section), default=0) + 1
        numbers = {number for number, _ in last}
        while expected in numbers:
            expected += 1
        return [line for number, line in last if number > expected]

    # --- the head --------------------------------------------------------------------------------

    @maps(
        "GAME_TYPE", "TABLE", "MODE", "CURRENCY", "TABLE_CURRENCY", "TOURNAMENT_CODE", "TOURNAMENT_NAME", "TABLE_SIZE"
    )
    def _session(self, line: Line, _: None) -> None:
        """Read with the header."""

    @maps("STARTED")
    def _started(self, line: Line, _: None) -> None:
        self.header = replace(self.header, played_at=_when(line["PLAYED_AT"]))

    def _sits(self, line: Line) -> bool:
        """Whether somebody sits there: an empty seat has neither name nor chips."""
        return bool(line.name) or bool(line["STACK"].strip("$€£\ufffd 0.,"))

    @maps("SEATED")
    def _seated(self, line: Line, _: Seat | None) -> None:
        if not self._sits(line):
            self.say(Noted, line, line.text)
        elif not line.seating:
            self.unknown(line, "R002", "a seat after the seats of the hand")
        else:
            number = self.seat_number(line)
            stack = self.amount(line, "STACK")
            self.take_seat(line, number, stack)
            self._winners.append(line)

    @maps("ROUND")
    def _round(self, line: Line, _: None) -> None:
        street = _STREETS.get(line["ROUND_NO"], 0)
        if street and any("NO" in other.fields or "CARDS" in other.fields for other in self.section.lines[1:]):
            self.open_street(street)
            self.say(StreetOpened, line)
        elif not street and line["ROUND_NO"] not in ("0", "1"):
            self.unknown(line, "R002", f"stud has no round {line['ROUND_NO']!r}")

    # --- cards and actions -----------------------------------------------------------------------

    @maps("DEALT")
    def _dealt(self, line: Line, seat: Seat) -> None:
        cards = self.cards(line, "CARDS")
        street = _CARDS_OF.get(line["STREET"].lower(), self.street)
        hidden = 2 if street == 3 else len(cards) if street == 7 else 0
        self.deal_split(line, "CARDS", seat, cards, hidden)

    @maps("COMMUNITY")
    def _community(self, line: Line, _: None) -> None:
        self.say(CommunityDealt, line, self.cards(line, "CARDS"))

    @maps("BET")
    def _bet(self, line: Line, seat: Seat) -> None:
        """Over a bring-in it is the completion."""
        self.wager(Completed if self.brought_in else Bet, line, seat, self.unit)

    @maps("RAISE_BY")
    def _raise_by(self, line: Line, seat: Seat) -> None:
        by = self.amount(line, "BY")
        added = self.level - seat.committed + (self.guess(self.unit) if by is None else by)
        self.put(Raised, line, seat, added, seat.committed + added, by)

    @maps("ALL_IN")
    def _all_in(self, line: Line, seat: Seat) -> None:
        if self.street < 3:
            self._ante(line, seat)
            return
        self.last_chips(line, seat)

    @maps("SIT_OUT")
    def _sit_out(self, line: Line, seat: Seat) -> None:
        seat.folded = True
        self.act(Folded, line, seat)

    # --- awards ----------------------------------------------------------------------------------

    @maps("GAME_END")
    def _end(self, line: Line, _: None) -> None:
        """Only of a hand that is whole do the winnings, which stand at its head, belong to what was read."""
        self.ended = True
        for winner in self._winners:
            won = self.amount(winner, "WON") if winner["WON"] else 0
            seat = next(seat for seat in self._named[winner.name or ""])
            if won is None:
                self.missing.append("award")
            elif won:
                self.award(winner, seat, won, span=self.field_span(winner, "WON"))


def _true_order(line: Line) -> tuple[int, int]:
    if line.type in ("DEALT", "COMMUNITY"):
        return 1, 0
    if line.type == "ROUND":
        return 0, 0
    number = whole_number(line["NO"])
    return (3, 0) if number is None else (2, number)


class IPoker(TagDialect):
    """iPoker hand histories."""

    name = "ipoker"
    title = "iPoker"
    blind_spots = (
        "the dealer button: the attribute `dealer` marks the first player of the list, whoever deals",
        "the order in which cards are dealt, burn cards, prompts, times and sources of single actions",
        "the showdown: who shows, and what they say; cards that were shown stand with the deal",
        "of which pot, and in hi-lo of which half, an award is: only the sum that a player won is printed",
        "the rake, and bets that come back: winnings are net of the one and include the other",
        "the stakes of tournaments",
        "what each player has put in: the attribute `bet` counts an ante twice in some hands, and isn't used",
    )
    mapper = _Mapper

    hand_start = re.compile(r"[ \t]*(?:<(?:\?xml|session)\b[^\n]*?>[ \t]*)?<game\b(?=[^\n]{0,200}?\bgamecode\s*=)")
    # The head of a file, with what it has in a session, ends where another begins, or would be sought in each of them.
    hand_glued = re.compile(
        r"(?<=>)[ \t]*(?:<(?:\?xml|session)\b(?:[^<\n]|<(?!\?xml|session\b|game\b))*+){0,2}<game(?:\s[^<>\n]*)?>"
    )
    glued_marks = ("<game ", "<game>")
    hand_end = re.compile(r"[ \t]*</game\s*>")
    start_marks = ("<game",)
    outside = re.compile(r"[ \t\xa0]*<(?:\?|!--|session\b|/?[a-z_]+[ \t]*/?>)")
    session = re.compile(r"<session\b")

    def read_header(self, session: Mapping[str, str], hand: Mapping[str, str], span: Span) -> Parsed:
        """Game, stakes, and table by the session's head."""
        printed = session.get("GAME", "").strip()
        match = _GAME_TYPE.fullmatch(printed)
        name = match["game"] if match else printed
        game = _GAMES.get(name.lower(), name or printed)
        structure = _STRUCTURES.get(match["limit"].lower(), "no") if match else "fixed"
        table = session.get("TABLE_NAME", "").strip()
        tournament = self._tournament(session, table, match)
        money = session.get("MONEY_MODE", "real") != "fun" and tournament is None
        named = session.get("PLAYED_IN") or session.get("PLAYED_FOR") or ""
        currency = named if money and re.fullmatch("[A-Z]{3}", named) else "chips"
        header = Header(
            hand_id=hand["HAND_ID"],
            game=game,
            structure=structure,
            currency=currency,
            decimals=decimals_of(currency),
            table=table or None,
            max_seats=whole_number(session.get("MAX_SEATS", "")),
            tournament=tournament,
        )
        if not printed:
            return Parsed(
                header, (), "refused", "the session's head, which names the game, is missing", header_span=span
            )
        parsed = self.sorted_by_game(header, printed, {}, span, name)
        if parsed.status == "parsed" and match and structure == "fixed" and match["small"]:
            amounts = {field: plain(text) if (text := match[field]) else None for field in ("small", "big", "ante")}
            parsed = replace(parsed, header=with_amounts(parsed.header, amounts))
        return parsed

    @staticmethod
    def _tournament(session: Mapping[str, str], table: str, match: re.Match[str] | None) -> str | None:
        """The number of the tournament, which has no stakes in the name of the game; None for a cash game."""
        if match and match["small"]:
            return None
        if "TITLE" not in session and "TOURNAMENT" not in session and "," not in table:
            return None
        number = re.search(r"\d{4,}", session.get("TOURNAMENT", "") or table.rpartition(",")[2])
        return number[0] if number else table


@lru_cache(maxsize=256)
def _when(text: str) -> datetime | None:
    for form in _DATES:
        try:
            return datetime.strptime(text.strip(), form)
        except ValueError:
            continue
    return None


DIALECT: Final = IPoker()
