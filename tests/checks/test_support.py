"""Words and small readings that several checks share."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from msgspec.structs import replace
from support.recorded import read, replayed

from stud_audit.checks.clock import done_by_timeout, milliseconds, since_acting
from stud_audit.checks.support import (
    article,
    board_text,
    chips_in,
    door_text,
    event_word,
    on_header_clock,
    seat_name,
    seats_text,
)
from stud_audit.houses import load_house
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    Checked,
    Completed,
    Event,
    Folded,
    Prompted,
    Protected,
    Raised,
    TimedOut,
    UncalledReturned,
)
from stud_audit.record.replay import Replay
from stud_audit.record.step import Step


@pytest.mark.parametrize(
    ("event", "word", "with_article"),
    [
        (AntePosted(1, 2), "ante", "an ante"),
        (Bet(1, 2, 2), "bet", "a bet"),
        (BroughtIn(1, 2, 2), "bring-in", "a bring-in"),
        (Called(1, 2, 2), "call", "a call"),
        (Checked(1), "check", "a check"),
        (Completed(1, 2, 2), "complete", "a complete"),
        (Folded(1), "fold", "a fold"),
        (Raised(1, 2, 2), "raise", "a raise"),
        (UncalledReturned(1, 2), "return", "a return"),
        (TimedOut(1), "timedout", "a timedout"),
    ],
)
def test_the_word_of_an_event(event: Event, word: str, with_article: str) -> None:
    assert (event_word(event), article(event_word(event))) == (word, with_article)


def test_what_goes_in() -> None:
    assert chips_in(AntePosted(1, 2, all_in=True)) == (2, True)
    assert chips_in(Raised(1, 3, 5)) == (3, False)
    assert seats_text((2, 5)) == "2 | 5"


# --- clocks ----------------------------------------------------------------------------------------

HAND = """\
stud 1
hand 1 game=stud structure=fixed small=2 big=4 ante=1 bring-in=1 currency=USD house=london-poker-club
seat 1 "northwind" 20
seat 2 "saltmarsh" 20
ante 1 1
ante 2 1
deal 1 up 9d
deal 2 up 2c
prompt 2
prompt 1
bring-in 2 1
prompt 1
timeout 1
call 1 1
prompt 2
protect 2
street 4
deal 1 up 8c
deal 2 up ?
check 1
end
"""


def steps() -> dict[str, Step]:
    replay = Replay(read(HAND), load_house("london-poker-club").rules)
    return {step.event.raw: step for step in replay}


@pytest.mark.parametrize(
    ("line", "seat", "kind", "since"),
    [
        ("bring-in 2 1", 2, Prompted, "prompt 2"),
        ("call 1 1", 1, Prompted, "prompt 1"),
        ("call 1 1", 1, TimedOut, "timeout 1"),
        ("call 1 1", 2, Prompted, None),  # they have acted since
        ("bring-in 2 1", 2, TimedOut, None),
        ("check 1", 1, TimedOut, None),
        ("check 1", 2, Prompted, None),  # a protected player has been answered for
    ],
)
def test_since_a_player_last_acted(line: str, seat: int, kind: type[Event], since: str | None) -> None:
    step = steps()[line]
    number = since_acting(step, seat, kind)
    assert (step.index.event(number).raw if number else None) == since
    if since == "prompt 1":
        assert step.index.event(number + 1).raw == "timeout 1"  # the latest of two


@pytest.mark.parametrize(
    ("event", "done"),
    [
        (Protected(1), "protected"),
        (Folded(1), "fold"),
        (Checked(1), "check"),
        (Called(1, 4, 4, all_in=True), "push"),
        (Called(1, 1900, 1900), "push"),  # all that they have, and not marked
        (Called(1, 400, 400), None),
        (TimedOut(1), None),
    ],
)
def test_what_was_done_for_a_player_whose_time_ran_out(event: Event, done: str | None) -> None:
    replay = replayed(HAND[: HAND.index("prompt 2")] + "end\n")
    step = Step(9, event, replay.state, replay.index, replay.game, replay.hand, replay.state.players[1])
    assert done_by_timeout(step) == done


def test_the_time_between_two_events() -> None:
    start = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)
    assert milliseconds(start, start + timedelta(seconds=10, milliseconds=1)) == 10_001
    assert milliseconds(start, start - timedelta(seconds=1)) == -1000
    assert milliseconds(start, datetime(2026, 11, 1, 12, 1)) == 60_000  # wall clocks of one log


@pytest.mark.parametrize(
    ("zone", "printed", "one"),
    [
        (None, None, True),
        ("ET", None, True),
        ("Z", UTC, True),
        ("UTC", UTC, True),
        ("+01:00", timezone(timedelta(hours=1)), True),
        ("ET", UTC, False),
        (None, UTC, False),
        ("Z", timezone(timedelta(hours=1)), False),
    ],
)
def test_whether_events_and_header_have_one_clock(zone: str | None, printed: timezone | None, one: bool) -> None:
    hand = read(HAND)
    timed = Checked(1, at=datetime(2026, 11, 1, 12, 0, tzinfo=printed))
    hand = replace(hand, header=replace(hand.header, played_zone=zone), events=(timed, Checked(2)))
    assert on_header_clock(hand) is one


def test_names_and_boards() -> None:
    replay = replayed(HAND)
    assert [seat_name(replay.state, seat) for seat in (1, 7)] == ["seat 1 (northwind)", "seat 7"]
    first, second = replay.state.players.values()
    assert (board_text(first), door_text(first), door_text(second)) == ("9d 8c", "9d", "2c")
    first.up.clear()
    assert door_text(first) == "?"
