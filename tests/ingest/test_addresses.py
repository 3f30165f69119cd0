"""Inputs at addresses, and that what is secret in these is never told."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
import tarfile
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from fsspec.implementations.memory import MemoryFile, MemoryFileSystem
from support.logs import pokerstars_hand
from support.store import store

from stud_audit.api import audit
from stud_audit.ingest.addresses import Address, is_address, place_of
from stud_audit.ingest.input.found import InputProblem
from stud_audit.ingest.input.sources import Source, expand
from stud_audit.ingest.reader import Reader
from stud_audit.model.hand import Hand

__all__ = ["store"]


def names(*paths: str) -> list[str]:
    return [found.name if isinstance(found, Source) else f"! {found.path}: {found.text}" for found in expand(paths)]


def test_what_is_an_address() -> None:
    for text in ("s3://bucket/x", "memory://x", "zip://a.txt::s3://bucket/x.zip", "simplecache::s3://bucket/x"):
        assert is_address(text)
        assert isinstance(place_of(text), Address)
    for text in ("x.txt", "c://x", "std::vector.txt", "/a/b", "a:b", ""):
        assert not is_address(text)
        assert place_of(text) == Path(text)
    assert place_of("file:///logs/x.txt") == place_of("local:///logs/x.txt") == Path("/logs/x.txt")


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("s3://bucket/a@b?.txt", "s3://bucket/a@b?.txt"),
        ("ftp://me:hush@host:21/x/y.txt", "ftp://host:21/x/y.txt"),
        ("s3://KEY:hu/sh@bucket", "s3://bucket"),
        ("https://host/x.txt?sig=hushhush&page=2#part", "https://host/x.txt?..."),
        ("https://host:8080/x.txt?hush", "https://host:8080/x.txt?..."),
        ("abfs://c/x?sig=hushhush", "abfs://c/x?..."),
        ("zip://in.txt::https://me:hush@host/x.zip?hush", "zip://in.txt::https://host/x.zip?..."),
    ],
)
def test_an_address_is_shown_without_its_secrets(address: str, shown: str) -> None:
    found = Address(address)
    assert (str(found), repr(found)) == (shown, f"Address({shown!r})")
    assert pickle.loads(pickle.dumps(found)) == found
    assert found != Address(shown) or address == shown
    for quoted in (address, address.replace("hushhush", "(hushhush)"), "at https://me:hush@other/?hush=hush here"):
        assert not {"hush", "hu/sh"} & set(re.findall(r"hu/?sh", found.reason(RuntimeError(f"403 for {quoted}"))))


def test_what_lies_within_keeps_the_query_and_the_chain() -> None:
    assert Address("https://host/x?sig=hush") / "a" == Address("https://host/x/a?sig=hush")
    assert Address("zip://x::s3://bucket/a.zip") / "a" == Address("zip://x/a::s3://bucket/a.zip")
    assert Address("simplecache::s3://bucket/") / "a" == Address("simplecache::s3://bucket/a")
    assert (Address("s3://bucket/x") / "a.txt").name == "a.txt"


def test_a_folder_gives_its_files_in_the_order_that_a_folder_here_has(store: MemoryFileSystem) -> None:
    for name in ("b.txt", "a.txt", "deep/d.XML", "deep/er/c.stud", ".hidden.txt", ".git/e.txt", ".git/f.txt", "g.zip"):
        store.pipe_file(f"/logs/{name}", name.encode())
    found = ["a.txt", "b.txt", "g.zip", "deep/d.XML", "deep/er/c.stud"]
    logs = [f"memory://logs/{name}" for name in found]
    hidden = ["! memory://logs/.git: a hidden folder", "! memory://logs/.hidden.txt: a hidden file"]
    for address in ("memory://logs", "memory://logs/", "memory://l*s"):
        assert [name for name in names(address) if name[0] != "!"] == logs
        assert sorted(name for name in names(address) if name[0] == "!") == hidden
    assert names("memory://logs/*.txt") == logs[:2]
    assert names("memory://logs/**/*.*s*") == logs[4:]
    assert names("memory://logs/b.txt", "memory://logs/a.txt", "memory://logs/*.txt") == [logs[1], logs[0]]
    (source,) = expand(["memory://logs/a.txt"])
    assert source == Source("memory://logs/a.txt", Address("memory://logs/a.txt"), 5)


def test_what_is_missing_is_said_and_the_others_are_found(store: MemoryFileSystem, tmp_path: Path) -> None:
    (tmp_path / "here.txt").write_text("x")
    store.mkdir("/empty")
    here = f"{tmp_path}/here.txt"
    paths = ["memory://none", "memory://no*.txt", "nonesuch://me:hush@x", "memory://empty", f"file://{here}", here]
    assert names(*paths) == [
        "! memory://none: no such file or folder",
        "! memory://no*.txt: no file matches",
        "! nonesuch://x: protocol not known: nonesuch",
        "! memory://empty: the folder has no files",
        here,
    ]
    kinds = [found.kind for found in expand(paths) if isinstance(found, InputProblem)]
    assert kinds == ["missing", "missing", "unreadable", "empty"]


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gcsfs", None)
    assert names("gs://bucket/x") == ["! gs://bucket/x: please install gcsfs to access Google Storage"]


def test_files_archives_and_what_is_compressed_are_read_as_if_they_lay_here(
    store: MemoryFileSystem, tmp_path: Path
) -> None:
    hands = [pokerstars_hand(501 + number) for number in range(4)]
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("in.txt", hands[1])
    rolled = BytesIO()
    with tarfile.open(fileobj=rolled, mode="w:xz") as archive_:
        info = tarfile.TarInfo("roll.txt")
        info.size = len(hands[2])
        archive_.addfile(info, BytesIO(hands[2].encode()))
    files = {"a.txt": hands[0].encode(), "b.zip": packed.getvalue(), "c.txz": rolled.getvalue(), "d.png": b"\x89PNG\0"}
    for name, data in files.items():
        store.pipe_file(f"/logs/{name}", data)
        (tmp_path / name).write_bytes(data)
    far, near = Reader("memory://logs"), Reader(tmp_path)
    assert [hand.text for hand in far if isinstance(hand, Hand)] == [
        hand.text for hand in near if isinstance(hand, Hand)
    ]
    assert [(entry.name, entry.sha256, entry.bytes) for entry in far.inputs] == [
        (entry.name.replace(str(tmp_path), "memory://logs"), entry.sha256, entry.bytes)
        for entry in near.inputs
        if not entry.name.endswith("logs")
    ]
    assert (far.bytes_read, far.bytes_total) == (near.bytes_read, near.bytes_total)


def test_what_a_store_breaks_off_is_read_so_far_and_told(
    store: MemoryFileSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "".join(pokerstars_hand(number) for number in range(501, 701)).encode()
    store.pipe_file("/logs/a.txt", text)
    store.pipe_file("/logs/b.txt", pokerstars_hand(401).encode())
    read = MemoryFile.read

    def breaks(file: MemoryFile, size: int = -1) -> bytes:
        if file.tell() > len(text) // 2:
            raise RuntimeError("the line to memory://me:hush@logs is down")
        return read(file, size)

    monkeypatch.setattr(MemoryFile, "read", breaks)
    reader = Reader(["memory://logs"])
    hands = [hand for hand in reader if isinstance(hand, Hand)]
    assert [hand.file for hand in hands] == [*["memory://logs/a.txt"] * (len(hands) - 1), "memory://logs/b.txt"]
    assert 50 < len(hands) < 202
    told = "the file cannot be read any further: the line to memory://logs is down"
    assert [str(problem) for problem in reader.problems] == [f"memory://logs/a.txt: {told}"]


def test_paths_of_this_machine_do_not_load_fsspec(tmp_path: Path) -> None:
    (tmp_path / "night.txt").write_text(pokerstars_hand())
    code = (
        "import sys, stud_audit\n"
        "assert 'fsspec' not in sys.modules\n"
        "from stud_audit.ingest.reader import Reader\n"
        f"assert len(list(Reader({str(tmp_path)!r}))) == 1\n"
        "assert 'fsspec' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_dataset_has_no_secret_of_an_address(store: MemoryFileSystem, tmp_path: Path) -> None:
    store.pipe_file("/me:hush@logs/a.txt", pokerstars_hand(501, 4).encode())
    result = audit("memory://me:hush@logs", out=tmp_path / "set")
    assert set(result.hands["file"]) == set(result.findings["file"]) == {"memory://logs/a.txt"}
    written = b"".join(path.read_bytes() for path in (tmp_path / "set").rglob("*") if path.is_file())
    assert b"hush" not in written
    assert "hush" not in str([result.hands.to_dict(), result.events.to_dict(), result.manifest])
    with pytest.warns(UserWarning, match=r"memory://logs/b\.txt: no such file") as told:
        audit(["memory://me:hush@logs/b.txt", "memory://me:hush@logs/a.txt"])
    assert "hush" not in str(told[0].message)
