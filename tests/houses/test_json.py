"""A house as data: the keys that programs rely on, for every shipped house."""

from __future__ import annotations

import pytest

from stud_audit.checks import catalogue
from stud_audit.houses import describe, house_names, load_house

GAME = {f"G-{number:02}" for number in range(1, 26)}


@pytest.mark.parametrize("name", house_names())
def test_the_shape_is_fixed_and_the_games_clauses_are_listed(name: str) -> None:
    house = describe(load_house(name))
    assert list(house) == [
        "name", "title", "version", "digest", "effective_from", "effective_to", "dates",
        "clauses", "rulings", "silences",
    ]  # fmt: skip
    codes = {entry.check.code for entry in catalogue()}
    for clause in house["clauses"]:
        assert list(clause) == ["id", "text", "subject", "checks", "rulings", "needs"]
        assert clause["text"]
        assert clause["checks"]
        assert codes.issuperset(clause["checks"])
    ids = {clause["id"] for clause in house["clauses"]}
    assert ids.issuperset(GAME)
