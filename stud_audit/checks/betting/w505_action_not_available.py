"""A call with nothing to call, a bet facing a bet, a raise with nothing to raise, a wager that nobody can call.

A bet needs that there is no bet to match; a call or raise needs one; a bring-in opens third street and
nothing else. A wager needs an opponent who can call it: where everybody else in the hand is all-in, no more
chips can be won. (A bring-in there is B304's, and the full bring-in may be called over a short one.) On third
street the forced player may open for the full bet, which some sites word as a
raise or completion. Where the bring-in's own line is missing (B303), the calls and raises after it
are taken as answers to it.

Source: the game's own clause; the house's clauses on the player's options.
"""

from __future__ import annotations

from typing import Final

from stud_audit.checks.base import PASS, Check, Fault, House, Passed, Result, Step
from stud_audit.checks.support import OUT_OF_PLAY, event_word, may_be_called, named, to_call
from stud_audit.model.events import Bet, BroughtIn, Called, Wager
from stud_audit.record.doubts import RecordedPlayer

NOBODY_CAN_CALL: Final = "G-23"
"""The game's clause on wagers that nobody can call; the others that this check judges are of a player's options."""


_DID: Final = {"bet": "bet", "complete": "completed", "raise": "raised"}


def judge(step: Step, house: House) -> Result:
    player = step.player
    if player is None or step.turn in OUT_OF_PLAY:
        return None
    problem, word, others_can = _problem(step, player), event_word(step.event), may_be_called(step, player)
    if problem is not None or type(step.event) in (Called, BroughtIn):
        cited = house.cite("W505", (), step.event.street, step.game.name)
        clauses = tuple([clause for clause in cited if clause != NOBODY_CAN_CALL])
        if problem is None:
            return Passed(clauses)
    elif others_can:
        return PASS
    else:
        problem, clauses = f"{_DID[word]} although nobody can call", (NOBODY_CAN_CALL,)
    if others_can:
        options = "call | raise | fold" if to_call(step, player) else "check | bet"
    else:
        options = "call | fold" if to_call(step, player) else "check"
    return Fault(f"{named(player)} {problem}", expected=options, actual=word, clauses=clauses)


def _problem(step: Step, player: RecordedPlayer) -> str | None:
    state, event = step.state, step.event
    opening = state.street == 3 and not state.round.wagers
    if type(event) is BroughtIn:
        return None if opening or step.turn == "late" else "brought in although the round is open"
    if type(event) is Bet and state.round.to_match:
        return "bet although there is a bet to match"
    if type(event) is Bet:
        return None
    forgiven = opening and (state.round.bring_in_missing or step.turn == "out-of-turn")
    forgiven = forgiven or step.turn in ("late", "free")
    if type(event) is Called:
        if state.round.to_match > player.street_put - player.street_doubt or forgiven:
            return None
        return "called with nothing to call"
    if state.round.to_match or opening or forgiven:
        return None
    return "raised with nothing to raise"


CHECK = Check("W505", "action-not-available", "S2", "software", judge=judge, on=(Wager,))
