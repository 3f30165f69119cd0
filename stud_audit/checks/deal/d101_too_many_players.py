"""More players are dealt in than the house seats.

Counted are the players who post an ante, get a card, or act; a seat that only sits out does not
count. The finding stands at the seat line of the first player too many.

Source: the house's ruling on the number of seats.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, House, Replay, Result
from stud_audit.model.events import SeatTaken


def judge_hand(replay: Replay, house: House) -> Result:
    players = replay.index.dealt_in
    if not players:
        return None
    weighing = house.weigh(lambda rules: len(players) <= rules.seats_max)
    if weighing.outcome == "pass":
        return PASS
    most = house.rules.seats_max
    surplus = players[min(most, len(players) - 1)]
    taken = next(number for number, event in replay.index.each(SeatTaken) if event.seat == surplus)
    return Fault(
        f"{len(players)} players are dealt in; the house seats {most} at most",
        expected=str(most),
        actual=str(len(players)),
        weighing=weighing,
        event=taken,
        seat=surplus,
    )


CHECK = Check("D101", "too-many-players", "S2", "software", judge_hand=judge_hand, side="seats")
