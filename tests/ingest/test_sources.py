import os
import socket
from pathlib import Path

import pytest

from stud_audit.ingest.input.found import InputProblem
from stud_audit.ingest.input.sources import ENDINGS, Source, display_name, expand, is_hidden, is_history


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (
        "logs/b.txt", "logs/a.txt", "logs/deep/er/c.stud", "logs/deep/d.XML", "logs/picture.png", "logs/.hidden.txt",
        "logs/.git/e.txt", "logs/f.txt.gz", "logs/g.zip", "logs/h.tar.gz", "logs/i.zst", "other/k.txt", "[odd] *.txt",
    ):  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(*paths: str) -> list[str]:
    return [found.name if isinstance(found, Source) else f"! {found.path}: {found.text}" for found in expand(paths)]


LOGS = [
    "! logs/.git: a hidden folder",
    "! logs/.hidden.txt: a hidden file",
    "logs/a.txt",
    "logs/b.txt",
    "logs/f.txt.gz",
    "logs/g.zip",
    "logs/h.tar.gz",
    "logs/i.zst",
    "logs/picture.png",
    "logs/deep/d.XML",
    "logs/deep/er/c.stud",
]


def test_a_folder_gives_all_its_files_in_the_order_of_names(tree: Path) -> None:
    assert names("logs") == LOGS
    assert names("logs/") == LOGS
    assert names("./logs") == [name.replace("logs/", "./logs/") for name in LOGS]
    assert names(f"{tree}/logs") == [name.replace("logs/", f"{tree}/logs/") for name in LOGS]


def test_a_file_is_taken_as_named_whatever_its_ending(tree: Path) -> None:
    assert names("logs/picture.png", "logs/.hidden.txt") == ["logs/picture.png", "logs/.hidden.txt"]
    (found,) = expand([Path("other") / "k.txt"])
    assert found == Source("other/k.txt", "other/k.txt", 11)


def test_a_glob_is_tried_where_there_is_no_such_file(tree: Path) -> None:
    assert names("logs/*.txt") == ["logs/a.txt", "logs/b.txt"]
    assert names("**/*.txt") == ["[odd] *.txt", "logs/a.txt", "logs/b.txt", "other/k.txt"]
    assert names("[odd] *.txt") == ["[odd] *.txt"]
    assert names("l*s") == LOGS
    assert names("logs/*.csv") == ["! logs/*.csv: no file matches"]


def test_a_file_that_is_reached_twice_is_read_once(tree: Path) -> None:
    os.symlink("a.txt", "logs/z.txt")
    assert names("logs/b.txt", "logs", "./logs/a.txt", "-", "-") == [
        "logs/b.txt", *LOGS[:3], *LOGS[4:9],
        "! logs/z.txt: the same file as logs/a.txt, which is read once", *LOGS[9:], "-",
    ]  # fmt: skip


def test_links_to_folders_are_not_followed_within_a_folder(tree: Path) -> None:
    os.symlink("../logs", "other/loop")
    assert names("other") == ["other/k.txt", "! other/loop: a link to a folder, which is not followed"]
    assert names("other/loop") == [name.replace("logs/", "other/loop/") for name in LOGS]


def test_what_is_missing_is_said_and_the_others_are_found(tree: Path) -> None:
    os.symlink("nowhere", "dangling")
    assert names("none.txt", "other", "dangling", "") == [
        "! none.txt: no such file or folder",
        "other/k.txt",
        "! dangling: no such file or folder",
        "! : no such file or folder",
    ]
    (problem,) = expand(["none.txt"])
    assert problem == InputProblem("none.txt", "no such file or folder", "missing")
    assert problem.fatal


def test_a_folder_without_files_is_said(tree: Path) -> None:
    (tree / "empty").mkdir()
    assert list(expand(["empty"])) == [InputProblem("empty", "the folder has no files", "empty")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_what_is_no_file_is_never_opened_in_a_folder(tree: Path) -> None:
    os.mkfifo("other/pipe.txt")
    os.symlink("round", "other/round")
    os.symlink("nowhere.txt", "other/gone.txt")
    os.symlink("/dev/null", "other/null.txt")
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind("other/sock")
    never = "which is never opened unless it is named itself"
    assert (
        names("other")
        == names("other/*")
        == [
            "! other/gone.txt: a link that leads nowhere",
            "other/k.txt",
            f"! other/null.txt: a device, {never}",
            f"! other/pipe.txt: a pipe, {never}",
            "! other/round: a link that leads nowhere",
            f"! other/sock: a socket, {never}",
        ]
    )
    assert not any(isinstance(found, InputProblem) and found.fatal for found in expand(["other"]))
    assert list(expand(["other/pipe.txt"])) == [Source("other/pipe.txt", "other/pipe.txt", None)]


def test_a_folder_that_cannot_be_listed_is_said(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scandir = os.scandir

    def refuse(path: str) -> object:
        if os.fspath(path).endswith("deep"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert names("logs") == [*LOGS[:9], "! logs/deep: permission denied"]


def test_a_path_with_a_nul_is_a_problem_and_no_traceback(tree: Path) -> None:
    (problem,) = expand(["a\0b"])
    assert isinstance(problem, InputProblem)


@pytest.mark.skipif(os.sep != "/", reason="file names are bytes on POSIX only")
def test_names_that_are_not_utf8_are_made_fit_for_it(tree: Path) -> None:
    raw = b"Zo\xeb.txt"
    with open(raw, "w") as file:
        file.write("x")
    found = next(item for item in expand(["."]) if isinstance(item, Source) and "Zo" in item.name)
    assert found == Source("./Zo\ufffd.txt", f"./{os.fsdecode(raw)}", 1, named=False)
    assert display_name("a\\b") == "a\\b"


def test_endings() -> None:
    for name in ("a.txt", "A.TXT", "x/a.log", "a.phh", "a.gz", "a.xml.zst", "a.txt.bz2", "a.xz"):
        assert is_history(name, ENDINGS), name
    for name in ("a", "a.pdf", "a.tar.gz", "a.json.zst", "a.zip", "a.tar"):
        assert not is_history(name, ENDINGS), name
    assert is_history("a.beta", {".beta"})
    for name, hidden in ((".a.txt", True), ("x/._a.txt", True), ("__MACOSX/x/a.txt", True), ("x.y/a.txt", False)):
        assert is_hidden(name) is hidden


def test_a_dataset_is_no_part_of_the_folder_that_it_lies_in(tmp_path: Path) -> None:
    for name in ("a.txt", "audit/hands/b.txt", "other/c.txt", "other/manifest.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")
    (tmp_path / "audit" / "manifest.json").write_text('{\n "format": "stud_audit dataset",\n "inputs": []}')
    names = [f"{tmp_path}/{name}" for name in ("a.txt", "other/c.txt", "other/manifest.json")]
    assert [found.name for found in expand([tmp_path]) if isinstance(found, Source)] == names
    assert len(list(expand([tmp_path]))) == 3
    (problem,) = expand([tmp_path / "audit"])
    assert isinstance(problem, InputProblem)
    assert str(problem) == f"{tmp_path}/audit: not read: a dataset of stud-audit, which has no logs"
