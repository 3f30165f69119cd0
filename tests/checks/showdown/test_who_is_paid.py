"""Winners, splits, odd chips, and low halves, as the awards have them and as the cards do."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.showdowns import coverage, findings, hand

ACES = "As Ah Kd 9c 7d 4c 2h"  # a pair of aces
KINGS = "Ks Kh Qd 9s 7c 4d 2d"
JACKS = "Js Jh Qs 9d 7h 4s 2s"
# One straight, three to seven, made by three players; the high cards differ by suit and rank.
TIE = {1: "Kh Ad 7h 6h 5h 4c 3c", 2: "Qs Qh 7s 6s 5s 4d 3d", 3: "Jd 9c 7c 6c 5d 4h 3h"}
LOW = "8c 7d 5h 4s 2c Kc Qc"  # 8,7,5,4,2 for low
BETTER_LOW = "6d 5d 4h 3c Ad Jd Jc"  # 6,5,4,3,A for low


def codes(text: str, folder: Path) -> list[tuple[str, str | None, str | None]]:
    return [(found.code, found.expected, found.actual) for found in findings(text, folder)]


def test_the_best_hand_is_paid(tmp_path: Path) -> None:
    assert codes(hand({1: ACES, 2: KINGS}, ["1 22"]), tmp_path) == []


def test_a_beaten_hand_is_paid(tmp_path: Path) -> None:
    [found] = findings(hand({1: ACES, 2: KINGS}, ["2 22"]), tmp_path)
    assert (found.code, found.expected, found.actual, found.money_effect) == ("S701", "1", "2", "22")
    assert found.settlement is not None
    assert [(p.seat, p.paid, p.due) for p in found.settlement] == [(1, "0", "22"), (2, "22", "0")]


def test_a_known_better_hand_is_enough_while_others_are_hidden(tmp_path: Path) -> None:
    text = hand({1: ACES, 2: KINGS, 3: JACKS}, ["2 33"], hidden=[3])
    assert codes(text, tmp_path) == [("S701", "1", "2")]


def test_the_best_known_hand_is_not_checkable_while_others_are_hidden(tmp_path: Path) -> None:
    text = hand({1: ACES, 2: KINGS, 3: JACKS}, ["1 33"], hidden=[3])
    assert codes(text, tmp_path) == []
    assert coverage(text, tmp_path, "S701") == {("not_checkable", "seat 3's cards")}


def test_cards_in_the_summary_count_as_known(tmp_path: Path) -> None:
    text = hand({1: ACES, 2: KINGS}, ["2 22"], hidden=[1], extra=["summary", f'summary 1 mucked="{ACES}"'])
    assert codes(text, tmp_path) == [("S701", "1", "2")]


@pytest.mark.parametrize(
    ("awards", "expected"), [(["1 11", "2 11"], []), (["1 22"], ["S702"]), (["1 15", "2 7"], ["S702"])]
)
def test_tied_hands_are_paid_alike(awards: list[str], expected: list[str], tmp_path: Path) -> None:
    text = hand({1: TIE[1], 2: TIE[2]}, awards)
    assert [code for code, _, _ in codes(text, tmp_path)] == expected


@pytest.mark.parametrize(
    ("house", "right"),
    [("roberts-rules", 1), ("tda", 2)],  # of seven cards the ace of seat 1; of the five that win, the seven of spades
)
def test_an_odd_chip_goes_by_suit(house: str, right: int, tmp_path: Path) -> None:
    for seat in (1, 2):
        other = 3 - seat
        text = hand({1: TIE[1], 2: TIE[2]}, [f"{seat} 10.98", f"{other} 10.97"], house=house, rake="0.05")
        found = findings(text, tmp_path)
        assert [(f.code, f.verdict, f.expected) for f in found] == (
            [] if seat == right else [("S703", "violation", str(right))]
        )


@pytest.mark.parametrize(
    ("button", "paid", "verdict"),
    [
        (7, 1, None),  # nearest to the left, past the end of the table
        (7, 2, "violation"),  # the seat left of the dealer is a tied winner, and another got it
        (1, 2, None),
        (2, 3, None),  # seat 3, left of the dealer, does not tie: the nearest tied winner is seat 1
        (None, 1, None),
    ],
)
def test_an_odd_chip_goes_left_of_the_button(
    button: int | None, paid: int, verdict: str | None, tmp_path: Path
) -> None:
    seats = {1: TIE[1], 2: TIE[2], 7: JACKS}
    if button == 2:
        paid, seats = 1, {1: TIE[1], 2: TIE[2], 3: JACKS}
    other = 3 - paid
    text = hand(seats, [f"{paid} 16.48", f"{other} 16.47"], house="william-hill", button=button, rake="0.05")
    found = [f.verdict for f in findings(text, tmp_path) if f.code == "S703"]
    assert found == ([] if verdict is None else [verdict])
    missing = coverage(text, tmp_path, "S703")
    assert (("not_checkable", "the dealer button") in missing) == (button is None)


def test_another_tied_winner_than_the_nearest_is_a_review_under_william_hill(tmp_path: Path) -> None:
    seats = {1: TIE[1], 2: TIE[2], 3: JACKS}
    text = hand(seats, ["2 16.48", "1 16.47"], house="william-hill", button=2, rake="0.05")
    [found] = findings(text, tmp_path)
    assert (found.code, found.verdict, found.expected, found.actual) == ("S703", "review", "1", "2")
    assert found.readings.passing


def test_in_dollars_a_dollar_may_be_the_odd_chip(tmp_path: Path) -> None:
    cards = {1: TIE[1], 2: TIE[2], 3: TIE[3]}
    assert codes(hand(cards, ["1 11", "2 11", "3 11"]), tmp_path) == []
    two = {1: TIE[1], 2: TIE[2], 3: JACKS}
    assert codes(hand(two, ["1 17", "2 16"]), tmp_path) == []
    assert codes(hand(two, ["1 16", "2 17"]), tmp_path) == [("S703", "1", "2")]


@pytest.mark.parametrize(
    ("awards", "expected"),
    [
        (["1 11", "2 11"], []),
        (["1 11 half=high", "2 11 half=low"], []),
        (["1 22"], [("S707", "2", "1")]),  # the high hand took all, and somebody has a low
        (["1 11", "1 11"], [("S707", "2", "1")]),
        (["2 22"], [("S701", "1", "2")]),
        (["1 14", "2 8"], [("S707", "11", "14")]),
    ],
)
def test_a_low_half(awards: list[str], expected: list[tuple[str, str, str]], tmp_path: Path) -> None:
    assert codes(hand({1: ACES, 2: LOW}, awards, game="stud8"), tmp_path) == expected


def test_a_low_half_to_a_beaten_low(tmp_path: Path) -> None:
    cards = {1: ACES, 2: LOW, 3: BETTER_LOW}
    assert codes(hand(cards, ["1 16.50", "3 16.50"], game="stud8"), tmp_path) == []
    assert codes(hand(cards, ["1 16.50", "2 16.50"], game="stud8"), tmp_path) == [("S707", "3", "2")]


def test_a_low_half_without_a_low(tmp_path: Path) -> None:
    assert codes(hand({1: ACES, 2: KINGS}, ["1 11", "2 11"], game="stud8"), tmp_path) == [("S707", "1", "2")]


@pytest.mark.parametrize(
    ("cards", "awards", "part"),
    [
        ({1: ACES, 2: KINGS}, ["2 22"], "22 from the main pot with"),  # nobody has a low: there are no halves
        ({1: ACES, 2: LOW}, ["2 22"], "11 from the high half of the main pot with"),  # the low half is theirs
        ({1: ACES, 2: KINGS}, ["2 22 half=high"], "22 from the high half of the main pot with"),  # as the log has it
    ],
)
def test_a_half_is_named_where_there_is_one(
    cards: dict[int, str], awards: list[str], part: str, tmp_path: Path
) -> None:
    (found,) = findings(hand(cards, awards, game="stud8"), tmp_path)
    assert found.code == "S701"
    assert part in found.message


def test_the_odd_chip_of_the_halves_goes_to_the_high(tmp_path: Path) -> None:
    cards = {1: ACES, 2: LOW}
    assert codes(hand(cards, ["1 10.98", "2 10.97"], game="stud8", rake="0.05"), tmp_path) == []
    assert codes(hand(cards, ["1 10.97", "2 10.98"], game="stud8", rake="0.05"), tmp_path) == [("S703", "1", "2")]


def test_razz_pays_the_lowest(tmp_path: Path) -> None:
    assert codes(hand({1: ACES, 3: BETTER_LOW}, ["3 22"], game="razz"), tmp_path) == []
    assert codes(hand({1: ACES, 3: BETTER_LOW}, ["1 22"], game="razz"), tmp_path) == [("S701", "3", "1")]


def test_words_are_held_against_cards(tmp_path: Path) -> None:
    cards, awards = {1: ACES, 2: LOW}, ["1 11", "2 11"]
    right = {1: "HI: a pair of Aces", 2: "HI: high card King; LO: 8,7,5,4,2"}
    assert codes(hand(cards, awards, game="stud8", said=right), tmp_path) == []
    for seat, words in ((1, "HI: a pair of Kings"), (2, "HI: high card King; LO: 8,6,5,4,2"), (1, "LO: 9,7,4,2,A")):
        text = hand(cards, awards, game="stud8", said={**right, seat: words})
        assert [(f.code, f.seat) for f in findings(text, tmp_path)] == [("S704", seat)]
    text = hand(cards, awards, game="stud8", said={1: "the nuts"})
    assert ("not_checkable", "a description that can be read") in coverage(text, tmp_path, "S704")


def test_cards_shown_are_those_dealt(tmp_path: Path) -> None:
    text = hand({1: ACES, 2: KINGS}, ["1 22"]).replace(f"show 2 {KINGS}", f"show 2 {KINGS.replace('9s', '8s')}")
    assert codes(text, tmp_path) == [("S706", "9s", "8s")]


@pytest.mark.parametrize(("house", "right"), [("roberts-rules", 2), ("tda", 1)])
def test_the_odd_chip_of_a_razz_tie(house: str, right: int, tmp_path: Path) -> None:
    """Robert's: the lowest card of all, the ace of diamonds. The TDA's: the highest of the five, the five of hearts."""
    cards = {1: "Ah 2h 3h 4h 5h Ks Qd", 2: "Ad 2c 3s 4c 5d Kc Qh"}
    for seat in (1, 2):
        text = hand(cards, [f"{seat} 10.98", f"{3 - seat} 10.97"], game="razz", house=house, rake="0.05")
        found = [(f.code, f.verdict, f.expected) for f in findings(text, tmp_path)]
        assert found == ([] if seat == right else [("S703", "violation", str(right))])


@pytest.mark.parametrize(("house", "right"), [("roberts-rules", 2), ("tda", 3)])
def test_the_odd_chip_of_tied_lows(house: str, right: int, tmp_path: Path) -> None:
    """Robert's: the lowest card of all, the deuce of clubs. The TDA's: the eight of diamonds before that of clubs."""
    cards = {1: "As Ah Kd Kc 9d 9h Th", 2: "8c 7d 5h 4s 2c Qd Jc", 3: "8d 7h 5s 4c 2d Jd Qs"}
    for seat in (2, 3):
        awards = ["1 16.49 half=high", f"{seat} 8.25 half=low", f"{5 - seat} 8.24 half=low"]
        text = hand(cards, awards, game="stud8", house=house, rake="0.02")
        found = [(f.code, f.verdict, f.expected) for f in findings(text, tmp_path)]
        assert found == ([] if seat == right else [("S703", "violation", str(right))])


def test_the_odd_chip_stands_at_the_line_of_its_half(tmp_path: Path) -> None:
    """Quartered: seat 1 wins the high half and ties for low, and the odd chip of the low half is seat 2's."""
    cards = {1: "Ah 2h 3c 4h 6h Kc Kd", 2: "Ad 2c 3s 4c 6d Ks Qh"}
    awards = ["1 10.99 half=high", "1 5.50 half=low", "2 5.49 half=low"]
    text = hand(cards, awards, game="stud8", rake="0.02")
    [wrong] = findings(text, tmp_path)
    assert (wrong.code, wrong.expected, text.splitlines()[wrong.line - 1]) == ("S703", "2", "award 1 5.50 half=low")
