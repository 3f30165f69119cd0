"""The indivisible remainder of a split given to the wrong player.

What an equal split leaves over goes where the house says: to the first tied winner left of the button, to
the highest card by suit (of the five that win, or of all seven), in razz to the lowest; the whole
remainder to one, or one chip at most to each. In hi-lo the odd chip of the two halves goes to the high
half. Every pot is split for itself, after the rake.

A rule by position needs a dealer button on a dealt-in seat, which no site's stud log prints: without one
an odd chip between tied hands is not checkable under such a house. Where the house is silent the finding
is a review that names whose rule was used.

Left to others: shares that differ by more than odd chips (S702, S707), awards to beaten hands (S701).

Source: the house's rulings on odd chips.
"""

from __future__ import annotations

from stud_audit.checks.awards import missing_cards, pot_word, seat_name
from stud_audit.checks.base import PASS, Check, Fault, Missing, Outcome, Result
from stud_audit.checks.support import seats_text
from stud_audit.game.odd_chips import Tie, divide, rightly_divided
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.record.awards import PotPaid, divisions
from stud_audit.record.settlement import Settlement


def judge(settlement: Settlement, house: House) -> Result:
    if not settlement.state.awards or settlement.script.cancelled or not settlement.books.paid_rightly:
        return None
    if settlement.payouts.unnamed:
        return Missing("which pot each award is from")
    return [_of_pot(pot, settlement, house) for pot in settlement.clean_pots]


def _of_pot(pot: PotPaid, settlement: Settlement, house: House) -> Outcome:
    ways: list[tuple[Tie, ...]] = []
    for unit in settlement.chip_units:
        ways = divisions(pot, settlement.showdown, unit)
        if ways:
            break
    if not any(_odd(way) for way in ways):
        return None
    lacking = missing_cards(pot.contest)
    if lacking:
        return Missing(lacking)
    state = settlement.state
    if any(len(tie.seats) > 1 and tie.needs_button(state, house.rules) for way in ways for tie in way):
        return Missing("the dealer button")

    def wrong_keys(way: tuple[Tie, ...], rules: Rules) -> tuple[str, ...]:
        """The settings that this way of dividing breaks."""
        keys: list[str] = []
        if len(way) == 2 and way[0].amount != way[1].amount:
            more = "high" if way[0].amount > way[1].amount else "low"
            if more != rules.stud8_odd_chip:
                keys.append("stud8_odd_chip")
        for tie in way:
            if tie.left and not rightly_divided(tie, state, rules):
                keys.extend(tie.keys(rules))
        return tuple(dict.fromkeys(keys))

    best = min(ways, key=lambda way: len(wrong_keys(way, house.rules)))
    weighing = house.weigh(lambda rules: any(not wrong_keys(way, rules) for way in ways))
    if weighing.outcome == "pass":
        return PASS
    due = _due(best, settlement)
    over = max(due, key=lambda seat: pot.to(seat) - due[seat])
    wanting = tuple([seat for seat in due if pot.to(seat) < due[seat]])
    if not wanting:  # another reading alone finds fault: nobody is short under the house's default
        wanting = (over,)
    chips = sum(max(pot.to(seat) - due[seat], 0) for seat in due)
    award = next(award for award in pot.awards if award.seat == over)
    return Fault(
        f"the odd {settlement.money(max(chips, 1))} of {pot_word(pot.contest.pot.name)} went to "
        f"{seat_name(settlement, over)}; it goes to {' and '.join(seat_name(settlement, seat) for seat in wanting)}",
        expected=seats_text(wanting),
        actual=str(over),
        weighing=weighing,
        event=award.event_no,
        seat=over,
        money=chips,
        settlement=settlement.payments,
    )


def _odd(way: tuple[Tie, ...]) -> bool:
    return any(tie.left for tie in way) or (len(way) == 2 and way[0].amount != way[1].amount)


def _due(way: tuple[Tie, ...], settlement: Settlement) -> dict[int, int]:
    """What each winner of the pot is due: the amounts of the halves put right, then divided."""
    ties, rules = list(way), settlement.rules
    if len(ties) == 2:
        amounts = sorted((ties[0].amount, ties[1].amount), reverse=rules.stud8_odd_chip == "high")
        ties = [
            Tie(amount, tie.paid, tie.unit, tie.half, tie.razz, tie.cards)
            for amount, tie in zip(amounts, ties, strict=True)
        ]
    due: dict[int, int] = {}
    for tie in ties:
        for seat, chips in divide(tie, settlement.state, rules).items():
            due[seat] = due.get(seat, 0) + chips
    return due


CHECK = Check("S703", "odd-chip-wrong", "S1", "software", judge_settlement=judge)
