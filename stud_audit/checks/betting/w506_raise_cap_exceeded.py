"""A raise after the house's last permitted one.

The bet and a number of raises (three in most rooms) are allowed in a round; after that, the others
may only call or fold. Completing the bring-in is the bet. A short all-in counts only where it
reopens the betting. Some rooms lift the cap where two players are left, on one of several readings.

Source: the house's rulings on the cap; Robert's Rules, Betting and Raising 4 and 5; TDA 48.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, Missing, Result
from stud_audit.checks.sizes import in_spread, judged, limit_of
from stud_audit.checks.support import STREET_NAMES, named, wager
from stud_audit.game.betting import cap_bets, capped, ladder
from stud_audit.game.spread import spread_capped
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.events import Bet, BroughtIn, Completed, Raised
from stud_audit.record.step import Step


def judge(step: Step, house: House) -> Result:
    state, player = step.state, step.player
    spread = in_spread(step)
    if not (spread or judged(step)) or player is None or not state.round.level:
        return None
    limit = limit_of(step)
    if limit is None and not spread:
        return Missing("the stakes")

    def holds(rules: Rules) -> bool:
        if limit is None:
            return not spread_capped(state.round, rules)
        return not capped(state.round, ladder(state.round, limit, rules), rules)

    keys = _keys(step)
    weighing = house.weigh(keys, holds, state.street)
    if weighing.outcome == "pass":
        return PASS
    most = cap_bets(house.rules)
    return Fault(
        f"{named(player)} raised on {STREET_NAMES[state.street]} although the betting is capped"
        + (f" at one bet and {most - 1} raises" if most else ""),
        expected="call | fold",
        actual="raise",
        keys=keys,
        weighing=weighing,
        money=wager(step).to - state.round.level,
        related=tuple(
            [
                (w.event_no, f"to {step.hand.money(w.to)}")
                for w in state.round.wagers
                if not isinstance(w.event, BroughtIn)
            ]
        ),
    )


def _keys(step: Step) -> tuple[str, ...]:
    """The settings in play: those on two players only where two are left, and so on."""
    round_ = step.state.round
    heads_up, brought_in, all_in = round_.heads_up_at_start, False, False
    for made in round_.wagers:
        heads_up = heads_up or made.heads_up
        brought_in = brought_in or type(made.event) is BroughtIn
        all_in = all_in or made.all_in
    keys: tuple[str, ...] = ("cap_raises",)
    if heads_up:
        keys += ("cap_heads_up",)
    if brought_in:
        keys += ("cap_bring_in_counts_as_bet", "completion_counts_as_raise")
    if all_in:
        keys += ("allin_counts_toward_cap",)
    return keys


CHECK = Check("W506", "raise-cap-exceeded", "S1", "software", judge=judge, on=(Raised, Completed, Bet))
