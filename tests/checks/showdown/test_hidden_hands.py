"""Hands that were paid and never shown: what the cards left in the deck allow them to be decides."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.judged import Judged
from support.showdowns import coverage, findings, hand

ROYAL = "As Ks Qs Js Ts 5c 2d"
QUADS = "Ac Ad Ah As 9c 4d 2h"
WHEEL_FLUSH = "Ah 2h 3h 4h 5h Kd Qd"  # a steel wheel: the best low there is, and a straight flush
RAGS = "2c 7c 5d 9d 3s 6h 2s"  # up-cards 5d 9d 3s 6h
HEARTS = "2c 7c 9h Th Jh 4d 2s"  # up-cards 9h Th Jh 4d
BIG = "Kc Qc Kd Jd 9s Th Qh"  # up-cards Kd Jd 9s Th: no low below an eight with three more cards
SMALL = "Kc Qc 2d 3d 4s 8h Qh"  # up-cards 2d 3d 4s 8h


def found(text: str, folder: Path) -> list[tuple[str, str, int | None, str | None]]:
    return [(f.code, f.verdict, f.seat, f.expected) for f in findings(text, folder)]


# --- stud high -----------------------------------------------------------------------------------


def test_a_hidden_hand_that_cannot_win_was_paid(tmp_path: Path) -> None:
    text = hand({1: ROYAL, 2: RAGS}, ["2 22"], hidden=[2])
    [wrong] = findings(text, tmp_path)
    assert (wrong.code, wrong.verdict, wrong.expected, wrong.actual, wrong.money_effect) == (
        "S701", "violation", "1", "2", "22",
    )  # fmt: skip
    assert "(at best a straight flush, Five to Nine)" in wrong.message
    assert wrong.settlement is not None
    assert [(p.seat, p.due) for p in wrong.settlement] == [(1, "22"), (2, "0")]


def test_a_hidden_hand_that_may_win_was_paid(tmp_path: Path) -> None:
    text = hand({1: QUADS, 2: RAGS}, ["2 22"], hidden=[2])  # five to nine of diamonds would beat four aces
    assert found(text, tmp_path) == []
    assert coverage(text, tmp_path, "S701") == {("not_checkable", "seat 2's cards")}


@pytest.mark.parametrize("third", ["8d Kc Kd Qh Jc Jd 3d", "8c 6d Kd Qh Jc Jd 3d"])
def test_what_others_show_cannot_be_hidden(third: str, tmp_path: Path) -> None:
    # The straight flush needs 6d, 7d, and 8d: one of them with the third player is enough.
    text = hand({1: QUADS, 2: RAGS, 3: third}, ["2 33"], hidden=[2])
    assert found(text, tmp_path) == [("S701", "violation", 2, "1")]


def test_up_cards_of_a_folded_player_cannot_be_hidden(tmp_path: Path) -> None:
    lines = hand({1: QUADS, 2: RAGS, 3: "? ? 7d Qh Jc Jd ?"}, ["2 23"], hidden=[2, 3]).splitlines()
    at = next(i for i, line in enumerate(lines) if line == "call 3 10")
    lines[at] = "fold 3"
    lines = [line for i, line in enumerate(lines) if i < at or not line.startswith(("deal 3", "muck 3"))]
    text = "\n".join(line.replace("total 33", "total 23") for line in lines)
    assert found(text, tmp_path) == [("S701", "violation", 2, "1")]


def test_burns_that_are_known_cannot_be_hidden(tmp_path: Path) -> None:
    text = hand({1: QUADS, 2: RAGS}, ["2 22"], hidden=[2]).replace("street 4\n", "street 4\nburn 7d\n")
    assert found(text, tmp_path) == [("S701", "violation", 2, "1")]


def test_a_card_that_the_record_has_twice_takes_none_away(tmp_path: Path) -> None:
    # The eight of diamonds lies before two players: which of them has it, and what the other has, is not known.
    cards = {1: QUADS, 2: RAGS, 3: "Kc Kd 8d Qh Jc Jd Th", 4: "Kh 3c 8d Qs Js 6c 4c"}
    assert found(hand(cards, ["2 44"], hidden=[2]), tmp_path) == []


def test_a_shown_winner_whom_no_hidden_hand_can_reach_is_certain(tmp_path: Path) -> None:
    text = hand({1: ROYAL, 2: RAGS, 3: "Kc Qc 6d 3d 4s 8h Qh"}, ["1 33"], hidden=[2, 3])
    assert found(text, tmp_path) == []
    assert coverage(text, tmp_path, "S701") == {("passed", "")}


def test_half_of_a_hidden_hand_is_told(tmp_path: Path) -> None:
    # One hole card is known: with it only two can still come.
    text = hand({1: QUADS, 2: RAGS}, ["2 22"], hidden=[2]).replace("deal 2 down ? ?", "deal 2 down 2c ?")
    assert found(text, tmp_path) == [("S701", "violation", 2, "1")]


# --- ties ----------------------------------------------------------------------------------------


def test_at_best_a_tie_and_paid_the_whole(tmp_path: Path) -> None:
    # Against a royal flush in spades another one in hearts can tie, and nothing can win.
    [wrong] = findings(hand({1: ROYAL, 2: "2c 7c Ah Kh Qh 6d 2s"}, ["2 22"], hidden=[2]), tmp_path)
    assert (wrong.code, wrong.verdict, wrong.seat, wrong.expected, wrong.actual) == (
        "S702", "violation", 2, "11", "22",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("awards", "codes"),
    [(["1 11", "2 11"], []), (["1 15", "2 7"], ["S702"]), (["2 15", "1 7"], ["S702"]), (["1 22"], [])],
)
def test_at_best_a_tie_and_paid_a_share(awards: list[str], codes: list[str], tmp_path: Path) -> None:
    text = hand({1: ROYAL, 2: "2c 7c Ah Kh Qh 6d 2s"}, awards, hidden=[2])
    assert [code for code, *_ in found(text, tmp_path)] == codes
    if not codes:
        assert ("not_checkable", "seat 2's cards") in coverage(text, tmp_path, "S702")


# --- razz ----------------------------------------------------------------------------------------


def test_a_hidden_low_that_cannot_win_was_paid_in_razz(tmp_path: Path) -> None:
    text = hand({1: "Ah 2h 3c 4d 6h Ks Qd", 2: BIG}, ["2 22"], game="razz", hidden=[2])
    [wrong] = findings(text, tmp_path)  # of Kd Jd 9s Th two cards must play: ten low at best
    assert (wrong.code, wrong.verdict, wrong.seat, wrong.expected) == ("S701", "violation", 2, "1")
    assert "10,9,3,2,A" in wrong.message or "T,9,3,2,A" in wrong.message


@pytest.mark.parametrize(
    ("awards", "codes"), [(["2 22"], ["S702"]), (["1 11", "2 11"], []), (["1 12", "2 10"], ["S702"])]
)
def test_a_wheel_can_only_be_tied_in_razz(awards: list[str], codes: list[str], tmp_path: Path) -> None:
    text = hand({1: "Ah 2h 3c 4d 5h Kd Qd", 2: SMALL}, awards, game="razz", hidden=[2])
    assert [code for code, *_ in found(text, tmp_path)] == codes


# --- hi-lo ---------------------------------------------------------------------------------------


def test_a_hidden_low_that_cannot_qualify_was_paid(tmp_path: Path) -> None:
    # Nobody else has a low either: the high hand, which shows, wins all.
    text = hand({1: QUADS, 2: BIG}, ["1 11", "2 11"], game="stud8", hidden=[2])
    assert found(text, tmp_path) == [("S707", "violation", 2, "1")]


def test_a_hidden_low_that_may_qualify_was_paid(tmp_path: Path) -> None:
    text = hand({1: QUADS, 2: SMALL}, ["1 11", "2 11"], game="stud8", hidden=[2])
    assert found(text, tmp_path) == []
    assert coverage(text, tmp_path, "S707") == {("not_checkable", "seat 2's cards")}


@pytest.mark.parametrize("words", [("half=high", "half=low"), ("", "")])
def test_a_hidden_low_that_cannot_reach_the_best_was_paid(words: tuple[str, str], tmp_path: Path) -> None:
    # Up-cards 8h 7d: with three more, 8,7,... at best is beaten by the 6,4,3,2,A of seat 3.
    cards = {1: "Kh Ks Kd Jc Jd 9c 9h", 2: "2c 3c Tc 8h 7d Td 4s", 3: "6c 4c 3s 2s Ah Qs Qd"}
    awards = [f"1 16.50 {words[0]}", f"2 16.50 {words[1]}"]
    assert found(hand(cards, awards, game="stud8", hidden=[2]), tmp_path) == [("S707", "violation", 2, "3")]


def test_a_hidden_hand_scoops_and_can_win_the_high_half_alone(tmp_path: Path) -> None:
    # Nine to king of hearts may come; a low may not.
    text = hand({1: "8c 7d 5h 4s 2c Kc Qc", 2: HEARTS}, ["2 22"], game="stud8", hidden=[2])
    assert [row for row in found(text, tmp_path) if row[2] == 2] == [("S707", "violation", 2, "1")]


def test_a_hidden_hand_scoops_and_can_only_tie_the_low(tmp_path: Path) -> None:
    # Seat 1 has the best low there is, and a straight; seat 2 may have a flush.
    cards = {1: "Ah 2h 3c 4d 5h Kc Qc", 2: "? ? 2d 3d 4s 6d ?"}
    assert [(c, s) for c, _, s, _ in found(hand(cards, ["2 22"], game="stud8", hidden=[2]), tmp_path)] == [("S702", 2)]
    assert found(hand(cards, ["2 16.50", "1 5.50"], game="stud8", hidden=[2]), tmp_path) == []


def test_a_hidden_high_half_that_cannot_even_tie(tmp_path: Path) -> None:
    cards = {1: ROYAL, 2: "Kc Qc 6d 3d 4s 8h Qh"}
    text = hand(cards, ["2 11 half=high", "2 11 half=low"], game="stud8", hidden=[2])
    assert found(text, tmp_path) == [("S701", "violation", 2, "1")]
    assert found(hand(cards, ["1 11 half=high", "2 11 half=low"], game="stud8", hidden=[2]), tmp_path) == []


# --- side pots and the community card ---------------------------------------------------------------


def test_each_pot_is_decided_for_itself(tmp_path: Path) -> None:
    cards = {1: ROYAL, 2: RAGS, 3: "Kd Kh Qd 9s 7c 4d 2h"}
    stacks = {1: "5"}  # seat 1 is all-in for 5: a main pot of 15, and a side pot of 12 between the others
    right = ["1 15 pot=main", "2 12 pot=side-1"]
    wrong = ["2 15 pot=main", "2 12 pot=side-1"]
    assert found(hand(cards, right, stacks=stacks, hidden=[2]), tmp_path) == []
    assert found(hand(cards, wrong, stacks=stacks, hidden=[2]), tmp_path) == [("S701", "violation", 2, "1")]


@pytest.mark.parametrize(
    ("line", "other", "faults"),
    [
        ("", "", [("S701", "2 10 pot=side-1")]),
        # Without the call, or with one of which the amount is not known, there may have been other pots.
        ("call 3 10\n", "", []),
        ("call 3 10\n", "call 3 1x\n", []),
        ("ante 3 1\n", "", []),
    ],
)
def test_two_who_contend_for_both_pots_are_each_paid_one(line: str, other: str, faults: list[tuple[str, str]]) -> None:
    """One of them has the better hand, whichever cards they hold: unless the pots were others."""
    cards = {1: RAGS, 2: "Kd Kh Qd 9s 7c 4d 2h", 3: "Qs Qh Jd 8s 6c 5s 3h"}
    text = hand(cards, ["3 18 pot=main", "2 10 pot=side-1"], stacks={1: "6"}, hidden=[1, 2, 3])
    judged = Judged(text.replace(line, other), "S701", "roberts-rules")
    assert [(one.code, judged.lines[one.line - 1].removeprefix("award ")) for one in judged.found] == faults


def test_awards_of_pots_that_are_not_named(tmp_path: Path) -> None:
    cards, stacks = {1: ROYAL, 2: RAGS, 3: WHEEL_FLUSH}, {1: "5"}
    text = hand(cards, ["1 15", "2 12"], stacks=stacks, hidden=[2])
    # Five to nine of diamonds would win the side pot from the steel wheel.
    assert found(text, tmp_path) == []
    text = text.replace("street 4\n", "street 4\nburn 7d\n")
    assert [(code, seat) for code, _, seat, _ in found(text, tmp_path)] == [("S701", 2)]


def test_the_community_card_belongs_to_the_hidden_hand(tmp_path: Path) -> None:
    cards = {1: "Ac Ad Ah As 9c 4d 7d", 2: "2c 7c 5d 9d 3s 6d 7d"}
    lines = hand(cards, ["2 22"], hidden=[2]).replace("show 1 Ac Ad Ah As 9c 4d 7d", "show 1 Ac Ad Ah As 9c 4d")
    lines = lines.replace("deal 1 down 7d\ndeal 2 down ?\n", "board 7d\n")
    assert found(lines, tmp_path) == []  # with 8d in the hole five to nine of diamonds
    assert found(lines.replace("board 7d", "board 7h"), tmp_path) == []  # 7d and 8d in the hole
    three = lines.replace("street 4\n", "street 4\nburn 8d\n")
    assert found(three, tmp_path) == [("S701", "violation", 2, "1")]


def test_a_low_that_cannot_qualify_beside_a_hidden_high(tmp_path: Path) -> None:
    # Nobody shows: who wins the high half is open, that seat 2 has no low is not.
    text = hand({1: "Kh Qs 6d 3d 4s 8h Qh", 2: BIG}, ["1 11 half=high", "2 11 half=low"], game="stud8", hidden=[1, 2])
    assert found(text, tmp_path) == [("S707", "violation", 2, None)]
