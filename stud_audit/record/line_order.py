"""Lines that stand where no hand has them: a look at the order of the whole record.

The replay and the checks need to know of such lines beforehand, so that an action recorded after the
showdown, say, is reported as a line out of order, and not once more as an action out of turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from stud_audit.model.events import (
    ACTIONS,
    AntePosted,
    CardBurned,
    CardDealt,
    CardsReprinted,
    ChatSaid,
    CommunityDealt,
    Event,
    Folded,
    LineUnknown,
    Mucked,
    Noted,
    PotAwarded,
    RakeTaken,
    SeatSummarised,
    SeatTaken,
    ShowdownOpened,
    Shown,
    StreetOpened,
    SummaryOpened,
    TotalStated,
    UncalledReturned,
)

_NAMES: Final = {3: "third street", 4: "fourth street", 5: "fifth street", 6: "sixth street", 7: "seventh street"}


@dataclass(slots=True)
class Order:
    """What is out of order. `astray` has the numbers of such events and what is wrong with each.

    `early` are the headings and actions that stand before the cards of the street they are counted
    to, although an action came in between: the street begins with its cards then, and such an action
    belongs to the round before.
    """

    astray: dict[int, str] = field(default_factory=dict)
    early: set[int] = field(default_factory=set)


class _Reader:
    """One pass over the events of a hand."""

    def __init__(self, events: tuple[Event, ...]) -> None:
        self.events = events
        self.order = Order()
        self.street = 2
        """The last street whose heading or cards have come."""
        self.headed: dict[int, int] = {}
        self.dealt: set[int] = set()
        self.acted: dict[int, list[int]] = {}
        """Street to its actions so far."""
        self.jumped: set[int] = set()
        """Streets that were passed over."""
        self.once: dict[tuple[object, ...], int] = {}
        self.over = ""
        """What told that the play is over."""
        self.summary = False
        self.awarded = self.shown = False
        self.twice = 0
        """The line of a total that was stated before."""

    def seat(self, number: int, event: SeatTaken) -> None:
        if self.dealt:
            self._astray(number, "a seat is taken after the deal has begun")

    def ante(self, number: int, event: AntePosted) -> None:
        if self.over:
            self._astray(number, f"an ante after {self.over}")
        elif 3 in self.headed and 3 not in self.dealt:
            self._astray(number, "an ante after the heading of third street")

    def heading(self, number: int, event: StreetOpened) -> None:
        street = event.street
        name = _NAMES.get(street, "an unknown street")
        if self.over:
            self._astray(number, f"{name} begins after {self.over}")
        elif street in self.headed:
            self._astray(number, f"{name} is announced twice")
        elif street in self.dealt:
            self._astray(number, f"the heading of {name} stands after cards of it")
        elif street < self.street:
            if street not in self.jumped:
                self._astray(number, f"{name} begins after a later street")
        elif street > self.street + 1:
            self.jumped.update(range(self.street + 1, street))
            self._astray(number, f"{name} begins, and a street before it is missing")
        self.headed.setdefault(street, number)
        self.street = max(self.street, street)

    def card(self, number: int, event: CardDealt | CommunityDealt) -> None:
        street = event.street
        if isinstance(event, CommunityDealt) and event.reprint:
            return
        name = _NAMES.get(street, "third street")
        if self.over:
            self._astray(number, f"a card is dealt after {self.over}")
        elif not street:
            self._astray(number, "a card stands before the heading of its street")
        elif street < self.street:
            self._astray(number, f"a card of {name} is dealt after a later street has begun")
        elif street in self.acted:
            if street in self.dealt:
                self._astray(number, f"a card is dealt after the betting on {name} has begun")
            else:
                self._acted_early(street, name)
        elif street not in self.dealt and street not in self.headed and self._lacks_heading(street, number):
            self._astray(number, f"the heading of {name} is missing")
        if street:
            self.dealt.add(street)
            self.street = max(self.street, street)

    def _lacks_heading(self, street: int, number: int) -> bool:
        """Whether the log prints such headings (that of third street may be left out), and here is none.

        A line that could not be read just before may be the heading.
        """
        if street == 3 or not any(type(event) is StreetOpened for event in self.events):
            return False
        for event in reversed(self.events[: number - 1]):
            if not isinstance(event, (CardBurned, CardsReprinted, Noted, ChatSaid)):
                return not isinstance(event, LineUnknown)
        return True

    def _acted_early(self, street: int, name: str) -> None:
        if street == 3:
            what = "an action before the first card"
        else:
            what = f"an action between the heading of {name} and its cards"
            self.order.early.update((self.headed.get(street, 0), *self.acted[street]))
        for number in self.acted.pop(street):
            self._astray(number, what)

    def action(self, number: int, event: Event) -> None:
        if self.over:
            self._astray(number, f"an action after {self.over}")
        else:
            self.acted.setdefault(event.street, []).append(number)

    def back(self, number: int, event: UncalledReturned) -> None:
        if self.summary:
            self._astray(number, "a bet is returned after the summary has begun")
        elif self.awarded:
            self._astray(number, "a bet is returned after the pot was awarded")

    def showdown(self, number: int, event: ShowdownOpened) -> None:
        if self.summary:
            self._astray(number, "the showdown begins after the summary")
        elif self._again("showdown"):
            self._astray(number, "the showdown begins twice")
        elif self.shown or self.awarded:
            self._astray(number, "the heading of the showdown stands after hands shown or pots awarded")
        self.over = self.over or "the showdown has begun"

    def show(self, number: int, event: Shown | Mucked) -> None:
        if event.street:
            # Shown with a fold, or turned up while cards are still to come: neither is the showdown.
            self.shown = event.street == 7 and not isinstance(self.events[number - 2], Folded)
            return
        if self.summary:
            self._astray(number, "a hand is shown after the summary has begun")
        elif self._again("show", event.seat, event.cards) or (not event.cards and self._again("muck", event.seat)):
            # The same cards again: other cards are another's line with the wrong name, or contradict the first.
            self._astray(number, f"seat {event.seat} shows or mucks twice")
        self.shown = True

    def award(self, number: int, event: PotAwarded) -> None:
        if self.summary:
            self._astray(number, "a pot is awarded after the summary has begun")
        elif not self.dealt and not self.acted:
            self._astray(number, "a pot is awarded before the deal")
        self.awarded = True
        self.over = self.over or "the pot was awarded"

    def summing(self, number: int, event: SummaryOpened) -> None:
        if self._again("summary"):
            self._astray(number, "the summary begins twice")
        elif any(key[0] in ("seat", "total") for key in self.once):
            self._astray(number, "the heading of the summary stands after lines of it")
        self.summary = True
        self.over = self.over or "the summary has begun"

    def total(self, number: int, event: TotalStated) -> None:
        if event.street:
            return  # a running total, as some sites print it with each street
        if self._again("total", event.pot):
            self._astray(number, "the total is stated twice")
            self.twice = event.span.line
        self.over = self.over or "the total was stated"

    def rake(self, number: int, event: RakeTaken) -> None:
        if event.span.line and event.span.line == self.twice:
            self._astray(number, "the total is stated twice")

    def summarised(self, number: int, event: SeatSummarised) -> None:
        before = self.events[number - 2]
        if isinstance(before, LineUnknown) and before.span.line == event.span.line:
            return  # whose line it is cannot be told
        if self._again("seat", event.seat):
            self._astray(number, f"the summary of seat {event.seat} stands twice")
        self.over = self.over or "the summary has begun"

    def _again(self, *key: object) -> bool:
        seen = key in self.once
        self.once[key] = 1
        return seen

    def _astray(self, number: int, what: str) -> None:
        self.order.astray[number] = what


_TAKE: Final = {
    SeatTaken: _Reader.seat,
    AntePosted: _Reader.ante,
    StreetOpened: _Reader.heading,
    CardDealt: _Reader.card,
    CommunityDealt: _Reader.card,
    UncalledReturned: _Reader.back,
    ShowdownOpened: _Reader.showdown,
    Shown: _Reader.show,
    Mucked: _Reader.show,
    PotAwarded: _Reader.award,
    SummaryOpened: _Reader.summing,
    TotalStated: _Reader.total,
    RakeTaken: _Reader.rake,
    SeatSummarised: _Reader.summarised,
} | dict.fromkeys(ACTIONS, _Reader.action)


def read_order(events: tuple[Event, ...]) -> Order:
    """What is out of order among the events of a hand."""
    reader = _Reader(events)
    take_of = _TAKE.get
    acted = reader.acted
    usual = 0  # the street whose cards and actions come as they should
    for number, event in enumerate(events, 1):
        kind = type(event)
        # The great majority of lines: one more seat, ante, card, or action.
        if kind is CardDealt:
            if usual and event.street == usual and usual not in acted:
                continue
        elif kind in ACTIONS:
            if event.street == usual and usual in acted:
                continue
        elif not usual and (kind is SeatTaken or kind is AntePosted) and not reader.headed and not reader.over:
            continue
        take = take_of(kind)
        if take is not None:
            take(reader, number, event)  # type: ignore[operator]
            usual = reader.street if reader.street in reader.dealt and not reader.over else 0
    return reader.order
