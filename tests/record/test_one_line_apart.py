"""Hands that differ from a right one by a line that is missing, stands twice, or is exchanged: each is one finding.

One defect is one finding, and what follows from it is none: whatever is asked of the hand, the line tells it.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.neutral_hands import RAISED

from stud_audit.pipeline import Audit

RAZZ = """\
stud 1
hand 2 game=razz structure=fixed small=2 big=4 ante=1 bring-in=1 currency=USD button=3 house=roberts-rules
seat 1 "northwind" 200
seat 2 "saltmarsh" 200
seat 3 "wexley" 200
ante 1 1
ante 2 1
ante 3 1
street 3
deal 1 down ? ?
deal 2 down ? ?
deal 3 down ? ?
deal 1 up 9d
deal 2 up Ac
deal 3 up Kd
bring-in 3 1
call 1 1
complete 2 to=2 by=1
call 3 1
call 1 1
street 4
deal 1 up 8c
deal 2 up 3h
deal 3 up Qs
bet 2 2
call 3 2
call 1 2
street 5
deal 1 up 7h
deal 2 up Js
deal 3 up Jc
bet 1 4
call 2 4
fold 3
street 6
deal 1 up 2d
deal 2 up Tc
bet 1 4
call 2 4
street 7
deal 1 down ?
deal 2 down ?
bet 1 4
fold 2
return 1 4
award 1 31
total 31
rake 0
end
"""
HANDS = {"raised": RAISED, "increases unsaid": re.sub(r" by=\d+", "", RAISED), "razz": RAZZ}
ACTIONS = {"bring-in", "call", "complete", "raise", "fold", "check", "bet"}


def audited(lines: list[str]) -> list[tuple[str, str]]:
    """The code of each finding, and its line as it stands there."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "hand.stud")
        path.write_text("\n".join(lines) + "\n", "utf-8")
        return [(found.code, lines[found.line - 1]) for item in Audit([path]) for found in item.findings]


def actions(name: str) -> list[int]:
    return [at for at, line in enumerate(HANDS[name].splitlines()) if line.split()[0] in ACTIONS]


def last_wagers(text: str) -> set[int]:
    """The wagers after which their player puts in no more on the street: by those chips nothing else is measured."""
    found: dict[tuple[int, str], int] = {}
    street = 3
    for at, line in enumerate(text.splitlines()):
        word, *rest = line.split()
        if word == "street":
            street = int(rest[0])
        elif word in ACTIONS - {"fold", "check"}:
            found[street, rest[0]] = at
    return set(found.values())


PLACES = [pytest.param(name, at, id=f"{name}-{at + 1}") for name in HANDS for at in actions(name)]
NEIGHBOURS = [
    pytest.param(name, at, id=f"{name}-{at + 1}")
    for name in HANDS
    for at in actions(name)
    if at + 1 in actions(name) and HANDS[name].splitlines()[at + 1 : at + 3] != ["fold 2", "return 1 4"]
]
"""Not the fold that ends a hand: with it first, the bet after it is one that nobody can call."""


@pytest.mark.parametrize("name", HANDS)
def test_the_hands_are_right(name: str) -> None:
    assert audited(HANDS[name].splitlines()) == []


@pytest.mark.parametrize(("name", "at"), PLACES)
def test_without_one_action(name: str, at: int) -> None:
    lines = HANDS[name].splitlines()
    word, after = lines[at].split()[0], lines[at + 1]
    found = audited(lines[:at] + lines[at + 1 :])
    assert len(found) == 1, found
    if word == "bring-in":
        assert found == [("B303", after)]
    elif after.split()[0] in ACTIONS:
        # Whoever acts next is out of turn, or, where it was the first action of the round, opens it wrongly.
        first = lines[at - 1].split()[0] == "deal"
        assert found == [("T401" if first else "T402", after)]
    else:
        assert found[0][0] == "D109"


@pytest.mark.parametrize(("name", "at"), PLACES)
def test_one_action_twice(name: str, at: int) -> None:
    lines = HANDS[name].splitlines()
    found = audited(lines[: at + 1] + lines[at:])
    assert [line for _, line in found] == [lines[at]], found


@pytest.mark.parametrize(("name", "at"), NEIGHBOURS)
def test_two_actions_exchanged(name: str, at: int) -> None:
    lines = HANDS[name].splitlines()
    lines[at : at + 2] = lines[at + 1], lines[at]
    found = audited(lines)
    assert len(found) == 1, found
    assert found[0][1] == lines[at]


@pytest.mark.parametrize(("name", "at"), PLACES)
def test_one_action_by_nobody_who_is_in_the_hand(name: str, at: int) -> None:
    lines = HANDS[name].splitlines()
    word, _, *rest = lines[at].split()
    lines[at] = " ".join([word, "8", *rest])
    assert [code for code, _ in audited(lines)] == ["R006"]


@pytest.mark.parametrize(("name", "at"), PLACES)
def test_one_action_under_another_s_name(name: str, at: int) -> None:
    lines = HANDS[name].splitlines()
    word, seat, *rest = lines[at].split()
    folded = {line.split()[1] for line in lines[:at] if line.startswith("fold")}
    for other in {line.split()[1] for line in lines if line.startswith("seat")} - {seat}:
        wrong = [*lines[:at], " ".join([word, other, *rest]), *lines[at + 1 :]]
        if other in folded:
            code = "T403"
        elif word == "bring-in":
            code = "B301"
        else:
            code = "T401" if lines[at - 1].startswith("deal") else "T402"
        assert audited(wrong) == [(code, wrong[at])]


SIZES = {"bring-in": "B302", "bet": "W501", "complete": "W502", "raise": "W502", "call": "W503"}


def other_sizes() -> Iterator[Any]:
    """Half a chip more or less; what is more than was due can come back, so that later lines of its player fit."""
    for place in PLACES:
        name, at = place.values
        word = HANDS[str(name)].splitlines()[at].split()[0]
        if word not in ("fold", "check"):
            last = at in last_wagers(HANDS[str(name)])
            if last or word != "call":
                yield pytest.param(name, at, 0.5, id=f"{place.id}-more")
            if last:
                yield pytest.param(name, at, -0.5, id=f"{place.id}-less")


@pytest.mark.parametrize(("name", "at", "more"), other_sizes())
def test_one_wager_of_another_size(name: str, at: int, more: float) -> None:
    lines = HANDS[name].splitlines()
    word, seat, amount, *_ = lines[at].split()
    to, chips = ("to=", amount[3:]) if amount.startswith("to=") else ("", amount)
    lines[at] = f"{word} {seat} {to}{float(chips) + more:g}"
    assert audited(lines) == [(SIZES[word], lines[at])]


@pytest.mark.parametrize("name", HANDS)
@pytest.mark.parametrize("street", [4, 5, 6, 7])
def test_a_heading_twice(name: str, street: int) -> None:
    lines = HANDS[name].splitlines()
    at = lines.index(f"street {street}")
    assert audited(lines[: at + 1] + lines[at:]) == [("R002", f"street {street}")]


@pytest.mark.parametrize("name", HANDS)
@pytest.mark.parametrize("street", [4, 5, 6, 7])
def test_a_heading_before_the_last_action_of_a_round(name: str, street: int) -> None:
    lines = HANDS[name].splitlines()
    at = lines.index(f"street {street}")
    lines[at - 1 : at + 1] = lines[at], lines[at - 1]
    assert audited(lines) == [("R002", lines[at])]


@pytest.mark.parametrize("name", HANDS)
@pytest.mark.parametrize("street", [5, 6])
def test_the_first_action_of_a_street_before_its_cards(name: str, street: int) -> None:
    lines = HANDS[name].splitlines()
    at = lines.index(f"street {street}")
    first = next(n for n in actions(name) if n > at)
    lines.insert(at + 1, lines.pop(first))
    found = audited(lines)
    assert len(found) == 1, found


@pytest.mark.parametrize("name", HANDS)
def test_antes_and_cards(name: str) -> None:
    lines = HANDS[name].splitlines()
    for at, line in enumerate(lines):
        if line.startswith("ante"):
            assert [code for code, _ in audited(lines[:at] + lines[at + 1 :])] == ["A201"]
            assert audited(lines[: at + 1] + lines[at:]) == [("A202", line)]
        if line.startswith("deal") and "up" in line:
            assert [code for code, _ in audited(lines[:at] + lines[at + 1 :])] == ["D102"], line
            assert audited(lines[: at + 1] + lines[at:]) == [("D104", line)]


@pytest.mark.parametrize("counted", [0, 2])
@pytest.mark.parametrize(("street", "line"), [(4, "raise 1 to=6"), (5, "bet 1 2"), (5, "bet 2 2"), (5, "raise 1 to=4")])
def test_a_wager_behind_the_end_of_a_round(street: int, line: str, counted: int) -> None:
    """Nobody answers it: whoever was done is done, whether its chips are in the pot or not."""
    text = RAISED.replace(f"street {street}\n", f"{line}\nstreet {street}\n").replace(" 55\n", f" {55 + counted}\n")
    assert audited(text.splitlines()) == [("T405", line)]


@pytest.mark.parametrize("counted", [0, 2])
def test_a_call_of_nothing_where_a_check_belongs(counted: int) -> None:
    text = RAISED.replace("check 4\nbet 1 2", "call 4 2\nbet 1 2").replace(" 55\n", f" {55 + counted}\n")
    lines = text.splitlines()
    assert audited(lines) == [("W505", "call 4 2")]


WORDS = [
    ("bring-in 2 1", "call 2 1", "B303"),
    ("bring-in 2 1", "bet 2 1", None),  # an opening for the bring-in is one, whatever it is called
    ("bring-in 2 1", "raise 2 to=1", None),
    ("complete 4 to=2 by=1", "call 4 2", "W503"),
    ("complete 4 to=2 by=1", "bet 4 2", "W505"),
    ("raise 1 to=4 by=2", "call 1 4", "W503"),
    ("raise 1 to=4 by=2", "bet 1 4", "W505"),
    ("bet 1 2", "call 1 2", "W505"),
    ("bet 1 2", "raise 1 to=2", "W505"),
    ("bet 4 4", "call 4 4", "W505"),
    ("raise 1 to=8 by=4", "call 1 8", "W503"),
    ("call 2 2", "check 2", "W504"),
    ("call 2 2", "bet 2 2", "W505"),
    ("fold 3", "check 3", "W504"),
]


@pytest.mark.parametrize(("line", "wrong", "code"), WORDS)
@pytest.mark.parametrize("name", ["raised", "increases unsaid"])
def test_an_action_under_another_word(name: str, line: str, wrong: str, code: str | None) -> None:
    """The chips are right, and so is everybody's turn: the word alone is wrong."""
    if name != "raised":
        line = re.sub(r" by=\d+", "", line)
    lines = HANDS[name].splitlines()
    lines[lines.index(line)] = wrong
    assert audited(lines) == ([(code, wrong)] if code else [])


def test_a_bet_under_the_word_of_a_check_shows_in_the_first_call_of_it() -> None:
    lines = RAISED.splitlines()
    lines[lines.index("bet 1 2")] = "check 1"
    assert audited(lines) == [("W505", "call 2 2")]
