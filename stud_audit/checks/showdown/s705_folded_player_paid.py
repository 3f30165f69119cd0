"""An award to a player who folded, or who has no part in the hand.

A player who gives up their hand gives up the pot. This needs no cards: the fold stands in the log.
A player whose fold the record contradicts, since they get cards and act after it, counts as live here;
T403 and D111 speak of them. Which of the live players should have been paid is S701's question, and is
not asked of a pot that went to a folded hand.

Source: the game's own clause that only a live player is paid.
"""

from __future__ import annotations

from stud_audit.checks.awards import amount_of, award_fault, seat_name
from stud_audit.checks.base import PASS, Check, Fault, House, Result, Settlement
from stud_audit.checks.support import STREET_NAMES, seats_text
from stud_audit.record.awards import Award


def judge(settlement: Settlement, house: House) -> Result:
    if not settlement.paid_out:
        return None
    folded = settlement.payouts.folded
    return [_fault(award, settlement) for award in folded] if folded else PASS


def _fault(award: Award, settlement: Settlement) -> Fault:
    player = settlement.state.players.get(award.seat)
    name, amount = seat_name(settlement, award.seat), amount_of(award, settlement)
    if player is None:
        message = f"{name} was paid {amount} but has no part in this hand"
    else:
        message = f"{name} was paid {amount} but had folded on {STREET_NAMES.get(player.folded, 'an earlier street')}"
    related = ((player.fold_event, "the fold"),) if player is not None else ()
    return award_fault(award, settlement, message, seats_text(_who_wins(settlement)) or None, related=related)


def _who_wins(settlement: Settlement) -> tuple[int, ...]:
    """Who may have won: the winners where they are certain, else everybody who is live."""
    contests = settlement.showdown.contests
    if all(contest.certain for contest in contests):
        return tuple(sorted({seat for contest in contests for seat in contest.winners}))
    return tuple([player.seat for player in settlement.showdown.live])


CHECK = Check("S705", "folded-player-paid", "S1", "software", judge_settlement=judge, side="showdown")
