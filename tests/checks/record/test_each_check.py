"""Each check of the record: one hand, and changes to its lines and its summary."""

from __future__ import annotations

import pytest
from support.judged import NOTHING, PASSED, Judged, changed

HAND = """\
stud 1
hand 1 game=stud structure=fixed small=2 big=4 ante=1 bring-in=1 currency=USD button=2 at=2026-11-01T12:00:00Z
seat 1 "northwind" 100
seat 2 "saltmarsh" 100
seat 3 "wexley" 100
ante 1 1
ante 2 1
ante 3 1
street 3
deal 3 down 6c 5d
deal 1 down Ah Ad
deal 2 down Jh Ts
deal 3 up Kd
deal 1 up 2c
deal 2 up 9d
bring-in 1 1 at=2026-11-01T12:00:10Z
complete 2 to=2 by=1 at=2026-11-01T12:00:20Z
fold 3 at=2026-11-01T12:00:30Z
call 1 1
street 4
deal 1 up 8c
deal 2 up 3h
check 2
check 1
street 5
deal 1 up 7h
deal 2 up 5s
check 2
check 1
street 6
deal 1 up Tc
deal 2 up 4c
check 1
check 2
street 7
deal 1 down 6d
deal 2 down Jd
bet 1 4
raise 2 to=8 by=4
call 1 4
show-down
show 2 Jh Ts 9d 3h 5s 4c Jd said="a pair of Jacks"
show 1 Ah Ad 2c 8c 7h Tc 6d said="a pair of Aces"
award 1 22 pot=main
summary
total 23
rake 1
summary 1 won=22 shown="Ah Ad 2c 8c 7h Tc 6d"
summary 2 shown="Jh Ts 9d 3h 5s 4c Jd"
summary 3 folded=3
end
"""
Edits = list[tuple[str, str]]
RR = "roberts-rules"
AT = " at=2026-11-01T12:00:"


def judged(code: str, edits: Edits, house: str = RR) -> Judged:
    return Judged(changed(HAND, *edits), code, house)


@pytest.mark.parametrize("code", ["R002", "R003", "R008", "R011", "R012", "S704", "S706", "S705"])
def test_the_hand_is_right(code: str) -> None:
    found = judged(code, [])
    assert found.faults == []
    assert found.said == PASSED


@pytest.mark.parametrize(
    ("code", "edits", "line", "expected", "actual"),
    [
        ("R001", [("call 1 1\n", "call 1 1\nwhistle 2\n")], "whistle 2", None, "whistle 2"),
        (
            "R008",
            [("summary 1 won=22", "summary 1 won=23")],
            'summary 1 won=23 shown="Ah Ad 2c 8c 7h Tc 6d"',
            "22",
            "23",
        ),
        ("R008", [("summary 3 folded=3", "summary 3 folded=4")], "summary 3 folded=4", "3", "4"),
        ("R008", [("summary 3 folded=3", "summary 3 won=0")], "summary 3 won=0", "3", "no fold"),
        (
            "R008",
            [("summary 2 shown=", "summary 2 folded=4 shown=")],
            'summary 2 folded=4 shown="Jh Ts 9d 3h 5s 4c Jd"',
            "no fold",
            "4",
        ),
        (
            "R008",
            [('shown="Jh Ts', 'shown="Jh Tc')],
            'summary 2 shown="Jh Tc 9d 3h 5s 4c Jd"',
            "Jh Ts 9d 3h 5s 4c Jd",
            "Jh Tc 9d 3h 5s 4c Jd",
        ),
        (
            "R011",
            [(f"fold 3{AT}30Z", f"fold 3{AT}15Z")],
            f"fold 3{AT}15Z",
            "2026-11-01 12:00:20",
            "2026-11-01 12:00:15",
        ),
        ("R012", [("to=2 by=1", "to=2 by=2")], f"complete 2 to=2 by=2{AT}20Z", "1", "2"),
        ("R012", [("to=8 by=4", "to=8 by=8")], "raise 2 to=8 by=8", "4", "8"),
        (
            "S704",
            [('said="a pair of Jacks"', 'said="two pair, Jacks and Tens"')],
            'show 2 Jh Ts 9d 3h 5s 4c Jd said="two pair, Jacks and Tens"',
            None,
            None,
        ),
        (
            "S704",
            [('said="a pair of Aces"', 'said="a pair of Kings"')],
            'show 1 Ah Ad 2c 8c 7h Tc 6d said="a pair of Kings"',
            None,
            None,
        ),
        ("S705", [("award 1 22 pot=main", "award 3 22 pot=main")], "award 3 22 pot=main", "1", "3"),
        ("S706", [("show 2 Jh Ts", "show 2 Jh Qs")], 'show 2 Jh Qs 9d 3h 5s 4c Jd said="a pair of Jacks"', "Ts", "Qs"),
        ("S701", [("award 1 22 pot=main", "award 2 22 pot=main")], "award 2 22 pot=main", "1", "2"),
    ],
)
def test_one_line_is_wrong(code: str, edits: Edits, line: str, expected: str | None, actual: str | None) -> None:
    found = judged(code, edits)
    assert found.faults == [(line, "violation")]
    if code != "S704":
        assert (found.found[0].expected, found.found[0].actual) == (expected, actual)


@pytest.mark.parametrize(
    ("code", "edits", "said"),
    [
        ("R008", [("to=2 by=1", "to=2")], PASSED),
        ("R011", [("at=2026-11-01T12:00:00Z\n", "\n"), (f"{AT}10Z", ""), (f"{AT}20Z", ""), (f"{AT}30Z", "")], NOTHING),
        ("R012", [(" by=1", ""), (" by=4", "")], NOTHING),
        ("S704", [('said="a pair of Jacks"', 'said="a very fine hand"')], {"passed", "a description that can be read"}),
        ("S704", [(' said="a pair of Jacks"', ""), (' said="a pair of Aces"', "")], NOTHING),
        ("S706", [("show 2 Jh Ts", "show 2 Ts Jh")], PASSED),
        ("S701", [("end\n", 'cancelled "power"\nend\n')], NOTHING),
        ("R001", [], NOTHING),
    ],
)
def test_what_is_right_or_cannot_be_told(code: str, edits: Edits, said: set[str]) -> None:
    found = judged(code, edits)
    assert (found.faults, found.said) == ([], said)


def test_a_record_that_breaks_off() -> None:
    cut = HAND[: HAND.index("street 5")]
    found = Judged(cut, "R003", RR)
    assert found.faults == [("check 1", "review")]
    assert (found.found[0].expected, found.found[0].actual) == ("the end of the hand", "nothing")
    # Three seats, three antes, seven lines of the deal, four actions, three lines of the next deal, and two checks.
    assert found.found[0].event_no == 3 + 3 + 7 + 4 + 3 + 2


@pytest.mark.parametrize(
    ("won", "line"),
    [
        # A win that only changed its seat is one contradiction, at the line that claims it.
        ([("summary 1 won=22", "summary 1 won=0"), ("summary 2 shown", "summary 2 won=22 shown")], "summary 2 won=22"),
    ],
)
def test_a_win_in_another_s_line(won: Edits, line: str) -> None:
    found = judged("R008", won)
    assert [place.startswith(line) for place, _ in found.faults] == [True]
    assert found.found[0].money_effect == "22"


def test_the_log_s_word_for_the_cap() -> None:
    says = [("call 1 1\nstreet 4", "call 1 1\nstate capped\nstreet 4")]
    found = judged("R012", says)
    assert found.faults == [("state capped", "violation")]
    assert (found.found[0].expected, found.found[0].actual) == ("not capped", "capped")


def test_a_summary_may_have_more_cards_than_were_shown_and_no_other() -> None:
    hidden = [("deal 2 down Jh Ts", "deal 2 down ? ?"), ("deal 2 down Jd", "deal 2 down ?")]
    fewer = [*hidden, ("show 2 Jh Ts 9d 3h 5s 4c Jd", "show 2 Jh Ts 9d 3h 5s 4c")]
    assert judged("R008", fewer).faults == []
    other = judged("R008", [*fewer, ('shown="Jh Ts', 'shown="Jh Tc')])
    assert other.faults == [('summary 2 shown="Jh Tc 9d 3h 5s 4c Jd"', "violation")]
    assert (other.found[0].expected, other.found[0].actual) == ("Jh Ts 9d 3h 5s 4c", "Jh Tc 9d 3h 5s 4c Jd")


def test_a_record_that_breaks_off_with_a_line_that_is_no_event() -> None:
    cut = HAND[: HAND.index("street 5")] + "# the rest was lost\n"
    found = Judged(cut, "R003", RR)
    assert found.faults == [("# the rest was lost", "review")]
    assert found.found[0].event_no is None


@pytest.mark.parametrize(
    ("edits", "lines"),
    [
        # By what the bring-in should have been the line is right: the bring-in is the fault.
        ([("bring-in 1 1", "bring-in 1 0.50")], []),
        ([("bring-in 1 1", "bring-in 1 0.50"), ("to=2 by=1", "to=2 by=0.75")], [f"complete 2 to=2 by=0.75{AT}20Z"]),
        # All in: eight chips are all that is left.
        ([('"saltmarsh" 100', '"saltmarsh" 11'), ("to=8 by=4", "to=8 by=8 all-in")], ["raise 2 to=8 by=8 all-in"]),
        ([("to=8 by=4", "to=8 by=8 all-in")], []),  # it is not all: W510's
        ([("to=8 by=4", "to=7 by=4")], []),  # nor is that a raise: W502's
    ],
)
def test_increases_that_are_stated(edits: Edits, lines: list[str]) -> None:
    assert [line for line, _ in judged("R012", edits).faults] == lines


def test_words_for_what_the_summary_says() -> None:
    found = judged("R008", [("summary 1 won=22", "summary 1 won=23")]).found[0]
    assert found.message.startswith("the summary says that seat 1 (northwind) won 23;")
    assert found.money_effect == "1"


@pytest.mark.parametrize(("cut", "found"), [("call 2 4.0.0", ": '4.0.0' is not an amount"), ("whistle 2", "")])
def test_the_reason_why_a_line_is_not_known(cut: str, found: str) -> None:
    """Of a line of a known kind the reason is told; the last line of a record that breaks off is no such fault."""
    text = changed(HAND, ("check 2\n", f"{cut}\ncheck 2\n"))
    codes = {"R010": "malformed value", "R001": "the neutral dialect does not know this line"}
    code = "R010" if found else "R001"
    (one,) = Judged(text, code, RR).found
    assert one.message == codes[code] + found
    broken = text[: text.index(cut)] + cut
    assert Judged(broken, "R001", RR).found == []


# --- raises that do not add up ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edits", "line"),
    [
        # The bring-in is wrong (B302), and the completion right by what it should have been.
        ([("bring-in 1 1 ", "bring-in 1 0.50 ")], None),
        ([("bring-in 1 1 ", "bring-in 1 0.50 "), ("to=2 by=1", "to=2 by=2")], f"complete 2 to=2 by=2{AT}20Z"),
        # So it is with a bet of the wrong size.
        ([("bet 1 4", "bet 1 5")], None),
        # The raise itself is none: W502 says so.
        ([("to=8 by=4", "to=9 by=4")], None),
        ([("to=8 by=4", "to=3 by=4")], None),
        # All-in for less, and the increase is another.
        ([('"saltmarsh" 100', '"saltmarsh" 10'), ("to=8 by=4", "to=7 by=2 all-in")], "raise 2 to=7 by=2 all-in"),
        ([('"saltmarsh" 100', '"saltmarsh" 11'), ("to=8 by=4", "to=7 by=2 all-in")], None),
        # A line before it in the round that could not be read may be the bet that it faced.
        ([("raise 2 to=8 by=4", "whistle 3\nraise 2 to=8 by=8")], None),
        ([("deal 2 down Jd\n", "deal 2 down Jd\nwhistle 3\n"), ("to=8 by=4", "to=8 by=8")], "raise 2 to=8 by=8"),
    ],
)
def test_an_increase_that_the_line_says_wrongly(edits: Edits, line: str | None) -> None:
    assert judged("R012", edits).faults == ([] if line is None else [(line, "violation")])


CUT = HAND.index("street 7"), HAND.index("show-down")
WITHOUT_SEVENTH = HAND[: CUT[0]] + HAND[CUT[1] :]
SHOWS = 'show 2 Jh Ts 9d 3h 5s 4c Jd said="a pair of Jacks"\n', 'show 1 Ah Ad 2c 8c 7h Tc 6d said="a pair of Aces"\n'


@pytest.mark.parametrize("edits", [[], [(SHOWS[0], "muck 2\n")], [("street 6", 'say 2 "hi"\nstreet 6')]])
def test_a_showdown_before_the_last_street(edits: Edits) -> None:
    found = Judged(changed(WITHOUT_SEVENTH, *edits), "R002", RR)
    assert found.faults == [("show-down", "violation")]
    assert "a showdown after sixth street, of players who can still bet" in found.found[0].message


@pytest.mark.parametrize(
    "edits",
    [
        # What one player alone shows or mucks is no showdown.
        [(SHOWS[0], "")],
        [(SHOWS[1], "")],
        # The street may be in the line that is not known.
        [("show-down\n", "whistle 2\nshow-down\n")],
        [("summary\n", 'cancelled "power"\nsummary\n')],
        # Whether they are all-in is not known.
        [('seat 2 "saltmarsh" 100', 'seat 2 "saltmarsh"')],
    ],
)
def test_a_showdown_that_may_be_due_early(edits: Edits) -> None:
    assert Judged(changed(WITHOUT_SEVENTH, *edits), "R002", RR).faults == []


def test_a_showdown_of_a_hand_that_breaks_off_may_be_due_early() -> None:
    assert Judged(WITHOUT_SEVENTH[: WITHOUT_SEVENTH.index("award")], "R002", RR).faults == []
