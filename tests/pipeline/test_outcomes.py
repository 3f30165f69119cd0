"""What was said of hands, as one number in a process, and as it is sent to another."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from msgspec import msgpack
from msgspec.structs import replace
from support.hands import invented_hand

from stud_audit.checks.neighbours import bare_sitting
from stud_audit.checks.sittings import Players
from stud_audit.houses.loader import load_house
from stud_audit.ingest.dialect import Block
from stud_audit.ingest.input.found import Located
from stud_audit.pipeline import memo
from stud_audit.pipeline.memo import Sayings, memo_of, remembered, sayings
from stud_audit.pipeline.one_hand import HandResult
from stud_audit.pipeline.outcomes import OF_CODE, CoverageKey, bit_of, keys_of, mask_of
from stud_audit.report.stored import Rows

PASSED: tuple[CoverageKey, ...] = (("Y1", 3, "passed", ""), ("Y1", 4, "passed", ""), ("Z2", 0, "passed", "ZZ-1"))
BLIND: CoverageKey = ("Z2", 0, "not_checkable", "the stakes")


def result(*said: CoverageKey) -> HandResult:
    return HandResult(invented_hand(), load_house("tda"), outcomes=mask_of(said))


def test_outcomes_are_the_same_one_by_one() -> None:
    mask = mask_of([*PASSED, BLIND, PASSED[0]])
    assert mask.bit_count() == 4
    assert {*keys_of(mask)} == {*PASSED, BLIND}
    assert keys_of(mask & OF_CODE["Z2"]) == keys_of(bit_of(PASSED[2]) | bit_of(BLIND))
    assert (mask_of([]), keys_of(0)) == (0, [])


def test_what_a_check_said_is_told_by_its_code() -> None:
    assert [*result(*PASSED).said_by("Y1")] == [*PASSED[:2]]
    assert [*result(*PASSED).said_by("Z3")] == []


def test_what_is_sent_does_not_depend_on_what_the_process_has_met_before() -> None:
    """Outcomes stand by family of checks, in the order of the alphabet, each set once."""
    sent = sayings([result(BLIND, *PASSED), result(PASSED[1]), result(), result(PASSED[1], PASSED[2])])
    y1, z2 = PASSED[:2], (BLIND, PASSED[2])
    said = [msgpack.decode(each, type=tuple[CoverageKey, ...]) for each in sent.said]
    assert said == [y1, z2, PASSED[1:2], PASSED[2:]]
    assert [*sent.outcomes()] == [mask_of([*y1, *z2]), bit_of(PASSED[1]), 0, mask_of(PASSED[1:])]


NO_ROWS = Rows("", (), (), ())


def located(one: HandResult) -> Located:
    block = Block(one.hand.text, 1)
    return Located(0, one.hand.file, 1, one.hand.dialect, block, one.hand.last_line, one.hand.digest, 0)


def test_a_memo_that_tells_more_of_one_player_than_of_another_is_damaged() -> None:
    one = result()
    of_two = Players(("ash", "elm"), (1, 2), (40, 50), (39, 51), (True, True), (1, 2, 1, 9, 2, 3, 1, 9))
    for uneven in (replace(of_two, stacks=(40,)), replace(of_two, lines=(1, 2, 1, 9)), replace(of_two, sat=(True,))):
        for players, damaged in ((of_two, False), (uneven, True)):
            one.sitting = replace(bare_sitting(one.hand), players=players)
            kept = memo_of([located(one)], [one], NO_ROWS)
            assert kept is not None
            with pytest.raises(ValueError, match="less is told") if damaged else nullcontext():
                assert remembered([located(one)], "tda", kept)[0][0].sitting == one.sitting


def test_a_memo_with_the_number_of_nothing_said_is_damaged(monkeypatch: pytest.MonkeyPatch) -> None:
    one = result(*PASSED)
    whole = memo_of([located(one)], [one], NO_ROWS)
    assert whole is not None
    assert remembered([located(one)], "tda", whole)[0][0].outcomes == one.outcomes
    monkeypatch.setattr(memo, "sayings", lambda _: Sayings((), (b"\x07\x00",)))
    damaged = memo_of([located(one)], [one], NO_ROWS)
    assert damaged is not None
    with pytest.raises(ValueError, match="index"):
        remembered([located(one)], "tda", damaged)
