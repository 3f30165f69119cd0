"""Random legal hands, settled by rules written in the tests: the engine finds the same pots and winners."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.play import Played, play
from support.written import neutral, pokerstars

from stud_audit.houses import load_house
from stud_audit.ingest.reader import Reader
from stud_audit.model.hand import Hand
from stud_audit.pipeline.run import Audit
from stud_audit.record.replay import Replay
from stud_audit.record.settlement import Settlement

GAMES = ("stud", "stud8", "razz")


def hands(count: int, seed: int, *, rake: bool) -> list[Played]:
    dice = random.Random(seed)
    return [play(dice, dice.choice(GAMES), loose=dice.choice((0.6, 0.8, 0.95)), rake=rake) for _ in range(count)]


@pytest.mark.parametrize("write", [neutral, pokerstars])
def test_legal_hands_give_no_finding(write: object, tmp_path: Path) -> None:
    texts = [write(hand, number) for number, hand in enumerate(hands(150, 11, rake=True), 1)]  # type: ignore[operator]
    path = tmp_path / ("log.stud" if write is neutral else "log.txt")
    path.write_text(("stud 1\n" if write is neutral else "") + "".join(texts))
    run = Audit(path, "roberts-rules", select=["P60", "S7"])
    found = [(f.line, f.code, f.message) for item in run for f in item.findings]
    assert run.summary.parsed == 150
    assert found == []


def test_what_is_due_is_what_a_second_settlement_gives(tmp_path: Path) -> None:
    played = hands(200, 12, rake=False)
    path = tmp_path / "log.stud"
    path.write_text("stud 1\n" + "".join(neutral(hand, number) for number, hand in enumerate(played, 1)))
    house = load_house("roberts-rules")
    several = ties = 0
    for item, hand in zip([i for i in Reader(path) if isinstance(i, Hand)], played, strict=True):
        replay = Replay(item, house.rules)
        for _ in replay:
            pass
        due = Settlement(replay).dues
        assert due is not None
        expected = [
            (name, net, {seat: chips for seat, chips in shares.items() if chips}) for name, net, shares in hand.pots
        ]
        assert [
            (pot.contest.pot.name, pot.net, {seat: chips for seat, chips in pot.shares.items() if chips}) for pot in due
        ] == expected
        several += len(expected) > 1
        ties += any(len(shares) > 1 for _, _, shares in expected)
    assert several > 20
    assert ties > 5
