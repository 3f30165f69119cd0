"""Files and folders that are there when they are complete, and not before.

Each is made under another name beside its place and moved there at the end. It is locked meanwhile: the system lets
go of a lock however its process ends, so the next run to the same place can tell what a killed one left, and removes
it.
"""

from __future__ import annotations

import ctypes
import errno
import os
import re
import secrets
import shutil
import stat
import sys
import warnings
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TextIO, cast
from weakref import finalize
from zlib import crc32

from stud_audit.model.errors import InputError, Notice

StrPath = str | os.PathLike[str]
_ENDING: Final = ".unfinished"
_NAME: Final = 40


class Draft:
    """A file or folder in the making, beside its place; `close` removes what was not moved there.

    Raises `OSError` where it cannot be made.
    """

    def __init__(self, place: Path, *, folder: bool) -> None:
        while True:
            self.path = _beside(place)
            try:
                self.path.mkdir() if folder else self.path.touch(exist_ok=False)
            except OSError as error:  # the name of a draft tells nobody anything
                raise OSError(error.errno, error.strerror, str(place)) from None
            lock, ours = None, True
            try:
                lock = _lock(self.path)
            except BlockingIOError:  # another run found it before it was locked, and removes it
                ours = False
            except OSError:  # there are no locks here: nobody will take it for abandoned
                pass
            self.close = finalize(self, _drop, self.path, lock)  # also where a run ends before its `with` statement
            if ours and self.path.exists():
                self._lock = lock
                return
            self.close()

    def leave(self) -> None:
        """Lets it lie where it is, as if this run had been killed."""
        self.close.detach()
        if self._lock is not None:
            os.close(self._lock)


def _beside(place: Path) -> Path:
    """A new name for a draft of that place."""
    return place.with_name(f"{_start(place)}{secrets.token_hex(4)}{_ENDING}")


def _start(place: Path) -> str:
    name = place.name
    if len(name) > _NAME:  # one as long as can be has to leave room for more
        name = f"{name[:_NAME]}~{crc32(os.fsencode(name)):08x}"
    return f".{name}."


def _open(path: Path, mode: str) -> TextIO:
    return cast("TextIO", path.open(mode, encoding="utf-8", errors="backslashreplace", newline="\n"))


def _drop(path: Path, lock: int | None = None) -> None:
    with suppress(OSError):  # what cannot be removed is left to the next run
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
            for folder, _, _ in os.walk(path):  # what was there before may be kept from being changed
                os.chmod(folder, stat.S_IRWXU)
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    if lock is not None:
        with suppress(OSError):
            os.close(lock)


def abandoned(place: Path) -> Iterator[Path]:
    """The drafts of a place that nobody is at work on: what a killed run has left."""
    draft = re.compile(re.escape(_start(place)) + r"[0-9a-f]{8}" + re.escape(_ENDING))
    try:
        names = sorted(filter(draft.fullmatch, os.listdir(place.parent)))
    except OSError:  # it is said where the place is written
        return
    for name in names:
        path = place.with_name(name)
        with suppress(OSError):  # it is locked, or not ours to remove
            lock = _lock(path)
            try:
                yield path
            finally:
                os.close(lock)


def discard(path: Path) -> None:
    """Remove what a killed run has left, and say so."""
    _drop(path)
    done = "could not be removed" if path.exists() else "is removed"
    warnings.warn(f"{path}: an earlier run was stopped and left this; it {done}", Notice, stacklevel=2)


def change_places(draft: Path, place: Path) -> None:
    """Let two folders change names: at once where the system can, so that at no moment there is none at the place."""
    try:
        _exchange(os.fsencode(draft), os.fsencode(place))
        return
    except (OSError, AttributeError, TypeError):  # the file system or the system has no such call
        former = _beside(place)
    try:
        place.rename(former)
        draft.rename(place)
    except BaseException:
        if former.exists() and not place.exists():
            former.rename(place)
        raise
    former.rename(draft)


def _exchange(one: bytes, other: bytes) -> None:
    system = ctypes.CDLL(None, use_errno=True)
    if sys.platform == "darwin":
        failed = system.renamex_np(one, other, 2)  # RENAME_SWAP
    else:
        failed = system.renameat2(-100, one, -100, other, 2)  # AT_FDCWD, RENAME_EXCHANGE
    if failed:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def link_all(folder: Path, target: Path, leave_out: Collection[str]) -> None:
    """Have what lies in a folder, but for these names, in another folder too."""
    for entry in folder.iterdir():
        if entry.name in leave_out:
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.copytree(entry, target / entry.name, symlinks=True, copy_function=_link)
        else:
            _link(entry, target / entry.name)


def _link(source: StrPath, target: StrPath) -> None:
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:  # the file system has no links
        shutil.copy2(source, target, follow_symlinks=False)


def is_device(path: Path) -> bool:
    """Whether nothing can be put beside it: `/dev/stdout` looks like a file where it is redirected to one."""
    return (path.exists() and path.absolute().is_relative_to("/dev")) or path.absolute().is_relative_to("/proc")


@contextmanager
def appearing(path: Path) -> Iterator[TextIO]:
    """A file that is written under another name beside its place, and moved there when it is complete.

    Where the writing ends with an error, there is no new file, and what was there before stays. What is no ordinary
    file (a pipe, `/dev/stdout`) is written as it is. Raises `InputError` where it is a folder or is in none, and
    `OSError` with its name where it cannot be written.
    """
    draft, place = None, path
    try:
        if path.is_dir():
            raise InputError(f"{path}: this is a folder")
        if not path.parent.is_dir():
            raise InputError(f"{path.parent}: there is no such folder")
        if is_device(path) or (path.exists() and not path.is_file()):
            with _open(path, "a") as file:  # "w" would cut what `>>` adds to
                yield file
            return
        place = path.resolve()  # the file, and not a link to it, is replaced
        for left in abandoned(place):
            discard(left)
        draft = Draft(place, folder=False)
        with _open(draft.path, "w") as file:
            yield file
        if place.exists():
            draft.path.chmod(stat.S_IMODE(place.stat().st_mode))
        draft.path.replace(place)
    except OSError as error:
        if error.filename is None or error.filename in (str(place), draft and str(draft.path)):
            raise OSError(error.errno, error.strerror or str(error), str(path)) from None
        raise
    finally:
        if draft is not None:
            draft.close()


@contextmanager
def appearing_folder(path: Path) -> Iterator[Path]:
    """A folder in the making, which is at its place when it is complete; `FileExistsError` where there is one."""
    if path.exists() or path.is_symlink():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    place = path.absolute()
    place.parent.mkdir(parents=True, exist_ok=True)
    for left in abandoned(place):
        discard(left)
    try:
        draft = Draft(place, folder=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        yield draft.path
        draft.path.rename(place)
    except OSError as error:
        if error.filename is not None and Path(error.filename).is_relative_to(draft.path):
            raise OSError(error.errno, error.strerror or str(error), str(path)) from None
        raise
    finally:
        draft.close()


if sys.platform == "win32":

    def _lock(path: Path) -> int:
        raise OSError(f"{path}: there are no such locks here")

else:
    import fcntl

    def _lock(path: Path) -> int:
        """A lock that lasts until its number is closed; `BlockingIOError` where another process has it."""
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(number)
            raise
        return number
