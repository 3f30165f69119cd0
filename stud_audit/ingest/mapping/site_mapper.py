"""From lines to events, as far as the sites agree.

The line kinds and fields of the grammars have the same names at every site, and the names say what is
printed: a wager with `ADDED` tells the chips that go in by it, one with `TO` the player's total on the
street. So most kinds are mapped once, here; a dialect adds its header, its deal, and what is its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import ClassVar, Final

from msgspec.structs import replace

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.grammar.lines import Line
from stud_audit.ingest.grammar.sections import Section
from stud_audit.ingest.mapping.hand_builder import HandBuilder, maps
from stud_audit.ingest.mapping.headers import whole_number
from stud_audit.ingest.mapping.headings import in_order
from stud_audit.ingest.mapping.seats import Seat
from stud_audit.model.cards import Cards
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BoughtIn,
    BroughtIn,
    Called,
    ChatSaid,
    Checked,
    CommunityDealt,
    Completed,
    Folded,
    Half,
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
    StateSaid,
    StreetOpened,
    SummaryOpened,
    TimedOut,
    TotalStated,
    UncalledReturned,
    Wager,
)
from stud_audit.model.gaps import ALL_IN_MARKS
from stud_audit.model.spans import Span

_BETWEEN: Final = ("FOLD", "CHAT", "PRESENCE", "TIMED_OUT", "UNKNOWN")
"""Lines that may stand between a wager and its answer."""
_STREET_NUMBER: Final = re.compile(r"[3-7](?=rd|th)")
_STREETS: Final = {
    "third": 3, "hole cards": 3, "pocket cards": 3, "DEAL_BANNER": 3,
    "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "river": 7, "RIVER": 7,
}  # fmt: skip
"""The street of a banner by its kind or its words."""


def has(line: Line, field: str) -> bool:
    """Whether the line has an optional field."""
    return line.fields.get(field) is not None


# --- which reading of a line agrees with the state ---------------------------------------------------


def active(_: HandBuilder, __: Line, seat: Seat) -> bool:
    """Who is paid has not folded."""
    return not seat.folded


def can_act(_: HandBuilder, __: Line, seat: Seat) -> bool:
    """Who acts has cards."""
    return seat.dealt and not seat.folded


def faces_bet(builder: HandBuilder, _: Line, seat: Seat) -> bool:
    """Who folds or calls has cards, and less in than another."""
    return seat.dealt and not seat.folded and seat.committed < builder.level


def not_anted(_: HandBuilder, __: Line, seat: Seat) -> bool:
    """One ante each."""
    return not seat.anted


def at_seat(_: HandBuilder, line: Line, seat: Seat) -> bool:
    """The line names the player's seat."""
    return line["SEAT"] == str(seat.number)


def as_dealt(builder: HandBuilder, line: Line, seat: Seat) -> bool:
    """A deal repeats what lies before the player; who has folded gets no more."""
    return not seat.folded and (not has(line, "OLD") or builder.read_cards(line["OLD"]) in (seat.down + seat.up, ()))


def as_shown(builder: HandBuilder, line: Line, seat: Seat) -> bool:
    """Who shows has the cards that were dealt to them in sight."""
    shown = builder.read_cards(line["CARDS"])
    return not seat.folded and (shown is None or {card for card in seat.up if card >= 0} <= set(shown))


def breaks_off(said: str | None, shows: Iterable[str | None]) -> bool:
    """Whether these words for a hand are the beginning of others that were said of it."""
    return any(full and full != said and full.startswith(said or "") for full in shows)


class SiteMapper(HandBuilder):
    """Maps the line kinds that most sites have.

    `silent_on` names the data that the format never has (`model.gaps`).
    """

    silent_on: ClassVar[tuple[str, ...]] = ()
    all_in_kinds: ClassVar[tuple[str, ...]] = ()
    """Kinds of lines that say by themselves that the player is all-in."""
    unmarked_kinds: tuple[str, ...] = ()
    """Kinds of lines that go without a word for it: that the last chip goes in is read off the stack."""
    may_mark_all: bool = False
    """Of those kinds no such line is known, so that whether it had to say so is not to be judged."""
    award_kinds: ClassVar[tuple[str, ...]] = ("COLLECT",)
    pot_stated: ClassVar[re.Pattern[str]] = re.compile(
        r"(?P<pot>(?:Main|Side) pot(?:[ -]?#?\d+)?):? (?P<amount>\S+?)\.?(?= |$)"
    )
    """One pot with its amount in the field POTS."""
    last_amounts: ClassVar[Mapping[str, str]] = {
        "ANTE": "ADDED", "CALL": "ADDED", "BET": "ADDED", "RAISE": "TO", "COMPLETE": "TO",
    }  # fmt: skip

    def __init__(self, header: Parsed, sections: list[Section]) -> None:
        super().__init__(header, sections)
        self.sections, self.stray_banners = self.sections_in_order()
        self.missing += self.silent_on
        self.summarised: set[int] = set()
        self.totalled = self.called_off = self.cut_by_site = False
        self.behind: dict[int, int] = {}
        """Seat to the chips that it has left, where its stack is known."""
        self.told_once: set[str] = set()

    @cached_property
    def banners(self) -> frozenset[int]:
        """The streets that are announced."""
        return frozenset(self.street_of(section.lines[0]) for section in self.sections if section.lines)

    def sections_in_order(self) -> tuple[Sequence[Section], set[int]]:
        """The sections without headings out of place, and the numbers of the lines where these stand."""
        return in_order(self.sections, self.street_of)

    def is_cut(self) -> bool:
        """Whether the text breaks off, or the site itself says that it does."""
        return self.cut_by_site or (not self.called_off and self.ends_early())

    def ends_early(self) -> bool:
        """Whether the text breaks off. Most sites end a hand with a total and a line for every seat."""
        playing = sorted(number for number, seat in self.seats.items() if seat.anted or seat.dealt)
        left = [number for number in playing if number not in self.summarised]
        # The summary lists the seats in order, so that an early end takes the last of them, or of its words.
        cut = bool(left) and left == playing[-len(left) :] and self._summary_lines(playing) < len(playing)
        # A total that is missing above the seats' lines, or can't be read, ends nothing.
        unended = not self.totalled and not self.summarised
        return unended or cut or self._description_cut()

    def _summary_lines(self, playing: list[int]) -> int:
        """Lines for a seat in the summary, those that name a wrong player included, those who sit out not."""
        idle = {str(number) for number in self.seats if number not in playing}
        return sum(line.type.startswith("SEAT_") and line["SEAT"] not in idle for line in self.lines())

    def _description_cut(self) -> bool:
        """Whether the last line breaks off in its words for a hand, which its player has told in full."""
        last = self.events[-1]
        if not isinstance(last, SeatSummarised) or not last.shown:
            return False
        shows = [event.said for event in self.events if type(event) is Shown and event.seat == last.seat]
        return breaks_off(last.said, shows)

    def once(self, line: Line, what: str) -> bool:
        """Whether the line is the first of its kind; a second one is out of order."""
        if line.type not in self.told_once:
            self.told_once.add(line.type)
            return True
        self.unknown(line, "R002", f"a second {what} within a hand")
        return False

    # --- header and seats ------------------------------------------------------------------------

    @maps("HEADER")
    def header_line(self, line: Line, _: None) -> None:
        """A header, which only the line that was read as one can be."""
        if (line.number, line.column) != self.result.header_span[:2]:
            self.unknown(line, "R002", "a second header within a hand")

    @maps("BUTTON_LINE")
    def _button_line(self, line: Line, _: None) -> None:
        if self.once(line, "line of the button"):
            self.header = replace(self.header, button=whole_number(line["SEAT"]))

    @maps("SEATED")
    def _seated(self, line: Line, _: Seat | None) -> None:
        if not line.seating:
            self.unknown(line, "R002", "a seat line after the seats of the hand")
            return
        if self.player_at(whole_number(line["SEAT"]) or 0) == line.name:
            self.unknown(line, "R002", f"seat {line['SEAT']} is taken twice by the same player")
            return
        number = self.seat_number(line)
        stack = self.amount(line, "STACK") if has(line, "STACK") else None
        self.take_seat(line, number, stack, has(line, "SITTING_OUT"))

    def take_seat(self, line: Line, number: int, stack: int | None, sits_out: bool = False) -> None:
        """The player whom a line names takes a seat."""
        seat = self.add_seat(number, line.name or "")
        if stack is not None:
            self.behind[number] = stack
        self.say(SeatTaken, line, number, seat.player, stack, sits_out)

    def player_at(self, number: int) -> str | None:
        """The name of the player at a seat."""
        seat = self.seats.get(number)
        return None if seat is None else seat.player

    @maps("ANTE", fits=not_anted)
    def _ante(self, line: Line, seat: Seat) -> None:
        amount = self.amount(line, "ADDED")
        if amount is None:
            amount = self.guess(self.usual_amount("ANTE", "ADDED"))
        self.expected = self.header.ante or amount
        seat.anted = True
        if seat.number in self.behind:
            self.behind[seat.number] -= amount
        self.say(AntePosted, line, seat.number, amount, self.is_all_in(line, seat))

    @maps("BUY_IN")
    def _buy_in(self, line: Line, seat: Seat | None) -> None:
        amount = self.amount(line, "AMOUNT")
        if seat is None or amount is None:
            self.note(line, seat)
        else:
            self.say(BoughtIn, line, seat.number, amount, "top-up")

    # --- the deal --------------------------------------------------------------------------------

    def street_of(self, banner: Line) -> int:
        """The street that a banner announces; 0 for none."""
        ordinal = banner["ORDINAL"].lower()
        return _STREETS.get(banner.type) or _STREETS.get(ordinal) or int(ordinal[:1] or 0)

    @maps("STREET", "RIVER", "DEAL_BANNER")
    def street_banner(self, line: Line, _: None) -> None:
        """The deal of a street begins."""
        if line.number in self.stray_banners:
            self.unknown(line, "R002", "a heading where that street does not begin")
            return
        self.open_street(self.street_of(line))
        self.say(StreetOpened, line)
        if has(line, "COMMUNITY"):
            cards = self.cards(line, "COMMUNITY")
            self.say(CommunityDealt, line, cards, span=self.card_span(line, "COMMUNITY", 0, len(cards)))

    def deal_may_open_street(self, seat: Seat) -> None:
        """Where a banner is missing, the cards that a player has tell that a new street begins with the next one."""
        street = 3 + len(seat.up)
        if self.street < street <= 7 and street not in self.banners:
            self.open_street(street)

    def deal_by_street(self, line: Line, field: str, seat: Seat, cards: Cards) -> None:
        """Deals cards that lie as the street has it: two down and one up, one up each, the seventh down."""
        hidden = len(cards) if self.street == 7 else min(2, len(cards) - 1) if self.street == 3 else 0
        self.deal_split(line, field, seat, cards, hidden)

    def deal_split(self, line: Line, field: str, seat: Seat, cards: Cards, hidden: int) -> None:
        """Deals cards of which so many are down and the others up."""
        if not cards:
            self.note(line, seat)
        if cards[:hidden]:
            self.deal(line, field, seat, "down", cards[:hidden])
        if cards[hidden:]:
            self.deal(line, field, seat, "up", cards[hidden:], hidden)

    def reprint_split(self, line: Line, field: str, seat: Seat, cards: Cards, hidden: int) -> None:
        """Repeats cards of which so many are down, which is no news where they can't be seen, and the others up."""
        if max(cards[:hidden], default=-1) >= 0:
            self.reprint(line, field, seat, "down", cards[:hidden])
        if cards[hidden:]:
            self.reprint(line, field, seat, "up", cards[hidden:], hidden)

    @cached_property
    def _shares(self) -> bool:
        """Whether a community card was dealt; to be asked for when the deal is over."""
        return any(isinstance(event, CommunityDealt) for event in self.events)

    @maps("BOARD")
    def _board(self, line: Line, _: None) -> None:
        """The community card once more, in the summary."""
        cards = self.cards(line, "CARDS")
        if len(cards) != 1 and not self._shares:
            self.malformed(line, "CARDS", f"stud has one community card, not {len(cards)}")
        else:
            self.say(CommunityDealt, line, cards, True)

    # --- actions ---------------------------------------------------------------------------------

    @maps("FOLD", fits=faces_bet)
    def _fold(self, line: Line, seat: Seat) -> None:
        seat.folded = True
        self.act(Folded, line, seat)

    @maps("CHECK", fits=can_act)
    def _check(self, line: Line, seat: Seat) -> None:
        self.act(Checked, line, seat)

    @maps("BRINGS_IN", fits=can_act)
    def _brings_in(self, line: Line, seat: Seat) -> None:
        self.wager(BroughtIn, line, seat, self.unit // 2)

    @maps("CALL", fits=faces_bet)
    def _call(self, line: Line, seat: Seat) -> None:
        self.wager(Called, line, seat, self.level if self.level > seat.committed else seat.committed)

    @maps("BET", fits=can_act)
    def _bet(self, line: Line, seat: Seat) -> None:
        self.wager(Bet, line, seat, self.unit)

    @maps("COMPLETE", fits=can_act)
    def _complete(self, line: Line, seat: Seat) -> None:
        self.wager(Completed, line, seat, self.unit)

    @maps("RAISE", fits=can_act)
    def _raise(self, line: Line, seat: Seat) -> None:
        # Raised over a bring-in, it is a completion.
        self.wager(Raised, line, seat, self.usual_raise)

    def wager(self, event: type[Wager], line: Line, seat: Seat, usual: int, by: int | None = None) -> None:
        """A wager in the normal form. `usual` is what the street total should come to: a guess for a bad amount."""
        before, fields = seat.committed, line.fields
        if fields.get("BY") is not None:
            by = self.amount(line, "BY")
        if fields.get("TO") is not None or "ADDED" not in fields:
            to = self.amount(line, "TO")
            self.expected = usual
            if to is None:
                stepped = self.level + by if by else self.answered(line) or usual
                to = self.guess(self._total_all_in(line, seat) or stepped)
            if has(line, "ADDED"):
                # `raises $4.50 to $6`: chips added. Where they do not make the total, what they say of the increase.
                stated = self.amount(line, "ADDED")
                if stated is not None and stated != to - before:
                    by = stated - max(self.level - before, 0)
            added = max(to - before, 0)
        else:
            amount = self.amount(line, "ADDED")
            self.expected = max(usual - before, 0)
            if amount is None:
                answered = None if event is Called else self.answered(line)
                usual = self.guess(self._total_all_in(line, seat) or answered or usual)
            added = max(usual - before, 0) if amount is None else amount
            to = before + added
        self.put(event, line, seat, added, to, by)

    def _total_all_in(self, line: Line, seat: Seat) -> int | None:
        """The street total of who goes all-in: what they had left, whatever was due; None where that is not known."""
        left = self.behind.get(seat.number, 0) if has(line, "ALL_IN") else 0
        return seat.committed + left if left > 0 else None

    def put(self, event: type[Wager], line: Line, seat: Seat, added: int, to: int, by: int | None = None) -> None:
        """A wager whose amounts are worked out."""
        self.put_in(seat, added)
        if seat.number in self.behind:
            self.behind[seat.number] -= added
        all_in = self.is_all_in(line, seat)
        if event is Raised or event is Completed:
            self.act(event, line, seat, added, to, all_in, by)
        else:
            self.act(event, line, seat, added, to, all_in)

    def is_all_in(self, line: Line, seat: Seat) -> bool:
        """Whether the player is all-in with the chips that this line puts in."""
        if line.fields.get("ALL_IN") is not None or line.type in self.all_in_kinds:
            return True
        drained = line.type in self.unmarked_kinds and self.behind.get(seat.number) == 0
        if drained and self.may_mark_all:
            self.missing.append(ALL_IN_MARKS)
        return drained

    @cached_property
    def _places(self) -> dict[tuple[int, int], int]:
        """Where each line stands among all of them, by its number and column."""
        return {(line.number, line.column): place for place, line in enumerate(self.lines())}

    def answered(self, wager: Line) -> int | None:
        """The street total that a wager came to by what the next player makes of it: they call, or raise by so much."""
        lines = self.lines()
        for place in range(self._places.get((wager.number, wager.column), len(lines)) + 1, len(lines)):
            line = lines[place]
            with suppress(ValueError):
                if line.type == "CALL" and not has(line, "ALL_IN") and has(line, "ADDED"):
                    caller = self.seated_as(line.name)
                    return self.plain_amount(line["ADDED"]) + (caller.committed if caller else 0)
                if line.type in ("RAISE", "COMPLETE") and has(line, "TO") and has(line, "BY"):
                    return self.plain_amount(line["TO"]) - self.plain_amount(line["BY"])
            if line.type not in _BETWEEN:
                break
        return None

    @maps("UNCALLED", "ANTE_BACK")
    def _uncalled(self, line: Line, seat: Seat) -> None:
        amount = self.amount(line, "AMOUNT")
        if amount is None:
            self.missing.append("return")
        else:
            self.say(UncalledReturned, line, seat.number, amount)

    # --- showdown and awards ---------------------------------------------------------------------

    @maps("SHOWDOWN")
    def _showdown_banner(self, line: Line, _: None) -> None:
        self.now = 0
        self.say(ShowdownOpened, line)

    @maps("SHOW", fits=as_shown)
    def _show(self, line: Line, seat: Seat) -> None:
        self.now = 0
        self.say(Shown, line, seat.number, self.cards(line, "CARDS"), self.said(line["SAID"]))

    @maps("MUCK", "NO_SHOW", fits=active)
    def _muck(self, line: Line, seat: Seat) -> None:
        self.now = 0
        self.say(Mucked, line, seat.number, self.cards(line, "CARDS"))

    @maps("COLLECT", fits=active)
    def _collect(self, line: Line, seat: Seat) -> None:
        self.now = 0
        amount = self.amount(line, "AMOUNT")
        if amount is None:
            self.missing.append("award")
        else:
            self.pay(line, seat, amount)

    def pay(self, line: Line, seat: Seat, amount: int) -> None:
        """An award whose amount is known."""
        said = self.said(line["SAID_WITH"].removeprefix(" with "))
        self.say(PotAwarded, line, seat.number, amount, *self.pot_of(line), said)

    def pot_of(self, line: Line) -> tuple[str | None, Half | None]:
        """The pot that an award comes from, and the half."""
        return pot_and_half(line["POT"])

    def awards(self, name: str | None = None) -> Iterator[tuple[Line, int]]:
        """The award lines of a player, or of all, with their amounts as printed."""
        for line in self.lines(*self.award_kinds):
            if name is None or line.name == name:
                with suppress(ValueError):
                    yield line, self.plain_amount(line["AMOUNT"])

    @maps("NO_LOW")
    def _no_low(self, line: Line, _: None) -> None:
        self.now = 0
        self.say(StateSaid, line, "no-low")

    def said(self, text: str) -> str | None:
        """The log's description of a hand, without what it is wrapped in."""
        text = text.strip()
        return (text[1:-1] if text.startswith("(") and text.endswith(")") else text) or None

    # --- summary ---------------------------------------------------------------------------------

    @maps("SUMMARY")
    def _summary_banner(self, line: Line, _: None) -> None:
        self.now = 0
        self.say(SummaryOpened, line)

    @maps("TOTAL")
    def _total(self, line: Line, _: None) -> None:
        self.totalled = True
        total = self.amount(line, "AMOUNT")
        if total is None:
            self.missing.append("total")
        else:
            self.say(TotalStated, line, total, span=self.field_span(line, "AMOUNT"))
        if has(line, "POTS"):
            self._pots_stated(line)
        if has(line, "RAKE"):
            rake = self.amount(line, "RAKE")
            if rake is None:
                self.missing.append("rake")
            else:
                self.say(RakeTaken, line, rake, span=self.field_span(line, "RAKE"))

    def _pots_stated(self, line: Line) -> None:
        start = line.columns("POTS")[0]
        for match in self.pot_stated.finditer(line["POTS"]):
            span = Span(line.number, start + match.start("amount"), start + match.end("amount"))
            pot, _ = pot_and_half(match["pot"])
            total = self.amount_in(line, "POTS", match["amount"])
            if total is None:
                self.missing.append("total")
            else:
                self.say(TotalStated, line, total, pot, span=span)

    @maps("SEAT_FOLDED", "SEAT_COLLECTED", "SEAT_SHOWED", "SEAT_MUCKED", "SEAT_SAT_OUT", fits=at_seat)
    def _seat_line(self, line: Line, seat: Seat) -> None:
        self.check_seat(line, seat)
        shown, mucked = self.cards(line, "CARDS"), self.cards(line, "MUCKED")
        said = self.said(line["SAID_WITH"].removeprefix(" with "))
        folded = self.folded_on(line)
        self.say(SeatSummarised, line, seat.number, seat.player, self.won(line), folded, shown, mucked, said)

    def check_seat(self, line: Line, seat: Seat) -> None:
        """Notes a summary line that puts a player at another seat."""
        if line["SEAT"] not in ("", str(seat.number)):
            self.malformed(line, "SEAT", f"{seat.player!r} sits at seat {seat.number}, not {line['SEAT']}")
        self.summarised.add(seat.number)

    @staticmethod
    def folded_on(line: Line) -> int | None:
        """The street of a fold, where the summary names it."""
        where = line["FOLDED_AT"].lower()
        street = _STREET_NUMBER.search(where)
        return int(street[0]) if street else 7 if "river" in where else None

    def won(self, line: Line) -> int | None:
        """What a seat's summary says was won; 0 where it says that the hand lost."""
        if has(line, "WON"):
            return self.amount(line, "WON")
        return 0 if line.type == "SEAT_SHOWED" else None

    @maps("RAKE_LINE")
    def _rake_line(self, line: Line, _: None) -> None:
        rake = self.amount(line, "RAKE")
        if rake is None:
            self.missing.append("rake")
        elif self.once(line, "line of the rake"):
            self.say(RakeTaken, line, rake, span=self.field_span(line, "RAKE"))

    # --- talk and news ---------------------------------------------------------------------------

    @maps("CANCELLED")
    def _cancelled(self, line: Line, _: None) -> None:
        self.called_off = True
        self.say(HandCancelled, line, line.text.strip())

    @maps("TIMED_OUT")
    def _timed_out(self, line: Line, seat: Seat | None) -> None:
        if seat is None:
            self.note(line, None)
        else:
            self.say(TimedOut, line, seat.number)

    @maps("CHAT")
    def _chat(self, line: Line, seat: Seat | None) -> None:
        if seat is None:
            self.note(line, None)
        else:
            self.say(ChatSaid, line, seat.number, line["TEXT"])

    @maps("PRESENCE", "NEWS", "FURNITURE")
    def note(self, line: Line, _: Seat | None) -> None:
        """A line that does not bear on the hand."""
        self.say(Noted, line, line.text.rstrip())


@lru_cache(maxsize=1024)
def pot_and_half(text: str) -> tuple[str, Half | None]:
    """The pot that an award's words name, and the half: `high main pot`, `side pot-2`, `pot(HI)`."""
    words = text.lower()
    half: Half | None = "high" if "hi" in words else "low" if "lo" in words else None
    number = re.search(r"\d+", words)
    if "main" in words or ("side" not in words and number is None):
        return "main", half
    return f"side-{number[0] if number else 1}", half
