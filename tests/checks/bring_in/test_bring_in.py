"""Checks of the bring-in (WH-07 to WH-09, LPC-06 to LPC-09, LPC-36, H3-06, H3-07): one hand, and changes to it."""

from __future__ import annotations

import pytest
from support.judged import NOTHING, PASSED, Judged, changed

HAND = """\
stud 1
hand 1 game=stud structure=fixed small=4 big=8 ante=0.50 bring-in=2 currency=USD table="Alpha" seats=8 button=3
seat 1 "northwind" 100
seat 2 "saltmarsh" 100
seat 3 "wexley" 100
ante 1 0.50
ante 2 0.50
ante 3 0.50
street 3
deal 1 down ? ?
deal 2 down ? ?
deal 3 down ? ?
deal 1 up 9d
deal 2 up 2c
deal 3 up Kd
bring-in 2 2
call 3 2
call 1 2
street 4
deal 1 up 8c
deal 2 up 3h
deal 3 up Qs
check 3
check 1
check 2
end
"""
Edits = list[tuple[str, str]]
WH, LPC, H3, RR = "william-hill", "london-poker-club", "third-house", "roberts-rules"
OWED = "bring-in 2 2\ncall 3 2\ncall 1 2"


def judged(code: str, edits: Edits, house: str = RR) -> Judged:
    return Judged(changed(HAND, *edits), code, house)


def to(amount: str) -> tuple[str, str]:
    """Third street is opened for this, and called."""
    return OWED, f"bring-in 2 {amount}\ncall 3 {amount}\ncall 1 {amount}"


@pytest.mark.parametrize("code", ["B301", "B302", "B303", "B304"])
def test_the_hand_is_right(code: str) -> None:
    found = judged(code, [])
    assert (found.faults, found.said) == ([], PASSED)


# --- who brings in ---------------------------------------------------------------------------------

THIRD = "bring-in 3 2\ncall 1 2\ncall 2 2"


@pytest.mark.parametrize(
    ("house", "doors", "verdict"),
    [
        # Seat 3 opens. The doors are those of seats 1, 2, and 3.
        (RR, "9d 2c Kd", "violation"),
        (RR, "9d 2c 2d", "violation"),  # clubs are lower than diamonds
        (WH, "9d 2c 2d", "violation"),
        (LPC, "9d 2c 2d", "violation"),
        (H3, "9d 2c 2d", "review"),  # its text names suits for the opener alone
        (WH, "9d 5c Ad", "review"),  # the ace brought in as the lowest card: not said
        (H3, "9d 5c Ad", "review"),
        (LPC, "9d 5c Ad", "violation"),  # it is high there
        (RR, "9d 5c 3d", None),
    ],
)
def test_who_brings_in(house: str, doors: str, verdict: str | None) -> None:
    one, two, three = doors.split()
    edits = [("up 9d", f"up {one}"), ("up 2c", f"up {two}"), ("up Kd", f"up {three}"), (OWED, THIRD)]
    found = judged("B301", edits, house)
    assert found.faults == ([("bring-in 3 2", verdict)] if verdict else [])
    if verdict:
        assert (found.found[0].expected, found.found[0].actual) == ("2", "3")
        # The door card that has to bring in, and that of the player who did.
        assert [found.lines[r.line - 1] for r in found.found[0].related] == [f"deal 2 up {two}", f"deal 3 up {three}"]


def test_a_full_bet_is_the_low_card_s_too() -> None:
    found = judged("B301", [(OWED, "complete 3 to=4\ncall 1 4\ncall 2 4")])
    assert found.faults == [("complete 3 to=4", "violation")]
    assert judged("B301", [(OWED, "complete 2 to=4\ncall 3 4\ncall 1 4")]).said == PASSED


def test_a_door_card_that_is_not_known() -> None:
    assert judged("B301", [("up 9d", "up ?"), ("up 2c", "up 2d")]).said == {"the door card of seat 1"}
    assert judged("B301", [("up 9d", "up ?")]).said == PASSED  # there is no lower card than the two of clubs
    found = judged("B301", [("up 9d", "up ?"), ("up 2c", "up 2d"), (OWED, THIRD)])
    assert found.faults == [("bring-in 3 2", "violation")]
    assert found.found[0].expected == "2 | 1"


# --- for how much ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "amount", "verdict"),
    [
        (WH, "2", None),
        (WH, "4", "review"),  # most houses allow the full bet
        (WH, "3", "violation"),
        (WH, "1", "violation"),
        (WH, "5", "violation"),
        (LPC, "2", None),
        (LPC, "4", None),
        (LPC, "3", "review"),
        (LPC, "1", "violation"),
        (LPC, "5", "violation"),
        (H3, "2", None),
        (H3, "4", None),
        (H3, "3", "violation"),
        (H3, "1", "violation"),
        (H3, "6", "violation"),
        (RR, "2", None),
        (RR, "4", None),
        (RR, "1", "violation"),
    ],
)
def test_for_how_much(house: str, amount: str, verdict: str | None) -> None:
    found = judged("B302", [to(amount)], house)
    assert found.faults == ([(f"bring-in 2 {amount}", verdict)] if verdict else [])
    assert [f.actual for f in found.found] == ([amount] if verdict else [])


@pytest.mark.parametrize(
    ("house", "amount", "expected", "money"),
    [(WH, "3", "2", "1"), (H3, "1", "2 | 4", "1"), (H3, "6", "2 | 4", "2"), (LPC, "7", "2 | 4", "3")],
)
def test_what_was_due_instead(house: str, amount: str, expected: str, money: str) -> None:
    found = judged("B302", [to(amount)], house).found[0]
    assert (found.expected, found.money_effect) == (expected, money)


def test_a_short_stack_brings_in_for_what_it_has() -> None:
    edits = [
        ('"saltmarsh" 100', '"saltmarsh" 1.50'),
        (OWED, "bring-in 2 1 all-in\ncall 3 2\ncall 1 2"),
        ("check 2\n", ""),
    ]
    assert judged("B302", edits).said == PASSED


@pytest.mark.parametrize(
    ("amount", "faults", "said"),
    [
        ("2", [], {"the table's bring-in"}),  # below the lower limit, which alone is known
        ("4", [], PASSED),
        ("5", ["bring-in 2 5"], NOTHING),
    ],
)
def test_a_minimum_that_the_log_does_not_state(amount: str, faults: list[str], said: set[str]) -> None:
    found = judged("B302", [(" bring-in=2", ""), to(amount)], LPC)
    assert [line for line, _ in found.faults] == faults
    assert len(found.said) == len(said)
    if "passed" in said:
        assert found.said == said


def test_without_stakes() -> None:
    assert judged("B302", [(" small=4 big=8", "")]).said == {"the stakes"}
    assert judged("B302", [("structure=fixed", "structure=pot")]).said == NOTHING
    spread = [("structure=fixed small=4 big=8", "structure=spread")]
    assert judged("B302", spread).said == {"the table's least and largest bet"}


@pytest.mark.parametrize(("amount", "right"), [("1", False), ("2", True), ("5", True), ("10", True), ("11", False)])
def test_in_spread_limit_anything_from_the_bring_in_to_the_largest_bet(amount: str, right: bool) -> None:
    spread = ("structure=fixed small=4 big=8", "structure=spread min=2 max=10")
    found = judged("B302", [spread, to(amount)], LPC)
    assert [line for line, _ in found.faults] == ([] if right else [f"bring-in 2 {amount}"])
    assert [f.expected for f in found.found] == ([] if right else ["2 | 10"])


# --- whether at all --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "line", "actual"),
    [
        ("check 2\ncall 3 2\ncall 1 2", "check 2", "check"),
        ("fold 2\ncall 3 2\ncall 1 2", "fold 2", "fold"),
        ("call 3 2\ncall 1 2", "call 3 2", "call"),  # the line of the bring-in is missing
    ],
)
@pytest.mark.parametrize("house", [WH, LPC, H3, RR])
def test_the_bring_in_is_forced(house: str, played: str, line: str, actual: str) -> None:
    found = judged("B303", [(OWED, played)], house)
    assert found.faults == [(line, "violation")]
    assert (found.found[0].expected, found.found[0].actual, found.found[0].seat) == ("bring-in", actual, 2)
    assert [found.lines[r.line - 1] for r in found.found[0].related] == ["deal 2 up 2c"]


def test_third_street_without_any_action() -> None:
    found = judged("B303", [(f"{OWED}\n", "")])
    assert found.faults == [("street 4", "violation")]
    assert (found.found[0].expected, found.found[0].actual, found.found[0].street) == ("bring-in", "nothing", 3)


def test_a_line_that_may_have_been_the_bring_in() -> None:
    assert judged("B303", [(OWED, 'unknown "saltmarsh: ???"\ncall 3 2\ncall 1 2')]).said == {
        "a line that could not be read"
    }


ALL_IN = [('"saltmarsh" 100', '"saltmarsh" 0.50'), ("ante 2 0.50", "ante 2 0.50 all-in"), ("check 2\n", "")]


@pytest.mark.parametrize(
    ("played", "faults"),
    [
        ("bring-in 3 2\ncall 1 2", []),  # it falls to the next
        ("fold 3", []),  # who may fold; then nobody can call the other
    ],
)
def test_the_low_card_is_all_in(played: str, faults: list[str]) -> None:
    assert [line for line, _ in judged("B303", [*ALL_IN, (OWED, played)]).faults] == faults


def test_a_bring_in_that_nobody_owes() -> None:
    others = [(f'"{name}" 100', f'"{name}" 0.50') for name in ("northwind", "wexley")] + [
        ("ante 1 0.50", "ante 1 0.50 all-in"),
        ("ante 3 0.50", "ante 3 0.50 all-in"),
    ]
    found = judged("B304", [*others, (OWED, "bring-in 2 2\nreturn 2 2"), ("check 3\ncheck 1\ncheck 2\n", "")])
    assert found.faults == [("bring-in 2 2", "review")]
    assert (found.found[0].expected, found.found[0].actual) == ("no bring-in", "bring-in")
    one = [others[0], others[2], (OWED, "bring-in 2 2\ncall 3 2"), ("check 3\ncheck 1\n", "check 3\n")]
    assert judged("B304", one).said == PASSED


@pytest.mark.parametrize(
    ("played", "words"),
    [
        ("check 2\ncall 3 2\ncall 1 2", "but their first action is a check"),
        ("call 3 2\ncall 1 2", "but no bring-in is recorded before the call of seat 3 (wexley)"),
    ],
)
def test_words_for_a_bring_in_that_is_missing(played: str, words: str) -> None:
    found = judged("B303", [(OWED, played)]).found[0]
    assert "seat 2 (saltmarsh) with the 2c" in found.message
    assert found.message.endswith(words)
