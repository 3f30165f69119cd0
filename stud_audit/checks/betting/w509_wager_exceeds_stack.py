"""A player puts in more than they have.

The stack is the one that the log states at the start of the hand, less what the player has put in.
From then on their stack is unknown, and nothing more is judged by it.

Source: the game's own clause.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Result, Step
from stud_audit.checks.support import OUT_OF_PLAY, chips_in, named
from stud_audit.model.events import AntePosted, Wager


def judge(step: Step, house: House) -> Result:
    player, event = step.player, step.event
    if player is None or step.turn in OUT_OF_PLAY or (step.index.unknown and step.index.spoiled(event)):
        return None
    if player.behind is None:
        return Missing(f"the stack of seat {player.seat}")
    amount, _ = chips_in(event)
    if amount <= player.behind:
        return PASS
    money = step.hand.money
    taken = step.index.seats.get(player.seat)
    related = ((step.hand.events.index(taken) + 1, f"the stack: {money(player.stack or 0)}"),) if taken else ()
    return Fault(
        f"{named(player)} put in {money(amount)} with {money(player.behind)} behind",
        expected=money(player.behind),
        actual=money(amount),
        money=amount - player.behind,
        related=related,
    )


CHECK = Check("W509", "wager-exceeds-stack", "S1", "software", judge=judge, on=(AntePosted, Wager))
