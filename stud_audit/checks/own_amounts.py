"""What a house's own text says of ante and bring-in at a stake, whatever the header of a hand says.

That is a table or a formula of the house itself: no fallback's, and no amounts that were only observed in a site's
logs. Where a header contradicts it the table is at fault, and players may post either amount.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from stud_audit.game.stakes import Stake, StakeSource, ante_due, bring_in_due
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.hand import Hand


def own_ante(hand: Hand, house: House) -> Stake | None:
    """The ante that the house's text states for the stake of a hand; None where it states none."""
    return _stated(house, ante_without_header(hand, house.rules), {"table": "ante_table", "formula": "ante_ratio"})


def own_bring_in(hand: Hand, house: House) -> Stake | None:
    """The bring-in that the house's text states for the stake of a hand of fixed limit; None where it states none."""
    stake = bring_in_without_header(hand, house.rules)
    return _stated(house, stake, {"table": "bring_in_table", "formula": "bring_in_mode"})


def ante_without_header(hand: Hand, rules: Rules) -> Stake | None:
    """The ante of a hand as if its header did not say it."""
    return ante_due(replace(hand.header, ante=None), rules)


def bring_in_without_header(hand: Hand, rules: Rules) -> Stake | None:
    """The bring-in of a hand as if its header did not say it."""
    return bring_in_due(replace(hand.header, bring_in=None), rules)


def _stated(house: House, stake: Stake | None, keys: Mapping[StakeSource, str]) -> Stake | None:
    """The amount, where the ruling that it comes from is the text's own."""
    ruling = house.rulings.get(keys[stake.source]) if stake is not None else None
    return None if ruling is None or ruling.silent or ruling.basis else stake
