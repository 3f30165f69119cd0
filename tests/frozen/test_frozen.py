"""The audit says of the frozen hands what it said when they were frozen."""

from __future__ import annotations

import pytest

from frozen.digests import compare, read
from frozen.units import GROUPS, Unit, units

HOW = """
To see what changed: `python -m tests.frozen dump DIR --only UNIT` here and in a checkout from before, then `diff -r`.
Where every difference is meant: `python -m tests.frozen write`."""


def hold(group: str, members: list[Unit]) -> None:
    differences = [str(difference) for difference in compare(members, read(group))]
    assert not differences, "\n".join([f"{len(differences)} of {len(members)} units differ:", *differences]) + HOW


@pytest.mark.parametrize("group", [group for group in GROUPS if group != "corpora"])
def test_a_part_is_as_it_was(group: str) -> None:
    members = [unit for unit in units(group) if unit.quick]
    assert members
    hold(group, members)


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS)
def test_all_is_as_it_was(group: str) -> None:
    members = units(group)
    if group == "corpora" and not members:
        pytest.skip("the corpora are not here")
    hold(group, members)
    assert read(group).keys() == {unit.name for unit in members}
