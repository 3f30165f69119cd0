"""Main pot and side pots, by what each player put in."""

from __future__ import annotations

from dataclasses import dataclass

from stud_audit.engine.state import Player, State


@dataclass(frozen=True, slots=True)
class Pot:
    """One pot: its name, its chips before rake, and the seats that contend for it."""

    name: str
    amount: int
    contenders: tuple[int, ...]


def contribution(player: Player) -> int:
    """Chips of the player in the pots, chips that the record only lacks included."""
    return player.put + player.assumed + player.street_assumed


def pots(state: State) -> tuple[Pot, ...]:
    """The pots as the contributions make them, main pot first.

    Only a player who is all-in (or protected) for less limits what he can win. Players who folded
    pay into every pot that their chips reach; chips above every live player's count to the last pot.
    Pots with the same contenders are one.
    """
    live = state.live()
    if not live:
        return ()
    top = max(map(contribution, live))
    capped = {p.seat: contribution(p) for p in live if p.all_in or p.protected}
    levels = sorted({level for level in capped.values() if level < top} | {top})
    paid = [contribution(player) for player in state.players.values()]
    result: list[Pot] = []
    floor = 0
    for level in levels:
        ceiling = level if level < top else max(paid)
        amount = sum(min(chips, ceiling) - min(chips, floor) for chips in paid)
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

    Before any betting: what an ante has above the others' antes, where all of those are short.
    """
    round_ = state.round
    if round_.wagers:
        last = round_.wagers[-1]
        bettor = state.players[last.seat]
        others = [
            player.street_put + player.street_assumed for player in state.players.values() if player is not bettor
        ]
        excess = min(bettor.street_put, last.to) - max(others, default=0)
        return {bettor.seat: excess} if excess > 0 else {}
    if state.street <= 3:
        antes = sorted(
            ((player.ante - player.returned, player.seat) for player in state.players.values()), reverse=True
        )
        if len(antes) > 1 and antes[0][0] > antes[1][0] and all(state.players[seat].all_in for _, seat in antes[1:]):
            return {antes[0][1]: antes[0][0] - antes[1][0]}
    return {}
