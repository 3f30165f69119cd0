"""What a notation does not say of a hand.

Where the rest would tell another hand (other chips, cards, or turns), the hand is refused. Where it tells the same
hand less fully, what is left out is named: in a comment beside the hand, and to whoever converts it.

Nothing is left out that follows from the rest: a heading, a repeated board that is as it was dealt, an increase that is
the difference of two totals, a bet given back to whom nobody called. Of the start of a hand seconds are kept.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import Final

from stud_audit.ingest.dialect import Block
from stud_audit.ingest.mapping.stars_text import StarsText
from stud_audit.ingest.mapping.uncalled_bets import chips_in
from stud_audit.ingest.writers import CannotWrite, in_utc
from stud_audit.ingest.writers.pokerstars import hero_of
from stud_audit.ingest.writers.pokerstars.header import head_lines, level_words
from stud_audit.ingest.writers.pokerstars.wording import BANNERS, SIGNS, SOURCES, STATES
from stud_audit.model import events as e
from stud_audit.model.cards import Card, known
from stud_audit.model.escaping import clipped
from stud_audit.model.gaps import UNCALLED_RETURNS
from stud_audit.model.hand import Hand

PREFIX: Final = "not in this notation: "

_SITE_ZONE: Final = re.compile(r"[A-Z]{2,5}")
_LINE_END: Final = re.compile(r"[\r\n]")
_POT: Final = re.compile(r"main|side-\d+", re.ASCII)
_STARS_TEXT: Final = StarsText()
_STARS, _PHH, _OHH = "pokerstars", "phh", "ohh"
_ALL: Final = (_STARS, _PHH, _OHH)
_DEALT: Final = {3: {"down": 2, "up": 1}, 4: {"up": 1}, 5: {"up": 1}, 6: {"up": 1}, 7: {"down": 1}}

# Events that a notation has no line for, whatever they say.
_EVENTS: Final[dict[type[e.Event], tuple[str, tuple[str, ...]]]] = {
    e.BoughtIn: ("buy-ins", (_STARS, _PHH)),
    e.ButtonMoved: ("moves of the dealer button", _ALL),
    e.CardBurned: ("burn cards", _ALL),
    e.Prompted: ("prompts", _ALL),
    e.ButtonsOffered: ("buttons offered", _ALL),
    e.PreactionSet: ("actions chosen ahead", _ALL),
    e.TimedOut: ("time-outs", (_PHH, _OHH)),
    e.TotalStated: ("totals as stated", (_PHH, _OHH)),
    e.SeatSummarised: ("the summary", (_PHH, _OHH)),
    e.StateSaid: ("what the site says of the state", (_PHH, _OHH)),
    e.ChatSaid: ("chat", (_PHH, _OHH)),
    e.Noted: ("notes", (_PHH, _OHH)),
    e.LineUnknown: ("lines that were not understood", (_PHH, _OHH)),
}
# Fields that it has no words for, where they say something.
_FIELDS: Final[dict[tuple[type[e.Event], str], tuple[str, tuple[str, ...]]]] = {
    (e.Event, "at"): ("times of single events", _ALL),
    (e.Event, "source"): ("sources of events", (_PHH, _OHH)),
    (e.SeatTaken, "sitting_out"): ("who sits out", (_PHH,)),
    (e.Shown, "said"): ("descriptions of hands", (_PHH, _OHH)),
    (e.Mucked, "cards"): ("cards mucked", (_PHH,)),
    (e.PotAwarded, "half"): ("the halves of pots", _ALL),
    (e.PotAwarded, "said"): ("descriptions of hands", _ALL),
    (e.HandCancelled, "reason"): ("why the hand was called off", (_STARS,)),
}
_REFUSED: Final[dict[type[e.Event], tuple[str, tuple[str, ...]]]] = {
    e.Protected: ("the format has no all-in protection", _ALL),
    e.HandCancelled: ("the hand was called off", (_PHH, _OHH)),
}


def unsaid(hand: Hand, notation: str) -> tuple[str, ...]:
    """What a hand written in this notation leaves out: phrases, each once. `CannotWrite` where it must not be so."""
    if notation not in _ALL:
        return ()
    return tuple(dict.fromkeys(_Reader(hand, notation).phrases()))


class _Reader:
    """Follows a hand as far as it takes to see what follows from the rest."""

    def __init__(self, hand: Hand, notation: str) -> None:
        self.hand, self.header, self.notation = hand, hand.header, notation
        self.names = {event.seat: event.player for event in hand.events if isinstance(event, e.SeatTaken)}
        self.hero = hero_of(hand) if notation == _STARS else None
        self.street = 0
        self.committed: Counter[int] = Counter()
        self.up: dict[int, tuple[Card, ...]] = defaultdict(tuple)
        self.down: dict[int, tuple[Card, ...]] = defaultdict(tuple)
        self.board: tuple[Card, ...] = ()
        self.dealt: dict[int, dict[int, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        """Street and seat to the cards dealt, by their facing."""
        self.summarised = {event.seat for event in hand.events if isinstance(event, e.SeatSummarised)}

    def phrases(self) -> Iterator[str]:
        header = self.header
        if header.chip is not None:
            raise CannotWrite("the format has no smallest chip")
        if header.structure == "spread":
            raise CannotWrite("the format has no spread limit")
        if header.small is None or header.big is None:
            raise CannotWrite("the stakes are not on record")
        if not self.names:
            raise CannotWrite("nobody's seat is on record")
        if self.hand.truncated and self.notation != _STARS:
            raise CannotWrite("the record breaks off before the hand ends")
        yield from self._of_header()
        for event in self.hand.events:
            yield from self._of_event(event)
        self._refuse_facing()
        self._refuse_returns()
        yield from self._of_deal()
        yield from self._of_pots()
        if self.notation == _STARS:
            yield from self._hidden_cards()
        if self.notation == _PHH:
            yield from self._absent()

    # --- the header ----------------------------------------------------------------------------

    def _of_header(self) -> Iterator[str]:
        header = self.header
        if header.house is not None:
            yield "the house"
        yield from _HEADERS[self.notation](self)

    def _stars_header(self) -> Iterator[str]:
        header = self.header
        # Any text can name a game or a currency, and not every one can stand in a header, which a `#` announces.
        line = head_lines(header, SIGNS.get(header.currency, ""))[0].text
        read = _STARS_TEXT.header_of(Block(line, 1)).header
        numbers = 1 if header.tournament is None else 2
        if (read.game, read.structure, line.count("#")) != (header.game, header.structure, numbers):
            raise CannotWrite(clipped(f"the format has no header for {header.game!r} in {header.currency!r}"))
        if header.tournament is None and read.currency != header.currency:
            yield "the currency"
        if header.button is not None:
            yield "the dealer button"
        if header.ante is not None or header.bring_in is not None:
            yield "ante and bring-in of the table"
        for what, number in (("hand", header.hand_id), ("tournament", header.tournament)):
            if number is not None and not (number.isascii() and number.isdigit()):
                yield f"the number of the {what} (another stands for it)"
        if header.tournament is not None and header.level is None:
            yield "that the level is not known (Level I stands there)"
        elif header.tournament is not None and level_words(header.level) is None:
            yield "the level (Level I stands there)"
        if header.tournament is None and header.level is not None:
            yield "the level"
        if header.played_at is None:
            yield "that its time is not known (the year 2000 stands there)"
        elif header.played_zone is None:
            yield "that its time zone is not known (UTC stands there)"
        elif in_utc(header.played_at, header.played_zone) is None and not _SITE_ZONE.fullmatch(header.played_zone):
            yield "its time zone (UTC stands there)"
        if header.table is None:
            yield "that its table is not known"
        if header.max_seats is None:
            yield "that the seats of its table are not known (8 stand there)"
        if any(isinstance(event, e.SeatTaken) and event.stack is None for event in self.hand.events):
            yield "that a stack is not known (one that suffices stands there)"

    def _phh_header(self) -> Iterator[str]:
        header = self.header
        if header.button is not None:
            yield "the dealer button"
        if header.level is not None and not (header.level.isascii() and header.level.isdigit()):
            yield "the level"
        if header.ante is not None and header.ante != max(self._posted().values(), default=0):
            yield "the ante of the table"
        if header.played_at is None and header.played_zone is not None:
            yield "its time zone"

    def _ohh_header(self) -> Iterator[str]:
        header = self.header
        if header.level is not None:
            yield "the level"
        if header.bring_in is not None:
            yield "the bring-in of the table"
        if header.played_at is not None and in_utc(header.played_at, header.played_zone) is None:
            yield "when it was played"
        if header.max_seats is None:
            yield "that the seats of its table are not known (8 stand there)"

    def _posted(self) -> Counter[int]:
        antes: Counter[int] = Counter()
        for event in self.hand.events:
            if isinstance(event, e.AntePosted):
                antes[event.seat] += event.amount
        return antes

    # --- events ----------------------------------------------------------------------------------

    def _of_event(self, event: e.Event) -> Iterator[str]:
        kind = type(event)
        words, notations = _REFUSED.get(kind, ("", ()))
        if self.notation in notations:
            raise CannotWrite(words)
        words, notations = _EVENTS.get(kind, ("", ()))
        if self.notation in notations:
            yield words
        for (of, name), (words, notations) in _FIELDS.items():
            if self.notation in notations and isinstance(event, of) and getattr(event, name):
                yield words
        match event:
            case e.AntePosted():
                self._ante(event)
            case e.CardDealt():
                self._deal(event)
            case e.CardsReprinted():
                lying = (self.up if event.facing == "up" else self.down)[event.seat]
                if self.notation != _STARS and event.cards != lying[: len(event.cards)]:
                    yield "repeated boards that differ"
            case e.CommunityDealt():
                yield from self._community(event)
            case e.Wager():
                yield from self._wager(event)
            case e.BoughtIn(kind="sit") if self.notation == _OHH:
                yield "buy-ins"
            case e.RakeTaken() if self.notation == _PHH and event.amount:
                yield "the rake"
        if self.notation == _STARS:
            yield from self._of_stars(event)

    def _of_stars(self, event: e.Event) -> Iterator[str]:
        if event.source is not None and not (event.source in SOURCES and isinstance(event, e.Action)):
            yield "sources of events"
        match event:
            case e.PotAwarded() | e.TotalStated() if event.pot is not None and not _POT.fullmatch(event.pot):
                raise CannotWrite(clipped(f"the format has no pot {event.pot!r}"))
            case e.StateSaid() if event.state not in STATES:
                yield "what the site says of the state"
            case e.Noted() if self.hand.dialect != _STARS:
                yield "notes"
            case e.LineUnknown() if self.hand.dialect != _STARS or event.code == "R010":
                yield "lines that were not understood"
            case e.TotalStated() if event.street:
                yield "totals stated during play"
            case e.Mucked() if any(card >= 0 for card in event.cards):
                if not (known(event.cards) and self._is_summarised(event.seat, event.cards)):
                    yield "cards mucked"
            case e.SeatSummarised():
                yield from self._summary(event)
            case e.ChatSaid() if _LINE_END.search(event.text):
                yield "line ends in chat"

    def _summary(self, event: e.SeatSummarised) -> Iterator[str]:
        """A line of the summary says one thing: cards shown, a fold, a win, or cards mucked."""
        told = {"shown", "won", "said"} if event.shown else {"won"} if event.won else {"mucked"}
        if event.folded in BANNERS and not event.shown:
            told = {"folded"}
        lost = [
            name for name in ("won", "folded", "shown", "mucked", "said") if getattr(event, name) and name not in told
        ]
        if lost or (event.won or 0) < 0 or event.player not in (None, self.names.get(event.seat)):
            yield "parts of the summary"

    def _is_summarised(self, seat: int, cards: tuple[Card, ...]) -> bool:
        """Whether a summary tells these cards: the hand's own, or the one that is worked out for it."""
        if not self.summarised:
            return not self.hand.truncated
        shown = {
            card
            for event in self.hand.events
            if isinstance(event, e.SeatSummarised) and event.seat == seat
            for card in (*event.shown, *event.mucked)
        }
        return shown.issuperset(cards)

    # --- chips -----------------------------------------------------------------------------------

    def _ante(self, event: e.AntePosted) -> None:
        if self.notation != _PHH:
            return
        if self.up or self.down:
            raise CannotWrite("an ante after the first card")
        if self._posted()[event.seat] != event.amount:
            raise CannotWrite(f"seat {event.seat} posts two antes")

    def _wager(self, event: e.Wager) -> Iterator[str]:
        if event.street != self.street:
            self.street = event.street
            self.committed.clear()
        level = max(self.committed.values(), default=0)
        self.committed[event.seat] += event.added
        if self.committed[event.seat] != event.to:
            raise CannotWrite(
                f"what seat {event.seat} has in on street {event.street} is not the sum of what it put in"
            )
        by = getattr(event, "by", None)
        if by is not None and (by < 0 if self.notation == _STARS else by != event.to - level):
            yield "increases as stated"

    def _refuse_returns(self) -> None:
        """Where bets come back without a line, they must have come back as they should."""
        if self.notation == _STARS or UNCALLED_RETURNS in self.hand.missing:
            return
        returned: Counter[int] = Counter()
        for event in self.hand.events:
            if isinstance(event, e.UncalledReturned):
                returned[event.seat] += event.amount
        chips = chips_in([event for event in self.hand.events if not isinstance(event, e.UncalledReturned)])
        if returned != Counter({chips.bettor: chips.uncalled} if chips.uncalled else {}):
            raise CannotWrite("a bet does not come back as nobody called it")

    def _of_pots(self) -> Iterator[str]:
        pots = {event.pot for event in self.hand.events if isinstance(event, e.PotAwarded)}
        if self.notation == _PHH and len(pots) > 1:
            yield "which pot an award is from"

    # --- cards -----------------------------------------------------------------------------------

    def _deal(self, event: e.CardDealt) -> None:
        if self.notation == _OHH and event.facing == "up" and not known(event.cards):
            raise CannotWrite("the format has no card that lies up and is not known")
        self.dealt[event.street][event.seat][event.facing] += len(event.cards)
        lying = self.up if event.facing == "up" else self.down
        lying[event.seat] += event.cards

    def _refuse_facing(self) -> None:
        """Which way cards face is not said: it must be as it is on that street."""
        for street, seats in self.dealt.items():
            for seat, cards in seats.items():
                wanted = _DEALT.get(street, {})
                for facing, number in cards.items():
                    extra = self.notation == _STARS and facing == "up" in wanted  # several stand in one bracket
                    if number > wanted.get(facing, 0) and not extra:
                        raise CannotWrite(f"seat {seat} gets more cards on street {street}, or they face otherwise")

    def _of_deal(self) -> Iterator[str]:
        """The order of the deal: seat by seat in the one format, a player's cards of a street at once in the other."""
        for street in self.dealt:
            seats = [
                event.seat for event in self.hand.events if isinstance(event, e.CardDealt) and event.street == street
            ]
            facings: dict[int, list[str]] = defaultdict(list)
            for event in self.hand.events:
                if isinstance(event, e.CardDealt) and event.street == street:
                    facings[event.seat].append(event.facing)
            runs = [seat for number, seat in enumerate(seats) if not number or seats[number - 1] != seat]
            split = self.notation != _OHH and len(runs) > len(set(runs))
            turned = any(sorted(each) != each for each in facings.values())  # a card dealt up before one dealt down
            if split or turned or (self.notation == _STARS and runs != sorted(runs)):
                yield "the order of the deal"

    def _community(self, event: e.CommunityDealt) -> Iterator[str]:
        if not event.reprint:
            if event.street != 7:
                raise CannotWrite(f"the format has no community card on street {event.street}")
            self.board += event.cards
        elif event.cards != self.board and (event.street or self.notation != _STARS):
            yield "repeated boards that differ"

    def _hidden_cards(self) -> Iterator[str]:
        """Down-cards that only their owner sees: shown or summarised, or not in a log of another's."""
        for seat, cards in self.down.items():
            if seat == self.hero:
                continue
            shown = {c for x in self.hand.events if isinstance(x, e.Shown) and x.seat == seat for c in x.cards}
            hidden = tuple([card for card in cards if card >= 0 and card not in shown])
            mucked = any(
                isinstance(x, e.Mucked) and x.seat == seat and set(hidden) <= set(x.cards) for x in self.hand.events
            )
            if hidden and not (self._is_summarised(seat, hidden) and (mucked or self.summarised)):
                yield "down-cards that were not shown"

    def _absent(self) -> Iterator[str]:
        """Who sits at the table and is not in the hand."""
        playing = {event.seat for event in self.hand.events if isinstance(event, (e.AntePosted, e.CardDealt, e.Action))}
        seated = {event.seat for event in self.hand.events if isinstance(event, e.SeatTaken) and not event.sitting_out}
        if seated - playing:
            yield "who sits at the table and is not in the hand"
        live = playing - {event.seat for event in self.hand.events if isinstance(event, e.Folded)}
        if len(live) < 2 and any(isinstance(event, (e.Shown, e.Mucked)) for event in self.hand.events):
            yield "what the only player left shows"


_HEADERS: Final[dict[str, Callable[[_Reader], Iterator[str]]]] = {
    _STARS: _Reader._stars_header,
    _PHH: _Reader._phh_header,
    _OHH: _Reader._ohh_header,
}
