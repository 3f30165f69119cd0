"""A card is dealt down that belongs up, or up that belongs down.

Third street brings two cards down and one up, fourth to sixth street one card up, seventh street
one card down. A community card lies up and is no player's.

A down-card that falls face up may be kept as the up-card, and the third card is then dealt down: on third
street the order of the facings is free, and only the second card face up is wrong. It is judged only where
the log shows the player's down-cards; without them it is one card too many (D102). Where the format does not
say which way a card faces, nothing is checkable. Cards to folded players are D111's.

Source: the house's ruling on the deal; exposed cards: Robert's Rules, Irregularities; TDA RP-10A.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.support import STREET_NAMES, named
from stud_audit.game.table import Player
from stud_audit.model.cards import cards_text
from stud_audit.model.events import CardDealt
from stud_audit.model.gaps import FACINGS
from stud_audit.record.index import Index


def judge(step: Step, house: House) -> Result:
    event, player = step.event, step.player
    if type(event) is not CardDealt or player is None or player.folded:
        return None
    if event.street < 3 or step.number in step.index.order.astray or step.number in step.index.misdirected:
        return None
    if event.street == 3:
        wrong = _wrong_on_third(step, event, player)
    else:
        wrong = event.facing != ("down" if event.street == 7 else "up")
    if not wrong:
        return Missing(FACINGS) if FACINGS in step.hand.missing else PASS
    right = "up" if event.facing == "down" else "down"
    what = "a card" if min(event.cards, default=-1) < 0 else f"the {cards_text(event.cards)}"
    return Fault(
        f"{named(player)} is dealt {what} face {event.facing} on {STREET_NAMES[event.street]}; it belongs face {right}",
        expected=right,
        actual=event.facing,
    )


def _wrong_on_third(step: Step, event: CardDealt, player: Player) -> bool:
    up, down = len(player.up), len(player.down)
    if up + down + len(event.cards) > 3 or player.street_cards != up + down:
        return False  # too many in all
    if event.facing == "up":
        return up + len(event.cards) > 1 and (down > 0 or _comes_down(step, player))
    return down + len(event.cards) > 2


def _comes_down(step: Step, player: Player) -> bool:
    """Whether a down-card of this player is still to come on third street."""
    return player.seat in step.index.once(_dealt_down)


def _dealt_down(index: Index) -> frozenset[int]:
    """The seats that get a down-card on third street."""
    return frozenset([deal.seat for _, deal in index.each(CardDealt) if deal.street == 3 and deal.facing == "down"])


CHECK = Check("D103", "wrong-card-facing", "S1", "software", judge=judge, on=(CardDealt,))
