"""Writes hands as PHH, which PokerKit and other tools load and replay.

It has no amounts of calls and bring-ins, no marks of all-ins, and no facing of cards: these follow from the stakes, the
stacks, and the street. A hand in which they were otherwise cannot be written (`CannotWrite`), nor can one that was
called off. What else the format has no place for is in `unsaid`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from stud_audit.ingest.mapping.uncalled_bets import chips_in
from stud_audit.ingest.writers import CannotWrite, refuse_unfit
from stud_audit.model import events as e
from stud_audit.model.cards import UNKNOWN, Card, card_text
from stud_audit.model.gaps import ALL_IN_MARKS, AWARDS, UNCALLED_RETURNS, UP_CARDS
from stud_audit.model.hand import Hand
from stud_audit.model.money import amount_text

_VARIANTS: Final = {"stud": "F7S", "stud8": "F7S/8", "razz": "FR"}
_ZONES: Final = ("UTC", "GMT")
_INTEGER: Final = re.compile("0|[1-9][0-9]{0,17}")
"""An integer as TOML has them, of 64 bits."""


def write_hand(hand: Hand, bring_in: int | None = None) -> str:
    """The settings of one hand, a line each with its line end. `CannotWrite` where the format cannot say the hand.

    `bring_in` is what is known of the table besides: many logs tell the bring-in only when it is posted.
    """
    return "".join(f"{key} = {value}\n" for key, value in _Writer(hand, bring_in).settings())


def posted_bring_in(hand: Hand) -> int | None:
    """The bring-in that the hand's header states, or that was posted in it.

    A short one does not tell it, nor does a full bet with which the low card opened instead.
    """
    if hand.header.bring_in is not None:
        return hand.header.bring_in
    for event in hand.events:
        if isinstance(event, e.BroughtIn) and not event.all_in and event.added < (hand.header.small or 0):
            return event.added
    return None


class _Writer:
    """Follows a hand as a reader of the format will, to see that both come to the same chips."""

    def __init__(self, hand: Hand, bring_in: int | None) -> None:
        self.hand, self.header = hand, hand.header
        refuse_unfit(hand, _VARIANTS)
        seated = {event.seat: event for event in hand.events if isinstance(event, e.SeatTaken)}
        playing = {event.seat for event in hand.events if isinstance(event, (e.AntePosted, e.CardDealt, e.Action))}
        if not playing:
            raise CannotWrite("nobody plays")
        if lost := playing - set(seated):
            raise CannotWrite(f"nobody is seated at seat {min(lost)}, who plays")
        # Where no button is known, the seats as they are listed: in PHH itself the first one is at the dealer's left.
        button = self.header.button or next(reversed(seated), 0)
        order = sorted(playing, key=lambda seat: (seat <= button, seat))
        self.players = [seated[seat] for seat in order]
        self.places = {seat: f"p{place}" for place, seat in enumerate(order, 1)}
        known = posted_bring_in(hand)
        if known is None and bring_in is None:
            raise CannotWrite("the bring-in is not on record")
        self.bring_in: int = (known if known is not None else bring_in) or 0
        self.left = {event.seat: event.stack for event in self.players}
        self.antes: Counter[int] = Counter()
        self.won: Counter[int] = Counter()
        self.committed: Counter[int] = Counter()
        self.level = 0
        self.street = 0
        self.folded: set[int] = set()
        self.cards: dict[int, list[Card]] = {seat: [] for seat in order}
        self.dealt: dict[int, list[e.CardDealt]] = {}
        """Cards of this street that are not written yet."""
        self.undealt = False
        self.board: list[Card] = []
        self.shown: dict[int, tuple[Card, ...]] = {}
        self.actions: list[str] = []

    def settings(self) -> Iterator[tuple[str, str]]:
        """Names and values, the required ones first."""
        for event in self.hand.events:
            self._take(event)
        self._flush()
        if UNCALLED_RETURNS in self.hand.missing:  # the log has no line for them: they go back all the same
            chips = chips_in(self.hand.events)
            if chips.uncalled:
                self._pay_in(chips.bettor, -chips.uncalled)
        header, seats = self.header, [player.seat for player in self.players]
        yield "variant", _quoted(_VARIANTS[header.game])
        yield "antes", _list(self._money(self.antes[seat]) for seat in seats)
        yield "bring_in", self._money(self.bring_in)
        yield "small_bet", self._money(header.small)
        yield "big_bet", self._money(header.big)
        yield "starting_stacks", _list(self._money(player.stack) for player in self.players)
        yield "actions", _list(map(_quoted, self.actions))
        number = header.hand_id
        yield "hand", number if _INTEGER.fullmatch(number) else _quoted(number)
        level = (header.level or "").lstrip("0") or header.level
        if level is not None and _INTEGER.fullmatch(level):
            yield "level", level
        yield "seats", _list(map(str, seats))
        if header.max_seats is not None:
            yield "seat_count", str(header.max_seats)
        if header.table is not None:
            yield "table", _quoted(header.table)
        yield "players", _list(_quoted(player.player) for player in self.players)
        yield from self._when()
        if header.currency != "chips":
            yield "currency", _quoted(header.currency)
        if self._paid():
            yield "winnings", _list(self._money(self.won[seat]) for seat in seats)
            if all(self.left[seat] is not None for seat in seats):
                yield "finishing_stacks", _list(self._money((self.left[seat] or 0) + self.won[seat]) for seat in seats)
        if header.tournament is not None:
            yield "_tournament", _quoted(header.tournament)

    def _paid(self) -> bool:
        return not self.hand.truncated and AWARDS not in self.hand.missing and bool(self.won)

    def _when(self) -> Iterator[tuple[str, str]]:
        at, zone = self.header.played_at, self.header.played_zone
        if at is None:
            return
        yield "time", at.time().isoformat()
        if zone is not None:
            yield "time_zone" if "/" in zone or zone in _ZONES else "time_zone_abbreviation", _quoted(zone)
        yield "day", str(at.day)
        yield "month", str(at.month)
        yield "year", str(at.year)

    def _money(self, units: int | None) -> str:
        return "inf" if units is None else amount_text(units, self.header.decimals)

    # --- events ------------------------------------------------------------------------------------

    def _take(self, event: e.Event) -> None:
        if isinstance(event, (e.StreetOpened, e.CardDealt, e.CommunityDealt, e.Action)):
            self._enter(event.street)
        match event:
            case e.AntePosted():
                self.antes[event.seat] += event.amount
                self._pay_in(event.seat, event.amount)
                self._must_follow(event)
            case e.CardDealt():
                self.dealt.setdefault(event.seat, []).append(event)
            case e.CommunityDealt(reprint=False):
                self.undealt = False
                self.board += event.cards
                self._flush()
                self.actions.append(f"d db {_cards(event.cards)}")
            case e.Action():
                self._flush()
                self.actions.append(f"{self.places[event.seat]} {self._action(event)}")
            case e.UncalledReturned():
                self._pay_in(event.seat, -event.amount)
            case e.Shown() | e.Mucked():
                self._flush()
                self._show(event)
            case e.PotAwarded():
                self._known(event.seat)
                self.won[event.seat] += event.amount

    def _known(self, seat: int) -> None:
        if seat not in self.places:
            raise CannotWrite(f"seat {seat} is not in the hand")

    def _pay_in(self, seat: int, amount: int) -> None:
        self._known(seat)
        left = self.left[seat]
        if left is not None:
            self.left[seat] = left - amount

    def _enter(self, street: int) -> None:
        if street <= self.street:
            return
        self._flush()
        if street > max(self.street, 2) + 1:
            raise CannotWrite(f"the cards before street {street} are not on record")
        self.street, self.level, self.undealt = street, 0, True
        self.committed.clear()

    # --- cards -------------------------------------------------------------------------------------

    def _flush(self) -> None:
        """Writes the cards of this street, with those that the log does not show as hidden ones."""
        if self.undealt:
            self.undealt = False
            hidden = [
                player.seat for player in self.players if player.seat not in self.dealt and self._hidden(player.seat)
            ]
            if not self.dealt and not hidden:  # nothing would tell that it has begun
                raise CannotWrite(f"the cards of street {self.street} are not on record")
            for seat in (*self.dealt, *hidden):
                cards = self._of_street(seat, self.dealt.get(seat, []))
                self.cards[seat] += cards
                self.actions.append(f"d dh {self.places[seat]} {_cards(cards)}")
        elif any(self.dealt.values()):
            raise CannotWrite(f"cards are dealt after the deal of street {self.street}")
        self.dealt = {}

    def _hidden(self, seat: int) -> bool:
        """Whether the log does not show a card of this street although the player must have got one."""
        if seat in self.folded:
            return False
        return UP_CARDS in self.hand.missing or (self.street == 7 and UNKNOWN in self.cards[seat][:2])

    def _of_street(self, seat: int, dealt: list[e.CardDealt]) -> list[Card]:
        down = [card for event in dealt if event.facing == "down" for card in event.cards]
        up = [card for event in dealt if event.facing == "up" for card in event.cards]
        want_down, want_up = (2, 1) if self.street == 3 else (1, 0) if self.street == 7 else (0, 1)
        if len(down) > want_down or len(up) > want_up:
            raise CannotWrite(f"seat {seat} gets more cards on street {self.street}, or they face otherwise")
        return [*down, *[UNKNOWN] * (want_down - len(down)), *up, *[UNKNOWN] * (want_up - len(up))]

    def _show(self, event: e.Shown | e.Mucked) -> None:
        self._known(event.seat)
        if len(self.places) - len(self.folded) < 2:
            return  # no showdown: nobody is left to be beaten
        place = self.places[event.seat]
        if isinstance(event, e.Mucked) or all(card == UNKNOWN for card in event.cards):
            if event.seat not in self.shown:
                self.actions.append(f"{place} sm")
        elif self.shown.get(event.seat) != event.cards:
            self.actions.append(f"{place} sm {_cards(self._in_order(event))}")
        self.shown[event.seat] = event.cards

    def _in_order(self, event: e.Shown) -> list[Card]:
        """The cards shown in the order in which they were dealt, so that they stand where hidden ones lie."""
        dealt = self.cards[event.seat]
        own = [card for card in event.cards if card not in self.board]
        new = iter([card for card in own if card not in dealt])
        cards = [next(new, UNKNOWN) if card == UNKNOWN else card for card in dealt]
        return own if set(own) - set(cards) else cards

    # --- actions -----------------------------------------------------------------------------------

    def _action(self, event: e.Action) -> str:
        if isinstance(event, e.Folded):
            self.folded.add(event.seat)
            return "f"
        due = self._due(event.seat)
        if isinstance(event, e.Wager):
            before = self.committed[event.seat]
            exact = event.to == before + event.added
            # With a full bet the low card opens as with any other bet: it posts no bring-in.
            if isinstance(event, e.BroughtIn) and event.to != self.header.small:
                written, exact = "pb", event.added == self._at_most(event.seat, self.bring_in)
            elif isinstance(event, e.Called):
                written, exact = "cc", 0 < event.added == due
            else:
                written = f"cbr {self._money(event.to)}"
            if not exact:
                raise CannotWrite(
                    f"seat {event.seat} puts in {self.hand.money(event.added)}, which is not what was due"
                )
            self._pay_in(event.seat, event.added)
            self._must_follow(event)
            self.committed[event.seat] += event.added
            self.level = max(self.level, self.committed[event.seat])
            return written
        if due:
            raise CannotWrite(f"seat {event.seat} checks against a bet")
        return "cc"

    def _must_follow(self, event: e.AntePosted | e.Wager) -> None:
        """All-in is who has no chips left: the format has no other word for it."""
        left = self.left[event.seat]
        if event.all_in != (left is not None and left <= 0) and ALL_IN_MARKS not in self.hand.missing:
            raise CannotWrite(f"whether seat {event.seat} is all-in does not follow from its stack")

    def _due(self, seat: int) -> int:
        level = max(self.level, self.bring_in) if self.street == 3 and self.level else self.level
        return self._at_most(seat, max(level - self.committed[seat], 0))

    def _at_most(self, seat: int, amount: int) -> int:
        left = self.left[seat]
        return amount if left is None else min(amount, max(left, 0))


def _cards(cards: Any) -> str:
    return "".join("??" if card == UNKNOWN else card_text(card) for card in cards)


def _list(texts: Any) -> str:
    return "[" + ", ".join(texts) + "]"


def _quoted(text: str) -> str:
    """A text of TOML: as it is in single quotes, or escaped in double ones."""
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
