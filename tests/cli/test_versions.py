"""A house of several versions: each hand is judged by the rules in force on its day, and that is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.commands import Run
from support.logs import pokerstars_hand

OLD = """\
name = "harbour"
title = "The Harbour Room"
version = "1"
extends = "roberts-rules"
effective_from = 2020-01-01
effective_to = 2026-10-31

[rulings.street_limits]
value = ["s", "s", "s", "b", "b"]
clauses = ["HR-01"]

[[clauses]]
id = "HR-01"
text = "The lower limit holds to fifth street."
subject = "units by street"
checks = ["W501", "W502"]
"""
NEW = (
    OLD.replace('"1"', '"2"')
    .replace("effective_from = 2020-01-01\neffective_to = 2026-10-31", "effective_from = 2026-11-01")
    .replace('"s", "s", "s", "b", "b"', '"s", "s", "b", "b", "b"')
    .replace("to fifth street", "to fourth street")
)


@pytest.fixture
def harbour(tmp_path: Path) -> str:
    """The same hand, with the lower limit bet on fifth street, before and after the change, and before both."""
    (tmp_path / "harbour.toml").write_text(OLD)
    (tmp_path / "harbour@2.toml").write_text(NEW)
    hands = [pokerstars_hand(500 + day, 4).replace("2026/11/01", date) for day, date in enumerate(DAYS)]
    (tmp_path / "night.txt").write_text("".join(hands), newline="\n")
    return "harbour.toml"


DAYS = ("2026/10/31", "2026/11/01", "2026/12/24", "2019/05/01")


def test_the_rules_in_force_judge_and_are_named(run: Run, harbour: str) -> None:
    ended = run("audit", "night.txt", "--house", harbour, "--fail-on", "never")
    assert "Rules, harbour: version 2, in force from 2026-11-01; 2 hands\n" in ended.out
    old = (
        "Rules, harbour: version 1, in force from 2020-01-01 to 2026-10-31; 2 hands, 1 of them played outside of these"
    )
    assert old in ended.out
    findings = run("audit", "night.txt", "--house", harbour, "--select", "W501", "--format", "json")
    records = [json.loads(line) for line in findings.out.splitlines()]
    assert [(record["hand_id"], record["house_version"]) for record in records] == [("501", "2"), ("502", "2")]


def test_the_manifest_names_each_version(run: Run, harbour: str, tmp_path: Path) -> None:
    run("audit", "night.txt", "--house", harbour, "--out", "set")
    manifest = json.loads((tmp_path / "set" / "manifest.json").read_text())
    houses = {house["version"]: house for house in manifest["houses"]}
    assert houses.keys() == {"1", "2"}
    assert houses["1"]["digest"] != houses["2"]["digest"]
    assert (houses["1"]["effective_from"], houses["1"]["effective_to"]) == ("2020-01-01", "2026-10-31")
    assert (houses["2"]["effective_from"], houses["2"]["effective_to"]) == ("2026-11-01", None)
    assert [houses[version]["hands"] for version in "12"] == [2, 2]
    assert [houses[version]["hands_outside_dates"] for version in "12"] == [1, 0]
    assert houses["1"]["clauses"]["HR-01"] == "The lower limit holds to fifth street."


def test_explain_says_which_version(run: Run, harbour: str) -> None:
    old = run("explain", "night.txt", "--hand", "500", "--house", harbour).out.replace("\n", " ")
    assert "The Harbour Room (harbour), version 1, in force from 2020-01-01 to 2026-10-31." in old
    before = run("explain", "night.txt", "--hand", "503", "--house", harbour).out.replace("\n", " ")
    assert "The hand was played on 2019-05-01, outside of these dates: the nearest version was taken." in before


def test_a_hand_without_a_date_takes_the_latest_version(run: Run, harbour: str, tmp_path: Path) -> None:
    events = run("events", "night.txt").out
    text = "\n".join(line.partition(" at=")[0] if line.startswith("hand 502") else line for line in events.split("\n"))
    (tmp_path / "night.stud").write_text(text)
    ended = run("audit", "night.stud", "--house", harbour, "--fail-on", "never")
    said = " ".join(ended.out.split())
    assert "2026-11-01; 2 hands, 1 of them without a date and judged by the latest version" in said
