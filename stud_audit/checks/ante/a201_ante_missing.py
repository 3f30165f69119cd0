"""A player who is dealt in posted no ante.

Where anybody posts an ante, everybody who is dealt in has to. Where nobody does, an ante is missing
only if the hand's header, or the house's table or formula, says that there is one. The finding
stands at the heading of third street or at the first card, one for each seat.

An ante that comes late is A203's. The missing chips are not missed a second time at the pot.

Source: the house's ruling on antes.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Outcome, Replay, Result
from stud_audit.checks.support import named
from stud_audit.model.events import AntePosted
from stud_audit.record.deals import heading, lost_lines
from stud_audit.record.usual_amounts import ante_told


def judge_hand(replay: Replay, house: House) -> Result:
    index, players = replay.index, replay.state.players
    first_card = min([numbers[0] for numbers in index.deals.values()], default=0)
    anchor = heading(index, 3) or first_card
    if not anchor:
        return None
    if all(player.ante_event for player in players.values()):
        return [PASS] * len(players)
    posted = any(player.ante_event for player in players.values())
    due = ante_told(index, house.rules)
    if not posted:
        if due is None:
            return Missing("the table's ante")
        if not due.amount:
            return None
    # What may be a missing ante: a line that could not be read, or an ante under another's name (A202).
    elsewhere = lost_lines(index, 1, anchor) + _second_antes(replay, anchor)
    outcomes: list[Outcome] = []
    for player in players.values():
        if player.ante_event:
            outcomes.append(PASS)
            continue
        if elsewhere:
            elsewhere -= 1
            outcomes.append(Missing("a line that could not be read"))
            continue
        amount = replay.hand.money(due.amount) if due and due.amount else None
        outcomes.append(
            Fault(
                f"{named(player)} is dealt in without an ante",
                expected=amount or "ante",
                actual="nothing",
                event=anchor,
                seat=player.seat,
                money=due.amount if due else None,
            )
        )
    return outcomes


def _second_antes(replay: Replay, anchor: int) -> int:
    seats = [event.seat for event in replay.hand.events[:anchor] if isinstance(event, AntePosted)]
    return len(seats) - len(set(seats))


CHECK = Check("A201", "ante-missing", "S1", "software", judge_hand=judge_hand, side="stakes")
