"""The files that `simulate` writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stud_audit.houses.loader import load_house
from stud_audit.ingest.reader import Reader
from stud_audit.model.errors import InputError, UsageError
from stud_audit.model.hand import Hand
from stud_audit.pipeline import Audit
from stud_audit.simulate import simulate
from stud_audit.simulate.output import GAMES


def write(
    path: Path, dialect: str = "neutral", hands: int = 12, seed: int = 3, **more: object
) -> list[dict[str, object]]:
    simulate(path, "william-hill", dialect, hands=hands, seed=seed, **more)  # type: ignore[arg-type]
    return [json.loads(line) for line in path.with_name(f"{path.name}.truth.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("dialect", ["neutral", "pokerstars"])
def test_the_same_seed_gives_the_same_bytes(dialect: str, tmp_path: Path) -> None:
    one, other, third = tmp_path / "a", tmp_path / "b", tmp_path / "c"
    rates = {"W502": 0.2, "R003": 0.2}
    assert write(one, dialect, plant=rates) == write(other, dialect, plant=rates)
    write(third, dialect, seed=4, plant=rates)
    assert one.read_bytes() == other.read_bytes() != third.read_bytes()


def test_all_games_are_played_in_turn_or_the_one_that_is_asked_for(tmp_path: Path) -> None:
    write(tmp_path / "all.stud", hands=6)
    write(tmp_path / "razz.stud", hands=6, game="razz")
    hands = [hand for hand in Reader([tmp_path / "all.stud"], "neutral") if isinstance(hand, Hand)]
    assert [hand.header.game for hand in hands] == [*GAMES, *GAMES]
    assert len({hand.header.hand_id for hand in hands}) == 6
    razz = [hand for hand in Reader([tmp_path / "razz.stud"], "neutral") if isinstance(hand, Hand)]
    assert {hand.header.game for hand in razz} == {"razz"}


@pytest.mark.parametrize("dialect", ["neutral", "pokerstars"])
def test_the_truth_names_hand_code_line_and_verdict_of_every_fault(dialect: str, tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    truth = write(path, dialect, hands=40, plant={"W502": 0.2, "S701": 0.15, "R003": 0.1, "D104": 0.1})
    assert len(truth) > 10
    findings = [f for result in Audit([path], "william-hill", dialect) for f in result.findings]
    found = [{"hand_id": f.hand_id, "code": f.code, "line": f.line, "verdict": f.verdict} for f in findings]
    assert found == truth


def test_without_plants_nothing_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "log.stud"
    assert write(path) == []
    assert [f for result in Audit([path]) for f in result.findings] == []


def test_some_tables_play_spread_limit_where_the_house_has_it(tmp_path: Path) -> None:
    path, other = tmp_path / "log.stud", tmp_path / "log.txt"
    simulate(path, "london-poker-club", hands=60, seed=8, plant={"W501": 0.2, "W502": 0.2})
    hands = {h.header.hand_id: h.header for h in Reader([path], "neutral") if isinstance(h, Hand)}
    spread = {hand_id for hand_id, header in hands.items() if header.structure == "spread"}
    assert 0 < len(spread) < len(hands)
    assert {(hands[hand_id].spread_min, hands[hand_id].spread_max) for hand_id in spread} == {(100, 500)}
    truth = [json.loads(line) for line in path.with_name("log.stud.truth.jsonl").read_text().splitlines()]
    assert spread & {planted["hand_id"] for planted in truth}
    found = [(f.code, f.line) for result in Audit([path]) for f in result.findings]
    assert found == [(planted["code"], planted["line"]) for planted in truth]

    simulate(other, "london-poker-club", "pokerstars", hands=60, seed=8)
    assert {h.header.structure for h in Reader([other], "pokerstars") if isinstance(h, Hand)} == {"fixed"}


def test_stacks_are_carried_on_from_hand_to_hand(tmp_path: Path) -> None:
    done = simulate(tmp_path / "log.stud", "tda", hands=30, seed=5, game="stud")
    assert done.hands == 30
    audit = Audit([tmp_path / "log.stud"], select=["X8"])
    assert [f for result in audit for f in result.findings] == []
    rows = [row for counts in audit.summary.coverage.values() for row in counts.rows()]
    assert next(row for row in rows if row.code == "X802").passed > 20


def test_a_house_file_is_played_under_and_not_named_in_the_log(tmp_path: Path) -> None:
    house = tmp_path / "mine.toml"
    house.write_text('name = "mine"\ntitle = "Mine"\nversion = "1"\nextends = "tda"\n')
    path = tmp_path / "log.stud"
    simulate(path, house, hands=6, seed=1)
    assert load_house(str(house)).name == "mine"
    assert "house=" not in path.read_text()
    assert [f for result in Audit([path], str(house)) for f in result.findings] == []


def test_a_rare_fault_that_does_not_come_up_is_owned_up_to(tmp_path: Path) -> None:
    done = simulate(tmp_path / "log.stud", "william-hill", hands=6, seed=1, plant={"A204": 1})
    assert done.wanted["A204"] == 6
    assert done.planted["A204"] == 1  # it can be found once in a log


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"dialect": "winamax"}, "not in 'winamax'"),
        ({"dialect": "pokerstars", "plant": {"D106": 0.1}}, "the pokerstars dialect cannot express it"),
        ({"plant": {"Q100": 0.1}}, "'Q100' cannot be planted"),
        ({"plant": {"R004": 0.1}}, "'R004' cannot be planted"),
        ({"plant": {"W502": 1.5}}, "from 0 to 1"),
        ({"plant": {"W502": 0.6, "W501": 0.6}}, "more than 1"),
        ({"plant": {"W508": 0.1}, "game": "razz"}, "no such fault in razz"),
        ({"plant": {"A205": 0.1}}, "william-hill has no such rule"),
        ({"game": "draw"}, "'draw' is no game"),
        ({"hands": 0}, "at least one hand"),
    ],
)
def test_what_cannot_be_done_is_refused(options: dict[str, object], said: str, tmp_path: Path) -> None:
    settings: dict[str, object] = {"dialect": "neutral", "hands": 5, "seed": 1} | options
    with pytest.raises(UsageError, match=said):
        simulate(tmp_path / "log", "william-hill", **settings)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        simulate(tmp_path / "nowhere" / "log", "tda", hands=1, seed=1)
    with pytest.raises(InputError, match="this is a folder"):
        simulate(tmp_path, "tda", hands=1, seed=1)


def test_a_failure_half_way_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log.stud"
    write(path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("stud_audit.simulate.output._write", fail)
    with pytest.raises(OSError, match="full"):
        write(path, seed=99)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
