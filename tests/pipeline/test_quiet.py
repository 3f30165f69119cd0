"""Checks that are not asked at quiet steps would have said there what they declare."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from stud_audit.checks import catalogue
from stud_audit.checks.base import PASS, Check, Result
from stud_audit.game.games import GAMES
from stud_audit.ingest.reader import read_hands
from stud_audit.pipeline.chosen_house import choose_house
from stud_audit.record.replay import Replay

ROOT = Path(__file__).parents[2]
QUIET = [entry.check for entry in catalogue() if entry.check.quiet is not None]


@pytest.mark.parametrize("check", QUIET, ids=[check.code for check in QUIET])
def test_what_is_said_of_a_quiet_step(check: Check) -> None:
    said = answers()[check.code]
    assert len(said) > 1000
    assert all(answer is (PASS if check.quiet == "passed" else None) for answer in said)


@cache
def answers() -> dict[str, list[Result]]:
    """What these checks say of the quiet steps of hands legal and not."""
    said: dict[str, list[Result]] = {check.code: [] for check in QUIET}
    for hand in read_hands([ROOT / "sample_histories", ROOT / "stud_audit" / "checks" / "examples"]):
        if hand.status == "parsed" and not hand.unsupported and hand.header.game in GAMES:
            house = choose_house(hand, None)
            for step in Replay(hand, house.rules):
                if step.closing is None and step.turn in (None, "in-turn"):
                    for check in QUIET:
                        if check.judge is not None and type(step.event) in check.shown:
                            said[check.code].append(check.judge(step, house))
    return said
