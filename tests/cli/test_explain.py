"""`explain` as a user calls it."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import Run
from support.logs import pokerstars_hand


@pytest.fixture
def night(tmp_path: Path) -> str:
    (tmp_path / "night.txt").write_text(pokerstars_hand() + pokerstars_hand(502, 4), newline="\n")
    return "night.txt"


def test_a_hand_is_explained(run: Run, night: str) -> None:
    ended = run("explain", night, "--hand", "502")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("Hand 502  night.txt:42-80, hand 2 of the file, read as pokerstars\n")
    assert "67 | quillfeather: bets $0.04\n" in ended.out
    assert "! W501 bet-wrong-size [violation, S1, software]\n" in ended.out
    assert ended.out.count("Settlement\n") == 1
    assert "\x1b" not in ended.out


def test_the_house_asked_for_judges(run: Run, night: str) -> None:
    ended = run("explain", night, "--hand", "501", "--house", "william-hill")
    assert "Judged by the rules of William Hill Poker (william-hill), version 1" in ended.out


def test_several_hands_of_one_id_are_all_explained(run: Run, night: str, tmp_path: Path) -> None:
    (tmp_path / "noon.txt").write_text(pokerstars_hand(501, 4))
    ended = run("explain", night, "noon.txt", "--hand", "501")
    assert ended.code == 0
    assert ended.out.startswith("1 of 2 hands with this id\n")
    assert "\n2 of 2 hands with this id\nHand 501  noon.txt:1-39" in ended.out
    assert "! R005 duplicate-hand [violation, S3, log]\n" in ended.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("night.txt", "--hand", "7"), "no hand '7' among 2 hands; the first are 501, 502\n"),
        (("night.txt", "--hand", "Hand #502:"), "no hand 'Hand #502:' among 2 hands; like it are 502\n"),
        (("night.txt", "--hand", "50"), "no hand '50' among 2 hands; like it are 501, 502\n"),
        (("nowhere.txt", "--hand", "501"), "nowhere.txt: no such file"),
        (("night.txt", "nowhere.txt", "--hand", "501"), "nowhere.txt: no such file"),
        (("night.txt",), "Missing option '--hand'"),
        (("night.txt", "--hand", "501", "--house", "nobody"), "there is no house 'nobody'"),
    ],
)
def test_wrong_calls_end_with_2(run: Run, night: str, arguments: tuple[str, ...], said: str) -> None:
    ended = run("explain", *arguments)
    assert ended.code == 2
    assert said in ended.err
