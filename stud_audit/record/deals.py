"""Who was dealt what on which street, and which cards occur twice: read off the whole record."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from stud_audit.game.table import Player, Table
from stud_audit.model.cards import Card
from stud_audit.model.events import (
    CardBurned,
    CardDealt,
    CardsReprinted,
    ChatSaid,
    CommunityDealt,
    Event,
    LineUnknown,
    Noted,
    SeatSummarised,
    StreetOpened,
)
from stud_audit.record.index import Index
from stud_audit.record.known_cards import contradiction, revealed_cards

_WITHIN_DEAL = (CardDealt, CardsReprinted, CommunityDealt, CardBurned, StreetOpened)
_BESIDE = (ChatSaid, Noted, LineUnknown)


@dataclass(slots=True)
class StreetDeal:
    """The cards of one street as recorded: seat to the numbers of its deals, up and down."""

    street: int
    first: int
    last: int
    up: dict[int, list[int]] = field(default_factory=dict)
    down: dict[int, list[int]] = field(default_factory=dict)


def street_deals(index: Index) -> dict[int, StreetDeal]:
    """The deal of each street of which cards are on record, each card with the seat whose it is."""
    deals = {}
    events, misdirected = index.hand.events, index.misdirected
    for street, numbers in index.deals.items():
        deal = deals[street] = StreetDeal(street, numbers[0], numbers[-1])
        for number in numbers:
            event: CardDealt = events[number - 1]  # type: ignore[assignment]
            owner = index.owner(number, event.seat) if misdirected else event.seat
            if owner is not None:
                seats = deal.up if event.facing == "up" else deal.down
                seats.setdefault(owner, []).extend([number] * len(event.cards))
    return deals


def heading(index: Index, street: int) -> int:
    """The event that announces a street, or 0."""
    return next((number for number, event in index.each(StreetOpened) if event.street == street), 0)


def after_deal(index: Index, street: int) -> int:
    """The first event after the deal of a street: the line by which what it lacks is lacking. 0 at the end."""
    number: int = max([heading(index, street), *index.deals.get(street, [])])
    if number:
        for event in index.hand.events[number:]:
            number += 1
            if event.street > street or not isinstance(event, _WITHIN_DEAL + _BESIDE):
                return number
    return 0


def was_live(player: Player, street: int) -> bool:
    """Whether the player was still in the hand when this street was dealt."""
    return not player.folded or player.folded >= street


def lost_lines(index: Index, first: int, last: int) -> int:
    """How many lines between two events could not be read: any of them may have been what is missing."""
    return bisect_right(index.unknown, last) - bisect_left(index.unknown, first)


# --- cards that occur twice --------------------------------------------------------------------


class Repeat(NamedTuple):
    """A card that has been seen before: where, and whose it is said to be (None: a burn, or the community card).

    `first_number` is 0 where another log of the hand has it.
    """

    card: Card
    number: int
    seat: int | None
    first_number: int
    first_seat: int | None


def repeats_by_now(state: Table, index: Index) -> list[Repeat]:
    """The `repeats` as they are on this street, for who asks at every line."""
    key = (repeats, state.street)
    if key not in index.worked_out:
        index.worked_out[key] = list(repeats(state, index))
    found: list[Repeat] = index.worked_out[key]
    return found


Seen = dict[Card, tuple[int | None, int]]
"""Card to the seat that had it first, and the number of that event."""


def repeats(state: Table, index: Index) -> Iterator[Repeat]:
    """The cards that stand a second time: dealt, burned, community, shown, mucked, or summarised.

    A line that contradicts its own player's deal tells nothing of other players' cards, and the
    summary of a hand that was shown before only repeats it.
    """
    seen: Seen = {}
    twice: set[tuple[Card, int | None]] = set()
    events, misdirected = index.hand.events, index.misdirected
    for number in _laying(index):
        event = events[number - 1]
        seat = None
        if type(event) is CardDealt:
            seat = index.owner(number, event.seat) if misdirected else event.seat
        for card in event.cards:  # type: ignore[attr-defined]
            if card < 0:
                continue
            if card in seen:
                twice.add((card, seat))
                yield Repeat(card, number, seat, seen[card][1], seen[card][0])
            else:
                seen[card] = (seat, number)
    for seat, numbers in index.shown.items():
        revealed = False
        for number in numbers:
            event = index.event(number)
            if not revealed_cards(event) or (revealed and isinstance(event, SeatSummarised)):
                continue
            revealed = True
            for repeat in _shown(state, index, event, number, seat, seen):
                if (repeat.card, seat) not in twice:  # their own, and reported where it was dealt
                    yield repeat
    for seat, cards in index.elsewhere.items():
        for card in cards:
            owner, number = seen.get(card, (seat, 0))
            if owner != seat and card not in state.community:
                yield Repeat(card, number, owner, 0, seat)


def _laying(index: Index) -> list[int]:
    numbers = [number for street in index.deals.values() for number in street] + index.of_type.get(CardBurned, [])
    if index.community:
        numbers.append(index.community)
    numbers.sort()
    return numbers


def _shown(state: Table, index: Index, event: Event, number: int, seat: int, seen: Seen) -> Iterator[Repeat]:
    cards = revealed_cards(event)
    strange = [card for card in cards if card in seen and seen[card][0] != seat and card not in state.community]
    if len(set(cards)) < len(cards):
        if contradiction(state, index, event, seat) is not None:
            return
        twice = next(card for card in cards if cards.count(card) > 1)
        yield Repeat(twice, number, seat, number, seat)
    elif strange and contradiction(state, index, event, seat) is None:
        for card in strange:
            owner, first = seen[card]
            # Of two hands shown, the one that contradicts its own deal is wrong, and reported as that.
            if owner is None or contradiction(state, index, index.event(first), owner) is None:
                yield Repeat(card, number, seat, first, owner)
    for card in cards:
        seen.setdefault(card, (seat, number))
