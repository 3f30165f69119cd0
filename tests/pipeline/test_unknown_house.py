"""A hand whose header names a house that there is not is read and not judged, unless somebody says by whose rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stud_audit import api
from stud_audit.pipeline import Audit, HandResult

HAND = """\
stud 1
hand 7 game=stud small=2 big=4 ante=0.50 bring-in=1 currency=USD table="house=none" house={house}
seat 1 "northwind" 40
seat 2 "quillfeather" 40
ante 1 0.50
ante 2 0.50
deal 1 down ? ?
deal 2 down ? ?
deal 1 up 2c
deal 2 up Kd
bring-in 2 1
nonsense
fold 1
return 2 1
award 2 1
end
"""
"""The king brings in, and one line is none."""

OWN = 'name = "my-room"\nversion = "1"\nextends = "william-hill"\n'


def audited(
    tmp_path: Path, named: str, house: str | None = None, select: str | None = None
) -> tuple[Audit, HandResult]:
    path = tmp_path / "hand.stud"
    path.write_text(HAND.format(house=named))
    audit = Audit(path, house, select=None if select is None else [select])
    (result,) = [item for item in audit if isinstance(item, HandResult)]
    return audit, result


def test_the_nearest_house_is_named_and_only_the_record_is_judged(tmp_path: Path) -> None:
    audit, result = audited(tmp_path, "wiliam-hill")
    named, unread = result.findings
    assert (named.code, named.line, named.column, named.end_column) == ("R010", 2, 85, 102)
    assert named.actual == "wiliam-hill"
    assert "'william-hill'" in named.message
    assert (unread.code, unread.line) == ("R001", 12)
    assert {(f.house, f.house_version, f.clauses) for f in result.findings} == {(None, None, ())}
    summary = audit.summary
    assert (summary.parsed, summary.not_judged, summary.houses, summary.coverage) == (1, 1, {}, {})


def test_in_a_quoted_copy_the_name_is_marked_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "mail.txt").write_text("".join(f"> {line}\n" for line in HAND.format(house="bellagio").splitlines()))
    (finding, _) = (finding for item in Audit(tmp_path / "mail.txt") for finding in item.findings)
    assert (finding.code, finding.line, finding.column, finding.end_column) == ("R010", 2, 87, 101)


def test_without_a_near_one_all_are_named(tmp_path: Path) -> None:
    _, result = audited(tmp_path, "bellagio")
    assert "there are absolute, bovada," in result.findings[0].message


def test_the_house_that_was_asked_for_judges(tmp_path: Path) -> None:
    _, result = audited(tmp_path, "wiliam-hill", "william-hill")
    assert [f.code for f in result.findings] == ["R010", "B301", "R001"]
    assert "not judged" not in result.findings[0].message


def test_a_house_of_somebodys_own_may_be_named(tmp_path: Path) -> None:
    (tmp_path / "my-room.toml").write_text(OWN)
    for named, house in (("my-room", str(tmp_path / "my-room.toml")), ("bellagio", "william-hill")):
        _, result = audited(tmp_path, named, house)
        assert [f.code for f in result.findings] == ["B301", "R001"]


def test_that_nobody_judged_is_said_whatever_is_selected(tmp_path: Path) -> None:
    audit, result = audited(tmp_path, "wiliam-hill", select="B3")
    assert (result.findings, audit.summary.not_judged) == ([], 1)


@pytest.fixture
def dataset(tmp_path: Path) -> Any:
    audited(tmp_path, "wiliam-hill")
    return api.audit(tmp_path / "hand.stud", out=tmp_path / "set")


def test_the_dataset_has_the_hand_without_a_house(dataset: Any, tmp_path: Path) -> None:
    hand = dataset.hands.iloc[0]
    assert hand["status"] == "parsed"
    assert hand[["house", "house_version"]].isna().all()
    assert hand["problem"].startswith("there is no house 'wiliam-hill'")
    assert list(dataset.seats["put_in"].astype(str)) == ["0.5000", "1.5000"]
    assert dataset.coverage.empty
    manifest = json.loads((tmp_path / "set" / "manifest.json").read_text())
    assert (manifest["hands_not_judged"], manifest["houses"]) == (1, [])
