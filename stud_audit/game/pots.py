"""Main pot and side pots, by what each player put in."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from stud_audit.game.table import Player, State


class Pot(Struct, frozen=True, gc=False):
    """One pot: its name, its chips before rake, and the seats that contend for it."""

    name: str
    amount: int
    contenders: tuple[int, ...]


def contributions(state: State) -> dict[int, int]:
    """Seat to the chips that it has in the pots, as the betting makes them.

    Chips that the record only lacks are included; a bet that nobody called counts as returned,
    whatever the record returned.
    """
    due = uncalled(state)
    return {
        seat: player.put + player.overreturned + player.assumed + player.street_assumed - due.get(seat, 0)
        for seat, player in state.players.items()
    }


def pots(state: State, live: Sequence[Player]) -> tuple[Pot, ...]:
    """The pots as the contributions make them, main pot first; `live` are those who contend.

    Only a player who is all-in (or protected) for less limits what he can win. Players who folded
    pay into every pot that their chips reach; chips above every live player's count to the last pot.
    Pots with the same contenders are one.
    """
    if not live:
        return ()
    chips = contributions(state)
    top = max(chips[player.seat] for player in live)
    capped = {p.seat: chips[p.seat] for p in live if p.all_in or p.protected}
    levels = sorted({level for level in capped.values() if level < top} | {top})
    most = max(chips.values())
    result: list[Pot] = []
    floor = 0
    for level in levels:
        ceiling = level if level < top else max(most, top)
        amount = sum([max(min(paid, ceiling) - floor, 0) for paid in chips.values()])
        contenders = tuple([p.seat for p in live if capped.get(p.seat, top) >= level])
        floor = level
        if result and result[-1].contenders == contenders:
            last = result.pop()
            result.append(Pot(last.name, last.amount + amount, contenders))
        elif amount:
            name = f"side-{len(result)}" if result else "main"
            result.append(Pot(name, amount, contenders))
    return tuple(result)


def uncalled(state: State) -> dict[int, int]:
    """Seat to the chips that nobody called and that still have to go back, as the betting stands."""
    due = dict(state.unreturned)
    for seat, amount in uncalled_in_round(state).items():
        due[seat] = due.get(seat, 0) + amount
    return due


def uncalled_in_round(state: State) -> dict[int, int]:
    """What the last wager of the round has above the highest amount of anybody else.

    On third street, where everybody else is all-in, it is what a player has in above all others, his
    ante included: theirs may have been short.
    """
    round_ = state.round
    if state.street <= 3:
        by_chips = sorted(
            ((p.put + p.assumed + p.street_assumed, p.seat) for p in state.players.values()), reverse=True
        )
        if len(by_chips) > 1 and all(state.players[seat].all_in for _, seat in by_chips[1:]):
            (most, seat), (second, _) = by_chips[:2]
            return {seat: most - second} if most > second else {}
    if not round_.wagers:
        return {}
    last = round_.wagers[-1]
    bettor = state.players[last.seat]
    if bettor.folded:
        return {}
    others = [p.street_put + p.street_assumed for p in state.players.values() if p is not bettor]
    excess = min(bettor.street_put, last.to) - max(others, default=0)
    return {bettor.seat: excess} if excess > 0 else {}
