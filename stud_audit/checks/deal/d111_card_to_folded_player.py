"""A card is dealt to a player who has folded.

A folded hand is out and gets no more cards. If the same player goes on to act as if they had never
folded, only their first such card is reported: it is the fold, then, that is wrong.

Source: the game's own clause.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Result, Step
from stud_audit.checks.support import STREET_NAMES, named
from stud_audit.model.cards import cards_text
from stud_audit.model.events import CardDealt


def judge(step: Step, house: House) -> Result:
    event, player = step.event, step.player
    if type(event) is not CardDealt or player is None or step.number in step.index.order.astray:
        return None
    if not player.folded:
        return PASS
    plays_on = step.index.acts_after(player.fold_event, player.seat)
    if plays_on and len(player.up) + len(player.down) > _cards_at(step, player.fold_event, player.seat):
        return None
    what = "a card" if min(event.cards, default=-1) < 0 else f"the {cards_text(event.cards)}"
    return Fault(
        f"{named(player)} is dealt {what} on {STREET_NAMES.get(event.street, 'this street')} after folding",
        expected="no card",
        actual=cards_text(event.cards),
        related=((player.fold_event, "folded here"),),
    )


def _cards_at(step: Step, number: int, seat: int) -> int:
    """How many cards the player had when they folded."""
    return sum(len(deal.cards) for n, deal in step.index.dealt_to(seat) if n < number)


CHECK = Check("D111", "card-to-folded-player", "S1", "software", judge=judge, on=(CardDealt,))
