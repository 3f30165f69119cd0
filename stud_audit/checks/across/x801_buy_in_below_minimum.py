"""A player sits down with less than the house's minimum buy-in.

The minimum buy-in is a multiple of the stake or an amount posted at the table, which no log prints and
the house's file may tell by stake. By default it binds who sits down, not who tops up. Judged in logs
that record buy-ins.

Source: the house's ruling on the buy-in.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Rules, Step
from stud_audit.game.stakes import BUY_INS_BOUND, least_buy_in
from stud_audit.model.events import BoughtIn


def judge(step: Step, house: House) -> Result:
    event, rules = step.event, house.rules
    if not isinstance(event, BoughtIn) or rules.buyin_short_ok:
        return None
    least = least_buy_in(step.hand.header, rules)
    if least is None:
        return Missing("the posted buy-in") if rules.buyin_posted else None

    def holds(reading: Rules) -> bool:
        least = least_buy_in(step.hand.header, reading)
        bound = event.kind in BUY_INS_BOUND[reading.buyin_applies_to]
        return reading.buyin_short_ok or least is None or not bound or event.amount >= least

    weighing = house.weigh(holds)
    if weighing.outcome == "pass":
        return PASS
    money = step.hand.money
    return Fault(
        f"seat {event.seat} bought in for {money(event.amount)}; the minimum buy-in is {money(least)}",
        expected=money(least),
        actual=money(event.amount),
        weighing=weighing,
    )


CHECK = Check("X801", "buy-in-below-minimum", "S3", "operator", judge=judge, on=(BoughtIn,))
