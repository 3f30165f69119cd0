"""Up-cards that a line gives to the wrong seat, as the rest of the record shows.

A deal line with a wrong name gives one player two cards and leaves another without. What later lines
repeat of the boards, and what the line itself repeats, tell whose card it is. The replay lays it
before that player, so that one wrong name does not put two boards in doubt for the whole hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, cast

from stud_audit.model.cards import Card, Cards
from stud_audit.model.events import CardDealt, CardsReprinted, Event, Folded, Mucked, SeatSummarised, Shown

Deal = tuple[int, Card]
"""An up-card and the number of its deal."""

_MOST_LAST: Final = 40
"""Deals of seventh street that are looked at: every player has one."""
_MOST_DEALT: Final = 6
"""Up-cards of a seat on one street beyond which they are no cards of others: a street brings one."""


def misdirected(
    events: tuple[Event, ...], deals: dict[int, list[int]], folds: list[int], seats: list[int]
) -> dict[int, int | None]:
    """The number of each misdirected deal, and the seat whose card it is (None: nobody's).

    `deals` are the numbers of the deals by street, `folds` those of the folds, `seats` the players
    dealt in.
    """
    found: dict[int, int | None] = {}
    out: set[int] = set()
    fold = 0
    for street in (3, 4, 5, 6):
        numbers = deals.get(street)
        if not numbers:
            continue
        while fold < len(folds) and folds[fold] < numbers[0]:
            out.add(cast("Folded", events[folds[fold] - 1]).seat)
            fold += 1
        dealt_now: list[CardDealt] = [events[n - 1] for n in numbers]  # type: ignore[misc]
        up = [deal for deal in dealt_now if deal.facing == "up"]
        got = {deal.seat for deal in up}
        if len(got) == len(up) and out.isdisjoint(got) and {len(deal.cards) for deal in up} <= {1}:
            continue  # everybody has one card, as it should be
        by_seat: dict[int, list[Deal]] = {}
        for number in numbers:
            deal = cast("CardDealt", events[number - 1])
            if deal.facing == "up":
                by_seat.setdefault(deal.seat, []).extend([(number, card) for card in deal.cards])
        lacking = [seat for seat in seats if seat not in got and seat not in out]
        for seat, dealt in by_seat.items():
            if len(dealt) <= _MOST_DEALT and (seat in out or len({card for _, card in dealt}) > 1):
                _settle(events, seat, dealt, lacking, seat in out, found)
    for number in deals.get(7, [])[:_MOST_LAST]:
        # Most logs show the seventh card of one player only, so that counting tells nothing.
        owner = _owner_by_repetition(events, number, seats)
        if owner is not None:
            found[number] = owner
    return found


def _owner_by_repetition(events: tuple[Event, ...], number: int, seats: list[int]) -> int | None:
    """Whose cards the line of this deal repeats, where they are not those of the seat that it names."""
    deal = events[number - 1]
    if not isinstance(deal, CardDealt) or not isinstance(events[number - 2], CardsReprinted):
        return None
    if _repeats_board(events, number, deal.seat):
        return None
    return next((seat for seat in seats if _repeats_board(events, number, seat)), None)


def _settle(
    events: tuple[Event, ...], seat: int, dealt: list[Deal], lacking: list[int], out: bool, found: dict[int, int | None]
) -> None:
    for number, card in dealt:
        for other in lacking:
            if _claims(events, number, other, card) or _repeats_board(events, number, other):
                line = events[number - 1].span.line
                for n, event in enumerate(events, 1):
                    # The down-cards of a line that has them go with it.
                    if isinstance(event, CardDealt) and event.span.line == line and event.seat == seat and line:
                        found[n] = other
                found[number] = other
                lacking.remove(other)
                return
    if out:
        return  # a card to a folded player disturbs nobody
    own = list(_later(events, dealt[0][0], seat))
    for number, card in reversed(dealt):
        if own and not any(card in cards for cards in own):
            found[number] = lacking.pop() if len(lacking) == 1 else None
            return


def _claims(events: tuple[Event, ...], number: int, seat: int, card: Card) -> bool:
    return any(card in cards for cards in _later(events, number, seat))


def _later(events: tuple[Event, ...], number: int, seat: int) -> Iterator[Cards]:
    """What later lines tell of a player's board."""
    for event in events[number:]:
        if isinstance(event, CardsReprinted):
            if event.seat == seat and event.facing == "up":
                yield event.cards
        elif isinstance(event, (Shown, Mucked)) and event.seat == seat and event.cards:
            yield event.cards
        elif isinstance(event, SeatSummarised) and event.seat == seat and (event.shown or event.mucked):
            yield event.shown or event.mucked


def _repeats_board(events: tuple[Event, ...], number: int, seat: int) -> bool:
    """Whether the line of this deal repeats the cards of another seat."""
    line = events[number - 1].span.line
    repeated: set[Card] = set()
    for event in reversed(events[max(number - 3, 0) : number - 1]):
        if isinstance(event, CardsReprinted) and line and event.span.line == line:
            repeated.update(event.cards)
    if not repeated:
        return False
    board: set[Card] = set()
    for event in islice(events, number - 1):
        if type(event) is CardDealt and event.seat == seat:
            board.update(event.cards)
            if len(board) > len(repeated):
                return False
    return repeated == board
