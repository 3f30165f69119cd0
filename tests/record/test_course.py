"""Whose turn each action is, whom it passes over, what is assumed, and who is meant: hands that differ in a few lines.

`course` tells only what is not as it should be. See `support.recorded`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from support.edited import Edit
from support.neutral_hands import RAISED, doors
from support.recorded import course, replayed

WORDS = {"bring-in", "call", "complete", "raise", "fold", "check", "bet"}


def of(edit: Edit) -> list[str]:
    return course("\n".join([*edit.lines, ""]))


def test_the_hand_as_it_was_played() -> None:
    assert of(Edit(RAISED)) == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ante 2 1", ["assumed ante 2 1 at street 3"]),
        ("bring-in 2 1", ["assumed bring-in 2 1 at call 3 1"]),
        # They act once more, late: nothing is assumed of them but what others answer meanwhile.
        ("call 3 1", ["complete 4 to=2 by=1: out-of-turn over 3", "fold 3: late"]),
        (
            "complete 4 to=2 by=1",
            ["raise 1 to=4 by=2: out-of-turn over 4", "assumed raise 4 to=2 at raise 1 to=4 by=2", "call 4 2: late"],
        ),
        (
            "raise 1 to=4 by=2",
            ["call 2 3: out-of-turn over 1", "assumed raise 1 to=4 at call 2 3"],
        ),
        ("call 2 3", ["fold 3: out-of-turn over 2", "assumed call 2 3 at street 4"]),
        ("fold 3", ["call 4 2: out-of-turn over 3", "assumed fold 3 at call 4 2"]),
        ("call 4 2", ["owing 4 at street 4", "assumed call 4 2 at street 4"]),
        ("bet 1 2", ["call 2 2: out-of-turn over 1", "assumed bet 1 2 at call 2 2"]),
        ("call 2 2", ["call 4 2: out-of-turn over 2", "assumed call 2 2 at street 5"]),
        ("bet 4 4", ["assumed bet 4 4 at raise 1 to=8 by=4", "call 4 4: late"]),
        ("fold 2", ["call 4 4: out-of-turn over 2", "assumed fold 2 at call 4 4"]),
    ],
)
def test_without_one_line(line: str, expected: list[str]) -> None:
    assert of(Edit(RAISED).without(line)) == expected


LINES = RAISED.splitlines()
ACTIONS = [at for at, line in enumerate(LINES) if line.split()[0] in WORDS]
FIRST, LAST = LINES.index("bring-in 2 1"), LINES.index("fold 2")
"""The rounds of three and four players, but for the call that ends fifth street."""
EARLY = [at for at in ACTIONS if at <= LAST]


def chips(edit: Edit) -> dict[int, int]:
    """Seat to the chips that it has in the pot at the end."""
    players = replayed("\n".join([*edit.lines, ""])).state.players
    return {seat: player.committed for seat, player in players.items()}


def test_the_chips_of_the_hand() -> None:
    # Ante, 4 on third street, 2 on fourth; and 8, 4, and 4 on the others.
    assert chips(Edit(RAISED)) == {1: 2300, 2: 700, 3: 200, 4: 2300}


@pytest.mark.parametrize("other", [1, 2, 3, 4])
@pytest.mark.parametrize("at", EARLY)
def test_an_action_under_another_s_name_is_that_of_who_was_next(at: int, other: int) -> None:
    word, seat, *rest = LINES[at].split()
    if other == int(seat):
        return
    edit = Edit(RAISED)
    edit.lines[at] = wrong = " ".join([word, str(other), *rest])
    opens = LINES[at - 1].startswith("deal")
    folded = other == 3 and at > LINES.index("fold 3")
    turn = [f"{wrong}: folded"] if folded else [] if opens else [f"{wrong}: misnamed"]
    assert of(edit) == [*turn, f"reseated {LINES[at]} for {wrong}"]
    assert chips(edit) == chips(Edit(RAISED))


@pytest.mark.parametrize("at", EARLY)
def test_an_action_twice(at: int) -> None:
    edit = Edit(RAISED)
    edit.lines.insert(at, LINES[at])
    following = LINES[at + 1]
    if LINES[at].startswith("fold"):
        expected = [f"{LINES[at]}: folded"]
    elif following.startswith("street"):
        expected = [f"{LINES[at]}: closed"]
    else:
        expected = [f"{LINES[at]}: again over {following.split()[1]}", f"{following}: late"]
    assert of(edit) == expected


BETS = ("bring-in", "complete", "raise", "bet")


@pytest.mark.parametrize("at", [at for at in EARLY if at + 1 in EARLY])
def test_two_actions_that_changed_places(at: int) -> None:
    first, second = LINES[at], LINES[at + 1]
    seat = first.split()[1]
    edit = Edit(RAISED)
    edit.lines[at : at + 2] = second, first
    expected = [] if LINES[at - 1].startswith("deal") and at != FIRST else [f"{second}: out-of-turn over {seat}"]
    # What they call or raise shows that the bet was made before it; its own line then only confirms that.
    shown = first.split()[0] in BETS and not second.startswith("fold")
    if shown:
        word = first.split(" by=")[0].replace("complete", "raise")
        expected.append(f"assumed {word} at {second}")
    expected.append(f"{first}: {'confirmed' if shown else 'late'}")
    assert of(edit) == expected
    assert chips(edit) == chips(Edit(RAISED))


@pytest.mark.parametrize("at", [at for at in ACTIONS if LINES[at + 1].startswith("street")])
def test_the_last_action_of_a_round_behind_the_heading_is_that_of_the_round(at: int) -> None:
    edit = Edit(RAISED)
    edit.lines[at : at + 2] = LINES[at + 1], LINES[at]
    assert (of(edit), chips(edit)) == ([], chips(Edit(RAISED)))


# --- short hands of three -------------------------------------------------------------------------

STREETS = {
    "S4b": "street 4; deal 1 up 8c; deal 3 up Qs",
    "S4": "street 4; deal 1 up 8c; deal 2 up 3h; deal 3 up Qs",
    "S5b": "street 5; deal 2 up 5h; deal 3 up 6h",
    "S5": "street 5; deal 1 up 5c; deal 2 up 5h; deal 3 up 6h",
}
"""Streets opened by the king of seat 3; those marked b without a card for one who is out."""

CASES = """
# The line of the bring-in is missing: what others call shows it, or the increase of a completion.
call 3 1; call 1 1; S4; check 3
    assumed bring-in 2 1 at call 3 1
    = 2 2 2
complete 3 to=2 by=1; call 1 2; call 2 1; S4; check 3
    assumed bring-in 2 1 at complete 3 to=2 by=1
    = 3 3 3
complete 3 to=2; call 1 2; call 2 1; S4; check 3
    assumed bring-in 2 1 at complete 3 to=2
    = 3 3 3
# Its player puts in all of the bet, or nothing more: then another opened.
complete 3 to=2; call 1 2; call 2 2; S4; check 3
    = 3 3 3
complete 3 to=2; call 1 2; fold 2; S4b; check 3
    = 3 1 3
bet 3 2; call 1 2; call 2 2; S4; check 3
    = 3 3 3
bet 2 2; call 3 2; call 1 2; S4; check 3
    = 3 3 3
# They check or fold where they cannot, and the others call.
check 2; call 3 1; call 1 1; S4; check 3
    assumed bring-in 2 1 at call 3 1
    = 2 2 2
fold 2; call 3 1; call 1 1; S4b; check 3
    assumed bring-in 2 1 at call 3 1
    = 2 2 2
check 2; check 3; check 1; S4; check 3
    = 1 1 1
# It comes late.
call 3 1; bring-in 2 1; call 1 1; S4; check 3
    call 3 1: out-of-turn over 2
    assumed bring-in 2 1 at call 3 1
    bring-in 2 1: confirmed
    = 2 2 2
call 3 1; call 1 1; bring-in 2 1; S4; check 3
    call 3 1: out-of-turn over 2
    assumed bring-in 2 1 at call 3 1
    bring-in 2 1: confirmed
    = 2 2 2
# Who was passed over, or had not acted, as the round ended.
bring-in 2 1; call 1 1; S4; check 3
    call 1 1: out-of-turn over 3
    assumed call 3 1 at street 4
    = 2 2 2
bring-in 2 1; call 3 1; S4; check 3
    owing 1 at street 4
    assumed call 1 1 at street 4
    = 2 2 2
bring-in 2 1; complete 3 to=2 by=1; call 1 2; S4; check 3
    owing 2 at street 4
    assumed call 2 1 at street 4
    = 3 3 3
bring-in 2 1; complete 3 to=2 by=1; call 1 2; S4b; check 3
    owing 2 at street 4
    assumed fold 2 at street 4
    = 3 2 3
bring-in 2 1; complete 3 to=2 by=1; S4; check 3
    owing 1, 2 at street 4
    assumed call 1 2 at street 4
    assumed call 2 1 at street 4
    = 3 3 3
# A call of more than is due shows the raise of who was passed over.
bring-in 2 1; call 1 2; call 2 1; S4; check 3
    call 1 2: out-of-turn over 3
    assumed raise 3 to=2 at call 1 2
    = 3 3 3
bring-in 2 1; call 1 2; call 3 2; call 2 1; S4; check 3
    call 1 2: out-of-turn over 3
    assumed raise 3 to=2 at call 1 2
    call 3 2: confirmed
    = 3 3 3
# They can only have called with all that they had.
stacks 3 200 200: bring-in 2 1; complete 3 to=2 by=1; S4; check 3
    owing 1, 2 at street 4
    assumed call 1 2 all-in at street 4
    assumed call 2 1 at street 4
    = 3 3 3
stacks 3 200 200: bring-in 2 1; complete 3 to=2 by=1; call 2 1; S4; check 3
    call 2 1: out-of-turn over 1
    assumed call 1 2 all-in at street 4
    = 3 3 3
stacks 2 200 200: bring-in 2 1; complete 3 to=2 by=1; call 2 1; S4; check 3
    call 2 1: out-of-turn over 1
    assumed call 1 1 all-in at street 4
    = 2 3 3
stacks ? 200 200: bring-in 2 1; complete 3 to=2 by=1; call 2 1; S4; check 3
    call 2 1: out-of-turn over 1
    assumed call 1 2 at street 4
    = 3 3 3
# All-in, marked or not; marked with chips behind they may act again, or not.
stacks 200 200 2: bring-in 2 1; call 3 1 all-in; complete 1 to=2 by=1; call 2 1; S4; check 1
    = 3 3 2
stacks 200 200 2: bring-in 2 1; call 3 1; complete 1 to=2 by=1; call 2 1; S4; check 1
    = 3 3 2
stacks 200 200 4: bring-in 2 1; call 3 1 all-in; complete 1 to=2 by=1; call 2 1; S4; check 1
    = 3 3 2
stacks 200 200 4: bring-in 2 1; call 3 1 all-in; complete 1 to=2 by=1; call 2 1; call 3 1; S4; check 3
    call 3 1: free
    check 3: free
    = 3 3 3
stacks 200 200 2: bring-in 2 1; call 3 1; call 1 1; S4; check 1; check 2; check 3
    check 3: free
    = 2 2 2
# The low card is all-in for less than the bring-in.
stacks 200 1.5 200: bring-in 2 0.50 all-in; call 3 1; call 1 1; S4; check 3
    = 2 1.5 2
stacks 200 1.5 200: bring-in 2 0.50 all-in; call 1 1; S4; check 3
    call 1 1: out-of-turn over 3
    assumed bring-in 3 1 at call 1 1
    = 2 1.5 2
# Protected: in for what is in, and no more to act.
bring-in 2 1; call 3 1; timeout 1; protect 1; S4; check 3; check 2
    = 1 2 2
bring-in 2 1; call 3 1; timeout 1; protect 1; S4; check 3; check 1; check 2
    check 1: free
    = 1 2 2
# After the round, or after a fold: whether others answer it tells what counts.
bring-in 2 1; call 3 1; call 1 1; raise 1 to=2; call 2 1; call 3 1; S4; check 3
    raise 1 to=2: closed
    = 3 3 3
bring-in 2 1; fold 3; call 3 1; call 1 1; S4; check 3
    call 3 1: folded
    check 3: folded
    = 2 2 2
bring-in 2 1; fold 3; raise 3 to=2; call 1 2; call 2 1; S4; check 1
    raise 3 to=2: folded
    = 3 3 3
bring-in 2 1; call 3 1; call 1 1; bet 1 2; S4; check 3
    bet 1 2: closed
    = 4 2 2
bring-in 2 1; call 3 1; call 1 1; raise 1 to=2; call 2 1; S4; check 3
    raise 1 to=2: closed
    owing 3 at street 4
    assumed call 3 1 at street 4
    = 3 3 3
bring-in 2 1; call 3 1; call 1 1; S4; bet 3 2; call 1 2; bet 2 4; S5; check 3
    = 4 6 4
# Another opens fourth street.
bring-in 2 1; call 3 1; call 1 1; S4; check 2; check 3; check 1
    check 3: late
    = 2 2 2
bring-in 2 1; call 3 1; call 1 1; S4; bet 1 2; call 2 2; fold 3
    fold 3: late
    = 4 4 2
bring-in 2 1; call 3 1; call 1 1; S4; bet 1 2; call 2 2; call 3 2
    call 3 2: late
    = 4 4 4
bring-in 2 1; call 3 1; call 1 1; S4; bet 3 2; call 2 2; fold 1
    call 2 2: out-of-turn over 1
    fold 1: late
    = 2 4 4
# A call of nothing is a bet where others call it, and a check with chips where they do not.
bring-in 2 1; call 3 1; call 1 1; S4; call 3 2; call 1 2; call 2 2
    = 4 4 4
bring-in 2 1; call 3 1; call 1 1; S4; call 3 2; fold 1; check 2
    = 2 2 4
bring-in 2 1; call 3 1; call 1 1; S4; call 3 2; bet 1 2; call 2 2; call 3 2; S5; check 3
    = 4 4 6
# A check or a short call that leaves them in the hand; or they are gone.
bring-in 2 1; call 3 1; call 1 1; S4; bet 3 2; check 1; call 2 2; S5; check 3
    assumed call 1 2 after check 1
    = 4 4 4
bring-in 2 1; call 3 1; call 1 1; S4; bet 3 2; check 1; call 2 2; S5b; check 3
    assumed fold 1 after check 1
    = 2 4 4
bring-in 2 1; call 3 1; call 1 1; S4; bet 3 2; call 1 1; call 2 2; S5; check 3
    assumed call 1 1 after call 1 1
    = 4 4 4
# A bet of the wrong size counts as others call it.
bring-in 2 1; call 3 1; call 1 1; S4; bet 3 3; call 1 2; call 2 2; S5; check 3
    = 4 4 5
bring-in 2 1; call 3 1; call 1 1; S4; bet 3 3; call 1 3; call 2 3; S5; check 3
    = 5 5 5
bring-in 2 1; call 3 1; call 1 1; S4; bet 3 2; raise 1 to=5; call 2 5; call 3 3; S5; check 3
    = 7 7 7
bring-in 2 1; call 3 1; call 1 1; S4; bet 3 2; raise 1 to=5; call 2 4; call 3 2; S5; check 3
    = 7 6 6
bring-in 2 1; call 3 1; call 1 1; S4; bet 3 2; raise 1 to=5; raise 2 to=6 by=2; call 3 4; call 1 2; S5; check 3
    = 9 8 8
bring-in 2 1; call 3 1; call 1 1; S4; bet 3 2; bet 1 4; call 2 4; call 3 2; S5; check 3
    = 6 6 6
bring-in 2 1; call 3 1; call 1 1; S4; bet 3 2; bet 1 2; call 2 2; S5; check 3
    = 4 4 4
# A fold out of turn, and nothing is seen of them again.
bring-in 2 1; fold 1; call 3 1; street 4; deal 2 up 3h; deal 3 up Qs; check 3
    fold 1: out-of-turn over 3
    call 3 1: late
    = 1 2 2
bring-in 2 1; complete 3 to=2 by=1; fold 2; call 1 2; call 2 1; S4; check 3
    fold 2: out-of-turn over 1
    call 1 2: late
    = 3 3 3
# Another's name: who follows shows whose turn it was, unless they answer later themselves.
bring-in 2 1; complete 3 to=2 by=1; call 2 2; call 2 1; S4; check 3
    call 2 2: misnamed
    reseated call 1 2 for call 2 2
    = 3 3 3
bring-in 2 1; complete 3 to=2 by=1; raise 3 to=4 by=2; call 2 3; call 3 2; S4; check 3
    raise 3 to=4 by=2: misnamed
    reseated raise 1 to=4 by=2 for raise 3 to=4 by=2
    = 5 5 5
bring-in 2 1; complete 3 to=2 by=1; raise 2 to=4 by=2; call 2 3; call 3 2; S4; check 3
    raise 2 to=4 by=2: misnamed
    reseated raise 1 to=4 by=2 for raise 2 to=4 by=2
    = 5 5 5
bring-in 2 1; complete 3 to=2 by=1; raise 2 to=4 by=2; call 3 2; call 1 4; S4; check 3
    raise 2 to=4 by=2: out-of-turn over 1
    call 1 4: late
    = 5 5 5
bring-in 2 1; call 3 1; call 1 1; S4; bet 3 2; call 2 2; call 2 2; S5; check 3
    call 2 2: misnamed
    reseated call 1 2 for call 2 2
    = 4 4 4
bring-in 2 1; call 3 1; call 1 1; S4; bet 3 2; call 2 2; call 1 2; S5; check 3
    call 2 2: out-of-turn over 1
    call 1 2: late
    = 4 4 4
bring-in 2 1; call 3 1; call 1 1; S4; bet 3 2; raise 2 to=4 by=2; call 2 4; call 3 2; S5; check 3
    raise 2 to=4 by=2: misnamed
    reseated raise 1 to=4 by=2 for raise 2 to=4 by=2
    = 6 6 6
bring-in 2 1; call 3 1; call 1 1; S4; bet 3 2; raise 2 to=4 by=2; call 3 2; call 1 4; S5; check 3
    raise 2 to=4 by=2: out-of-turn over 1
    call 1 4: late
    = 6 6 6
bring-in 2 1; call 3 1; call 1 1; S4; bet 3 2; raise 2 to=4 by=2; fold 1; call 3 2; S5b; check 3
    raise 2 to=4 by=2: out-of-turn over 1
    fold 1: late
    = 2 6 6
# The bettor calls: that is another's call where the chips add up, and an answer to a raise without a line where not.
bring-in 2 1; complete 3 to=2 by=1; call 3 2; call 2 1; award 1 9; total 9
    call 3 2: misnamed
    reseated call 1 2 for call 3 2
    = 3 3 3
bring-in 2 1; complete 3 to=2 by=1; call 3 2; call 2 3; award 1 15; total 15
    call 3 2: out-of-turn over 1, 2
    assumed raise 1 to=4 at call 3 2
    call 2 3: late
    = 5 5 5
# The opening of a street.
bring-in 2 1; call 3 1; call 1 1; S4; bet 1 2; call 1 2; call 2 2; S5; check 3
    reseated bet 3 2 for bet 1 2
    = 4 4 4
bring-in 2 1; call 3 1; call 1 1; S4; check 2; check 1; check 2; S5; check 3
    reseated check 3 for check 2
    = 2 2 2
bring-in 2 1; call 3 1; call 1 1; S4; check 2; bet 1 2; call 2 2; call 3 2; S5; check 3
    reseated check 3 for check 2
    = 4 4 4
# The bring-in, or a full bet instead of it.
bring-in 3 1; call 3 1; call 1 1; S4; check 3
    reseated bring-in 2 1 for bring-in 3 1
    = 2 2 2
bring-in 3 1; call 1 1; call 2 1; S4; check 3
    = 2 2 2
bring-in 1 1; call 3 1; call 1 1; S4; check 3
    reseated bring-in 2 1 for bring-in 1 1
    = 2 2 2
bring-in 1 1; call 2 1; call 3 1; S4; check 3
    = 2 2 2
bet 1 2; call 3 2; call 1 2; S4; check 3
    reseated bet 2 2 for bet 1 2
    = 3 3 3
"""
"""Lines of a hand; what of its course is not as it should be; and the chips that each has in the pot."""


def cases() -> Iterator[Any]:
    for case in re.findall(r"^\w.*(?:\n    .*)+", CASES, re.MULTILINE):
        lines, *told = case.split("\n    ")
        yield pytest.param(lines, told[:-1], told[-1].removeprefix("= "), id=lines)


@pytest.mark.parametrize(("lines", "expected", "committed"), cases())
def test_what_play_makes_of_these_lines(lines: str, expected: list[str], committed: str) -> None:
    stacks = re.match(r"stacks (\S+) (\S+) (\S+): ", lines)
    if stacks:
        lines = lines.removeprefix(stacks[0])
    for word, street in STREETS.items():
        lines = lines.replace(word, street)
    start = doors(*(stack.replace("?", "") for stack in (stacks.groups() if stacks else ())))
    text = start + "\n".join([*lines.split("; "), "end", ""])
    assert course(text) == expected
    players = replayed(text).state.players.values()
    assert " ".join(f"{player.committed / 100:g}" for player in players) == committed
