"""What is remembered of lines: for those that come again, what a mapper makes of them.

A line's tail is what stands behind its player. In a tail that does not come again because of its cards, amounts, words,
or time, these are cut out as holes, and the rest comes again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any, Final, cast

from stud_audit.model import cards as deck
from stud_audit.model.events import Event
from stud_audit.model.money import amount_text
from stud_audit.model.rows import KIND_OF, OTHER
from stud_audit.model.spans import Span

LONGEST: Final = 200
"""Characters of the longest tail that is remembered: with a name, far from where a line is too long to be read."""
MEMORY: Final = 8192
"""Distinct tails that are remembered of a kind."""
SEAT_NUMBERS: Final = {str(number): number for number in range(1, 100)}
_OF_ALL_EVENTS: Final = frozenset(Event.__struct_fields__)
_MARK: Final = re.compile(r"\n([CAWT])(.)")
_SAMPLE_AMOUNTS: Final = (41_07, 53_09)
_SAMPLE_WORDS: Final = ("one thing", "another")
_SAMPLE_TIMES: Final = (datetime(1987, 6, 5, 4, 3, 21), datetime(1988, 7, 6, 5, 4, 32))


def ending(text: str) -> int:
    """The column behind the last character of a line that is no blank."""
    end = len(text)
    if not end or ord("!") <= ord(text[end - 1]) <= ord("~"):
        return end + 1
    return len(text.rstrip()) + 1


def made(event: Any, values: Sequence[Any], span: Span, raw: str, street: int) -> Event:
    """An event of these values. With a star before them it takes several times as long."""
    count = len(values)
    if count == 7:
        a, b, c, d, e, f, g = values
        return cast(Event, event(a, b, c, d, e, f, g, span=span, raw=raw, street=street))
    if count == 2:
        a, b = values
        return cast(Event, event(a, b, span=span, raw=raw, street=street))
    if count == 3:
        a, b, c = values
        return cast(Event, event(a, b, c, span=span, raw=raw, street=street))
    if count == 5:
        a, b, c, d, e = values
        return cast(Event, event(a, b, c, d, e, span=span, raw=raw, street=street))
    return cast(Event, event(*values, span=span, raw=raw, street=street))


class Hole:
    """What is cut out of a tail, by its place among them."""

    def __init__(self, place: int) -> None:
        self.place = place

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hole) and other.place == self.place

    def __hash__(self) -> int:
        return hash(self.place)


THE_SEAT: Final = Hole(-1)
"""The seat, where it is not the first of an event's values."""


class Telling:
    """An event of a rule. `lead` counts the values that are the seat, and the player, and `values` are those behind.

    It stands on the street of the betting where it `acts`. `start` and `end` count from the end of the name; `place` is
    the hole where it stands instead; without both its place is the line.
    """

    def __init__(self, event: type[Event], lead: int, values: tuple[Any, ...]) -> None:
        self.event, self.lead, self.values = event, lead, values
        self.kind = KIND_OF.get(event, OTHER)
        self.acts = False
        self.start: int | None = None
        self.end = 0
        self.place: int | None = None
        behind = 2 + len(values)
        places = [
            (0 if value is THE_SEAT else value.place + behind) if type(value) is Hole else at
            for at, value in enumerate(values, 2)
        ]
        places = [0, 1][:lead] + places
        self.holes = Hole in map(type, values)
        self._pick: Callable[[Sequence[Any]], tuple[Any, ...]] | None = None
        if self.holes and len(places) > 1:
            self._pick = itemgetter(*places)

    def __eq__(self, other: object) -> bool:
        slots = "event", "lead", "values", "acts", "start", "end", "place"
        return isinstance(other, Telling) and all(getattr(self, slot) == getattr(other, slot) for slot in slots)

    __hash__ = None  # type: ignore[assignment]  # they are compared, and no more

    @classmethod
    def of(cls, event: Event, seat: int, player: str | None, fills: Sequence[Any]) -> Telling:
        """The event of that player's line, with holes for what they are filled with."""
        names = [name for name in event.__struct_fields__ if name not in _OF_ALL_EVENTS]
        values = [getattr(event, name) for name in names]
        lead = 0
        for name, value in (("seat", seat), ("player", player)):
            if value is not None and names[lead : lead + 1] == [name] and values[lead] == value:
                lead += 1

        def hole(value: Any) -> Any:
            return Hole(fills.index(value)) if value in fills else THE_SEAT if value == seat else value

        return cls(type(event), lead, tuple(map(hole, values[lead:])))

    def said(self, seat: int, player: str, fills: Sequence[Any]) -> tuple[Any, ...]:
        """All values of the event, for that player and with that in the holes."""
        if self._pick is not None:
            return self._pick((seat, player, *self.values, *fills))
        values = tuple([fills[value.place] for value in self.values]) if self.holes else self.values
        return values if not self.lead else (seat, *values) if self.lead == 1 else (seat, player, *values)

    def at(self, fills: Sequence[Any], spots: Sequence[tuple[int, int]]) -> Telling:
        """The event of a tail with that in its holes, and the holes there."""
        lead = self.lead
        told = Telling(self.event, lead, self.said(0, "", fills)[lead:])
        told.acts, told.start, told.end = self.acts, self.start, self.end
        if self.place is not None:
            start, end = spots[self.place]
            told.start, told.end = start + 1, end + 1
        return told


Found = tuple[Any, Sequence[Any], Sequence[tuple[int, int]]]
"""A rule, what fills the holes of its tail, and where these are."""
Sample = tuple[str, Sequence[Any], Sequence[tuple[int, int]]]
"""A tail, or what is left of it, what fills its holes, and where these are."""


def sample(key: str, which: int, decimals: int) -> Sample:
    """A tail with others in the holes of its key, `which` of two.

    In a key a line end, which no line contains, marks a hole: `C` and the number of cards, `A` and the sign of an
    amount (`#` without one), `W.` for words, `T.` for a time.
    """
    fills: list[Any] = []
    spots: list[tuple[int, int]] = []
    text, place = "", 0
    for mark in _MARK.finditer(key):
        text += key[place : mark.start()]
        place, kind, more = mark.end(), mark[1], mark[2]
        start = len(text)
        if kind == "C":
            first = 26 * which + start
            fills.append(tuple([deck.DECK[(first + card) % 52] for card in range(int(more))]))
            text += deck.cards_text(fills[-1])
        elif kind == "T":
            fills.append(_SAMPLE_TIMES[which] + timedelta(seconds=start))
            text += fills[-1].isoformat()
        elif kind == "A":
            fills.append(_SAMPLE_AMOUNTS[which] + 97 * start)
            text += more.strip("#") + amount_text(fills[-1], decimals)
        else:
            fills.append(f"{_SAMPLE_WORDS[which]} {start}")
            text += fills[-1]
        spots.append((start, len(text)))
    return text + key[place:], fills, spots


class Rules:
    """The rules of tails, or lines, and of what they are with holes in them, no more than `most` of a kind."""

    def __init__(self, most: int = MEMORY) -> None:
        self._most = most
        self._once: set[str] = set()
        self._never: set[str] = set()
        self.known: dict[str, Any] = {}
        self.holed: dict[str, Any] = {}

    def due(self, tail: str) -> bool:
        """Whether the tail has come before, so that a rule for it pays."""
        if tail not in self._once:
            if len(tail) <= LONGEST:
                if len(self._once) >= self._most:
                    self._once.clear()
                self._once.add(tail)
            return False
        return tail not in self._never

    def found(self, tail: str, cut: Sample | None, ask: Callable[[str], Any]) -> Found | None:
        """The rule of a tail that is not known itself, with what fills its holes; None where there is none yet.

        `cut` is what is left of it with its holes, `ask` gives the rule of such a rest, or of a tail.
        """
        if len(tail) > LONGEST:
            return None
        if cut is not None:
            key, fills, spots = cut
            rule = self.holed.get(key)
            if rule is None and self.due(key):
                rule = self.learn(key, ask(key), holed=True)
            if rule is not None:
                return rule, fills, spots
        if self.due(tail):
            rule = self.learn(tail, ask(tail))
            if rule is not None:
                return rule, (), ()
        return None

    def learn(self, tail: str, rule: Any, holed: bool = False) -> Any:
        """Remembers the rule, or that there is none."""
        if rule is None:
            if len(self._never) >= self._most:
                self._never.clear()
            self._never.add(tail)
            return None
        rules = self.holed if holed else self.known
        if len(rules) >= self._most:
            rules.clear()
        rules[tail] = rule
        return rule
