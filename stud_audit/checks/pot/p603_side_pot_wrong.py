"""A main or side pot of the wrong size, or with the wrong contenders.

What each player put in makes the pots: one who is all-in for less contends for what their chips match and
no more. An award out of a pot to a player who did not pay into it, or of a pot that the betting did not
make, is wrong, and so are awards or stated totals of a pot that no rake explains. Where the log does not name the
pots, so is more for a player than all those that they contend for hold. The rake is never printed
per pot: sizes are right if some allocation of it explains them all.

Where awards and rake do not add up to what went in (P604), or another defect falsifies the record of the
chips, sizes are not judged. Who wins a pot among those who paid into it is S701's question.

Source: the game's own clause on side pots; a review under a house that is silent on them.
"""

from __future__ import annotations

from dataclasses import replace

from stud_audit.checks.awards import amount_of, award_fault, pot_word, seat_name
from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Settlement
from stud_audit.checks.support import seats_text
from stud_audit.model.events import TotalStated
from stud_audit.record.awards import Payouts
from stud_audit.record.wrong_award import culprit


def judge(settlement: Settlement, house: House) -> Result:
    showdown = settlement.showdown
    if not settlement.paid_out or not showdown.pots:
        return None
    paid, stated = settlement.payouts, settlement.stated_pots
    if len(showdown.pots) == 1 and not paid.nowhere and not stated:
        return None
    faults = [
        *_outsiders(paid, settlement),
        *_too_much(paid, settlement),
        *_sizes(settlement),
        *_stated(paid, settlement),
    ]
    if not faults:
        return PASS
    if settlement.pots_in_doubt:
        return Missing("a record of all chips")
    weighing = house.weigh(lambda rules: rules.side_pots == "unruled")
    if weighing.outcome == "pass":
        return None
    return [replace(fault, weighing=weighing) for fault in faults]


def _outsiders(paid: Payouts, settlement: Settlement) -> list[Fault]:
    found = []
    for pot in paid.pots:
        name, contenders = pot_word(pot.contest.pot.name), pot.contest.pot.contenders
        for award in pot.others:
            message = (
                f"{seat_name(settlement, award.seat)} was paid {amount_of(award, settlement)} from {name}, "
                f"but was all-in for too little to contend for it"
            )
            found.append(award_fault(award, settlement, message, seats_text(contenders)))
    book = settlement.books
    surplus = culprit(settlement, book.put_in).event_no if paid.nowhere and book.off else 0
    for award in paid.nowhere:
        if award.event_no == surplus:
            continue  # a line too many: P604
        message = (
            f"{seat_name(settlement, award.seat)} was paid {amount_of(award, settlement)} from a pot that the betting "
            f"did not make"
        )
        made = " | ".join(pot.name for pot in settlement.showdown.pots)
        pot_name: str | None = getattr(settlement.index.event(award.event_no), "pot", None)
        found.append(award_fault(award, settlement, message, made, str(pot_name)))
    return found


def _too_much(paid: Payouts, settlement: Settlement) -> list[Fault]:
    """Of awards whose pots the log does not name: more to a player than all their pots hold."""
    if not settlement.books.paid_rightly:
        return []  # P604's
    found = []
    totals = settlement.paid_by_seat
    for seat in dict.fromkeys(award.seat for award in paid.unnamed):
        most = sum(pot.amount for pot in settlement.showdown.pots if seat in pot.contenders)
        if totals[seat] > most:
            award = next(award for award in reversed(paid.unnamed) if award.seat == seat)
            money = settlement.money
            message = (
                f"{seat_name(settlement, seat)} was paid {money(totals[seat])}, but the pots they contend for "
                f"hold {money(most)}"
            )
            found.append(
                award_fault(award, settlement, message, money(most), money(totals[seat]), money=totals[seat] - most)
            )
    return found


def _sizes(settlement: Settlement) -> list[Fault]:
    """Pots out of which more was paid than is in them, while all of them together are right."""
    found = []
    for pot in settlement.oversized:
        size, money = pot.contest.pot.amount, settlement.money
        message = f"{money(pot.paid)} was paid from {pot_word(pot.contest.pot.name)}, which holds {money(size)}"
        award = max(pot.awards, key=lambda award: award.amount)
        found.append(award_fault(award, settlement, message, money(size), money(pot.paid), money=pot.paid - size))
    return found


def _stated(paid: Payouts, settlement: Settlement) -> list[Fault]:
    """Totals of single pots that are not what was paid out of them, nor (as some write) their chips before rake."""
    if settlement.books.off:
        return []
    money = settlement.money
    sizes = {pot.name: pot.amount for pot in settlement.showdown.pots}
    nets = {pot.contest.pot.name: pot.paid for pot in paid.pots}
    lines = [
        (number, event)
        for number, event in settlement.index.each(TotalStated)
        if event.pot is not None and not event.street
    ]

    def fitting(amounts: dict[str, int]) -> int:
        return sum(amounts.get(event.pot or "") == event.amount for _, event in lines)

    # One way of writing for all of them: what was paid, unless more of the lines fit the chips before rake.
    right = sizes if not nets or fitting(sizes) > fitting(nets) else nets
    found = []
    for number, event in lines:
        name, amount = event.pot or "", money(event.amount)
        due = right.get(name)
        if due is None:
            message = f"{pot_word(name)} is stated as {amount}, but the betting did not make it"
        elif due == event.amount or (not nets and _taken(sizes[name] - event.amount, settlement)):
            continue
        else:
            message = f"{pot_word(name)} is stated as {amount}, but holds {money(due)}"
        found.append(Fault(message, money(due or 0), amount, event=number, money=abs(event.amount - (due or 0))))
    return found


def _taken(chips: int, settlement: Settlement) -> bool:
    """Whether so many chips can be the rake of one pot."""
    rake = settlement.books.rake
    return chips >= 0 and (rake is None or chips <= rake)


CHECK = Check("P603", "side-pot-wrong", "S1", "software", judge_settlement=judge, side="chips")
