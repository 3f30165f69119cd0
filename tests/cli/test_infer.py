"""`houses --infer` as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.commands import Run
from support.logs import pokerstars_hand


@pytest.fixture
def night(tmp_path: Path) -> str:
    (tmp_path / "night.txt").write_text(pokerstars_hand() + pokerstars_hand(502), newline="\n")
    return "night.txt"


def test_houses_rulings_and_a_draft_are_printed(run: Run, night: str) -> None:
    ended = run("houses", "--infer", night)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("2 of 2 hands were held against the houses\n")
    assert "\n  bring_in.card: low\n      2 hands agree, 0 disagree" in ended.out
    assert "\nNothing in this log tells: " in ended.out
    assert "\nA start for a house file\n" in ended.out


def test_json(run: Run, night: str) -> None:
    told = json.loads(run("houses", "--infer", night, "--format", "json").out)
    assert list(told) == ["hands", "asked", "houses", "rulings", "untold", "draft"]
    assert (told["hands"], told["asked"]) == (2, 2)
    card = next(ruling for ruling in told["rulings"] if ruling["setting"] == "bring_in.card")
    assert (card["value"], card["agree"], card["disagree"]) == ("low", 2, 0)
    assert card["agreeing"][0] == {"file": "night.txt", "line": 13, "hand_id": "501"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--infer", "nowhere.txt"), "nowhere.txt: no such file"),
        (("nobody", "--infer", "night.txt"), "there is no house 'nobody'"),
        (("--diff", "tda", "pokerstars", "--infer", "night.txt"), "two questions"),
    ],
)
def test_wrong_calls_end_with_2(run: Run, night: str, arguments: tuple[str, ...], said: str) -> None:
    ended = run("houses", *arguments)
    assert ended.code == 2
    assert said in ended.err
