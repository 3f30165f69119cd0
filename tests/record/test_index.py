"""What is read off a whole record beforehand."""

from __future__ import annotations

import pytest
from support.hands import invented_hand

from stud_audit.model.cards import parse_cards
from stud_audit.model.events import Event, Mucked, SeatSummarised, Shown
from stud_audit.record.index import read_index

FOUR, SEVEN = parse_cards("2c 3c 4c 5c"), parse_cards("2c 3c 4c 5c 6c 7c 8c")


@pytest.mark.parametrize(
    ("events", "revealed"),
    [
        ([], ()),
        ([Shown(1, FOUR)], FOUR),
        ([Mucked(1, SEVEN)], SEVEN),
        ([SeatSummarised(1, shown=SEVEN)], SEVEN),
        ([SeatSummarised(1, mucked=SEVEN)], SEVEN),
        ([Shown(1, FOUR), SeatSummarised(1, mucked=SEVEN)], SEVEN),
        ([Shown(1, SEVEN), SeatSummarised(1, shown=FOUR)], SEVEN),
        ([Shown(1, parse_cards("? ? 4c")), Shown(1, FOUR)], FOUR),
        ([Shown(2, SEVEN)], ()),
    ],
)
def test_the_longest_set_of_cards_that_a_player_reveals(events: list[Event], revealed: tuple[int, ...]) -> None:
    hand = invented_hand()
    index = read_index(invented_hand(events=(*hand.events, *events)))
    assert index.revealed(1) == revealed
