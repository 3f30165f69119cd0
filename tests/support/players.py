"""Players in the middle of a hand."""

from __future__ import annotations

from stud_audit.game.table import Player


def player_of(seat: int, behind: int | None, **state: bool | int) -> Player:
    player = Player(seat, f"player {seat}", behind, behind)
    for name, value in state.items():
        setattr(player, name, value)
    return player
