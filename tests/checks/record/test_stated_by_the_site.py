"""R012: what a site says of the state of a hand, against the game, the boards, and the bets."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.edited import audited
from support.judged import changed
from support.neutral_hands import RAISED

from stud_audit.pipeline import Audit

PAIR = {1: "Kd Kh", 2: "9s 4d", 3: "2c 7h"}
NO_PAIR = {1: "Kd 8h", 2: "9s 4d", 3: "2c 7h"}
RAZZ = {1: "2d 8h", 2: "9s 4d", 3: "Kc 7h"}
STATED = "double-bet-allowed"
CALLED_OUT = ("check 1", "check 2", "check 3")


def hand(
    stated: Mapping[int, str],
    boards: Mapping[int, str],
    *,
    game: str = "stud",
    house: str = "roberts-rules",
    fourth: tuple[str, ...] = CALLED_OUT,
    fifth: tuple[str, ...] = CALLED_OUT,
    players: int = 3,
    end: tuple[str, ...] = (),
) -> str:
    """Everybody calls the bring-in of seat 3, who shows the deuce (in razz the king); the hand breaks off later.

    What the site says stands behind the cards of its street, or on 30 and 50 behind the actions of third and fifth.
    """
    seats = range(4 - players, 4)
    lines = ["stud 1", f"hand 1 game={game} structure=fixed small=2 big=4 ante=1 bring-in=1 currency=USD house={house}"]
    lines += [f'seat {seat} "player {seat}" 200' for seat in seats] + [f"ante {seat} 1" for seat in seats]

    def say(place: int) -> None:
        if place in stated:
            lines.append(f"state {stated[place]}")

    for seat in seats:
        lines += [f"deal {seat} down ? ?", f"deal {seat} up {boards[seat].split()[0]}"]
    say(3)
    lines += ["bring-in 3 1", *(f"call {seat} 1" for seat in seats if seat != 3)]
    say(30)
    lines.append("street 4")
    lines += [f"deal {seat} up {boards[seat].split()[1]}" for seat in seats]
    say(4)
    lines += [line for line in fourth if int(line.split()[1]) in seats]
    lines.append("street 5")
    lines += [f"deal {seat} up {card}" for seat, card in zip(seats, ("Jh", "Qc", "3s"), strict=False)]
    say(5)
    lines += [line for line in fifth if int(line.split()[1]) in seats]
    say(50)
    return "\n".join([*lines, *end]) + "\n"


def stated(text: str) -> list[str]:
    """The verdicts on what the site says, each with the word that it says."""
    lines = text.split("\n")
    found = [(lines[line - 1], verdict) for code, line, verdict in audited(text, ending=".stud") if code == "R012"]
    assert all(line.startswith("state ") for line, _ in found)
    return [verdict for _, verdict in found]


def codes(text: str) -> set[str]:
    return {code for code, _, _ in audited(text, ending=".stud")} - {"R003"}


# --- the double bet (Robert's Rules, Seven-Card Stud 4: an open pair in stud high alone) ---------------------------


@pytest.mark.parametrize(
    ("place", "boards", "game", "verdicts"),
    [
        (4, PAIR, "stud", []),
        (4, NO_PAIR, "stud", ["violation"]),
        (4, PAIR, "stud8", ["violation"]),
        (4, NO_PAIR, "stud8", ["violation"]),
        (4, {**RAZZ, 1: "2d 2h"}, "razz", ["violation"]),
        (4, {**PAIR, 1: "? ?"}, "stud", []),  # it may be the pair
        (4, {**PAIR, 1: "? ?", 2: "9s 9d"}, "stud", []),
        (4, {**PAIR, 1: "? ?"}, "stud8", ["violation"]),  # whatever it is
        (3, PAIR, "stud", ["violation"]),
        (5, PAIR, "stud", ["violation"]),
    ],
)
def test_a_double_bet_allowed(place: int, boards: Mapping[int, str], game: str, verdicts: list[str]) -> None:
    assert stated(hand({place: STATED}, boards, game=game)) == verdicts


@pytest.mark.parametrize(
    ("house", "game", "boards", "verdicts"),
    [
        ("pokerstars", "stud8", PAIR, ["violation"]),  # announced in stud high alone
        ("tda", "stud", PAIR, ["violation"]),  # RP-10F: no double bet in tournaments
        ("william-hill", "stud", PAIR, []),
        ("william-hill", "stud", NO_PAIR, ["review"]),  # WH-18 by the letter: every player has the option
        ("london-poker-club", "stud8", PAIR, ["review"]),  # the text knows no hi-lo
    ],
)
def test_a_double_bet_allowed_by_house(house: str, game: str, boards: Mapping[int, str], verdicts: list[str]) -> None:
    assert stated(hand({4: STATED}, boards, house=house, game=game)) == verdicts


def test_a_double_bet_that_is_made_where_there_is_none_is_one_fault() -> None:
    double = ("bet 1 4", "call 2 4", "call 3 4")
    assert codes(hand({4: STATED}, PAIR, game="stud8", fourth=double)) == {"W507"}
    assert codes(hand({4: STATED}, PAIR, fourth=double)) == set()
    single = ("bet 1 2", "raise 2 to=4", "call 3 4", "call 1 2")
    assert codes(hand({4: STATED}, PAIR, game="stud8", fourth=single)) == {"R012"}


# --- the cap (Robert's Rules, Limit Poker: a bet and three raises, none with two players) --------------------------

FOUR = ("bet 1 4", "raise 2 to=8", "raise 3 to=12", "raise 1 to=16")
FOUR_OF_TWO = ("bet 2 4", "raise 3 to=8", "raise 2 to=12", "raise 3 to=16")


@pytest.mark.parametrize(
    ("house", "players", "fifth", "verdicts"),
    [
        ("roberts-rules", 3, FOUR, []),
        ("roberts-rules", 3, FOUR[:3], ["violation"]),
        ("roberts-rules", 3, FOUR[:1], ["violation"]),
        ("roberts-rules", 3, CALLED_OUT, ["violation"]),
        ("roberts-rules", 2, FOUR_OF_TWO, ["violation"]),
        ("pokerstars", 2, FOUR_OF_TWO, []),
        ("third-house", 3, FOUR[:3], ["review"]),  # the text states no cap
    ],
)
def test_the_betting_called_capped(house: str, players: int, fifth: tuple[str, ...], verdicts: list[str]) -> None:
    text = hand({50: "capped"}, {**NO_PAIR, 2: "9s Ad"}, house=house, players=players, fifth=fifth)
    assert stated(text) == verdicts


# --- the opener ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "words", "game", "verdicts"),
    [
        (3, "low 3", "stud", []),
        (3, "opens 3", "stud", []),
        (3, "low 2", "stud", ["violation"]),
        (3, "opens 1", "stud8", ["violation"]),
        (3, "high 3", "stud", ["violation"]),  # the deuce brings in because it is low
        (3, "high 3", "razz", []),
        (3, "low 3", "razz", ["violation"]),  # the king brings in
        (3, "high 1", "razz", ["violation"]),
        (4, "high 1", "stud", []),
        (4, "opens 2", "stud", ["violation"]),
        (4, "low 3", "stud", ["violation"]),
        (4, "low 3", "stud8", ["violation"]),  # the high board opens
    ],
)
def test_a_seat_named_to_open(place: int, words: str, game: str, verdicts: list[str]) -> None:
    assert stated(hand({place: words}, RAZZ if game == "razz" else NO_PAIR, game=game)) == verdicts


# --- no low --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "boards", "verdicts"),
    [("stud", NO_PAIR, ["violation"]), ("razz", RAZZ, ["violation"]), ("stud8", NO_PAIR, [])],
)
def test_no_low_where_the_game_has_no_low_half(game: str, boards: Mapping[int, str], verdicts: list[str]) -> None:
    folds = ("bet 2 4", "fold 3", "fold 1") if game == "razz" else ("bet 1 4", "fold 2", "fold 3")
    winner = folds[0].split()[1]
    end = (f"return {winner} 4", "state no-low", f"award {winner} 6", "end")
    assert stated(hand({}, boards, game=game, fifth=folds, end=end)) == verdicts


def test_a_lower_limit_of_nothing_is_no_divisor(tmp_path: Path) -> None:
    """Any amount is enough then for the bets of a capped round: nothing is said of the cap."""
    text = changed(RAISED, ("small=2 big=4", "small=0 big=4"), ("bet 1 2\ncall 2 2", "bet 1 2\nstate capped\ncall 2 2"))
    path = tmp_path / "hand.stud"
    path.write_text(text, "utf-8")
    codes = {finding.code for item in Audit([path]) for finding in item.findings}
    assert codes.isdisjoint({"I901", "R012"})
