"""The lines of a hand, event by event."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from stud_audit.ingest.grammar.lines import LONGEST_LINE
from stud_audit.ingest.mapping.uncalled_bets import chips_in
from stud_audit.ingest.writers import CannotWrite, Line
from stud_audit.ingest.writers.pokerstars.boards import Dealt, Lying
from stud_audit.ingest.writers.pokerstars.header import head_lines
from stud_audit.ingest.writers.pokerstars.wording import BANNERS, SIGNS, SOURCES, STATES, pot_word, summary_of
from stud_audit.model import events as e
from stud_audit.model.cards import UNKNOWN, Cards, cards_text, known
from stud_audit.model.escaping import clipped
from stud_audit.model.gaps import UNCALLED_RETURNS
from stud_audit.model.hand import Hand
from stud_audit.model.money import amount_text


class Writer:
    """Writes one hand. Money and cards are followed only as far as the wording needs them."""

    def __init__(self, hand: Hand, hero: int | None) -> None:
        self.hand = hand
        self.lines: list[Line] = []
        self.names = {event.seat: event.player for event in hand.events if isinstance(event, e.SeatTaken)}
        self.sign = SIGNS.get(hand.header.currency, "")
        self.level = 0
        self.committed: Counter[int] = Counter()
        self.put: Counter[int] = Counter()
        self.wagered: set[int] = set()
        self.folded: dict[int, int] = {}
        self.won: Counter[int] = Counter()
        self.shown: dict[int, e.Shown | e.Mucked] = {}
        self.street = 0
        self.banner = 0
        """A heading that waits for the card that may stand in it, or 0."""
        self.lying = Lying(hero)
        self.waiting: list[tuple[int, Dealt]] = []
        """Cards dealt that are not written yet: the site prints them seat by seat."""
        self.seen: set[type[e.Event]] = set()
        self.totalled = False
        self.told: set[int] = set()
        """Events that another line has told."""
        self.uncalled = UNCALLED_RETURNS in hand.missing
        """Whether a bet that nobody called goes back without a line of the hand's own."""
        self.ordered = hand.dialect in ("pokerstars", "neutral")
        """Whether the order of the hand's lines is the one of this site, or else is of its own making."""
        self.headed = self.ordered and any(isinstance(event, e.ShowdownOpened) for event in hand.events)
        """Whether the hand itself says where the showdown begins."""
        self.sides = {
            event.pot for event in hand.events if isinstance(event, (e.PotAwarded, e.TotalStated)) and event.pot
        } - {"main"}

    def lines_of_hand(self) -> list[Line]:
        """All lines of the hand. `CannotWrite` where one of its texts is none for a line of this site."""
        self.lines += head_lines(self.hand.header, self.sign)
        for number, event in self._in_order():
            if number in self.told:
                continue
            kind = type(event)
            if self.uncalled and kind in _CLOSING and not event.street:
                self._give_back()
            if kind not in _DEALT:
                if kind is not e.CommunityDealt:
                    self._flush_banner()
                self._flush_cards()
            write = _WRITERS.get(kind)
            if write is not None:
                write(self, number, event)
                self.seen.add(kind)
        self._flush_banner()
        self._flush_cards()
        if not self.hand.truncated:
            self._finish()
        for text, _ in self.lines:
            if len(text) > LONGEST_LINE or "\n" in text or "\r" in text:
                raise CannotWrite(f"a text of it is too long for a line, or has a line end in it: {clipped(text)!r}")
        return self.lines

    def _in_order(self) -> list[tuple[int, e.Event]]:
        """The events with their numbers: where another site pays its pots after its summary, that comes last here."""
        events = list(enumerate(self.hand.events, 1))
        if self.ordered:
            return events
        return sorted(events, key=lambda each: isinstance(each[1], _OF_SUMMARY) and not each[1].street)

    # --- small things ---------------------------------------------------------------------------

    def _add(self, text: str, *events: int) -> None:
        self.lines.append(Line(text, events if len(events) == 1 else tuple(sorted(events))))

    def _money(self, units: int) -> str:
        return self.sign + amount_text(units, self.hand.header.decimals)

    def _name(self, seat: int) -> str:
        return self.names.get(seat, f"seat {seat}")

    # --- seats and antes ------------------------------------------------------------------------

    def _seat(self, number: int, event: e.SeatTaken) -> None:
        stack = self._least_stack(event.seat) if event.stack is None else event.stack
        out = " is sitting out" if event.sitting_out else ""
        self._add(f"Seat {event.seat}: {event.player} ({self._money(stack)} in chips){out} ", number)

    def _least_stack(self, seat: int) -> int:
        """A stack that no log says is written as more than what the player puts in."""
        wagers = [w for w in self.hand.events if isinstance(w, (e.Wager, e.AntePosted)) and w.seat == seat]
        put = sum(w.added if isinstance(w, e.Wager) else w.amount for w in wagers)
        return put if any(w.all_in for w in wagers) else put + (self.hand.header.big or 1)

    def _ante(self, number: int, event: e.AntePosted) -> None:
        self.put[event.seat] += event.amount
        all_in = " and is all-in" if event.all_in else ""
        self._add(f"{self._name(event.seat)}: posts the ante {self._money(event.amount)}{all_in}", number)

    # --- the deal -------------------------------------------------------------------------------

    def _open_street(self, street: int) -> None:
        if street != self.street:
            self.street, self.level = street, 0
            self.committed.clear()

    def _heading(self, number: int, event: e.StreetOpened) -> None:
        if event.street in BANNERS:
            self._open_street(event.street)
            self.banner = number

    def _flush_banner(self, community: int = 0, cards: Cards = ()) -> None:
        if self.banner:
            shared = f" [{cards_text(cards)}]" if cards else ""
            number, self.banner = self.banner, 0
            self._add(BANNERS[self.street] + shared, number, *([community] if community else []))

    def _community(self, number: int, event: e.CommunityDealt) -> None:
        if event.reprint:
            if not event.street:
                self._add(f"Board [{cards_text(event.cards)}]", number)
        elif event.street == 7:
            self._open_street(7)
            if self.banner:
                self._flush_banner(number, event.cards)
            else:  # a log without headings
                self._add(f"{BANNERS[7]} [{cards_text(event.cards)}]", number)

    def _deal(self, number: int, event: Dealt) -> None:
        if event.street > self.street and event.street in BANNERS:  # a log without headings
            self._open_street(event.street)
            self._add(BANNERS[event.street])
        self._flush_banner()
        self.put[event.seat] += 0  # they are in the hand, whether or not they anted
        self.waiting.append((number, event))

    def _flush_cards(self) -> None:
        """Writes what was dealt since, in the order of the seats."""
        if self.waiting:
            for seat, text, events in self.lying.lines(self.street, self.waiting):
                self._add(f"Dealt to {self._name(seat)}{text}", *events)
            self.waiting = []

    # --- actions --------------------------------------------------------------------------------

    def _act(self, number: int, event: e.Action, words: str) -> None:
        source = SOURCES.get(event.source or "")
        self._add(f"{self._name(event.seat)}: " + (words.rstrip() + source if source else words), number)

    def _fold(self, number: int, event: e.Folded) -> None:
        self.folded.setdefault(event.seat, event.street)
        self._act(number, event, "folds ")

    def _wager(self, number: int, event: e.Wager) -> None:
        self._open_street(event.street)
        added, all_in = self._money(event.added), " and is all-in" if event.all_in else ""
        if isinstance(event, (e.Raised, e.Completed)):
            by = event.to - self.level if event.by is None else event.by
            words = f"raises {self._money(max(by, 0))} to {self._money(event.to)}"
        else:
            words = {e.BroughtIn: "brings in for", e.Called: "calls", e.Bet: "bets"}[type(event)] + f" {added}"
        self.put[event.seat] += event.added
        self.wagered.add(event.seat)
        self.committed[event.seat] = event.to
        self.level = max(self.level, event.to)
        self._act(number, event, words + all_in)

    def _returned(self, number: int, event: e.UncalledReturned) -> None:
        self.put[event.seat] -= event.amount
        self._add(f"Uncalled bet ({self._money(event.amount)}) returned to {self._name(event.seat)}", number)

    def _give_back(self) -> None:
        """The bet that went back without a line: this site always has one."""
        self.uncalled = False
        chips = chips_in(self.hand.events)
        if chips.uncalled:
            self.put[chips.bettor] -= chips.uncalled
            self._add(f"Uncalled bet ({self._money(chips.uncalled)}) returned to {self._name(chips.bettor)}")

    # --- showdown and awards --------------------------------------------------------------------

    def _showdown(self, number: int, _: e.ShowdownOpened) -> None:
        if self.ordered or e.ShowdownOpened not in self.seen:
            self._add("*** SHOW DOWN ***", number)

    def _need_showdown(self) -> None:
        voluntary = e.PotAwarded in self.seen  # shown by a winner whom nobody called
        if e.ShowdownOpened not in self.seen and not self.headed and not voluntary:
            self._add("*** SHOW DOWN ***")
            self.seen.add(e.ShowdownOpened)

    def _show(self, number: int, event: e.Shown) -> None:
        if event.street and not self.ordered:
            return  # turned up by an all-in player, and printed by this site at the end alone
        self.shown[event.seat] = event
        if not event.street:
            self._need_showdown()
        cards = tuple([card for card in event.cards if card != UNKNOWN])
        if cards:
            said = f" ({event.said})" if event.said else ""
            self._add(f"{self._name(event.seat)}: shows [{cards_text(cards)}]{said}", number)
        else:
            self._add(f"{self._name(event.seat)}: mucks hand ", number)

    def _muck(self, number: int, event: e.Mucked) -> None:
        self.shown[event.seat] = event
        if not event.street and len(self.put) - len(self.folded) > 1:
            self._need_showdown()
        alone = e.ShowdownOpened not in self.seen and e.PotAwarded in self.seen
        self._add(f"{self._name(event.seat)}: " + ("doesn't show hand " if alone else "mucks hand "), number)

    def _award(self, number: int, event: e.PotAwarded) -> None:
        self.won[event.seat] += event.amount
        pot = "pot"
        if self.sides:
            pot = pot_word(event.pot or "main", self.sides).lower()
        self._add(f"{self._name(event.seat)} collected {self._money(event.amount)} from {pot}", number)

    # --- summary --------------------------------------------------------------------------------

    def _summary(self, number: int, _: e.SummaryOpened) -> None:
        self._add("*** SUMMARY ***", number)

    def _need_summary(self) -> None:
        if e.SummaryOpened not in self.seen:
            self._add("*** SUMMARY ***")
            self.seen.add(e.SummaryOpened)

    def _total(self, number: int, event: e.TotalStated) -> None:
        """The line of the totals and the rake, which are events of their own."""
        if event.pot is None and not event.street:  # not a running total, nor that of one pot
            self._need_summary()
            self._total_line(event.amount, number)

    def _total_line(self, amount: int, *numbers: int) -> None:
        """The total of the whole, of each pot as far as the hand says it, and the rake."""
        self.totalled = True
        told, pots = list(numbers), ""
        rake: int | None = None
        for number, event in enumerate(self.hand.events, 1):
            if number in self.told or event.street:
                continue
            if isinstance(event, e.TotalStated) and event.pot is not None:
                pots += f" {pot_word(event.pot, self.sides)} {self._money(event.amount)}."
                told.append(number)
            elif isinstance(event, e.RakeTaken):
                rake = (rake or 0) + event.amount
                told.append(number)
        if rake is None:
            rake = 0 if numbers else max(amount - sum(self.won.values()), 0)
        self.told.update(told)
        self._add(f"Total pot {self._money(amount)}{pots} | Rake {self._money(rake)} ", *told)

    def _seat_line(self, number: int, event: e.SeatSummarised) -> None:
        self._need_summary()
        self._need_total()
        self._write_seat(event, number)

    def _write_seat(self, event: e.SeatSummarised, *numbers: int) -> None:
        if not (event.won or event.folded or event.shown or event.mucked):
            event = self._worked_out(event.seat)
        won = self._money(event.won) if event.won and event.won > 0 else None
        text = summary_of(event, won, event.seat in self.wagered)
        self._add(f"Seat {event.seat}: {self._name(event.seat)} {text}", *numbers)

    def _need_total(self) -> None:
        if not self.totalled:
            self._total_line(0 if e.HandCancelled in self.seen else sum(self.put.values()))

    def _finish(self) -> None:
        """What the site always prints at the end and the hand does not have."""
        self._need_summary()
        self._need_total()
        if e.SeatSummarised not in self.seen:
            for seat in sorted(self.put):
                self._write_seat(self._worked_out(seat))
        if isinstance(self.hand.events[-1], e.HandEnded):
            last = self.lines.pop()
            self._add(last.text, *last.events, len(self.hand.events))

    def _worked_out(self, seat: int) -> e.SeatSummarised:
        """What the summary has to say of a seat by what went before."""
        shown = self.shown.get(seat) if seat not in self.folded else None
        cards = shown.cards if shown is not None and known(shown.cards) else ()
        return e.SeatSummarised(
            seat,
            won=self.won[seat],
            folded=self.folded.get(seat),
            shown=cards if isinstance(shown, e.Shown) else (),
            mucked=cards if isinstance(shown, e.Mucked) else (),
            said=shown.said if isinstance(shown, e.Shown) else None,
        )

    # --- the rest -------------------------------------------------------------------------------

    def _state(self, number: int, event: e.StateSaid) -> None:
        if event.state in STATES:
            self._add(STATES[event.state], number)

    def _timed_out(self, number: int, event: e.TimedOut) -> None:
        self._add(f"{self._name(event.seat)} has timed out", number)

    def _chat(self, number: int, event: e.ChatSaid) -> None:
        self._add(f'{self._name(event.seat)} said, "{_one_line(event.text)}"', number)

    def _note(self, number: int, event: e.Noted | e.LineUnknown) -> None:
        """The site's own news, and lines that were not understood: as they were, in a log of this site."""
        if self.hand.dialect != "pokerstars" or (isinstance(event, e.LineUnknown) and event.code == "R010"):
            return
        before = self.hand.events[number - 2] if number > 1 else event
        if isinstance(before, (e.Action, e.TimedOut)) and 0 < before.span.line == event.span.line:
            line = self.lines.pop()  # it stood behind what was done
            self._add(f"{line.text.rstrip()} ({_one_line(event.text)})", *line.events, number)
        else:
            self._add(_one_line(event.text), number)

    def _cancelled(self, number: int, _: e.HandCancelled) -> None:
        self._add("Hand cancelled", number)


def _one_line(text: str) -> str:
    return " ".join(re.split("[\r\n]", text))


_OF_SUMMARY: Final = (e.SummaryOpened, e.TotalStated, e.RakeTaken, e.SeatSummarised, e.HandEnded)

_CLOSING: Final = frozenset((e.ShowdownOpened, e.Shown, e.Mucked, e.PotAwarded, e.SummaryOpened, e.TotalStated))

_DEALT: Final = frozenset((e.CardDealt, e.CardsReprinted, e.CardBurned))
"""What is written only when all of it has been dealt."""

_WRITERS: Final[dict[type[e.Event], Callable[[Writer, int, Any], None]]] = {
    e.SeatTaken: Writer._seat,
    e.AntePosted: Writer._ante,
    e.StreetOpened: Writer._heading,
    e.CardDealt: Writer._deal,
    e.CardsReprinted: Writer._deal,
    e.CommunityDealt: Writer._community,
    e.Folded: Writer._fold,
    e.Checked: lambda self, number, event: self._act(number, event, "checks "),
    e.BroughtIn: Writer._wager,
    e.Called: Writer._wager,
    e.Bet: Writer._wager,
    e.Completed: Writer._wager,
    e.Raised: Writer._wager,
    e.UncalledReturned: Writer._returned,
    e.ShowdownOpened: Writer._showdown,
    e.Shown: Writer._show,
    e.Mucked: Writer._muck,
    e.PotAwarded: Writer._award,
    e.SummaryOpened: Writer._summary,
    e.TotalStated: Writer._total,
    e.SeatSummarised: Writer._seat_line,
    e.StateSaid: Writer._state,
    e.TimedOut: Writer._timed_out,
    e.ChatSaid: Writer._chat,
    e.Noted: Writer._note,
    e.LineUnknown: Writer._note,
    e.HandCancelled: Writer._cancelled,
}
