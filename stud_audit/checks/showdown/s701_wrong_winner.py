"""A pot, or its high half, awarded to a hand that does not win it.

For every pot the best live hand among those who paid into it is worked out from all the cards that the
log shows: dealt, shown, mucked, or printed in the summary. An award to a hand that a known live hand
beats is wrong, whatever the hands that the log hides may be. Of a hidden hand it is worked out what it could
be at best, by the player's up-cards and the cards left in the deck: where that does not reach the best
known hand, it was beaten for certain. So is the best known hand where the open cards of a hidden one beat it
already. While a hidden hand that may win or tie is in the pot, an award to it or to the best of the known ones
is not checkable otherwise: the log lacks its cards. Only where two who contend for two pots were paid one each,
one of the awards is wrong whatever the cards are. Where the log does not say of which pot each award is, one
is wrong that goes beyond all that its player may win.

It matters more than all else: the wrong player has the money.

A hand that was mucked at the showdown counts as the house has it: by its cards, or dead against a hand that
was shown. It is no fold.

Left to others: awards to players who folded (S705), awards out of a pot to somebody who did not pay into
it (P603), everything about the low half (S707), ties paid unlike (S702), and odd chips (S703).

Source: the game's own clause on the best live hand, and what the house says of winning.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from stud_audit.checks.awards import (
    award_fault,
    by_readings,
    excessive,
    hand_words,
    missing_cards,
    pot_word,
    seat_name,
    shown_at,
)
from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Outcome, Result, Settlement
from stud_audit.checks.support import seats_text
from stud_audit.game.showdown import Contest
from stud_audit.record.awards import Excess, Misaward, PotPaid


def judge(settlement: Settlement, house: House) -> Result:
    if not settlement.paid_out:
        return None
    return by_readings(_judge, settlement, house)


def _judge(settlement: Settlement) -> list[Outcome]:
    outcomes = [outcome for pot in settlement.payouts.pots for outcome in _of_pot(pot, settlement)]
    if not any(isinstance(outcome, Fault) for outcome in outcomes):
        outcomes.extend(_contradictions(settlement))
    return [*outcomes, *_of_unnamed(settlement)]


def _of_pot(pot: PotPaid, settlement: Settlement) -> list[Outcome]:
    if not pot.awards:
        return []
    wrong = [found for found in settlement.wrong_awards(pot) if found.half != "low"]
    if wrong and settlement.pots_in_doubt:
        return [Missing("a record of all chips")]
    if wrong:
        chips = settlement.moved(pot) if len(wrong) == 1 else None
        return [_fault(found, pot.contest, chips, settlement) for found in wrong]
    lacking = missing_cards(pot.contest)
    return [Missing(lacking) if lacking else PASS]


def _contradictions(settlement: Settlement) -> Iterator[Fault]:
    """Of those who contend for two pots one player was paid the one, and another the other, whatever their cards."""
    if settlement.showdown.halved or not settlement.books.paid_rightly:
        return
    pots = [pot for pot in settlement.payouts.pots if pot.contest.contested and pot.awards and not pot.astray]
    for one, other in combinations(pots, 2):
        both = set(one.contest.pot.contenders).intersection(other.contest.pot.contenders)
        first, second = ([award for award in pot.awards if award.seat in both] for pot in (one, other))
        before = {award.seat for award in first}
        wrong = next((award for award in second if award.seat not in before), None)
        if first and wrong is not None:
            if settlement.pots_in_doubt:  # asked here: it takes another replay
                return
            names = [pot_word(pot.contest.pot.name) for pot in (one, other)]
            winner = seat_name(settlement, first[0].seat)
            yield award_fault(
                wrong,
                settlement,
                f"{seat_name(settlement, wrong.seat)} was paid from {names[1]}, and {winner} from {names[0]}, "
                f"though both contend for both: one of the two has the better hand",
                seats_text(tuple(sorted(before))),
                related=((first[0].event_no, "the other award"),),
                money=min(first[0].amount, wrong.amount),
            )
            return


def _of_unnamed(settlement: Settlement) -> list[Outcome]:
    """Awards of pots that the log does not name: wrong beyond all that their player may win."""
    awards = settlement.payouts.unnamed
    if not awards:
        return []
    lacking = next((lack for contest in settlement.showdown.contests if (lack := missing_cards(contest))), None)
    return excessive(_excess, settlement) or [Missing(lacking) if lacking else PASS]


def _excess(found: Excess, settlement: Settlement) -> Fault | None:
    claim = found.claim
    if found.tied or claim.half == "low":
        return None
    return _fault(Misaward(found.award, claim.half, claim.best), claim.contest, found.chips, settlement)


def _fault(found: Misaward, contest: Contest, chips: int | None, settlement: Settlement) -> Fault:
    award, half = found.award, found.half
    best = found.winners[0]
    halved = half and (award.half or contest.low or contest.unknown)  # without a low there are no halves
    pot = pot_word(contest.pot.name)
    part = f"the high half of {pot}" if halved else pot
    return award_fault(
        award,
        settlement,
        f"{seat_name(settlement, award.seat)} was paid {settlement.money(found.amount)} from {part} with "
        f"{hand_words(settlement, award.seat, half)}; {seat_name(settlement, best)} has the better hand: "
        f"{hand_words(settlement, best, half, least=True)}",
        seats_text(found.winners),
        related=(
            *(line for seat in found.winners for line in shown_at(settlement, seat, "the better hand")),
            *shown_at(settlement, award.seat, "the hand that was paid"),
        ),
        money=found.amount if chips is None else chips,
    )


CHECK = Check("S701", "wrong-winner", "S1", "software", judge_settlement=judge, side="showdown")
