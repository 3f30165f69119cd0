"""What is read off a whole record beforehand."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace
from support.hands import invented_hand
from support.recorded import read, replayed

from stud_audit.houses.rules import Rules
from stud_audit.model.cards import parse_cards
from stud_audit.model.events import (
    BroughtIn,
    CardDealt,
    Event,
    Folded,
    LineUnknown,
    Mucked,
    PotAwarded,
    SeatSummarised,
    SeatTaken,
    Shown,
    UncalledReturned,
)
from stud_audit.model.spans import Span
from stud_audit.record.index import Index, read_index
from stud_audit.record.seat_accounts import seat_rows
from stud_audit.record.usual_amounts import ante_of_most, ante_told

FOUR, SEVEN = parse_cards("2c 3c 4c 5c"), parse_cards("2c 3c 4c 5c 6c 7c 8c")


@pytest.mark.parametrize(
    ("events", "revealed"),
    [
        ([], ()),
        ([Shown(1, FOUR)], FOUR),
        ([Mucked(1, SEVEN)], SEVEN),
        ([SeatSummarised(1, shown=SEVEN)], SEVEN),
        ([SeatSummarised(1, mucked=SEVEN)], SEVEN),
        ([SeatSummarised(1, won=5)], ()),
        ([Shown(1, FOUR), SeatSummarised(1, mucked=SEVEN)], SEVEN),
        ([Shown(1, SEVEN), SeatSummarised(1, shown=FOUR)], SEVEN),
        ([Shown(1, parse_cards("? ? 4c")), Shown(1, FOUR)], FOUR),
        ([Shown(1, FOUR), Shown(1, parse_cards("? ? ? ? 4c"))], FOUR),
        ([Shown(1, FOUR), Mucked(1, parse_cards("9c Tc Jc Qc"))], FOUR),  # of two as long, the first
        ([Shown(2, SEVEN)], ()),
    ],
)
def test_the_longest_set_of_cards_that_a_player_reveals(events: list[Event], revealed: tuple[int, ...]) -> None:
    hand = invented_hand()
    index = read_index(invented_hand(events=(*hand.events, *events)))
    assert index.revealed(1) == revealed


HAND = """\
stud 1
hand 1 game=stud structure=fixed small=2 big=4 ante=1 bring-in=1 currency=USD
seat 1 "northwind" 200
seat 2 "saltmarsh" 200
seat 3 "wexley" 200
seat 4 "tinder" 200
ante 1 1
ante 2 1
ante 4 1
street 3
deal 1 up 9d
deal 2 up 2c
deal 4 up Kd
bring-in 2 1
call 4 1
fold 1
street 4
burn ?
deal 2 up 3c
deal 4 up Qd
reprint 4 up Kd Qd
state opens 4
unknown "what"
bet 4 2
fold 2
return 4 2
show 4 Kd Qd
award 4 5
summary
total 5
rake 0
summary 1 folded=3
summary 4 shown="Kd Qd"
end
"""


def lines(index: Index, numbers: list[int]) -> list[str]:
    return [index.event(number).raw for number in numbers]


def test_events_by_kind_and_street() -> None:
    index = read_index(read(HAND))
    told = {
        BroughtIn: ["bring-in 2 1"],
        PotAwarded: ["award 4 5"],
        UncalledReturned: ["return 4 2"],
        SeatSummarised: ["summary 1 folded=3", 'summary 4 shown="Kd Qd"'],
        CardDealt: [line for line in HAND.splitlines() if line.startswith("deal")],
        Mucked: [],
    }
    for kind, expected in told.items():
        assert [event.raw for _, event in index.each(kind)] == expected
        assert all(index.event(number) is event for number, event in index.each(kind))
    assert [deal.raw for _, deal in index.dealt_to(4)] == ["deal 4 up Kd", "deal 4 up Qd"]
    assert lines(index, index.unknown) == ['unknown "what"']
    assert {street: lines(index, numbers) for street, numbers in index.actions.items()} == {
        3: ["bring-in 2 1", "call 4 1", "fold 1"],
        4: ["bet 4 2", "fold 2"],
    }
    assert {street: lines(index, numbers) for street, numbers in index.deals.items()} == {
        3: ["deal 1 up 9d", "deal 2 up 2c", "deal 4 up Kd"],
        4: ["deal 2 up 3c", "deal 4 up Qd"],
    }
    assert {seat: lines(index, numbers) for seat, numbers in index.shown.items()} == {
        4: ["show 4 Kd Qd", 'summary 4 shown="Kd Qd"']
    }
    assert (index.last_street, index.community, index.cancelled, index.timed) == (4, None, False, False)


def test_who_is_in_the_hand_and_until_when() -> None:
    index = read_index(read(HAND))
    assert list(index.seats) == [1, 2, 3, 4]
    assert index.dealt_in == [1, 2, 4]
    assert {seat: index.event(number).raw for seat, number in index.last_sign.items()} == {
        1: "fold 1",  # a summary without cards is no sign of anybody in the hand
        2: "fold 2",
        4: 'summary 4 shown="Kd Qd"',
    }


@pytest.mark.parametrize(
    ("event", "seat", "sign"),
    [
        (UncalledReturned(1, 2), 1, True),
        (PotAwarded(1, 2), 1, True),
        (Shown(1, FOUR), 1, True),
        (Mucked(1), 1, True),
        (SeatSummarised(1, shown=FOUR), 1, True),
        (SeatSummarised(1, mucked=FOUR), 1, True),
        (SeatSummarised(1, folded=3), 1, False),
    ],
)
def test_a_sign_of_a_player(event: Event, seat: int, sign: bool) -> None:
    hand = invented_hand()
    index = read_index(invented_hand(events=(*hand.events, event)))
    assert (index.last_sign[seat] == len(hand.events) + 1) is sign


def test_a_community_card_that_is_told_again_was_dealt_once() -> None:
    index = read_index(read(HAND.replace("show 4", "board 6h\nboard 6h\nshow 4")))
    assert index.community is not None
    assert index.event(index.community).raw == "board 6h"
    assert index.event(index.community - 1).raw == "return 4 2"


def test_cancelled_and_timed() -> None:
    assert read_index(read(HAND.replace("end", 'cancelled "power"\nend'))).cancelled
    assert read_index(read(HAND.replace("bet 4 2", "bet 4 2 at=2026-11-01T12:00:00.000Z"))).timed
    event = Folded(1, street=3, at=datetime(2026, 11, 1, tzinfo=UTC))
    assert read_index(invented_hand(events=(event,))).timed


def test_a_seat_named_twice_is_the_first() -> None:
    hand = invented_hand()
    index = read_index(invented_hand(events=(*hand.events, SeatTaken(2, "wexley", 100))))
    assert (list(index.seats), index.seats[2].player) == ([1, 2], "quillfeather")


def test_something_in_the_line_could_not_be_read() -> None:
    bring_in = BroughtIn(1, 1, 1, street=3, span=Span(7, 1, 5))
    for line, spoiled in ((7, True), (8, False), (6, False)):
        unknown = LineUnknown("?", span=Span(line, 6, 9))
        assert read_index(invented_hand(events=(bring_in, unknown))).spoiled(bring_in) is spoiled
    nowhere = replace(bring_in, span=Span(0, 1, 1))
    unknown = LineUnknown("?", span=Span(0, 1, 1))
    assert not read_index(invented_hand(events=(nowhere, unknown))).spoiled(nowhere)
    assert not read_index(invented_hand(events=(bring_in,))).spoiled(bring_in)


def test_whose_card_a_deal_brought() -> None:
    index = read_index(read(HAND.replace("deal 4 up Qd", "deal 2 up Qd")))
    wrong = index.deals[4][1]
    assert (index.owner(wrong, 2), index.owner(index.deals[4][0], 2)) == (4, 2)
    assert read_index(read(HAND)).owner(wrong, 4) == 4


# --- what most post --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("antes", "usual"),
    [
        (["1 1", "2 1", "4 1"], 100),
        (["1 1", "2 1", "4 2"], 100),
        (["1 1", "2 2", "4 3"], None),
        (["1 1", "2 2"], None),
        (["1 1"], None),
        (["1 1", "2 1"], 100),
        # All-in for less tells nothing; nor does a second line of the same player.
        (["1 1", "2 1", "3 0.50 all-in", "4 0.50 all-in"], 100),
        (["1 1", "2 0.50 all-in"], None),
        (["1 1", "1 2", "1 2", "2 1"], 100),
    ],
)
def test_the_ante_of_most(antes: list[str], usual: int | None) -> None:
    text = HAND.replace(" ante=1", "")
    posted = "".join(f"ante {ante}\n" for ante in antes)
    index = read_index(read(text.replace("ante 1 1\nante 2 1\nante 4 1\n", posted)))
    found = ante_of_most(index)
    assert (found and (found.amounts, found.source)) == (usual and ((usual,), "majority"))
    assert ante_told(index, Rules()) == found


def test_an_ante_after_the_first_card_is_not_of_the_usual_ones() -> None:
    text = HAND.replace(" ante=1", "").replace("ante 4 1\n", "").replace("bring-in 2 1", "ante 4 2\nbring-in 2 1")
    found = ante_of_most(read_index(read(text)))
    assert found is not None
    assert found.amounts == (100,)


def test_the_ante_of_the_header_goes_before_that_of_most() -> None:
    told = ante_told(read_index(read(HAND.replace(" ante=1", " ante=3"))), Rules())
    assert told is not None
    assert told.amounts == (300,)


# --- accounts --------------------------------------------------------------------------------------


def test_what_each_seat_put_in_got_back_and_won() -> None:
    rows = [
        (row.seat, row.player, row.stack, row.dealt_in, row.put_in, row.returned, row.won, row.net, row.shown)
        for row in seat_rows(replayed(HAND))
    ]
    assert rows == [
        (1, "northwind", 20000, True, 100, 0, 0, -100, False),
        (2, "saltmarsh", 20000, True, 200, 0, 0, -200, False),
        (3, "wexley", 20000, False, 0, 0, 0, 0, False),
        (4, "tinder", 20000, True, 400, 200, 500, 300, True),
    ]


@pytest.mark.parametrize(
    ("shown", "cards"),
    [
        ("As Ah Kd Qd", "As Ah Kd Qd"),
        ("Kd ?", "Kd Qd"),  # the deal tells more
        ("As Ah", "Kd Qd"),  # as many
        ("? ? As Ah Ac", "? ? As Ah Ac"),
    ],
)
def test_the_cards_of_a_seat_as_far_as_they_are_known(shown: str, cards: str) -> None:
    text = HAND.replace("show 4 Kd Qd", f"show 4 {shown}").replace('summary 4 shown="Kd Qd"\n', "")
    assert seat_rows(replayed(text))[3].cards == parse_cards(cards)
