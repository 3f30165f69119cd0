"""PokerStars text: from the lines of its grammar to events."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final

from stud_audit.ingest.builder import HandBuilder, Seat, bracketed, maps
from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.lalr import Section
from stud_audit.ingest.lines import Line
from stud_audit.model.cards import Cards
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    ChatSaid,
    Checked,
    CommunityDealt,
    Folded,
    HandCancelled,
    Mucked,
    Noted,
    PotAwarded,
    Raised,
    RakeTaken,
    SeatSummarised,
    SeatTaken,
    ShowdownOpened,
    Shown,
    Source,
    StateSaid,
    StreetOpened,
    SummaryOpened,
    TimedOut,
    TotalStated,
    UncalledReturned,
)
from stud_audit.model.spans import Span

_SIDE_POTS: Final = re.compile(r"(?P<side>Main|Side) pot(?:-(?P<number>\d+))? (?P<amount>\S+?)\.?(?= |$)")
_FOLDED_ON: Final = {"on the river": 7} | {f"on the {n}{'rd' if n == 3 else 'th'} street": n for n in range(3, 8)}


# --- which reading of a line agrees with the state ---------------------------------------------------


def active(_: HandBuilder, __: Line, seat: Seat) -> bool:
    """Who acts or is paid has not folded."""
    return not seat.folded


def not_anted(_: HandBuilder, __: Line, seat: Seat) -> bool:
    """One ante each."""
    return not seat.anted


def as_dealt(_: HandBuilder, line: Line, seat: Seat) -> bool:
    """A deal repeats what lies before the player; who has folded gets no more."""
    return not seat.folded and bracketed(line["OLD"]) == seat.down + seat.up


def as_shown(_: HandBuilder, line: Line, seat: Seat) -> bool:
    """Who shows has the cards that were dealt to him in sight."""
    return not seat.folded and set(seat.up) <= set(bracketed(line["CARDS"]) or seat.up)


def at_seat(_: HandBuilder, line: Line, seat: Seat) -> bool:
    """The line names the player's seat."""
    return line["SEAT"] == str(seat.number)


class Mapper(HandBuilder):
    """Maps the lines of one PokerStars hand."""

    sources: ClassVar[Mapping[str | None, Source]] = {" (timeout)": "timeout", " (disconnect)": "disconnect"}

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        super().__init__(header.header, sections)
        self._result = header
        self._hero = self._name_of_hero()
        self._banners = {_ordinal(s.lines[0]) for s in sections if s.name == "street"}
        self._summarised: set[int] = set()
        self._totalled = self._called_off = False

    def parsed(self) -> Parsed:
        """The hand with its events."""
        self.take_all()
        truncated = not self._called_off and self._ends_early()
        if truncated:
            self.excuse_cut_line({"CALL": "ADDED", "BET": "ADDED", "RAISE": "TO", "ANTE": "ADDED"})
        else:
            self.end_hand()
        return replace(
            self._result,
            header=self.header,
            events=tuple(self.events),
            truncated=truncated,
            missing=tuple(dict.fromkeys(self.missing)),
        )

    def _ends_early(self) -> bool:
        playing = sorted(number for number, seat in self.seats.items() if seat.anted or seat.dealt)
        left = [number for number in playing if number not in self._summarised]
        # The summary lists the seats in order, so that an early end takes the last of them.
        return not self._totalled or (bool(left) and left == playing[-len(left) :])

    def _name_of_hero(self) -> str | None:
        """The player whose down cards are dealt in sight: three cards at once on third street."""
        for line in self.lines("DEALT"):
            if line.fields.get("OLD") is None and len(line["NEW"]) > len(" [As 2c]"):
                return line.name
        return None

    # --- header and seats ------------------------------------------------------------------------

    @maps("CASH_HEADER", "MIXED_HEADER", "TOURNAMENT_HEADER")
    def _header_line(self, line: Line, _: None) -> None:
        if line.number != self._result.header_span.line:
            self.unknown(line, "R002", "a second header within a hand")

    @maps("TABLE")
    def _table(self, line: Line, _: None) -> None:
        if self.header.table is not None:
            self.unknown(line, "R002", "a second table line within a hand")
            return
        button = re.search(r"\d+", line["BUTTON"])
        self.header = replace(
            self.header,
            table=line["TABLE_NAME"],
            max_seats=int(line["MAX_SEATS"]),
            button=int(button[0]) if button else None,
        )

    @maps("SEATED")
    def _seated(self, line: Line, _: Seat | None) -> None:
        if not line.seating:
            self.unknown(line, "R002", "a seat line after the seats of the hand")
            return
        number = self.seat_number(line)
        stack = self.amount(line, "STACK")
        seat = self.add_seat(number, line.name or "")
        sitting_out = "sitting out" in line["SITTING_OUT"]
        self.say(SeatTaken, line, number, seat.player, stack, sitting_out)

    @maps("ANTE", fits=not_anted)
    def _ante(self, line: Line, seat: Seat) -> None:
        amount = self.amount(line, "ADDED")
        if amount is None:
            amount = self.usual_amount("ANTE", "ADDED")
        self.expected = self.header.ante or amount
        seat.anted = True
        self.say(AntePosted, line, seat.number, amount, line.fields.get("ALL_IN") is not None)

    # --- the deal --------------------------------------------------------------------------------

    @maps("STREET")
    def _street_banner(self, line: Line, _: None) -> None:
        self.open_street(_ordinal(line))
        self.say(StreetOpened, line)

    @maps("RIVER")
    def _river_banner(self, line: Line, _: None) -> None:
        self._street_banner(line, None)
        if line.fields.get("COMMUNITY") is not None:
            cards = self.cards(line, "COMMUNITY")
            self.say(CommunityDealt, line, cards, span=self.card_span(line, "COMMUNITY", 0, len(cards)))

    @maps("DEALT", fits=as_dealt)
    def _dealt(self, line: Line, seat: Seat) -> None:
        old, new = self.cards(line, "OLD"), self.cards(line, "NEW")
        hero = seat.player == self._hero
        self._deal_may_open_street(old, hero)
        if old:
            hidden = len(seat.down) or (2 if hero else 0)
            if hidden:
                self.reprint(line, "OLD", seat, "down", old[:hidden])
            if old[hidden:]:
                self.reprint(line, "OLD", seat, "up", old[hidden:], hidden)
        # `[3d Th As]`: the last is the door card. The seventh card is printed for the hero alone.
        hidden = min(2, len(new) - 1) if hero and not old else len(new) if hero and self.street == 7 else 0
        if hidden:
            self.deal(line, "NEW", seat, "down", new[:hidden])
        if new[hidden:]:
            self.deal(line, "NEW", seat, "up", new[hidden:], hidden)

    def _deal_may_open_street(self, old: Cards, hero: bool) -> None:
        """Where a banner is missing, the cards tell that a new street has begun."""
        street = len(old) + (1 if hero and old else 3)
        if self.street < street <= 7 and street not in self._banners:
            self.open_street(street)

    @maps("BOARD")
    def _board(self, line: Line, _: None) -> None:
        cards = self.cards(line, "CARDS")
        self.say(CommunityDealt, line, cards, True)

    # --- actions ---------------------------------------------------------------------------------

    @maps("FOLD", fits=active)
    def _fold(self, line: Line, seat: Seat) -> None:
        seat.folded = True
        self.act(Folded, line, seat)
        if line.fields.get("FOLDED_CARDS") is not None:
            self.say(Shown, line, seat.number, self.cards(line, "FOLDED_CARDS"))

    @maps("CHECK", fits=active)
    def _check(self, line: Line, seat: Seat) -> None:
        self.act(Checked, line, seat)

    @maps("BRINGS_IN", fits=active)
    def _brings_in(self, line: Line, seat: Seat) -> None:
        added = self.amount(line, "ADDED")
        if added is None:
            added = self._bring_in_by_answer(line)
        self.act(BroughtIn, line, seat, added, self.put_in(seat, added), line.fields.get("ALL_IN") is not None)

    def _bring_in_by_answer(self, bring_in: Line) -> int:
        """The bring-in that the next wager answers: called as it is, or raised by so much to so much."""
        for line in self.lines("CALL", "RAISE"):
            if line.number > bring_in.number:
                try:
                    if line.type == "CALL":
                        return self.plain_amount(line["ADDED"])
                    return self.plain_amount(line["TO"]) - self.plain_amount(line["BY"])
                except ValueError:
                    break
        return self.unit // 2

    @maps("CALL", fits=active)
    def _call(self, line: Line, seat: Seat) -> None:
        added = self.amount(line, "ADDED")
        self.expected = max(self.level - seat.committed, 0)
        if added is None:
            added = self.expected
        self.act(Called, line, seat, added, self.put_in(seat, added), line.fields.get("ALL_IN") is not None)

    @maps("BET", fits=active)
    def _bet(self, line: Line, seat: Seat) -> None:
        added = self.amount(line, "ADDED")
        self.expected = self.unit
        if added is None:
            added = self.unit
        self.act(Bet, line, seat, added, self.put_in(seat, added), line.fields.get("ALL_IN") is not None)

    @maps("RAISE", fits=active)
    def _raise(self, line: Line, seat: Seat) -> None:
        by, to = self.amount(line, "BY"), self.amount(line, "TO")
        # Raised over a bring-in, it is a completion.
        self.expected = self.unit + (self.level if self.level >= self.unit else 0)
        if to is None:
            to = self.expected if by is None else self.level + by
        added = max(to - seat.committed, 0)
        self.put_in(seat, added)
        self.act(Raised, line, seat, added, to, line.fields.get("ALL_IN") is not None, by)

    @maps("UNCALLED")
    def _uncalled(self, line: Line, seat: Seat) -> None:
        amount = self.amount(line, "AMOUNT")
        if amount is None:
            self.missing.append("return")
        else:
            self.say(UncalledReturned, line, seat.number, amount)

    # --- show-down and awards --------------------------------------------------------------------

    @maps("SHOWDOWN")
    def _showdown_banner(self, line: Line, _: None) -> None:
        self.now = 0
        self.say(ShowdownOpened, line)

    @maps("SHOW", fits=as_shown)
    def _show(self, line: Line, seat: Seat) -> None:
        self.now = 0
        said = line["SAID"][2:-1] or None
        self.say(Shown, line, seat.number, self.cards(line, "CARDS"), said)

    @maps("MUCK", "NO_SHOW", fits=active)
    def _muck(self, line: Line, seat: Seat) -> None:
        self.now = 0
        self.say(Mucked, line, seat.number)

    @maps("COLLECT", fits=active)
    def _collect(self, line: Line, seat: Seat) -> None:
        self.now = 0
        amount = self.amount(line, "AMOUNT")
        if amount is None:
            self.missing.append("award")
        else:
            self.say(PotAwarded, line, seat.number, amount, _pot(line["POT"]))

    @maps("NO_LOW")
    def _no_low(self, line: Line, _: None) -> None:
        self.now = 0
        self.say(StateSaid, line, "no-low")

    # --- summary ---------------------------------------------------------------------------------

    @maps("SUMMARY")
    def _summary_banner(self, line: Line, _: None) -> None:
        self.now = 0
        self.say(SummaryOpened, line)

    @maps("TOTAL")
    def _total(self, line: Line, _: None) -> None:
        self._totalled = True
        total = self.amount(line, "AMOUNT")
        if total is None:
            self.missing.append("total")
        else:
            self.say(TotalStated, line, total, span=self.field_span(line, "AMOUNT"))
        if line.fields.get("POTS") is not None:
            start, _end = line.columns("POTS")
            for match in _SIDE_POTS.finditer(line["POTS"]):
                span = Span(line.number, start + match.start("amount"), start + match.end("amount"))
                pot = "main" if match["side"] == "Main" else f"side-{match['number'] or 1}"
                try:
                    self.say(TotalStated, line, self.plain_amount(match["amount"]), pot, span=span)
                except ValueError:
                    self.malformed(line, "POTS", f"{match['amount']!r} is not an amount")
                    self.missing.append("total")
        rake = self.amount(line, "RAKE")
        if rake is None:
            self.missing.append("rake")
        else:
            self.say(RakeTaken, line, rake, span=self.field_span(line, "RAKE"))

    @maps("SEAT_FOLDED", "SEAT_COLLECTED", "SEAT_SHOWED", "SEAT_MUCKED", "SEAT_SAT_OUT", fits=at_seat)
    def _seat_line(self, line: Line, seat: Seat) -> None:
        if line["SEAT"] != str(seat.number):
            self.malformed(line, "SEAT", f"{seat.player!r} sits at seat {seat.number}, not {line['SEAT']}")
        self._summarised.add(seat.number)
        won = self._won(line)
        folded = _FOLDED_ON.get(line["FOLDED_AT"].lower())
        shown, mucked = self.cards(line, "CARDS"), self.cards(line, "MUCKED")
        said = line["SAID_WITH"].removeprefix(" with ") or None
        self.say(SeatSummarised, line, seat.number, seat.player, won, folded, shown, mucked, said)

    def _won(self, line: Line) -> int | None:
        if line.type == "SEAT_COLLECTED":
            return self.amount(line, "WON")
        if line.type == "SEAT_SHOWED":
            return 0 if line.fields.get("WON") is None else self.amount(line, "WON")
        return None

    # --- talk and news ---------------------------------------------------------------------------

    @maps("CAPPED")
    def _capped(self, line: Line, _: None) -> None:
        self.say(StateSaid, line, "capped")

    @maps("DOUBLE_BET")
    def _double_bet(self, line: Line, _: None) -> None:
        self.say(StateSaid, line, "double-bet-allowed")

    @maps("CANCELLED")
    def _cancelled(self, line: Line, _: None) -> None:
        self._called_off = True
        self.say(HandCancelled, line, line.text.strip())

    @maps("TIMED_OUT")
    def _timed_out(self, line: Line, seat: Seat | None) -> None:
        if seat is None:
            self._note(line, None)
        elif line.fields.get("WHILE") is None:
            self.say(TimedOut, line, seat.number)
        else:
            self.act(TimedOut, line, seat)

    @maps("CHAT")
    def _chat(self, line: Line, seat: Seat | None) -> None:
        if seat is None:
            self._note(line, None)
        else:
            self.say(ChatSaid, line, seat.number, line["TEXT"])

    @maps("PRESENCE", "TOURNAMENT_NEWS", "SITE_NEWS", "FURNITURE")
    def _note(self, line: Line, _: Seat | None) -> None:
        self.say(Noted, line, line.text.strip())


def _ordinal(banner: Line) -> int:
    return 7 if banner.type == "RIVER" else int(banner["ORDINAL"][0])


def _pot(text: str) -> str:
    """The pot that an award comes from: `pot`, `main pot`, `side pot`, `side pot-2`."""
    if not text.startswith("side"):
        return "main"
    return f"side-{text.partition('-')[2] or 1}"
