"""What the log itself states contradicts the hand, where the play as such is legal.

* "raises 4 to 12": the increase is not the difference between the total and the bet faced, although
  the total is one that the player may raise to.
* "Betting is capped" where a further raise is allowed: too early, or between two players whom no cap binds.
* "A double bet is allowed" on another street than the fourth, in a game that has none (hi-lo, razz), or
  without a pair on any board.
* A seat named to open, or as low or high, that the cards do not pick, if that seat does not open; or called
  low where the highest opens, and high where the lowest does.
* "No low hand qualified" in a game without a low half, or although a known hand makes a low that was paid.

A total that nobody may raise to is W502, a double bet that is then made where there is none W507; a wrong opener
T401 or B301; a low half not paid S707. Where cards are not known, a statement about them is not checkable.

Source: the format of the log; the house's rulings on cap, double bet, and openers where they decide.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Replay, Result, Rules, Step
from stud_audit.checks.support import OUT_OF_PLAY, STREET_NAMES, named, seats_text
from stud_audit.game.betting import Limits, cap_bets, capped, double_allowed, ladder, limits, sizes
from stud_audit.game.boards import has_open_pair
from stud_audit.game.decisions import opener
from stud_audit.game.opening import bring_in_seats, round_openers
from stud_audit.game.stakes import bring_in_minimum
from stud_audit.game.table import Player
from stud_audit.model.events import BroughtIn, CardDealt, Completed, Raised, StateSaid, Wager
from stud_audit.model.money import amounts_in
from stud_audit.record.deals import lost_lines, was_live


def judge(step: Step, house: House) -> Result:
    event = step.event
    if type(event) is Raised or type(event) is Completed:
        return _raise(step, event, house)
    if type(event) is StateSaid:
        if event.state == "capped":
            return _capped(step, house)
        if event.state == "double-bet-allowed":
            return _double(step, house)
        if event.state in ("opens", "low", "high"):
            return _opens(step, event, house)
    return None


# --- "raises X to Y" ---------------------------------------------------------------------------


def _raise(step: Step, event: Raised | Completed, house: House) -> Result:
    state, player = step.state, step.player
    if event.by is None or player is None or step.turn in OUT_OF_PLAY:
        return None
    increase = event.to - state.round.to_match
    if event.by == increase:
        return PASS
    if lost_lines(step.index, state.round.first_event, step.number) or not _legal(step, event, house):
        return None
    if _faced_wrong_wager(step, event.to - event.by, house):
        return None
    money = step.hand.money
    more, due, stated = _as_printed(step, event, event.by, player.street_put)
    return Fault(
        f"{named(player)} raises to {money(event.to)} over the bet of {money(state.round.to_match)}, {more} "
        f"{money(due)}; the line says {money(stated)}",
        expected=money(due),
        actual=money(stated),
    )


def _as_printed(step: Step, event: Raised | Completed, by: int, own: int) -> tuple[str, int, int]:
    """What the line states in the site's own way, what that should be, and what it is: the amount that is printed."""
    level = step.state.round.to_match
    printed = set(amounts_in(event.raw, step.hand.header.decimals))
    forms = (
        ("an increase of", event.to - level, by),
        ("which puts in", event.to - own, by + max(level - own, 0)),
        ("a total of", event.to, level + by),
    )
    return next((form for form in forms if abs(form[2]) in printed), forms[0])


def _faced_wrong_wager(step: Step, faced: int, house: House) -> bool:
    """Whether the line is right by what the bet before should have been: that one is the fault (B302, W501)."""
    round_, limit = step.state.round, limits(step.hand.header)
    if len(round_.wagers) == 1 and isinstance(round_.wagers[0].event, BroughtIn):
        return faced == bring_in_minimum(step.hand.header, house.rules)
    return limit is not None and len(ladder(round_, limit, house.rules).bases) > 1


def _legal(step: Step, event: Raised | Completed, house: House) -> bool:
    """Whether the total, whatever the stated increase, is one that the player may raise to."""
    state, player, limit = step.state, step.player, limits(step.hand.header)
    if player is None or event.to <= state.round.to_match:
        return False
    if event.all_in:
        return player.behind == event.added
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
    most, bets = cap_bets(house.rules), ladder(round_, limit, house.rules).bets
    unit = limit.unit(round_.street, house.rules)
    short = most is not None and bets < most and most * unit <= round_.to_match
    if short or lost_lines(step.index, round_.first_event, step.number):
        return None  # the bets are there in amount: a line of the round is missing or wrong
    if most is not None and bets >= most:
        count = f"{bets} bets between two players, whom no cap binds"
    else:
        count = f"{bets} of {most if most is not None else 'any number of'} bets"
    return Fault(
        f"the log calls the betting on {STREET_NAMES.get(round_.street, 'no street')} capped after {count}",
        expected="not capped",
        actual="capped",
        weighing=weighing,
        street=round_.street,
    )


def _is_capped(step: Step, limit: Limits, rules: Rules) -> bool:
    round_ = step.state.round
    return capped(round_, ladder(round_, limit, rules), rules)


def _double(step: Step, house: House) -> Result:
    state, index = step.state, step.index
    if state.street != 4:
        where = STREET_NAMES.get(state.street, "no street")
        message = f"the log says that a double bet is allowed on {where}"
        return Fault(message, expected="nothing", actual="double bet allowed")
    live = [player for player in state.players.values() if was_live(player, 4)]
    boards: dict[int, list[int]] = {player.seat: [] for player in live}
    for number in (*index.deals.get(3, ()), *index.deals.get(4, ())):
        deal = index.event(number)
        if isinstance(deal, CardDealt) and deal.facing == "up" and deal.seat in boards:
            boards[deal.seat].extend(deal.cards)
    pairs = [player for player in live if has_open_pair(boards[player.seat])]
    unseen = [p for p in live if len(boards[p.seat]) < 2 or min(boards[p.seat]) < 0 or p.disputed]
    guessed = not pairs and bool(unseen)
    showing: list[Player] = [*(pairs or unseen)]

    def allowed(rules: Rules) -> bool:
        return any(double_allowed(p, showing, step.game, step.hand.header.structure, True, rules) for p in live)

    weighing = house.weigh(allowed, 4)
    if weighing.outcome == "pass":
        return Missing(f"the up-cards of seat {unseen[0].seat}") if guessed else PASS
    if _double_is_made(step):
        return None
    if step.game.name not in house.rules.fourth_double_games:
        why = f"{step.game.title} has none"
    elif pairs or guessed:
        why = "this house has none"
    else:
        why = "there is no open pair"
    return Fault(
        f"the log says that a double bet is allowed on fourth street, but {why}",
        expected="nothing",
        actual="double bet allowed",
        weighing=weighing,
    )


def _double_is_made(step: Step) -> bool:
    """Whether somebody bets or raises by more than the lower limit on fourth street: that is judged there (W507)."""
    limit, level = limits(step.hand.header), 0
    for number in step.index.actions.get(4, ()):
        event = step.index.event(number)
        if isinstance(event, Wager):
            if limit is not None and event.to - level > limit.small:
                return True
            level = max(level, event.to)
    return False


def _opens(step: Step, event: StateSaid, house: House) -> Result:
    state, index = step.state, step.index
    if event.seat is None or state.street < 3 or state.round.actions:
        return None
    word = house.weigh(
        lambda rules: event.state == "opens" or _end_that_opens(step, rules) in (event.state, "unruled"), state.street
    )
    if word.outcome != "pass":
        end = _end_that_opens(step, house.rules)
        return Fault(
            f"the log calls seat {event.seat} {event.state} to open {STREET_NAMES[state.street]}, "
            f"where in {step.game.title} the {end} cards open",
            expected=end,
            actual=event.state,
            weighing=word,
        )
    actions = index.actions.get(state.street)
    if actions and getattr(index.event(actions[0]), "seat", None) == event.seat:
        return None  # whether they may open is judged at their action

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
        f"by the cards it is seat {' or '.join(map(str, opening.seats))}",
        expected=seats_text(opening.seats),
        actual=str(event.seat),
        weighing=weighing,
    )


def _end_that_opens(step: Step, rules: Rules) -> str:
    """Whether the high or the low cards open the street; `unruled` where that is not ruled."""
    if step.state.street == 3:
        return rules.razz_bring_in_card if step.game.low_opens else rules.bring_in_card
    rule = rules.razz_opener_rule if step.game.low_opens else rules.opener_rule
    return rule.removesuffix("_board")


# --- "No low hand qualified" -------------------------------------------------------------------


def judge_hand(replay: Replay, house: House) -> Result:
    said = [number for number, event in replay.index.each(StateSaid) if event.state == "no-low"]
    if not said:
        return None
    if replay.hand.truncated:
        return Missing("the end of the hand")
    if replay.game.qualifier is None:
        return [_false(number, f"{replay.game.title} is played for no low") for number in said]
    contests = [contest for contest in replay.showdown.contests if contest.contested]
    if any(not contest.low and contest.unknown for contest in contests):
        return Missing("the cards of " + ", ".join(f"seat {seat}" for seat in contests[0].unknown))
    if not contests or any(not contest.low for contest in contests):
        return PASS
    lows = {seat for contest in contests for seat in contest.low}
    if not all(replay.state.players[seat].won for seat in lows):
        return None  # S707
    holders = ", ".join(f"{named(replay.state.players[seat])} has a low" for seat in sorted(lows))
    return [_false(number, holders) for number in said]


def _false(number: int, why: str) -> Fault:
    return Fault(f"the log says that no low qualified; {why}", expected="low", actual="no low", event=number)


CHECK = Check(
    "R012",
    "stated-amount-inconsistent",
    "S3",
    "software",
    judge=judge,
    on=(Raised, Completed, StateSaid),
    judge_hand=judge_hand,
    side="showdown",
)
