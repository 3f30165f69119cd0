"""An opening bet that is not the street's unit, and not all-in.

In fixed limit a bet is exactly the unit of its street: the lower limit on third and fourth street,
the higher from fifth on. A player who has less may bet what they have. On fourth street a bet of
exactly the higher limit is W507's question, whoever makes it; any other size is judged here, and so
is a bet of the lower limit where a reading of the house makes the higher one mandatory (once a
hand). The opening of third street, bring-in or full bet, is B302's.

Source: the house's ruling on the limits; the game's structure in the header.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.sizes import in_spread, judge_spread, judged, limit_of, size_code, sizes_under, weigh_size
from stud_audit.checks.support import STREET_NAMES, amounts_text, amounts_words, named, wager
from stud_audit.model.events import Bet


def judge(step: Step, house: House) -> Result:
    state, player = step.state, step.player
    if in_spread(step, house) and not state.round.to_match and (state.street > 3 or state.round.bring_in_missing):
        return judge_spread(step, house, "bet")
    if not judged(step, house) or player is None or state.round.to_match:
        return None
    if state.street == 3 and not state.round.bring_in_missing:
        return None
    limit = limit_of(step)
    if limit is None:
        return Missing("the stakes")
    bet = wager(step)
    if (player.behind is not None and bet.added > player.behind) or size_code(step, limit, house) != "W501":
        return None  # W509's, or another check's
    weighing = weigh_size(step, limit, house)
    if weighing.outcome == "pass":
        return PASS
    unit, allowed = limit.unit(state.street, house.rules), sizes_under(step, limit, house.required(weighing))
    right = allowed.low or allowed.high
    return Fault(
        f"{named(player)} bet {step.hand.money(bet.to)} on {STREET_NAMES[state.street]}, "
        + (
            "the lower limit, although there is an open pair"
            if bet.to == unit
            else f"where the bet is {amounts_words(step, right)}"
        ),
        expected=amounts_text(step, right),
        actual=step.hand.money(bet.to),
        weighing=weighing,
    )


CHECK = Check("W501", "bet-wrong-size", "S1", "software", judge=judge, on=(Bet,))
