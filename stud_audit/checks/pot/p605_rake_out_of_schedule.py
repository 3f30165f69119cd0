"""The rake is above what the house's schedule allows.

A schedule is a share of the pot, rounded up to the unit in which rake is taken (else the smallest chip),
and perhaps a cap. A lower rake is nobody's loss. A house that publishes no schedule has nothing to judge
by. A rake that does not fit awards and pot is P604's.

Source: the house's ruling on the rake.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Rules, Settlement
from stud_audit.game.stakes import most_rake
from stud_audit.model.events import RakeTaken
from stud_audit.record.wrong_award import culprit


def judge(settlement: Settlement, house: House) -> Result:
    if house.rules.rake_pct is None:
        return None
    hand, rake = settlement.hand, settlement.state.rake
    if rake is None:
        return Missing("the rake")
    book = settlement.books
    if book.off and (not book.total_off or culprit(settlement, book.put_in).kind == "rake"):
        return None
    # Chips that the record lacks are in the pot all the same.
    pot = max(settlement.state.pot, settlement.state.awarded + rake)

    def most(rules: Rules) -> int:
        allowed = most_rake(pot, hand.header, rules)
        return pot if allowed is None else allowed

    weighing = house.weigh(lambda rules: rake <= most(rules))
    if weighing.outcome == "pass":
        return PASS
    allowed = most(house.required(weighing))
    return Fault(
        f"a rake of {hand.money(rake)} was taken from a pot of {hand.money(pot)}; "
        f"the schedule allows {hand.money(allowed)} at most",
        expected=hand.money(allowed),
        actual=hand.money(rake),
        weighing=weighing,
        event=settlement.index.of_type[RakeTaken][0],
        money=rake - allowed,
    )


CHECK = Check(
    "P605",
    "rake-out-of-schedule",
    "S1",
    "operator",
    judge_settlement=judge,
    side="rake",
    concerns=lambda rules: rules.rake_pct is not None,
)
