"""Lines that stand where no hand has them: the whole order of a record, event by event."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from stud_audit.model.cards import parse_cards
from stud_audit.model.events import (
    AntePosted,
    Bet,
    BroughtIn,
    Called,
    CardBurned,
    CardDealt,
    Checked,
    CommunityDealt,
    Event,
    Folded,
    LineUnknown,
    Mucked,
    Noted,
    PotAwarded,
    RakeTaken,
    SeatSummarised,
    SeatTaken,
    ShowdownOpened,
    Shown,
    StreetOpened,
    SummaryOpened,
    TotalStated,
    UncalledReturned,
)
from stud_audit.model.spans import Span
from stud_audit.record.line_order import read_order


def card(seat: int, face: str, street: int) -> CardDealt:
    return CardDealt(seat, "up", parse_cards(face), street=street)


START: list[Event] = [
    SeatTaken(1, "northwind", 100),
    SeatTaken(2, "saltmarsh", 100),
    AntePosted(1, 1),
    AntePosted(2, 1),
    StreetOpened(street=3),
    card(1, "2c", 3),
    card(2, "Kd", 3),
    BroughtIn(1, 2, 2, street=3),
    Called(2, 2, 2, street=3),
]
FOURTH: list[Event] = [
    StreetOpened(street=4),
    card(1, "3c", 4),
    card(2, "Qd", 4),
    Checked(2, street=4),
    Checked(1, street=4),
]
END: list[Event] = [
    ShowdownOpened(),
    Shown(1, parse_cards("2c 3c")),
    Mucked(2),
    PotAwarded(1, 6),
    SummaryOpened(),
    TotalStated(6),
    RakeTaken(0),
    SeatSummarised(1),
    SeatSummarised(2),
]
WHOLE = [*START, *FOURTH, *END]


def astray(events: Sequence[Event]) -> dict[int, str]:
    return read_order(tuple(events)).astray


def put(at: Event, *events: Event, after: bool = False) -> list[Event]:
    """The whole hand with events put before one of its own, or after it."""
    index = next(i for i, event in enumerate(WHOLE) if event is at) + after
    return [*WHOLE[:index], *events, *WHOLE[index:]]


def test_a_hand_in_order() -> None:
    order = read_order(tuple(WHOLE))
    assert (order.astray, order.early) == ({}, set())


@pytest.mark.parametrize(
    ("late", "at", "why"),
    [
        (SeatTaken(3, "wexley", 50), FOURTH[0], "a seat is taken after the deal has begun"),
        (AntePosted(1, 1), START[5], "an ante after the heading of third street"),
        (AntePosted(1, 1), END[1], "an ante after the showdown has begun"),
        (StreetOpened(street=4), FOURTH[1], "fourth street is announced twice"),
        (StreetOpened(street=5), END[1], "fifth street begins after the showdown has begun"),
        (card(1, "9c", 3), FOURTH[1], "a card of third street is dealt after a later street has begun"),
        (card(1, "9c", 4), FOURTH[4], "a card is dealt after the betting on fourth street has begun"),
        (card(1, "9c", 4), END[1], "a card is dealt after the showdown has begun"),
        (card(1, "9c", 0), START[5], "a card stands before the heading of its street"),
        (Bet(1, 2, 2, street=4), END[1], "an action after the showdown has begun"),
        (Bet(1, 2, 2, street=4), END[4], "an action after the showdown has begun"),
        (UncalledReturned(1, 2), END[4], "a bet is returned after the pot was awarded"),
        (UncalledReturned(1, 2), END[5], "a bet is returned after the summary has begun"),
        (ShowdownOpened(), END[1], "the showdown begins twice"),
        (ShowdownOpened(), END[5], "the showdown begins after the summary"),
        (Shown(1, parse_cards("2c 3c")), END[2], "seat 1 shows or mucks twice"),
        (Mucked(2), END[3], "seat 2 shows or mucks twice"),
        (Shown(2, parse_cards("Kd Qd")), END[5], "a hand is shown after the summary has begun"),
        (PotAwarded(1, 6), END[5], "a pot is awarded after the summary has begun"),
        (SummaryOpened(), END[5], "the summary begins twice"),
        (TotalStated(6), END[6], "the total is stated twice"),
        (SeatSummarised(1), END[8], "the summary of seat 1 stands twice"),
    ],
)
def test_a_line_that_stands_too_late_or_twice(late: Event, at: Event, why: str) -> None:
    events = put(at, late)
    number = next(i for i, event in enumerate(events, 1) if event is late)
    assert why in astray(events).values()
    # Of two alike the second is too many.
    assert set(astray(events)) <= {number, number + 1}


@pytest.mark.parametrize(
    ("events", "wrong"),
    [
        ([*START, *FOURTH[1:], *END], {10: "the heading of fourth street is missing"}),
        ([*START[:5], *START[4:], *FOURTH, *END], {6: "third street is announced twice"}),
        ([*START, StreetOpened(street=5), *END], {10: "fifth street begins, and a street before it is missing"}),
        ([*START[:4], StreetOpened(street=4)], {5: "fourth street begins, and a street before it is missing"}),
        ([*START, *FOURTH, StreetOpened(street=3)], {15: "third street is announced twice"}),
        ([*START[:5], *FOURTH[:1], *START[5:7]], {}),
        (
            [*START, *FOURTH[:1], FOURTH[3], *FOURTH[1:3], FOURTH[4]],
            {11: "an action between the heading of fourth street and its cards"},
        ),
        ([*START[:4], START[7], *START[4:7]], {5: "an action before the first card"}),
        (
            [*START, *FOURTH, END[1], END[0], *END[2:]],
            {16: "the heading of the showdown stands after hands shown or pots awarded"},
        ),
        (
            [*START, *FOURTH, *END[:4], END[5], END[4], *END[6:]],
            {20: "the heading of the summary stands after lines of it"},
        ),
        (
            [*START, *FOURTH[1:3], FOURTH[0], *FOURTH[3:]],
            {
                10: "the heading of fourth street is missing",
                12: "the heading of fourth street stands after cards of it",
            },
        ),
    ],
)
def test_lines_that_changed_places(events: list[Event], wrong: dict[int, str]) -> None:
    if wrong:
        assert astray(events) == wrong


def test_an_action_before_the_cards_of_its_street_belongs_to_the_round_before() -> None:
    order = read_order((*START, *FOURTH[:1], FOURTH[3], *FOURTH[1:3], FOURTH[4]))
    assert order.early == {10, 11}


def test_a_pot_is_not_awarded_before_the_deal() -> None:
    award = PotAwarded(1, 6)
    assert astray([*START[:4], award])[5] == "a pot is awarded before the deal"
    assert astray([*START, award]) == {}


def test_a_skipped_street_that_comes_after_all_is_one_fault() -> None:
    assert astray([*START, StreetOpened(street=5), StreetOpened(street=4)]) == {
        10: "fifth street begins, and a street before it is missing"
    }


@pytest.mark.parametrize(
    ("event", "at"),
    [
        (LineUnknown("?"), FOURTH[1]),
        (CardBurned(parse_cards("?"), street=4), FOURTH[1]),
        (TotalStated(4, street=4), FOURTH[3]),  # a running total
        (Shown(2, parse_cards("Kd Qd"), street=4), END[0]),  # shown with a fold
        (CommunityDealt(parse_cards("9s"), reprint=True), END[6]),
        (TotalStated(6, "side-1"), END[6]),  # of another pot
    ],
)
def test_what_may_stand_there(event: Event, at: Event) -> None:
    assert astray(put(at, event)) == {}


def test_a_line_that_could_not_be_read_may_be_the_heading() -> None:
    assert astray([*START, LineUnknown("*** ???"), *FOURTH[1:]]) == {}
    assert astray([*START, LineUnknown("*** ???"), CardBurned(parse_cards("?"), street=4), *FOURTH[1:]]) == {}


def test_a_record_may_begin_with_a_card_that_lacks_its_heading() -> None:
    events = [Noted("the beginning is lost"), card(1, "3c", 4), StreetOpened(street=5)]
    assert astray(events) == {2: "the heading of fourth street is missing"}


def test_a_log_without_headings_lacks_none() -> None:
    assert astray([event for event in WHOLE if not isinstance(event, StreetOpened)]) == {}
    third = [event for event in WHOLE if not (isinstance(event, StreetOpened) and event.street == 3)]
    assert astray(third) == {}


def test_the_rake_on_the_line_of_a_second_total_stands_twice_with_it() -> None:
    total, rake = TotalStated(6, span=Span(9, 1, 2)), RakeTaken(0, span=Span(9, 3, 4))
    events = [*START, *FOURTH, *END[:7], total, rake]
    assert astray(events) == {22: "the total is stated twice", 23: "the total is stated twice"}


def test_a_fold_and_its_cards_shown_are_no_show_down() -> None:
    events = [*START, StreetOpened(street=7), Folded(2, street=7), Shown(2, parse_cards("Kd Qd"), street=7), *END]
    assert 13 not in astray(events)
    assert astray(events) == {10: "seventh street begins, and a street before it is missing"}
    open_cards = [*START, StreetOpened(street=7), Checked(2, street=7), Shown(2, parse_cards("Kd Qd"), street=7), *END]
    assert astray(open_cards)[13] == "the heading of the showdown stands after hands shown or pots awarded"


@pytest.mark.parametrize(
    ("event", "at"),
    [
        (AntePosted(1, 1), START[7]),  # after the cards it is late (A203), not out of order
        (AntePosted(1, 1), START[4]),
        (SeatTaken(3, "wexley", 50), START[5]),
        (UncalledReturned(1, 2), END[0]),
        (UncalledReturned(1, 2), END[3]),
        (Shown(1, parse_cards("9c 9d")), END[2]),  # other cards contradict the first (S706), or are another's
        (Mucked(1), END[2]),
        (Mucked(2, parse_cards("Kd Qd")), END[3]),
        (TotalStated(6, "main"), END[6]),
        (RakeTaken(1), END[7]),
        (SeatSummarised(3), END[8]),
        (CommunityDealt(parse_cards("9s"), street=4), FOURTH[3]),
        (CommunityDealt(parse_cards("9s"), street=4, reprint=True), FOURTH[4]),
        (Noted("a pause"), FOURTH[0]),
    ],
)
def test_what_else_may_stand_there(event: Event, at: Event) -> None:
    assert astray(put(at, event)) == {}


@pytest.mark.parametrize(
    ("events", "wrong"),
    [
        # What tells that play is over: a total, a seat's summary, an award.
        ([*START, TotalStated(6), Checked(1, street=3)], {11: "an action after the total was stated"}),
        ([*START, SeatSummarised(1), Checked(1, street=3)], {11: "an action after the summary has begun"}),
        ([*START, PotAwarded(1, 6), Checked(1, street=3)], {11: "an action after the pot was awarded"}),
        ([*START, SummaryOpened(), Checked(1, street=3)], {11: "an action after the summary has begun"}),
        ([*START, TotalStated(4, street=3), Checked(1, street=3)], {}),
        # The first that tells it is named.
        ([*START, ShowdownOpened(), PotAwarded(1, 6), Checked(1, street=3)],
         {12: "an action after the showdown has begun"}),
        ([*START, PotAwarded(1, 6), TotalStated(6), SummaryOpened(), Checked(1, street=3)],
         {12: "the heading of the summary stands after lines of it", 13: "an action after the pot was awarded"}),
        ([*START, PotAwarded(1, 6), ShowdownOpened()],
         {11: "the heading of the showdown stands after hands shown or pots awarded"}),
        ([*START, PotAwarded(1, 6), StreetOpened(street=4)], {11: "fourth street begins after the pot was awarded"}),
        ([*START, PotAwarded(1, 6), AntePosted(1, 1)], {11: "an ante after the pot was awarded"}),
        ([*START, PotAwarded(1, 6), SummaryOpened(), UncalledReturned(1, 2)],
         {12: "a bet is returned after the summary has begun"}),
        ([*START, PotAwarded(1, 6), UncalledReturned(1, 2)], {11: "a bet is returned after the pot was awarded"}),
        ([*START, *FOURTH, CommunityDealt(parse_cards("9s"), street=4)],
         {15: "a card is dealt after the betting on fourth street has begun"}),
        ([*START, *FOURTH, CommunityDealt(parse_cards("9s"), street=3)],
         {15: "a card of third street is dealt after a later street has begun"}),
        # Two headings left out, and one of them comes later: it was told already.
        ([*START, StreetOpened(street=6), StreetOpened(street=4), StreetOpened(street=5)],
         {10: "sixth street begins, and a street before it is missing"}),
        ([*START, StreetOpened(street=5), StreetOpened(street=3)],
         {10: "fifth street begins, and a street before it is missing", 11: "third street is announced twice"}),
        ([StreetOpened(street=4), StreetOpened(street=2)],
         {1: "fourth street begins, and a street before it is missing",
          2: "an unknown street begins after a later street"}),
        ([*START[:4], *START[5:7], START[4], *START[7:]], {7: "the heading of third street stands after cards of it"}),
    ],
)  # fmt: skip
def test_which_lines_are_astray(events: list[Event], wrong: dict[int, str]) -> None:
    assert astray(events) == wrong


def test_a_summary_line_that_could_not_be_read_in_part_is_nobody_s() -> None:
    twice = SeatSummarised(1, span=Span(9, 1, 2))
    assert astray([*WHOLE, LineUnknown("?", span=Span(9, 1, 2)), twice]) == {}
    assert astray([*WHOLE, LineUnknown("?", span=Span(8, 1, 2)), twice]) == {25: "the summary of seat 1 stands twice"}
    assert astray([*WHOLE, Noted("?", span=Span(9, 1, 2)), twice]) == {25: "the summary of seat 1 stands twice"}


def test_a_rake_on_another_line_is_not_of_the_second_total() -> None:
    total, rake = TotalStated(6, span=Span(9, 1, 2)), RakeTaken(0, span=Span(10, 3, 4))
    assert astray([*START, *FOURTH, *END[:7], total, rake]) == {22: "the total is stated twice"}


@pytest.mark.parametrize(
    ("before", "missing"),
    [
        ([], True),
        ([Noted("a pause")], True),
        ([CardBurned(parse_cards("?"), street=4)], True),
        ([LineUnknown("?")], False),
        ([LineUnknown("?"), Noted("a pause")], False),
        ([LineUnknown("?"), Checked(1, street=3)], True),
    ],
)
def test_whether_a_line_just_before_a_card_may_be_the_heading(before: list[Event], missing: bool) -> None:
    events = [*START, *before, FOURTH[1]]
    assert astray(events) == ({len(events): "the heading of fourth street is missing"} if missing else {})
