"""What a hand leaves behind is freed when it is let go, and not left to the search for garbage."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.play import play
from support.written import pokerstars

from stud_audit.pipeline import Audit
from stud_audit.pipeline.batch import Batch, Settings, work


@pytest.fixture
def unsearched() -> Iterator[None]:
    """Without a search meanwhile."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("unsearched")
@pytest.mark.parametrize("certify", [True, False])
def test_hands_leave_no_circles(tmp_path: Path, certify: bool) -> None:
    dice = random.Random(3)
    night = [pokerstars(play(dice, "stud8", players=3), number) for number in range(1000, 1040)]

    def left(hands: int) -> int:
        """Objects found by a search after an audit of so many hands."""
        log = tmp_path / "night.txt"
        log.write_text("".join(night[:hands]))
        for _ in Audit(log, slim=True, certify=certify):
            pass
        return gc.collect()

    left(40)  # what is made once
    assert left(40) == left(10)


def test_a_batch_leaves_the_search_as_it_was() -> None:
    batch = Batch((), Settings(None, frozenset()))
    for search in (gc.disable, gc.enable):
        search()
        before = gc.isenabled()
        work(batch)
        assert gc.isenabled() == before
