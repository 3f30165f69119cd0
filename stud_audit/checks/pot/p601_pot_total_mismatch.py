"""The stated total of the pot differs from the chips that went in.

Antes and wagers, less what was returned, are added up as recorded and compared with the total that the
log states, rake included. Where awards and rake agree with the chips, the total is what is wrong.

A wager of the wrong size, a line that is missing or stands twice, or a bet that was not returned makes
the chips differ from the total by just its amount: that is explained by the finding on that line, and the
total is then not checkable. Where awards, rake, and total agree with one another and not with the chips,
P604 speaks.

Source: the game's own clause that the pot holds what was put in.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Settlement
from stud_audit.record.books import plausible_rake


def judge(settlement: Settlement, house: House) -> Result:
    book = settlement.books
    if settlement.index.cancelled or not settlement.state.players:
        return None
    if book.total is None:
        return Missing("the stated total")
    if not book.total_off:
        return PASS
    if book.rake is None and book.total == book.paid and plausible_rake(-book.total_off, book.put_in):
        return Missing("the rake")  # the total may be what was left of it
    if book.off and book.off == book.total_off:
        return Missing("a record of all chips") if settlement.explained(book.off) else None
    pot = book.put_in
    if book.off:
        if settlement.explained(book.total_off):
            return Missing("a record of all chips")
        if settlement.explained(book.off):
            pot = book.paid + (book.rake or 0)
    money = settlement.money
    return Fault(
        f"the total is stated as {money(book.total)}, but the contributions to the pot are {money(pot)}",
        expected=money(pot),
        actual=money(book.total),
        event=book.total_event,
        money=abs(book.total - pot),
    )


CHECK = Check("P601", "pot-total-mismatch", "S1", "software", judge_settlement=judge, side="chips")
