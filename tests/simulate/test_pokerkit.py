"""PokerKit as a second opinion: simulated hands are legal, and pay whom they should, by its own engine too.

Where it disagrees, the rules differ, and the difference has a name in `support.second_opinion.DIFFERENCES`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from support.second_opinion import DIFFERENCES, NO_LOW, ODD_CHIP, opinion, our_gains, reasons

from stud_audit.houses.loader import load_house
from stud_audit.model.events import PotAwarded
from stud_audit.model.hand import Game, Hand
from stud_audit.simulate.output import GAMES
from stud_audit.simulate.play import play
from stud_audit.simulate.session import new_table, prepare

HOUSES = ("roberts-rules", "tda", "pokerstars", "william-hill", "london-poker-club", "third-house")


def simulated(hands: int, game: Game | None = None) -> Iterator[tuple[str, Hand]]:
    """So many hands, of one game or of all in turn, by the houses in turn."""
    dice = Random(11)
    for number in range(hands):
        house = load_house(HOUSES[number % len(HOUSES)])
        table = new_table(house, game or GAMES[number // 2 % len(GAMES)], dice, number)
        prepare(table, house, dice)
        yield house.name, play(table, house, str(number), dice).hand


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
    if theirs.no_low:
        return NO_LOW
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


def judged(hands: int, game: Game | None = None) -> Counter[str | None]:
    return Counter(compare(name, hand) for name, hand in simulated(hands, game))


def test_sixty_hands() -> None:
    counts = judged(60)
    assert counts[None] > 40, counts


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_ten_thousand_hands(game: Game) -> None:
    counts = judged(10_000, game)
    assert set(counts) <= {None, *DIFFERENCES}
    assert counts[None] > 8000, counts
    print(game, counts)  # noqa: T201  # how often each difference was met
