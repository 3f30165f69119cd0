"""The higher limit on fourth street where the house does not let this player bet it.

In stud high a pair among the up-cards on fourth street allows the higher limit: in most rooms to
any player, in some to the player who shows the pair, in tournaments to nobody. In hi-lo and razz
there is no such option. Only a wager of exactly the higher limit is judged here; what the pair does
to a lower bet is W501's and W502's.

Source: the house's rulings on fourth street; Robert's Rules, Seven-Card Stud 4; TDA RP-10F.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, Missing, Result
from stud_audit.checks.sizes import OPEN_KEYS, RAISE_KEYS, in_spread, is_high, is_spread_double, judged, limit_of
from stud_audit.checks.support import amounts_text, board_text, last_up_card, named, wager
from stud_audit.game.betting import high_allowed, ladder, pair_showing
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.model.events import Bet, Completed, Raised
from stud_audit.record.step import Step


def judge(step: Step, house: House) -> Result:
    state, player = step.state, step.player
    if in_spread(step) and player is not None and state.street == 4 and is_spread_double(step, wager(step).to):
        return Fault(
            f"{named(player)} took the double bet of fourth street, which spread limit does not have",
            actual=step.hand.money(wager(step).to),
            keys=("fourth_double_structures",),
        )
    if not judged(step) or player is None or state.street != 4:
        return None
    if isinstance(step.event, Bet) == bool(state.round.level):
        return None  # a bet facing a bet, or a raise of nothing: W505's
    limit = limit_of(step)
    if limit is None:
        return Missing("the stakes")
    high = wager(step)
    if not is_high(step, limit, house.rules, high.to):
        return None
    if any(card < 0 for other in state.live() for card in other.up) or any(len(p.up) < 2 for p in state.live()):
        return Missing("the up-cards of a player")
    rungs = ladder(state.round, limit, house.rules)
    if rungs.high:
        return PASS

    def holds(rules: Rules) -> bool:
        return high_allowed(state, player, step.game, rules, ladder(state.round, limit, rules))

    pairs = pair_showing(state)
    keys = _keys(step, player in pairs, bool(pairs), house.rules)
    weighing = house.weigh(keys, holds, state.street)
    if weighing.outcome == "pass":
        return PASS
    if any(other.disputed for other in state.live()):
        return Missing("an up-card on which the log agrees with itself")
    low = tuple([base + limit.unit(4, house.rules) for base in rungs.bases])
    if step.game.name not in house.rules.fourth_double_games:
        why = f"there is no double bet in {step.game.title}"
    elif house.rules.fourth_double_trigger == "never":
        why = "this house has no double bet"
    elif not pairs:
        why = "no pair is showing"
    else:
        why = f"the pair is that of {', '.join(map(named, pairs))}"
    return Fault(
        f"{named(player)} showing {board_text(player)} bet the higher limit on fourth street, but {why}",
        expected=amounts_text(step, low),
        actual=step.hand.money(high.to),
        keys=keys,
        weighing=weighing,
        related=tuple(
            [
                (number, f"the board of {named(other)}: {board_text(other)}")
                for other in pairs
                if (number := last_up_card(step.script, other.seat, step.number))
            ]
        ),
    )


def _keys(step: Step, holder: bool, pair: bool, rules: Rules) -> tuple[str, ...]:
    if step.game.name not in rules.fourth_double_games:
        return ("fourth_double_games",)
    opening = isinstance(step.event, Bet)
    if not pair:
        return ("fourth_double_trigger",) if opening else ("fourth_double_trigger", "fourth_double_raise_trigger")
    if holder:
        return ("fourth_double_trigger",)
    return OPEN_KEYS if opening else RAISE_KEYS


CHECK = Check("W507", "high-bet-not-allowed", "S1", "software", judge=judge, on=(Bet, Raised, Completed))
