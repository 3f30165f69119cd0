"""Each check of the pot (G-12 to G-15): one hand, and changes to it, with what was due and the chips moved."""

from __future__ import annotations

import pytest
from support.judged import NOTHING, PASSED, Judged, changed
from support.neutral_hands import CALLED

# Seat 1 has 6 in all: 1 ante, 1 of the bring-in, 2 on fourth street, 2 of the 4 on fifth.
HAND = (
    changed(CALLED, ('"northwind" 100', '"northwind" 6'))
    + """\
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
call 1 2 all-in
call 2 4
street 6
deal 1 up Tc
deal 2 up 4c
deal 3 up 3c
check 3
check 2
street 7
deal 1 down 6d
deal 2 down Jd
deal 3 down 9s
check 3
bet 2 4
fold 3
return 2 4
show-down
show 2 Jh Ts 9d 3h 5s 4c Jd
show 1 Ah Ad 2c 8c 7h Tc 6d
award 2 4 pot=side-1
award 1 17 pot=main
summary
total 22
total 18 pot=main
total 4 pot=side-1
rake 1
end
"""
)
Edits = list[tuple[str, str]]
STACKS = {"northwind": 6, "saltmarsh": 100, "wexley": 100}
SHORT_CALL = ("call 2 4", "call 2 3")
RR = "roberts-rules"


def judged(code: str, edits: Edits, house: str = RR) -> Judged:
    return Judged(changed(HAND, *edits), code, house)


@pytest.mark.parametrize("code", ["P601", "P602", "P603", "P604"])
def test_the_hand_is_right(code: str) -> None:
    found = judged(code, [])
    assert (found.faults, found.said) == ([], PASSED)


@pytest.mark.parametrize(
    ("code", "edits", "line", "expected", "actual", "money"),
    [
        ("P601", [("total 22", "total 23")], "total 23", "22", "23", "1"),
        ("P601", [("total 22", "total 20")], "total 20", "22", "20", "2"),
        # A call is a chip short: paid and raked is what went in, and that is not what is stated.
        ("P601", [SHORT_CALL, ("total 22", "total 24")], "total 24", "22", "24", "2"),
        ("P601", [SHORT_CALL, ("award 2 4", "award 2 3")], "total 22", "21", "22", "1"),
        ("P602", [("return 2 4", "return 2 3")], "return 2 3", "4", "3", "1"),
        ("P602", [("return 2 4", "return 3 4")], "return 3 4", "2", "3", "4"),
        ("P602", [("return 2 4\n", "return 2 4\nreturn 2 4\n")], "return 2 4", "0", "4", "4"),
        ("P602", [("return 2 4\n", "")], "award 2 4 pot=side-1", "4", "0", "4"),
        ("P603", [("award 2 4 pot=side-1", "award 1 4 pot=side-1")], "award 1 4 pot=side-1", "2", "1", "4"),
        (
            "P603",
            [("award 1 17 pot=main", "award 1 17 pot=side-2")],
            "award 1 17 pot=side-2",
            "main | side-1",
            "side-2",
            "17",
        ),
        ("P603", [("total 4 pot=side-1", "total 5 pot=side-1")], "total 5 pot=side-1", "4", "5", "1"),
        ("P604", [("award 1 17", "award 1 16")], "award 1 16 pot=main", "17", "16", "1"),
        ("P604", [("award 1 17", "award 1 19")], "award 1 19 pot=main", "17", "19", "2"),
        ("P604", [("rake 1", "rake 4")], "rake 4", "1", "4", "3"),
        # The chips that went in count, whatever total is stated.
        ("P604", [("award 1 17", "award 1 19"), ("total 22", "total 24")], "award 1 19 pot=main", "17", "19", "2"),
        ("P604", [("award 1 17", "award 1 19"), ("total 22", "total 30")], "award 1 19 pot=main", "17", "19", "2"),
    ],
)
def test_one_line_is_wrong(code: str, edits: Edits, line: str, expected: str, actual: str, money: str) -> None:
    found = judged(code, edits)
    assert found.faults == [(line, "violation")]
    assert (found.found[0].expected, found.found[0].actual) == (expected, actual)
    assert found.found[0].money_effect == money


@pytest.mark.parametrize(
    ("code", "edits", "said"),
    [
        ("P601", [("total 22\n", "")], {"the stated total"}),
        # Awards, rake, and total agree with one another, and not with the chips: P604's.
        ("P601", [("total 22", "total 21"), ("rake 1\n", "")], NOTHING),
        ("P601", [("end\n", 'cancelled "power"\nend\n')], NOTHING),
        ("P601", [SHORT_CALL], {"a record of all chips"}),
        ("P601", [SHORT_CALL, ("award 1 17", "award 1 15")], {"a record of all chips"}),
        # But for the bet that is a chip too high it is the uncalled bet.
        ("P602", [("bet 2 4", "bet 2 5")], {"a record of all chips"}),
        ("P602", [("fold 3\nreturn 2 4\n", "call 3 3\n")], NOTHING),  # a call all the same, and W503's
        ("P604", [("award 1 17 pot=main", 'unknown "northwind: ???"')], {"an award line that could be read"}),
        # What lay in the pots amid the hand does not end them.
        (
            "P604",
            [
                ("award 2 4 pot=side-1\naward 1 17 pot=main", 'unknown "northwind: ???"'),
                ("street 7", "total 18 street=6\nstreet 7"),
            ],
            {"an award line that could be read"},
        ),
        ("P604", [("end\n", 'cancelled "power"\nend\n')], NOTHING),
        ("P605", [], NOTHING),  # no schedule
        ("P603", [("end\n", 'cancelled "power"\nend\n')], NOTHING),
        # Both what was paid out of a pot and its chips before the rake are ways of stating it.
        ("P603", [("total 18 pot=main", "total 17 pot=main")], PASSED),
    ],
)
def test_what_is_right_or_cannot_be_told(code: str, edits: Edits, said: set[str]) -> None:
    found = judged(code, edits)
    assert (found.faults, found.said) == ([], said)


@pytest.mark.parametrize(
    ("total", "faults", "said"),
    [
        ("22", [], PASSED),
        ("21", [], {"the rake"}),  # what was paid: it may be what a rake of 1 left
        ("20", [("total 20", "violation")], NOTHING),  # less than that
    ],
)
def test_a_total_where_no_rake_is_printed(total: str, faults: list[tuple[str, str]], said: set[str]) -> None:
    edits = [("button=3", 'button=3 lacks="the rake"'), ("rake 1\n", ""), ("total 22", f"total {total}")]
    found = judged("P601", edits)
    assert (found.faults, found.said) == (faults, said)


def test_chips_that_another_line_explains_are_not_reported_again() -> None:
    # A call of 1 too much makes total and awards lack a chip.
    edits = [("call 2 4", "call 2 5")]
    assert judged("P604", edits).faults == []
    assert judged("P601", edits).faults == []


@pytest.mark.parametrize(
    ("awards", "expected", "actual", "money"),
    [
        ("award 1 21", "18", "21", "3"),  # all-in for a third of 18
        ("award 1 20\naward 2 1", "18", "20", "2"),
    ],
)
def test_more_than_all_pots_of_a_player_hold(awards: str, expected: str, actual: str, money: str) -> None:
    named = "award 2 4 pot=side-1\naward 1 17 pot=main"
    found = judged("P603", [(named, awards), ("total 18 pot=main\ntotal 4 pot=side-1\n", "")])
    assert [line for line, _ in found.faults] == [awards.splitlines()[0]]
    assert (found.found[0].expected, found.found[0].actual) == (expected, actual)
    assert found.found[0].money_effect == money


@pytest.mark.parametrize("code", ["P601", "P602", "P603", "P604"])
def test_a_short_call_is_told_by_itself(code: str) -> None:
    # Seat 1 is all-in for 2 of a bet of 4, which seat 2 calls with 1 by this record: that nothing went back shows
    # that the call was of 4.
    last = [
        ("bet 3 4\ncall 1 2 all-in\ncall 2 4", "check 3\ncheck 1\ncheck 2"),
        ("check 3\ncheck 2\nstreet 7", "check 3\ncheck 1\ncheck 2\nstreet 7"),
        ("check 3\nbet 2 4\nfold 3\nreturn 2 4\n", "bet 3 4\ncall 1 2 all-in\ncall 2 1\n"),
        ("show 2", "show 3 6c 5d Kd Qs Jc 3c 9s\nshow 2"),
    ]
    found = judged(code, last)
    assert found.faults == []
    assert judged("W503", last).faults == [("call 2 1", "violation")]


@pytest.mark.parametrize(("back", "faults"), [("2", []), ("1", [("return 3 1", "violation")])])
def test_a_return_that_another_s_wrong_call_explains(back: str, faults: list[tuple[str, str]]) -> None:
    # Seat 1 calls a bet of 4 with 5, and has 2: what nobody called of the bet is 2, though more stands against it.
    alone = [
        ("call 1 2 all-in\ncall 2 4", f"call 1 5 all-in\nfold 2\nreturn 3 {back}"),
        ("deal 2 up 4c\n", ""),
        ("deal 2 down Jd\n", ""),
        ("check 3\ncheck 2\nstreet 7", "street 7"),
        ("check 3\nbet 2 4\nfold 3\nreturn 2 4\n", ""),
        ("show 2 Jh Ts 9d 3h 5s 4c Jd", "show 3 6c 5d Kd Qs Jc 3c 9s"),
    ]
    found = judged("P602", alone)
    assert found.faults == faults
    assert ("a record of all chips" in found.said) == (not faults)


@pytest.mark.parametrize("code", ["P601", "P602", "P603", "P604"])
def test_a_short_call_of_who_is_all_in_later_is_told_by_itself(code: str) -> None:
    # A chip less on fourth street is a chip more on fifth: the pots are the same as in the hand that is right.
    late = [("call 1 2\n", "call 1 1\n"), ("call 1 2 all-in", "call 1 3 all-in")]
    assert judged(code, late).faults == []
    assert judged("W503", late).faults == [("call 1 1", "violation")]
    # Whoever's stack is not known is all-in for what they put in.
    unstacked = changed(HAND, *late, *[(f'"{name}" {chips}', f'"{name}"') for name, chips in STACKS.items()])
    assert Judged(unstacked, code).faults == []


@pytest.mark.parametrize("code", ["P601", "P602", "P603", "P604"])
def test_pots_that_a_short_call_left_smaller_are_as_it_left_them(code: str) -> None:
    # Of the three, 18 chips match the all-in player's six; the two others have one and two chips more.
    short = [("call 2 2\n", "call 2 1\n"), ("award 2 4", "award 2 3"), ("total 22", "total 21"), ("total 4", "total 3")]
    assert judged(code, short).faults == []
    assert judged("W503", short).faults == [("call 2 1", "violation")]
    assert judged("P603", [*short, ("total 18", "total 19")]).faults == [("total 19 pot=main", "violation")]


def test_a_return_while_others_still_act() -> None:
    text = changed(HAND, ("bet 2 4\nfold 3\nreturn 2 4", "bet 2 4\nreturn 2 4\nfold 3"))
    assert Judged(text, "P602", RR).said >= {"the action of seat 3"}


SUMMED = ("rake 1\nend", "rake 1\nsummary 1 won=17\nsummary 2 won=4\nsummary 3 folded=7\nend")


@pytest.mark.parametrize(
    ("edits", "found"),
    [
        ([], []),
        # What the summary has more is what the awards lack: they are at fault (P604).
        ([("award 1 17", "award 1 16")], []),
        ([("award 1 17", "award 1 16"), ("award 2 4", "award 2 3")], []),
        ([("award 1 17", "award 1 16"), ("summary 2 won=4", "summary 2 won=9")], []),
        ([("summary 2 won=4", "summary 2 won=3")], ["summary 2 won=3"]),
        # That a folded player won says as well that they did not fold.
        ([("summary 3 folded=7", "summary 3 won=5")], ["summary 3 won=5"]),
    ],
)
def test_a_summary_that_tells_of_other_wins(edits: Edits, found: list[str]) -> None:
    assert [line for line, _ in judged("R008", [SUMMED, *edits]).faults] == found


def test_side_pots_of_a_hand_that_lacks_a_call_are_not_checkable() -> None:
    wrong = ("award 2 4 pot=side-1", "award 1 4 pot=side-1")
    assert judged("P603", [wrong, ("call 2 2\nstreet 5", "street 5")]).said == {"a record of all chips"}
    # Of one pot there is nothing to be told apart.
    one = [('"northwind" 6', '"northwind" 60'), ("call 1 2 all-in", "fold 1"), ("show 1 Ah Ad 2c 8c 7h Tc 6d\n", "")]
    assert judged("P603", one).faults != []
