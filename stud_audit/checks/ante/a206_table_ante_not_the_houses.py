"""A table's ante, as the header states it, is not the one that the house has for its stake.

The header's ante is the table's, and players are judged by it. Where the house's own text states another
for this stake, by a table or a formula, the table is at fault and not its players: one finding, at the
first header of that table and stake, with the number of such hands. A player who posts the house's ante
there is right as well. What a house calls only usual makes a matter for review. Antes that were observed
in a site's logs, or are a fallback's, contradict no header.

Source: the house's ruling on the ante.
"""

from __future__ import annotations

from functools import partial

from stud_audit.checks.base import PASS, Check, House, Replay, Result, Rules
from stud_audit.checks.own_amounts import ante_without_header, own_ante
from stud_audit.checks.wrong_tables import WrongAmount, WrongTables


def judge(replay: Replay, house: House) -> Result:
    stated = replay.hand.header.ante
    own = own_ante(replay.hand, house) if stated is not None else None
    return PASS if own is not None and stated in own.amounts else None


def gather(replay: Replay, house: House) -> WrongAmount | None:
    """The header's ante where it is not the house's."""
    stated = replay.hand.header.ante
    own = own_ante(replay.hand, house) if stated is not None else None
    if stated is None or own is None or stated in own.amounts:
        return None

    def holds(rules: Rules) -> bool:
        due = ante_without_header(replay.hand, rules)
        return due is None or stated in due.amounts

    weighing = house.weigh(holds)
    return WrongAmount(stated, own.amounts, weighing, not house.rules.ante_strict)


CHECK = Check(
    "A206",
    "table-ante-not-the-house's",
    "S1",
    "operator",
    judge_hand=judge,
    side="stakes",
    gather=gather,
    collector=partial(WrongTables, "ante"),
    concerns=lambda rules: bool(rules.ante_table) or rules.ante_ratio is not None,
)
