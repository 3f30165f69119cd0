"""Writes hands in the words of PokerStars.

What that text cannot say is left out: burn cards, prompts, buttons and pre-actions, buy-ins, the dealer
button, the time of a single action, opponents' down-cards before the showdown, the half of an award. What
it always says and the hand does not (the summary, the increase of a raise) is worked out.
"""

from __future__ import annotations

from stud_audit.ingest.writers import Line
from stud_audit.ingest.writers.pokerstars.writer import Writer
from stud_audit.model.cards import known
from stud_audit.model.events import CardDealt
from stud_audit.model.hand import Hand


def write_hand(hand: Hand, hero: int | None = None) -> list[Line]:
    """The lines of one hand as the player at seat `hero` gets them, or an observer (None)."""
    return Writer(hand, hero).lines_of_hand()


def hero_of(hand: Hand) -> int | None:
    """The one seat whose down-cards on third street are known: whose log this is. None where that is no one seat."""
    seats = {
        event.seat
        for event in hand.events
        if isinstance(event, CardDealt) and event.street == 3 and event.facing == "down" and known(event.cards)
    }
    return seats.pop() if len(seats) == 1 else None
