"""Who may open a round of a clean hand, under every reading of the house.

Mostly the cards in sight tell it plainly, and what is counted of such an opener is the same in every hand. Where they
do not, the house is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stud_audit.game.boards import board_key, board_value, door_rank, suit_value
from stud_audit.game.games import GameRules
from stud_audit.game.opening import Opening, bring_in_seats, round_openers
from stud_audit.game.table import Player, Table
from stud_audit.houses.rules import Rules
from stud_audit.model.cards import ACE
from stud_audit.pipeline.outcomes import CoverageKey
from stud_audit.pipeline.situations import NotClean, Opens, Terms

OPENERS: Final = ("B301", "T401")
"""The checks of who opens third street, and the later ones."""

# What it takes to tell who opens: ranks alone, an ace among them, suits; or that a better board is all-in.
_PLAIN: Final = 1
_ACE: Final = 2
_SUIT: Final = 4
_PASSED: Final = 2


def told_by_cards(players: Sequence[Player], player: Player, street: int, opens: Opens, shared: bool) -> int:
    """Whether the cards make the player open, under every reading: 0, or a number for what it has taken to tell.

    `shared` tells whether a shared card lies there.
    """
    if street == 3:
        found = _lowest_door(players, player, opens)
    else:
        found = 0 if shared and opens.shared else _best_board(players, player, min(street - 2, 4), opens)
    return found and (street << 4 | int(shared) << 3 | found)


def _lowest_door(players: Sequence[Player], player: Player, opens: Opens) -> int:
    """Whether the door card makes the player bring in, under every reading: 0, or what it has taken to tell.

    Who has the lowest of all brings in, also where some of the others are all-in.
    """
    sign, ace_high, suits = opens.door, opens.ace_high, opens.suits
    mine = player.up[0] if player.up else -1
    if not sign or ace_high is None or mine < 0:
        return 0
    found, rank = _PLAIN, door_rank(mine, ace_high)
    for other in players:
        if other.folded:
            continue
        card = other.up[0] if other.up else -1
        if card < 0:
            return 0
        if card >> 2 == ACE:
            found |= _ACE
        if other is player:
            continue
        before = sign * (rank - door_rank(card, ace_high))
        if before == 0:
            if not suits or sign * (suit_value(mine, suits) - suit_value(card, suits)) < 0:
                return 0
            found |= _SUIT
        elif before < 0:
            return 0
    return found


def _best_board(players: Sequence[Player], player: Player, due: int, opens: Opens) -> int:
    """Whether the up-cards make the player open, under every reading: 0, or what it has taken to tell.

    A board that is better than all others opens also where some of these are all-in; and where one that is better yet
    is all-in, by houses that have it so.
    """
    if not opens.boards or len(player.up) != due or -1 in player.up:
        return 0
    found = _PLAIN
    for high, ace_low, straights in opens.boards:
        sign = 1 if high else -1
        mine = best = sign * board_value(player.up, ace_low)
        for other in players:
            if other.folded or other is player:
                continue
            if len(other.up) != due or -1 in other.up:
                return 0
            if straights:
                own = board_key(tuple(player.up), ace_low, True)
                others = board_key(tuple(other.up), ace_low, True)
                if others >= own if high else others <= own:
                    return 0
                continue
            value = sign * board_value(other.up, ace_low)
            if value < mine:
                continue
            if value in (mine, best) or not (other.all_in and opens.next_best):
                return 0
            best = max(best, value)
            found = _PASSED
    return found


def weighed(table: Table, player: Player, game: GameRules, terms: Terms) -> CoverageKey | None:
    """What is counted of the opener, as the house says; `NotClean` where a reading has another open the round."""
    house, street, seat = terms.house, table.street, player.seat
    third = street == 3
    find = bring_in_seats if third else round_openers
    found: list[Opening] = []

    def holds(rules: Rules) -> bool:
        found.append(find(table, game, rules))
        return seat in found[-1].seats

    house.asked.clear()
    weighing = house.weigh(holds, None if third else street)
    if weighing.outcome != "pass":
        raise NotClean
    code, missing = OPENERS[not third], found[0].missing  # under the house's default reading
    if missing is not None:
        return (code, street, "not_checkable", missing)
    decided = house.decided(code, street, game.name)
    return None if decided is None else (code, street, "passed", decided)
