"""The bring-in is owed, and nobody posts it.

The player whose door card brings in may neither check nor fold instead, and the first round
cannot begin without an opening. The finding stands at their check or fold; where their line is missing
altogether, at the first action of the round (a call or raise with nothing to call gives the missing
bring-in away), else at the next street's header.

The actions that follow are judged as if the bring-in had been posted, so that one missing line
raises no trail of others. Where the low card is all-in on the ante, the opening falls to the next player
to the left, who may fold; then it falls to the one after. Sites are known to print no bring-in then: where
nobody takes the opening up though somebody could, it is a review; a house that is silent on it says nothing.

Source: the house's ruling that the bring-in is forced.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Rules, Step
from stud_audit.checks.support import door_deal, door_text, event_word, lines_lost, named, seats_text
from stud_audit.game.opening import bring_in_seats
from stud_audit.model.events import (
    Action,
    Bet,
    BroughtIn,
    CardDealt,
    CommunityDealt,
    PotAwarded,
    ShowdownOpened,
    StreetOpened,
)


def judge(step: Step, house: House) -> Result:
    state = step.state
    closing = step.closing
    if closing is not None:
        # The round ended without any action although two players could bet.
        if closing.street != 3 or closing.actions or len(step.unfinished) < 2:
            return None
        weighing = house.weigh(_may_pass)
        return (
            PASS
            if weighing.outcome == "pass"
            else Fault(
                "third street has no bring-in and no other action",
                expected="bring-in",
                actual="nothing",
                weighing=weighing,
                street=3,
            )
        )
    if step.turn != "opening" or state.street != 3 or step.player is None:
        return None
    if not state.round.bring_in_missing:
        return PASS if isinstance(step.event, (BroughtIn, Bet)) else None
    if lines_lost(step):
        return Missing("a line that could not be read")
    opening = bring_in_seats(state, step.game, house.rules)
    word = event_word(step.event)
    passed_on = opening.by is not None
    ruling = house.rulings.get("allin_low_card")
    if passed_on and ruling is not None and ruling.silent:
        return None  # the house says nothing of an all-in low card
    weighing = house.weigh(lambda rules: _may_pass(rules) or (passed_on and rules.allin_low_card == "nobody"))
    if weighing.outcome == "pass":
        return PASS
    related = []
    if len(opening.seats) == 1:
        due = state.players[opening.seats[0]]
        related = [(door_deal(step.index, due.seat), f"the door card of {named(due)} brings in")]
        duty = f"the bring-in is due from {named(due)} with the {door_text(due)}"
        if due is step.player:
            message = f"{duty}, but their first action is a {word}"
        else:
            message = f"{duty}, but no bring-in is recorded before the {word} of {named(step.player)}"
    else:
        message = f"no bring-in is recorded before the {word} of {named(step.player)}"
    return Fault(
        message + ("; the low card is all-in, and some sites print no bring-in then" if passed_on else ""),
        expected="bring-in",
        actual=word,
        weighing=weighing,
        review=passed_on,
        seat=int(seats_text(opening.seats)) if len(opening.seats) == 1 else step.player.seat,
        related=tuple(related),
    )


def _may_pass(rules: Rules) -> bool:
    return not rules.bring_in_forced


CHECK = Check(
    "B303",
    "bring-in-not-posted",
    "S1",
    "software",
    judge=judge,
    quiet="not_applicable",
    on=(Action, StreetOpened, CardDealt, CommunityDealt, ShowdownOpened, PotAwarded),
)
