"""A bet-ahead button is used in turn, or a stale one fires.

Bet-ahead buttons choose an action before one's turn comes. They must not be there in one's turn; and
what was chosen must not fire once the amount has changed, since the player agreed to another one.
Judged in logs that record pre-actions.

Source: the house's ruling on bet-ahead buttons.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.clock import since_acting
from stud_audit.checks.support import article, event_word, named
from stud_audit.model.events import Action, Folded, PreactionSet, Prompted


def judge(step: Step, house: House) -> Result:
    player, event = step.player, step.event
    if player is None or house.rules.preaction_allowed is None:
        return None
    if isinstance(event, PreactionSet):
        if not _in_turn(step, player.seat):
            return PASS
        text = f"{named(player)} was given the bet-ahead button {event.action!r} in turn"
        weighing = house.weigh(lambda rules: rules.preaction_allowed is None)
        return Fault(text, expected="no bet-ahead button", actual=event.action, weighing=weighing)
    if event.source != "preaction":
        return None if event.source else Missing("the sources of actions")
    number = since_acting(step, player.seat, PreactionSet)
    set_event = step.index.event(number) if number else None
    if not isinstance(set_event, PreactionSet):
        return Missing("the pre-action that was set")
    agreed = isinstance(event, Folded) or not _raised_since(step, number)  # a fold holds whatever is bet
    if event_word(event) == set_event.action and agreed:
        return PASS
    weighing = house.weigh(lambda rules: rules.preaction_stale == "fire")
    if weighing.outcome == "pass":
        return PASS
    return Fault(
        f"{named(player)} had chosen {set_event.action!r} ahead; it fired as {article(event_word(event))} "
        "although the bet had changed",
        expected="no action",
        actual=event_word(event),
        weighing=weighing,
        related=((number, "chosen here"),),
    )


def _in_turn(step: Step, seat: int) -> bool:
    """Whether this player has been asked and has not answered, or is plainly next."""
    for event in reversed(step.hand.events[: step.number - 1]):
        if event.street != step.event.street:
            break
        if isinstance(event, Prompted):
            return event.seat == seat
        if isinstance(event, Action):
            break
    due = step.state.next_to_act()
    return due is not None and due.seat == seat


def _raised_since(step: Step, number: int) -> bool:
    return any(wager.event_no > number for wager in step.state.round.wagers[-1:])


CHECK = Check(
    "U902",
    "preaction-in-turn",
    "S4",
    "software",
    judge=judge,
    on=(PreactionSet, Action),
    concerns=lambda rules: rules.preaction_allowed is not None,
)
