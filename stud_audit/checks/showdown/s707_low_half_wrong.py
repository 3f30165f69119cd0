"""Hi-lo: a low half paid without a qualifying low, not paid with one, or paid to the wrong low.

In hi-lo eight-or-better half of each contested pot goes to the best low of five different ranks of eight
or lower, the ace counting low; without one the high hand takes all. Few logs say for which half an award
is, so the lines of a pot are read in the way that fits best: halves of the right size, as few beaten
hands as possible, the high half first. An award that pays a beaten or missing low in every such reading
is wrong, and so is a pot that the high hand took alone although somebody has a low, and one whose halves
differ by more than an odd chip. Where a contender's cards are unknown, a right-looking low half is not
checkable.

Left to others: the high half (S701), ties within a half (S702), the odd chip of the halves (S703).

Source: the game's own clause on the low half, and what the house says of hi-lo.
"""

from __future__ import annotations

from stud_audit.checks.awards import (
    amount_of,
    cancelled,
    hand_words,
    missing_cards,
    pot_word,
    pots_in_doubt,
    seat_name,
    shown_at,
    unlike,
    wrong_awards,
)
from stud_audit.checks.base import PASS, Check, Fault, Missing, Outcome, Result
from stud_audit.checks.support import seats_text
from stud_audit.houses.house import House
from stud_audit.record.awards import Misaward, PotPaid, payouts
from stud_audit.record.replay import Replay
from stud_audit.record.settlement import moved, settlement


def judge(replay: Replay, house: House) -> Result:
    if not replay.showdown.halved or not replay.state.awards or cancelled(replay):
        return None
    paid = payouts(replay)
    if paid.unnamed:
        return Missing("which pot each award is from")
    return [outcome for pot in paid.pots for outcome in _of_pot(pot, replay, house)]


def _of_pot(pot: PotPaid, replay: Replay, house: House) -> list[Outcome]:
    if not pot.contest.contested or not pot.awards:
        return []
    wrong = wrong_awards(pot, replay)
    lows = [found for found in wrong if found.half == "low"]
    if lows and pots_in_doubt(replay):
        return [Missing("a record of all chips")]
    if lows:
        return [_fault(found, pot, replay, house) for found in lows]
    if unlike(pot, replay, house.rules) == "half":
        return [_unequal(pot, replay, house)]
    if wrong or pot.astray:
        return []  # the high half is wrong, or somebody was paid who could not win: what is left is no half
    lacking = missing_cards(pot.contest)
    return [Missing(lacking) if lacking else PASS]


def _fault(found: Misaward, pot: PotPaid, replay: Replay, house: House) -> Fault:
    award = found.award
    name, amount = seat_name(replay, award.seat), amount_of(award, replay)
    where = pot_word(pot.contest.pot.name)
    words = hand_words(replay, award.seat, "low")
    winners = found.winners or pot.contest.high
    best = winners[0]
    if not found.winners:
        message = f"{name} was paid {amount} of {where} as a low half, and nobody has a qualifying low"
        note = "the high hand, which wins all"
    elif award.seat in pot.contest.high:
        message = (
            f"{name} was paid the low half of {where} along with the high one, and has {words}; "
            f"{seat_name(replay, best)} has {hand_words(replay, best, 'low')}"
        )
        note = "the best low"
    else:
        message = (
            f"{name} was paid {amount} as the low half of {where} with {words}; "
            f"{seat_name(replay, best)} has {hand_words(replay, best, 'low')}"
        )
        note = "the best low"
    chips = moved(pot, replay, house.rules)
    return Fault(
        message,
        expected=seats_text(winners),
        actual=str(award.seat),
        event=award.event_no,
        seat=award.seat,
        related=tuple([line for seat in winners for line in shown_at(replay, seat, note)]),
        money=award.amount if chips is None else chips,
        settlement=settlement(replay, house.rules),
    )


def _unequal(pot: PotPaid, replay: Replay, house: House) -> Fault:
    """One winner each way, and the halves are not halves."""
    high, low = pot.contest.high[0], pot.contest.low[0]
    over = max((high, low), key=pot.to)
    award = next(award for award in pot.awards if award.seat == over)
    half = (pot.paid + 1) // 2
    return Fault(
        f"{seat_name(replay, high)} was paid {replay.hand.money(pot.to(high))} for the high half of "
        f"{pot_word(pot.contest.pot.name)} and {seat_name(replay, low)} {replay.hand.money(pot.to(low))} for the low",
        expected=replay.hand.money(half),
        actual=replay.hand.money(pot.to(over)),
        event=award.event_no,
        seat=over,
        money=pot.to(over) - half,
        settlement=settlement(replay, house.rules),
    )


CHECK = Check("S707", "low-half-wrong", "S1", "software", judge_hand=judge, settles=True)
