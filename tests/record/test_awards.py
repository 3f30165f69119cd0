"""Which half each award is, which awards went to beaten hands, and how a pot may have been divided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from support.recorded import settled
from support.showdowns import ACES, ACES_TOO, BOTH, KINGS, LOW, LOW_TOO, QUEENS, hand

from stud_audit.record.awards import PotPaid, divisions, halves
from stud_audit.record.settlement import Settlement

HIGH_AND_LOW = {1: ACES, 2: KINGS, 3: LOW}


def of(cards: Mapping[int, str], awards: Sequence[str], **more: Any) -> Settlement:
    return settled(hand(cards, awards, **{"game": "stud8"} | more))


def pot(settlement: Settlement) -> PotPaid:
    return settlement.payouts.pots[0]


# --- which half it is ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "awards", "parts"),
    [
        (HIGH_AND_LOW, ["1 16.50 half=high", "3 16.50 half=low"], ["high", "low"]),
        (HIGH_AND_LOW, ["3 16.50 half=high", "1 16.50 half=low"], ["high", "low"]),
        (HIGH_AND_LOW, ["1 16.50", "3 16.50"], ["high", "low"]),
        (HIGH_AND_LOW, ["3 16.50", "1 16.50"], ["low", "high"]),
        # Paid to a beaten hand: the half that is left.
        (HIGH_AND_LOW, ["2 16.50", "3 16.50"], ["high", "low"]),
        (HIGH_AND_LOW, ["1 16.50", "2 16.50"], ["high", "low"]),
        (HIGH_AND_LOW, ["2 16.50", "1 16.50"], ["low", "high"]),
        (HIGH_AND_LOW, ["1 33"], ["both"]),
        (HIGH_AND_LOW, ["2 33"], ["both"]),
        # One line for both, or one for each.
        ({1: BOTH, 2: KINGS, 3: LOW}, ["1 33"], ["both"]),
        ({1: BOTH, 2: KINGS, 3: LOW}, ["1 16.50", "1 16.50"], ["high", "low"]),
        ({1: BOTH, 2: KINGS, 3: LOW}, ["1 16.50", "3 16.50"], ["high", "low"]),
        ({1: BOTH, 2: KINGS, 3: LOW}, ["1 16.50", "2 16.50"], ["high", "low"]),
        # Two share the low half: a quarter each.
        ({1: ACES, 2: LOW, 3: LOW_TOO}, ["1 16.50", "2 8.25", "3 8.25"], ["high", "low", "low"]),
        # One has the high half and a part of the low one.
        ({1: BOTH, 2: KINGS, 3: "Ad 6h 3d 2c 4s Kh 8s"}, ["1 24.75", "3 8.25"], ["both", "low"]),
        # Nobody has a low: the high hand takes it all, and what goes to others was given as a low half.
        ({1: ACES, 2: KINGS, 3: QUEENS}, ["1 33"], ["high"]),
        ({1: ACES, 2: KINGS, 3: QUEENS}, ["1 16.50", "2 16.50"], ["high", "low"]),
        ({1: ACES, 2: KINGS, 3: QUEENS}, ["2 16.50", "1 16.50"], ["low", "high"]),
        ({1: ACES, 2: KINGS, 3: QUEENS}, ["2 33"], ["high"]),
        ({1: ACES, 2: KINGS, 3: QUEENS}, ["2 16.50", "3 16.50"], ["high", "low"]),
        ({1: ACES, 2: KINGS, 3: QUEENS}, ["1 16.50", "2 16.50 half=high"], ["high", "high"]),
    ],
)  # fmt: skip
def test_for_which_half_each_award_is(cards: Mapping[int, str], awards: list[str], parts: list[str]) -> None:
    found = of(cards, awards)
    assert list(halves(pot(found), found.showdown)) == parts


def test_among_many_awards_each_is_for_the_half_that_its_player_wins() -> None:
    awards = ["1 5", "1 5", "1 5 half=low", "3 5", "3 5", "3 5", "3 1.50", "1 1.50"]
    found = of(HIGH_AND_LOW, awards)
    expected = ["high", "high", "low", "low", "low", "low", "low", "high"]
    assert list(halves(pot(found), found.showdown)) == expected


# --- beaten hands ----------------------------------------------------------------------------------

Wrong = list[tuple[int, str | None, tuple[int, ...]]]


@pytest.mark.parametrize(
    ("cards", "awards", "wrong"),
    [
        (HIGH_AND_LOW, ["1 16.50", "3 16.50"], []),
        (HIGH_AND_LOW, ["2 16.50", "3 16.50"], [(2, "high", (1,))]),
        (HIGH_AND_LOW, ["1 16.50", "2 16.50"], [(2, "low", (3,))]),
        (HIGH_AND_LOW, ["3 16.50 half=high", "1 16.50 half=low"], [(3, "high", (1,)), (1, "low", (3,))]),
        (HIGH_AND_LOW, ["2 33"], [(2, "high", (1,))]),
        # The whole to the winner of one half: the other one was not paid.
        (HIGH_AND_LOW, ["1 33"], [(1, "low", (3,))]),
        (HIGH_AND_LOW, ["3 33"], [(3, "high", (1,))]),
        ({1: BOTH, 2: KINGS, 3: LOW}, ["1 33"], []),
        ({1: ACES, 2: KINGS, 3: QUEENS}, ["1 33"], []),
        ({1: ACES, 2: KINGS, 3: QUEENS}, ["1 16.50", "2 16.50"], [(2, "low", ())]),
        ({1: ACES, 2: KINGS, 3: QUEENS}, ["2 33"], [(2, "high", (1,))]),
        # Not all that there is was paid: only who wins neither half was paid wrongly for certain.
        (HIGH_AND_LOW, ["1 30"], []),
        (HIGH_AND_LOW, ["2 30"], [(2, "high", (1,))]),
        (HIGH_AND_LOW, ["1 16.50", "2 10"], [(2, "low", (3,))]),
    ],
)  # fmt: skip
def test_awards_to_beaten_hands_where_the_pot_is_halved(
    cards: Mapping[int, str], awards: list[str], wrong: Wrong
) -> None:
    found = of(cards, awards)
    assert [(one.award.seat, one.half, one.winners) for one in found.wrong_awards(pot(found))] == wrong


THREE = {1: ACES, 2: KINGS, 3: QUEENS}


@pytest.mark.parametrize(
    ("awards", "wrong", "clean"),
    [
        (["1 33"], [], True),
        (["2 33"], [(2, None, (1,))], False),
        (["1 16", "3 17"], [(3, None, (1,))], False),
        (["3 16", "2 17"], [(3, None, (1,)), (2, None, (1,))], False),
        ([], [], False),
    ],
)
def test_awards_to_beaten_hands_where_it_is_not(awards: list[str], wrong: Wrong, clean: bool) -> None:
    found = of(THREE, awards, game="stud")
    assert [(one.award.seat, one.half, one.winners) for one in found.wrong_awards(pot(found))] == wrong
    assert bool(found.clean_pots) is clean


# --- hidden hands ----------------------------------------------------------------------------------

ROYAL = "Ac Kc Qc Jc Tc 2d 3d"


def test_a_hidden_hand_that_can_at_best_tie_and_is_paid_alone() -> None:
    # Four clubs short of nothing: seat 2 shows T J Q K of hearts, and can at best make the same straight flush.
    cards = {1: ROYAL, 2: "2s 3s Th Jh Qh Kh 4s", 3: QUEENS}
    found = of(cards, ["2 33"], game="stud", hidden=[2])
    assert pot(found).contest.unknown == (2,)
    assert [(one.award.seat, one.half, one.winners) for one in found.slights(pot(found))] == [(2, None, (1,))]
    assert found.wrong_awards(pot(found)) == ()
    both = of(cards, ["1 17", "2 16"], game="stud", hidden=[2])
    assert both.slights(pot(both)) == []
    assert pot(both).split.winners == (1, 2)
    assert [paid.paid for paid in both.clean_pots] == [3300]


def test_where_others_were_paid_who_could_not_win_a_hidden_tie_is_no_slight() -> None:
    cards = {1: QUEENS, 2: "2s 3s Th Jh Qh Kh 4s", 3: ROYAL}
    short = {1: "6", 2: "1000", 3: "1000"}
    for awards, slighted in ((["2 10 pot=side-1"], [2]), (["2 8 pot=side-1", "1 2 pot=side-1"], [])):
        found = of(cards, ["3 18 pot=main", *awards], game="stud", hidden=[2], stacks=short)
        assert [one.award.seat for one in found.slights(found.payouts.pots[1])] == slighted


def test_a_hidden_hand_that_may_win_is_no_slight() -> None:
    found = of(THREE, ["2 33"], game="stud", hidden=[2])
    assert found.slights(pot(found)) == []
    assert (found.wrong_awards(pot(found)), found.clean_pots) == ((), ())


# --- how it was divided ----------------------------------------------------------------------------


def parts(settlement: Settlement, unit: int) -> list[list[tuple[str | None, int, dict[int, int]]]]:
    ways = divisions(pot(settlement), settlement.showdown, unit)
    return [[(tie.half, tie.amount, dict(tie.paid)) for tie in way] for way in ways]


def test_a_pot_alone_in_its_hand() -> None:
    assert parts(of(THREE, ["1 33"], game="stud"), 1) == [[(None, 3300, {1: 3300})]]
    tied = {1: ACES, 2: ACES_TOO, 3: QUEENS}
    assert parts(of(tied, ["1 16.50", "2 16.50"], game="stud"), 1) == [[(None, 3300, {1: 1650, 2: 1650})]]
    assert parts(of(tied, ["1 17", "2 16"], game="stud"), 100) == [[(None, 3300, {1: 1700, 2: 1600})]]
    assert parts(of(tied, ["1 17", "2 16"], game="stud"), 1) == []
    assert parts(of(tied, ["1 20", "2 13"], game="stud"), 100) == []


def test_a_high_and_a_low_half() -> None:
    assert parts(of(HIGH_AND_LOW, ["1 16.50", "3 16.50"]), 1) == [[("high", 1650, {1: 1650}), ("low", 1650, {3: 1650})]]
    # An odd chip: the high half has it, or (against most rules) the low one.
    for high, low in ((17, 16), (16, 17)):
        way = [("high", high * 100, {1: high * 100}), ("low", low * 100, {3: low * 100})]
        assert parts(of(HIGH_AND_LOW, [f"1 {high}", f"3 {low}"]), 100) == [way]
    assert parts(of(HIGH_AND_LOW, ["1 18", "3 15"]), 100) == []


def test_who_wins_both_halves_has_what_is_left_of_each() -> None:
    cards = {1: BOTH, 2: KINGS, 3: "Ad 6h 3d 2c 4s Kh 8s"}
    assert parts(of(cards, ["1 24.75", "3 8.25"]), 1) == [[("high", 1650, {1: 1650}), ("low", 1650, {1: 825, 3: 825})]]
    assert parts(of(cards, ["1 25", "3 8"]), 100) == [
        [("high", 1700, {1: 1700}), ("low", 1600, {1: 800, 3: 800})],
        [("high", 1600, {1: 1600}), ("low", 1700, {1: 900, 3: 800})],
        [("high", 1650, {1: 1650}), ("low", 1650, {1: 850, 3: 800})],  # in broken chips at last
    ]
