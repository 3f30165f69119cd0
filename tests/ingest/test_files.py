"""Files that appear when they are complete."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
from support.failing_disk import disk

from stud_audit.ingest.writers.files import Draft, appearing, appearing_folder
from stud_audit.model.errors import InputError, Notice

ROOT = str(Path(__file__).parents[2])


def put(path: Path, text: str = "new\n") -> None:
    with appearing(path) as file:
        file.write(text)


def test_a_file_appears_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "hands.stud"
    path.write_text("old\n")
    path.chmod(0o640)
    with appearing(path) as file:
        file.write("new\n")
        assert path.read_text() == "old\n"
    assert path.read_text() == "new\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_where_writing_ends_with_an_error_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "hands.stud"
    path.write_text("old\n")
    with pytest.raises(KeyboardInterrupt), appearing(path) as file:  # noqa: PT012
        file.write("half")
        raise KeyboardInterrupt
    assert path.read_text() == "old\n"
    assert list(tmp_path.iterdir()) == [path]


def test_each_call_may_fail(tmp_path: Path) -> None:
    """The old file stands, or the new one, and the error is told by the file's name."""
    path = tmp_path / "hands.stud"
    with disk() as counted:
        put(path)

    def fail() -> None:
        raise OSError(28, "No space left on device")

    for at in range(counted.calls):
        path.write_text("old\n")
        with disk(at, fail):
            try:
                put(path)
            except OSError as error:
                assert error.filename == str(path)  # noqa: PT017
            else:
                assert path.read_text() == "new\n"
        assert path.read_text() in ("old\n", "new\n")
        for draft in set(tmp_path.iterdir()) - {path}:  # it could not be removed either
            with pytest.warns(Notice, match=draft.name):
                put(path)
        assert list(tmp_path.iterdir()) == [path]


def test_what_a_killed_run_left_is_removed_and_named(tmp_path: Path) -> None:
    path, other = tmp_path / "hands.stud", tmp_path / "hands.stud.truth"
    code = (
        "import os, sys; from pathlib import Path; from stud_audit.ingest.writers.files import appearing\n"
        "with appearing(Path(sys.argv[1])) as file: os.kill(os.getpid(), 9)"
    )
    for target in (path, other):
        subprocess.run([sys.executable, "-c", code, target], check=False, env=os.environ | {"PYTHONPATH": ROOT})
    left, of_other = sorted(tmp_path.iterdir())
    with pytest.warns(Notice, match=rf"{left.name}: an earlier run was stopped and left this; it is removed"):
        put(path)
    assert sorted(tmp_path.iterdir()) == [of_other, path]


def test_what_a_run_is_at_work_on_stays(tmp_path: Path) -> None:
    draft = Draft(tmp_path / "hands.stud", folder=False)
    put(tmp_path / "hands.stud")
    assert draft.path.exists()
    draft.close()
    assert not draft.path.exists()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("hands.stud")
    put(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "hands.stud").read_text() == "new\n"


def test_a_name_may_be_as_long_as_can_be(tmp_path: Path) -> None:
    path = tmp_path / ("\U0001f0a1" * 63)
    put(path)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="pipes with names")
def test_a_pipe_is_written_as_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    put(pipe)
    reader.join()
    assert read == ["new\n"]
    assert pipe.is_fifo()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="devices")
def test_a_device_is_written_as_it_is() -> None:
    put(Path("/dev/null"))
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        put(Path("/dev/full"))
    assert Path("/dev/full").is_char_device()


def test_only_a_file_in_a_folder_can_appear(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="this is a folder"):
        put(tmp_path)
    with pytest.raises(InputError, match="nowhere: there is no such folder"):
        put(tmp_path / "nowhere" / "hands.stud")


def test_a_folder_appears_when_it_is_complete(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "case"
    with pytest.raises(KeyboardInterrupt), appearing_folder(folder) as draft:  # noqa: PT012
        (draft / "half.txt").write_text("half")
        raise KeyboardInterrupt
    assert list(folder.parent.iterdir()) == []
    with appearing_folder(folder) as draft:
        (draft / "whole.txt").write_text("whole")
        assert not folder.exists()
    assert [path.name for path in folder.iterdir()] == ["whole.txt"]
    with pytest.raises(FileExistsError), appearing_folder(folder):
        pass
    assert [path.name for path in folder.parent.iterdir()] == ["case"]


def test_what_cannot_be_written_is_named_as_it_was_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "a name")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "touch", refuse)
    with pytest.raises(PermissionError) as told, appearing(Path("report.md")):
        pass
    assert told.value.filename == "report.md"
    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(PermissionError) as told, appearing_folder(Path(tmp_path.parent / "case")):
        pass


def test_a_folder_that_may_not_be_changed_is_removed_all_the_same(tmp_path: Path) -> None:
    draft = Draft(tmp_path / "audit", folder=True)
    (draft.path / "hands" / "deep").mkdir(parents=True)
    (draft.path / "hands" / "deep" / "part").touch()
    for folder in (draft.path / "hands" / "deep", draft.path / "hands", draft.path):
        folder.chmod(0o500)
    draft.close()
    assert list(tmp_path.iterdir()) == []
