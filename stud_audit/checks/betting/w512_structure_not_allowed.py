"""A betting structure that the house does not offer.

A house may offer fixed limit only, or fixed and spread limit. The structure is the one that the
hand's header states. Pot-limit and no-limit stud are not audited at all (R007).

Source: the house's ruling on structures.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Replay, Result


def judge_hand(replay: Replay, house: House) -> Result:
    structure = replay.hand.header.structure
    weighing = house.weigh(lambda rules: structure in rules.structure)
    if weighing.outcome == "pass":
        return PASS
    return Fault(
        f"the hand is played at {structure} limit, which this house does not offer",
        expected=" | ".join(house.rules.structure),
        actual=structure,
        weighing=weighing,
        span=replay.hand.header_span,
    )


CHECK = Check("W512", "structure-not-allowed", "S2", "operator", judge_hand=judge_hand, side="stakes")
