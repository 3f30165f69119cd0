"""A betting round is opened by a seat that the boards do not pick.

From fourth street on the highest board opens; in razz the lowest. Boards are compared by category
first (two pair on sixth street outranks any one pair), then by rank; straights and flushes of up to
four cards count only in a house that says so. Equal boards are separated as the house says: by position
from the button, or by suit. Where the best board is all-in, the best of the others opens, or the next
player to its left, as the house has it.

Where an up-card of a player who can bet is unknown, only a seat is wrong that is so whatever that card
is; else it is not checkable. A tie by position needs a button, and a printed button on an empty seat is
none. The rest of the round then follows the seat that did open, without further findings on the turn.
Third street is B301's and B303's.

Source: the house's ruling on the opener; Robert's Rules and TDA RP-10D differ on ties.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.support import STREET_NAMES, board_text, boards, lines_lost, named, or_unseen, seats_text
from stud_audit.game.decisions import opener
from stud_audit.game.opening import round_openers
from stud_audit.model.events import Action


def judge(step: Step, house: House) -> Result:
    state, player = step.state, step.player
    if step.turn != "opening" or state.street < 4 or player is None:
        return None
    opening = state.round.openers or round_openers(state, step.game, house.rules)
    if not opening.seats and not opening.possible:
        return Missing(opening.missing) if opening.missing else None
    weighing = house.weigh(opener(state, step.game, player.seat).holds, state.street)
    if weighing.outcome == "pass":
        return Missing(opening.missing) if opening.missing else PASS
    if lines_lost(step):
        return Missing("a line that could not be read")
    opening = round_openers(state, step.game, house.required(weighing))
    seats = opening.seats or opening.possible
    due = state.players[seats[0]]
    return Fault(
        f"{named(player)} showing {board_text(player)} opened {STREET_NAMES[state.street]}; "
        f"{named(due)} showing {board_text(due)} acts first{or_unseen(opening)}",
        expected=seats_text(seats),
        actual=str(player.seat),
        weighing=weighing,
        related=boards(step, (due, player)),
    )


CHECK = Check("T401", "wrong-first-actor", "S2", "software", judge=judge, quiet="not_applicable", on=(Action,))
