"""Awards plus rake differ from the pot.

Every chip that went in and was not returned is paid out or taken as rake. What the awards and the stated
rake add up to is compared with the chips as recorded. The finding stands at the line that is wrong: the
award, the rake, or (where an award is missing) the line after which none can come. Which of them it is,
the summary's lines, the totals of single pots, and the split of the pot tell; where they do not, the award
is named.

Where the log prints no rake, a shortfall that can be one is not checkable; a larger one, and paying out
more than there is, is a violation all the same. In tournaments and for play money there is no rake.

A difference that another defect of the hand explains (a wager of the wrong size, a line that is missing or
stands twice, a bet that was not returned, an award too many to a hand that does not win) is not reported again.
The stated total is P601's.

Source: the game's own clause that awards and rake add up to the pot.
"""

from __future__ import annotations

from stud_audit.checks.awards import paid_to_losers, seat_name
from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Settlement
from stud_audit.model.events import PotAwarded, SeatSummarised, TotalStated
from stud_audit.model.gaps import AWARDS, UNCALLED_RETURNS
from stud_audit.record.books import plausible_rake
from stud_audit.record.wrong_award import Culprit, culprit


def judge(settlement: Settlement, house: House) -> Result:
    book = settlement.books
    if settlement.index.cancelled or not settlement.state.players:
        return None
    if not book.off:
        return PASS
    if AWARDS in settlement.hand.missing:
        return Missing("the awards")
    if settlement.lines_lost:
        return Missing("a line that could not be read")
    if book.rake is None and plausible_rake(-book.off, book.put_in):
        return Missing("the rake")
    pot = book.put_in
    trusted = book.total is not None and not book.total_off
    if not trusted:
        if settlement.explained(book.off) or settlement.explained_but_for_rake:
            return Missing("a record of all chips")
        if book.total is not None and settlement.explained(book.total_off):
            pot = book.total
    if book.off < 0 and _award_lost(settlement):
        return Missing("an award line that could be read")
    wrong = culprit(settlement, pot)
    # An award too many, or one that holds the bet that should have come back to another, is S701's or S705's.
    all_wrong = not wrong.due or UNCALLED_RETURNS in settlement.hand.missing
    if all_wrong and wrong.kind == "award" and wrong.event_no in paid_to_losers(settlement):
        return None
    return _fault(wrong, pot, settlement)


def _award_lost(settlement: Settlement) -> bool:
    """Whether a line where awards stand could not be read: before the summary, or in it where the site pays there."""
    index = settlement.index
    start = max((number for numbers in index.actions.values() for number in numbers), default=0)
    ends = (number for kind in (TotalStated, SeatSummarised) for number in index.of_type.get(kind, ()))
    after = len(settlement.hand.events) + 1
    end = min((number for number in ends if number > start), default=after)
    if end < after and any(award.span.line > index.event(end).span.line for _, award in index.each(PotAwarded)):
        end = after
    return any(start < number < end for number in index.unknown)


def _fault(wrong: Culprit, pot: int, settlement: Settlement) -> Fault:
    book = settlement.books
    money = settlement.money
    rake = "" if book.rake is None else f" and a rake of {money(book.rake)}"
    sums = f"awards of {money(book.paid)}{rake} do not make the pot of {money(pot)}"
    if wrong.kind == "rake":
        message = f"{sums}: the rake should be {money(wrong.due)}"
    elif wrong.kind == "award":
        to = f" to {seat_name(settlement, wrong.seat)}" if wrong.seat is not None else ""
        message = f"{sums}: the award of {money(wrong.amount)}{to} should be {money(wrong.due)}"
    elif wrong.seat is not None:
        message = f"{sums}: {seat_name(settlement, wrong.seat)} is short of {money(wrong.due - wrong.amount)}"
    else:
        message = f"the pot of {money(pot)} was paid to nobody"
    return Fault(
        message,
        expected=money(wrong.due),
        actual=money(wrong.amount),
        event=wrong.event_no,
        seat=wrong.seat,
        related=tuple(
            [(number, "an award") for number, _ in settlement.index.each(PotAwarded) if number != wrong.event_no]
        ),
        money=abs(wrong.due - wrong.amount),
        settlement=None if wrong.kind == "rake" else settlement.payments,  # where the rake is wrong, no award is
    )


CHECK = Check("P604", "chips-not-conserved", "S1", "software", judge_settlement=judge, side="chips")
