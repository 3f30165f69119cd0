"""What a finished hand was due to pay, pot by pot, and which line is wrong where the chips do not add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from support.recorded import read, settled
from support.showdowns import hand

from stud_audit.model.events import PotAwarded
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
    found = unprinted(of(THREE, ["1 17 pot=main", "2 10 pot=side-1"], stacks=SHORT))
    assert (found.net_pots, found.dues, found.payments) == (None, None, None)


def test_where_no_rake_is_printed_and_all_was_paid_there_was_none() -> None:
    found = unprinted(of(THREE, ["1 18 pot=main", "2 10 pot=side-1"], stacks=SHORT))
    assert found.net_pots == (18 * CENT, 10 * CENT)


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


def test_what_lay_in_a_pot_amid_the_hand_is_not_its_total() -> None:
    text = of(THREE, ["1 17 pot=main", "2 10 pot=side-1"], stacks=SHORT).hand.text
    found = settled(text.replace("street 6\n", "street 6\ntotal 17 pot=main street=6\n"))
    assert found.stated_pots == {}
    wrong = culprit(found, 28 * CENT)
    assert (found.hand.events[wrong.event_no - 1].raw, wrong.due) == ("award 1 17 pot=main", 18 * CENT)


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
        (["1 32"], "1", ["rake 1"], "rake", "rake 1", 2, 1),
        # A rake that is possible stands there once: the award is looked at first.
        (["1 31"], "1", [], "award", "award 1 31", 31, 32),
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
        assert wrong.event_no == found.index.each(PotAwarded)[-1][0]


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


def test_a_half_that_is_missing_of_a_lower_seat_than_the_other() -> None:
    found = of({1: LOW, 2: KINGS, 3: ACES}, ["3 16.50"], game="stud8")
    wrong = culprit(found, 33 * CENT)
    assert (wrong.kind, wrong.amount, wrong.due, wrong.seat) == ("unpaid", 0, 1650, 1)


@pytest.mark.parametrize(
    ("awards", "seat", "amount", "due"),
    [
        # A tie of two: each share tells what the other has to be.
        (["1 16.50", "2 10"], 2, 1000, 1650),
        (["1 10", "2 16.50"], 1, 1000, 1650),
        (["1 16.50", "2 20"], 2, 2000, 1650),
        (["1 20", "2 16.50"], 1, 2000, 1650),
    ],
)
def test_the_share_at_fault_is_the_one_that_is_no_half(awards: list[str], seat: int, amount: int, due: int) -> None:
    wrong = culprit(of({1: ACES, 2: ACES_TOO, 3: QUEENS}, awards), 33 * CENT)
    assert (wrong.kind, wrong.seat, wrong.amount, wrong.due) == ("award", seat, amount, due)


def test_an_award_twice_that_is_not_quite_the_same() -> None:
    # Of the high half, and once more as of the low one: the second is too many, and no repetition of the first.
    found = of(THREE, ["1 33 half=high", "1 33 half=low"], game="stud8")
    wrong = culprit(found, 33 * CENT)
    assert (wrong.kind, wrong.amount, wrong.due) == ("award", 3300, 0)


def test_a_player_who_wins_both_halves_and_is_paid_one_line() -> None:
    cards = {1: "Ac 6d 3s 2h 4h Ah 8s", 2: KINGS, 3: QUEENS}
    wrong = culprit(of(cards, ["1 16.50"], game="stud8"), 33 * CENT)
    assert (wrong.kind, wrong.amount, wrong.due, wrong.seat) == ("unpaid", 1650, 3300, 1)
    # Less than a half: the amount is wrong, no line is missing.
    wrong = culprit(of(cards, ["1 30"], game="stud8"), 33 * CENT)
    assert (wrong.kind, wrong.amount, wrong.due, wrong.seat) == ("award", 3000, 3300, 1)


# --- what else may have made the chips wrong -------------------------------------------------------


LAWFUL = """\
stud 1
hand 1 game=stud structure=fixed small=5 big=10 ante=1 bring-in=2 currency=USD house=roberts-rules button=3
seat 1 "player 1" 1000
seat 2 "player 2" 1000
seat 3 "player 3" 1000
ante 1 1
ante 2 1
ante 3 1
street 3
deal 1 down Ac Ad
deal 2 down Kc Kd
deal 3 down Qc Qd
deal 1 up 9s
deal 2 up Qs
deal 3 up Jc
bring-in 1 2
call 2 2
call 3 2
street 4
deal 1 up 8c
deal 2 up Jh
deal 3 up Tc
check 2
check 3
check 1
street 5
deal 1 up 7h
deal 2 up 6c
deal 3 up 8h
bet 2 10
call 3 10
call 1 10
street 6
deal 1 up 4c
deal 2 up 5d
deal 3 up 6s
check 2
check 3
check 1
street 7
deal 1 down 2s
deal 2 down 3h
deal 3 down 4d
check 2
check 3
check 1
show-down
show 1 Ac Ad 9s 8c 7h 4c 2s
show 2 Kc Kd Qs Jh 6c 5d 3h
show 3 Qc Qd Jc Tc 8h 6s 4d
award 1 39
total 39
rake 0
end
"""
TWO_POTS = [
    ('"player 1" 1000', '"player 1" 8'),
    ("call 1 10", "call 1 5 all-in"),
    ("check 3\ncheck 1\nstreet 7", "check 3\nstreet 7"),
    ("check 3\ncheck 1\nshow", "check 3\nshow"),
    ("award 1 39", "award 1 24 pot=main\naward 2 10 pot=side-1"),
    ("total 39", "total 34"),
]
"""Seat 1 is all-in on fifth street: 24 in the main pot, 10 in the side pot."""
SHORT_CALL = ("call 3 10", "call 3 9")
UNPRINTED = ("rake 0\n", "")


def edited(*edits: tuple[str, str]) -> Settlement:
    text = LAWFUL
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    found = read(text)
    return settled(replace(found, missing=(RAKE,)) if UNPRINTED in edits else found)


def test_without_another_defect_nothing_is_explained() -> None:
    for off, edits in ((0, []), (-100, [("award 1 39", "award 1 38")]), (0, TWO_POTS)):
        found = edited(*edits)
        assert (found.books.off, found.corrections, found.explained(-100), found.explained(0)) == (
            off,
            [],
            False,
            False,
        )


def test_a_call_that_is_a_chip_short_explains_a_total_that_is_a_chip_more() -> None:
    found = edited(SHORT_CALL)
    assert (found.books.put_in, found.books.off, found.books.total_off) == (3800, 100, 100)
    assert (found.explained(100), found.explained(200), found.explained(-100)) == (True, False, False)


@pytest.mark.parametrize(
    ("paid", "explained"),
    # 38 by the lines, 39 with the chip that is short: a tenth of it can be a rake.
    [("39", True), ("36", True), ("35.10", True), ("35", False), ("40", False)],
)
def test_where_no_rake_is_printed_a_defect_may_leave_one(paid: str, explained: bool) -> None:
    assert edited(SHORT_CALL, UNPRINTED, ("award 1 39", f"award 1 {paid}")).explained_but_for_rake is explained
    assert not edited(SHORT_CALL, ("award 1 39", f"award 1 {paid}")).explained_but_for_rake


@pytest.mark.parametrize(
    ("edits", "doubt"),
    [
        (TWO_POTS, False),
        ([*TWO_POTS, ("award 2 10", "award 2 9")], False),
        # One pot holds whatever went in; but there is none for an award of a side pot.
        ([SHORT_CALL], False),
        ([SHORT_CALL, ("award 1 39", "award 1 30 pot=main\naward 1 9 pot=side-1")], True),
        # Two, and the books agree: a call of the wrong size was put in as it stands.
        ([*TWO_POTS, SHORT_CALL, ("award 2 10", "award 2 9"), ("total 34", "total 33")], False),
        # They do not: either the line is wrong, or the pot.
        ([*TWO_POTS, SHORT_CALL], True),
        # They do, and a line has no place there: its chips may be in a pot or not.
        ([*TWO_POTS, ("street 6", "call 3 1\nstreet 6"), ("award 2 10", "award 2 11"), ("total 34", "total 35")], True),
    ],
)
def test_whether_a_defect_leaves_open_what_the_pots_are(edits: list[tuple[str, str]], doubt: bool) -> None:
    assert edited(*edits).pots_in_doubt is doubt


def test_lines_beyond_repair_explain_everything() -> None:
    lost = settled(replace(edited(*TWO_POTS).hand, missing=("the antes",)))
    assert (lost.lines_lost, lost.explained(-100), lost.pots_in_doubt) == (True, True, True)
    format_gap = settled(replace(edited(*TWO_POTS).hand, missing=(RAKE,)))
    assert (format_gap.lines_lost, format_gap.explained(-100), format_gap.pots_in_doubt) == (False, False, False)


# --- broken chips ----------------------------------------------------------------------------------

TIED = {1: ACES, 2: ACES_TOO, 3: QUEENS}


@pytest.mark.parametrize(
    ("awards", "broken"),
    [
        (["1 17", "2 16"], None),
        (["1 16.50", "2 16.50"], "award 1 16.50"),
        (["1 16.25", "2 16.75"], "award 1 16.25"),
        # The rest of a pot that is no whole number of chips goes with one of the shares.
        (["1 16.50", "2 16"], None),
        (["1 16", "2 16.50"], None),
        (["1 16.25", "2 16.25"], "award 1 16.25"),
        (["1 32.50"], None),
    ],
)
def test_a_share_in_broken_chips(awards: list[str], broken: str | None) -> None:
    found = settled(hand(TIED, awards).replace("currency=USD", "currency=USD chip=1"))
    wrong = found.broken(found.payouts.pots[0], found.rules)
    assert (wrong and found.index.event(wrong.event_no).raw) == broken


def test_without_a_smallest_chip_no_share_is_broken() -> None:
    found = of(TIED, ["1 16.50", "2 16.50"])
    assert found.broken(found.payouts.pots[0], found.rules) is None


# --- mucked hands ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mucked", "awards", "matters"),
    [
        ({}, ["1 33"], False),
        ({3: QUEENS}, ["1 33"], False),  # it neither wins nor was paid
        ({3: QUEENS}, ["3 33"], True),
        ({1: ACES}, ["2 33"], True),  # it would win
    ],
)
def test_whether_it_matters_that_a_hand_was_mucked(mucked: dict[int, str], awards: list[str], matters: bool) -> None:
    text = hand(THREE, awards)
    for seat, cards in mucked.items():
        text = text.replace(f"show {seat} {cards}", f"muck {seat} {cards}")
    found = settled(text)
    assert found.muck_matters is matters
    assert found.showdown.mucked == set(mucked)
