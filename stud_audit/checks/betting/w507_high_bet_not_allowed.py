"""The higher limit on fourth street where the house does not let this player bet it.

In stud high a pair among the up-cards on fourth street allows the higher limit: in most rooms to
any player, in some to the player who shows the pair, in tournaments to nobody. In hi-lo and razz
there is no such option. Only a wager of exactly the higher limit is judged here; what the pair does
to a lower bet is W501's and W502's. Where the log does not show all boards, it is wrong only where no
pair would allow it.

Source: the house's rulings on fourth street; Robert's Rules, Seven-Card Stud 4; TDA RP-10F.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.sizes import in_spread, is_spread_double, judged, limit_of, size_code, weigh_size
from stud_audit.checks.support import amounts_text, board_text, boards, named, wager
from stud_audit.game.betting import Limits, double_allowed, ladder, pair_showing
from stud_audit.game.table import Player
from stud_audit.model.events import Bet, Completed, Raised


def judge(step: Step, house: House) -> Result:
    state, player = step.state, step.player
    if player is None or state.street != 4:
        return None
    if in_spread(step, house):
        return _spread_double(step, player, house) if is_spread_double(step) else None
    if not judged(step, house) or isinstance(step.event, Bet) == bool(state.round.to_match):
        return None  # not part of a round, or a bet facing a bet, or a raise of nothing: W505's
    limit = limit_of(step)
    if limit is None:
        return Missing("the stakes")
    if size_code(step, limit, house) != "W507":
        return None
    if any(len(other.up) < 2 or min(other.up) < 0 for other in state.live()):
        # With a pair of their own they could do no better: what breaks the rules even so needs no board.
        opening = not state.round.to_match
        weighing = house.weigh(lambda rules: double_allowed(player, [player], step.game, "fixed", opening, rules), 4)
        if weighing.outcome == "pass":
            return Missing("the up-cards of a player")
    else:
        weighing = weigh_size(step, limit, house)
        if weighing.outcome == "pass":
            return PASS
    if any(other.disputed for other in state.live()):
        return Missing("an up-card on which the log agrees with itself")
    rungs = ladder(state.round, limit, house.rules)
    pairs = pair_showing(state)
    showing = f" showing {board_text(player)}" if player.up else ""
    return Fault(
        f"{named(player)}{showing} bet the higher limit on fourth street, but " + _why_not(step, limit, pairs, house),
        expected=amounts_text(step, tuple([base + limit.unit(4, house.rules) for base in rungs.bases])),
        actual=step.hand.money(wager(step).to),
        weighing=weighing,
        related=boards(step, pairs),
    )


def _why_not(step: Step, limit: Limits, pairs: list[Player], house: House) -> str:
    if step.game.name not in house.rules.fourth_double_games:
        return f"there is no double bet in {step.game.title}"
    if house.rules.fourth_double_trigger == "never":
        return "this house has no double bet"
    if not pairs:
        return "there is no open pair"
    if step.player not in pairs:
        return f"the open pair is that of {' and '.join(map(named, pairs))}"
    return f"the open pair may be read to allow {step.hand.money(2 * limit.small)} only"


def _spread_double(step: Step, player: Player, house: House) -> Result:
    """Twice the table's maximum in spread limit, where the double bet mostly does not exist."""
    pairs, opening = pair_showing(step.state), not step.state.round.to_match
    weighing = house.weigh(lambda rules: double_allowed(player, pairs, step.game, "spread", opening, rules), 4)
    if weighing.outcome == "pass":
        return PASS
    return Fault(
        f"{named(player)} took the double bet of fourth street, which spread limit does not have",
        actual=step.hand.money(wager(step).to),
        weighing=weighing,
    )


CHECK = Check("W507", "high-bet-not-allowed", "S1", "software", judge=judge, on=(Bet, Raised, Completed))
