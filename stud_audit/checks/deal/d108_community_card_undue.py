"""A community card is dealt although the stub could supply every live player.

The arithmetic is D107's. A community card before seventh street, or a second one, is undue whatever
the stub.

Where the house burns and the log shows no burns, a community card passes if it is due with the burns
or without them; what is due in neither case is a review, and so it is where burns may have been
reshuffled.

Source: the house's ruling on the community card; else Robert's Rules, Seven-Card Stud 10; TDA RP-10H.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.game.deck_stub import burns_uncertain, community_due, stub_before_seventh
from stud_audit.model.cards import cards_text
from stud_audit.model.events import CommunityDealt, LineUnknown


def judge(step: Step, house: House) -> Result:
    event = step.event
    if not isinstance(event, CommunityDealt) or event.reprint or step.number in step.index.order.astray:
        return None
    shown = cards_text(event.cards)
    if event.street != 7:
        return _never(f"a community card ({shown}) is dealt before seventh street", shown, house)
    if step.number != step.index.community:
        return _never(f"a second community card ({shown}) is dealt", shown, house)
    stub = stub_before_seventh(step.state)
    if stub is None:
        return None
    due = community_due(stub, house.rules)
    weighing = house.weigh(lambda rules: community_due(stub, rules) is not False)
    if weighing.outcome == "pass":
        return PASS if due else Missing("burn cards")
    lines = [step.index.event(number) for number in step.index.unknown]
    if any(isinstance(line, LineUnknown) and line.code == "R006" for line in lines):
        return Missing("who was dealt in")
    return Fault(
        f"a community card ({shown}) is dealt, although the stub has {stub.left - stub.burned} cards for "
        f"{stub.live} players",
        expected="a card for each player",
        actual="community card",
        weighing=weighing,
        review=burns_uncertain(stub, house.rules),
    )


def _never(message: str, shown: str, house: House) -> Fault:
    """What no rule on the community card allows."""
    return Fault(message, "nothing", shown, weighing=house.weigh(lambda rules: rules.community_trigger == "unruled"))


CHECK = Check("D108", "community-card-undue", "S1", "software", judge=judge, on=(CommunityDealt,))
