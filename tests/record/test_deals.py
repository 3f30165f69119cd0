"""Who was dealt what on which street, where a deal ends, and which cards stand twice."""

from __future__ import annotations

import pytest
from support.players import player_of
from support.recorded import read, replayed

from stud_audit.model.cards import parse_cards
from stud_audit.record.deals import after_deal, heading, lost_lines, repeats, street_deals, was_live
from stud_audit.record.index import Index, read_index

HAND = """\
stud 1
hand 1 game=stud structure=fixed small=2 big=4 ante=1 bring-in=1
seat 1 "northwind" 200
seat 2 "saltmarsh" 200
ante 1 1
ante 2 1
street 3
deal 1 down ? ?
deal 1 up 2c
deal 2 down Ah ?
deal 2 up Kd
bring-in 1 1
call 2 1
street 4
burn 9s
deal 1 up 3c
say 1 "well"
deal 2 up Qd
note "a pause"
reprint 2 up Kd Qd
unknown "what"
check 2
check 1
street 5
deal 1 up 4c
deal 2 up Jd
check 2
check 1
street 6
street 7
board 6h
show 2 Ah 8d Kd Qd Jd
end
"""


def line(index: Index, number: int) -> str:
    return index.event(number).raw if number else ""


@pytest.mark.parametrize(
    ("street", "head", "after"),
    [
        (3, "street 3", "bring-in 1 1"),
        (4, "street 4", "check 2"),
        (5, "street 5", "check 2"),
        (6, "street 6", "street 7"),
        (7, "street 7", "show 2 Ah 8d Kd Qd Jd"),
        (8, "", ""),
    ],
)
def test_where_a_deal_begins_and_what_comes_first_behind_it(street: int, head: str, after: str) -> None:
    index = read_index(read(HAND))
    assert line(index, heading(index, street)) == head
    assert line(index, after_deal(index, street)) == after


def test_the_next_street_ends_a_deal() -> None:
    index = read_index(read(HAND.replace("check 2\ncheck 1\nstreet 5\n", "street 5\n")))
    assert line(index, after_deal(index, 4)) == "street 5"


def test_nothing_behind_the_last_deal() -> None:
    text = HAND[: HAND.index("check 2\ncheck 1\nstreet 5")]
    index = read_index(read(text))
    assert after_deal(index, 4) == 0


def test_the_cards_of_a_street_by_seat() -> None:
    index = read_index(read(HAND))
    deals = street_deals(index)
    assert list(deals) == [3, 4, 5]
    third, fourth = deals[3], deals[4]
    assert (line(index, third.first), line(index, third.last)) == ("deal 1 down ? ?", "deal 2 up Kd")
    assert {seat: [line(index, n) for n in numbers] for seat, numbers in third.down.items()} == {
        1: ["deal 1 down ? ?"] * 2,
        2: ["deal 2 down Ah ?"] * 2,
    }
    assert {seat: [line(index, n) for n in numbers] for seat, numbers in third.up.items()} == {
        1: ["deal 1 up 2c"],
        2: ["deal 2 up Kd"],
    }
    assert (fourth.street, set(fourth.up), fourth.down) == (4, {1, 2}, {})


def test_a_misdirected_card_counts_for_its_owner() -> None:
    text = HAND.replace("deal 2 up Qd", "deal 1 up Qd")
    index = read_index(read(text))
    fourth = street_deals(index)[4]
    assert {seat: [line(index, n) for n in numbers] for seat, numbers in fourth.up.items()} == {
        1: ["deal 1 up 3c"],
        2: ["deal 1 up Qd"],
    }


@pytest.mark.parametrize(("folded", "street", "live"), [(0, 4, True), (3, 4, False), (4, 4, True), (5, 4, True)])
def test_who_was_in_the_hand_as_a_street_was_dealt(folded: int, street: int, live: bool) -> None:
    assert was_live(player_of(1, 9, folded=folded), street) is live


def test_lines_that_could_not_be_read() -> None:
    index = read_index(read(HAND))
    (number,) = index.unknown
    spans = [(1, 99), (number, number), (number + 1, 99), (1, number - 1)]
    assert [lost_lines(index, *span) for span in spans] == [1, 1, 0, 0]


# --- twice -----------------------------------------------------------------------------------------


CARDS = ["2c", "3c", "4c", "5c", "9s", "Ah", "8d", "Kd", "Qd", "Jd", "6h"]


def twice(text: str) -> list[tuple[str, str, int | None, str, int | None]]:
    """Card, line, and seat of each repeat, and the line and seat where it stood first."""
    replay = replayed(text)
    words = {card: word for word in CARDS for card in parse_cards(word)}
    return [
        (
            words[one.card],
            line(replay.index, one.number),
            one.seat,
            line(replay.index, one.first_number),
            one.first_seat,
        )
        for one in repeats(replay.state, replay.index)
    ]


def other(*edits: tuple[str, str]) -> str:
    text = HAND
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    return text


SHOW = "show 2 Ah 8d Kd Qd Jd"


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([], []),
        # Dealt to two, to one, burned, or in the middle.
        ([("up Jd", "up 2c"), (f"{SHOW}\n", "")], [("2c", "deal 2 up 2c", 2, "deal 1 up 2c", 1)]),
        ([("up 4c", "up 2c")], [("2c", "deal 1 up 2c", 1, "deal 1 up 2c", 1)]),
        ([("up 4c", "up 9s")], [("9s", "deal 1 up 9s", 1, "burn 9s", None)]),
        ([("burn 9s", "burn Kd")], [("Kd", "burn Kd", None, "deal 2 up Kd", 2)]),
        ([("board 6h", "board Kd")], [("Kd", "board Kd", None, "deal 2 up Kd", 2)]),
        ([("down ? ?", "down Kd ?")], [("Kd", "deal 2 up Kd", 2, "deal 1 down Kd ?", 1)]),
        # Shown by one, and dealt to another.
        ([("8d", "2c")], [("2c", "show 2 Ah 2c Kd Qd Jd", 2, "deal 1 up 2c", 1)]),
        ([("8d", "9s")], [("9s", "show 2 Ah 9s Kd Qd Jd", 2, "burn 9s", None)]),
        ([("8d", "6h")], []),
        ([("8d", "Kd")], [("Kd", "show 2 Ah Kd Kd Qd Jd", 2, "show 2 Ah Kd Kd Qd Jd", 2)]),
        # The summary of the hand that was shown only repeats it; without that it tells of it.
        ([("8d", "2c"), ("end", 'summary 2 shown="Ah 2c Kd Qd Jd"\nend')],
         [("2c", "show 2 Ah 2c Kd Qd Jd", 2, "deal 1 up 2c", 1)]),
        ([(SHOW, 'summary 2 shown="Ah 2c Kd Qd Jd"')],
         [("2c", 'summary 2 shown="Ah 2c Kd Qd Jd"', 2, "deal 1 up 2c", 1)]),
        ([(SHOW, 'muck 2\nsummary 2 mucked="Ah 2c Kd Qd Jd"')],
         [("2c", 'summary 2 mucked="Ah 2c Kd Qd Jd"', 2, "deal 1 up 2c", 1)]),
        # Two hands shown with one card.
        ([(SHOW, f"show 1 8d 2c 3c 4c\n{SHOW}")], [("8d", SHOW, 2, "show 1 8d 2c 3c 4c", 1)]),
        # A line that contradicts its own deal tells nothing of others.
        ([(SHOW, "show 2 Ah 2c 5c 8d 7d 7s")], []),
        ([(SHOW, f"show 1 Jd 5c 5d 5h 5s 7c\n{SHOW}")], []),
        # What was dealt twice is told where it was dealt.
        ([("up 4c", "up Kd"), ("end", "show 1 2c 3c Kd\nend")], [("Kd", "deal 1 up Kd", 1, "deal 2 up Kd", 2)]),
    ],
)  # fmt: skip
def test_a_card_that_has_been_seen_before(
    edits: list[tuple[str, str]], expected: list[tuple[str, str, int | None, str, int | None]]
) -> None:
    assert twice(other(*edits)) == expected


def test_a_community_card_in_a_hand_counts_once() -> None:
    assert twice(other((SHOW, "show 2 Ah 6h Kd Qd Jd\nshow 1 2c 3c 4c 6h"))) == []
