"""What each player put in, got back, and won: the seats of a finished hand."""

from __future__ import annotations

from msgspec import Struct

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
    rows = []
    index, players = replay.index, replay.state.players
    paid = AWARDS not in replay.hand.missing or any(index.each(PotAwarded))
    for seat, taken in sorted(index.seats.items()):
        player = players.get(seat)
        if player is None:
            rows.append(SeatRow(seat, taken.player, taken.stack, False, 0, 0, 0, 0, (), False))
            continue
        revealed = index.revealed(seat)
        cards = revealed if _known(revealed) > _known(player.cards) else player.cards
        put_in = player.put + player.returned
        rows.append(
            SeatRow(
                seat,
                player.name,
                player.stack,
                True,
                put_in,
                player.returned,
                player.won if paid else None,
                player.won + player.returned - put_in if paid else None,
                cards,
                bool(revealed),
            )
        )
    return tuple(rows)


def _known(cards: Cards) -> int:
    return len(cards) - cards.count(UNKNOWN)
