"""The indivisible remainder of a split given to the wrong player.

What an equal split leaves over goes where the house says: to the first tied winner left of the button, to
the highest card by suit (of the five that win, or of all seven), in razz perhaps to the lowest; the whole
remainder to one, or one chip at most to each. In hi-lo the odd chip of the two halves goes to the high
half. Every pot is split for itself, after the rake.

Where the table's header or the house names a smallest chip, shares are paid in whole chips of it, and the odd
chip is one of them; what a pot has beyond whole chips goes with it. A split in broken chips is wrong at its
first share that is none of whole chips, whoever should have had the odd one.

A rule by position needs a dealer button on a dealt-in seat, which no site's stud log prints: without one
an odd chip between tied hands is not checkable under such a house. Where the house is silent the finding
is a review that names whose rule was used.

Left to others: shares that differ by more than odd chips (S702, S707), awards to beaten hands (S701).

Source: the house's rulings on odd chips.
"""

from __future__ import annotations

from itertools import chain

from msgspec.structs import replace

from stud_audit.checks.awards import award_fault, missing_cards, pot_word, seat_name
from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Outcome, Result, Rules, Settlement
from stud_audit.checks.support import seats_text
from stud_audit.game.odd_chips import Tie, divide, leaves_odd_chips, rightly_divided
from stud_audit.game.showdown import high_and_low
from stud_audit.model.events import Half
from stud_audit.record.awards import Award, PotPaid, halves


def judge(settlement: Settlement, house: House) -> Result:
    if not settlement.paid_out or not settlement.books.paid_rightly:
        return None
    if settlement.payouts.unnamed:
        return Missing("which pot each award is from")
    if settlement.oversized:
        return None  # what was left over is not what was to be divided: P603
    return [_of_pot(pot, settlement, house) for pot in settlement.clean_pots]


def _of_pot(pot: PotPaid, settlement: Settlement, house: House) -> Outcome:
    ways = settlement.divisions(pot)
    if not any(map(leaves_odd_chips, ways)):
        return None
    lacking = missing_cards(pot.contest)
    if lacking:
        return Missing(lacking)
    broken = settlement.broken(pot, settlement.rules)
    if broken is not None:
        return _in_broken_chips(broken, pot, settlement, house)
    state = settlement.state
    if any(len(tie.seats) > 1 and tie.needs_button(state, house.rules) for way in ways for tie in way):
        return Missing("the dealer button")

    def faults(way: tuple[Tie, ...], rules: Rules) -> int:
        """In how many places this way of dividing is not that of the rules."""
        halves = len(way) == 2 and way[0].amount != _halves(way, rules)[0]
        return halves + sum(tie.left > 0 and not rightly_divided(tie, state, rules) for tie in way)

    weighing = house.weigh(lambda rules: not all(faults(way, rules) for way in ways))
    if weighing.outcome == "pass":
        return PASS
    best = min(ways, key=lambda way: faults(way, house.rules))
    by_tie = _due(best, settlement)
    due = {seat: sum(shares.get(seat, 0) for shares in by_tie) for seat in dict.fromkeys(chain(*by_tie))}
    over = max(due, key=lambda seat: pot.to(seat) - due[seat])
    wanting = tuple([seat for seat in due if pot.to(seat) < due[seat]])
    if not wanting:  # another reading alone finds fault: nobody is short under the house's default
        wanting = (over,)
    chips = sum(max(pot.to(seat) - due[seat], 0) for seat in due)
    excess = [tie.paid.get(over, 0) - shares.get(over, 0) for tie, shares in zip(best, by_tie, strict=True)]
    award = _award(pot, settlement, over, best[excess.index(max(excess))].half)
    return award_fault(
        award,
        settlement,
        f"the odd chip of {pot_word(pot.contest.pot.name)} ({settlement.money(max(chips, 1))}) went to "
        f"{seat_name(settlement, over)}; it belongs to "
        f"{' and '.join(seat_name(settlement, seat) for seat in wanting)}",
        seats_text(wanting),
        money=chips,
        weighing=weighing,
    )


def _in_broken_chips(award: Award, pot: PotPaid, settlement: Settlement, house: House) -> Fault:
    chip, money = settlement.chip_units[0], settlement.money
    whole = award.amount // chip * chip
    due = next((due.shares for due in settlement.dues or () if due.contest is pot.contest), {})
    moved = sum(max(pot.to(seat) - chips, 0) for seat, chips in due.items())
    return award_fault(
        award,
        settlement,
        f"{seat_name(settlement, award.seat)} was paid {money(award.amount)} of {pot_word(pot.contest.pot.name)}; "
        f"shares are paid in whole chips of {money(chip)}",
        f"{money(whole)} | {money(whole + chip)}",
        money(award.amount),
        money=moved or award.amount - whole,
        weighing=house.weigh(lambda rules: settlement.broken(pot, rules) is None),
    )


def _halves(way: tuple[Tie, ...], rules: Rules) -> tuple[int, int]:
    return high_and_low(way[0].amount + way[1].amount, way[0].unit, rules)


def _due(way: tuple[Tie, ...], settlement: Settlement) -> list[dict[int, int]]:
    """What each winner is due of each half, or of the whole: the amounts of the halves put right, then divided."""
    ties, rules = list(way), settlement.rules
    if len(ties) == 2:
        ties = [replace(tie, amount=amount) for amount, tie in zip(_halves(way, rules), ties, strict=True)]
    return [divide(tie, settlement.state, rules) for tie in ties]


def _award(pot: PotPaid, settlement: Settlement, seat: int, half: Half | None) -> Award:
    """The award to a seat for this half, as far as the log tells them apart."""
    own = [award for award in pot.awards if award.seat == seat]
    if half is None or len(own) == 1:
        return own[0]
    parts = zip(pot.every, halves(pot, settlement.showdown), strict=True)
    return next((award for award, part in parts if award in own and part in (half, "both")), own[0])


CHECK = Check("S703", "odd-chip-wrong", "S1", "software", judge_settlement=judge, side="showdown")
