"""Whether the stub can supply the seventh card to every live player."""

from __future__ import annotations

from typing import NamedTuple

from stud_audit.game.table import Table
from stud_audit.houses.rules import Rules

DECK_SIZE = 52


class Stub(NamedTuple):
    """The cards left before the seventh card, without burns; who needs one; and the burns on record."""

    left: int
    live: int
    burned: int


def stub_before_seventh(state: Table) -> Stub | None:
    """None where the hand did not reach seventh street."""
    live = state.drawing.get(7)
    if live is None:
        return None
    dealt = 3 * len(state.order) + sum(state.drawing.get(street, 0) for street in (4, 5, 6))
    return Stub(DECK_SIZE - dealt, live, len(state.burns))


def burns_uncertain(stub: Stub, rules: Rules) -> bool:
    """Whether burns bear on the stub in a way that the log cannot settle: reshuffled, or not shown."""
    return bool(stub.burned) if rules.burn_per_street == 0 else True


def community_due(stub: Stub, rules: Rules) -> bool | None:
    """Whether a community card has to be dealt; None where either is right, or burns not shown decide it."""
    if rules.community_trigger == "never":
        return False
    if rules.community_trigger == "unruled":
        return None
    if rules.community_trigger == "all_eight":
        return stub.live == 8
    need = stub.live + rules.community_reserve_last
    # Burn cards that are shuffled in first leave one burn, that of seventh street itself.
    burns = rules.burn_per_street if rules.community_use_burns_first else 4 * rules.burn_per_street
    if stub.burned:
        burned = {min(stub.burned, burns) if rules.community_use_burns_first else stub.burned}
    else:
        burned = {0, burns}
    answers = {need > stub.left - gone for gone in burned}
    return answers.pop() if len(answers) == 1 else None
