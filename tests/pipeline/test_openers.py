"""Who opens as the cards tell it, held against the house's own weighing at tables dealt at random."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from stud_audit.game.games import GAMES
from stud_audit.game.table import Player, Table
from stud_audit.houses.loader import house_names, load_house
from stud_audit.pipeline.openers import told_by_cards, weighed
from stud_audit.pipeline.situations import NotClean, Terms


def dealt(dice: random.Random) -> Table:
    """A table at which a round begins, some of its players out or all-in."""
    street = dice.randint(3, 7)
    ranks = dice.sample(range(13), dice.randint(4, 13))
    deck = [4 * rank + suit for rank in ranks for suit in range(4)]
    dice.shuffle(deck)
    up = min(street - 2, 4)
    table = Table({}, [], street=street)
    for seat in range(1, dice.randint(2, max(2, min(7, (len(deck) - 1) // up))) + 1):
        player = table.players[seat] = Player(seat, "", None, None)
        player.up.extend([deck.pop() for _ in range(up)])
        player.folded = int(dice.random() < 0.2)
        player.all_in = dice.random() < 0.3
        table.order.append(seat)
    if street == 7 and dice.random() < 0.5:
        table.community.append(deck.pop())
    return table


@pytest.mark.parametrize("name", house_names())
def test_what_the_cards_tell_is_what_the_house_says(name: str) -> None:
    dice, terms = random.Random(name), Terms(load_house(name))
    counted: dict[tuple[str, int], object] = {}
    told: Counter[bool] = Counter()
    for _ in range(400):
        table = dealt(dice)
        for game in GAMES.values():
            for player in table.able():
                players = list(table.players.values())
                found = told_by_cards(players, player, table.street, terms.opens[game.name], bool(table.community))
                try:
                    says = weighed(table, player, game, terms)
                except NotClean:
                    assert not found
                    continue
                told[bool(found)] += 1
                if found:
                    assert counted.setdefault((game.name, found), says) == says
    assert told[True] > told[False] / 3 or not terms.opens["stud"].boards


def test_the_best_of_those_who_can_bet_opens_where_a_better_board_is_all_in() -> None:
    """As PokerStars has it; of two boards that are better and equal, which one passes it on is asked of the house."""
    terms = Terms(load_house("pokerstars"))
    table = Table({}, [], street=5)
    for seat, up in enumerate(([0, 5, 18], [1, 6, 11], [48, 45, 30], [49, 44, 31]), 1):
        table.players[seat] = Player(seat, "", None, None)
        table.players[seat].up.extend(up)
        table.order.append(seat)
    players, opens = list(table.players.values()), terms.opens["stud"]
    assert [told_by_cards(players, player, 5, opens, shared=False) > 0 for player in players] == [False] * 4
    players[3].folded = 3
    assert [told_by_cards(players, player, 5, opens, shared=False) > 0 for player in players[:3]] == [
        False,
        False,
        True,
    ]
    players[2].all_in = True
    assert [told_by_cards(players, player, 5, opens, shared=False) > 0 for player in players[:2]] == [True, False]
    players[3].folded, players[3].all_in = 0, True
    assert not told_by_cards(players, players[0], 5, opens, shared=False)
    assert weighed(table, players[0], GAMES["stud"], terms) is not None
