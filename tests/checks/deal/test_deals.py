"""What each check of the deal says of one hand and of changes to it."""

from __future__ import annotations

import pytest
from support.judged import NOTHING, PASSED, Judged, changed
from support.neutral_hands import CALLED

from stud_audit.checks.describe import EXAMPLES

HAND = (
    CALLED
    + """\
street 4
deal 1 up 8c
deal 2 up 3h
deal 3 up Qs
reprint 3 up Kd Qs
check 3
check 1
bet 2 2
call 3 2
fold 1
street 5
deal 2 up 5s
deal 3 up Jc
check 3
check 2
street 6
deal 2 up 4c
deal 3 up 3c
check 3
check 2
street 7
deal 2 down 8d
deal 3 down 9s
check 3
check 2
show-down
show 3 6c 5d Kd Qs Jc 3c 9s
show 2 Jh Ts 9d 3h 5s 4c 8d
award 3 10
total 10
rake 0
end
"""
)
Edits = list[tuple[str, str]]
RR, WH, LPC = "roberts-rules", "william-hill", "london-poker-club"


def judged(code: str, edits: Edits, house: str = RR) -> Judged:
    return Judged(changed(HAND, *edits), code, house)


@pytest.mark.parametrize("code", ["D101", "D102", "D103", "D104", "D105", "D107", "D109", "D110", "D111"])
def test_the_hand_is_right(code: str) -> None:
    found = judged(code, [])
    assert (found.faults, found.said) == ([], PASSED)


@pytest.mark.parametrize(
    ("code", "edits", "line", "expected", "actual"),
    [
        ("D102", [("deal 3 up Jc", "deal 3 up Jc\ndeal 3 up 7h")], "deal 3 up 7h", None, "7h"),
        ("D102", [("deal 2 up 4c\n", "")], "check 3", "1", "0"),
        ("D102", [("deal 2 down 8d\n", "")], "check 3", "1", "0"),
        ("D102", [("deal 1 down Ah Ad", "deal 1 down Ah")], "bring-in 1 1", "3", "2"),
        ("D103", [("deal 2 up 4c", "deal 2 down 4c")], "deal 2 down 4c", "up", "down"),
        ("D103", [("deal 2 down 8d", "deal 2 up 8d")], "deal 2 up 8d", "down", "up"),
        ("D104", [("deal 2 up 4c", "deal 2 up Kd")], "deal 2 up Kd", None, "Kd"),
        ("D104", [("deal 2 up 4c", "deal 2 up 9d")], "deal 2 up 9d", None, "9d"),
        ("D104", [("deal 1 down Ah Ad", "deal 1 down Ah Ah")], "deal 1 down Ah Ah", None, "Ah"),
        ("D104", [("street 5\n", "street 5\nburn Kd\n")], "burn Kd", None, "Kd"),
        (
            "D104",
            [("deal 2 down Jh Ts", "deal 2 down ? ?"), ("show 2 Jh", "show 2 Ah")],
            "show 2 Ah Ts 9d 3h 5s 4c 8d",
            None,
            "Ah",
        ),
        ("D105", [("deal 2 up 5s\ndeal 3 up Jc", "deal 3 up Jc\ndeal 2 up 5s")], "deal 3 up Jc", "2", "3"),
        ("D109", [("call 3 2\nfold 1", "call 3 2")], "street 5", "action of seat 1", "nothing"),
        (
            "D109",
            [("check 3\ncheck 2\nstreet 6", "street 6")],
            "street 6",
            "a betting round",
            "nothing",
        ),
        ("D110", [("reprint 3 up Kd Qs", "reprint 3 up Kd Qh")], "reprint 3 up Kd Qh", "Kd Qs", "Kd Qh"),
        ("D110", [("reprint 3 up Kd Qs", "reprint 3 up Qs Kd")], "reprint 3 up Qs Kd", "Kd Qs", "Qs Kd"),
        ("D110", [("reprint 3 up Kd Qs", "reprint 3 down 6c 5h")], "reprint 3 down 6c 5h", "6c 5d", "6c 5h"),
        ("D110", [("reprint 3 up Kd Qs", "reprint 3 down 6c")], "reprint 3 down 6c", "6c 5d", "6c"),
        ("D111", [("deal 2 up 4c", "deal 1 up 7h\ndeal 2 up 4c")], "deal 1 up 7h", "no card", "7h"),
    ],
)
def test_one_line_is_wrong(code: str, edits: Edits, line: str, expected: str | None, actual: str) -> None:
    found = judged(code, edits)
    assert found.faults == [(line, "violation")]
    assert (found.found[0].expected, found.found[0].actual) == (expected, actual)


@pytest.mark.parametrize(
    ("code", "edits", "said"),
    [
        ("D110", [("reprint 3 up Kd Qs", "reprint 3 up Kd ?")], PASSED),
        ("D110", [("reprint 3 up Kd Qs", "reprint 3 down 5d 6c")], PASSED),  # down-cards have no order
        ("D110", [("reprint 3 up Kd Qs", "reprint 3 down ? 6c")], PASSED),
        ("D110", [("reprint 3 up Kd Qs\n", "")], NOTHING),
        ("D105", [(" button=3", "")], {"the dealer button"}),
        ("D105", [("button=3", "button=7")], {"the dealer button"}),
        ("D107", [("street 7\ndeal 2 down 8d\ndeal 3 down 9s\ncheck 3\ncheck 2\n", "")], NOTHING),
        ("D106", [], {"burn cards"}),
    ],
)
def test_what_is_right_or_cannot_be_told(code: str, edits: Edits, said: set[str]) -> None:
    found = judged(code, edits, LPC if code == "D106" else RR)
    assert (found.faults, found.said) == ([], said)


@pytest.mark.parametrize(("street", "verdict"), [(4, "violation"), (5, "violation"), (6, "violation"), (7, "review")])
def test_a_street_without_a_burn(street: int, verdict: str) -> None:
    edits = [(f"street {other}\n", f"street {other}\nburn\n") for other in (4, 5, 6, 7) if other != street]
    found = judged("D106", edits, LPC)
    assert [v for _, v in found.faults] == [verdict]
    assert found.faults[0][0].startswith(f"deal {1 if street == 4 else 2} ")
    assert (found.found[0].expected, found.found[0].actual) == ("burn", "nothing")


# --- the community card -------------------------------------------------------------------------------

SEVENTH = "street 7\ndeal 2 down 8d\ndeal 3 down 9s\n"


@pytest.mark.parametrize(
    ("edits", "line", "expected"),
    [
        ([(SEVENTH, "street 7\nboard 8d\n")], "board 8d", "a card for each player"),
        ([("street 6\n", "street 6\nboard 8h\n")], "board 8h", "nothing"),
        ([(SEVENTH, "street 7\nboard 8d\nboard 9s\n")], "board 9s", "nothing"),
    ],
)
def test_a_community_card_that_is_not_due(edits: Edits, line: str, expected: str) -> None:
    found = judged("D108", edits, WH)
    assert (line, "violation") in found.faults
    at = found.faults.index((line, "violation"))
    assert found.found[at].expected == expected


def eight(seventh: str) -> str:
    """Eight players stay to seventh street: 48 cards are out, and four are left."""
    ranks = "23456789TJQKA"
    deck = [rank + suit for suit in "cdhs" for rank in ranks]
    lines = [
        "stud 1",
        "hand 1 game=stud structure=fixed small=2 big=4 ante=0.50 bring-in=1 currency=USD table=Alpha seats=8 button=8",
    ]
    seats = range(1, 9)
    lines += [f'seat {seat} "player {seat}" 100' for seat in seats] + [f"ante {seat} 0.50" for seat in seats]
    lines += ["street 3", *(f"deal {seat} down ? ?" for seat in seats)]
    lines += [f"deal {seat} up {deck.pop(0)}" for seat in seats]
    lines += ["bring-in 1 1", *(f"call {seat} 1" for seat in range(2, 9))]
    for street in (4, 5, 6):
        lines += [f"street {street}", *(f"deal {seat} up {deck.pop(0)}" for seat in seats)]
        lines += [f"check {seat}" for seat in (*range(4, 9), *range(1, 4))]
    return "\n".join([*lines, "street 7", seventh, *(f"check {seat}" for seat in seats), "end", ""])


@pytest.mark.parametrize("house", [WH, "third-house", "pokerstars"])
def test_with_eight_players_the_seventh_card_is_shared(house: str) -> None:
    shared = eight("board As")
    assert Judged(shared, "D107", house).faults == []
    assert Judged(shared, "D108", house).said == PASSED
    each = eight("\n".join(f"deal {seat} down ?" for seat in range(1, 9)))
    assert [v for _, v in Judged(each, "D107", house).faults] == ["violation"]
    assert (Judged(each, "D107", house).found[0].expected, Judged(each, "D107", house).found[0].actual) == (
        "community card",
        "nothing",
    )


def test_a_community_card_is_repeated_as_it_lies() -> None:
    text = eight("board As").replace("check 4\n", "check 4\n", 1)
    assert Judged(changed(text, ("board As\n", "board As\nboard As\n")), "D110", WH).faults == []


@pytest.mark.parametrize(("seats", "found"), [(8, False), (9, True)])
def test_no_more_than_eight_players(seats: int, found: bool) -> None:
    lines = ["stud 1", "hand 1 game=stud structure=fixed small=2 big=4 ante=0.50 bring-in=1 currency=USD"]
    lines += [f'seat {seat} "player {seat}" 100' for seat in range(1, seats + 1)]
    lines += [f"ante {seat} 0.50" for seat in range(1, seats + 1)]
    lines += [f"deal {seat} up {seat + 1 if seat < 9 else 'T'}c" for seat in range(1, seats + 1)]
    result = Judged("\n".join([*lines, "end", ""]), "D101", WH)
    assert [line for line, _ in result.faults] == ['seat 9 "player 9" 100'] * found
    assert [(f.expected, f.actual) for f in result.found] == [("8", "9")] * found


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (("deal 1 down Ah Ad", "deal 1 down Ah Ah"), "seat 1 (northwind) has the Ah twice in one line"),
        (("deal 2 up 4c", "deal 2 up 9d"), "seat 2 (saltmarsh) is dealt the 9d twice"),
        (
            ("deal 2 up 4c", "deal 2 up Kd"),
            "the Kd is dealt to seat 2 (saltmarsh), but was already dealt to seat 3 (wexley)",
        ),
        (("street 5\n", "street 5\nburn Kd\n"), "the Kd is burned, but was already dealt to seat 3 (wexley)"),
    ],
)
def test_words_for_a_card_that_occurs_twice(edit: tuple[str, str], words: str) -> None:
    assert [found.message for found in judged("D104", [edit]).found] == [words]


@pytest.mark.parametrize(("board", "faults"), [("Qd", []), ("2c", [("board 2c", "violation")])])
def test_where_too_few_cards_are_left_a_burned_one_is_dealt_again_but_no_other(
    board: str, faults: list[tuple[str, str]]
) -> None:
    text = (EXAMPLES / "D104-burned-and-shared.near-miss.stud").read_text()
    assert Judged(changed(text, ("board Qd", f"board {board}")), "D104").faults == faults


def test_of_hidden_cards_that_all_others_get_one_seat_lacks_them() -> None:
    found = judged("D102", [("deal 2 down Jh Ts\n", "")])
    assert [(f.seat, f.expected, f.actual) for f in found.found] == [(2, "3", "1")]
    # Where the log shows those of one player only, the others' are not to be seen.
    assert judged("D102", [("deal 2 down Jh Ts\ndeal 3 down 6c 5d\n", ""), ("deal 2 down 8d\n", "")]).faults == []


def test_cards_that_are_repeated_wrongly_again_and_again_are_one_fault() -> None:
    right, wrong = "reprint 3 up Kd Qs\n", "reprint 3 up Kd Qh\n"
    assert judged("D110", [(right, wrong * 2)]).faults == [("reprint 3 up Kd Qh", "violation")]
    others = judged("D110", [(right, f"{wrong}reprint 2 up Kd Qh\n")])
    assert [found.seat for found in others.found] == [3, 2]


def test_what_stands_beside_the_deal_is_not_the_line_after_it() -> None:
    lacking = ("deal 2 up 4c\ndeal 3 up 3c\n", 'deal 3 up 3c\nnote "well"\nsay 2 "hm"\nreprint 3 up Kd Qs Jc 3c\n')
    found = judged("D102", [lacking])
    assert found.faults == [("check 3", "violation")]
    assert found.lines[found.found[0].line - 2].startswith("reprint")


def test_cards_beside_one_that_is_not_known_are_counted() -> None:
    found = judged("D104", [("deal 1 down Ah Ad", "deal 1 down ? Kd")])
    assert found.faults == [("deal 3 up Kd", "violation")]


FIFTH = "street 5\ndeal 2 up 5s\ndeal 3 up Jc\n"


def test_a_record_that_ends_within_a_deal_lacks_no_cards_of_it() -> None:
    assert Judged(HAND[: HAND.index("deal 3 up Jc")], "D102", RR).faults == []


def test_of_a_street_without_a_line_no_cards_are_lacking_but_of_one_with_a_heading() -> None:
    assert judged("D102", [(f"{FIFTH}check 3\ncheck 2\n", "")]).faults == []
    (found,) = judged("D102", [(FIFTH, "street 5\n")]).found
    assert found.message == (
        "no card is dealt on fifth street, although seat 2 (saltmarsh), seat 3 (wexley) are in the hand"
    )


def test_of_two_cards_of_one_seat_and_none_of_another_one_finding_tells() -> None:
    # Nothing shows whose card it is: no hand is shown.
    shown = "show 3 6c 5d Kd Qs Jc 3c 9s\nshow 2 Jh Ts 9d 3h 5s 4c 8d\n"
    (found,) = judged("D102", [("deal 2 up 5s", "deal 3 up 5s"), (shown, "muck 3\nmuck 2\n")]).found
    assert found.message == (
        "seat 3 (wexley) is dealt 2 cards on fifth street instead of 1, and seat 2 (saltmarsh) one too few"
    )
    assert (found.expected, found.actual) == ("1", "2")
