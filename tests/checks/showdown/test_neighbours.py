"""Ties, halves, side pots, and odd chips in their combinations: who is due what, from the rules alone.

Everybody antes 1 and puts in 10 more, so that two players make a pot of 22, three of 33, and four of 44.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from support.showdowns import findings, hand

# Broadway three times, and no low.
BROADWAY = {1: "Ac Kd Qh Js Tc 9d 9h", 2: "As Kh Qd Jc Td 9s 9c", 3: "Ad Ks Qs Jh Th 8h 8s"}
# A low of 8,7,5,4,2 three times, and no pair.
LOWS = {4: "8c 7d 5h 4s 2c Kc Qc", 5: "8d 7h 5s 4c 2d Tc Jd", 6: "7c 8h 5d 4h 2h Ts Js"}
FOURS = "6d 6h 4d 3c 3d Jd Qc"  # two pair, and no low: beaten by everything above but the lows
WHEELS = {1: "Ah 2h 3c 4d 5h Kd Qd", 2: "Ad 2d 3s 4c 5s Kh Jh"}  # the best low, and a straight, twice
PAIRS = {3: "Ks Kc Qs 9d 9h 7c 7d", 4: "Jc Js Ts 9s 8c 8d 6h"}  # no low, and less than a straight

Codes = list[str]


def codes(text: str, folder: Path, house: str | None = None) -> Codes:
    return [found.code for found in findings(text, folder, house)]


def folded(text: str, seat: int) -> str:
    """The hand with a fold of this seat on fifth street, where it called."""
    lines = text.splitlines()
    at = lines.index(f"call {seat} 10")
    gone = (f"deal {seat} ", f"show {seat} ", f"muck {seat}")
    kept = [line for place, line in enumerate(lines) if place < at or not line.startswith(gone)]
    kept[kept.index(f"call {seat} 10")] = f"fold {seat}"
    total = next(line for line in kept if line.startswith("total "))
    kept[kept.index(total)] = f"total {float(total.split()[1]) - 10:g}"
    return "\n".join([*kept, ""])


@pytest.mark.parametrize(
    ("awards", "expected"),
    [
        (["1 8.25", "2 8.25", "4 16.50"], []),
        (["4 16.50", "2 8.25", "1 8.25"], []),
        (["1 8.25 half=high", "2 8.25 half=high", "4 16.50 half=low"], []),
        (["1 16.50", "4 16.50"], ["S702"]),
        (["1 9", "2 7.50", "4 16.50"], ["S702"]),
        (["1 11", "2 11", "4 11"], ["S707"]),  # a third each: the low half is no half
        (["1 16.50", "2 16.50"], ["S707"]),  # the low was not paid
        (["4 33"], ["S701"]),  # the high half was not paid
        (["1 8.25 half=high", "2 8.25 half=high", "4 16.50 half=high"], ["S701"]),
    ],
)
def test_two_tie_for_high_and_one_is_low(awards: Sequence[str], expected: Codes, tmp_path: Path) -> None:
    cards = {1: BROADWAY[1], 2: BROADWAY[2], 4: LOWS[4]}
    assert codes(hand(cards, awards, game="stud8"), tmp_path) == expected


@pytest.mark.parametrize(
    ("awards", "expected"),
    [
        (["1 16.50", "4 8.25", "5 8.25"], []),
        (["1 16.50", "4 16.50"], ["S702"]),
        (["1 16.50", "4 10", "5 6.50"], ["S702"]),
        (["1 33"], ["S707"]),
        (["4 16.50", "5 16.50"], ["S701"]),  # nobody paid the high half
        (["1 11", "4 11", "5 11"], ["S707"]),
    ],
)
def test_one_is_high_and_two_tie_for_low(awards: Sequence[str], expected: Codes, tmp_path: Path) -> None:
    cards = {1: BROADWAY[1], 4: LOWS[4], 5: LOWS[5]}
    assert codes(hand(cards, awards, game="stud8"), tmp_path) == expected


@pytest.mark.parametrize(
    ("awards", "expected"),
    [
        (["1 16.50", "2 5.50"], []),
        (["1 11", "1 5.50", "2 5.50"], []),
        (["1 11", "2 11"], ["S702"]),  # all of the low for one of two
        (["1 22"], ["S702"]),
        (["2 16.50", "1 5.50"], ["S701"]),  # the high half went to the straight
        (["1 11 half=high", "2 11 half=low"], ["S702"]),
        (["2 22"], ["S701"]),
    ],
)
def test_quartered(awards: Sequence[str], expected: Codes, tmp_path: Path) -> None:
    cards = {1: "Ah 2h 3h 4h 5h Kd Qd", 2: WHEELS[2]}  # seat 1 has a straight flush, and both the wheel
    assert codes(hand(cards, awards, game="stud8"), tmp_path) == expected


@pytest.mark.parametrize(
    ("awards", "expected"),
    [
        (["1 11", "2 11"], []),
        (["1 5.50", "1 5.50", "2 5.50", "2 5.50"], []),
        (["1 22"], ["S702"]),
        (["1 16.50", "2 5.50"], ["S702"]),
    ],
)
def test_both_halves_tie(awards: Sequence[str], expected: Codes, tmp_path: Path) -> None:
    assert codes(hand(WHEELS, awards, game="stud8"), tmp_path) == expected


def test_one_ties_for_high_and_for_low(tmp_path: Path) -> None:
    # 1 and 2 have kings with 8,7,5; 2 and 3 a low of 8,7,5,4,2, which beats 8,7,5,4,3.
    cards = {1: "Kc Kd 8h 7s 5d 4c 3d", 2: "Ks Kh 8c 7d 5h 4s 2c", 3: "8d 7c 5s 4h 2d Jc Ts"}
    right = ["1 8.25", "2 16.50", "3 8.25"]
    assert codes(hand(cards, right, game="stud8"), tmp_path) == []
    assert codes(hand(cards, ["1 11", "2 11", "3 11"], game="stud8"), tmp_path) == ["S702"]
    assert codes(hand(cards, ["1 16.50", "3 16.50"], game="stud8"), tmp_path) == ["S702"]


@pytest.mark.parametrize(
    ("awards", "expected"),
    [
        (["1 33"], []),
        (["1 16.50", "1 16.50"], []),
        (["1 16.50", "3 16.50"], ["S707"]),
        (["1 16.50 half=high", "3 16.50 half=low"], ["S707"]),
        (["1 16.50", "3 8.25", "4 8.25"], ["S707", "S707"]),
        (["3 33"], ["S701"]),
    ],
)
def test_no_low_qualifies(awards: Sequence[str], expected: Codes, tmp_path: Path) -> None:
    cards = {1: BROADWAY[1], 3: "Ks Kc Qs 9s 8h 7c 7d", 4: "Jc Jd Ts 8c 8d 6h 6c"}
    assert codes(hand(cards, awards, game="stud8"), tmp_path) == expected


@pytest.mark.parametrize(
    ("awards", "expected"),
    [(["1 33"], []), (["1 16.50", "1 16.50"], []), (["1 16.50", "4 16.50"], ["S707"]), (["4 33"], ["S701"])],
)
def test_a_scoop(awards: Sequence[str], expected: Codes, tmp_path: Path) -> None:
    cards = {1: WHEELS[1], 3: PAIRS[3], 4: "8c 7s 5s 4s 2c Tc Qc"}  # a low of 8,7,5,4,2 is beaten
    assert codes(hand(cards, awards, game="stud8"), tmp_path) == expected


# --- odd chips -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "awards", "expected"),
    [
        # 32.99 among three: two odd cents. By suit of seven cards: As, Ad, Ac.
        ("roberts-rules", ["2 11", "3 11", "1 10.99"], []),
        ("roberts-rules", ["2 11.01", "3 10.99", "1 10.99"], ["S703"]),
        ("roberts-rules", ["1 11", "2 11", "3 10.99"], ["S703"]),
        # The whole remainder to the player left of the dealer: with the button on 3 that is seat 1.
        ("william-hill", ["1 11.01", "2 10.99", "3 10.99"], []),
        ("william-hill", ["2 11.01", "1 10.99", "3 10.99"], ["S703"]),
    ],
)
def test_two_odd_chips_among_three(house: str, awards: Sequence[str], expected: Codes, tmp_path: Path) -> None:
    text = hand(BROADWAY, awards, house=house, button=3, rake="0.01")
    assert codes(text, tmp_path) == expected


@pytest.mark.parametrize(
    ("awards", "expected"),
    [
        # 21.97: 10.99 high and 10.98 low. The odd cent of the high half goes to Ah over Ad; the low half is even.
        (["1 5.50 half=high", "2 5.49 half=high", "1 5.49 half=low", "2 5.49 half=low"], []),
        (["1 10.99", "2 10.98"], []),
        (["2 10.99", "1 10.98"], ["S703"]),
        (["1 11", "2 10.97"], ["S702"]),  # less than both even shares
    ],
)
def test_odd_chips_of_tied_halves(awards: Sequence[str], expected: Codes, tmp_path: Path) -> None:
    assert codes(hand(WHEELS, awards, game="stud8", rake="0.03"), tmp_path) == expected


@pytest.mark.parametrize(
    ("awards", "expected"),
    [
        (["1 16.49", "4 8.25", "5 8.24"], []),  # of 32.98 each half has 16.49; 2c is the lowest card
        (["1 16.49", "4 8.24", "5 8.25"], ["S703"]),
        (["1 16.50", "4 8.24", "5 8.24"], ["S707"]),  # there is no odd chip between the halves
    ],
)
def test_an_odd_chip_of_a_low_half(awards: Sequence[str], expected: Codes, tmp_path: Path) -> None:
    cards = {1: BROADWAY[1], 4: LOWS[4], 5: LOWS[5]}
    found = codes(hand(cards, awards, game="stud8", rake="0.02"), tmp_path)
    assert found == expected


# --- side pots -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("awards", "expected"),
    [
        (["1 15 pot=main", "2 6 pot=side-1", "3 6 pot=side-1"], ["S702"]),  # seat 1 ties in the main pot as well
        (["1 5 pot=main", "2 5 pot=main", "3 5 pot=main", "2 6 pot=side-1", "3 6 pot=side-1"], []),
        (["1 5 pot=main", "2 5 pot=main", "3 5 pot=main", "2 12 pot=side-1"], ["S702"]),
        (["1 5 pot=main", "2 5 pot=main", "3 5 pot=main", "1 6 pot=side-1", "3 6 pot=side-1"], ["P603"]),
        (["1 7 pot=main", "2 5 pot=main", "3 5 pot=main", "2 5 pot=side-1", "3 5 pot=side-1"], ["P603"]),
    ],
)
def test_three_tie_and_one_is_all_in(awards: Sequence[str], expected: Codes, tmp_path: Path) -> None:
    assert sorted(codes(hand(BROADWAY, awards, stacks={1: "5"}), tmp_path)) == expected


@pytest.mark.parametrize(
    ("awards", "expected"),
    [
        (["4 8 pot=main", "1 8 pot=main", "1 21 pot=side-1"], []),
        (["1 8 pot=main half=high", "4 8 pot=main half=low", "1 21 pot=side-1"], []),
        # The only low is all-in, so that the side pot is not halved.
        (["1 8 pot=main", "4 8 pot=main", "1 10.50 pot=side-1", "3 10.50 pot=side-1"], ["S707"]),
        (["1 16 pot=main", "1 21 pot=side-1"], ["S707"]),
        (["1 8 pot=main", "4 8 pot=main", "3 21 pot=side-1"], ["S701"]),
        (["4 16 pot=main", "1 21 pot=side-1"], ["S701"]),
        (["1 8 pot=main", "4 8 pot=main", "1 10.50 pot=side-1", "4 10.50 pot=side-1"], ["P603"]),
    ],
)
def test_the_only_low_is_all_in(awards: Sequence[str], expected: Codes, tmp_path: Path) -> None:
    cards = {1: BROADWAY[1], 3: "Ks Kc Qs 9s 8h 7c 7h", 4: LOWS[4].replace("Kc", "Ts"), 7: "Jd Jh 6d 6h 3c 3d Td"}
    text = hand(cards, awards, game="stud8", stacks={4: "4"})
    assert codes(text, tmp_path) == expected


@pytest.mark.parametrize(
    ("awards", "expected"),
    [
        (["3 15", "2 12"], []),
        (["2 27"], ["S701"]),  # that is the main pot as well, which seat 3 wins
        (["3 27"], ["P603"]),
        (["1 15", "2 12"], ["S701"]),
    ],
)
def test_pots_that_are_not_named(awards: Sequence[str], expected: Codes, tmp_path: Path) -> None:
    cards = {1: PAIRS[4], 2: PAIRS[3], 3: BROADWAY[3].replace("Ks", "Kh").replace("Qs", "Qh")}
    assert codes(hand(cards, awards, stacks={3: "5"}), tmp_path) == expected


def test_a_side_pot_whose_other_payer_folded_is_its_payers_alone(tmp_path: Path) -> None:
    # Seat 3 folds after the ante: 1 dead chip in the main pot, and none in the side pot.
    cards = {1: BROADWAY[1], 2: PAIRS[3], 3: PAIRS[4]}
    text = folded(hand(cards, ["1 22", "2 1"]), 3)
    assert codes(text, tmp_path) == ["S701"]
    assert codes(folded(hand(cards, ["1 23"]), 3), tmp_path) == []


# --- folds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("awards", "expected"),
    [
        (["1 23"], []),
        (["3 23"], ["S705"]),
        (["1 11.50", "3 11.50"], ["S705"]),
        (["2 23"], ["S701"]),
    ],
)
def test_the_better_hand_folded(awards: Sequence[str], expected: Codes, tmp_path: Path) -> None:
    cards = {1: WHEELS[1], 2: PAIRS[3], 3: "Ac Kh Qh Jh Th 9c 9s"}
    assert codes(folded(hand(cards, awards), 3), tmp_path) == expected


def test_the_only_low_folded(tmp_path: Path) -> None:
    cards = {1: BROADWAY[1], 2: PAIRS[3].replace("9d 9h", "9s 9c"), 4: LOWS[4].replace("Kc", "Ts")}
    assert codes(folded(hand(cards, ["1 23"], game="stud8"), 4), tmp_path) == []
    assert codes(folded(hand(cards, ["1 11.50", "2 11.50"], game="stud8"), 4), tmp_path) == ["S707"]
    assert codes(folded(hand(cards, ["1 11.50", "4 11.50"], game="stud8"), 4), tmp_path) == ["S705"]


# --- the books -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("awards", "rake", "expected"),
    [
        (["1 11", "2 11"], "0", []),
        (["1 11", "2 10"], "0", ["P604"]),  # a chip is missing: not a tie paid unlike
        (["1 11", "2 12"], "0", ["P604"]),
        (["1 10.50", "2 10.50"], "1", []),
        (["1 11", "2 11"], "1", ["P604"]),
        (["1 11"], "0", ["P604"]),  # the other half went to nobody
    ],
)
def test_a_tie_whose_awards_do_not_add_up(awards: Sequence[str], rake: str, expected: Codes, tmp_path: Path) -> None:
    cards = {1: BROADWAY[1], 2: BROADWAY[2]}
    assert codes(hand(cards, awards, rake=rake), tmp_path) == expected


def test_a_total_that_is_off(tmp_path: Path) -> None:
    text = hand({1: BROADWAY[1], 2: BROADWAY[2]}, ["1 11", "2 11"])
    assert codes(text.replace("total 22", "total 23"), tmp_path) == ["P601"]


# --- the community card -----------------------------------------------------------------------------


def test_the_community_card_makes_a_tie(tmp_path: Path) -> None:
    cards = {1: "Ac Kd Qh Js 4c 9d Td", 2: "As Kh Qd Jc 3d 9s Td"}
    text = hand(cards, ["1 11", "2 11"]).replace("deal 1 down Td\ndeal 2 down Td\n", "board Td\n")
    text = text.replace(" 9d Td", " 9d").replace(" 9s Td", " 9s")
    assert codes(text, tmp_path) == []
    assert codes(text.replace("award 1 11\naward 2 11", "award 1 22"), tmp_path) == ["S702"]


# --- razz ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("awards", "expected"),
    [
        (["1 16.50", "2 16.50"], []),
        (["1 33"], ["S702"]),
        (["1 16.50", "4 16.50"], ["S701"]),
        (["1 11", "2 11", "4 11"], ["S701"]),
        (["4 33"], ["S701"]),
    ],
)
def test_two_tie_in_razz(awards: Sequence[str], expected: Codes, tmp_path: Path) -> None:
    cards = {**WHEELS, 4: LOWS[4].replace("Kc", "Ts")}  # a wheel is no straight here
    assert codes(hand(cards, awards, game="razz"), tmp_path) == expected


def test_pairs_in_razz_are_compared_as_lows(tmp_path: Path) -> None:
    cards = {1: "6c 7c 7d 7s 3s Jd Jc", 2: "9c Kc Ks Kd 9h 9d Qh"}  # one pair beats two
    assert codes(hand(cards, ["1 22"], game="razz"), tmp_path) == []
    assert codes(hand(cards, ["2 22"], game="razz"), tmp_path) == ["S701"]


def test_where_no_line_is_of_the_half_the_finding_is_at_the_first_of_its_player(tmp_path: Path) -> None:
    # By their sums both shared both halves, and the odd cent of the high half is seat 1's; the words say otherwise.
    awards = ["1 10.98 half=high", "2 5.50 half=low", "2 5.49 half=low"]
    text = hand(WHEELS, awards, game="stud8", rake="0.03")
    (found,) = findings(text, tmp_path)
    assert (found.code, text.splitlines()[found.line - 1]) == ("S703", "award 2 5.50 half=low")
