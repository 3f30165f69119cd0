"""What each player put in, got back, and won: the seats of a finished hand."""

from __future__ import annotations

from msgspec import Struct

from stud_audit.game.table import Player
from stud_audit.model.cards import UNKNOWN, Cards
from stud_audit.model.events import PotAwarded
from stud_audit.model.gaps import AWARDS
from stud_audit.record.replay import Replay


class SeatRow(Struct, frozen=True, gc=False):
    """One seat's account of a hand, in smallest units. `cards` as far as the log shows them.

    `won` and `net` are None where the log does not say who is paid.
    """

    seat: int
    player: str
    stack: int | None
    dealt_in: bool
    put_in: int
    returned: int
    won: int | None
    net: int | None
    cards: Cards
    shown: bool


def seat_rows(replay: Replay) -> tuple[SeatRow, ...]:
    """A row per seat that the log names, those not dealt in included."""
    index, players = replay.index, replay.state.players
    paid = AWARDS not in replay.hand.missing or any(index.each(PotAwarded))
    return tuple(
        [
            seat_row(seat, taken.player, taken.stack, players.get(seat), index.revealed(seat), paid)
            for seat, taken in sorted(index.seats.items())
        ]
    )


def seat_row(
    seat: int, name: str, stack: int | None, player: Player | None, revealed: Cards, paid: bool = True
) -> SeatRow:
    """The row of a seat; `player` is None where they were not dealt in. `paid` tells whether the log says who is."""
    if player is None:
        return SeatRow(seat, name, stack, False, 0, 0, 0, 0, (), False)
    put_in = player.put + player.returned
    return SeatRow(
        seat,
        player.name,
        player.stack,
        True,
        put_in,
        player.returned,
        player.won if paid else None,
        player.won + player.returned - put_in if paid else None,
        revealed if revealed and _known(revealed) > _known(player.cards) else player.cards,
        bool(revealed),
    )


def _known(cards: Cards) -> int:
    return len(cards) - cards.count(UNKNOWN)
