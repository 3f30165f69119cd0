"""A folder such as a tracker keeps, with one file of everything: each is accounted for, once, and the sums agree."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import shutil
import socket
import tarfile
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stud_audit.api import audit
from stud_audit.cli.program import app
from stud_audit.ingest.input.streams import zstd

SAMPLES = Path(__file__).parents[2] / "sample_histories"
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40
SUMMARY = b"PokerStars Tournament #900000001, Razz Limit\r\nBuy-In: $5.00/$0.50 USD\r\n\r\n  1: aldgate (Peru), $5\r\n"
HOLDEM = b"""PokerStars Hand #900000002:  Hold'em No Limit ($0.01/$0.02 USD) - 2012/03/04 12:58:03 ET
Table 'Harbour' 6-max Seat #1 is the button
Seat 1: aldgate ($2 in chips)
Seat 2: brixton ($2 in chips)
aldgate: posts small blind $0.01
brixton: posts big blind $0.02
*** HOLE CARDS ***
aldgate: folds
Uncalled bet ($0.01) returned to brixton
brixton collected $0.02 from pot
*** SUMMARY ***
Total pot $0.02 | Rake $0
"""
ELSEWHERE = b"SwCPoker Hand #900000103:  7 Card Stud Limit (4/8) - 2023/06/26 19:30:22 UTC\nTable 'Harbour' 8-max\n"
LETTER = b"Dear aldgate,\n\nyou asked how I played.\n"


def sample(name: str) -> bytes:
    return (SAMPLES / name).read_bytes()


def zipped(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def tarred(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
        link = tarfile.TarInfo("link.txt")
        link.type, link.linkname = tarfile.SYMTYPE, "a.txt"
        archive.addfile(link)
    return file.getvalue()


STUD = sample("pokerstars/stud.txt")
SINGLE: dict[str, tuple[bytes, str]] = {
    "stars.hh": (STUD, "read"),
    "noending": (sample("fulltilt/planted.txt"), "read"),
    "export.csv": (sample("winamax/export.txt"), "read"),
    "a.txt.gz": (gzip.compress(sample("kingsclub/planted.txt")), "read"),
    "a.bz2": (bz2.compress(sample("ongame/stud.txt")), "read"),
    "a.txt.xz": (lzma.compress(sample("everleaf/planted.txt")), "read"),
    "a.zst": (zstd.compress(sample("absolute/planted.txt")), "read"),
    "holdem.txt": (HOLDEM, "read"),
    "TS1.txt": (SUMMARY, "summaries"),
    "swc.txt": (ELSEWHERE, "not-read"),
    "letter.txt": (LETTER, "not-read"),
    "letter": (LETTER, "not-read"),
    "empty.txt": (b"", "not-read"),
    "table.png": (PICTURE, "not-read"),
    "notes.db": (b"SQLite format 3\0" + bytes(4000), "not-read"),
    "twice.gz": (gzip.compress(gzip.compress(STUD)), "not-read"),
    ".DS_Store": (bytes(100), "not-read"),
    "z.zip": (
        zipped(
            {
                "deep/a.txt": sample("bovada/planted.txt"),
                "table.png": PICTURE,
                "__MACOSX/deep/._a.txt": b"x",
                "more.tar.xz": lzma.compress(tarred({"b.txt": sample("partypoker/planted.txt"), "c.zip": zipped({})})),
            }
        ),
        "archive",
    ),
    "y.tar.gz": (
        gzip.compress(tarred({"a.hh": sample("merge/planted.txt"), "TS2": SUMMARY, "in.zip": zipped({"x.log": STUD})})),
        "archive",
    ),
    "x.tar": (tarred({"./a.txt": sample("ipoker/planted.txt")}), "archive"),
}
MEMBERS = {
    "z.zip!deep/a.txt": "read",
    "z.zip!table.png": "not-read",
    "z.zip!__MACOSX/deep/._a.txt": "not-read",
    "z.zip!more.tar.xz": "archive",
    "z.zip!more.tar.xz!b.txt": "read",
    "z.zip!more.tar.xz!c.zip": "not-read",
    "z.zip!more.tar.xz!link.txt": "not-read",
    "y.tar.gz!a.hh": "read",
    "y.tar.gz!TS2": "summaries",
    "y.tar.gz!in.zip": "archive",
    "y.tar.gz!in.zip!x.log": "read",
    "y.tar.gz!link.txt": "not-read",
    "x.tar!a.txt": "read",
    "x.tar!link.txt": "not-read",
}
BROKEN = {
    "cut.txt.gz": (gzip.compress(STUD)[:-40], "read"),
    "cut.tar.gz": (gzip.compress(tarred({"a.txt": STUD, "b.txt": STUD}))[:-200], "archive"),
    "cut.tar.gz!a.txt": (b"", "read"),
    "cut.tar.gz!b.txt": (b"", "read"),
    "cut.zip": (zipped({"a.txt": STUD})[:-30], "archive"),
    "cut.zip!a.txt": (b"", "read"),
    "noise.gz": (PICTURE, "unreadable"),
    "noise.txt": (PICTURE, "unreadable"),
}


def build(folder: Path) -> dict[str, str]:
    """Fills a folder, and gives what is to become of each file by its name."""
    folder.mkdir()
    statuses = dict(MEMBERS)
    for name, (content, status) in SINGLE.items():
        (folder / name).write_bytes(content)
        statuses[name] = status
    for path in SAMPLES.glob("*/*"):
        if path.suffix in (".txt", ".stud", ".phh", ".phhs", ".xml"):
            name = f"{path.parent.name}/{path.name}"
            (folder / name).parent.mkdir(exist_ok=True)
            shutil.copy(path, folder / name)
            statuses[name] = "read"
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.txt")
        with socket.socket(socket.AF_UNIX) as sock:
            here = os.getcwd()
            os.chdir(folder)  # the name of a socket is short
            sock.bind("socket")
            os.chdir(here)
        os.symlink("nowhere.txt", folder / "gone.txt")
        os.symlink("round.txt", folder / "round.txt")
        os.symlink("../logs", folder / "loop")
        os.symlink("stars.hh", folder / "stars2.hh")
        statuses |= dict.fromkeys(("pipe.txt", "socket", "gone.txt", "round.txt", "loop", "stars2.hh"), "not-read")
    (folder / ".git").mkdir()
    (folder / ".git" / "config.txt").write_bytes(STUD)
    statuses[".git"] = "not-read"
    return statuses


def agrees(manifest: dict[str, object], statuses: dict[str, str]) -> None:
    """Whether each file is in a manifest once, with what became of it, and the sums agree."""
    inputs, counts = manifest["inputs"], manifest["counts"]
    assert isinstance(inputs, list)
    assert isinstance(counts, dict)
    assert sorted((entry["path"], entry["status"]) for entry in inputs) == sorted(
        (f"logs/{name}", status) for name, status in statuses.items()
    )
    files = dict(counts["files"])
    assert files.pop("seen") == sum(files.values()) == len(statuses)
    names = {"archives": "archive", "not_read": "not-read"}
    assert files == {name: [*statuses.values()].count(names.get(name, name)) for name in files}
    assert counts["hands"]["seen"] == sum(entry["hands"]["seen"] for entry in inputs)
    assert counts["hands"]["seen"] == sum(counts["hands"][kind] for kind in ("parsed", "refused", "ignored"))
    told = {entry["path"] for entry in manifest["not_read"]}  # type: ignore[attr-defined]
    assert told == {entry["path"] for entry in inputs if entry["status"] == "not-read"}
    assert all((entry["hands"]["seen"] > 0) == (entry["status"] == "read") for entry in inputs)


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_every_file_is_accounted_for() -> None:
    statuses = build(Path("logs"))
    result = audit("logs", out="dataset")
    manifest = result.manifest
    agrees(manifest, statuses)
    assert manifest["problems"] == []
    assert manifest["counts"]["summaries"] == 2
    assert manifest["counts"]["hands"]["ignored"] == sum(result.hands["status"] == "ignored") >= 1
    assert not any("letter" in file or "TS" in file for file in result.findings["file"])
    report = CliRunner().invoke(app, ["report", "dataset"]).output
    files = manifest["counts"]["files"]
    assert f"{files['seen']} files found = {files['read']} with hands + 2 of tournament summaries" in report
    for entry in manifest["not_read"]:
        assert entry["path"].replace("_", r"\_").replace("!", r"\!") in report.replace(r"\.", ".")


def test_what_is_broken_is_said_and_costs_nothing_else() -> None:
    statuses = build(Path("logs"))
    for name, (content, status) in BROKEN.items():
        statuses[name] = status
        if content:
            (Path("logs") / name).write_bytes(content)
    with pytest.warns(UserWarning, match=r"cut\.zip"):
        result = audit("logs", out="dataset")
    agrees(result.manifest, statuses)
    damaged = {problem["path"] for problem in result.manifest["problems"]}
    assert damaged == {
        f"logs/{name}" for name in ("cut.txt.gz", "cut.tar.gz", "cut.tar.gz!b.txt", "cut.zip", "noise.gz", "noise.txt")
    }


def test_a_clean_folder_is_clean_whatever_lies_beside() -> None:
    build(Path("logs"))
    for folder in SAMPLES.iterdir():
        shutil.rmtree(Path("logs") / folder.name, ignore_errors=True)
    for name in (
        "noending",
        "a.txt.gz",
        "a.bz2",
        "a.txt.xz",
        "a.zst",
        "z.zip",
        "y.tar.gz",
        "x.tar",
        "stars.hh",
        "export.csv",
    ):
        (Path("logs") / name).unlink()
    (Path("logs") / "holdem.tar.zst").write_bytes(zstd.compress(tarred({"h": HOLDEM})))
    run = CliRunner().invoke(app, ["audit", "logs", "--format", "json"])
    assert (run.exit_code, run.stdout) == (0, "")
    assert "logs/swc.txt: not read: 1 hand of SwC Poker" in run.stderr
    assert "more files that are not read" in run.stderr
    assert run.stderr.count("\n") == 11
