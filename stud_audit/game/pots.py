"""Main pot and side pots, by what each player put in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stud_audit.game.table import Player, Table
from stud_audit.model.values import Value


class Pot(Value, frozen=True):
    """One pot: its name, its chips before rake, and the seats that contend for it."""

    name: str
    amount: int
    contenders: tuple[int, ...]


def contributions(state: Table) -> dict[int, int]:
    """Seat to the chips that it has in the pots, as the betting makes them.

    A bet that nobody called counts as returned.
    """
    due = state.uncalled()
    return {seat: player.committed - due.get(seat, 0) for seat, player in state.players.items()}


def pots(chips: Mapping[int, int], live: Sequence[Player]) -> tuple[Pot, ...]:
    """The pots as the contributions of all seats make them, main pot first; `live` are those who contend.

    Only a player who is all-in (or protected) for less limits what they can win. Players who folded
    pay into every pot that their chips reach; chips above every live player's count to the last pot.
    """
    if not live:
        return ()
    capped = {p.seat: chips[p.seat] for p in live if p.all_in or p.protected}
    if not capped:
        amount = sum([max(paid, 0) for paid in chips.values()])
        return (Pot("main", amount, tuple([p.seat for p in live])),) if amount else ()
    top = max([chips[player.seat] for player in live])
    levels = sorted({*capped.values(), top})
    most = max(chips.values())
    result: list[Pot] = []
    floor = 0
    for level in levels:
        ceiling = level if level < top else max(most, top)
        amount = sum([max(min(paid, ceiling) - floor, 0) for paid in chips.values()])
        contenders = tuple([p.seat for p in live if capped.get(p.seat, top) >= level])
        floor = level
        if amount:
            result.append(Pot(f"side-{len(result)}" if result else "main", amount, contenders))
    return tuple(result)
