"""`houses --diff` as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.commands import Run
from support.logs import pokerstars_hand

from stud_audit.houses import diff, load_house


@pytest.fixture
def night(tmp_path: Path) -> str:
    odd = (
        pokerstars_hand(502)
        .replace("brings in for $0.02", "brings in for $0.03")
        .replace("calls $0.02", "calls $0.03", 1)
    )
    (tmp_path / "night.txt").write_text(pokerstars_hand() + odd, newline="\n")
    return "night.txt"


def test_ruling_by_ruling(run: Run) -> None:
    ended = run("houses", "--diff", "william-hill", "third-house")
    assert (ended.code, ended.err) == (0, "")
    count = len(diff(load_house("william-hill"), load_house("third-house")))
    assert ended.out.startswith(f"william-hill and third-house differ on {count} settings\n")
    assert (
        """
bring_in.may_open_full
  william-hill  no; left open: yes (WH-08)
  third-house   yes (H3-07, H3-08)
"""
        in ended.out
    )
    assert "\nante.table\n  william-hill  any 1/2 0.25; 10/20 1 (WH-04)\n  third-house   none\n" in ended.out
    assert "\ncap.raises\n  william-hill  3 (WH-15, WH-16)\n  third-house   3; the house is silent\n" in ended.out


def test_hands_judged_differently(run: Run, night: str) -> None:
    ended = run("houses", "--diff", "pokerstars", "london-poker-club", night)
    assert (ended.code, ended.err) == (0, "")
    assert "\nnight.txt:42 hand 502\n" in ended.out
    said = " ".join(ended.out.split())
    assert "pokerstars B302 violation, line 54: seat 4 (saltmarsh) opened third street for 0.03" in said
    assert "1 of 2 hands is judged differently" in ended.out
    same = run("houses", "--diff", "pokerstars", "pokerstars", night)
    assert same.out.endswith(
        "pokerstars 1 and pokerstars 1 differ on 0 settings\n\n0 of 2 hands are judged differently\n"
    )


def test_json(run: Run, night: str) -> None:
    plain = json.loads(run("houses", "--diff", "tda", "pokerstars", "--format", "json").out)
    assert list(plain) == ["a", "b", "differences"]
    assert plain["a"] == {"name": "tda", "version": load_house("tda").version, "digest": load_house("tda").digest}
    assert list(plain["differences"][0]) == ["setting", "values", "open", "silent", "clauses"]
    judged = json.loads(run("houses", "--diff", "pokerstars", "london-poker-club", night, "--format", "json").out)
    assert list(judged) == ["a", "b", "differences", "hands", "compared", "different"]
    (hand,) = judged["hands"]
    assert (hand["file"], hand["hand_index"], hand["hand_id"], hand["line"]) == ("night.txt", 2, "502", 42)
    assert "B302" in [finding["code"] for finding in hand["findings"][0]]
    assert (judged["compared"], judged["different"]) == (2, 1)
    none = json.loads(run("houses", "--diff", "tda", "tda", night, "--format", "json").out)
    assert none["hands"] == []


def test_versions_of_one_house_are_told_apart(run: Run, tmp_path: Path) -> None:
    head = 'name = "harbour"\nversion = "{}"\nextends = "tda"\neffective_from = {}\n'
    (tmp_path / "harbour.toml").write_text(head.format(1, "2020-01-01") + "effective_to = 2020-12-31\n")
    ruling = '[rulings.cap]\nraises = { value = 4, clauses = ["HR-01"] }\n'
    clause = '[[clauses]]\nid = "HR-01"\ntext = "Four raises."\nsubject = "cap"\nchecks = ["W506"]\n'
    (tmp_path / "harbour@2.toml").write_text(head.format(2, "2021-01-01") + ruling + clause)
    ended = run("houses", "--diff", "harbour@2.toml", "tda")
    assert "\ncap.raises\n  harbour  4 (HR-01)\n" in ended.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("tda", "nobody"), "there is no house 'nobody'"),
        (("tda", "pokerstars", "nowhere.txt"), "nowhere.txt: no such file"),
    ],
)
def test_wrong_calls_end_with_2(run: Run, arguments: tuple[str, ...], said: str) -> None:
    ended = run("houses", "--diff", *arguments)
    assert ended.code == 2
    assert said in ended.err
