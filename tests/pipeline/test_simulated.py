"""Property tests on simulated hands: chips are conserved, nothing legal is reported, and text gives the hand back."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stud_audit.houses.loader import load_house
from stud_audit.ingest.dialect import Block
from stud_audit.ingest.registry import get_dialect
from stud_audit.ingest.writers.neutral import write_hand
from stud_audit.model.hand import Game
from stud_audit.pipeline import audit_hand, dispatch
from stud_audit.record.replay import Replay
from stud_audit.simulate.play import play
from stud_audit.simulate.session import new_table, prepare

HOUSES = ("william-hill", "london-poker-club", "third-house", "roberts-rules", "tda", "pokerstars")


@pytest.mark.parametrize("house_name", HOUSES)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), game=st.sampled_from(["stud", "stud8", "razz"]))
def test_a_simulated_hand(house_name: str, seed: int, game: Game) -> None:
    house, rng = load_house(house_name), Random(seed)
    table = new_table(house, game, rng, 1)
    prepare(table, house, rng)
    hand = play(table, house, "1", rng).hand

    replay = Replay(hand, house.rules)
    for _ in replay:
        pass
    players = replay.state.players.values()
    put = sum(player.put for player in players)
    assert put == replay.state.pot == replay.state.awarded + (replay.state.rake or 0)
    assert all(player.behind is None or player.behind >= 0 for player in players)

    assert audit_hand(hand, house, dispatch()).findings == []

    read = get_dialect("neutral").parse(Block(write_hand(hand).rstrip("\n"), 1))
    assert read.events == hand.events
    assert read.header == hand.header
