"""Odd chips: what an equal split in whole chips leaves over, and to whom a house's rules give it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Literal

from stud_audit.game.boards import suit_value
from stud_audit.game.opening import button_known, nearest_left
from stud_audit.game.ranks import high_rank, low_rank, low_value
from stud_audit.game.table import Table
from stud_audit.houses.rules import Rules
from stud_audit.model.cards import Cards
from stud_audit.model.events import Half
from stud_audit.model.values import Value

Method = Literal["left_of_button", "left_seat", "high_suit", "low_suit", "unruled"]


class Tie(Value, frozen=True):
    """Hands that share `amount`, and what the record paid each of them of it.

    `half` is `high` or `low` in hi-lo and None where the pot is not halved; `razz` tells the game.
    `unit` is the smallest chip, `cards` has the seven cards of each seat.
    """

    amount: int
    paid: Mapping[int, int]
    unit: int
    half: Half | None
    razz: bool
    cards: Mapping[int, Cards]

    @property
    def low(self) -> bool:
        """Whether it is the low hand that is tied: the ace is low then."""
        return self.razz or self.half == "low"

    @property
    def seats(self) -> tuple[int, ...]:
        """The tied seats."""
        return tuple(self.paid)

    @property
    def base(self) -> int:
        """What each gets before the odd chips."""
        return self.amount // (len(self.paid) * self.unit) * self.unit

    @property
    def left(self) -> int:
        """The odd chips: less than one unit for each. What is less than a chip is with them."""
        return self.amount - self.base * len(self.paid)

    @property
    def alike(self) -> bool:
        """Whether all were paid alike, odd chips aside."""
        return min(self.paid.values()) >= self.base

    def method(self, rules: Rules) -> Method:
        """The rule for this tie: a house that goes by position does so in every game but razz."""
        if self.razz:
            return rules.razz_odd_chip
        if self.half == "low" and rules.odd_chip_method == "high_suit":
            return rules.razz_odd_chip
        return rules.odd_chip_method

    def needs_button(self, state: Table, rules: Rules) -> bool:
        """Whether position decides, and the log shows no button."""
        return self.left > 0 and self.method(rules) in ("left_of_button", "left_seat") and not button_known(state)


def leaves_odd_chips(way: Sequence[Tie]) -> bool:
    """Whether dividing a pot in this way, in its halves or whole, leaves an odd chip to somebody."""
    return any(tie.left for tie in way) or way[0].amount != way[-1].amount


def order(tie: Tie, state: Table, rules: Rules) -> tuple[int, ...]:
    """The tied seats in the order in which odd chips fall to them. Position needs a known button."""
    method = tie.method(rules)
    if method in ("left_of_button", "left_seat"):
        first = nearest_left(state, list(tie.seats))
        seats = sorted(tie.seats)
        at = seats.index(first)
        return tuple(seats[at:] + seats[:at])
    five = rules.odd_chip_cards == 5
    low = method == "low_suit"
    key = _lowest_first if low else _highest_low_first if tie.low else _highest_first

    def rank(seat: int) -> tuple[tuple[int, int], ...]:
        chosen = _winning_fives(tie, tie.cards[seat]) if five else [tie.cards[seat]]
        keys = [key(cards, rules.suit_order) for cards in chosen]
        return min(keys) if low else max(keys)

    return tuple(sorted(tie.seats, key=rank, reverse=not low))


def _winning_fives(tie: Tie, cards: Cards) -> list[Cards]:
    """Every five of the cards that are the winning hand: cards of one rank may stand for one another."""
    if tie.low:
        target = low_rank(cards)
        return [five for five in combinations(cards, 5) if low_rank(five) == target]
    best = high_rank(cards)
    return [five for five in combinations(cards, 5) if high_rank(five) == best]


def _highest_first(cards: Cards, suits: str) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(((card >> 2, suit_value(card, suits)) for card in cards), reverse=True))


def _highest_low_first(cards: Cards, suits: str) -> tuple[tuple[int, int], ...]:
    return _lowest_first(cards, suits)[::-1]


def _lowest_first(cards: Cards, suits: str) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((low_value(card), suit_value(card, suits)) for card in cards))


def divide(tie: Tie, state: Table, rules: Rules) -> dict[int, int]:
    """What each tied seat is due, less than a chip along with the first odd one. Position needs a known button."""
    due = dict.fromkeys(tie.seats, tie.base)
    left, broken = tie.left, tie.left % tie.unit
    for seat in order(tie, state, rules) if left else ():
        chips = left if rules.odd_chip_spread == "single" else min(left, tie.unit + broken)
        due[seat] += chips
        left, broken = left - chips, 0
    return due


def rightly_divided(tie: Tie, state: Table, rules: Rules) -> bool:
    """Whether the odd chips went where these rules want them. Position needs a known button."""
    if tie.method(rules) == "unruled":
        return tie.alike
    if tie.method(rules) != "left_seat":
        return dict(tie.paid) == divide(tie, state, rules)
    extras = sorted((paid - tie.base for paid in tie.paid.values()), reverse=True)
    if extras != sorted((chips - tie.base for chips in divide(tie, state, rules).values()), reverse=True):
        return False
    named = next(state.clockwise(state.button or 0)).seat
    return named not in tie.paid or tie.paid[named] - tie.base == extras[0]
