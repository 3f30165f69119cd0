"""What a finished hand was due to pay, pot by pot, and which line is wrong where the chips do not add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from support.recorded import read, settled
from support.showdowns import hand

from stud_audit.model.gaps import RAKE
from stud_audit.record.settlement import Settlement
from stud_audit.record.wrong_award import culprit

ACES = "Ac Ad 9s 8c 7h 4c 2s"
KINGS = "Kc Kd Qs Jh 6c 5d 3h"
QUEENS = "Qc Qd Jc Tc 8h 6s 4d"
ACES_TOO = "Ah As 9d 8d 7c 4h 2d"
LOW = "5c 6d 3s 2h Kh Qh 8s"
"""A low of 8-6-5-3-2, and no pair."""
THREE = {1: ACES, 2: KINGS, 3: QUEENS}
SHORT = {1: "6", 2: "1000", 3: "1000"}
"""Seat 1 has 6 in all: 18 in the main pot, 10 in the side pot of seats 2 and 3."""
CENT = 100


def of(cards: Mapping[int, str], awards: Sequence[str], **more: Any) -> Settlement:
    return settled(hand(cards, awards, **more))


def unprinted(settlement: Settlement) -> Settlement:
    """The same hand in a format that prints no rake."""
    text = settlement.hand.text.replace("rake 0\n", "")
    return settled(replace(read(text), missing=(RAKE,)))


# --- the pots after rake ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("awards", "rake", "extra", "nets"),
    [
        (["1 18 pot=main", "2 10 pot=side-1"], "0", [], (18, 10)),
        (["1 18 pot=main", "2 11 pot=side-1"], "0", [], (18, 10)),
        # What was paid out of each leaves just the rake.
        (["1 17 pot=main", "2 9 pot=side-1"], "2", [], (17, 9)),
        (["1 18 pot=main", "2 9 pot=side-1"], "1", [], (18, 9)),
        # Here it does not, or more came out of a pot than was in it.
        (["1 17 pot=main", "2 10 pot=side-1"], "2", [], None),
        (["1 19 pot=main", "2 7 pot=side-1"], "2", [], None),
        # What is printed of each pot goes before what was paid.
        (["1 17 pot=main", "2 9 pot=side-1"], "2", ["total 16 pot=main", "total 10 pot=side-1"], (16, 10)),
        (["1 17 pot=main", "2 10 pot=side-1"], "2", ["total 17 pot=main", "total 9 pot=side-1"], (17, 9)),
        (["1 17 pot=main", "2 9 pot=side-1"], "2", ["total 16 pot=main", "total 9 pot=side-1"], (17, 9)),
        (["1 17 pot=main", "2 9 pot=side-1"], "2", ["total 17 pot=main"], (17, 9)),
        (["1 17 pot=main", "2 10 pot=side-1"], "2", ["total 17 pot=main"], None),
    ],
)
def test_several_pots_after_rake(awards: list[str], rake: str, extra: list[str], nets: tuple[int, ...] | None) -> None:
    found = of(THREE, awards, stacks=SHORT, rake=rake, extra=extra).net_pots
    assert found == (nets and tuple(net * CENT for net in nets))


@pytest.mark.parametrize(("rake", "nets"), [("0", (33,)), ("2", (31,)), ("33", (0,)), ("34", None)])
def test_one_pot_after_rake(rake: str, nets: tuple[int] | None) -> None:
    assert of(THREE, ["1 31"], rake=rake).net_pots == (nets and (nets[0] * CENT,))


@pytest.mark.parametrize(("paid", "nets"), [("32", (32,)), ("33", (33,)), ("34", None)])
def test_where_no_rake_is_printed_what_was_paid_is_what_was_there(paid: str, nets: tuple[int] | None) -> None:
    assert unprinted(of(THREE, [f"1 {paid}"])).net_pots == (nets and (nets[0] * CENT,))


def test_where_no_rake_is_printed_it_is_not_told_of_which_pot_it_came() -> None:
    found = unprinted(of(THREE, ["1 18 pot=main", "2 10 pot=side-1"], stacks=SHORT))
    assert (found.net_pots, found.dues, found.payments) == (None, None, None)


# --- who is due what -------------------------------------------------------------------------------


def test_each_pot_is_due_to_its_best_hand() -> None:
    found = of(THREE, ["3 18 pot=main", "2 9 pot=side-1"], stacks=SHORT)
    assert [due.shares for due in found.dues or ()] == [{1: 1800}, {2: 1000}]
    assert [(one.seat, one.player, one.paid, one.due) for one in found.payments or ()] == [
        (1, "player 1", "0", "18"),
        (2, "player 2", "9", "10"),
        (3, "player 3", "18", "0"),
    ]
    main, side = found.payouts.pots
    assert (found.moved(main), found.moved(side)) == (1800, 0)
    assert found.paid_by_seat == {3: 1800, 2: 900}


def test_chips_moved_by_awards_out_of_a_pot_that_their_player_is_not_in() -> None:
    found = of(THREE, ["1 18 pot=main", "1 4 pot=side-1", "2 6 pot=side-1"], stacks=SHORT)
    main, side = found.payouts.pots
    assert (found.moved(main), found.moved(side)) == (0, 400)
    assert (side.astray, side.paid, found.clean(main), found.clean(side)) == (True, 1000, True, False)


def test_of_a_tie_what_is_above_the_half_was_moved() -> None:
    found = of({1: ACES, 2: ACES_TOO, 3: QUEENS}, ["1 20", "2 13"])
    assert [due.shares for due in found.dues or ()] == [{1: 1650, 2: 1650}]
    (pot,) = found.payouts.pots
    assert (found.moved(pot), found.clean(pot)) == (350, True)


def test_nothing_is_due_as_long_as_a_hidden_hand_may_win() -> None:
    found = of(THREE, ["1 33"], hidden=[2])
    (pot,) = found.payouts.pots
    assert (found.dues, found.payments, found.moved(pot)) == (None, None, None)


def test_high_and_low_half() -> None:
    found = of({1: ACES, 2: KINGS, 3: LOW}, ["1 16.50 half=high", "3 16.50 half=low"], game="stud8")
    assert [due.shares for due in found.dues or ()] == [{1: 1650, 3: 1650}]
    assert found.payments is not None
    assert [one.seat for one in found.payments] == [1, 3]
    assert all(one.paid == one.due == "16.50" for one in found.payments)


def test_a_pot_too_large_while_all_together_are_right() -> None:
    found = of(THREE, ["1 19 pot=main", "2 9 pot=side-1"], stacks=SHORT)
    assert [pot.contest.pot.name for pot in found.oversized] == ["main"]
    assert of(THREE, ["1 18 pot=main", "2 10 pot=side-1"], stacks=SHORT).oversized == ()
    # More was paid than went in: not the pot is wrong, but the sum.
    assert of(THREE, ["1 19 pot=main", "2 10 pot=side-1"], stacks=SHORT).oversized == ()
    # Less: with a rake printed neither.
    assert of(THREE, ["1 19 pot=main", "2 8 pot=side-1"], stacks=SHORT).oversized == ()
    assert of(THREE, ["1 34"]).oversized == ()


# --- the line that is wrong ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("awards", "rake", "extra", "kind", "line", "amount", "due"),
    [
        (["1 32"], "0", [], "award", "award 1 32", 32, 33),
        (["1 34"], "0", [], "award", "award 1 34", 34, 33),
        (["1 33", "1 33"], "0", [], "award", "award 1 33", 33, 0),
        (["1 33", "2 33"], "0", [], "award", "award 2 33", 33, 0),
        # The rake stands there twice, or is no rake at all.
        (["1 31"], "2", ["rake 2"], "rake", "rake 2", 4, 2),
        (["1 32"], "20", [], "rake", "rake 20", 20, 1),
        # The summary tells what each got.
        (["1 32"], "0", ["summary 1 won=33"], "award", "award 1 32", 32, 33),
        (["1 32"], "0", ["summary 1 won=32"], "rake", "rake 0", 0, 1),
    ],
)
def test_the_line_at_fault_in_one_pot(
    awards: list[str], rake: str, extra: list[str], kind: str, line: str, amount: int, due: int
) -> None:
    found = of(THREE, awards, rake=rake, extra=extra)
    wrong = culprit(found, 33 * CENT)
    raw = found.hand.events[wrong.event_no - 1].raw
    assert (wrong.kind, raw, wrong.amount, wrong.due) == (kind, line, amount * CENT, due * CENT)
    if awards[0] == awards[-1] and len(awards) == 2:
        assert wrong.event_no == found.state.awards[-1]


def test_without_any_award_the_total_makes_it_final() -> None:
    found = of(THREE, [], rake="2")
    wrong = culprit(found, 33 * CENT)
    raw = found.hand.events[wrong.event_no - 1].raw
    assert (wrong.kind, raw, wrong.amount, wrong.due, wrong.seat) == ("unpaid", "total 33", 0, 3100, None)


@pytest.mark.parametrize(
    ("end", "line"),
    [
        ("total 33\nrake 0\nend\n", "total 33"),
        ("rake 0\nend\n", "rake 0"),
        ("summary\nsummary 1 won=33\nend\n", "summary"),
        ("summary 1 won=33\nend\n", "summary 1 won=33"),
        ("end\n", "end"),
    ],
)
def test_the_line_that_makes_a_missing_award_final(end: str, line: str) -> None:
    text = hand(THREE, []).replace("total 33\nrake 0\nend\n", end)
    found = settled(text)
    assert found.hand.events[culprit(found, 33 * CENT).event_no - 1].raw == line


@pytest.mark.parametrize(
    ("awards", "extra", "kind", "line", "amount", "due", "seat"),
    [
        # Of two pots, the one whose award does not fit it.
        (["1 17 pot=main", "2 10 pot=side-1"], [], "award", "award 1 17 pot=main", 17, 18, 1),
        (["1 18 pot=main", "2 9 pot=side-1"], [], "award", "award 2 9 pot=side-1", 9, 10, 2),
        (["1 18 pot=main", "2 11 pot=side-1"], [], "award", "award 2 11 pot=side-1", 11, 10, 2),
        (["1 18 pot=main"], [], "unpaid", "total 28", 0, 10, 2),
        (["2 10 pot=side-1"], [], "unpaid", "total 28", 0, 18, 1),
        # The printed size of a pot, or what a player is said to have won, goes before that.
        (["1 18 pot=main", "2 9 pot=side-1"], ["total 19 pot=main", "total 9 pot=side-1"],
         "award", "award 1 18 pot=main", 18, 19, 1),
        (["1 18 pot=main", "2 9 pot=side-1"], ["summary 1 won=19", "summary 2 won=9"],
         "award", "award 1 18 pot=main", 18, 19, 1),
    ],
)  # fmt: skip
def test_the_line_at_fault_among_two_pots(
    awards: list[str], extra: list[str], kind: str, line: str, amount: int, due: int, seat: int
) -> None:
    found = of(THREE, awards, stacks=SHORT, extra=extra)
    wrong = culprit(found, 28 * CENT)
    raw = found.hand.events[wrong.event_no - 1].raw
    assert (wrong.kind, raw, wrong.amount, wrong.due, wrong.seat) == (kind, line, amount * CENT, due * CENT, seat)


def test_a_half_that_is_missing_is_a_line_not_an_amount() -> None:
    found = of({1: ACES, 2: KINGS, 3: LOW}, ["1 16.50"], game="stud8")
    wrong = culprit(found, 33 * CENT)
    assert (wrong.kind, wrong.amount, wrong.due, wrong.seat) == ("unpaid", 0, 1650, 3)


def test_a_player_who_wins_both_halves_and_is_paid_one_line() -> None:
    cards = {1: "Ac 6d 3s 2h 4h Ah 8s", 2: KINGS, 3: QUEENS}
    wrong = culprit(of(cards, ["1 16.50"], game="stud8"), 33 * CENT)
    assert (wrong.kind, wrong.amount, wrong.due, wrong.seat) == ("unpaid", 1650, 3300, 1)
    # Less than a half: the amount is wrong, no line is missing.
    wrong = culprit(of(cards, ["1 30"], game="stud8"), 33 * CENT)
    assert (wrong.kind, wrong.amount, wrong.due, wrong.seat) == ("award", 3000, 3300, 1)
