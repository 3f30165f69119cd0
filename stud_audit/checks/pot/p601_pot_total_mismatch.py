"""The stated total of the pot differs from the chips that went in.

Antes and wagers, less what was returned, are added up as recorded and compared with the total that the
log states, rake included. Where awards and rake agree with the chips, the total is what is wrong.

A wager of the wrong size, a line that is missing or stands twice, or a bet that was not returned makes
the chips differ from the total by just its amount: that is explained by the finding on that line, and the
total is then not checkable. Where awards, rake, and total agree with one another and not with the chips,
P604 speaks.

What the log says that the pots hold as a street begins is compared in the same way. Only the first of several
that are wrong by the same is reported.

Source: the game's own clause that the pot holds what was put in.
"""

from __future__ import annotations

from collections.abc import Iterator

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Outcome, Result, Settlement
from stud_audit.record.books import plausible_rake, running_totals


def judge(settlement: Settlement, house: House) -> Result:
    if settlement.index.cancelled or not settlement.state.players:
        return None
    return [*_running(settlement), _final(settlement)]


def _running(settlement: Settlement) -> Iterator[Outcome]:
    money, known = settlement.money, 0
    for total in running_totals(settlement.index):
        off = total.stated - total.put_in
        if not off:
            yield PASS
        elif off != known and settlement.explained(off):
            yield Missing("a record of all chips")
        elif off != known:
            stated, chips = money(total.stated), money(total.put_in)
            message = f"the pot is stated as {stated}, but the contributions so far are {chips}"
            yield Fault(message, expected=chips, actual=stated, event=total.event_no, money=abs(off))
        known = off


def _final(settlement: Settlement) -> Outcome:
    book = settlement.books
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
