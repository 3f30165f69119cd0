"""Two hands of a table, one after the other: stacks, button, and times, each judged by itself."""

from __future__ import annotations

from datetime import datetime

import pytest
from msgspec.structs import replace

from stud_audit.checks.across.x802_stack_discontinuity import judge as stacks
from stud_audit.checks.across.x803_button_not_advanced import judge as button
from stud_audit.checks.across.x804_hands_overlap import judge as overlap
from stud_audit.checks.base import PASS, Fault, HandRef, Missing, Result
from stud_audit.checks.neighbours import Pair, Table, milliseconds
from stud_audit.checks.sittings import Players, Sitter, Sitting
from stud_audit.houses import load_house
from stud_audit.model.spans import NOWHERE, Span

HOUSE = load_house("william-hill")
REF = HandRef("log.stud", "2", 2, "k", Span(9, 1, 5), "neutral", None, (), "stud", "USD", 0)
NOON = milliseconds(datetime(2026, 11, 1, 12, 0))
SUNDAY = milliseconds(datetime(2026, 10, 25, 1, 30))
GAPS, BUTTON = "whether hands between are missing", "the dealer button"


def sitter(name: str, stack: int, end: int | None = None, bought: int = 0) -> Sitter:
    return Sitter(name, int(name[-1]), stack, end, bought, False, True, 4, Span(7, 1, 3))


BEFORE = (sitter("p1", 100, 90), sitter("p2", 100, 110), sitter("p3", 50, 40), sitter("p4", 20, 20))


def said(result: Result) -> list[str | None]:
    """Each outcome: `passed`, what is lacking, None, or a fault with its verdict. All who carry over pass as one."""
    outcomes = result if isinstance(result, (list, tuple)) else [result]
    words: list[str | None] = []
    for one in outcomes:
        if one is PASS:
            words.append("passed")
        elif isinstance(one, Missing):
            words.append(one.data)
        elif isinstance(one, Fault):
            words.append(f"{one.expected} not {one.actual}{' review' if one.review else ''}")
        else:
            words.append(None)
    return words


def hand(number: str, players: tuple[Sitter, ...] = (), **more: object) -> Sitting:
    fields: dict[str, object] = {"wall": NOON, "fixed": 0, "zone": "UTC"} | more
    return Sitting(number, players=Players.of(players), **fields)  # type: ignore[arg-type]


def pair(before: Sitting | None, now: Sitting, *, same: bool = True, recording: bool = True) -> Pair:
    return Pair(before, now, same_stakes=same, recording=recording)


# --- stacks ----------------------------------------------------------------------------------------


def now(*stacks_: int | None, names: str = "p") -> tuple[Sitter, ...]:
    return tuple(sitter(f"{names}{seat}", stack) for seat, stack in enumerate(stacks_, 1) if stack is not None)


@pytest.mark.parametrize(
    ("players", "recording", "expected"),
    [
        (now(90, 110, 40, 20), True, ["passed"]),
        (now(90, 110, 35, 20), True, ["passed", "40 not 35"]),
        (now(90, 110, 45, 20), True, ["passed", "40 not 45"]),
        # In a log without buy-ins a stack may have grown.
        (now(90, 110, 45, 20), False, ["passed", "whether chips were bought"]),
        (now(90, 110, 35, 20), False, ["passed", "40 not 35"]),
        # One other carries over: a review; in a log that does not tell all, and with several at the table, chance.
        (now(90, 100), True, ["passed", "110 not 100 review"]),
        (now(90, 100), False, ["passed", "110 not 100 review"]),
        (now(90, 100, 35), True, ["passed", "110 not 100 review", "40 not 35 review"]),
        (now(90, 100, 35), False, ["passed", GAPS, GAPS]),
        (now(80, 100), True, [GAPS, GAPS]),
        ((), True, [None]),
    ],
)
def test_stacks(players: tuple[Sitter, ...], recording: bool, expected: list[str]) -> None:
    assert said(stacks(pair(hand("1", BEFORE), hand("2", players), recording=recording), REF, HOUSE)) == expected


def test_a_stack_that_differs_with_what_was_bought() -> None:
    players = (*now(90, 110), sitter("p3", 60, bought=30))
    (one,) = [one for one in stacks(pair(hand("1", BEFORE), hand("2", players)), REF, HOUSE) if isinstance(one, Fault)]
    assert (one.expected, one.actual, one.money, one.seat, one.player, one.event) == ("70", "60", 10, 3, "p3", 4)
    assert one.span == Span(7, 1, 3)
    assert one.message == (
        "seat 3 (p3) starts with 60, but ended the previous hand with 40 and bought 30; "
        "the stacks of 2 others carry over"
    )


def test_where_stacks_cannot_be_compared() -> None:
    assert said(stacks(pair(None, hand("2", now(90))), REF, HOUSE)) == [None]
    apart = pair(hand("1", BEFORE), hand("2", now(90, 100)), same=False)
    assert said(stacks(apart, REF, HOUSE)) == [GAPS]
    assert said(stacks(pair(hand("1", BEFORE), hand("2", now(9, names="q")), same=False), REF, HOUSE)) == [None]
    nameless = (sitter("Seat 1", 100, 90), sitter("Seat 2", 100, 110), sitter("Seat 3", 50, 40))
    after = (sitter("Seat 1", 90), sitter("Seat 2", 110), sitter("Seat 3", 10))
    assert said(stacks(pair(hand("1", nameless), hand("2", after)), REF, HOUSE)) == [
        "passed",
        "the names of players",
    ]


# --- the button ------------------------------------------------------------------------------------

SEATS = {"dealt_in": (1, 2, 4), "occupied": (1, 2, 3, 4)}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"button": 1}, {"button": 2}, ["passed"]),
        ({"button": 1}, {"button": 1}, ["2 not 1"]),
        ({"button": 1}, {"button": 4}, ["2 not 4"]),
        ({"button": 2}, {"button": 4}, ["passed"]),  # the next one dealt in
        ({"button": 4}, {"button": 1}, ["passed"]),
        ({"button": 1}, {"button": None}, [BUTTON]),
        ({"button": None}, {"button": 1}, []),
        # A cancelled hand moves none, but from where nobody is left.
        ({"button": 1, "cancelled": True}, {"button": 1}, ["passed"]),
        ({"button": 1, "cancelled": True}, {"button": 2}, ["1 not 2"]),
        ({"button": 3, "cancelled": True}, {"button": 4}, ["passed"]),
        # The log itself says where it went.
        ({"button": 1, "moved": (2, 9, NOWHERE)}, {"button": 2}, []),
        ({"button": 1, "moved": (2, 9, NOWHERE)}, {"button": 4}, ["2 not 4"]),
        ({"button": None}, {"button": 1, "moved": (2, 9, NOWHERE)}, ["passed"]),
        ({"button": None}, {"button": 1, "moved": (4, 9, NOWHERE)}, ["2 not 4"]),
        ({"button": None}, {"button": 1, "moved": (1, 9, NOWHERE), "cancelled": True}, ["passed"]),
    ],
)
def test_the_button(before: dict[str, object], after: dict[str, object], expected: list[str]) -> None:
    first, second = hand("1", BEFORE, **before), hand("2", now(90, 110), **(SEATS | after))
    assert said(button(pair(first, second), REF, HOUSE)) == expected


def test_where_the_button_cannot_be_judged() -> None:
    first, second = hand("1", BEFORE, button=1), hand("9", now(90, 100), button=4, **SEATS)
    assert said(button(pair(first, second), REF, HOUSE)) == [GAPS]
    assert said(button(pair(None, hand("2", now(90), button=4, **SEATS)), REF, HOUSE)) == []
    assert said(button(pair(None, hand("2")), REF, HOUSE)) == [None]  # nobody sits there
    assert said(button(pair(None, hand("2", now(9))), REF, HOUSE)) == [BUTTON]


# --- time ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("over", "start", "expected"),
    [
        (NOON + 40_000, NOON + 41_000, ["passed"]),
        (NOON + 40_000, NOON + 40_000, ["passed"]),
        (NOON + 40_000, NOON + 39_000, ["not before 2026-11-01 12:00:40 not 2026-11-01 12:00:39"]),
    ],
)
def test_a_hand_that_starts_before_the_last_is_over(over: int, start: int, expected: list[str]) -> None:
    first, second = hand("1", BEFORE, over=over), hand("2", now(90, 110), wall=start)
    assert said(overlap(pair(first, second), REF, HOUSE)) == expected


TIMES = "the times of awards"
OVER = {"over": NOON + 40_000}
EASTERN: dict[str, object] = {"fixed": None, "zone": "ET"}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({}, {}, [TIMES]),
        (OVER, {"wall": None}, [TIMES]),
        (OVER, {"timed": False}, [TIMES]),
        (OVER, {"fixed": 3_600_000}, [TIMES]),
        (OVER, {"zone": "GMT"}, [TIMES]),
        # On the Sunday on which clocks are put back, in a zone that does so.
        (EASTERN | {"over": SUNDAY}, EASTERN | {"wall": SUNDAY - 60_000}, ["whether the clock was put back"]),
        ({"over": SUNDAY}, {"wall": SUNDAY - 60_000},
         ["not before 2026-10-25 01:30:00 not 2026-10-25 01:29:00"]),
    ],
)  # fmt: skip
def test_where_times_cannot_be_compared(
    before: dict[str, object], after: dict[str, object], expected: list[str]
) -> None:
    assert said(overlap(pair(hand("1", BEFORE, **before), hand("2", **after)), REF, HOUSE)) == expected


def test_without_a_hand_before_it_nothing_overlaps() -> None:
    assert said(overlap(pair(None, hand("2")), REF, HOUSE)) == [None]
    assert said(overlap(pair(hand("1"), hand("2")), REF, HOUSE)) == [None]  # nothing is known of the one before


def test_another_table_of_the_same_name() -> None:
    first, second = hand("1", BEFORE, **OVER), hand("2", now(90))
    elsewhere = pair(first, second, same=False)
    for tournament, expected in ((None, [None]), ("T1", ["not before 2026-11-01 12:00:40 not 2026-11-01 12:00:00"])):
        ref = replace(REF, table=Table("neutral", tournament, "Alpha"))
        assert said(overlap(elsewhere, ref, HOUSE)) == expected
