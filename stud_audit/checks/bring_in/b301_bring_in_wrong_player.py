"""The bring-in is posted by a seat that the door cards do not pick.

The lowest door card brings in: rank first, then suit, clubs lowest, then diamonds, hearts, spades,
the ace high. In razz it is the highest door card, the ace low. Where the low card is all-in on the
ante, the house says who opens instead. A seat that opens for the full bet instead of the bring-in
is judged alike.

Where a door card is unknown, only a seat is wrong that is so whatever that card is; else it is not
checkable. Whether the forced player acted at all is B303's question, the amount B302's.

Source: the house's ruling on the bring-in; Robert's Rules, Seven-Card Stud 1; TDA RP-10.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.support import door_deal, door_text, named, or_unseen, seats_text
from stud_audit.game.decisions import opener
from stud_audit.game.opening import bring_in_seats
from stud_audit.model.events import Bet, BroughtIn, Completed, Raised


def judge(step: Step, house: House) -> Result:
    state, player = step.state, step.player
    if step.turn != "opening" or state.street != 3 or state.round.bring_in_missing or player is None:
        return None
    opening = bring_in_seats(state, step.game, house.rules)
    if not opening.seats and not opening.possible:
        return Missing(opening.missing) if opening.missing else None
    weighing = house.weigh(opener(state, step.game, player.seat).holds)
    if weighing.outcome == "pass":
        return Missing(opening.missing) if opening.missing else PASS
    opening = bring_in_seats(state, step.game, house.required(weighing))
    seats = opening.seats or opening.possible
    due = state.players[seats[0]]
    related = [(door_deal(step.index, seat), "the door card that brings in") for seat in seats]
    related.append((door_deal(step.index, player.seat), f"the door card of {named(player)}"))
    return Fault(
        f"{named(player)} with the {door_text(player)} opened third street; "
        f"the bring-in is due from {named(due)} with the {door_text(due)}{or_unseen(opening)}",
        expected=seats_text(seats),
        actual=str(player.seat),
        weighing=weighing,
        related=tuple(related),
    )


CHECK = Check("B301", "bring-in-wrong-player", "S1", "software", judge=judge, on=(BroughtIn, Bet, Completed, Raised))
