"""A street is dealt without its burn card.

Where the house burns a card before each street from fourth on, and the log shows burns, a street
that has none was dealt without. Online logs mostly show no burns at all: then it is not checkable.
The finding stands at the first card of the street.

Source: the house's ruling on burn cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Outcome, Replay, Result
from stud_audit.checks.support import STREET_NAMES
from stud_audit.model.events import CardBurned, CardDealt, CommunityDealt


def judge_hand(replay: Replay, house: House) -> Result:
    if not house.rules.burn_per_street:
        return None
    if CardBurned not in replay.index.of_type:
        return Missing("burn cards") if replay.index.last_street > 3 else None
    return tuple(_judged(replay, house))


def _judged(replay: Replay, house: House) -> Iterator[Outcome]:
    burned: dict[int, int] = {}
    dealt: set[int] = set()
    for number, event in enumerate(replay.hand.events, 1):
        street = event.street
        if isinstance(event, CardBurned):
            burned[street] = burned.get(street, 0) + 1
        elif isinstance(event, (CardDealt, CommunityDealt)) and street > 3 and street not in dealt:
            dealt.add(street)
            burns = burned.get(street, 0)
            weighing = house.weigh(lambda rules: burns >= rules.burn_per_street, street)  # noqa: B023
            if weighing.outcome == "pass":
                yield PASS
            else:
                yield Fault(
                    f"{STREET_NAMES[street]} is dealt without a burn card",
                    expected="burn",
                    actual="nothing",
                    weighing=weighing,
                    event=number,
                )


CHECK = Check(
    "D106",
    "burn-card-missing",
    "S3",
    "software",
    judge_hand=judge_hand,
    side="deal",
    concerns=lambda rules: bool(rules.burn_per_street),
)
