"""A call that is neither the amount due nor all-in for less.

What is due is the bet to match less what the player has in on this street, or all they have if that is
less. After a bring-in that was all-in for less, the house says whether the full bring-in is due; a log
that does not show how much that is leaves open whether more than the bring-in was rightly called. Where
every other opponent is all-in for no more than that, no more can be won: then both amounts are right.
A wager beyond the stack is W509's; a call with nothing to call W505's.

Source: the game's own clause; the house's ruling on short bring-ins.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Rules, Step
from stud_audit.checks.clock import pushed_by_timeout
from stud_audit.checks.support import OUT_OF_PLAY, last_wager, named, wager
from stud_audit.game.stakes import bring_in_minimum
from stud_audit.game.table import Player
from stud_audit.model.events import Called
from stud_audit.model.gaps import ALL_IN_MARKS


def judge(step: Step, house: House) -> Result:
    state, player = step.state, step.player
    if player is None or step.turn in OUT_OF_PLAY or not state.round.to_match:
        return None
    call = wager(step)
    level = state.round.to_match
    due = level - player.street_put - player.street_assumed
    if player.behind is not None and call.added > player.behind:
        return None
    if due <= 0 and not player.street_assumed:
        return None
    if pushed_by_timeout(step, house):
        return None  # T407's
    if player.behind is None and call.added < due and ALL_IN_MARKS in step.hand.missing:
        return Missing(ALL_IN_MARKS)
    short = state.short_bring_in()
    if short and call.added > due and bring_in_minimum(step.hand.header, house.rules) is None:
        return Missing("the table's bring-in")

    def owes(rules: Rules) -> int:
        if not short or rules.bring_in_short_due != "full":
            return due
        full = bring_in_minimum(step.hand.header, rules)
        return max(due, full - player.street_put) if full is not None else due

    def holds(rules: Rules) -> bool:
        owed = owes(rules)
        # Chips that the record lacks may or may not have been put in: both amounts are right.
        exact = {owed, level - player.street_put} if player.street_assumed else {owed}
        if player.street_doubt:
            exact.add(owed + player.street_doubt)
        if short and _nothing_more_to_win(step, player):
            exact.add(due)
        if step.turn == "late":  # right for what they faced in turn, or for what has come on top of that
            exact.update((player.jump_level - player.street_put, level - max(player.jump_level, player.street_put)))
        if player.behind is not None:
            exact = {min(amount, player.behind) for amount in exact}
        return call.added in exact or (call.all_in and player.behind is None and call.added < owed)

    weighing = house.weigh(holds, state.street)
    if weighing.outcome == "pass":
        return PASS
    owed = owes(house.rules) if player.behind is None else min(owes(house.rules), player.behind)
    return Fault(
        f"{named(player)} called {step.hand.money(call.added)} where {step.hand.money(owed)} is due",
        expected=step.hand.money(owed),
        actual=step.hand.money(call.added),
        weighing=weighing,
        money=abs(call.added - owed),
        related=((last_wager(step), f"the bet to match: {step.hand.money(level)}"),),
    )


def _nothing_more_to_win(step: Step, player: Player) -> bool:
    """Whether every opponent is all-in for no more than the short bring-in."""
    level = step.state.round.to_match
    return all(o.all_in and o.street_put <= level for o in step.state.live() if o is not player)


CHECK = Check("W503", "call-wrong-amount", "S1", "software", judge=judge, on=(Called,))
