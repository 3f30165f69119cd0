"""Every planted fault is found at its line, with its verdict, and nothing else; near misses raise nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.planted import HOUSES, Tally, measure

from stud_audit.checks import catalogue
from stud_audit.houses.loader import load_house
from stud_audit.simulate.near import near_misses
from stud_audit.simulate.plants import plants
from stud_audit.simulate.room import WRITERS

NOT_IN_A_HAND = {
    "R004": "bytes, not text",
    "R007": "a variant that is not played here",
    "R009": "our own failure",
    "I901": "our own failure",
}


def test_every_code_that_a_hand_can_carry_has_a_plant_and_a_near_miss() -> None:
    codes = {entry.check.code for entry in catalogue()} - NOT_IN_A_HAND.keys()
    assert codes == plants().keys() == near_misses().keys()


@pytest.mark.parametrize("dialect", sorted(WRITERS))
@pytest.mark.parametrize("code", plants())
def test_planted(code: str, dialect: str, tmp_path: Path) -> None:
    plant = plants()[code]
    houses = [load_house(name) for name in HOUSES]
    houses = [house for house in houses if dialect in plant.dialects and plant.fits(house, dialect)]
    tally = Tally()
    for house in houses:
        tally.add(measure(house, dialect, plant, -(-5 // len(houses)), "test", tmp_path))
    assert tally.perfect, "\n\n".join(tally.misses)
    assert tally.planted >= min(5, 5 * len(houses))


@pytest.mark.parametrize("dialect", sorted(WRITERS))
@pytest.mark.parametrize("code", near_misses())
def test_near_miss(code: str, dialect: str, tmp_path: Path) -> None:
    kind = near_misses()[code]
    houses = [load_house(name) for name in HOUSES]
    houses = [house for house in houses if dialect in kind.dialects and kind.fits(house, dialect)]
    tally = Tally()
    for house in houses:
        tally.add(measure(house, dialect, kind, 1, "test", tmp_path))
    assert tally.perfect, "\n\n".join(tally.misses)
    assert bool(tally.near) == bool(houses)
