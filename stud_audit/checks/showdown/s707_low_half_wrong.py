"""Hi-lo: a low half paid without a qualifying low, not paid with one, or paid to the wrong low.

In hi-lo eight-or-better half of each contested pot goes to the best low of five different ranks of eight
or lower, the ace counting low; without one the high hand takes all. Few logs say for which half an award
is, so the lines of a pot are read in the way that fits best: halves of the right size, as few beaten
hands as possible, the high half first. An award that pays a beaten or missing low in every such reading
is wrong, and so is a pot that the high hand took alone although somebody has a low, and one whose halves
differ by more than an odd chip. Where a contender's hidden cards may make a low as good, by the cards left in
the deck, a right-looking low half is not checkable; where they cannot, it is judged without them, and a low
half paid to a hidden hand that can make no qualifying low, or none as good as the best known, is wrong. Where
the log does not say of which pot each award is, one is wrong that goes beyond all that its player may win.

Left to others: the high half (S701), ties within a half (S702), the odd chip of the halves (S703).

Source: the game's own clause on the low half, and what the house says of hi-lo.
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
from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Outcome, Result, Settlement
from stud_audit.checks.support import seats_text
from stud_audit.game.showdown import Contest
from stud_audit.record.awards import Award, Excess, Misaward, Part, PotPaid, halves


def judge(settlement: Settlement, house: House) -> Result:
    return _by_pots(settlement, house) if settlement.showdown.halved else None


def _of_pot(pot: PotPaid, settlement: Settlement) -> list[Outcome]:
    if not pot.contest.contested or not pot.awards:
        return []
    wrong = settlement.wrong_awards(pot)
    lows = [found for found in wrong if found.half == "low"]
    if lows and sum(award.amount for award in pot.every) <= settlement.chip_units[0]:
        return []  # a single chip, which is the high half's odd one
    if lows and settlement.pots_in_doubt:
        return [Missing("a record of all chips")]
    if lows:
        chips = settlement.moved(pot)
        return [_fault(found, pot.contest, chips, settlement) for found in lows]
    if unlike(pot, settlement) == "half":
        return [_unequal(pot, settlement)]
    if wrong or pot.astray:
        return []  # the high half is wrong, or somebody was paid who could not win: what is left is no half
    lacking = missing_cards(pot.contest)
    return [Missing(lacking) if lacking else PASS]


def _excess(found: Excess, settlement: Settlement) -> Fault | None:
    claim = found.claim
    if found.tied or claim.half != "low":
        return None
    return _fault(Misaward(found.award, "low", claim.best), claim.contest, found.chips, settlement)


_by_pots = by_pots(_of_pot, _excess)


def _fault(found: Misaward, contest: Contest, chips: int | None, settlement: Settlement) -> Fault:
    award = found.award
    name, amount = seat_name(settlement, award.seat), settlement.money(found.amount)
    where = pot_word(contest.pot.name)
    words = hand_words(settlement, award.seat, "low")
    winners = found.winners or contest.high
    best = ""
    if found.winners:
        best = f"{seat_name(settlement, winners[0])} has the best low: {hand_words(settlement, winners[0], 'low')}"
    if not found.winners:
        hidden = settlement.showdown.hands.get(award.seat) is None
        lacking = "their hidden cards cannot make one" if hidden else "nobody has a qualifying low"
        message = f"{name} was paid {amount} from {where} as a low half, but {lacking}"
        note = "the high hand, which wins all"
    elif award.seat in contest.high:
        message = f"{name} was paid the low half of {where} along with the high half, but has {words}; {best}"
        note = "the best low"
    else:
        message = f"{name} was paid {amount} as the low half of {where} with {words}; {best}"
        note = "the best low"
    related = tuple([line for seat in winners for line in shown_at(settlement, seat, note)])
    return award_fault(
        award,
        settlement,
        message,
        seats_text(winners) or None,
        money=found.amount if chips is None else chips,
        related=related,
    )


def _unequal(pot: PotPaid, settlement: Settlement) -> Fault:
    """Winners each way, and the halves are not halves."""
    paid: dict[Part, int] = {"high": 0, "low": 0}
    lines: dict[Part, list[Award]] = {"high": [], "low": []}
    for award, part in zip(pot.awards, halves(pot, settlement.showdown), strict=True):
        half: Part = "low" if part == "low" else "high"
        paid[half] += award.amount
        lines[half].append(award)
    over: Part = "high" if paid["high"] > paid["low"] else "low"
    award = max(lines[over], key=lambda award: award.amount)
    due, money = (pot.paid + 1) // 2, settlement.money
    return award_fault(
        award,
        settlement,
        f"{money(paid['high'])} was paid for the high half of {pot_word(pot.contest.pot.name)} and "
        f"{money(paid['low'])} for the low half",
        money(due),
        money(paid[over]),
        money=max(paid[over] - due, 0),
    )


CHECK = Check("S707", "low-half-wrong", "S1", "software", judge_settlement=judge, side="showdown")
