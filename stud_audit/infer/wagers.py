"""Questions of how much may be bet, and by whom."""

from __future__ import annotations

from collections.abc import Iterator

from stud_audit.checks.sizes import judged, limit_of
from stud_audit.game.betting import capped, ladder, pair_showing, reopened, sizes
from stud_audit.game.stakes import bring_in_due
from stud_audit.houses.rules import Rules
from stud_audit.infer.question import Outcomes, Question, base
from stud_audit.model.events import Bet, BroughtIn, Called, Completed, Folded, Raised, StateSaid, Wager
from stud_audit.record.step import Step


def wager_questions(step: Step) -> Iterator[Question]:
    """What an action, or the site's own word on the betting, tells."""
    event = step.event
    if isinstance(event, StateSaid):
        yield from _said(step, event)
    elif isinstance(event, (Bet, Raised, Completed)):
        yield from _size(step, event)
        yield from _may_raise(step)
    elif isinstance(event, (Called, Folded)):
        yield from _may_raise(step)
        if isinstance(event, Called):
            yield from _after_short_bring_in(step, event)
    elif isinstance(event, BroughtIn) and step.turn == "opening":
        opposed = any(other.able and other is not step.player for other in step.state.able())
        if not opposed:
            yield Question("a bring-in unopposed", "posted", _unopposed, step.number)
    closing = step.closing
    if closing is not None and closing.street == 3 and not closing.actions and len(step.state.able()) == 1:
        yield Question("a bring-in unopposed", "none", _unopposed, step.number)


def _unopposed(rules: Rules) -> Outcomes:
    return (rules.bring_in_unopposed,)


# --- sizes ---------------------------------------------------------------------------------------


def _size(step: Step, event: Wager) -> Iterator[Question]:
    state, player, limit = step.state, step.player, limit_of(step)
    if player is None or limit is None or not judged(step) or event.all_in or limit.small == limit.big:
        return
    if (player.behind is not None and event.added > player.behind) or isinstance(event, Bet) == bool(
        state.round.to_match
    ):
        return
    if state.street == 3 and not state.round.to_match:
        return  # the full opening is the bring-in's question

    def totals(rules: Rules) -> Outcomes:
        return sizes(state, player, step.game, limit, rules).all

    yield Question("the size of a bet or raise", event.to, totals, step.number)


# --- whether a raise is allowed --------------------------------------------------------------------


def _may_raise(step: Step) -> Iterator[Question]:
    """A raise that was made, or not made where there were chips for it and somebody to call it."""
    state, player, limit = step.state, step.player, limit_of(step)
    event = step.event
    if player is None or limit is None or not judged(step) or not state.round.to_match or isinstance(event, Bet):
        return
    if step.turn != "in-turn" or (isinstance(event, Wager) and event.all_in):
        return
    due = state.round.to_match - player.street_put
    if (player.behind is not None and player.behind <= due) or len(state.able()) < 2:
        return
    short = any(wager.all_in for wager in state.round.wagers)
    if not short and ladder(state.round, limit, base()).bets < 2:
        return

    def answers(rules: Rules) -> Outcomes:
        rungs = ladder(state.round, limit, rules)
        closed = capped(state.round, rungs, rules) or not reopened(state.round, player, limit, rules)
        return ("no raise",) if closed else ("no raise", "raise")

    seen = "raise" if isinstance(event, (Raised, Completed)) else "no raise"
    yield Question("whether a raise is allowed", seen, answers, step.number)


def _said(step: Step, event: StateSaid) -> Iterator[Question]:
    state, limit = step.state, limit_of(step)
    if limit is None or step.hand.header.structure != "fixed" or state.street < 3 or not state.round.wagers:
        if event.state == "double-bet-allowed" and state.street == 4:
            yield from _double_said(step)
        return
    if event.state == "capped":

        def closed(rules: Rules) -> Outcomes:
            return ("capped",) if capped(state.round, ladder(state.round, limit, rules), rules) else ("open",)

        yield Question("whether a raise is allowed", "capped", closed, step.number)


def _double_said(step: Step) -> Iterator[Question]:
    """The site says that fourth street's double bet is allowed."""
    game, pair = step.game.name, bool(pair_showing(step.state))

    def allowed(rules: Rules) -> Outcomes:
        trigger = rules.fourth_double_trigger
        if game not in rules.fourth_double_games or trigger == "never" or (trigger == "open_pair" and not pair):
            return ("not allowed",)
        return ("allowed",)

    yield Question("the double bet of fourth street", "allowed", allowed, step.number)


def _after_short_bring_in(step: Step, event: Called) -> Iterator[Question]:
    """What the next player owes after a bring-in that was all-in for less."""
    wagers = step.state.round.wagers
    if len(wagers) != 1 or not isinstance(wagers[0].event, BroughtIn) or not wagers[0].all_in or event.all_in:
        return
    full = bring_in_due(step.hand.header, base())
    if full is None or wagers[0].to >= full.amount or step.player is None:
        return
    amounts = {"full": full.amount, "posted": wagers[0].to}
    to = step.player.street_put + event.added

    def due(rules: Rules) -> Outcomes:
        return (amounts[rules.bring_in_short_due],)

    yield Question("after a short bring-in", to, due, step.number)
