"""A player sits down with less than the house's least buy-in.

The least buy-in is a multiple of the stake or an amount posted at the table. By default it binds who
sits down, not who tops up. Judged in logs that record buy-ins.

Source: the house's ruling on the buy-in.
"""

from __future__ import annotations

from math import ceil

from stud_audit.checks.base import PASS, Check, Fault, Missing, Result
from stud_audit.engine.step import Step
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.events import BoughtIn

_BINDS = {"sit": ("sit",), "sit+rebuy": ("sit", "rebuy"), "all": ("sit", "rebuy", "top-up")}
_KEYS = ("buyin_min_mult", "buyin_applies_to")


def judge(step: Step, house: House) -> Result:
    event, header, rules = step.event, step.hand.header, house.rules
    if not isinstance(event, BoughtIn) or rules.buyin_short_ok:
        return None
    if rules.buyin_posted:
        return Missing("the posted buy-in")
    base = header.small if rules.buyin_base == "small" else header.big
    if rules.buyin_min_mult is None or base is None:
        return None
    least = ceil(base * rules.buyin_min_mult)

    def holds(reading: Rules) -> bool:
        return event.kind not in _BINDS[reading.buyin_applies_to] or event.amount >= least

    weighing = house.weigh(_KEYS, holds)
    if weighing.outcome == "pass":
        return PASS
    money = step.hand.money
    return Fault(
        f"seat {event.seat} bought in for {money(event.amount)}; the least buy-in is {money(least)}",
        expected=money(least),
        actual=money(event.amount),
        keys=_KEYS,
        weighing=weighing,
    )


CHECK = Check("X801", "buy-in-below-minimum", "S3", "operator", judge=judge, on=(BoughtIn,))
