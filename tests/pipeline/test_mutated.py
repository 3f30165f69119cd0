"""Hands that are nearly those that were learned: nothing is certified that the replay would say otherwise of."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest
from support.certified import TOLD
from support.mutated import mutants

from stud_audit.houses.loader import house_names
from stud_audit.pipeline import Audit, HandResult
from stud_audit.simulate import simulate

BEFORE = {"neutral": "stud 1\n", "pokerstars": ""}


def _judged(log: Path, house: str, *, certify: bool) -> list[HandResult]:
    return [result for result in Audit(log, house, certify=certify) if isinstance(result, HandResult)]


def _compare(folder: Path, house: str, dialect: str, learned: int, mutated: int) -> int:
    """Mutants, judged with certification and without after so many hands were learned; how many are certified."""
    night, changed = folder / "night.stud", folder / "changed.stud"
    simulate(night, house, dialect, hands=learned, seed=5)
    _judged(night, house, certify=True)
    clean = _judged(night, house, certify=True)
    assert sum(result.certified for result in clean) > 0.9 * len(clean)
    certified = 0
    source = mutants([result.hand.text.rstrip("\n") for result in clean], random.Random(7), first=80_000_000)
    while mutated > 0:
        changed.write_text(BEFORE[dialect] + "\n\n\n".join(islice(source, min(mutated, 500))) + "\n")
        mutated -= 500
        full, *quick = (_judged(changed, house, certify=certify) for certify in (False, True, True))
        for results in quick:
            for one, other in zip(full, results, strict=True):
                for name in (*TOLD, "hand"):
                    assert getattr(one, name) == getattr(other, name), f"{name} of\n{one.hand.text}"
                assert not (other.certified and one.findings)
                certified += other.certified
    return certified


@pytest.mark.parametrize("dialect", BEFORE)
def test_changed_hands_come_to_the_same(dialect: str, tmp_path: Path) -> None:
    assert _compare(tmp_path, "pokerstars", dialect, learned=150, mutated=150)


@pytest.mark.slow
@pytest.mark.parametrize("dialect", BEFORE)
@pytest.mark.parametrize("house", house_names())
def test_many_changed_hands_come_to_the_same(house: str, dialect: str, tmp_path: Path) -> None:
    assert _compare(tmp_path, house, dialect, learned=400, mutated=300)
