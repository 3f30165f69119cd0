"""An ante is posted after the first card.

Antes are in before any card is dealt. An ante after the showdown or the summary is no late ante but
a line out of order (R002).

Source: the house's ruling on antes.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Result, Step
from stud_audit.checks.support import named
from stud_audit.model.events import AntePosted


def judge(step: Step, house: House) -> Result:
    event, player, index = step.event, step.player, step.index
    if not isinstance(event, AntePosted) or player is None or step.number in index.order.astray:
        return None
    if not step.state.antes_closed:
        return PASS
    weighing = house.weigh(lambda rules: not rules.ante_before_deal)
    if weighing.outcome == "pass":
        return PASS
    first = min([numbers[0] for numbers in index.deals.values()], default=0)
    return Fault(
        f"{named(player)} posted an ante of {step.hand.money(event.amount)} after the first card was dealt",
        expected="ante before the deal",
        actual="ante",
        weighing=weighing,
        related=((first, "the first card"),),
    )


CHECK = Check("A203", "ante-late", "S3", "software", judge=judge, on=(AntePosted,))
