"""Buttons, prompts, and clocks (WH-10, WH-27, WH-28, LPC-22 to LPC-24, A-10, A-17): one hand, and changes to it."""

from __future__ import annotations

import pytest
from support.judged import NOTHING, PASSED, Judged, changed

HAND = """\
stud 1
hand 1 game=stud structure=fixed small=2 big=4 ante=0.50 bring-in=1 currency=USD table="Alpha" seats=8 button=3
seat 1 "northwind" 100
seat 2 "saltmarsh" 100
seat 3 "wexley" 100
ante 1 0.50 source=manual
ante 2 0.50 source=manual
ante 3 0.50 source=manual
street 3
deal 1 down ? ?
deal 2 down ? ?
deal 3 down ? ?
deal 1 up 2c
deal 2 up 9d
deal 3 up Kd
prompt 1 at=2026-11-01T12:00:00Z
bring-in 1 1 source=manual at=2026-11-01T12:00:04Z
prompt 2 at=2026-11-01T12:00:05Z
call 2 1 source=manual at=2026-11-01T12:00:15Z
prompt 3 at=2026-11-01T12:00:16Z
offered 3 fold check raise
call 3 1 source=manual at=2026-11-01T12:00:20Z
street 4
deal 1 up 8c
deal 2 up 3h
deal 3 up Kh
prompt 3 at=2026-11-01T12:00:30Z
offered 3 fold check raise
check 3 source=manual at=2026-11-01T12:00:31Z
prompt 1 at=2026-11-01T12:00:32Z
bet 1 2 source=manual at=2026-11-01T12:00:33Z
prompt 2 at=2026-11-01T12:00:34Z
fold 2 source=manual at=2026-11-01T12:00:35Z
prompt 3 at=2026-11-01T12:00:36Z
offered 3 fold check raise
call 3 2 source=manual at=2026-11-01T12:00:40Z
end
"""
Edits = list[tuple[str, str]]
WH, LPC, RR = "william-hill", "london-poker-club", "roberts-rules"


def judged(code: str, edits: Edits, house: str) -> Judged:
    return Judged(changed(HAND, *edits), code, house)


@pytest.mark.parametrize(
    ("code", "house"),
    [("U901", WH), ("U903", WH), ("U903", LPC), ("U904", LPC), ("T406", LPC)],
)
def test_the_hand_is_right(code: str, house: str) -> None:
    found = judged(code, [], house)
    assert (found.faults, found.said) == ([], PASSED)


# --- bet-ahead buttons -----------------------------------------------------------------------------

SECOND = "call 2 1 source=manual"
AHEAD = "prompt 1 at=2026-11-01T12:00:00Z"


@pytest.mark.parametrize(
    ("edits", "line", "expected", "actual"),
    [
        # Set in turn, once asked or plainly next.
        ([(SECOND, f"preaction 2 call\n{SECOND}")], "preaction 2 call", "no bet-ahead button", "call"),
        ([("prompt 2 at=2026-11-01T12:00:05Z", "preaction 2 fold")], "preaction 2 fold", "no bet-ahead button", "fold"),
        # Set to call the bring-in, and fired as the call of a bet.
        (
            [
                ("prompt 2 at=2026-11-01T12:00:05Z", "preaction 3 call"),
                (SECOND, "complete 2 to=2 source=manual"),
                ("call 3 1 source=manual", "call 3 2 source=preaction"),
            ],
            "call 3 2 source=preaction at=2026-11-01T12:00:20Z",
            "no action",
            "call",
        ),
        # Set to check, and fired as a fold: a fold holds, and another action does not.
        (
            [(AHEAD, f"preaction 3 check\n{AHEAD}"), ("call 3 1 source=manual", "call 3 1 source=preaction")],
            "call 3 1 source=preaction at=2026-11-01T12:00:20Z",
            "no action",
            "call",
        ),
    ],
)
def test_a_bet_ahead_button_that_is_wrong(edits: Edits, line: str, expected: str, actual: str) -> None:
    found = judged("U902", edits, WH)
    assert [place for place, _ in found.faults] == [line]
    assert (found.found[0].expected, found.found[0].actual) == (expected, actual)


@pytest.mark.parametrize(
    "edits",
    [
        # Set ahead of the turn, and fired as set.
        [
            ("prompt 2 at=2026-11-01T12:00:05Z", "prompt 2 at=2026-11-01T12:00:05Z\npreaction 3 call"),
            ("call 3 1 source=manual", "call 3 1 source=preaction"),
        ],
        # A fold holds whatever is bet.
        [
            ("prompt 2 at=2026-11-01T12:00:05Z", "prompt 2 at=2026-11-01T12:00:05Z\npreaction 3 fold"),
            (SECOND, "complete 2 to=2 source=manual"),
            ("call 3 1 source=manual", "fold 3 source=preaction"),
        ],
    ],
)
def test_a_bet_ahead_button_that_is_right(edits: Edits) -> None:
    found = judged("U902", edits, WH)
    assert found.faults == []
    assert "passed" in found.said


def test_a_pre_action_that_no_line_set() -> None:
    assert judged("U902", [("call 3 1 source=manual", "call 3 1 source=preaction")], WH).said == {
        "the pre-action that was set"
    }
    earlier = [
        (AHEAD, f"preaction 2 call\n{AHEAD}"),
        (SECOND, f"{SECOND} at=2026-11-01T12:00:09Z"[: len(SECOND)]),
        ("fold 2 source=manual", "call 2 2 source=preaction"),
    ]
    # What was set before the last action was for that one.
    assert "the pre-action that was set" in judged("U902", earlier, WH).said


def test_without_sources_pre_actions_are_not_checkable() -> None:
    assert judged("U902", [("call 3 1 source=manual", "call 3 1")], WH).said == {"the sources of actions"}
    assert judged("U902", [], WH).said == NOTHING
    assert judged("U902", [(SECOND, f"preaction 2 call\n{SECOND}")], RR).faults == []


# --- the main buttons ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("buttons", "verdict"),
    [
        ("fold check raise", None),
        ("fold check", None),
        ("fold call raise", "review"),  # another label for the same choice
        ("fold check bet", "review"),
        ("fold check raise show", "violation"),  # one too many
        ("fold check call raise", "violation"),  # the same choice twice
    ],
)
def test_the_main_buttons(buttons: str, verdict: str | None) -> None:
    found = judged("U903", [("offered 3 fold check raise", f"offered 3 {buttons}")], WH)
    assert found.faults == ([] if verdict is None else [(f"offered 3 {buttons}", verdict)])
    if verdict:
        assert (found.found[0].expected, found.found[0].actual) == ("fold check raise", buttons)


FOURTH = "deal 3 up Kh\nprompt 3 at=2026-11-01T12:00:30Z\noffered 3 fold check raise"


@pytest.mark.parametrize(
    ("house", "old", "new", "faults", "said"),
    [
        # With a pair showing a house gives its holder the higher bet: no button to bet refuses it.
        (LPC, FOURTH, FOURTH.replace("check raise", "check"), True, PASSED),
        (LPC, FOURTH, FOURTH, False, PASSED),
        (LPC, FOURTH, FOURTH.replace("raise", "bet"), False, PASSED),
        (LPC, FOURTH, FOURTH.replace("Kh", "Qh").replace("check raise", "check"), False, NOTHING),
        (LPC, '"wexley" 100', '"wexley" 5.50', False, NOTHING),  # exactly the higher limit, and no more
        (LPC, " small=2 big=4", "", False, NOTHING),
    ],
)
def test_an_option_that_the_buttons_refuse(house: str, old: str, new: str, faults: bool, said: set[str]) -> None:
    found = judged("U903", [(old, new)], house)
    assert [line for line, _ in found.faults] == ["offered 3 fold check"] * faults
    assert found.said == said
    if faults:
        assert (found.found[0].expected, found.found[0].actual) == ("bet | raise", "fold check")


# --- the check-raise -------------------------------------------------------------------------------

LAST = "prompt 3 at=2026-11-01T12:00:36Z\noffered 3 fold check raise"


def test_a_check_raise_that_the_buttons_refuse() -> None:
    found = judged("U904", [(LAST, LAST.replace("check raise", "call"))], LPC)
    assert found.faults == [("offered 3 fold call", "violation")]
    assert (found.found[0].expected, found.found[0].actual) == ("raise", "fold call")


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        ([('"wexley" 100', '"wexley" ?')], {"the stack of seat 3"}),
        ([('"wexley" 100', '"wexley" 3.50')], NOTHING),  # two chips: a call
        ([(" small=2 big=4", "")], NOTHING),
        ([("check 3 source=manual", "bet 3 2 source=manual"), ("bet 1 2", "raise 1 to=4")], NOTHING),  # did not check
    ],
)
def test_where_no_check_raise_is_refused(edits: Edits, said: set[str]) -> None:
    found = judged("U904", [*edits, (LAST, LAST.replace("check raise", "call"))], LPC)
    assert (found.faults, found.said) == ([], said)


# --- prompts and the clock -------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["prompt 1 at=2026-11-01T12:00:00Z\n", "prompt 3 at=2026-11-01T12:00:30Z\n"])
def test_who_opens_has_to_be_asked(line: str) -> None:
    first = "bring-in 1 1" if line.startswith("prompt 1") else "check 3"
    found = judged("U901", [(line, "")], WH)
    assert [place.startswith(first) for place, _ in found.faults] == [True]
    assert (found.found[0].expected, found.found[0].actual) == ("prompt", "nothing")
    # Another's prompt is none, nor is one on an earlier street.
    assert judged("U901", [(line, line.replace(line[:8], "prompt 2"))], WH).faults


def test_who_only_follows_need_not_be_asked_and_logs_without_prompts_tell_nothing() -> None:
    assert judged("U901", [("prompt 2 at=2026-11-01T12:00:05Z\n", "")], WH).said == PASSED
    silent = "\n".join(line for line in HAND.splitlines() if not line.startswith("prompt")) + "\n"
    assert Judged(silent, "U901", WH).said == {"prompts"}


@pytest.mark.parametrize(
    ("second", "verdict"),
    [("15", None), ("15.500", "review"), ("16", "review"), ("16.001", "violation"), ("59", "violation")],
)
def test_ten_seconds_and_one_of_grace(second: str, verdict: str | None) -> None:
    old = "call 2 1 source=manual at=2026-11-01T12:00:15Z\nprompt 3 at=2026-11-01T12:00:16Z"
    new = f"call 2 1 source=manual at=2026-11-01T12:00:{second}Z\nprompt 3 at=2026-11-01T12:00:59Z"
    found = judged(
        "T406", [(old, new), ("call 3 1 source=manual at=2026-11-01T12:00:20Z", "call 3 1 source=auto")], LPC
    )
    assert [v for _, v in found.faults] == ([verdict] if verdict else [])
    if verdict:
        assert found.found[0].expected == "10 s"
        assert found.found[0].actual == f"{float(second) - 5:.3f} s"


@pytest.mark.parametrize("source", ["timeout", "disconnect", "auto", "admin"])
def test_what_the_software_does_is_not_late(source: str) -> None:
    old = "call 2 1 source=manual at=2026-11-01T12:00:15Z"
    assert judged("T406", [(old, f"fold 2 source={source} at=2026-11-01T12:00:59Z")], LPC).faults == []


def test_without_times_the_clock_is_not_checkable() -> None:
    found = judged("T406", [("prompt 2 at=2026-11-01T12:00:05Z\n", "")], LPC)
    assert found.said == {"passed", "the times of prompt and action"}
    assert judged("T406", [], RR).said == NOTHING  # no clock


TIMED = "call 2 1 source=manual at=2026-11-01T12:00:15Z"


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("protect 2 at=2026-11-01T12:00:15Z", None),
        ("fold 2 source=timeout at=2026-11-01T12:00:15Z", "violation"),
        ("call 2 99.50 all-in source=timeout at=2026-11-01T12:00:15Z", "review"),  # the whole stack pushed in
    ],
)
def test_what_a_timeout_does(answer: str, verdict: str | None) -> None:
    edits = [
        (TIMED, f"timeout 2 at=2026-11-01T12:00:15Z\n{answer}"),
        ("fold 2 source=manual", 'note "x" source=manual'),
    ]
    found = judged("T407", edits, LPC)
    assert [v for _, v in found.faults] == ([verdict] if verdict else [])
    if verdict:
        assert found.found[0].expected == "protect"


@pytest.mark.parametrize(
    ("lines", "late"),
    [
        # Nobody says who folded: after the time is told to have run out it is what the software did.
        ("timeout 2 at=2026-11-01T12:00:15Z\nfold 2 at=2026-11-01T12:00:17Z", False),
        ("timeout 2 at=2026-11-01T12:00:15Z\ncall 2 1 at=2026-11-01T12:00:17Z", True),
        ("fold 2 at=2026-11-01T12:00:17Z", True),
        ("fold 2 at=2026-11-01T12:00:15Z", False),
    ],
)
def test_who_acts_as_the_time_runs_out(lines: str, late: bool) -> None:
    found = judged("T406", [(TIMED, lines), ("fold 2 source=manual", 'note "x" source=manual')], LPC)
    assert found.faults == [(lines.splitlines()[-1], "violation")] * late


def test_a_check_by_timeout_is_a_review_and_a_posted_bring_in() -> None:
    check = (
        "check 3 source=manual at=2026-11-01T12:00:31Z",
        "timeout 3 at=2026-11-01T12:00:40Z\ncheck 3 source=timeout",
    )
    assert [v for _, v in judged("T407", [check], LPC).faults] == ["review"]
    posted = ("bring-in 1 1 source=manual", "timeout 1 at=2026-11-01T12:00:10Z\nbring-in 1 1 source=timeout")
    assert [v for _, v in judged("T407", [posted], LPC).faults] == ["review"]


@pytest.mark.parametrize("source", ["timeout", "disconnect"])
def test_a_call_by_the_software_is_no_answer_to_a_timeout(source: str) -> None:
    lines = f"timeout 2 at=2026-11-01T12:00:15Z\ncall 2 1 source={source}"
    found = judged("T407", [(TIMED, lines), ("fold 2 source=manual", 'note "x" source=manual')], LPC)
    assert found.faults == [(f"call 2 1 source={source}", "violation")]


def test_a_timeout_before_the_time_is_out() -> None:
    edits = [
        (TIMED, "timeout 2 at=2026-11-01T12:00:14.999Z\nprotect 2"),
        ("fold 2 source=manual", 'note "x" source=manual'),
    ]
    found = judged("T407", edits, LPC)
    assert [line for line, _ in found.faults] == ["timeout 2 at=2026-11-01T12:00:14.999Z"]
    assert (found.found[0].expected, found.found[0].actual) == ("10 s", "9.999 s")


def test_a_timeout_that_nothing_answers() -> None:
    cut = HAND[: HAND.index(TIMED)] + "timeout 2 at=2026-11-01T12:00:15Z\nend\n"
    assert Judged(cut, "T407", LPC).said == {"what was done after the timeout"}


def test_a_protected_player_who_acts_again() -> None:
    edits = [(TIMED, "timeout 2 at=2026-11-01T12:00:15Z\nprotect 2")]
    found = judged("T407", edits, LPC)
    assert [line for line, _ in found.faults] == ["fold 2 source=manual at=2026-11-01T12:00:35Z"]
    assert [v for _, v in found.faults] == ["review"]
