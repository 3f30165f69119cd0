"""What each check of the betting says of one hand and of changes to it: the line, what was due, and what was done.

At 2/4 with a bring-in of 1 under Robert's Rules; every amount due is worked out from the rule by hand.
"""

from __future__ import annotations

import pytest
from support.judged import NOTHING, PASSED, Judged, changed

HAND = """\
stud 1
hand 1 game=stud structure=fixed small=2 big=4 ante=0.50 bring-in=1 currency=USD table="Alpha" seats=8 button=3
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
deal 1 up 2c
deal 2 up 9d
deal 3 up Kd
bring-in 1 1
complete 2 to=2
raise 3 to=4 by=2
call 1 3
call 2 2
street 4
deal 1 up 8c
deal 2 up 3h
deal 3 up Qs
bet 3 2
call 1 2
call 2 2
street 5
deal 1 up 7h
deal 2 up 5s
deal 3 up Jc
bet 3 4
raise 1 to=8 by=4
fold 2
call 3 4
end
"""
UNKNOWN_STACKS = [(f'"{name}" 100', f'"{name}" ?') for name in ("northwind", "saltmarsh", "wexley")]
Edits = list[tuple[str, str]]


def pair() -> str:
    """The same with a pair of kings on fourth street."""
    return changed(HAND, ("deal 3 up Qs", "deal 3 up Kh"))


def judged(code: str, edits: Edits, house: str = "roberts-rules") -> Judged:
    return Judged(changed(HAND, *edits), code, house)


@pytest.mark.parametrize(
    "code", ["W501", "W502", "W503", "W505", "W506", "W509", "W510", "W512", "T401", "T402", "B301", "B302"]
)
def test_the_hand_is_right(code: str) -> None:
    found = judged(code, [])
    assert found.faults == []
    assert found.said == PASSED


@pytest.mark.parametrize(
    ("code", "edits", "line", "expected", "actual", "money"),
    [
        ("W501", [("bet 3 4", "bet 3 5")], "bet 3 5", "4", "5", None),
        ("W501", [("bet 3 2", "bet 3 1")], "bet 3 1", "2", "1", None),
        ("W501", [("bet 3 2", "bet 3 9")], "bet 3 9", "2", "9", None),
        ("W502", [("complete 2 to=2", "complete 2 to=3")], "complete 2 to=3", "2", "3", None),
        ("W502", [("raise 3 to=4 by=2", "raise 3 to=5 by=3")], "raise 3 to=5 by=3", "4", "5", None),
        ("W502", [("raise 1 to=8 by=4", "raise 1 to=6 by=2")], "raise 1 to=6 by=2", "8", "6", None),
        ("W503", [("call 1 3", "call 1 2")], "call 1 2", "3", "2", "1"),
        ("W503", [("call 2 2", "call 2 4")], "call 2 4", "2", "4", "2"),
        ("W503", [("call 3 4\nend", "call 3 8\nend")], "call 3 8", "4", "8", "4"),
        ("W504", [("call 1 2", "check 1")], "check 1", "call | raise | fold", "check", "2"),
        ("W504", [("call 3 4\nend", "check 3\nend")], "check 3", "call | raise | fold", "check", "4"),
        ("W505", [("call 1 2", "bet 1 2")], "bet 1 2", "call | raise | fold", "bet", None),
        ("W505", [("bet 3 2\ncall 1 2", "check 3\ncall 1 2")], "call 1 2", "check | bet", "call", None),
        ("W505", [("bet 3 2", "raise 3 to=2")], "raise 3 to=2", "check | bet", "raise", None),
        ("W505", [("call 1 3", "bring-in 1 3")], "bring-in 1 3", "call | raise | fold", "bring-in", None),
        (
            "W506",
            [("call 1 3\ncall 2 2", "raise 1 to=6\nraise 2 to=8\nraise 3 to=10\ncall 1 4\ncall 2 2")],
            "raise 3 to=10",
            "call | fold",
            "raise",
            "2",
        ),
        ("W507", [("bet 3 2", "bet 3 4")], "bet 3 4", "2", "4", None),
        ("W507", [("call 1 2", "raise 1 to=6")], "raise 1 to=6", "4", "6", None),
        ("W509", [('"northwind" 100', '"northwind" 5')], "call 1 2", "0.50", "2", "1.50"),
        ("W510", [("call 1 2", "call 1 2 all-in")], "call 1 2 all-in", "not all-in", "all-in", None),
        ("W510", [('"northwind" 100', '"northwind" 6.50')], "call 1 2", "all-in", "not all-in", None),
    ],
)
def test_one_line_is_wrong(code: str, edits: Edits, line: str, expected: str, actual: str, money: str | None) -> None:
    found = judged(code, edits)
    assert found.faults == [(line, "violation")]
    assert (found.found[0].expected, found.found[0].actual) == (expected, actual)
    if money is not None:
        assert found.found[0].money_effect == money


def test_words_for_the_cap() -> None:
    capped = [("call 1 3\ncall 2 2", "raise 1 to=6\nraise 2 to=8\nraise 3 to=10\ncall 1 4\ncall 2 2")]
    found = judged("W506", capped).found[0]
    assert (
        found.message == "seat 3 (wexley) raised on third street although the betting is capped at a bet and 3 raises"
    )
    # The bet and the raises before it, and not the bring-in.
    lines = changed(HAND, *capped).splitlines()
    assert [lines[r.line - 1] for r in found.related] == [
        "complete 2 to=2",
        "raise 3 to=4 by=2",
        "raise 1 to=6",
        "raise 2 to=8",
    ]


def test_a_low_raise_after_the_higher_limit() -> None:
    text = changed(pair(), ("bet 3 2", "bet 3 4"), ("call 1 2", "raise 1 to=6"))
    found = Judged(text, "W508", "roberts-rules")
    assert found.faults == [("raise 1 to=6", "violation")]
    assert (found.found[0].expected, found.found[0].actual) == ("8", "6")
    assert Judged(changed(text, ("raise 1 to=6", "raise 1 to=8")), "W508", "roberts-rules").said == PASSED
    assert Judged(changed(pair(), ("call 1 2", "raise 1 to=4")), "W508", "roberts-rules").said == NOTHING


@pytest.mark.parametrize("code", ["W501", "W502", "W506", "W507", "W508", "W511"])
def test_without_stakes_nothing_is_said_of_sizes(code: str) -> None:
    edits = [(" small=2 big=4", "")]
    if code == "W508":
        edits.append(("call 1 2", "raise 1 to=4"))
    if code == "W511":
        edits.append(("call 3 4\nend", "raise 3 to=12\nend"))
    found = judged(code, edits)
    assert found.faults == []
    assert "the stakes" in found.said


@pytest.mark.parametrize(
    ("code", "edits"),
    [
        # Chips that a player does not have are W509's.
        ("W501", [("bet 3 2", "bet 3 200"), ("bet 3 4", "check 3"), ("raise 1 to=8 by=4", "check 1")]),
        (
            "W503",
            [("call 1 3\ncall 2 2", "call 1 300"), ("call 1 2\ncall 2 2", "fold 2"), ("call 3 4\nend", "fold 3\nend")],
        ),
        ("W502", [("complete 2 to=2\nraise 3 to=4 by=2", "complete 2 to=200"), ("raise 1 to=8 by=4", "call 1 4")]),
        # That who has folded, or is all-in, acts at all is T403's and T404's; the low card's check is B303's.
        ("W504", [("call 3 4\nend", "check 2\ncall 3 4\nend")]),
        ("W504", [('"northwind" 100', '"northwind" 4.50'), ("call 1 3", "call 1 3 all-in"), ("call 1 2", "check 1")]),
        ("W504", [("bring-in 1 1", "check 1"), ("complete 2 to=2", "bet 2 2")]),
        # Of a card that is not known no pair can be told, and none is needed for the lower limit.
        ("W508", [("call 1 2", "raise 1 to=4")]),
        # Whoever has not acted may raise.
        ("W511", []),
    ],
)
def test_what_is_another_check_s_or_none(code: str, edits: Edits) -> None:
    found = judged(code, edits)
    assert found.faults == []
    assert found.said <= PASSED


@pytest.mark.parametrize("cards", ["deal 3 up ?", "deal 3 up Qs"])
def test_a_double_bet_needs_every_board(cards: str) -> None:
    edits = [("deal 3 up Qs", cards), ("bet 3 2", "bet 3 4")]
    found = judged("W507", edits)
    assert (found.said, found.faults) == (
        ({"the up-cards of a player"}, []) if "?" in cards else (NOTHING, [("bet 3 4", "violation")])
    )


def test_a_pair_allows_the_double_bet_to_anybody_under_robert_s_rules() -> None:
    assert Judged(changed(pair(), ("bet 3 2", "bet 3 4")), "W507", "roberts-rules").said == PASSED
    assert Judged(changed(pair(), ("call 1 2", "raise 1 to=6")), "W507", "roberts-rules").said == PASSED


@pytest.mark.parametrize(
    ("house", "edits", "verdict"),
    [
        # No pair: William Hill's text may be read to allow it to all; the others need one.
        ("william-hill", [("bet 3 2", "bet 3 4")], "review"),
        ("london-poker-club", [("bet 3 2", "bet 3 4")], "violation"),
        ("third-house", [("bet 3 2", "bet 3 4")], "violation"),
        ("third-house", [("call 1 2", "raise 1 to=6")], "violation"),
    ],
)
def test_the_double_bet_without_a_pair_by_house(house: str, edits: Edits, verdict: str) -> None:
    assert [v for _, v in judged("W507", edits, house).faults] == [verdict]


@pytest.mark.parametrize("house", ["london-poker-club", "third-house"])
def test_the_double_bet_by_another_than_the_holder(house: str) -> None:
    text = changed(pair(), ("bet 3 2\ncall 1 2", "check 3\nbet 1 4"))
    assert Judged(text, "W507", house).faults == [("bet 1 4", "review")]


@pytest.mark.parametrize(
    ("edits", "line"),
    [([], "bet 3 2"), ([("bet 3 2\ncall 1 2\ncall 2 2", "check 3\nbet 1 2\nfold 2\ncall 3 2")], "bet 1 2")],
)
def test_a_low_bet_with_a_pair_is_a_review_at_william_hill(edits: Edits, line: str) -> None:
    assert Judged(changed(pair(), *edits), "W501", "william-hill").faults == [(line, "review")]


def test_of_low_raises_with_a_pair_only_the_first_is_looked_at() -> None:
    text = changed(pair(), ("call 1 2\ncall 2 2\nstreet 5", "raise 1 to=4\nraise 2 to=6\ncall 3 4\ncall 1 2\nstreet 5"))
    assert Judged(text, "W501", "william-hill").faults == [("bet 3 2", "review")]
    assert Judged(text, "W502", "william-hill").faults == []


@pytest.mark.parametrize(
    ("to", "again", "reopens"),
    [("2.50", "4", False), ("3", "5", True)],  # by a quarter of a bet, and by half of one
)
def test_a_short_all_in_raise_reopens_from_half_a_bet_on(to: str, again: str, reopens: bool) -> None:
    stack, due = ("7", "0.50") if to == "2.50" else ("7.50", "1")
    edits = [
        ('"saltmarsh" 100', f'"saltmarsh" {stack}'),
        ("call 2 2\nstreet 5", f"raise 2 to={to} all-in\ncall 3 {due}\nraise 1 to={again}\nfold 3\nstreet 5"),
        ("fold 2\n", ""),
    ]
    found = judged("W511", edits)
    assert found.faults == ([] if reopens else [(f"raise 1 to={again}", "violation")])
    assert [(f.expected, f.actual) for f in found.found] == ([] if reopens else [("call | fold", "raise")])
    assert judged("W502", edits).faults == []


SPREAD: Edits = [
    ("structure=fixed small=2 big=4", "structure=spread min=2 max=10"),
    ("complete 2 to=2\nraise 3 to=4 by=2", "raise 2 to=4\nraise 3 to=8 by=4"),
    ("call 1 3", "call 1 7"),
    ("call 2 2", "call 2 4"),
]


@pytest.mark.parametrize(
    ("code", "edits", "line", "expected", "actual"),
    [
        ("W501", [("bet 3 2", "bet 3 1")], "bet 3 1", "2 | 10", "1"),
        ("W501", [("bet 3 2", "bet 3 11")], "bet 3 11", "2 | 10", "11"),
        ("W502", [("raise 1 to=8 by=4", "raise 1 to=7 by=3")], "raise 1 to=7 by=3", "8 | 14", "7"),
        ("W502", [("raise 1 to=8 by=4", "raise 1 to=15 by=11")], "raise 1 to=15 by=11", "8 | 14", "15"),
        ("W507", [("bet 3 2", "bet 3 20")], "bet 3 20", None, "20"),
        ("B302", [("bring-in 1 1", "bring-in 1 0.50")], "bring-in 1 0.50", "1 | 10", "0.50"),
    ],
)
def test_spread_limit(code: str, edits: Edits, line: str, expected: str | None, actual: str) -> None:
    right = judged(code, SPREAD)
    assert right.faults == []
    found = judged(code, [*SPREAD, *edits])
    assert [place for place, _ in found.faults] == [line]
    assert (found.found[0].expected, found.found[0].actual) == (expected, actual)


@pytest.mark.parametrize("code", ["W501", "W502"])
def test_a_spread_that_is_not_stated(code: str) -> None:
    edits = [("structure=fixed small=2 big=4", "structure=spread")]
    assert judged(code, edits).said == {"the table's least and largest bet"}


@pytest.mark.parametrize(
    ("house", "structure", "found"),
    [("third-house", "spread min=2 max=10", True), ("third-house", "fixed small=2 big=4", False)],
)
def test_the_third_house_plays_fixed_limit_only(house: str, structure: str, found: bool) -> None:
    edits = [("structure=fixed small=2 big=4", f"structure={structure}")]
    judgement = judged("W512", edits, house)
    assert [verdict for _, verdict in judgement.faults] == ["violation"] * found
    if found:
        assert (judgement.found[0].expected, judgement.found[0].actual) == ("fixed", "spread")


def test_stacks_that_are_not_known() -> None:
    for code in ("W509", "W510"):
        found = judged(code, [('"northwind" 100', '"northwind" ?')])
        assert found.faults == []
        assert found.said == {"passed", "the stack of seat 1"}


def test_nobody_is_left_who_could_call() -> None:
    edits = [
        ('"northwind" 100', '"northwind" 6.50'),
        ("call 1 2\ncall 2 2\nstreet 5", "call 1 2 all-in\nfold 2\nstreet 5"),
    ]
    found = judged("W505", edits)
    assert found.faults == [("bet 3 4", "violation")]
    assert (found.found[0].expected, found.found[0].clauses) == ("check", ("G-23",))


def test_a_low_raise_over_less_than_a_bet_is_the_first_of_its_round() -> None:
    short = [
        ('"wexley" 100', '"wexley" 5'),
        ("bet 3 2\ncall 1 2\ncall 2 2", "bet 3 0.50 all-in\nraise 1 to=2\ncall 2 2"),
    ]
    assert Judged(changed(pair(), *short), "W502", "william-hill").faults == [("raise 1 to=2", "review")]
