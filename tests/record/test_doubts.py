"""What is taken for granted without a line, and what of it a late line tells after all."""

from __future__ import annotations

import pytest

from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    Checked,
    Completed,
    Event,
    Folded,
    Raised,
    UncalledReturned,
)
from stud_audit.record.disputed_wagers import doubt_stack
from stud_audit.record.doubts import RecordedPlayer, RecordedTable
from stud_audit.record.step import as_assumed, implied_level
from stud_audit.record.street_headers import on_street


def table(street: int = 3) -> RecordedTable:
    players = {seat: RecordedPlayer(seat, f"player {seat}", 100, 100) for seat in (1, 2, 3)}
    found = RecordedTable(players, [1, 2, 3])
    found.open_street(street)
    return found


def assumed(state: RecordedTable) -> list[Event]:
    return [one.event for one in state.assumptions]


def test_an_assumed_event_has_its_place_and_basis() -> None:
    state = table()
    state.assume(Called(1, 4, 4, street=3), 7)
    state.assume(Called(2, 4, 4, street=3), 7, after=True)
    assert [(one.number, one.place, one.event.basis) for one in state.assumptions] == [
        (7, 7, "assumed"),
        (7, 8, "assumed"),
    ]


def test_what_is_assumed_counts_as_committed() -> None:
    state = table()
    player = state.players[1]
    state.assume(AntePosted(1, 2), 3)
    state.assume(Called(1, 4, 4, street=3), 7)
    assert (player.put, player.committed, player.street_committed, player.behind) == (0, 6, 4, None)
    assert (player.all_in, player.optional) == (False, False)
    state.open_street(4)
    assert (player.assumed, player.street_assumed, player.committed, player.street_committed) == (6, 0, 6, 0)


def test_assumed_all_in() -> None:
    state = table()
    state.assume(AntePosted(1, 2, all_in=True), 3)
    assert (state.players[1].all_in, state.players[1].optional) == (True, True)
    state.assume(Called(2, 4, 4, all_in=True, street=3), 7)
    player = state.players[2]
    assert (player.behind, player.all_in, player.all_in_street) == (0, True, 3)


def test_assumed_folds_and_returns() -> None:
    state = table()
    state.assume(Folded(1, street=2), 3)
    assert (state.players[1].folded, state.players[1].fold_inferred, state.given_back) == (2, True, False)
    state.wager(Bet(2, 10, 10, street=3), 4)
    state.assume(UncalledReturned(2, 10, street=3), 5)
    assert (state.players[2].put, state.players[2].returned, state.given_back) == (0, 10, True)


@pytest.mark.parametrize(
    ("street", "chips", "left", "committed"),
    [
        (3, 4, [AntePosted(1, 2), Called(2, 5, 5, street=3)], 2),  # all of it
        (3, 9, [AntePosted(1, 2), Called(2, 5, 5, street=3)], 2),  # not more than was assumed
        (0, 2, [Called(1, 4, 4, street=3), Called(2, 5, 5, street=3)], 4),
        (0, 1, [AntePosted(1, 1), Called(1, 4, 4, street=3), Called(2, 5, 5, street=3)], 5),
        (4, 4, [AntePosted(1, 2), Called(1, 4, 4, street=3), Called(2, 5, 5, street=3)], 6),  # another street's
    ],
)
def test_chips_on_record_after_all(street: int, chips: int, left: list[Event], committed: int) -> None:
    state = table()
    state.assume(AntePosted(1, 2), 3)
    state.assume(Called(1, 4, 4, street=3), 7)
    state.assume(Called(2, 5, 5, street=3), 8)
    state.told(state.players[1], street, chips)
    assert assumed(state) == left
    assert (state.players[1].committed, state.players[2].committed) == (committed, 5)


def test_what_is_told_of_one_leaves_the_others() -> None:
    state = table()
    for seat in (1, 2, 3):
        state.assume(Called(seat, 4, 4, street=3), 7)
    state.told(state.players[2], 3, 4)
    assert [getattr(event, "seat", 0) for event in assumed(state)] == [1, 3]


def test_the_latest_of_several_is_told_first() -> None:
    state = table()
    state.assume(BroughtIn(1, 1, 1, street=3), 3)
    state.assume(Called(1, 3, 4, street=3), 7)
    state.told(state.players[1], 3, 3)
    assert assumed(state) == [BroughtIn(1, 1, 1, street=3)]
    state.told(state.players[1], 3, 2)
    assert (assumed(state), state.players[1].street_assumed) == ([], 0)


def test_who_owes() -> None:
    state = table()
    state.wager(Bet(1, 4, 4, street=3), 1)
    assert [player.seat for player in state.owing()] == [2, 3]
    assert state.next_to_act() is state.players[2]
    state.round.jumped.add(2)
    assert state.next_to_act() is state.players[3]  # who was passed over comes last
    state.assume(Called(2, 4, 4, street=3), 2)
    state.players[2].acted = True
    assert [player.seat for player in state.owing()] == [3]
    state.players[3].optional = True
    assert (state.owing(), state.next_to_act()) == ([], None)


# --- small readings of one line --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "level"),
    [
        (Called(1, 3, 3), 8),  # 3 added to 4 that lie there and 1 assumed
        (Called(1, 3, 3, all_in=True), 0),
        (Raised(1, 9, 12, by=4), 8),
        (Completed(1, 9, 12, by=4), 8),
        (Raised(1, 9, 12, by=15), 0),
        (Raised(1, 9, 12), 0),
        (Bet(1, 9, 9), 0),
        (Checked(1), 0),
    ],
)
def test_the_level_that_a_line_says_it_faced(event: Event, level: int) -> None:
    player = RecordedPlayer(1, "northwind", 100, 100)
    player.street_put, player.street_assumed = 4, 1
    assert implied_level(event, player) == level


@pytest.mark.parametrize(
    ("event", "same"),
    [
        (Called(1, 4, 10), True),  # with the 6 that lie there just the level
        (Called(1, 3, 9), False),
        (Bet(1, 4, 10), True),
        (Bet(1, 5, 11), False),
        (Checked(1), False),
    ],
)
def test_whether_they_do_what_was_assumed(event: Event, same: bool) -> None:
    player = RecordedPlayer(1, "northwind", 100, 100)
    player.street_put, player.street_assumed = 6, 4
    assert as_assumed(event, player, 10) is same
    if isinstance(event, Called):
        assert not as_assumed(event, player, 12)


@pytest.mark.parametrize(
    ("event", "moved"),
    [
        (Raised(1, 4, 10, by=2, street=4), Raised(1, 7, 10, by=2, street=3)),
        (Completed(1, 4, 10, street=4), Completed(1, 7, 10, street=3)),
        (Called(1, 4, 4, street=4), Called(1, 4, 7, street=3)),
        (Bet(1, 4, 4, street=4), Bet(1, 4, 7, street=3)),
        (Checked(1, street=4), Checked(1, street=3)),
        (Folded(1, street=4), Folded(1, street=3)),
    ],
)
def test_an_action_on_the_street_to_which_it_belongs(event: Event, moved: Event) -> None:
    assert on_street(event, 3, 3) == moved


@pytest.mark.parametrize(
    ("left", "chips", "marked", "after"),
    [
        (10, 4, False, (10, False, True)),
        (10, 4, True, (None, True, False)),  # marked all-in with chips behind
        (10, 10, True, (10, False, True)),
        (10, 10, False, (10, True, True)),  # the last chip, and no mark
        (10, 11, False, (None, True, False)),  # more than they have
        (10, 11, True, (None, True, False)),
        (None, 11, True, (None, False, True)),
    ],
)
def test_a_stack_that_the_record_contradicts(
    left: int | None, chips: int, marked: bool, after: tuple[int | None, bool, bool]
) -> None:
    player = RecordedPlayer(1, "northwind", 100, left)
    player.all_in = True
    doubt_stack(player, chips, all_in=marked)
    assert (player.behind, player.optional, player.all_in) == after
