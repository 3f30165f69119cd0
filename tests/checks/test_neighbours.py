"""Which hands of a table are next to each other (A-48): times, numbers, and chips, each by itself."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace
from support.recorded import read, replayed

from stud_audit.checks.neighbours import (
    DAY,
    HOUR,
    Pair,
    Place,
    bare_sitting,
    carries_over,
    clock_text,
    follows_on,
    in_order,
    left_of,
    milliseconds,
    put_back,
    sitting,
    stakes_of,
    table_of,
)
from stud_audit.checks.sittings import Players, Sitter, Sitting
from stud_audit.model.hand import Header
from stud_audit.model.spans import NOWHERE
from stud_audit.record.settlement import Settlement

# --- clocks ----------------------------------------------------------------------------------------

NOON = milliseconds(datetime(2026, 11, 1, 12, 0))


def test_a_wall_clock_as_a_number_and_as_text() -> None:
    assert milliseconds(datetime(2026, 11, 1, 12, 0, 1, 500_000, UTC)) - NOON == 1500
    assert clock_text(NOON) == "2026-11-01 12:00:00"
    assert clock_text(NOON + 1500) == "2026-11-01 12:00:01.500000"


@pytest.mark.parametrize(
    ("zone", "fixed"),
    [
        ("UTC", 0),
        ("GMT", 0),
        ("Z", 0),
        ("UTC+1", HOUR),
        ("UTC-5", -5 * HOUR),
        ("+05:30", 5 * HOUR + HOUR // 2),
        ("-03:30", -3 * HOUR - HOUR // 2),
        ("ET", None),  # it has a summer time
        (None, None),
        ("", None),
    ],
)
def test_zones_without_a_summer_time(zone: str | None, fixed: int | None) -> None:
    hand = read("stud 1\nhand 1 game=stud small=2 big=4\nseat 1 a 9\nend\n")
    header = replace(hand.header, played_at=datetime(2026, 11, 1, 12, 0), played_zone=zone)
    found = bare_sitting(replace(hand, header=header))
    assert (found.wall, found.fixed, found.zone) == (NOON, fixed, zone)
    assert found.instant == NOON - (fixed or 0)
    assert bare_sitting(hand).instant is None


SUNDAY = datetime(2026, 10, 25, 1, 30)
"""The last Sunday of October, in the hour that comes twice."""


@pytest.mark.parametrize(
    ("after", "back", "may"),
    [
        (SUNDAY, HOUR, True),
        (SUNDAY, HOUR // 2, True),
        (SUNDAY, HOUR + 1, False),
        (datetime(2026, 10, 25, 3, 59), HOUR, True),
        (datetime(2026, 10, 25, 4, 0), HOUR, False),
        (datetime(2026, 10, 24, 1, 30), HOUR, False),  # a Saturday
        (datetime(2026, 10, 26, 1, 30), HOUR, False),
        (datetime(2026, 7, 26, 1, 30), HOUR, False),  # a Sunday of summer
        (datetime(2026, 4, 5, 2, 30), HOUR, True),  # in the south it is spring's
        (datetime(2026, 2, 22, 0, 10), HOUR, True),
        (datetime(2026, 12, 6, 1, 30), HOUR, False),
        (datetime(2026, 1, 4, 1, 30), HOUR, False),
        (datetime(2026, 5, 3, 1, 30), HOUR, False),
        (datetime(2026, 8, 30, 1, 30), HOUR, False),
        (datetime(2026, 9, 27, 1, 30), HOUR, True),
        (datetime(2026, 11, 1, 1, 30), HOUR, True),
        (datetime(2026, 3, 29, 1, 30), HOUR, True),
    ],
)
def test_a_clock_that_may_have_been_put_back(after: datetime, back: int, may: bool) -> None:
    now = milliseconds(after)
    assert put_back(now + back, now) is may


@pytest.mark.parametrize(
    ("one", "other", "follow"),
    [
        ("1001", "1002", True),
        ("1001", "1003", False),
        ("1002", "1001", False),
        ("1001", "1001", False),
        ("2801-41-1478990787", "2801-42-1478990999", True),
        ("2801-41-1478990787", "2801-43-1478990999", False),
        ("2801-41-1478990787", "2802-42-1478990999", True),
        ("A1", "B2", False),
        ("B1", "A2", False),
        ("A1", "A2", True),
        ("1", "1-2", False),
        ("x", "x", False),
    ],
)
def test_numbers_that_leave_no_room_between_them(one: str, other: str, follow: bool) -> None:
    assert follows_on(one, other) is follow


# --- order -----------------------------------------------------------------------------------------


def place(number: str, wall: int | None, at: int, fixed: int | None = None, zone: str | None = "ET") -> Place:
    return Place(Sitting(number, wall, fixed, zone), at)


def order(*places: Place) -> tuple[list[int], list[int]]:
    right, nowhere = in_order(places)
    return [one.at for one in right], [one.at for one in nowhere]


def test_a_place_of_a_hand() -> None:
    found = place("AB-12-7", NOON, 5, HOUR, "UTC+1")
    assert (found.instant, found.fixed, found.zone, found.at) == (NOON - HOUR, True, "UTC+1", 5)
    assert (found.number, found.words) == ((12, 7), "AB-#-#")


def test_hands_by_number_where_times_agree() -> None:
    assert order(place("3", NOON + 2, 1), place("1", NOON, 2), place("2", NOON + 1, 3)) == ([2, 3, 1], [])
    assert order(place("3", NOON, 1), place("1", NOON, 2), place("2", NOON, 3)) == ([2, 3, 1], [])
    # Without a time they go by number as well; of the same number by what was read first.
    assert order(place("3", None, 1), place("1", NOON, 2), place("2", None, 3)) == ([2, 3, 1], [])
    assert order(place("1", NOON, 2), place("1", NOON, 1)) == ([1, 2], [])
    assert order(place("1", NOON + 1, 1), place("1", NOON, 2)) == ([2, 1], [])


def test_hands_by_time_where_numbers_do_not_rise_with_it() -> None:
    assert order(place("1", NOON + 2, 1), place("2", NOON, 2), place("3", NOON + 1, 3)) == ([2, 3, 1], [])
    # With clocks that have no summer time, time alone counts.
    fixed = [place("2", NOON, 1, 0, "UTC"), place("1", NOON + 1, 2, 0, "UTC")]
    assert order(*fixed) == ([1, 2], [])
    assert order(place("2", NOON, 1, 0, "UTC"), place("1", NOON, 2, 0, "UTC")) == ([2, 1], [])
    # Ids of two kinds cannot be compared, and words without a number tell nothing.
    assert order(place("A2", NOON, 1), place("B1", NOON + 1, 2)) == ([1, 2], [])
    assert order(place("x", NOON + 1, 1), place("x", NOON, 2)) == ([2, 1], [])
    assert order(place("A2", None, 1), place("B1", NOON, 2), place("B2", None, 3)) == ([2], [1, 3])


def test_the_hour_that_comes_twice_changes_no_order() -> None:
    first, second = milliseconds(datetime(2026, 11, 1, 1, 50)), milliseconds(datetime(2026, 11, 1, 1, 10))
    assert order(place("1", first, 1), place("2", second, 2)) == ([1, 2], [])
    noon = NOON - HOUR // 2
    assert order(place("1", NOON, 1), place("2", noon, 2)) == ([2, 1], [])


def test_clocks_of_unlike_zones_are_not_compared() -> None:
    assert order(place("1", NOON + HOUR, 1, None, "ET"), place("2", NOON, 2, None, "PT")) == ([1, 2], [])


# --- who stays -------------------------------------------------------------------------------------


def sitter(
    name: str, stack: int, end: int | None, *, bought: int = 0, sat: bool = False, active: bool = True
) -> Sitter:
    return Sitter(name, 1, stack, end, bought, sat, active, 1, NOWHERE)


def hand(number: str, *players: Sitter, wall: int | None = NOON) -> Sitting:
    return Sitting(number, wall, 0, "UTC", players=Players.of(players))


@pytest.mark.parametrize(
    ("end", "stack", "bought", "sat", "carried"),
    [
        (90, 90, 0, False, True),
        (90, 91, 0, False, False),
        (90, 100, 10, False, True),
        (90, 10, 10, False, False),
        (90, 10, 10, True, True),
        (90, 20, 10, True, False),
        # Who has nothing left starts with what they buy.
        (0, 50, 50, False, True),
        (None, 50, 50, False, True),
    ],
)
def test_a_stack_that_carries_over(end: int | None, stack: int, bought: int, sat: bool, carried: bool) -> None:
    assert carries_over(end, stack, bought, sat) is carried


def pair(before: Sitting | None, now: Sitting, *, same: bool = True) -> Pair:
    return Pair(before, now, same_stakes=same, recording=True)


A, B, C = sitter("a", 100, 90), sitter("b", 100, 110), sitter("c", 50, None)
NEXT = (sitter("a", 90, 80), sitter("b", 110, 120), sitter("c", 50, 50), sitter("d", 70, 70))


def test_who_sits_in_both_and_carries_over() -> None:
    found = pair(hand("1", A, B, C), hand("9", *NEXT))
    assert (found.stayed, found.broken) == (2, [])
    assert (found.carried, found.adjacent, found.neighbours) == (2, True, True)


def test_who_sits_in_both_and_does_not_carry_over() -> None:
    found = pair(hand("1", A, B, C), hand("9", sitter("d", 90, 80), sitter("b", 111, 120), sitter("a", 90, 80)))
    assert (found.stayed, found.broken, found.carried) == (2, [(B, sitter("b", 111, 120))], 1)


@pytest.mark.parametrize(
    ("before", "now", "carried"),
    [
        ((A, B), (NEXT[0], sitter("b", 111, 120)), 1),
        ((A, B), (NEXT[0], sitter("b", 110, 120, active=False)), 1),
        ((A, sitter("b", 100, 110, active=False)), NEXT, 1),
        ((A, sitter("b", 100, 0)), (NEXT[0], sitter("b", 30, 20, bought=30)), 1),
        ((A, B), (NEXT[0], sitter("b", 110, 120, bought=110, sat=True)), 1),
        ((A,), NEXT, 1),
        ((), NEXT, 0),
    ],
)
def test_who_tells_nothing_of_what_was_played_between(
    before: tuple[Sitter, ...], now: tuple[Sitter, ...], carried: int
) -> None:
    found = pair(hand("1", *before), hand("9", *now))
    assert (found.carried, found.neighbours) == (carried, False)
    # Numbers without a gap tell it all the same.
    assert pair(hand("8", *before), hand("9", *now)).neighbours


@pytest.mark.parametrize(
    ("before", "now", "broken", "carried"),
    [
        ((A, B), (NEXT[0], sitter("b", 110, 120)), [], 2),
        # 110 and the 20 that were bought are 130.
        ((A, B), (NEXT[0], sitter("b", 110, 120, bought=20)), ["b"], 1),
        ((A, B), (NEXT[0], sitter("b", 110, 120, sat=True)), [], 1),
        ((A, B), (NEXT[0], sitter("b", 110, 120, active=False)), [], 1),
        ((A, B._replace(active=False)), (NEXT[0], sitter("b", 110, 120)), [], 1),
        ((A, sitter("b", 100, 0)), (NEXT[0], sitter("b", 0, 0)), [], 1),
        # The same stacks are those of others.
        ((A, B), (sitter("b", 90, 80), sitter("a", 110, 120)), ["b", "a"], 0),
        # Of two of one name the later is meant.
        ((A, B._replace(player="a")), (NEXT[0], sitter("a", 110, 120)), ["a"], 1),
    ],
)
def test_stacks_that_are_line_by_line_what_was_left(
    before: tuple[Sitter, ...], now: tuple[Sitter, ...], broken: list[str], carried: int
) -> None:
    """All players are then compared at once, and come to what each would by themself."""
    found = pair(hand("1", *before), hand("9", *now))
    assert (found.stayed, [one.player for _, one in found.broken], found.carried) == (2, broken, carried)
    # With one more at the table each is compared by themself.
    found = pair(hand("1", *before), hand("9", *now, NEXT[3]))
    assert (found.stayed, [one.player for _, one in found.broken], found.carried) == (2, broken, carried)


@pytest.mark.parametrize(
    ("wall", "same", "adjacent"),
    [
        (NOON + DAY, True, True),
        (NOON + DAY + 1, True, False),
        (NOON - DAY, True, True),
        (NOON - DAY - 1, True, False),
        (None, True, True),
        (NOON, False, False),
    ],
)
def test_more_than_a_day_apart_or_at_other_stakes_they_are_no_neighbours(
    wall: int | None, same: bool, adjacent: bool
) -> None:
    found = pair(hand("1", A, B), hand("2", *NEXT, wall=wall), same=same)
    assert (found.adjacent, found.neighbours) == (adjacent, adjacent)


def test_the_first_hand_has_none_before_it() -> None:
    found = pair(None, hand("2", *NEXT))
    assert (found.adjacent, found.stayed, found.carried, found.neighbours) == (False, 0, 0, False)


@pytest.mark.parametrize(("button", "left"), [(1, 3), (2, 3), (3, 6), (6, 1), (8, 1)])
def test_the_seat_to_the_left(button: int, left: int) -> None:
    assert left_of(button, (1, 3, 6)) == left
    assert left_of(button, ()) == button


# --- what a hand tells -----------------------------------------------------------------------------

HAND = """\
stud 1
hand 7 game=stud structure=fixed small=2 big=4 ante=1 bring-in=1 currency=USD table="A" button=1 at=2026-11-01T12:00:00Z
seat 1 "northwind" 20
seat 2 "saltmarsh" 30
seat 3 "wexley" 40
seat 4 "tinder"
buy-in 2 30 kind=sit
buy-in 1 5 kind=top-up
ante 1 1
ante 2 1
street 3
deal 1 down ? ?
deal 2 down ? ?
deal 1 up 9d
deal 2 up 2c
bring-in 2 1 at=2026-11-01T12:00:05Z
buy-in 1 10 kind=top-up
complete 1 to=2 at=2026-11-01T12:00:09Z
fold 2
return 1 1
award 1 4
button 2
end
"""


def told(text: str = HAND) -> Sitting:
    return sitting(Settlement(replayed(text)))


def each(found: Sitting) -> list[Sitter]:
    return [found.players.one(number) for number in range(len(found.players.names))]


def test_what_a_hand_tells_its_neighbours() -> None:
    found = told()
    assert (found.hand_id, found.wall, found.over) == ("7", NOON, NOON + 9000)
    assert (found.timed, found.cancelled, found.buys_in) == (True, False, True)
    assert (found.button, found.dealt_in, found.occupied) == (1, (1, 2), (1, 2, 3, 4))
    assert found.moved is not None
    assert found.moved[0] == 2
    rows = [(one.player, one.stack, one.end, one.bought, one.sat, one.active) for one in each(found)]
    assert rows == [
        # 20, less ante and bet of 2, and 4 won; and 10 bought while the hand was on are theirs after it.
        ("northwind", 2000, 2000 - 200 + 400 - 0 + 1000 - 0, 500, False, True),
        ("saltmarsh", 3000, 2800, 3000, True, True),
        ("wexley", 4000, 4000, 0, False, False),
    ]


def test_a_cancelled_hand_gives_its_chips_back() -> None:
    found = told(HAND.replace("button 2\n", 'cancelled "power"\n'))
    assert found.cancelled
    assert [(one.player, one.end, one.active) for one in each(found)] == [
        ("northwind", 3000, True),
        ("saltmarsh", 3000, True),
        ("wexley", 4000, True),
    ]


def test_what_cannot_be_known_of_the_end() -> None:
    cut = told(HAND[: HAND.index("fold 2")])
    assert [one.end for one in each(cut)] == [None, None, 4000]
    # Who put in more than they had goes on with nobody knows what.
    assert told(HAND.replace('"saltmarsh" 30', '"saltmarsh" 1')).players.ends[1] is None
    lost = replace(read(HAND), missing=("the antes",))
    assert [one.end for one in each(sitting(Settlement(replayed(lost))))] == [None, None, 4000]


def test_a_hand_without_times_or_buttons() -> None:
    text = (
        HAND.replace(" at=2026-11-01T12:00:05Z", "").replace(" at=2026-11-01T12:00:09Z", "").replace("button 2\n", "")
    )
    found = told(text)
    assert (found.over, found.timed, found.moved) == (None, True, None)
    sites = replace(read("\n".join(line for line in text.split("\n") if "buy-in" not in line)), dialect="pokerstars")
    assert not sitting(Settlement(replayed(sites))).buys_in
    assert sitting(Settlement(replayed(replace(read(HAND), dialect="pokerstars")))).buys_in


def test_tables_and_stakes() -> None:
    header = Header("1", "stud", small=2, big=4, table="Alpha", tournament="T1")
    found = table_of(header, "neutral")
    assert found is not None
    assert found == table_of(replace(header, small=3), "neutral")
    for other in (replace(header, table="Beta"), replace(header, tournament=None)):
        assert table_of(other, "neutral") != found
    assert table_of(header, "pokerstars") != table_of(header, "fulltilt")
    assert table_of(replace(header, table=None), "neutral") is None
    assert stakes_of(header) == stakes_of(replace(header, game="razz", ante=9))
    for changes in ({"small": 3}, {"big": 5}, {"currency": "USD"}, {"structure": "spread"}, {"spread_max": 1}):
        assert stakes_of(replace(header, **changes)) != stakes_of(header)
