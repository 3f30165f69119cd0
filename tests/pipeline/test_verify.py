"""What was changed, missing, or added since an audit is said, down to the hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from importlib.resources import files
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from support.logs import pokerstars_hand

from stud_audit.api import audit
from stud_audit.model.errors import InputError
from stud_audit.pipeline.verify import verify
from stud_audit.report.evidence import START, link, root_of


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "night.txt"
    path.write_text(pokerstars_hand(501) + pokerstars_hand(502, 4) + pokerstars_hand(503))
    return path


@pytest.fixture
def dataset(tmp_path: Path, log: Path) -> Path:
    audit(log, out=tmp_path / "set")
    return tmp_path / "set"


def rewrite(dataset: Path, table: str, change: Callable[[pa.Table], pa.Table]) -> None:
    path = dataset / table / "part-00000.parquet"
    pq.write_table(change(pq.read_table(path)), path)


def without(row: int) -> Callable[[pa.Table], pa.Table]:
    return lambda table: pa.concat_tables([table.slice(0, row), table.slice(row + 1)])


def with_value(column: str, row: int, value: object) -> Callable[[pa.Table], pa.Table]:
    def change(table: pa.Table) -> pa.Table:
        values = table[column].to_pylist()
        values[row] = value
        place = table.column_names.index(column)
        return table.set_column(place, table.field(place), pa.array(values, table.field(place).type))

    return change


def test_what_nobody_touched_is_unchanged(dataset: Path, log: Path) -> None:
    found = verify(dataset, [log])
    assert found.differences == []
    assert (found.hands, found.parts, found.inputs) == (3, 5, 1)


def test_two_runs_have_the_same_root(dataset: Path, log: Path, tmp_path: Path) -> None:
    audit(log, out=tmp_path / "again")
    assert verify(dataset).root == verify(tmp_path / "again").root


def test_the_chain_goes_over_the_hands_of_an_input(dataset: Path, log: Path) -> None:
    rows = pq.read_table(dataset / "hands").to_pylist()
    before = START
    for row in rows:
        before = link(before, row["hand_key"])
        assert row["chain"] == before
    manifest = json.loads((dataset / "manifest.json").read_text())
    assert manifest["chains"] == {str(log): before}
    assert manifest["root"] == root_of(manifest)


def test_a_finding_that_was_deleted_is_missed_in_its_hand(dataset: Path, log: Path) -> None:
    rewrite(dataset, "findings", without(0))
    assert verify(dataset).differences == [
        "findings/part-00000.parquet was changed: its SHA-256 is not that of the manifest",
        "findings has 0 rows, and 1 by the manifest",
        f"{log}: hand 2 (502) has 0 violations and 0 reviews among the findings, and 1 and 0 by its own row",
    ]


def test_a_hand_that_was_deleted_breaks_the_chain(dataset: Path, log: Path) -> None:
    rewrite(dataset, "hands", without(1))
    differences = verify(dataset).differences
    assert f"{log}: hand 3 (503) stands where hand 2 should" in differences


@pytest.mark.parametrize(
    ("table", "change", "said"),
    [
        ("hands", with_value("pot", 1, None), "hand 2 (502) differs from its text in pot"),
        ("hands", with_value("text", 0, "x"), "hand 1 (501) differs from its text in "),
        ("seats", with_value("won", 0, None), "hand 1 (501): its seats differ from its text"),
        ("events", with_value("line", 60, 7), "hand 2 (502): its events differ from its text"),
        ("events", without(0), "hand 1 (501): its events differ from its text"),
        ("findings", with_value("message", 0, "all is well"), "hand 2 (502): its findings differ from its text"),
        ("findings", with_value("expected", 0, "4"), "hand 2 (502): its findings differ from its text"),
    ],
)
def test_what_differs_from_the_text_is_named(
    dataset: Path, log: Path, table: str, change: Callable[[pa.Table], pa.Table], said: str
) -> None:
    rewrite(dataset, table, change)
    told = [line for line in verify(dataset).differences if "hand" in line and "(50" in line]
    assert len(told) == 1
    assert told[0].startswith(f"{log}: {said}")


def test_coverage_and_manifest_are_covered_too(dataset: Path) -> None:
    rewrite(dataset, "coverage", lambda table: table.set_column(4, "passed", pc.add(table["passed"], 1)))
    path = dataset / "manifest.json"
    path.write_text(path.read_text().replace('"stud-audit"', '"other-audit"'))
    differences = verify(dataset).differences
    assert any(line.startswith("manifest.json was changed") for line in differences)
    assert "coverage/part-00000.parquet was changed: its SHA-256 is not that of the manifest" in differences


def test_parts_that_are_missing_damaged_or_added(dataset: Path) -> None:
    (dataset / "seats" / "part-00000.parquet").unlink()
    (dataset / "events" / "part-00000.parquet").write_bytes(b"PAR1")
    (dataset / "findings" / "part-00001.parquet").write_bytes(b"PAR1")
    told = "\n".join(verify(dataset).differences)
    assert "seats/part-00000.parquet is missing" in told
    assert "events/part-00000.parquet cannot be read" in told
    assert "findings/part-00001.parquet was added" in told


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace("brings in for $0.02", "brings in for $0.03", 1), "hand 501 was changed"),
        (lambda text: text + pokerstars_hand(504), "hand 504 was added"),
        (lambda text: text[len(pokerstars_hand()) :], "hand 501 is missing"),
        (
            lambda text: text[len(pokerstars_hand()) :] + pokerstars_hand(501),
            "the hands stand in another order from hand 1 on",
        ),
    ],
)
def test_a_changed_input_is_told_to_the_hand(dataset: Path, log: Path, change: Callable[[str], str], said: str) -> None:
    log.write_text(change(log.read_text()))
    assert verify(dataset, [log]).differences == [
        f"{log} was changed: its SHA-256 is not that of the manifest",
        f"{log}: {said}",
    ]


def test_inputs_may_have_been_moved(dataset: Path, log: Path, tmp_path: Path) -> None:
    other = log.rename(tmp_path / "noon.txt")
    assert verify(dataset, [other]).differences == []
    (tmp_path / "away").mkdir()
    other = other.rename(tmp_path / "away" / "night.txt")
    other.write_text(other.read_text() + pokerstars_hand(504))
    assert verify(dataset, [other]).differences == [
        f"{other} was changed: its SHA-256 is not that of the manifest",
        f"{other}: hand 504 was added",
    ]


def test_an_input_that_is_missing_or_was_none(dataset: Path, log: Path, tmp_path: Path) -> None:
    other = tmp_path / "noon.txt"
    other.write_text(pokerstars_hand(601))
    assert verify(dataset, [other]).differences == [f"{other} was not among the inputs", f"{log} is missing"]


def test_only_a_dataset_with_digests_is_verified(dataset: Path, tmp_path: Path) -> None:
    path = dataset / "manifest.json"
    manifest = json.loads(path.read_text())
    del manifest["root"]
    path.write_text(json.dumps(manifest))
    with pytest.raises(InputError, match="has no digests"):
        verify(dataset)
    with pytest.raises(InputError, match="not a dataset"):
        verify(tmp_path)


def test_hands_whose_house_the_manifest_does_not_tell_are_no_difference_and_hide_none(tmp_path: Path) -> None:
    """One that names a house that there is not, before one of another game, before one that was changed."""
    example = files("stud_audit.checks") / "examples" / "W501-fifth-street.violation.stud"
    parts = {
        "1.stud": example.read_text("utf-8").replace("house=", "house=not-", 1),
        "2.txt": "Bovada Hand #9 TBL#1 HOLDEM - 2026-03-01 21:04:22\nSeat 1: Small Blind ($2 in chips)\n",
        "3.txt": pokerstars_hand(),
    }
    for name, text in parts.items():
        (tmp_path / name).write_text(text)
    result = audit([tmp_path / name for name in parts], out=tmp_path / "set")
    assert list(result.hands["status"]) == ["parsed", "ignored", "parsed"]
    assert [house["name"] for house in result.manifest["houses"]] == ["pokerstars"]
    for table in ("hands", "events", "findings"):  # the same rows in another file
        rewrite(tmp_path / "set", table, lambda rows: rows)
    rewrite(tmp_path / "set", "seats", with_value("won", -1, Decimal(7)))
    changed = [
        line for line in verify(tmp_path / "set").differences if "its SHA-256 is not that of the manifest" not in line
    ]
    assert changed == [f"{tmp_path / '3.txt'}: hand 1 (501): its seats differ from its text"]
