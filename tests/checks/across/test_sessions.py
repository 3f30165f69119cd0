"""Hands of one table: their order, which are neighbours, and what the checks across hands make of gaps."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from random import Random

import pytest
from support.sessions import START, THEN, hand, write

from stud_audit.checks.neighbours import Place, follows_on, in_order, milliseconds
from stud_audit.checks.sittings import Sitting
from stud_audit.pipeline import Audit, across_hands
from stud_audit.simulate import simulate

Row = tuple[str, str, str]


def found(paths: Path | Sequence[Path], codes: str = "X8", **options: object) -> list[Row]:
    """Hand, code, and verdict of the findings across hands."""
    audit = Audit(paths, select=codes.split(","), **options)  # type: ignore[arg-type]
    return [(f.hand_id or "", f.code, f.verdict) for result in audit for f in result.findings]


# --- simulated logs --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """60 clean hands of three tables, as text."""
    folder = tmp_path_factory.mktemp("clean")
    texts = []
    for seed, game in enumerate(("stud", "stud8", "razz")):
        simulate(folder / "log.stud", "william-hill", hands=20, seed=seed, game=game)
        texts += (folder / "log.stud").read_text().split("\n", 1)[1].split("\nhand ")
    return ["hand " + text.removeprefix("hand ").strip("\n") + "\n" for text in texts]


def test_a_log_with_gaps(hands: list[str], tmp_path: Path) -> None:
    assert len(hands) == 60
    for left_out in (2, 3, 5):
        kept = [hand for number, hand in enumerate(hands, 1) if number % left_out]
        assert found(write(tmp_path / "gaps.stud", kept)) == []


def test_a_log_that_runs_backwards(hands: list[str], tmp_path: Path) -> None:
    assert found(write(tmp_path / "back.stud", reversed(hands))) == []


@pytest.mark.parametrize("seed", range(3))
def test_hands_shuffled_over_several_files(hands: list[str], tmp_path: Path, seed: int) -> None:
    shuffled = Random(seed).sample(hands, len(hands))
    files = [write(tmp_path / f"{number}.stud", shuffled[number::3]) for number in range(3)]
    assert found(files) == []


def test_what_is_found_depends_on_neither_order_nor_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log.stud"
    simulate(log, "william-hill", hands=40, seed=4, game="stud", plant={"X802": 0.1, "X803": 0.1, "X804": 0.1})
    expected = sorted(found(log))
    assert {code for _, code, _ in expected} == {"X802", "X803", "X804"}
    texts = log.read_text().split("\n", 1)[1].split("\nhand ")
    planted = ["hand " + text.removeprefix("hand ").strip("\n") + "\n" for text in texts]
    shuffled = Random(1).sample(planted, len(planted))
    files = [write(tmp_path / f"{number}.stud", shuffled[number::4]) for number in range(4)]
    assert sorted(found(files)) == expected
    assert sorted(found(files[::-1])) == expected
    in_turn = found(files)
    assert found(files, jobs=2) == in_turn
    monkeypatch.setattr(across_hands, "_HELD", 3)  # fewer hands than the table has
    assert found(files) == in_turn


def test_a_hand_that_is_there_twice_is_played_once(hands: list[str], tmp_path: Path) -> None:
    one, other = write(tmp_path / "a.stud", hands), write(tmp_path / "b.stud", hands[10:30])
    assert found([other, one]) == []


# --- a table of our own ------------------------------------------------------------------------------

HOUSE = "william-hill"


def judged(tmp_path: Path, *hands: str, house: str = HOUSE, codes: str = "X802,X803") -> list[Row]:
    return found(write(tmp_path / "log.stud", hands), codes, house=house)


def test_stacks_that_carry_over(tmp_path: Path) -> None:
    assert judged(tmp_path, hand("10", 0, START), hand("20", 1, THEN, button=2)) == []


@pytest.mark.parametrize(
    ("then", "expected"),
    [
        (("51", "49.25", "40"), [("20", "X802", "violation")]),  # two others carry over
        (("51", "40", "40"), [("20", "X802", "review"), ("20", "X802", "review")]),  # one of two does
        (("30", "40", "40"), []),  # none: hands between may be missing
        (("51", "49.25", "60"), [("20", "X802", "violation")]),  # the notation has a word for what is bought
    ],
)
def test_a_stack_that_does_not_carry_over(then: Sequence[str], expected: list[Row], tmp_path: Path) -> None:
    assert judged(tmp_path, hand("10", 0, START), hand("20", 1, then, button=2)) == expected


@pytest.mark.parametrize(
    ("before", "after", "then", "expected"),
    [
        ("buy-in 3 10.25 kind=top-up", "", "60", []),  # 49.75 and 10.25 bought for this hand
        ("", "buy-in 3 10.25 kind=top-up", "60", []),  # bought while the hand before was on
        ("buy-in 3 60 kind=sit", "", "60", []),  # sat down anew
        ("buy-in 3 10 kind=top-up", "", "60", [("20", "X802", "violation")]),
        ("buy-in 3 60 kind=rebuy", "", "60", [("20", "X802", "violation")]),
    ],
)
def test_recorded_buy_ins_count(before: str, after: str, then: str, expected: list[Row], tmp_path: Path) -> None:
    first = hand("10", 0, START, after=after)
    assert judged(tmp_path, first, hand("20", 1, ("51", "49.25", then), button=2, before=before)) == expected


def test_one_other_stack_that_carries_over_is_matter_for_review(tmp_path: Path) -> None:
    two = hand("10", 0, START[:2]), hand("20", 1, ("50.75", "40"), button=2)
    assert judged(tmp_path, *two) == [("20", "X802", "review")]
    recorded = hand("10", 0, START, before="buy-in 1 50 kind=sit"), hand("20", 1, ("51", "40", "40"), button=2)
    assert judged(tmp_path, *recorded) == [("20", "X802", "review")] * 2


def test_a_log_records_buy_ins_wherever_one_stands(tmp_path: Path) -> None:
    """A stack that has grown is judged where the table's log records buy-ins, were it only later."""
    later = hand("30", 2, ("52", "48.50", "59.50"), button=3, before="buy-in 2 1 kind=rebuy")
    hands = [hand("10", 0, START), hand("20", 1, ("51", "49.25", "60"), button=2), later]
    for order in (hands, hands[::-1]):
        assert ("20", "X802", "violation") in judged(tmp_path, *order)


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        ({"button": 1}, [("20", "X803", "violation")]),
        ({"button": 2}, []),
        ({"button": 3}, [("20", "X803", "violation")]),
    ],
)
def test_the_button(second: dict[str, int], expected: list[Row], tmp_path: Path) -> None:
    assert judged(tmp_path, hand("10", 0, START), hand("20", 1, THEN, **second)) == expected  # type: ignore[arg-type]


def test_a_frozen_button_is_judged_where_more_than_one_game_is_played(tmp_path: Path) -> None:
    first, moved = hand("10", 0, START), hand("11", 1, THEN, button=2)
    assert judged(tmp_path, first, moved, codes="X803", house="tda") == []
    mixed = first.replace("game=stud ", "game=stud8 ")
    assert mixed != first
    assert judged(tmp_path, mixed, moved, codes="X803", house="tda") == [("11", "X803", "violation")]


def test_the_button_is_judged_between_neighbours_only(tmp_path: Path) -> None:
    first, others = hand("10", 0, START), ("30", "49.25", "10")
    assert judged(tmp_path, first, hand("20", 1, others, button=1), codes="X803") == []  # one stack carries over
    # Numbers without a gap leave no room for a hand between.
    assert judged(tmp_path, first, hand("11", 1, others, button=1), codes="X803") == [("11", "X803", "violation")]


@pytest.mark.parametrize(
    "second",
    [
        {"day": "2026-11-04"},  # more than a day later
        {"stakes": "small=2 big=4 ante=0.25 bring-in=1"},
        {"table": "Bure"},
    ],
)
def test_hands_that_are_never_neighbours(second: dict[str, str], tmp_path: Path) -> None:
    other = hand("11", 1, ("51", "49.25", "40"), button=1, **second)  # type: ignore[arg-type]
    assert judged(tmp_path, hand("10", 0, START), other) == []


def test_other_stakes_between(tmp_path: Path) -> None:
    between = hand("20", 1, THEN, stakes="small=2 big=4 ante=0.25 bring-in=0.50")
    assert judged(tmp_path, hand("10", 0, START), between, hand("30", 2, ("51", "49.25", "40"))) == []


def test_a_cancelled_hand_moves_no_button_and_gives_its_chips_back(tmp_path: Path) -> None:
    cancelled = hand("20", 1, THEN, button=2).split("\nbring-in")[0] + '\ncancelled "misdeal"\nend\n'
    first = hand("10", 0, START)
    assert judged(tmp_path, first, cancelled, hand("30", 2, THEN, button=2)) == []
    moved = hand("30", 2, THEN, button=3)
    assert judged(tmp_path, first, cancelled, moved) == [("30", "X803", "violation")]
    kept = hand("30", 2, ("51", "49.25", "49.50"), button=2)
    assert judged(tmp_path, first, cancelled, kept) == [("30", "X802", "violation")]


def test_a_hand_that_cannot_be_read_lies_between(tmp_path: Path) -> None:
    lost = hand("20", 1, THEN).replace("structure=fixed", "structure=no")
    assert judged(tmp_path, hand("10", 0, START), lost, hand("30", 2, ("51", "49.25", "40"))) == []


def test_overlapping_hands_need_not_be_neighbours(tmp_path: Path) -> None:
    timed = hand("10", 0, START, after="muck 1 at=2026-11-02T12:03:00Z")
    late = hand("90", 2, ("10", "20", "30"))
    assert judged(tmp_path, late, timed, codes="X804") == [("90", "X804", "violation")]
    assert judged(tmp_path, timed, hand("90", 3, ("10", "20", "30")), codes="X804") == []
    # Another table that bears the same name.
    other = hand("90", 2, START, stakes="small=2 big=4 ante=0.25 bring-in=1")
    assert judged(tmp_path, timed, other, codes="X804") == []


def test_tables_of_two_sites_are_two_tables(tmp_path: Path) -> None:
    one = hand("10", 0, START).replace(" at=", " house=william-hill at=")
    other = hand("20", 1, ("51", "49.25", "40")).replace(" at=", " house=third-house at=")
    assert judged(tmp_path, one, other) == []


# --- the order of hands ------------------------------------------------------------------------------


def order(*hands: tuple[str, str | None, str | None]) -> tuple[list[str], list[str]]:
    """The ids in order, and those without a place; hands are (id, wall clock, zone)."""
    places = []
    for at, (hand_id, clock, zone) in enumerate(hands):
        wall = milliseconds(datetime.fromisoformat(clock)) if clock else None
        fixed = {"UTC": 0, "+01:00": 3_600_000}.get(zone or "")
        places.append(Place(Sitting(hand_id, wall, fixed, zone), at))
    ordered, loose = in_order(places)
    return [hands[place.at][0] for place in ordered], [hands[place.at][0] for place in loose]


def test_by_time_then_by_number() -> None:
    at = "2026-05-02 12:00"
    assert order(("9", at, "UTC"), ("10", at, "UTC"), ("4", "2026-05-02 11:59", "UTC")) == (["4", "9", "10"], [])
    # Numbers that do not rise with time tell nothing.
    assert order(("9", "2026-05-02 12:00", "ET"), ("4", "2026-05-02 12:01", "ET")) == (["9", "4"], [])
    # Zones without summer time can be compared: noon there is eleven o'clock here.
    assert order(("9", at, "UTC"), ("10", at, "+01:00")) == (["10", "9"], [])


@pytest.mark.parametrize("zone", ["ET", None])
def test_the_hour_that_comes_twice(zone: str | None) -> None:
    """In New York the clock went from 1:59 back to 1:00 on 1 November 2026."""
    hands = [
        ("100", "2026-11-01 00:50", zone),
        ("110", "2026-11-01 01:20", zone),
        ("120", "2026-11-01 01:55", zone),
        ("130", "2026-11-01 01:10", zone),
        ("140", "2026-11-01 01:25", zone),
        ("150", "2026-11-01 02:05", zone),
    ]
    for seed in range(5):
        assert order(*Random(seed).sample(hands, 6))[0] == ["100", "110", "120", "130", "140", "150"]


def test_clocks_of_several_zones() -> None:
    hands = [("1", "2026-05-02 18:00", "CET"), ("2", "2026-05-02 12:01", "ET"), ("3", "2026-05-02 18:02", "CET")]
    assert order(*hands[::-1])[0] == ["1", "2", "3"]


def test_hands_without_a_time() -> None:
    assert order(("12", None, None), ("9", None, None)) == (["9", "12"], [])
    assert order(("c9a", None, None), ("7f", None, None)) == ([], ["c9a", "7f"])


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("70157", "70158", True),
        ("70157", "70159", False),
        ("R5-82086688-607", "R5-82086688-608", True),
        ("2801-41-1478990787", "2801-42-1478990850", True),
        ("2801-41-1478990787", "2801-43-1478990850", False),
        ("a1", "b2", False),
        ("7", "7", False),
    ],
)
def test_numbers_without_a_gap(one: str, other: str, expected: bool) -> None:
    assert follows_on(one, other) is expected


def test_a_player_who_had_nothing_left_shows_nothing(tmp_path: Path) -> None:
    """What somebody bought back in with says nothing of the hands between: the others' stacks are not judged by it."""
    broke = hand("10", 0, ("50", "50", "0.25")).replace("ante 3 0.25", "ante 3 0.25 all-in").replace("fold 3\n", "")
    later = hand("50", 9, ("47", "53", "20"), button=2, before="buy-in 3 20 kind=rebuy")
    assert judged(tmp_path, broke, later, house="roberts-rules", codes="X802") == []
