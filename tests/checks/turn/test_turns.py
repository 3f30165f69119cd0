"""Checks of the turn (LPC-13, LPC-15, LPC-35, H3-10, H3-11, G-01 to G-04): one hand, and changes to it."""

from __future__ import annotations

import pytest
from support.judged import NOTHING, PASSED, Judged, changed

HAND = """\
stud 1
hand 1 game=stud structure=fixed small=2 big=4 ante=0.50 bring-in=1 currency=USD table="Alpha" seats=8 button=3
seat 1 "northwind" 100
seat 2 "saltmarsh" 100
seat 3 "wexley" 100
seat 4 "tinder" 100
ante 1 0.50
ante 2 0.50
ante 3 0.50
ante 4 0.50
street 3
deal 4 down ? ?
deal 1 down ? ?
deal 2 down ? ?
deal 3 down ? ?
deal 4 up 5h
deal 1 up 9d
deal 2 up 2c
deal 3 up Kd
bring-in 2 1
call 3 1
call 4 1
call 1 1
street 4
deal 4 up Jd
deal 1 up 8c
deal 2 up 3h
deal 3 up Qs
check 3
check 4
bet 1 2
fold 2
call 3 2
call 4 2
street 5
deal 4 up Tc
deal 1 up 7h
deal 3 up Jc
check 3
check 4
check 1
end
"""
Edits = list[tuple[str, str]]
LPC, H3, WH, RR = "london-poker-club", "third-house", "william-hill", "roberts-rules"


def judged(code: str, edits: Edits, house: str = RR) -> Judged:
    return Judged(changed(HAND, *edits), code, house)


@pytest.mark.parametrize("code", ["T401", "T402", "T403", "T404", "T405"])
def test_the_hand_is_right(code: str) -> None:
    found = judged(code, [])
    assert (found.faults, found.said) == ([], PASSED)


@pytest.mark.parametrize(
    ("code", "edits", "line", "expected", "actual"),
    [
        (
            "T401",
            [("check 3\ncheck 4\nbet 1 2\nfold 2\ncall 3 2\ncall 4 2", "check 4\nbet 1 2\nfold 2\ncall 3 2\ncall 4 2")],
            "check 4",
            "3",
            "4",
        ),
        ("T402", [("call 3 1\ncall 4 1", "call 4 1\ncall 3 1")], "call 4 1", "3", "4"),
        ("T402", [("fold 2\ncall 3 2", "call 3 2\nfold 2")], "call 3 2", "2", "3"),
        ("T403", [("check 4\ncheck 1\nend", "check 4\ncheck 1\ncheck 2\nend")], "check 2", "no action", "check"),
        ("T405", [("check 1\nend", "check 1\ncheck 3\nend")], "check 3", "no action", "check"),
        ("T405", [("call 4 2\n", "call 4 2\ncall 1 2\n")], "call 1 2", "no action", "call"),
    ],
)
def test_one_line_is_wrong(code: str, edits: Edits, line: str, expected: str, actual: str) -> None:
    found = judged(code, edits)
    assert [place for place, _ in found.faults] == [line]
    assert (found.found[0].expected, found.found[0].actual) == (expected, actual)
    assert found.found[0].verdict == "violation"


def test_an_all_in_player_takes_no_action() -> None:
    edits = [
        ('"tinder" 100', '"tinder" 3.50'),
        ("call 4 2", "call 4 2 all-in"),
        ("check 3\ncheck 4\ncheck 1", "check 3\ncheck 4\ncheck 1"),
    ]
    found = judged("T404", edits)
    assert found.faults == [("check 4", "violation")]
    assert (found.found[0].expected, found.found[0].actual) == ("no action", "check")
    assert found.found[0].message == "seat 4 (tinder) acts, but has been all-in since fourth street"


@pytest.mark.parametrize(("edits", "said"), [([], PASSED), ([("bring-in 2 1", "protect 2\nbring-in 2 1")], NOTHING)])
def test_of_who_may_act_and_need_not_nothing_is_said(edits: Edits, said: set[str]) -> None:
    opened = changed(HAND[: HAND.index("call 3 1")], *edits)
    found = Judged(opened, "T404", RR)
    assert (found.faults, found.said) == ([], said)


TIE = [("deal 4 up 5h", "deal 4 up Kh"), ("deal 4 up Jd", "deal 4 up Qd")]
"""King-queen with seat 4 as well: left of the button is seat 4, and spades are with seat 3."""
FOURTH = "check 3\ncheck 4\nbet 1 2\nfold 2\ncall 3 2\ncall 4 2"
BY_FOUR = "check 4\nbet 1 2\nfold 2\ncall 3 2\ncall 4 2"


@pytest.mark.parametrize(
    ("house", "opener", "verdict"),
    [
        (LPC, 4, None),
        (LPC, 3, "violation"),  # suits are barred
        (WH, 4, None),
        (WH, 3, "review"),  # its text says nothing of openers
        (WH, 1, "review"),
        (RR, 4, None),
        (LPC, 1, "violation"),
        (H3, 1, "violation"),
    ],
)
def test_who_opens_a_tie_on_fourth_street(house: str, opener: int, verdict: str | None) -> None:
    played = {3: FOURTH, 4: BY_FOUR, 1: FOURTH.removeprefix("check 3\ncheck 4\n")}[opener]
    edits = [*TIE, (FOURTH, played), ("check 3\ncheck 4\ncheck 1\nend", "end")]
    found = judged("T401", edits, house)
    assert [v for _, v in found.faults] == ([verdict] if verdict else [])
    if verdict:
        assert found.found[0].actual == str(opener)


def test_the_boards_are_named() -> None:
    found = judged("T401", [(FOURTH, BY_FOUR)]).found[0]
    assert found.message == (
        "seat 4 (tinder) showing 5h Jd opened fourth street; seat 3 (wexley) showing Kd Qs acts first"
    )
    lines = changed(HAND, (FOURTH, BY_FOUR)).splitlines()
    assert [lines[r.line - 1] for r in found.related] == ["deal 3 up Qs", "deal 4 up Jd"]


def test_a_tie_by_position_needs_a_button() -> None:
    edits = [*TIE, (" button=3", ""), ("check 3\ncheck 4\ncheck 1\nend", "end")]
    assert judged("T401", edits).said == {"the dealer button"}


def test_an_unknown_board() -> None:
    assert "the up-cards of seat 4" in judged("T401", [("deal 4 up Jd", "deal 4 up ?")]).said


def test_a_line_between_that_could_not_be_read() -> None:
    lost = 'unknown "wexley: ???"\n'
    assert judged("T402", [("call 3 1\ncall 4 1", f"{lost}call 4 1")]).said == {
        "passed",
        "a line that could not be read",
    }
    assert judged("T401", [(FOURTH, f"{lost}{BY_FOUR}")]).said == {"passed", "a line that could not be read"}


def test_a_fold_after_a_check_that_faced_a_bet() -> None:
    # The check is W504's; that its player matched the bet was only assumed, and the fold tells that they did not.
    edits = [("call 3 2\ncall 4 2\n", "check 3\ncall 4 2\nfold 3\n"), ("deal 3 up Jc\n", "")]
    edits += [("check 3\ncheck 4\ncheck 1\nend", "check 4\ncheck 1\nend")]
    assert judged("W504", edits).faults == [("check 3", "violation")]
    for code in ("T402", "T405", "D109", "D102"):
        assert judged(code, edits).faults == []
