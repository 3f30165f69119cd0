"""Tied hands that were not paid alike, odd chips aside.

Hands of the same five ranks tie: suits decide nothing here. Each tied hand gets the same share of the
pot or half; only what cannot be divided in the smallest chip may make one share larger, and to whom that
goes is S703's question. The smallest chip is the house's, or else the hand's smallest unit, or the chip of
which every amount of the hand is a multiple. A tied hand that was paid nothing was not paid alike.

The rake is never printed per pot, so shares are compared with one another and not with the pot: the split
of a pot is judged on the chips that were paid out of it. Where those do not add up with what went in,
P604 speaks instead. Awards to beaten hands are S701's and S707's, and no split is judged beside them.

Source: the game's own clause on ties, and what the house says of splitting.
"""

from __future__ import annotations

from stud_audit.checks.awards import (
    hand_words,
    missing_cards,
    pot_word,
    seat_name,
    shown_at,
    unlike,
)
from stud_audit.checks.base import PASS, Check, Fault, Missing, Outcome, Result
from stud_audit.houses.house import House
from stud_audit.model.events import Half
from stud_audit.record.awards import PotPaid, halves
from stud_audit.record.settlement import Settlement


def judge(settlement: Settlement, house: House) -> Result:
    if not settlement.state.awards or settlement.script.cancelled:
        return None
    if settlement.payouts.unnamed:
        return Missing("which pot each award is from")
    return [_of_pot(pot, settlement) for pot in settlement.clean_pots]


def _of_pot(pot: PotPaid, settlement: Settlement) -> Outcome:
    lacking = missing_cards(pot.contest)
    ties = len(pot.contest.high) > 1 or len(pot.contest.low) > 1
    if not ties:
        return Missing(lacking) if lacking else None
    if unlike(pot, settlement) == "tie":
        if settlement.pots_in_doubt:
            return Missing("a record of all chips")
        return _fault(pot, settlement)
    if lacking:
        return Missing(lacking)
    return PASS if settlement.books.paid_rightly else None


def _fault(pot: PotPaid, settlement: Settlement) -> Fault:
    half, seats, paid = _tie_paid_unlike(pot, settlement)
    total = sum(paid.values())
    share = total // len(seats)
    over = max(seats, key=lambda seat: paid[seat])
    under = min(seats, key=lambda seat: paid[seat])
    award = next(award for award in pot.awards if award.seat == over)
    chips = settlement.moved(pot)
    money = settlement.money
    return Fault(
        f"{seat_name(settlement, over)} was paid {money(paid[over])} and {seat_name(settlement, under)} "
        f"{money(paid[under])} of {f'the {half} half of ' if half else ''}{pot_word(pot.contest.pot.name)}, "
        f"and both have {hand_words(settlement, over, half)}",
        expected=money(share),
        actual=money(paid[over]),
        event=award.event_no,
        seat=over,
        related=tuple([line for seat in seats for line in shown_at(settlement, seat, "a tied hand")]),
        money=paid[over] - share if chips is None else chips,
        settlement=settlement.payments,
    )


def _tie_paid_unlike(pot: PotPaid, settlement: Settlement) -> tuple[Half | None, tuple[int, ...], dict[int, int]]:
    """The tie with the greatest difference between its shares: its half, seats, and what each was paid."""
    contest = pot.contest
    if not settlement.showdown.halved or not contest.low:
        return None, contest.winners, {seat: pot.to(seat) for seat in contest.winners}
    shares: dict[Half, dict[int, int]] = {"high": dict.fromkeys(contest.high, 0), "low": dict.fromkeys(contest.low, 0)}
    for award, part in zip(pot.awards, halves(pot, settlement.showdown), strict=True):
        half: Half = "low" if part == "low" else "high"
        shares[half][award.seat] = shares[half].get(award.seat, 0) + award.amount
    ties: list[Half] = [half for half, paid in shares.items() if len(paid) > 1]
    worst = max(ties, key=lambda half: max(shares[half].values()) - min(shares[half].values()))
    return worst, tuple(shares[worst]), shares[worst]


CHECK = Check("S702", "wrong-split", "S1", "software", judge_settlement=judge)
