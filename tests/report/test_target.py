"""A dataset in a store of objects: all of it is there, or no manifest is, and nobody else's files are touched."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from fsspec.implementations.memory import MemoryFileSystem
from support.hands import invented_finding, invented_hand
from support.store import store

from stud_audit.model.errors import InputError, Notice
from stud_audit.pipeline.verify import verify
from stud_audit.report.dataset import DatasetWriter
from stud_audit.report.frames import AuditResult
from stud_audit.report.stored import HandRecord
from stud_audit.report.target import UNFINISHED

__all__ = ["store"]
PLACE = "memory://sets/night"
SAID = "memory://sets/night: an earlier run was stopped and left a part of a dataset; it is removed"


@pytest.fixture(autouse=True)
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where drafts are made."""
    (tmp_path / "beside").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "beside"))
    return tmp_path / "beside"


def write(folder: Path | str, hands: int) -> None:
    with DatasetWriter(folder) as writer:
        for number in range(1, hands + 1):
            writer.add_hand(HandRecord(invented_hand(number), "tda", "1"))
        writer.add_findings([invented_finding(invented_hand(1))])
        writer.finish({"tool": {"version": "0"}})


def there(store: MemoryFileSystem) -> dict[str, bytes]:
    return {path.removeprefix("/sets/night/"): store.cat_file(path) for path in store.find("/sets")}


def here(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_it_has_the_same_bytes_as_one_of_this_machine(store: MemoryFileSystem, tmp_path: Path, beside: Path) -> None:
    write(PLACE, 3)
    write(tmp_path / "night", 3)
    assert there(store) == here(tmp_path / "night")
    assert list(beside.iterdir()) == []
    result = AuditResult(PLACE)
    assert (str(result.folder), len(result.hands), len(result.events)) == (PLACE, 3, 27)
    assert verify(PLACE).differences == []


def test_one_that_is_there_is_replaced_and_what_lies_beside_its_tables_stays(
    store: MemoryFileSystem, tmp_path: Path
) -> None:
    write(PLACE, 5)
    store.pipe_file("/sets/night/events/part-00001.parquet", b"of an earlier one")
    store.pipe_file("/sets/night/report.md", b"mine")
    assert verify(PLACE).differences[:1] == ["events/part-00001.parquet was added"]
    write(PLACE, 3)
    write(tmp_path / "night", 3)
    assert there(store) == here(tmp_path / "night") | {"report.md": b"mine"}


def test_a_run_that_fails_leaves_the_one_that_is_there(store: MemoryFileSystem, beside: Path) -> None:
    write(PLACE, 5)
    before = there(store)
    with DatasetWriter(PLACE) as writer:
        assert f"{UNFINISHED}/begun" in there(store)
        writer.add_hand(HandRecord(invented_hand(1), "tda", "1"))
    assert there(store) == before
    assert list(beside.iterdir()) == []


@pytest.mark.parametrize("before", [0, 5])
@pytest.mark.parametrize("put", range(1, 7))
def test_a_store_that_fails_meanwhile_has_no_manifest_and_nothing_else(
    store: MemoryFileSystem, monkeypatch: pytest.MonkeyPatch, put: int, before: int
) -> None:
    if before:
        write(PLACE, before)
    puts = 0

    def fails(*_: Any, **more: Any) -> None:
        nonlocal puts
        puts += 1
        if puts > put:
            raise RuntimeError("the store is full")
        put_file(*_, **more)

    put_file = MemoryFileSystem.put_file
    monkeypatch.setattr(MemoryFileSystem, "put_file", fails)
    with pytest.raises(InputError, match=r"^memory://sets/night: cannot be written \(the store is full\)$"):
        write(PLACE, 3)
    assert there(store) == {}


@pytest.mark.parametrize("left", ["", "hands/part-00000.parquet findings/part-00000.parquet"])
def test_what_a_run_that_was_killed_left_is_removed_by_the_next(store: MemoryFileSystem, left: str) -> None:
    for name in [
        *left.split(),
        f"{UNFINISHED}/begun",
        f"{UNFINISHED}/.x.unfinished/drafts/00000001.rows",
        "report.md",
    ]:
        store.pipe_file(f"/sets/night/{name}", b"x")
    with pytest.warns(Notice, match=SAID), DatasetWriter(PLACE):
        pass
    assert there(store) == {"report.md": b"x"}


def test_a_run_that_was_killed_at_its_last_step_has_left_a_dataset(store: MemoryFileSystem) -> None:
    write(PLACE, 3)
    whole = there(store)
    store.pipe_file(f"/sets/night/{UNFINISHED}/begun", b"")
    assert len(AuditResult(PLACE).hands) == 3
    with pytest.warns(Notice, match=SAID):
        write(PLACE, 3)
    assert there(store) == whole


def test_what_is_none_of_ours_is_left_alone(store: MemoryFileSystem) -> None:
    store.pipe_file("/sets/night/holiday.jpg", b"x")
    with pytest.raises(InputError, match="exists and is no dataset of stud-audit; it is left alone"):
        DatasetWriter(PLACE)
    with pytest.raises(InputError, match="exists and is not a folder; it is left alone"):
        DatasetWriter(f"{PLACE}/holiday.jpg")
    assert there(store) == {"holiday.jpg": b"x"}


def test_a_store_that_cannot_be_written_to_says_so_at_once(beside: Path) -> None:
    with pytest.raises(InputError, match=r"^nonesuch://host/x: cannot be written \(protocol not known: nonesuch\)$"):
        DatasetWriter("nonesuch://me:hush@host/x")
    assert list(beside.iterdir()) == []
