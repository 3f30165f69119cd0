"""An ante is posted automatically although the player had switched that off.

A house may post antes by default and let the player switch it off. A log that records sources tells
how the ante was posted; whether they had switched it off is told by a pre-action `no-auto-ante`
before it. An ante posted by hand is the player's own choice. Anything less is not checkable.

Source: the house's ruling on consent to the ante.
"""

from __future__ import annotations

from typing import Final

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.support import named
from stud_audit.model.events import AntePosted, PreactionSet

SWITCHED_OFF: Final = "no-auto-ante"


def judge(step: Step, house: House) -> Result:
    player, source = step.player, step.event.source
    if player is None:
        return None
    if source is None:
        return Missing("the sources of antes")
    if source in ("manual", "preaction"):
        return PASS
    for number, event in step.index.each(PreactionSet):
        if number < step.number and event.seat == player.seat and event.action == SWITCHED_OFF:
            weighing = house.weigh(lambda rules: not rules.ante_consent)
            if weighing.outcome == "pass":
                return None
            return Fault(
                f"the ante of {named(player)} was posted automatically although they had switched that off",
                expected="manual",
                actual=source,
                weighing=weighing,
                related=((number, "switched off here"),),
            )
    return Missing("the players' settings for antes")


CHECK = Check(
    "A205",
    "ante-without-consent",
    "S3",
    "software",
    judge=judge,
    on=(AntePosted,),
    concerns=lambda rules: rules.ante_consent,
)
