"""An uncalled bet not returned, returned twice, to the wrong player, or of the wrong amount.

What a bet has above the highest amount of anybody else, folded players included, was never called and goes
back to the bettor; so does a bring-in that everybody folds to, and what an ante has above the antes of
players who were all-in for less. Each return is compared with what is uncalled at that moment; at the first
award nothing may be left uncalled that no later line returns. Formats that print no returned bets can't be
judged, and the chips of a cancelled hand all go back.

What a bet of the wrong size, or a line that is missing, makes look wrong is not reported: the return of a
bet that the record lacks, and a return that is right for the bet as it should have been.

Source: the game's own clause on uncalled bets.
"""

from __future__ import annotations

from bisect import bisect_left

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.support import last_wager, lines_lost, named, seat_name, seats_text
from stud_audit.houses.rules import Rules
from stud_audit.model.events import PotAwarded, UncalledReturned
from stud_audit.record.books import MOST_PARTS
from stud_audit.record.chip_errors import Correction, corrections
from stud_audit.record.doubts import RecordedPlayer
from stud_audit.record.index import Index


def judge(step: Step, house: House) -> Result:
    if step.index.cancelled:
        return None  # all chips go back
    if isinstance(step.event, UncalledReturned):
        return _returned(step, step.event, house)
    return _at_award(step, house)


def _returned(step: Step, event: UncalledReturned, house: House) -> Result:
    player, money = step.player, step.hand.money
    waiting = [
        p for p in step.state.owing() if p.seat != event.seat and step.index.last_sign.get(p.seat, 0) > step.number
    ]
    if waiting:
        return Missing(f"the action of seat {waiting[0].seat}")
    due = {seat: chips for seat, chips in step.state.uncalled().items() if chips}
    owed = due.get(event.seat, 0)
    if owed == event.amount:
        return PASS
    if player is not None and not owed and not due and _bet_lacking(step, player):
        return Missing(f"seat {player.seat}'s bet")
    if event.seat in step.state.players and (owed or not due) and _explained(step, event.seat, event.amount, house):
        return Missing("a record of all chips")
    who = seat_name(step.state, event.seat)
    if owed:
        message = f"{money(event.amount)} was returned to {who}, but the uncalled bet is {money(owed)}"
        expected, actual = money(owed), money(event.amount)
    elif due:
        bettor = named(step.state.players[next(iter(due))])
        message = f"{money(event.amount)} was returned to {who}, but the uncalled bet is that of {bettor}"
        expected, actual = seats_text(tuple(due)), str(event.seat)
    else:
        again = " a second time" if player is not None and player.returned else ""
        message = f"{money(event.amount)} was returned to {who}{again}, but they have no uncalled bet"
        expected, actual = "0", money(event.amount)
    return Fault(
        message,
        expected=expected,
        actual=actual,
        seat=event.seat,
        related=((last_wager(step), "the bet"),),
        money=abs(event.amount - owed) if owed or not due else event.amount,
    )


def _at_award(step: Step, house: House) -> Result:
    index = step.index
    if index.of_type[PotAwarded][0] < step.number:
        return None
    if step.state.given_back:
        return Missing("returned bets")
    due = {seat: chips for seat, chips in step.state.uncalled().items() if chips}
    returns = index.each(UncalledReturned)
    later = {event.seat for number, event in returns if number > step.number}
    left = {seat: chips for seat, chips in due.items() if seat not in later}
    if not left:
        return None if due or not returns else PASS
    if _misdirected(step, left):
        return None
    if lines_lost(step):
        return Missing("a line that could not be read")
    seat, chips = next(iter(left.items()))
    if _explained(step, seat, 0, house):
        return Missing("a record of all chips")
    player, money = step.state.players[seat], step.hand.money
    if any(event.seat == seat for _, event in returns):
        return None  # the return of a wrong amount was reported where it stands
    return Fault(
        f"the pot was awarded, but {money(chips)} that nobody called was not returned to {named(player)}",
        expected=money(chips),
        actual="0",
        seat=seat,
        related=((last_wager(step), "the bet"),),
        money=chips,
    )


def _bet_lacking(step: Step, player: RecordedPlayer) -> bool:
    """Whether the record lacks an action of this player, which may have been the bet that went back."""
    state, round_ = step.state, step.state.round
    forced = round_.bring_in_missing and player.seat in state.low_seats
    return forced or player.seat in round_.jumped or state.owes(player) or player.optional


def _misdirected(step: Step, left: dict[int, int]) -> bool:
    """Whether a return before this award was wrong, and reported there: what is left follows from it."""
    back = [event for number, event in step.index.each(UncalledReturned) if number < step.number]
    chips = set(left.values())
    wrong = any(player.overreturned for player in step.state.players.values())
    return wrong or any(event.amount in chips for event in back)


def _explained(step: Step, seat: int, back: int, house: House) -> bool:
    """Whether one other defect of the betting, put right, makes `back` what nobody called of this seat's bet."""
    state = step.state
    if any(player.fold_inferred for player in state.players.values()):
        return True
    defects = step.index.once(_but_for_returns, house.rules)
    before = bisect_left(defects, step.number, key=lambda one: one.number)
    found = defects[max(before - MOST_PARTS, 0) : before]
    # A bet or ante was so much too high, or somebody's so much too low, perhaps in an earlier round.
    wrong_by = state.uncalled().get(seat, 0) - back
    if any((part if one.seat != seat else -part) == wrong_by for one in found for part in one.parts):
        return True
    if state.unreturned.get(seat, 0):
        return False
    put = {player.seat: player.street_put + player.street_assumed for player in state.players.values()}
    for one in found:
        if one.seat not in put or one.number < state.round.first_event:
            continue
        for part in one.parts:
            right = put | {one.seat: put[one.seat] + part}
            others = max((chips for other, chips in right.items() if other != seat), default=0)
            if max(right[seat] - others, 0) == back:
                return True
    return False


def _but_for_returns(index: Index, rules: Rules) -> list[Correction]:
    """What other lines may have falsified, in their order."""
    returns = frozenset(index.of_type.get(UncalledReturned, ()))
    return [one for one in index.once(corrections, rules) if one.number not in returns]


CHECK = Check("P602", "uncalled-bet-mishandled", "S1", "software", judge=judge, on=(UncalledReturned, PotAwarded))
