"""Writes hands in the words of PokerStars.

What that text cannot say is left out: burn cards, prompts, buttons and pre-actions, buy-ins, the dealer
button, the time of a single action, opponents' down-cards before the show-down, the half of an award. What
it always says and the hand does not (the summary, the increase of a raise) is worked out.
"""

from __future__ import annotations

import re
from binascii import crc32
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from stud_audit.ingest.writers import Line
from stud_audit.model import events as e
from stud_audit.model.cards import UNKNOWN, Card, Cards, cards_text, known
from stud_audit.model.hand import Hand, Header
from stud_audit.model.money import amount_text

GAMES: Final = {"stud": "7 Card Stud", "stud8": "7 Card Stud Hi/Lo", "razz": "Razz"}
_SIGNS: Final = {"USD": "$", "EUR": "€", "GBP": "£"}
_LIMITS: Final = {"fixed": "Limit", "spread": "Limit", "pot": "Pot Limit", "no": "No Limit"}
_BANNERS: Final = {3: "*** 3rd STREET ***", 7: "*** RIVER ***"} | {n: f"*** {n}th STREET ***" for n in (4, 5, 6)}
_FOLDED_ON: Final = {3: "on the 3rd Street", 7: "on the River"} | {n: f"on the {n}th Street" for n in (4, 5, 6)}
_STATES: Final = {
    "capped": "Betting is capped",
    "double-bet-allowed": "Pair on board - a double bet is allowed",
    "no-low": "No low hand qualified",
}
_SOURCES: Final = {"timeout": " (timeout)", "disconnect": " (disconnect)"}
_LONG_AGO: Final = datetime(2000, 1, 1)


def write_hand(hand: Hand, hero: int | None = None) -> list[Line]:
    """The lines of one hand as the player at seat `hero` gets them, or an observer (None)."""
    return _Writer(hand, hero).lines_of_hand()


def hero_of(hand: Hand) -> int | None:
    """The one seat whose down-cards on third street are known: whose log this is. None where that is no one seat."""
    seats = {
        event.seat
        for event in hand.events
        if isinstance(event, e.CardDealt) and event.street == 3 and event.facing == "down" and known(event.cards)
    }
    return seats.pop() if len(seats) == 1 else None


class _Writer:
    """Writes one hand. Money and cards are followed only as far as the wording needs them."""

    def __init__(self, hand: Hand, hero: int | None) -> None:
        self.hand, self.hero = hand, hero
        self.lines: list[Line] = []
        self.names = {event.seat: event.player for event in hand.events if isinstance(event, e.SeatTaken)}
        self.sign = _SIGNS.get(hand.header.currency, "")
        self.level = 0
        self.committed: Counter[int] = Counter()
        self.put: Counter[int] = Counter()
        self.wagered: set[int] = set()
        self.down: dict[int, Cards] = defaultdict(tuple)
        self.up: dict[int, Cards] = defaultdict(tuple)
        self.folded: dict[int, int] = {}
        self.won: Counter[int] = Counter()
        self.shown: dict[int, e.Shown | e.Mucked] = {}
        self.street = 0
        self.banner = 0
        """A heading that waits for the card that may stand in it, or 0."""
        self.cards: list[tuple[int, e.CardDealt | e.CardsReprinted]] = []
        """Cards dealt that are not written yet: the site prints them seat by seat."""
        self.seen: set[type[e.Event]] = set()
        self.totalled = False
        self.told: set[int] = set()
        """Events that another line has told."""
        self.sides = {
            event.pot for event in hand.events if isinstance(event, e.PotAwarded | e.TotalStated) and event.pot
        } - {"main"}

    def lines_of_hand(self) -> list[Line]:
        """All lines of the hand."""
        self.lines += _head(self.hand.header, self.sign)
        for number, event in enumerate(self.hand.events, 1):
            if number in self.told:
                continue
            if not isinstance(event, e.CardDealt | e.CardsReprinted | e.CardBurned):
                if not isinstance(event, e.CommunityDealt):
                    self.flush_banner()
                self.flush_cards()
            write = _WRITERS.get(type(event))
            if write is not None:
                write(self, number, event)
                self.seen.add(type(event))
        self.flush_banner()
        self.flush_cards()
        if not self.hand.truncated:
            self.finish()
        return self.lines

    # --- small things ---------------------------------------------------------------------------

    def add(self, text: str, *events: int) -> None:
        self.lines.append(Line(text, tuple(sorted(events))))

    def money(self, units: int) -> str:
        return self.sign + amount_text(units, self.hand.header.decimals)

    def name(self, seat: int) -> str:
        return self.names.get(seat, f"seat {seat}")

    # --- seats and antes ------------------------------------------------------------------------

    def seat(self, number: int, event: e.SeatTaken) -> None:
        stack = self._least_stack(event.seat) if event.stack is None else event.stack
        out = " is sitting out" if event.sitting_out else ""
        self.add(f"Seat {event.seat}: {event.player} ({self.money(stack)} in chips){out} ", number)

    def _least_stack(self, seat: int) -> int:
        """A stack that no log says is written as more than what the player puts in."""
        wagers = [w for w in self.hand.events if isinstance(w, e.Wager | e.AntePosted) and w.seat == seat]
        put = sum(w.added if isinstance(w, e.Wager) else w.amount for w in wagers)
        return put if any(w.all_in for w in wagers) else put + (self.hand.header.big or 1)

    def ante(self, number: int, event: e.AntePosted) -> None:
        self.put[event.seat] += event.amount
        all_in = " and is all-in" if event.all_in else ""
        self.add(f"{self.name(event.seat)}: posts the ante {self.money(event.amount)}{all_in}", number)

    # --- the deal -------------------------------------------------------------------------------

    def open_street(self, street: int) -> None:
        if street != self.street:
            self.street, self.level = street, 0
            self.committed.clear()

    def heading(self, number: int, event: e.StreetOpened) -> None:
        if event.street in _BANNERS:
            self.open_street(event.street)
            self.banner = number

    def flush_banner(self, community: int = 0, cards: Cards = ()) -> None:
        if self.banner:
            shared = f" [{cards_text(cards)}]" if cards else ""
            number, self.banner = self.banner, 0
            self.add(_BANNERS[self.street] + shared, number, *([community] if community else []))

    def community(self, number: int, event: e.CommunityDealt) -> None:
        if event.reprint:
            if not event.street:
                self.add(f"Board [{cards_text(event.cards)}]", number)
        elif event.street == 7:
            if not self.banner:
                self.open_street(7)
            if self.banner:
                self.flush_banner(number, event.cards)

    def deal(self, number: int, event: e.CardDealt | e.CardsReprinted) -> None:
        if event.street > self.street and event.street in _BANNERS:  # a log without headings
            self.open_street(event.street)
            self.add(_BANNERS[event.street])
        self.flush_banner()
        self.cards.append((number, event))

    def flush_cards(self) -> None:
        """Writes what was dealt since, in the order of the seats."""
        if not self.cards:
            return
        by_seat: dict[int, list[tuple[int, e.CardDealt | e.CardsReprinted]]] = {}
        for number, event in self.cards:
            by_seat.setdefault(event.seat, []).append((number, event))
        self.cards = []
        for seat in sorted(by_seat):
            self._deal_to(seat, by_seat[seat])

    def _deal_to(self, seat: int, events: Sequence[tuple[int, e.CardDealt | e.CardsReprinted]]) -> None:
        """The lines of one seat: all in one on third street, else one for each card in sight."""
        old: Cards | None = None
        before: list[int] = []
        first: list[Card] = []
        for number, event in events:
            if isinstance(event, e.CardsReprinted):
                old = self._repeated(seat, event, old)
                before.append(number)
                continue
            lying = self._lying(seat) if old is None else old
            if event.facing == "down":
                self.down[seat] += event.cards
            else:
                self.up[seat] += event.cards
            before.append(number)
            if self.street == 3 and seat == self.hero and event.facing == "down":
                first += event.cards  # the door card comes with them
                continue
            if event.facing == "up" or (seat == self.hero and known(event.cards)):
                self._dealt_line(seat, () if first else lying, (*first, *event.cards), before)
                old, before, first = None, [], []
        if first:
            self._dealt_line(seat, (), tuple(first), before)

    def _lying(self, seat: int) -> Cards:
        up = self.up[seat]
        return (*self.down[seat][:2], *up, *self.down[seat][2:]) if seat == self.hero else up

    def _repeated(self, seat: int, event: e.CardsReprinted, old: Cards | None) -> Cards | None:
        """The cards in the first bracket, where the hand itself says what it repeats."""
        lying = self._lying(seat) if old is None else old
        hidden = len(self.down[seat]) if seat == self.hero else 0
        if event.facing == "up":
            return lying[:hidden] + event.cards
        return (event.cards + lying[hidden:]) if hidden else old

    def _dealt_line(self, seat: int, old: Cards, new: Cards, events: Sequence[int]) -> None:
        lying = f" [{cards_text(old)}]" if old else ""
        self.add(f"Dealt to {self.name(seat)}{lying} [{cards_text(new)}]", *events)

    # --- actions --------------------------------------------------------------------------------

    def act(self, number: int, event: e.Action, words: str) -> None:
        source = _SOURCES.get(event.source or "", "")
        self.add(f"{self.name(event.seat)}: {words}{source}", number)

    def fold(self, number: int, event: e.Folded) -> None:
        self.folded.setdefault(event.seat, event.street)
        self.act(number, event, "folds ")

    def wager(self, number: int, event: e.Wager) -> None:
        self.open_street(event.street)
        added, all_in = self.money(event.added), " and is all-in" if event.all_in else ""
        if isinstance(event, e.Raised | e.Completed):
            by = event.to - self.level if event.by is None else event.by
            words = f"raises {self.money(by)} to {self.money(event.to)}"
        else:
            words = {e.BroughtIn: "brings in for", e.Called: "calls", e.Bet: "bets"}[type(event)] + f" {added}"
        self.put[event.seat] += event.added
        self.wagered.add(event.seat)
        self.committed[event.seat] = event.to
        self.level = max(self.level, event.to)
        self.act(number, event, words + all_in)

    def returned(self, number: int, event: e.UncalledReturned) -> None:
        self.put[event.seat] -= event.amount
        self.add(f"Uncalled bet ({self.money(event.amount)}) returned to {self.name(event.seat)}", number)

    # --- show-down and awards -------------------------------------------------------------------

    def showdown(self, number: int, _: e.ShowdownOpened) -> None:
        self.add("*** SHOW DOWN ***", number)

    def show(self, number: int, event: e.Shown) -> None:
        self.shown[event.seat] = event
        if e.ShowdownOpened not in self.seen and not event.street:
            self.add("*** SHOW DOWN ***")
            self.seen.add(e.ShowdownOpened)
        cards = tuple([card for card in event.cards if card != UNKNOWN])
        if cards:
            said = f" ({event.said})" if event.said else ""
            self.add(f"{self.name(event.seat)}: shows [{cards_text(cards)}]{said}", number)
        else:
            self.add(f"{self.name(event.seat)}: mucks hand ", number)

    def muck(self, number: int, event: e.Mucked) -> None:
        self.shown[event.seat] = event
        alone = e.ShowdownOpened not in self.seen and e.PotAwarded in self.seen
        self.add(f"{self.name(event.seat)}: " + ("doesn't show hand " if alone else "mucks hand "), number)

    def award(self, number: int, event: e.PotAwarded) -> None:
        self.won[event.seat] += event.amount
        pot = "pot"
        if self.sides:
            pot = self._pot_word(event.pot or "main").lower()
        self.add(f"{self.name(event.seat)} collected {self.money(event.amount)} from {pot}", number)

    def _pot_word(self, pot: str) -> str:
        """`Main pot`, `Side pot` where there is one, `Side pot-2` where there are more."""
        if pot == "main":
            return "Main pot"
        return "Side pot" if len(self.sides) == 1 else f"Side pot-{pot.removeprefix('side-')}"

    # --- summary --------------------------------------------------------------------------------

    def summary(self, number: int, _: e.SummaryOpened) -> None:
        self.add("*** SUMMARY ***", number)

    def need_summary(self) -> None:
        if e.SummaryOpened not in self.seen:
            self.add("*** SUMMARY ***")
            self.seen.add(e.SummaryOpened)

    def total(self, number: int, event: e.TotalStated) -> None:
        """The line of the totals and the rake, which are events of their own."""
        if event.pot is None and not event.street:  # not a running total, nor that of one pot
            self.need_summary()
            self.total_line(event.amount, number)

    def total_line(self, amount: int, *numbers: int) -> None:
        """The total of the whole, of each pot as far as the hand says it, and the rake."""
        self.totalled = True
        told, pots = list(numbers), ""
        rake: int | None = None
        for number, event in enumerate(self.hand.events, 1):
            if number in self.told or event.street:
                continue
            if isinstance(event, e.TotalStated) and event.pot is not None:
                pots += f" {self._pot_word(event.pot)} {self.money(event.amount)}."
                told.append(number)
            elif isinstance(event, e.RakeTaken):
                rake = (rake or 0) + event.amount
                told.append(number)
        if rake is None:
            rake = 0 if numbers else max(amount - sum(self.won.values()), 0)
        self.told.update(told)
        self.add(f"Total pot {self.money(amount)}{pots} | Rake {self.money(rake)} ", *told)

    def seat_line(self, number: int, event: e.SeatSummarised) -> None:
        self.need_summary()
        self.need_total()
        self.write_seat(event, number)

    def write_seat(self, event: e.SeatSummarised, *numbers: int) -> None:
        seat = f"Seat {event.seat}: {self.name(event.seat)}"
        if event.shown:
            result = f"won ({self.money(event.won)})" if event.won else "lost"
            said = f" with {event.said}" if event.said else ""
            text = f"{seat} showed [{cards_text(event.shown)}] and {result}{said}"
        elif event.folded in _FOLDED_ON:
            text = f"{seat} folded {_FOLDED_ON[event.folded]}"
            text += "" if event.seat in self.wagered else " (didn't bet)"
        elif event.won:
            text = f"{seat} collected ({self.money(event.won)})"
        else:
            text = f"{seat} mucked" + (f" [{cards_text(event.mucked)}]" if event.mucked else "")
        self.add(text, *numbers)

    def need_total(self) -> None:
        if not self.totalled:
            self.total_line(sum(self.put.values()))

    def finish(self) -> None:
        """What the site always prints at the end and the hand does not have."""
        self.need_summary()
        self.need_total()
        if e.SeatSummarised not in self.seen:
            for seat in sorted(self.put):
                shown = self.shown.get(seat)
                cards = shown.cards if shown is not None and known(shown.cards) else ()
                summary = e.SeatSummarised(
                    seat,
                    won=self.won[seat],
                    folded=self.folded.get(seat),
                    shown=cards if isinstance(shown, e.Shown) else (),
                    mucked=cards if isinstance(shown, e.Mucked) else (),
                    said=shown.said if isinstance(shown, e.Shown) else None,
                )
                self.write_seat(summary)
        if isinstance(self.hand.events[-1], e.HandEnded):
            last = self.lines.pop()
            self.add(last.text, *last.events, len(self.hand.events))

    # --- the rest -------------------------------------------------------------------------------

    def state(self, number: int, event: e.StateSaid) -> None:
        if event.state in _STATES:
            self.add(_STATES[event.state], number)

    def timed_out(self, number: int, event: e.TimedOut) -> None:
        self.add(f"{self.name(event.seat)} has timed out", number)

    def chat(self, number: int, event: e.ChatSaid) -> None:
        self.add(f'{self.name(event.seat)} said, "{_one_line(event.text)}"', number)

    def note(self, number: int, event: e.Noted | e.LineUnknown) -> None:
        """The site's own news, and lines that were not understood: as they were, in a log of this site."""
        if self.hand.dialect == "pokerstars" and not (isinstance(event, e.LineUnknown) and event.code == "R010"):
            self.add(_one_line(event.text), number)

    def cancelled(self, number: int, _: e.HandCancelled) -> None:
        self.add("Hand cancelled", number)


def _head(header: Header, sign: str) -> list[Line]:
    """The header and the line of the table."""
    money = header.currency != "chips"

    def stake(units: int | None) -> str:
        return sign + amount_text(units or 0, header.decimals)

    stakes = f"({stake(header.small)}/{stake(header.big)}{f' {header.currency}' if money else ''})"
    game = f"{GAMES.get(header.game, header.game)} {_LIMITS[header.structure]}"
    when = (header.played_at or _LONG_AGO).strftime("%Y/%m/%d %H:%M:%S")
    zone = header.played_zone or ""
    zone = zone if re.fullmatch(r"[A-Z]{2,5}", zone) else "UTC"
    if header.tournament:
        level = header.level or "Level I"
        start = f"PokerStars Hand #{_number(header.hand_id)}: Tournament #{_number(header.tournament)}, {game}"
        first = f"{start} - {level} {stakes} - {when} {zone}"
    else:
        first = f"PokerStars Hand #{_number(header.hand_id)}:  {game} {stakes} - {when} {zone}"
    play = "" if money or header.tournament else " (Play Money)"
    return [Line(first), Line(f"Table '{header.table or 'Table'}' {header.max_seats or 8}-max{play}")]


def _number(text: str) -> str:
    """An id in digits, as the site has them; another text stands for a number of its own."""
    return text if text.isascii() and text.isdigit() else str(crc32(text.encode()))


def _one_line(text: str) -> str:
    return " ".join(text.split("\n"))


_WRITERS: Final[dict[type[e.Event], Callable[[_Writer, int, Any], None]]] = {
    e.SeatTaken: _Writer.seat,
    e.AntePosted: _Writer.ante,
    e.StreetOpened: _Writer.heading,
    e.CardDealt: _Writer.deal,
    e.CardsReprinted: _Writer.deal,
    e.CommunityDealt: _Writer.community,
    e.Folded: _Writer.fold,
    e.Checked: lambda self, number, event: self.act(number, event, "checks "),
    e.BroughtIn: _Writer.wager,
    e.Called: _Writer.wager,
    e.Bet: _Writer.wager,
    e.Completed: _Writer.wager,
    e.Raised: _Writer.wager,
    e.UncalledReturned: _Writer.returned,
    e.ShowdownOpened: _Writer.showdown,
    e.Shown: _Writer.show,
    e.Mucked: _Writer.muck,
    e.PotAwarded: _Writer.award,
    e.SummaryOpened: _Writer.summary,
    e.TotalStated: _Writer.total,
    e.SeatSummarised: _Writer.seat_line,
    e.StateSaid: _Writer.state,
    e.TimedOut: _Writer.timed_out,
    e.ChatSaid: _Writer.chat,
    e.Noted: _Writer.note,
    e.LineUnknown: _Writer.note,
    e.HandCancelled: _Writer.cancelled,
}
