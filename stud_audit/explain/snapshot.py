"""The table as it stands after a line of the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from stud_audit.game.table import Player, Table
from stud_audit.model.cards import UNKNOWN, Cards, card_text
from stud_audit.model.hand import Hand
from stud_audit.record.replay import Replay

Standing = Literal["", "folded", "all-in", "protected"]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player. Amounts are decimal strings; `stack` is what they have behind, None where nobody knows.

    `bet` is what lies before them in this round, `won` what they have been paid. `down` are the cards before them face
    down as far as the log has told them by then, `?` where it has not; `shown` whether these lie open now.
    """

    seat: int
    player: str
    stack: str | None
    bet: str
    won: str
    standing: Standing
    down: tuple[str, ...]
    up: tuple[str, ...]
    shown: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """`pot` is all that lies there and before the players, and has not been paid out."""

    street: int
    pot: str
    community: tuple[str, ...]
    seats: tuple[SeatView, ...]


def snapshot(replay: Replay, shown: frozenset[int]) -> Snapshot:
    """The table now; `shown` are the seats that have shown their cards."""
    state, hand = replay.state, replay.hand
    seats = tuple(_seat(player, state, hand, player.seat in shown) for player in state.players.values())
    community = tuple(map(card_text, state.community))
    return Snapshot(state.street, hand.money(max(state.pot - state.awarded, 0)), community, seats)


def _seat(player: Player, table: Table, hand: Hand, shown: bool) -> SeatView:
    return SeatView(
        player.seat,
        player.name,
        None if player.behind is None else hand.money(player.behind),
        hand.money(player.street_put) if player.street_put and not table.round.closed else "",
        hand.money(player.won) if player.won else "",
        _standing(player),
        tuple(map(card_text, down_cards(player, table))),
        tuple(map(card_text, player.up)),
        shown,
    )


def down_cards(player: Player, table: Table) -> Cards:
    """What lies face down before a player; cards that the log does not show stand as unknown ones."""
    if player.folded or not table.street:
        return tuple(player.down)
    due = 3 if table.street == 7 and not table.community else 2
    return (*player.down, *([UNKNOWN] * (due - len(player.down))))


def _standing(player: Player) -> Standing:
    if player.folded:
        return "folded"
    if player.protected:
        return "protected"
    return "all-in" if player.all_in else ""
