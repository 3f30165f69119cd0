"""`convert` as a user calls it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from support.commands import Run
from support.dialects import SAMPLES

from stud_audit.ingest.reader import read_hands

PHH = str(SAMPLES / "phh" / "session.phhs")
RAZZ = str(SAMPLES / "pokerstars" / "razz.txt")


@pytest.mark.parametrize("to", ["neutral", "pokerstars", "phh"])
def test_a_file_in_another_notation(run: Run, tmp_path: Path, to: str) -> None:
    ended = run("convert", PHH, "--to", to, "-o", "out.txt")
    assert (ended.code, ended.out) == (0, "")
    # A PHH file tells nothing that PHH and the neutral notation cannot say.
    lacking = [line.rpartition(": ")[2] for line in ended.err.splitlines()]
    assert lacking == (
        ["ante and bring-in of the table", "down-cards that were not shown", "the order of the deal"]
        if to == "pokerstars"
        else []
    )
    assert [hand.dialect for hand in read_hands([tmp_path / "out.txt"])] == [to] * 6
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


def test_standard_output_and_one_hand_without_a_table(run: Run) -> None:
    ended = run("convert", str(SAMPLES / "phh" / "planted.phh"), "--to", "phh", "-o", "-")
    assert ended.code == 0
    assert tomllib.loads(ended.out)["actions"][:2] == ["d dh p1 KhQs4c", "d dh p2 ????9d"]
    assert len(tomllib.loads(run("convert", PHH, "--to", "phh", "-o", "-").out)) == 6


def test_hands_that_cannot_be_written_are_named(run: Run, tmp_path: Path) -> None:
    ended = run("convert", PHH, "--to", "ohh", "-o", "out.ohh")
    assert ended.code == 0
    assert [line.rpartition(": hand ")[2] for line in ended.err.splitlines()] == [
        *[f"{number} is not written as ohh: the format has no razz" for number in (105, 106)],
        "101 and 3 more lack as ohh: the bring-in of the table",
    ]
    documents = (tmp_path / "out.ohh").read_text("utf-8").strip().split("\n\n")
    assert [json.loads(document)["ohh"]["game_number"] for document in documents] == ["101", "102", "103", "104"]


def test_where_nothing_can_be_written_what_was_there_stays(run: Run, tmp_path: Path) -> None:
    (tmp_path / "out.ohh").write_text("before")
    ended = run("convert", RAZZ, "--to", "ohh", "-o", "out.ohh")
    assert ended.code == 2
    assert "no razz" in ended.err
    assert [path.name for path in tmp_path.iterdir()] == ["out.ohh"]
    assert (tmp_path / "out.ohh").read_text() == "before"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nowhere.txt", "--to", "phh", "-o", "x"), "nowhere.txt"),
        ((PHH, "--to", "morse", "-o", "x"), "morse"),
        ((PHH, "--to", "phh", "-o", "no/such/x"), "there is no such folder"),
        ((PHH, "--to", "phh", "-o", "."), "this is a folder"),
        ((PHH, "--to", "phh"), "--output"),
    ],
)
def test_wrong_calls(run: Run, arguments: tuple[str, ...], words: str) -> None:
    ended = run("convert", *arguments)
    assert ended.code == 2
    assert words in ended.err


def test_a_missing_path_beside_good_ones(run: Run, tmp_path: Path) -> None:
    ended = run("convert", PHH, "nowhere.txt", "--to", "neutral", "-o", "out.stud")
    assert ended.code == 2
    assert "nowhere.txt" in ended.err
    assert len(list(read_hands([tmp_path / "out.stud"]))) == 6
