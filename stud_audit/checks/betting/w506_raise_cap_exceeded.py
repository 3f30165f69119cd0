"""A raise after the house's last permitted one.

The bet and a number of raises (three in most rooms) are allowed in a round; after that, the others
may only call or fold. Completing the bring-in is the bet. A short all-in counts only where it
reopens the betting. Some rooms lift the cap where two players are left, on one of several readings.

Source: the house's rulings on the cap; Robert's Rules, Betting and Raising 4 and 5; TDA 48.
"""

from __future__ import annotations

from stud_audit.checks.base import MOST_RELATED, PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.sizes import in_spread, judged, limit_of
from stud_audit.checks.support import STREET_NAMES, named, wager
from stud_audit.game.betting import cap_bets
from stud_audit.game.decisions import one_more_raise
from stud_audit.model.events import Bet, BroughtIn, Completed, Raised


def judge(step: Step, house: House) -> Result:
    state, player = step.state, step.player
    spread = in_spread(step, house)
    if not (spread or judged(step, house)) or player is None or not state.round.to_match:
        return None
    limit = limit_of(step)
    if limit is None and not spread:
        return Missing("the stakes")

    weighing = house.weigh(one_more_raise(state, limit).holds, state.street)
    if weighing.outcome == "pass":
        return PASS
    most = cap_bets(house.rules)
    wagers = state.round.wagers
    return Fault(
        f"{named(player)} raised on {STREET_NAMES[state.street]} although the betting is capped"
        + (f" at a bet and {most - 1} raises" if most else ""),
        expected="call | fold",
        actual="raise",
        weighing=weighing,
        money=max(wager(step).to - state.round.to_match, 0),
        related=tuple(
            [
                (w.event_no, f"to {step.hand.money(w.to)}")
                for w in wagers[:MOST_RELATED]
                if not isinstance(w.event, BroughtIn)
            ]
        ),
        more=len(wagers[MOST_RELATED:]),
    )


CHECK = Check("W506", "raise-cap-exceeded", "S1", "software", judge=judge, on=(Raised, Completed, Bet))
