"""Every planted fault is found at its line, with its verdict, and nothing else; near misses raise nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from near import near_misses
from support.planted import HOUSES, Tally, measure

from stud_audit.checks import catalogue
from stud_audit.houses.house import House
from stud_audit.houses.loader import load_house
from stud_audit.simulate.plants import plants
from stud_audit.simulate.room import WRITERS
from stud_audit.simulate.saboteur import Saboteur

NOT_IN_A_HAND = {
    "R004": "bytes, not text",
    "R007": "a variant that is not played here",
    "R009": "our own failure",
    "I901": "our own failure",
}


def test_every_code_that_a_hand_can_carry_has_a_plant_and_a_near_miss() -> None:
    codes = {entry.check.code for entry in catalogue()} - NOT_IN_A_HAND.keys()
    assert codes == plants().keys() == near_misses().keys()


def places(kinds: Mapping[str, Sequence[type[Saboteur]]]) -> list[Any]:
    """Every kind with each dialect in which some house has it done."""
    return [
        pytest.param(kind, dialect, id=f"{code}-{kind.__name__}-{dialect}")
        for code, ways in kinds.items()
        for kind in ways
        for dialect in sorted(WRITERS)
        if houses(kind, dialect)
    ]


def houses(kind: type[Saboteur], dialect: str) -> list[House]:
    """Those under whose rules it can be done and shown."""
    return [house for house in map(load_house, HOUSES) if dialect in kind.dialects and kind.fits(house)]


def measured(kind: type[Saboteur], dialect: str, hands: int, folder: Path) -> Tally:
    """So many hands under each house."""
    tally = Tally()
    for house in houses(kind, dialect):
        tally.add(measure(house, dialect, kind, hands, "test", folder))
    return tally


@pytest.mark.parametrize("kinds", [plants(), near_misses()])
def test_every_kind_has_a_place(kinds: Mapping[str, Sequence[type[Saboteur]]]) -> None:
    every = [kind for ways in kinds.values() for kind in ways]
    assert [kind for kind in every if not any(houses(kind, dialect) for dialect in WRITERS)] == []


@pytest.mark.parametrize(("kind", "dialect"), places(plants()))
def test_planted(kind: type[Saboteur], dialect: str, tmp_path: Path) -> None:
    tally = measured(kind, dialect, -(-5 // len(houses(kind, dialect))), tmp_path)
    assert tally.perfect, "\n\n".join(tally.misses)
    assert tally.planted >= 5


@pytest.mark.parametrize(("kind", "dialect"), places(near_misses()))
def test_near_miss(kind: type[Saboteur], dialect: str, tmp_path: Path) -> None:
    tally = measured(kind, dialect, 1, tmp_path)
    assert tally.perfect, "\n\n".join(tally.misses)
    assert tally.near
