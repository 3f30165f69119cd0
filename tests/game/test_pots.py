"""Main and side pots: chips are conserved whatever the contributions, and all-ins limit what can be won."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from support.players import player_of

from stud_audit.game.pots import contributions, pots
from stud_audit.game.table import Table

Part = tuple[int, bool, bool]
"""Chips put in, folded, all-in."""

parts = st.lists(st.tuples(st.integers(0, 500), st.booleans(), st.booleans()), min_size=1, max_size=8)


def table(seats: list[Part]) -> Table:
    players = {}
    for seat, (put, folded, all_in) in enumerate(seats, 1):
        players[seat] = player_of(seat, None, put=put, folded=3 if folded else 0, all_in=all_in and not folded)
    return Table(players, list(players), street=7)


@given(parts)
def test_pots_hold_every_chip_once(seats: list[Part]) -> None:
    state = table(seats)
    found = pots(contributions(state), state.live())
    if state.live():
        assert sum(pot.amount for pot in found) == sum(put for put, _, _ in seats)
    else:
        assert found == ()


@given(parts)
def test_contenders_are_live_and_fewer_from_pot_to_pot(seats: list[Part]) -> None:
    state = table(seats)
    live = {player.seat for player in state.live()}
    found = pots(contributions(state), state.live())
    assert [pot.name for pot in found] == ["main", *(f"side-{n}" for n in range(1, len(found)))][: len(found)]
    previous = live
    for pot in found:
        assert pot.amount > 0
        assert pot.contenders
        assert set(pot.contenders) <= previous
        previous = set(pot.contenders)


@given(parts)
def test_an_all_in_player_wins_no_more_of_anybody_than_he_put_in(seats: list[Part]) -> None:
    state = table(seats)
    found = pots(contributions(state), state.live())
    top = max((p.put for p in state.live()), default=0)
    for player in state.live():
        if player.all_in and player.put < top:
            most = sum(min(other.put, player.put) for other in state.players.values())
            assert sum(pot.amount for pot in found if player.seat in pot.contenders) <= most


def test_two_all_ins_make_three_pots() -> None:
    state = table([(10, False, True), (25, False, True), (40, False, False), (40, False, False), (5, True, False)])
    assert [(pot.name, pot.amount, pot.contenders) for pot in pots(contributions(state), state.live())] == [
        ("main", 45, (1, 2, 3, 4)),
        ("side-1", 45, (2, 3, 4)),
        ("side-2", 30, (3, 4)),
    ]


def test_who_is_protected_limits_what_they_can_win_as_who_is_all_in_does() -> None:
    state = table([(10, False, False), (25, False, False), (25, False, False)])
    assert [pot.contenders for pot in pots(contributions(state), state.live())] == [(1, 2, 3)]
    state.players[1].protected = True
    assert [(pot.name, pot.amount, pot.contenders) for pot in pots(contributions(state), state.live())] == [
        ("main", 30, (1, 2, 3)),
        ("side-1", 30, (2, 3)),
    ]
