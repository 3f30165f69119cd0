"""Each check of the antes (WH-03 to WH-05, LPC-03, LPC-32, H3-02, H3-04): one hand, and changes to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.judged import NOTHING, PASSED, Judged, changed

HAND = """\
stud 1
hand 1 game=stud structure=fixed small=10 big=20 ante=1 bring-in=5 currency=USD table="Alpha" seats=8 button=3
seat 1 "northwind" 100
seat 2 "saltmarsh" 100
seat 3 "wexley" 100
ante 1 1 source=auto
ante 2 1 source=manual
ante 3 1 source=preaction
deal 1 down ? ?
deal 2 down ? ?
deal 3 down ? ?
deal 1 up 9d
deal 2 up 2c
deal 3 up Kd
bring-in 2 5
call 3 5
call 1 5
end
"""
Edits = list[tuple[str, str]]
LPC, H3, WH, RR = "london-poker-club", "third-house", "william-hill", "roberts-rules"


def judged(code: str, edits: Edits, house: str = RR) -> Judged:
    return Judged(changed(HAND, *edits), code, house)


@pytest.mark.parametrize(
    ("code", "house"),
    [("A201", WH), ("A202", WH), ("A203", WH), ("A206", WH), ("A206", H3), ("A201", RR), ("A202", RR)],
)
def test_the_hand_is_right(code: str, house: str) -> None:
    found = judged(code, [], house)
    assert (found.faults, found.said) == ([], PASSED)


THIRD = "ante 3 1 source=preaction\n"


@pytest.mark.parametrize(
    ("code", "edits", "line", "expected", "actual", "money"),
    [
        ("A201", [(THIRD, "")], "deal 1 down ? ?", "1", "nothing", "1"),
        ("A202", [("ante 2 1", "ante 2 2")], "ante 2 2 source=manual", "1", "2", "1"),
        ("A202", [("ante 2 1", "ante 2 0.50")], "ante 2 0.50 source=manual", "1", "0.50", "0.50"),
        ("A202", [(THIRD, f"{THIRD}ante 3 1\n")], "ante 3 1", "nothing", "1", "1"),
        (
            "A203",
            [(THIRD, ""), ("deal 2 down ? ?\n", f"{THIRD}deal 2 down ? ?\n")],
            THIRD.strip(),
            "ante before the deal",
            "ante",
            None,
        ),
    ],
)
@pytest.mark.parametrize("house", [WH, LPC])
def test_one_line_is_wrong(
    house: str, code: str, edits: Edits, line: str, expected: str, actual: str, money: str | None
) -> None:
    found = judged(code, edits, house)
    assert found.faults == [(line, "violation")]
    assert (found.found[0].expected, found.found[0].actual) == (expected, actual)
    if money:
        assert found.found[0].money_effect == money


@pytest.mark.parametrize(
    ("code", "edits", "said"),
    [
        (
            "A201",
            [(" ante=1 ", " "), ("ante 1 1 source=auto\nante 2 1 source=manual\n" + THIRD, "")],
            {"the table's ante"},
        ),
        ("A201", [(" ante=1 ", " ante=0 "), ("ante 1 1 source=auto\nante 2 1 source=manual\n" + THIRD, "")], NOTHING),
        ("A201", [(THIRD, 'unknown "wexley: ???"\n')], {"passed", "a line that could not be read"}),
        ("A202", [(" ante=1 ", " "), ("ante 2 1", "ante 2 2"), (THIRD, "")], {"the table's ante"}),
        ("A202", [("ante 2 1", "ante 2 200")], PASSED),  # W509's
        ("A202", [('"saltmarsh" 100', '"saltmarsh" 0.50'), ("ante 2 1", "ante 2 0.50")], PASSED),
        ("A205", [], NOTHING),
    ],
)
def test_what_is_right_or_cannot_be_told(code: str, edits: Edits, said: set[str]) -> None:
    found = judged(code, edits)
    assert (found.faults, found.said) == ([], said)


def test_at_a_table_that_is_not_the_house_s_both_antes_are_right() -> None:
    # William Hill publishes 1 at 10/20, and the header says 2.
    other = [(" ante=1 ", " ante=2 ")]
    assert judged("A202", other, WH).said == PASSED
    assert judged("A202", [*other, ("ante 2 1", "ante 2 2")], WH).said == PASSED
    assert [f.expected for f in judged("A202", [*other, ("ante 2 1", "ante 2 3")], WH).found] == ["2"]
    found = judged("A206", other, WH)
    assert found.said == NOTHING


def test_where_most_post_another_ante_than_is_usual_the_odd_one_out_is_found() -> None:
    # H3-04: usually a tenth. The table posts 2, seat 3 posts 3.
    edits = [(" ante=1 ", " "), ("ante 1 1", "ante 1 2"), ("ante 2 1", "ante 2 2")]
    found = judged("A202", [*edits, ("ante 3 1", "ante 3 3")], H3)
    assert ("ante 3 3 source=preaction", "review") in found.faults
    assert [f.expected for f in found.found if f.seat == 3] == ["2"]


@pytest.mark.parametrize(
    ("switch", "source", "faults", "said"),
    [
        (True, "auto", ["ante 1 1 source=auto"], PASSED),
        (True, "manual", [], PASSED),
        (True, "preaction", [], PASSED),
        (False, "auto", [], {"passed", "the players' settings for antes"}),
        (False, None, [], {"passed", "the sources of antes"}),
    ],
)
def test_antes_with_consent(switch: bool, source: str | None, faults: list[str], said: set[str]) -> None:
    ante = f"ante 1 1 source={source}" if source else "ante 1 1"
    off = "preaction 1 no-auto-ante\n" if switch else ""
    found = judged("A205", [("ante 1 1 source=auto", f"{off}{ante}")], LPC)
    assert [line for line, _ in found.faults] == faults
    assert found.said == said
    assert [(f.expected, f.actual) for f in found.found] == [("manual", "auto")] * len(faults)


def test_consent_that_a_text_may_be_read_to_ask_for(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        'name = "own"\nversion = "1"\nextends = "roberts-rules"\n'
        '[[readings]]\nname = "consent"\nset = { ante.consent = true }\n'
    )
    found = judged("A205", [("ante 1 1 source=auto", "preaction 1 no-auto-ante\nante 1 1 source=auto")], str(own))
    assert found.faults == [("ante 1 1 source=auto", "review")]
    assert found.found[0].readings.failing == ("consent",)


def test_before_any_card_an_ante_is_not_missing_yet() -> None:
    cut = HAND[: HAND.index("ante 3 1")] + "end\n"
    found = Judged(cut, "A201", WH)
    assert (found.faults, found.said) == ([], NOTHING)
