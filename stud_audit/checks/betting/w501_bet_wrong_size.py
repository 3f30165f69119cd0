"""An opening bet that is not the street's unit, and not all-in.

In fixed limit a bet is exactly the unit of its street: the lower limit on third and fourth street,
the higher from fifth on. A player who has less may bet what he has. On fourth street a bet of
exactly the higher limit is W507's question, whoever makes it; any other size is judged here, and so
is a bet of the lower limit where a reading of the house makes the higher one mandatory (once a
hand). The opening of third street, bring-in or full bet, is B302's.

Source: the house's ruling on the limits; the game's structure in the header.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, Missing, Result
from stud_audit.checks.sizes import (
    OPEN_KEYS,
    STREET_KEYS,
    in_spread,
    is_high,
    judge_spread,
    judged,
    limit_of,
    sizes_under,
)
from stud_audit.checks.support import STREET_NAMES, amounts_text, named, wager
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.events import Bet
from stud_audit.record.step import Step


def judge(step: Step, house: House) -> Result:
    state, player = step.state, step.player
    if in_spread(step) and not state.round.level and (state.street > 3 or state.round.bring_in_missing):
        return judge_spread(step, house, "bet")
    if not judged(step) or player is None or state.round.level:
        return None
    if state.street == 3 and not state.round.bring_in_missing:
        return None
    limit = limit_of(step)
    if limit is None:
        return Missing("the stakes")
    bet = wager(step)
    if player.left is not None and bet.added > player.left:
        return None  # W509's
    unit = limit.unit(state.street, house.rules)
    if bet.to == unit and state.street != 4 and house.settled(STREET_KEYS):
        return PASS
    if is_high(step, limit, house.rules, bet.to):
        return None
    if bet.all_in and bet.to < unit:
        return PASS

    def holds(rules: Rules) -> bool:
        allowed = sizes_under(step, limit, rules)
        if bet.all_in and bet.to < min(allowed.all, default=0):
            return True  # his last chips, fewer than any bet
        return bet.to in allowed.low or (bet.to in allowed.high and bet.to != unit)

    keys = OPEN_KEYS if state.street == 4 and bet.to == unit else STREET_KEYS
    weighing = house.weigh(keys, holds, state.street)
    if weighing.outcome == "pass":
        return PASS
    allowed = sizes_under(step, limit, house.rules)
    return Fault(
        f"{named(player)} bet {step.hand.money(bet.to)} on {STREET_NAMES[state.street]}, "
        + (
            "the lower limit, although a pair is showing"
            if bet.to == unit
            else f"where the bet is {amounts_text(step, allowed.low or (unit,))}"
        ),
        expected=amounts_text(step, (limit.big,) if bet.to == unit else (allowed.low or (unit,))),
        actual=step.hand.money(bet.to),
        keys=keys,
        weighing=weighing,
    )


CHECK = Check("W501", "bet-wrong-size", "S1", "software", judge=judge, on=(Bet,))
