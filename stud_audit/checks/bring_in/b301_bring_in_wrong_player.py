"""The bring-in is posted by a seat that the door cards do not pick.

The lowest door card brings in: rank first, then suit, clubs lowest, then diamonds, hearts, spades,
the ace high. In razz it is the highest door card, the ace low. Where the low card is all-in on the
ante, the house says who opens instead. A seat that opens for the full bet instead of the bring-in
is judged alike.

Needs the door card of every player; without one it is not checkable. Whether the forced player
acted at all is B303's question, the amount B302's.

Source: the house's ruling on the bring-in; Robert's Rules, Seven-Card Stud 1; TDA RP-10.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, Missing, Result
from stud_audit.checks.support import door_deal, door_text, named, seats_text
from stud_audit.game.opening import Opening, bring_in_seats, rank_is_ace
from stud_audit.game.table import Player
from stud_audit.houses.house import House
from stud_audit.model.events import Bet, BroughtIn, Completed, Raised
from stud_audit.record.step import Step


def judge(step: Step, house: House) -> Result:
    state, player = step.state, step.player
    if step.turn != "opening" or state.street != 3 or state.round.bring_in_missing or player is None:
        return None
    opening = state.round.openers or bring_in_seats(state, step.game, house.rules)
    if player.seat in opening.seats:
        if not opening.missing and house.settled(opening.keys):
            return PASS
        weighing = house.weigh(opening.keys, lambda r: player.seat in bring_in_seats(state, step.game, r).seats)
        if weighing.outcome == "pass":
            return PASS if opening.missing is None else Missing(opening.missing)
    if not opening.seats:
        return Missing(opening.missing) if opening.missing else None
    keys = _deciding(step, player, opening)
    weighing = house.weigh(keys, lambda r: player.seat in bring_in_seats(state, step.game, r).seats)
    if weighing.outcome == "pass":
        return PASS
    due = state.players[opening.seats[0]]
    related = [(door_deal(step.script, seat), "the door card that has to bring in") for seat in opening.seats]
    related.append((door_deal(step.script, player.seat), f"the door card of {named(player)}"))
    return Fault(
        f"{named(player)} with the {door_text(player)} opened third street; "
        f"{named(due)} with the {door_text(due)} has to bring in",
        expected=seats_text(opening.seats),
        actual=str(player.seat),
        keys=keys,
        weighing=weighing,
        related=tuple([(number, note) for number, note in related if number]),
    )


def _deciding(step: Step, actor: Player, opening: Opening) -> tuple[str, ...]:
    """The settings by which this actor, and not just any, is the wrong one."""
    if opening.by is not None:
        return ("allin_low_card",)
    mine = actor.up[0] if actor.up else -1
    due = step.state.players[opening.seats[0]].up[0]
    if mine >= 0 and mine >> 2 == due >> 2:
        return ("bring_in_tie",)
    razz = step.game.low_opens
    if mine >= 0 and (rank_is_ace(mine) or (razz and rank_is_ace(due))):
        return ("razz_ace",) if razz else ("bring_in_ace",)
    return ("razz_bring_in_card",) if razz else ("bring_in_card",)


CHECK = Check("B301", "bring-in-wrong-player", "S1", "software", judge=judge, on=(BroughtIn, Bet, Completed, Raised))
