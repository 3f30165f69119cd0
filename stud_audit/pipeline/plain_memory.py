"""What was said of the rows of plain hands, by numbers instead of situations.

A row's situation is only worked out where nothing stands yet at the place of its number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stud_audit.model.rows import KIND_OF
from stud_audit.pipeline.situations import Situation

MORE: Final = 32
"""What more there is to a row than its kind, as a number below this."""
UNKNOWN: Final = -1
_MOST: Final = 1 << 16
"""What is remembered of a house and game; beyond, all is learned anew."""


class PlainWager:
    """Wagers that are made in one situation: where it stands what was said of them, and the round's wagers with one."""

    def __init__(self, situation: Situation, place: int, ladder: int) -> None:
        self.situation, self.place, self.ladder = situation, place, ladder


class PlainMemory:
    """What was said of rows in all plain hands of a house and game, and together in the present one.

    `ask` tells what was said of a situation, below 0 where nothing is known of it that always holds. It stands at a
    place for each kind of row and what more there is to it, and then for each situation that rests on amounts.
    `number` is what was said of the rows of the present hand, below 0 where that is not known of one of them.
    """

    def __init__(self, ask: Callable[[Situation], int]) -> None:
        self._ask = ask
        self.number = 0
        self.wagers: dict[Situation, PlainWager] = {}
        self.ladders: list[Situation] = [()]
        """The wagers of rounds by their number."""
        self.of_sides: dict[Situation, int] = {}
        """What was said of the sides of hands, by all that they rest on."""
        self._said = [UNKNOWN] * (MORE * (1 + max(KIND_OF.values())))
        self._hand = 0
        self._heard_in = [0] * len(self._said)
        """The last hand in which it was heard, by place."""
        self._places: dict[Situation, int] = {}
        self._ladder_numbers: dict[Situation, int] = {}

    def next_hand(self) -> None:
        """Nothing was heard of the hand that comes now."""
        self._hand += 1
        self.number = 0

    def unknown(self, place: int) -> bool:
        """Whether it is not known yet what was said of the row that comes now, which stands for others at that place.

        It adds nothing to say it twice in a hand.
        """
        heard_in = self._heard_in
        if heard_in[place] == self._hand:
            return False
        heard_in[place] = self._hand
        said = self._said[place]
        if said < 0:
            return True
        if self.number >= 0:
            self.number |= said
        return False

    def hear(self, place: int, situation: Situation) -> None:
        """The row at that place is of this situation."""
        said = self._said[place] = self._ask(situation)
        if said < 0:
            self.number = UNKNOWN
        elif self.number >= 0:
            self.number |= said

    def say(self, kind: int, more: int, situation: Situation) -> None:
        """What was said of a row of that kind, of which `more` tells the rest."""
        place = kind * MORE + more
        if self.unknown(place):
            self.hear(place, situation)

    def place(self, situation: Situation) -> int:
        """Where it stands what was said of a situation."""
        place = self._places.get(situation)
        if place is None:
            place = self._places[situation] = self._next_place()
        return place

    def wager(self, key: Situation, situation: Situation, ladder: Situation) -> PlainWager:
        """Remember wagers of a situation, which make these the wagers of the round."""
        number = self._ladder_numbers.get(ladder)
        if number is None:
            number = self._ladder_numbers[ladder] = len(self.ladders)
            self.ladders.append(ladder)
        wager = self.wagers[key] = PlainWager(situation, self._next_place(), number)
        return wager

    def _next_place(self) -> int:
        self._said.append(UNKNOWN)
        self._heard_in.append(0)
        return len(self._said) - 1

    def full(self) -> bool:
        """Whether there is so much that it had better be learned anew."""
        return len(self._said) + len(self.ladders) + len(self.of_sides) > _MOST
