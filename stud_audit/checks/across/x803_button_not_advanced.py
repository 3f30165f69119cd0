"""After a hand the dealer button does not move as the house says.

Mostly it goes to the next player on the left who is dealt in; in mixed events it may be frozen during
stud, which is judged where the table went from one game to another: logs of stud alone do not tell what else
was played. A cancelled hand moves no button. Judged for two hands of a table that show a button and are
neighbours, which means that no hand is missing between them: the site's numbers leave no gap, or the
stacks of at least two players carry over exactly. Judged besides where the log itself says where the
button went after a hand.

Source: the house's ruling on the button.
"""

from __future__ import annotations

from stud_audit.checks.base import PASS, Check, Fault, HandRef, House, Missing, Outcome, Result, Rules
from stud_audit.checks.neighbours import Pair, left_of
from stud_audit.checks.sittings import Sitting
from stud_audit.houses.weighing import Weighing
from stud_audit.model.spans import Span


def judge(pair: Pair, hand: HandRef, house: House) -> Result:
    before, now = pair.before, pair.now
    if house.rules.button_moves == "none":
        return None
    if now.button is None:
        return Missing("the dealer button") if now.players.names else None
    said: list[Outcome] = []
    if before is not None and before.button is not None:
        if not pair.neighbours:
            said.append(Missing("whether hands between are missing"))
        elif before.moved is None:
            mixed = before.game != now.game
            said.append(_judge(house, before.button, now.button, now, rests=before.cancelled, mixed=mixed))
        elif before.moved[0] != now.button:
            said.append(_fault(before.moved[0], now.button, None, 0))
    if now.moved is not None:
        seat, event, span = now.moved
        said.append(_judge(house, now.button, seat, now, span, event, rests=now.cancelled))
    return said


def _judge(
    house: House,
    was: int,
    now: int,
    hand: Sitting,
    span: Span | None = None,
    event: int = 0,
    *,
    rests: bool = False,
    mixed: bool = False,
) -> Outcome:
    """The move from one seat to another; with `rests` the hand before was cancelled, and there is none.

    Even then the button moves on if nobody is left where it lay. `mixed`: more games than one are played.
    """

    def right(rules: Rules) -> int:
        if rules.button_moves == "frozen":
            return was
        seats = hand.dealt_in if rules.button_moves == "next_dealt_in" else hand.occupied
        return was if rests and (was in seats or not seats) else left_of(was, seats)

    weighing = house.weigh(lambda rules: now == right(rules))
    if weighing.outcome == "pass":
        return PASS
    if house.rules.button_moves == "frozen" and not mixed:
        return Missing("whether the event is a mixed one")
    return _fault(right(house.rules), now, span, event, weighing)


def _fault(right: int, now: int, span: Span | None, event: int, weighing: Weighing | None = None) -> Fault:
    return Fault(
        f"the button is at seat {now}; it should have moved to seat {right}",
        expected=str(right),
        actual=str(now),
        weighing=weighing,
        span=span,
        seat=now,
        event=event,
    )


CHECK = Check(
    "X803", "button-not-advanced", "S3", "software", follow=judge, concerns=lambda rules: rules.button_moves != "none"
)
