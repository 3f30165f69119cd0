"""A table's bring-in, as the header states it, is not the one that the house has for its stake.

The header's bring-in is the table's, and players are judged by it. Where the house's own text states
another for this stake, by a table or as half the lower limit, the table is at fault and not its players:
one finding, at the first header of that table and stake, with the number of such hands. A player who
brings in for the house's amount there is right as well. Half the lower limit that the chips cannot pay,
and that the header rounds otherwise than the house, is a matter for review. Amounts that were observed in
a site's logs, or are a fallback's, contradict no header.

Source: the house's ruling on the bring-in.
"""

from __future__ import annotations

from functools import partial

from stud_audit.checks.base import PASS, Check, House, Replay, Result, Rules
from stud_audit.checks.own_amounts import bring_in_without_header, own_bring_in
from stud_audit.checks.wrong_tables import WrongAmount, WrongTables
from stud_audit.game.stakes import smallest_chip


def judge(replay: Replay, house: House) -> Result:
    stated = replay.hand.header.bring_in
    own = own_bring_in(replay.hand, house) if stated is not None else None
    return PASS if own is not None and stated in own.amounts else None


def gather(replay: Replay, house: House) -> WrongAmount | None:
    """The header's bring-in where it is not the house's."""
    header = replay.hand.header
    stated = header.bring_in
    own = own_bring_in(replay.hand, house) if stated is not None else None
    if stated is None or own is None or stated in own.amounts:
        return None

    def holds(rules: Rules) -> bool:
        due = bring_in_without_header(replay.hand, rules)
        return due is not None and stated in due.amounts

    chip = smallest_chip(header, house.rules) or 1
    small = header.small
    otherwise_rounded = own.source == "formula" and small is not None and abs(2 * stated - small) < 2 * chip
    return WrongAmount(stated, own.amounts, house.weigh(holds), otherwise_rounded)


CHECK = Check(
    "B305",
    "table-bring-in-not-the-house's",
    "S1",
    "operator",
    judge_hand=judge,
    side="stakes",
    gather=gather,
    collector=partial(WrongTables, "bring-in"),
    concerns=lambda rules: bool(rules.bring_in_table) or rules.bring_in_mode != "table",
)
