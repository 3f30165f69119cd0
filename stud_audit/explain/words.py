"""Words for players, boards, and what an event did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stud_audit.game.table import Player
from stud_audit.model.cards import RANK_NAMES, Card, cards_text
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    Checked,
    Completed,
    Event,
    Folded,
    PotAwarded,
    Protected,
    Raised,
    TimedOut,
    UncalledReturned,
    Wager,
)
from stud_audit.model.hand import Hand

STREETS: Final = {3: "Third street", 4: "Fourth street", 5: "Fifth street", 6: "Sixth street", 7: "Seventh street"}

_CATEGORIES: Final = {
    (4,): "four {0}", (3, 1): "three {0}", (3,): "three {0}", (2, 2): "two pair, {0} and {1}",
    (2, 1, 1): "a pair of {0}", (2, 1): "a pair of {0}", (2,): "a pair of {0}",
}  # fmt: skip


def named(player: Player) -> str:
    """`seat 3 (northwind)`."""
    return f"seat {player.seat} ({player.name})"


def seats_words(seats: Sequence[int]) -> str:
    """`seat 3`, `seats 3 and 5`, `seats 1, 3, and 5`."""
    if len(seats) == 1:
        return f"seat {seats[0]}"
    *first, last = map(str, seats)
    return f"seats {', '.join(first)}{',' if len(first) > 1 else ''} and {last}"


def board_words(cards: Sequence[Card], ace_low: bool = False) -> str:
    """A board of known up-cards: `9s 9d 6h, a pair of Nines`; where nothing is paired `Qc 6h, Queen high`."""
    values = [-1 if ace_low and card >> 2 == 12 else card >> 2 for card in cards]
    groups = sorted(((values.count(value), value) for value in set(values)), reverse=True)
    pattern = _CATEGORIES.get(tuple(count for count, _ in groups))
    if pattern is None:
        return f"{cards_text(cards)}, {RANK_NAMES[groups[0][1]]} high"
    return f"{cards_text(cards)}, " + pattern.format(*(_plural(RANK_NAMES[value]) for _, value in groups))


def _plural(rank: str) -> str:
    return f"{rank}es" if rank == "Six" else f"{rank}s"


def done_words(event: Event, hand: Hand) -> str | None:
    """What an action or a payment was, whatever the site's own words; None for other events."""
    money = hand.money
    match event:
        case Folded():
            text = "folds"
        case Checked():
            text = "checks"
        case BroughtIn():
            text = f"brings in for {money(event.to)}"
        case Bet():
            text = f"bets {money(event.to)}"
        case Called():
            text = f"calls {money(event.added)}"
        case Completed():
            text = f"completes to {money(event.to)}, adding {money(event.added)}"
        case Raised():
            text = f"raises to {money(event.to)}, adding {money(event.added)}"
        case AntePosted(all_in=True):
            text = f"posts an ante of {money(event.amount)}"
        case UncalledReturned():
            text = f"gets {money(event.amount)} back"
        case PotAwarded():
            half = f", the {event.half} half" if event.half else ""
            text = f"is paid {money(event.amount)} from {pot_words(event.pot)}{half}"
        case TimedOut():
            text = "runs out of time"
        case Protected():
            text = "is protected: in the pot so far, and no more chips"
        case _:
            return None
    if isinstance(event, (Wager, AntePosted)) and event.all_in:
        text += ", and is all-in"
    return f"seat {event.seat} {text}"


def pot_words(pot: str | None) -> str:
    """`the pot`, `the main pot`, `side pot 1`."""
    if pot is None:
        return "the pot"
    return "the main pot" if pot == "main" else pot.replace("side-", "side pot ")
