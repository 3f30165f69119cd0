"""Tied hands that were not paid alike, odd chips aside.

Hands of the same five ranks tie: suits decide nothing here. Each tied hand gets the same share of the
pot or half; only what cannot be divided in the smallest chip may make one share larger, and to whom that
goes is S703's question. The smallest chip is the house's, or else the hand's smallest unit, or the chip of
which every amount of the hand is a multiple. A tied hand that was paid nothing was not paid alike.

The rake is never printed per pot, so shares are compared with one another and not with the pot: the split
of a pot is judged on the chips that were paid out of it. Where those do not add up with what went in,
P604 speaks instead. Awards to beaten hands are S701's and S707's, and no split is judged beside them.

A hand that was paid and never shown is taken for the best that the cards left in the deck allow. Where that
can only tie the best hand shown, which was paid nothing or less, it is wrong whatever the cards were. Where the
log does not say of which pot each award is, a tied player is held to all that their shares may come to.

Source: the game's own clause on ties, and what the house says of splitting.
"""

from __future__ import annotations

from stud_audit.checks.awards import (
    award_fault,
    by_pots,
    hand_words,
    missing_cards,
    pot_word,
    seat_name,
    shown_at,
    unlike,
)
from stud_audit.checks.base import PASS, Check, Fault, Missing, Outcome, Settlement
from stud_audit.model.events import Half
from stud_audit.record.awards import Excess, Misaward, PotPaid, halves


def _of_pot(pot: PotPaid, settlement: Settlement) -> list[Outcome]:
    slights = settlement.slights(pot)
    if slights and settlement.pots_in_doubt:
        return [Missing("a record of all chips")]
    if slights:
        return [_slighted(found, pot, settlement) for found in slights]
    return [_divided(pot, settlement)] if settlement.clean(pot) else []


def _divided(pot: PotPaid, settlement: Settlement) -> Outcome:
    lacking = missing_cards(pot.contest)
    ties = len(pot.split.high) > 1 or len(pot.split.low) > 1
    if not ties:
        return Missing(lacking) if lacking else None
    if unlike(pot, settlement) == "tie":
        if settlement.pots_in_doubt:
            return Missing("a record of all chips")
        return _fault(pot, settlement)
    if lacking:
        return Missing(lacking)
    return PASS if settlement.books.paid_rightly else None


def _slighted(found: Misaward, pot: PotPaid, settlement: Settlement) -> Fault:
    """All of a pot or half for a hidden hand that at best ties: at least a share of it is another's."""
    award, half, best = found.award, found.half, found.winners
    amount, money = found.amount, settlement.money
    share = amount // (len(best) + 1)
    return award_fault(
        award,
        settlement,
        f"{seat_name(settlement, award.seat)} was paid {money(amount)} of "
        f"{f'the {half} half of ' if half else ''}{pot_word(pot.contest.pot.name)} and "
        f"{seat_name(settlement, best[0])} nothing; {hand_words(settlement, award.seat, half)} can only tie "
        f"seat {best[0]}'s {hand_words(settlement, best[0], half).removeprefix('a ')}",
        money(share),
        money(amount),
        related=tuple([line for seat in best for line in shown_at(settlement, seat, "a hand as good at least")]),
        money=amount - share,
    )


def _fault(pot: PotPaid, settlement: Settlement) -> Fault:
    half, seats, paid = _tie_paid_unlike(pot, settlement)
    total = sum(paid.values())
    share = total // len(seats)
    over = max(seats, key=lambda seat: paid[seat])
    under = min(seats, key=lambda seat: paid[seat])
    award = next(award for award in pot.awards if award.seat == over)
    chips = settlement.moved(pot)
    money = settlement.money
    hidden = next((seat for seat in seats if seat in pot.contest.unknown), None)
    if hidden is None:
        tied = f"both have {hand_words(settlement, over, half)}"
    else:
        known = next(seat for seat in seats if seat != hidden)
        words = hand_words(settlement, hidden, half)
        tied = f"{words} of {seat_name(settlement, hidden)} can only tie {hand_words(settlement, known, half)}"
    return award_fault(
        award,
        settlement,
        f"{seat_name(settlement, over)} was paid {money(paid[over])} and {seat_name(settlement, under)} "
        f"{money(paid[under])} of {f'the {half} half of ' if half else ''}{pot_word(pot.contest.pot.name)}, "
        f"although {tied}",
        money(share),
        money(paid[over]),
        related=tuple([line for seat in seats for line in shown_at(settlement, seat, "a tied hand")]),
        money=paid[over] - share if chips is None else chips,
    )


def _excess(found: Excess, settlement: Settlement) -> Fault | None:
    award, claim, money = found.award, found.claim, settlement.money
    if not found.tied:
        return None
    other = next(seat for seat in claim.best if seat != award.seat)
    paid, pot = settlement.paid_by_seat[award.seat], pot_word(claim.contest.pot.name)
    return award_fault(
        award,
        settlement,
        f"{seat_name(settlement, award.seat)} was paid {money(paid)} in all, which is more of "
        f"{f'the {claim.half} half of ' if claim.half else ''}{pot} than a share, although both they "
        f"and {seat_name(settlement, other)} have {hand_words(settlement, award.seat, claim.half)}",
        money(paid - found.chips),
        money(paid),
        related=tuple([line for seat in claim.best for line in shown_at(settlement, seat, "a tied hand")]),
        money=found.chips,
    )


def _tie_paid_unlike(pot: PotPaid, settlement: Settlement) -> tuple[Half | None, tuple[int, ...], dict[int, int]]:
    """The tie with the greatest difference between its shares: its half, seats, and what each was paid."""
    contest = pot.split
    if not settlement.showdown.halved or not contest.low:
        return None, contest.winners, {seat: pot.to(seat) for seat in contest.winners}
    shares: dict[Half, dict[int, int]] = {"high": dict.fromkeys(contest.high, 0), "low": dict.fromkeys(contest.low, 0)}
    for award, part in zip(pot.awards, halves(pot, settlement.showdown), strict=True):
        half: Half = "low" if part == "low" else "high"
        shares[half][award.seat] = shares[half].get(award.seat, 0) + award.amount
    ties: list[Half] = [half for half, paid in shares.items() if len(paid) > 1]
    worst = max(ties, key=lambda half: max(shares[half].values()) - min(shares[half].values()))
    return worst, tuple(shares[worst]), shares[worst]


CHECK = Check("S702", "wrong-split", "S1", "software", judge_settlement=by_pots(_of_pot, _excess), side="showdown")
