"""What the log itself states contradicts the hand, where the play as such is legal.

* "raises 4 to 12": the increase is not the difference between the total and the bet faced, although
  the total is one that the player may raise to.
* "Betting is capped" where a further raise is allowed.
* "A double bet is allowed" on another street than the fourth, or without a pair on any board.
* A seat named to open, or as low or high, that the cards do not pick, if that seat does not open.
* "No low hand qualified" although a known hand makes a low, and the low half was paid.

A total that nobody may raise to is W502; a wrong opener T401 or B301; a low half not paid S707.
Where cards are not known, a statement about them is not checkable.

Source: the format of the log; the house's rulings on cap and openers where they decide.
"""

from __future__ import annotations

from collections.abc import Iterator

from stud_audit.checks.base import PASS, Check, Fault, Missing, Result
from stud_audit.checks.support import OUT_OF_PLAY, STREET_NAMES, named, seats_text
from stud_audit.game.betting import Limits, cap_bets, capped, ladder, limits, sizes
from stud_audit.game.boards import has_open_pair
from stud_audit.game.decisions import opener
from stud_audit.game.opening import bring_in_seats, round_openers
from stud_audit.game.stakes import bring_in_minimum
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.events import BroughtIn, CardDealt, Completed, Event, Raised, StateSaid
from stud_audit.record.deals import lost_lines, was_live
from stud_audit.record.replay import Replay
from stud_audit.record.step import Step

_CAP_KEYS = ("cap_raises", "cap_heads_up")


def judge(step: Step, house: House) -> Result:
    event = step.event
    if type(event) is Raised or type(event) is Completed:
        return _raise(step, event, house)
    if type(event) is StateSaid:
        if event.state == "capped":
            return _capped(step, house)
        if event.state == "double-bet-allowed":
            return _double(step)
        if event.state in ("opens", "low", "high"):
            return _opens(step, event, house)
    return None


# --- "raises X to Y" ---------------------------------------------------------------------------


def _raise(step: Step, event: Raised | Completed, house: House) -> Result:
    state, player = step.state, step.player
    if event.by is None or player is None or step.turn in OUT_OF_PLAY:
        return None
    increase = event.to - state.round.level
    if event.by == increase:
        return PASS
    if lost_lines(step.script, state.round.first_event, step.number) or not _legal(step, event, house):
        return None
    if _faced_wrong_wager(step, event.to - event.by, house):
        return None
    money = step.hand.money
    return Fault(
        f"{named(player)} raises to {money(event.to)}, which is {money(increase)} more than the "
        f"{money(state.round.level)} faced; the line makes it {money(event.by)}",
        expected=money(increase),
        actual=money(event.by),
    )


def _faced_wrong_wager(step: Step, faced: int, house: House) -> bool:
    """Whether the line is right by what the bet before should have been: that one is the fault (B302, W501)."""
    round_, limit = step.state.round, limits(step.hand.header)
    if len(round_.wagers) == 1 and isinstance(round_.wagers[0].event, BroughtIn):
        return faced == bring_in_minimum(step.hand, house.rules)
    return limit is not None and len(ladder(round_, limit, house.rules).bases) > 1


def _legal(step: Step, event: Raised | Completed, house: House) -> bool:
    """Whether the total, whatever the stated increase, is one that the player may raise to."""
    state, player, limit = step.state, step.player, limits(step.hand.header)
    if player is None or event.to <= state.round.level:
        return False
    if event.all_in:
        return player.left == event.added
    if limit is None or step.hand.header.structure != "fixed":
        return True
    readings = (house.rules, *(reading.rules for reading in house.readings))
    return any(event.to in sizes(state, player, step.game, limit, rules).all for rules in readings)


# --- what the site says of the state -------------------------------------------------------------


def _capped(step: Step, house: House) -> Result:
    round_, limit = step.state.round, limits(step.hand.header)
    if limit is None or step.hand.header.structure != "fixed":
        return Missing("the stakes") if limit is None else None
    weighing = house.weigh(lambda rules: _is_capped(step, limit, rules))
    if weighing.outcome == "pass":
        return PASS
    most = cap_bets(house.rules)
    unit = limit.unit(round_.street, house.rules)
    if (most is not None and round_.level >= unit * most) or lost_lines(step.script, round_.first_event, step.number):
        return None  # the bets are there in amount: a line of the round is missing or wrong
    bets = ladder(round_, limit, house.rules).bets
    return Fault(
        f"the log calls the betting on {STREET_NAMES[round_.street]} capped after {bets} of "
        f"{most if most is not None else 'any number of'} bets",
        expected="not capped",
        actual="capped",
        weighing=weighing,
        street=round_.street,
    )


def _is_capped(step: Step, limit: Limits, rules: Rules) -> bool:
    round_ = step.state.round
    return capped(round_, ladder(round_, limit, rules), rules)


def _double(step: Step) -> Result:
    state, script = step.state, step.script
    if state.street != 4:
        where = STREET_NAMES.get(state.street, "no street")
        return Fault(f"the log allows a double bet on {where}", expected="nothing", actual="double bet allowed")
    boards: dict[int, list[int]] = {p.seat: [] for p in state.players.values() if was_live(p, 4)}
    for number in (*script.deals.get(3, ()), *script.deals.get(4, ())):
        deal = script.event(number)
        if isinstance(deal, CardDealt) and deal.facing == "up" and deal.seat in boards:
            boards[deal.seat].extend(deal.cards)
    if any(has_open_pair(board) for board in boards.values()):
        return PASS
    for seat, board in boards.items():
        if len(board) < 2 or min(board) < 0 or state.players[seat].disputed:
            return Missing(f"the up-cards of seat {seat}")
    return Fault(
        "the log allows a double bet because of a pair, and no board shows one",
        expected="nothing",
        actual="double bet allowed",
    )


def _opens(step: Step, event: StateSaid, house: House) -> Result:
    state, script = step.state, step.script
    if event.seat is None or state.street < 3 or state.round.actions:
        return None
    actions = script.actions.get(state.street)
    if actions and getattr(script.event(actions[0]), "seat", None) == event.seat:
        return None  # whether he may open is judged at his action

    opening = (bring_in_seats if state.street == 3 else round_openers)(state, step.game, house.rules)
    if opening.missing is not None:
        return Missing(opening.missing)
    if not opening.seats:
        return None
    weighing = house.weigh(opener(state, step.game, event.seat).holds, state.street)
    if weighing.outcome == "pass":
        return PASS
    return Fault(
        f"the log names seat {event.seat} to open {STREET_NAMES[state.street]}; "
        f"the cards pick seat {seats_text(opening.seats)}",
        expected=seats_text(opening.seats),
        actual=str(event.seat),
        weighing=weighing,
    )


# --- "No low hand qualified" -------------------------------------------------------------------


def judge_hand(replay: Replay, house: House) -> Result:
    said = [number for number in replay.script.states if _no_low(replay.script.event(number))]
    if not said:
        return None
    if replay.hand.truncated:
        return Missing("the end of the hand")
    contests = [contest for contest in replay.showdown.contests if contest.contested]
    if any(not contest.low and contest.unknown for contest in contests):
        return Missing("the cards of " + ", ".join(f"seat {seat}" for seat in contests[0].unknown))
    if not contests or any(not contest.low for contest in contests):
        return PASS
    lows = {seat for contest in contests for seat in contest.low}
    if not all(replay.state.players[seat].won for seat in lows):
        return None  # S707
    return list(_false(replay, said, lows))


def _false(replay: Replay, said: list[int], lows: set[int]) -> Iterator[Fault]:
    for number in said:
        yield Fault(
            "the log says that no low qualified; "
            + ", ".join(f"{named(replay.state.players[seat])} has a low" for seat in sorted(lows)),
            expected="low",
            actual="no low",
            event=number,
        )


def _no_low(event: Event) -> bool:
    return isinstance(event, StateSaid) and event.state == "no-low"


CHECK = Check(
    "R012",
    "stated-amount-inconsistent",
    "S3",
    "software",
    judge=judge,
    on=(Raised, Completed, StateSaid),
    judge_hand=judge_hand,
)
