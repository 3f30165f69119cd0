"""Clocks of a log: whether its times can be compared, and whether one may have been put back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone, tzinfo

import pytest
from msgspec.structs import replace
from support.hands import invented_hand

from stud_audit.checks.neighbours import put_back
from stud_audit.checks.support import on_header_clock

EAST = timezone(timedelta(hours=2))


@pytest.mark.parametrize(
    ("header", "events", "same"),
    [
        ("ET", None, True),  # the events say no zone: the header's
        (None, None, True),
        ("Z", UTC, True),
        ("UTC", UTC, True),
        ("ET", UTC, False),
        (None, UTC, False),
        ("+02:00", EAST, True),
        ("UTC+02:00", EAST, True),
        ("Z", EAST, False),
        ("+02:00", UTC, False),
    ],
)
def test_events_and_header_on_one_clock(header: str | None, events: tzinfo | None, same: bool) -> None:
    hand = invented_hand()
    at = datetime(2026, 11, 1, 12, 0, 1, tzinfo=events)
    hand = replace(
        hand,
        header=replace(hand.header, played_zone=header),
        events=tuple([replace(event, at=at) for event in hand.events[:2]]) + hand.events[2:],
    )
    assert on_header_clock(hand) is same


def milliseconds(*at: int) -> int:
    return round((datetime(*at) - datetime(1970, 1, 1)).total_seconds() * 1000)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("before", "after", "may"),
    [
        # The first Sunday of November 2026, in the small hours: an hour at most.
        ((2026, 11, 1, 2, 0), (2026, 11, 1, 1, 0), True),
        ((2026, 11, 1, 2, 0, 1), (2026, 11, 1, 1, 0), False),
        ((2026, 11, 1, 3, 59), (2026, 11, 1, 3, 59), True),
        ((2026, 11, 1, 4, 30), (2026, 11, 1, 4, 0), False),
        ((2026, 10, 31, 2, 0), (2026, 10, 31, 1, 30), False),  # a Saturday
        ((2026, 11, 2, 2, 0), (2026, 11, 2, 1, 30), False),
        ((2026, 7, 5, 2, 0), (2026, 7, 5, 1, 30), False),  # a Sunday of summer
        ((2026, 4, 5, 3, 0), (2026, 4, 5, 2, 30), True),
        ((2026, 2, 1, 2, 0), (2026, 2, 1, 1, 30), True),
        ((2026, 1, 4, 2, 0), (2026, 1, 4, 1, 30), False),
        ((2026, 9, 6, 2, 0), (2026, 9, 6, 1, 30), True),
        ((2026, 12, 6, 2, 0), (2026, 12, 6, 1, 30), False),
    ],
)
def test_a_clock_may_have_been_put_back(before: tuple[int, ...], after: tuple[int, ...], may: bool) -> None:
    assert put_back(milliseconds(*before), milliseconds(*after)) is may
