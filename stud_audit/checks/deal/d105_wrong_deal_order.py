"""Dealing does not start at the dealer's left, or does not go clockwise.

Each round of cards goes to the live players in order, from the first on the dealer's left. Judged
where the log shows a button before a player of the hand; the order in which a log lists its deals is
taken for the order of dealing. A missing or surplus card is D102's and D111's: only the order of
those who got one is looked at. A player whose down-card fell face up gets the third one down (D103), and is
left out of the order on third street.

Source: the house's ruling on the deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from stud_audit.checks.base import PASS, Check, Fault, House, Missing, Outcome, Replay, Result, Rules
from stud_audit.checks.support import STREET_NAMES
from stud_audit.game.opening import button_known
from stud_audit.model.events import CardDealt


def judge_hand(replay: Replay, house: House) -> Result:
    if not replay.index.deals:
        return None
    if house.rules.deal_order == "left_of_dealer" and not button_known(replay.state):
        return Missing("the dealer button")
    return tuple(_judged(replay, house))


def _judged(replay: Replay, house: House) -> Iterator[Outcome]:
    for street in sorted(replay.index.deals):
        for numbers in _rounds(replay, street).values():
            seats = list(numbers)
            weighing = house.weigh(partial(_in_order, replay, seats), street)
            if weighing.outcome == "pass":
                yield PASS
                continue
            right = _due_order(replay, seats, house.required(weighing))
            wrong = next(i for i, seat in enumerate(seats) if seat != right[i])
            yield Fault(
                f"seat {seats[wrong]} gets a card before seat {right[wrong]} on {STREET_NAMES.get(street, street)}",
                expected=str(right[wrong]),
                actual=str(seats[wrong]),
                weighing=weighing,
                event=numbers[seats[wrong]],
                street=street,
                seat=seats[wrong],
            )
            return  # one wrong start shifts everything after it


def _in_order(replay: Replay, seats: list[int], rules: Rules) -> bool:
    return seats == _due_order(replay, seats, rules)


def _due_order(replay: Replay, seats: list[int], rules: Rules) -> list[int]:
    """These seats in the order in which they get their cards."""
    start = (replay.hand.header.button or 0) if rules.deal_order == "left_of_dealer" else 0
    return seats if rules.deal_order == "unruled" else sorted(seats, key=lambda seat: (seat <= start, seat))


def _rounds(replay: Replay, street: int) -> dict[tuple[str, int], dict[int, int]]:
    """Each round of cards, by facing: the seats in the order in which it came to them, with the number of the event."""
    found: dict[tuple[str, int], dict[int, int]] = {}
    dealt: Counter[tuple[str, int]] = Counter()
    exposed = _exposed(replay) if street == 3 else frozenset[int]()
    for number in replay.index.deals[street]:
        event = replay.index.event(number)
        if isinstance(event, CardDealt) and number not in replay.index.order.astray and event.seat not in exposed:
            dealt[event.facing, event.seat] += 1
            found.setdefault((event.facing, dealt[event.facing, event.seat]), {})[event.seat] = number
    return found


def _exposed(replay: Replay) -> frozenset[int]:
    """The seats that got a card face down after one face up on third street."""
    up: set[int] = set()
    exposed: set[int] = set()
    for event in map(replay.index.event, replay.index.deals[3]):
        if isinstance(event, CardDealt):
            if event.facing == "up":
                up.add(event.seat)
            elif event.seat in up:
                exposed.add(event.seat)
    return frozenset(exposed)


CHECK = Check("D105", "wrong-deal-order", "S3", "software", judge_hand=judge_hand, side="deal")
