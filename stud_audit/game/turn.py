"""Whose turn it is: the one who opens a round, then clockwise whoever still has to act."""

from __future__ import annotations

from stud_audit.game.games import GameRules
from stud_audit.game.opening import bring_in_seats, round_openers
from stud_audit.game.table import Player, Table
from stud_audit.houses.rules import Rules


def to_act(table: Table, game: GameRules, rules: Rules) -> Player | None:
    """The player who has to act now; None where the round is over.

    None too where it cannot be told who opens (a card that decides is not known), or where the rules leave the
    opening to nobody. Where they leave it to several, it is the first of them.
    """
    if table.round.actions:
        return table.next_to_act()
    if len(table.able()) < 2:
        return None
    find = bring_in_seats if table.street == 3 else round_openers
    seats = find(table, game, rules).seats
    return table.players[seats[0]] if seats else None
