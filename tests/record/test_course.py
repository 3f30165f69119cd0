"""Whose turn each action is, whom it passes over, what is assumed, and who is meant: hands that differ in a few lines.

`course` tells only what is not as it should be. See `support.recorded`.
"""

from __future__ import annotations

import pytest
from support.edited import Edit
from support.recorded import course

HAND = """\
stud 1
hand 1 game=stud structure=fixed small=2 big=4 ante=1 bring-in=1 currency=USD button=4 house=roberts-rules
seat 1 "northwind" 200
seat 2 "saltmarsh" 200
seat 3 "wexley" 200
seat 4 "tinder" 200
ante 1 1
ante 2 1
ante 3 1
ante 4 1
street 3
deal 1 down ? ?
deal 2 down ? ?
deal 3 down ? ?
deal 4 down ? ?
deal 1 up 9d
deal 2 up 2c
deal 3 up Kd
deal 4 up Jh
bring-in 2 1
call 3 1
complete 4 to=2 by=1
raise 1 to=4 by=2
call 2 3
fold 3
call 4 2
street 4
deal 1 up 8c
deal 2 up 3h
deal 4 up Qs
check 4
bet 1 2
call 2 2
call 4 2
street 5
deal 1 up 7h
deal 2 up 5s
deal 4 up Tc
bet 4 4
raise 1 to=8 by=4
fold 2
call 4 4
street 6
deal 1 up 4c
deal 4 up 6d
check 4
bet 1 4
call 4 4
street 7
deal 1 down Ah
deal 4 down Ks
check 4
bet 1 4
call 4 4
show-down
show 1 Ac Ad 9d 8c 7h 4c Ah
show 4 Kc Qd Jh Qs Tc 6d Ks
award 1 55
total 55
rake 0
end
"""


def of(edit: Edit) -> list[str]:
    return course("\n".join([*edit.lines, ""]))


def test_the_hand_as_it_was_played() -> None:
    assert of(Edit(HAND)) == []


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
        ("call 2 3", ["fold 3: out-of-turn over 2", "assumed call 2 3 to=4 at street 4"]),
        ("fold 3", ["call 4 2: out-of-turn over 3", "assumed fold 3 at call 4 2"]),
        ("call 4 2", ["owing 4 at street 4", "assumed call 4 2 to=4 at street 4"]),
        ("bet 1 2", ["call 2 2: out-of-turn over 1", "assumed bet 1 2 at call 2 2"]),
        ("call 2 2", ["call 4 2: out-of-turn over 2", "assumed call 2 2 at street 5"]),
        ("bet 4 4", ["assumed bet 4 4 at raise 1 to=8 by=4", "call 4 4: late"]),
        ("fold 2", ["call 4 4: out-of-turn over 2", "assumed fold 2 at call 4 4"]),
    ],
)
def test_without_one_line(line: str, expected: list[str]) -> None:
    assert of(Edit(HAND).without(line)) == expected
