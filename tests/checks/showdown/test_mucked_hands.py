"""Hands mucked at the showdown: by their cards where a server reads them, else perhaps dead; never folded."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.showdowns import findings, hand

ACES = "As Ah Kd 9c 7d 4c 2h"
KINGS = "Ks Kh Qd 9s 7c 4d 2d"
JACKS = "Js Jh Qs 9d 7h 4s 2s"
LOW = "8c 7d 5h 4s 2c Kc Qc"
ONLINE = ("william-hill", "london-poker-club", "third-house", "pokerstars", "fulltilt")
LIVE = ("roberts-rules", "tda")

Rows = list[tuple[str, str, int | None]]


def mucked(text: str, seat: int) -> str:
    return text.replace(f"show {seat} ", f"muck {seat} ")


def found(text: str, folder: Path, house: str) -> Rows:
    return [(f.code, f.verdict, f.seat) for f in findings(text, folder, house)]


def both(text: str, folder: Path) -> tuple[Rows, Rows]:
    """What all houses of servers find, and what the rules of live games do."""
    [online] = {tuple(found(text, folder, house)) for house in ONLINE}
    [live] = {tuple(found(text, folder, house)) for house in LIVE}
    return list(online), list(live)


def test_the_best_hand_is_mucked_face_up_and_not_paid(tmp_path: Path) -> None:
    text = mucked(hand({1: ACES, 2: KINGS}, ["2 22"]), 1)
    assert both(text, tmp_path) == ([("S701", "violation", 2)], [("S701", "review", 2)])


def test_the_best_hand_is_mucked_and_paid(tmp_path: Path) -> None:
    assert both(mucked(hand({1: ACES, 2: KINGS}, ["1 22"]), 1), tmp_path) == ([], [])


def test_a_beaten_hand_is_mucked(tmp_path: Path) -> None:
    assert both(mucked(hand({1: ACES, 2: KINGS}, ["1 22"]), 2), tmp_path) == ([], [])
    wrong = [("S701", "violation", 2)]  # beaten and mucked: no rule pays it
    assert both(mucked(hand({1: ACES, 2: KINGS}, ["2 22"]), 2), tmp_path) == (wrong, wrong)


def test_the_second_best_is_paid_and_the_third_is_not_it(tmp_path: Path) -> None:
    cards = {1: ACES, 2: KINGS, 3: JACKS}
    assert both(mucked(hand(cards, ["2 33"]), 1), tmp_path) == ([("S701", "violation", 2)], [("S701", "review", 2)])
    wrong = [("S701", "violation", 3)]
    assert both(mucked(hand(cards, ["3 33"]), 1), tmp_path) == (wrong, wrong)


def test_everybody_mucks(tmp_path: Path) -> None:
    text = mucked(mucked(hand({1: ACES, 2: KINGS}, ["2 22"]), 1), 2)
    wrong = [("S701", "violation", 2)]
    assert both(text, tmp_path) == (wrong, wrong)


def test_a_hand_that_was_shown_after_all_is_not_mucked(tmp_path: Path) -> None:
    text = hand({1: ACES, 2: KINGS}, ["2 22"]).replace("show 1", "muck 1\nshow 1")
    wrong = [("S701", "violation", 2)]
    assert both(text, tmp_path) == (wrong, wrong)


def test_a_tied_hand_is_mucked(tmp_path: Path) -> None:
    tied = {1: "Kh Ad 7h 6h 5h 4c 3c", 2: "Qs Qh 7s 6s 5s 4d 3d"}
    text = mucked(hand(tied, ["2 22"]), 1)
    assert both(text, tmp_path) == ([("S702", "violation", 2)], [("S702", "review", 2)])
    assert both(mucked(hand(tied, ["1 11", "2 11"]), 1), tmp_path) == ([], [])


@pytest.mark.parametrize(("house", "verdict"), [("pokerstars", "violation"), ("roberts-rules", "review")])
def test_the_only_low_is_mucked(house: str, verdict: str, tmp_path: Path) -> None:
    text = mucked(hand({1: ACES, 2: LOW}, ["1 22"], game="stud8"), 2)
    assert found(text, tmp_path, house) == [("S707", verdict, 1)]
    assert found(mucked(hand({1: ACES, 2: LOW}, ["1 11", "2 11"], game="stud8"), 2), tmp_path, house) == []


def test_a_muck_is_no_fold(tmp_path: Path) -> None:
    for house in (*ONLINE, *LIVE):
        for paid in (1, 2):
            text = mucked(hand({1: ACES, 2: KINGS}, [f"{paid} 22"]), paid)
            assert "S705" not in {code for code, _, _ in found(text, tmp_path, house)}


def test_a_house_that_calls_mucked_hands_dead(tmp_path: Path) -> None:
    house = tmp_path / "dead.toml"
    house.write_text(
        'name = "dead"\ntitle = "Dead"\nversion = "1"\nsource = "house rules"\neffective_from = 2020-01-01\n'
        'extends = "roberts-rules"\n[rulings.showdown]\nmuck = { value = "dead", clauses = ["DD-01"] }\n'
        '[[clauses]]\nid = "DD-01"\ntext = "A mucked hand is dead."\nsubject = "mucks"\nchecks = ["S701"]\n'
        'needs = ["awards"]\n'
    )
    right = mucked(hand({1: ACES, 2: KINGS}, ["2 22"]), 1)
    assert found(right, tmp_path, str(house)) == []
    assert found(mucked(hand({1: ACES, 2: KINGS}, ["1 22"]), 1), tmp_path, str(house)) == [("S701", "violation", 1)]
