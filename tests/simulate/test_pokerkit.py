"""PokerKit as a second opinion: simulated hands are legal, and pay whom they should, by its own engine too.

Where it disagrees, the rules differ, and the difference has a name.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from support.second_opinion import opinion, our_gains, reasons

from stud_audit.houses.loader import load_house
from stud_audit.model.events import PotAwarded
from stud_audit.model.hand import Hand
from stud_audit.simulate.output import GAMES
from stud_audit.simulate.play import play
from stud_audit.simulate.table import new_table, prepare

HOUSES = ("roberts-rules", "tda", "pokerstars", "william-hill", "london-poker-club", "third-house")
ODD_CHIP = "odd chip: to whom the remainder of a split falls"


def simulated(hands: int) -> list[tuple[str, Hand]]:
    dice = Random(11)
    result = []
    for number in range(hands):
        house = load_house(HOUSES[number % len(HOUSES)])
        table = new_table(house, GAMES[number // 2 % len(GAMES)], dice, number)
        prepare(table, house, dice)
        result.append((house.name, play(table, house, str(number), dice).hand))
    return result


def compare(name: str, hand: Hand) -> str | None:
    """None where PokerKit agrees; else the named difference. Fails where there is none."""
    theirs = opinion(hand)
    if theirs.differs is not None:
        named = reasons(hand, theirs.differs, theirs.at)
        assert named, f"{name}, hand {hand.header.hand_id}: {theirs.differs} at {theirs.at}"
        return named[0]
    ours = our_gains(hand, load_house(name))
    if ours == theirs.gains:
        return None
    assert splits(hand), f"{name}, hand {hand.header.hand_id}: {ours} and {theirs.gains}"
    apart = [abs(ours[seat] - theirs.gains[seat]) for seat in ours]
    assert max(apart) < len(ours), f"{name}, hand {hand.header.hand_id}: {ours} and {theirs.gains}"
    return ODD_CHIP


def splits(hand: Hand) -> bool:
    """Whether a pot is divided between two players at least."""
    paid: dict[str | None, set[int]] = {}
    for event in hand.events:
        if isinstance(event, PotAwarded):
            paid.setdefault(event.pot, set()).add(event.seat)
    return any(len(seats) > 1 for seats in paid.values())


def judged(hands: int) -> Counter[str | None]:
    return Counter(compare(name, hand) for name, hand in simulated(hands))


def test_fifty_hands() -> None:
    counts = judged(50)
    assert counts[None] > 25, counts


@pytest.mark.slow
def test_two_thousand_hands() -> None:
    counts = judged(2000)
    assert counts[None] > 1000, counts
    print(counts)  # noqa: T201  # how often each difference was met
