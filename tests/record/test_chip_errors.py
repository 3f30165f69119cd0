"""By how much each defect of a hand may have falsified its chips: seat and chips, worked out by hand, in cents."""

from __future__ import annotations

import pytest
from support.judged import changed
from support.recorded import read

from stud_audit.houses.rules import Rules
from stud_audit.record.chip_errors import Correction, corrections
from stud_audit.record.index import read_index

RULES = Rules(cap_raises=3)
HAND = """\
stud 1
hand 1 game=stud structure=fixed small=2 big=4 ante=1 bring-in=1 currency=USD button=3
seat 1 "northwind" 200
seat 2 "saltmarsh" 200
seat 3 "wexley" 200
ante 1 1
ante 2 1
ante 3 1
street 3
deal 1 up 9d
deal 2 up 2c
deal 3 up Kd
bring-in 2 1
complete 3 to=2 by=1
raise 1 to=4 by=2
fold 2
call 3 2
street 7
deal 1 down Ah
deal 3 down Ks
bet 3 4
call 1 4
award 1 18
total 18
end
"""


ALL_IN = [
    ("ante 2 1", "ante 2 0.50 all-in"),
    ("bring-in 2 1\n", ""),
    ("complete 3 to=2 by=1", "bet 3 2"),
    ("fold 2\n", ""),
]

_BETTING = HAND[HAND.index("bring-in 2") : HAND.index("street 7")], HAND[HAND.index("bet 3 4") : HAND.index("award")]
SHORT_ANTES = [
    ('"northwind" 200', '"northwind" 0.50'),
    ('"saltmarsh" 200', '"saltmarsh" 0.25'),
    ("ante 1 1", "ante 1 0.50 all-in"),
    ("ante 2 1", "ante 2 0.25 all-in"),
    (_BETTING[0], "return 3 0.50\n"),
    (_BETTING[1], ""),
]


def corrected(*edits: tuple[str, str]) -> list[Correction]:
    return corrections(read_index(read(changed(HAND, *edits))), RULES)


def found(*edits: tuple[str, str]) -> set[tuple[int | None, int]]:
    """Every seat with the chips that the record may lack of it; negative where it may have too many."""
    return {(one.seat, part) for one in corrected(*edits) for part in one.parts}


Seats = set[tuple[int | None, int]]


@pytest.mark.parametrize(
    ("edits", "chips"),
    [
        ([], set()),
        ([("call 1 4", "call 1 3")], {(1, 100)}),
        # A bet of one too much, or else a call of one too little, and what came back to nobody.
        ([("bet 3 4", "bet 3 5")], {(3, -100), (1, 100)}),
        ([("call 1 4\n", "")], {(1, 400)}),
        ([("raise 1 to=4 by=2", "raise 1 to=5")], {(1, -100), (3, 100)}),
        ([("raise 1 to=4 by=2", "raise 1 to=4 by=3")], {(1, 100)}),
        ([("ante 2 1", "ante 2 2")], {(2, -100)}),
        ([("award 1", "return 1 1\naward 1")], {(1, 100)}),
        ([("award 1", "return 3 2.50\naward 1")], {(3, 250)}),
        ([('"northwind" 200', '"northwind" 8')], {(1, -100)}),
        ([("award 1 18", 'unknown "about 1.50"\naward 1 18')], {(None, 150), (None, -150)}),
        ([("award 1 18", 'unknown "nothing"\naward 1 18')], set()),
        # All-in for less, also with a stack that nobody knows: what was not called has not come back.
        ([('"northwind" 200', '"northwind"'), ("call 1 4", "call 1 3 all-in")], {(3, -100)}),
        ([('"northwind" 200', '"northwind" 8'), ("call 1 4", "call 1 3 all-in")], {(3, -100)}),
        # A call without a line, and what its player had behind for it.
        ([("call 3 2\n", "")], {(3, 200)}),
        ([("call 3 2\n", ""), ('"wexley" 200', '"wexley"')], {(3, 200)}),
        # A completion without a line: seat 3 put in 2 by it, or the raise out of turn does not count.
        ([("complete 3 to=2 by=1\n", "")], {(3, 200), (1, -400)}),
        # The low card all-in with the ante: for less than it where nobody knows the stack, or there is no more.
        ([*ALL_IN, ('"saltmarsh" 200', '"saltmarsh"')], set()),
        ([*ALL_IN, ('"saltmarsh" 200', '"saltmarsh" 0.50')], set()),
        ([*ALL_IN], {(2, 50)}),
        ([("ante 2 1", "ante 2 0.50"), ('"saltmarsh" 200', '"saltmarsh"')], {(2, 50)}),
        # Nobody can bet, and what the third ante has above the others comes back: no chips of the round lack.
        (SHORT_ANTES, set()),
        # A bring-in is the header's, or the full bet.
        ([("bring-in 2 1", "bring-in 2 1.50")], {(2, -50), (2, 50)}),
    ],
)  # fmt: skip
def test_by_how_much_each_line_may_be_wrong(edits: list[tuple[str, str]], chips: Seats) -> None:
    assert found(*edits) == chips


@pytest.mark.parametrize(
    ("edits", "chips"),
    [
        # What one has too much in, others may as well have too little.
        ([("call 1 4", "call 1 5")], {(1, -100)}),
        ([("call 1 4\n", "call 1 4\ncall 1 4\n")], {(1, -400)}),
        ([("ante 2 1\n", "")], {(2, 100)}),
        # Marked all-in with chips behind: all of them may have gone in, or the call is one short.
        ([('"northwind" 200', '"northwind" 9'), ("call 1 4", "call 1 3 all-in")], {(1, 100)}),
    ],
)
def test_by_how_much_a_line_may_be_wrong_among_others(edits: list[tuple[str, str]], chips: Seats) -> None:
    assert found(*edits) >= chips


def test_a_wager_in_its_place_is_wrong_in_size_only() -> None:
    assert any(one.size_only and one.parts == (100,) for one in corrected(("call 1 4", "call 1 3")))
    assert not any(one.size_only for one in corrected(("call 1 4\n", "call 1 4\ncall 1 4\n")))
