"""Accepted findings: known by hand and meaning, with a reason, and for no longer than was said."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from support.hands import invented_finding, invented_hand

from stud_audit.model.errors import InputError, UsageError
from stud_audit.model.findings import Finding
from stud_audit.pipeline.baseline import Baseline, BaselineWriter, finding_key


def found(**changes: object) -> Finding:
    return invented_finding(invented_hand(), **changes)


@pytest.mark.parametrize(
    ("changes", "same"),
    [
        ({"file": "moved.txt", "line": 7, "column": 3, "end_column": 9, "hand_index": 9}, True),
        ({"message": "said in other words"}, True),
        ({"code": "W502"}, False),
        ({"seat": 3}, False),
        ({"street": 5}, False),
        ({"expected": "8"}, False),
        ({"actual": "3"}, False),
        ({"hand_id": "1002"}, False),
        ({"house": "tda"}, False),
        ({"verdict": "review"}, False),
    ],
)
def test_a_finding_is_known_by_hand_and_meaning(changes: dict[str, object], same: bool) -> None:
    assert (finding_key(found(**changes)) == finding_key(found())) is same


def test_outside_of_hands_it_is_known_by_what_it_says() -> None:
    stray = invented_finding(code="R001", message="a line nobody knows: 'x'")
    assert finding_key(stray) == finding_key(invented_finding(code="R001", message=stray.message, line=9))
    assert finding_key(stray) != finding_key(invented_finding(code="R001", message="a line nobody knows: 'y'"))


def test_written_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "known.toml"
    writer = BaselineWriter(None, path)
    for finding in (found(), found(line=200), found(code="S701", verdict="review"), found(code="I901")):
        writer.add(finding)
    writer.write()
    baseline = Baseline.read(path)
    assert [entry.times for entry in baseline.entries.values()] == [2, 1]  # an internal error is never accepted
    assert not baseline.accepts(found(code="I901"))
    assert baseline.accepts(found())
    assert baseline.accepts(found(file="moved.txt"))
    assert not baseline.accepts(found(line=300))  # two were accepted, this is a third
    assert (baseline.count("violation"), baseline.count("review")) == (2, 0)
    assert [str(remark) for remark in baseline.remarks()] == [
        "no longer occurs: S701 in hand 1001: a bet of 2 where the unit is 4",
        "accepted without a reason: W501 in hand 1001: a bet of 2 where the unit is 4",
    ]


def test_entries_without_a_reason_are_named_and_one_may_be_given_for_all_of_them(tmp_path: Path) -> None:
    path = tmp_path / "known.toml"
    several = [found(hand_id=str(number)) for number in range(7)]
    for reason, said in (
        (None, ["accepted without a reason"] * 5 + ["2 more are accepted without a reason"]),
        ("so", []),
    ):
        writer = BaselineWriter(None, path, reason)
        for finding in several:
            writer.add(finding)
        assert writer.without_reason == (0 if reason else 7)
        writer.write()
        baseline = Baseline.read(path)
        assert all(baseline.accepts(finding) for finding in several)
        assert [remark.partition(":")[0] for remark in baseline.remarks()] == said
    assert {entry.reason for entry in baseline.entries.values()} == {"so"}
    writer = BaselineWriter(None, path, "another")  # what has its reason keeps it
    writer.add(several[0])
    assert writer.entries[finding_key(several[0])].reason == "so"


def test_reasons_and_last_days_are_kept_when_it_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "known.toml"
    path.write_text(f'[[accepted]]\nkey = "{finding_key(found())}"\nreason = "refunded"\nuntil = 2027-01-31\n')
    writer = BaselineWriter(None, path)
    writer.add(found())
    writer.write()
    (entry,) = Baseline.read(path).entries.values()
    assert (entry.reason, entry.until, entry.code) == ("refunded", date(2027, 1, 31), "W501")


@pytest.mark.parametrize(("day", "accepted"), [(31, True), (30, True)])
def test_the_last_day_is_included(tmp_path: Path, day: int, accepted: bool) -> None:
    path = tmp_path / "known.toml"
    path.write_text(f'[[accepted]]\nkey = "{finding_key(found())}"\nreason = "refunded"\nuntil = 2027-01-31\n')
    assert Baseline.read(path, date(2027, 1, day)).accepts(found()) is accepted


def test_after_the_last_day_it_counts_again_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "known.toml"
    path.write_text(f'[[accepted]]\nkey = "{finding_key(found())}"\nreason = "refunded"\nuntil = 2027-01-31\n')
    baseline = Baseline.read(path, date(2027, 2, 1))
    assert not baseline.accepts(found())
    assert list(baseline.remarks()) == [f"accepted only until 2027-01-31: {finding_key(found())}: refunded"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[accepted]]\nkey = 'a'\n", "entry 1: reason is missing"),
        ("[[accepted]]\nkey = 'a'\nreason = ' '\n", "entry 1: reason is missing"),
        ("[[accepted]]\nreason = 'a'\n", "entry 1: key is missing"),
        ("[[accepted]]\nkey = 'a'\nreason = 'b'\nuntil = 'May'\n", "entry 1: until is no date"),
        ("[[accepted]]\nkey = 'a'\nreason = 'b'\ntimes = 0\n", "entry 1: times is less than 1"),
        ("[[accepted]]\nkey = 'a'\nreason = 'b'\nwhy = 1\n", "entry 1: there is no key 'why'"),
        ("[[accepted]]\nkey = 'a'\nreason = 'b'\n" * 2, "entry 2: key 'a' is there twice"),
        ("accepted = 3\n", "a baseline holds [[accepted]] entries"),
        ("accepted = [3]\n", "entry 1: is no table"),
        ("[rulings]\n", "a baseline holds [[accepted]] entries"),
        ("accepted = [\n", "at end of document"),
        ("a = 1\nb ==\n", "line 2"),
    ],
)
def test_a_wrong_baseline_is_refused_in_words(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "known.toml"
    path.write_text(text)
    with pytest.raises(UsageError, match=r"known\.toml: ") as error:
        Baseline.read(path)
    assert said in str(error.value)


def test_a_baseline_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.toml: No such file"):
        Baseline.read(tmp_path / "gone.toml")
