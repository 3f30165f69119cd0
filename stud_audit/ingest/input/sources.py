"""From path arguments to files.

An argument is a file, a folder (searched recursively), a glob where no such file exists, or `-` for
standard input; each of the first three may be an address (`addresses.py`). A file that several arguments lead to
is read once, under the name it was met by first; symbolic links count as what they point to. Folders and
globs are taken in the order of names.

Every file of a folder is accounted for: what is no history by its ending is looked into, and what is
never opened (hidden files and folders, links to folders, pipes, sockets, devices) is named. A dataset of
an earlier audit is no part of the folder that it lies in.
"""

from __future__ import annotations

import errno
import glob
import os
import stat
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import PurePath
from typing import IO, Final, cast

from stud_audit.ingest.addresses import Address, StrPath, is_address, place_of
from stud_audit.ingest.input.found import InputProblem, ProblemKind

ENDINGS: Final = frozenset({".txt", ".log", ".xml", ".stud", ".phh", ".phhs", ".ohh"})
"""Endings of hand histories; dialects may add their own (`Dialect.extensions`)."""
COMPRESSED: Final = frozenset({".gz", ".bz2", ".xz", ".zst"})
DATASET: Final = "stud_audit dataset"
"""What the manifest of a dataset begins with, as its format."""
ARCHIVES: Final = frozenset({".zip", ".tar", ".tgz", ".tbz2", ".txz", ".tzst"})


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read. `name` is what findings call it; `path` is None for standard input, `size` where unknown.

    `named` is false for a file of a folder, a glob, or an archive: it need be no hand history.
    """

    name: str
    path: str | Address | None
    size: int | None = None
    named: bool = True

    def open(self) -> IO[bytes]:
        """The file's bytes, as they come; not for standard input."""
        if isinstance(self.path, Address):
            return cast("IO[bytes]", self.path.open())
        file = FileIO(str(self.path), opener=None if self.size is None else _at_once)
        if self.size is not None and not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            file.close()
            raise OSError("it was a file when the run began, and is none any more")
        return cast("IO[bytes]", file)


def _at_once(path: str, flags: int) -> int:
    """Opens what has become a pipe meanwhile without waiting for whoever writes to it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def is_history(name: str, endings: Collection[str]) -> bool:
    """Whether a file is a hand history by the ending of its name, and not only looked into."""
    path = PurePath(name.lower())
    if path.suffix in COMPRESSED:
        # `x.txt.gz` and `x.gz`.
        inner = PurePath(path.stem).suffix
        return not inner or inner in endings
    return path.suffix in endings


def is_hidden(name: str) -> bool:
    """Whether a path is one that folders do not show, or what the Mac's archiver adds to each file."""
    parts = PurePath(name).parts
    return any(part.startswith(".") and part != ".." for part in parts) or parts[:1] == ("__MACOSX",)


def not_read(name: str, why: str) -> InputProblem:
    """The entry of a file that is none for us."""
    return InputProblem(name, why, "not-read")


def expand(paths: Iterable[StrPath]) -> Iterator[Source | InputProblem]:
    """The files that the arguments name, each once, and what is wrong with arguments that name none."""
    met: dict[str | Address, Source] = {}
    for argument in paths:
        for found in _expand_one(os.fspath(argument)):
            if isinstance(found, Source):
                first = met.setdefault(_file(found), found)
                if first is not found:
                    if not found.named and (_is_link(first) or _is_link(found)):
                        yield not_read(found.name, f"the same file as {first.name}, which is read once")
                    continue
            yield found


def _file(source: Source) -> str | Address:
    return os.path.realpath(source.path) if isinstance(source.path, str) else source.path or "-"


def _is_link(source: Source) -> bool:
    return isinstance(source.path, str) and os.path.islink(source.path)


def _expand_one(argument: str) -> Iterator[Source | InputProblem]:
    where = place_of(argument)
    if isinstance(where, Address):
        yield from _elsewhere(where)
        return
    if is_address(argument):  # of this machine
        argument = str(where)
    if argument == "-":
        yield Source("-", None)
    elif os.path.lexists(argument) or not glob.has_magic(argument):
        yield from _existing(argument)
    else:
        matches = sorted(glob.glob(argument, recursive=True))
        if not matches:
            yield InputProblem(display_name(argument), "no file matches", "missing")
        for match in matches:
            yield from _existing(match, named=False)


def _existing(path: str, named: bool = True) -> Iterator[Source | InputProblem]:
    name = display_name(path)
    try:
        status = os.stat(path)
    except (OSError, ValueError) as error:
        missing = isinstance(error, FileNotFoundError)
        if not named and (missing or getattr(error, "errno", None) == errno.ELOOP):
            yield not_read(name, "a link that leads nowhere")
        elif missing:
            yield InputProblem(name, "no such file or folder", "missing")
        else:
            yield InputProblem(name, reason(error), "unreadable")
    else:
        if stat.S_ISDIR(status.st_mode):
            yield from _folder(path)
        elif named or stat.S_ISREG(status.st_mode):
            yield Source(name, path, status.st_size if stat.S_ISREG(status.st_mode) else None, named)
        else:
            yield not_read(name, f"{_kind(status.st_mode)}, which is never opened unless it is named itself")


def _kind(mode: int) -> str:
    return "a pipe" if stat.S_ISFIFO(mode) else "a socket" if stat.S_ISSOCK(mode) else "a device"


def _folder(path: str) -> Iterator[Source | InputProblem]:
    errors: list[OSError] = []
    empty = True
    for folder, folders, files in os.walk(path, onerror=errors.append):
        if _is_dataset(folder):
            folders.clear()
            if folder == path:
                empty = False
                yield not_read(display_name(path), "a dataset of stud-audit, which has no logs")
            continue
        left_out = {name for name in folders if is_hidden(name) or os.path.islink(os.path.join(folder, name))}
        folders[:] = sorted({*folders} - left_out)
        for name in sorted({*files, *left_out}):
            empty = False
            inside = os.path.join(folder, name)
            if is_hidden(name):
                yield not_read(display_name(inside), f"a hidden {'folder' if name in left_out else 'file'}")
            elif name in left_out:
                yield not_read(display_name(inside), "a link to a folder, which is not followed")
            else:
                yield from _existing(inside, named=False)
    for error in errors:
        yield InputProblem(display_name(error.filename or path), reason(error), "unreadable")
    if empty and not errors:
        yield InputProblem(display_name(path), "the folder has no files", "empty")


def _is_dataset(folder: str) -> bool:
    manifest = os.path.join(folder, "manifest.json")
    if not os.path.isfile(manifest):
        return False
    with suppress(OSError), open(manifest, "rb") as file:
        return DATASET.encode() in file.read(100)
    return False


def _elsewhere(address: Address) -> Iterator[Source | InputProblem]:
    """What an address leads to."""
    try:
        try:
            yield from _stored(address)
        except FileNotFoundError:
            matches = address.matches()
            if matches is None:
                raise
            if not matches:
                yield InputProblem(address.shown, "no file matches", "missing")
            for match in matches:
                yield from _stored(match, named=False)
    except OSError as error:
        kind: ProblemKind = "missing" if isinstance(error, FileNotFoundError) else "unreadable"
        yield InputProblem(address.shown, reason(error), kind)


def _stored(address: Address, named: bool = True) -> Iterator[Source | InputProblem]:
    kind, size = address.kind()
    if kind == "file":
        yield Source(display_name(address.shown), address, size, named)
        return
    hidden: set[str] = set()
    files = address.below()
    for name, size in files:
        parts = name.split("/")
        at = next((at for at, part in enumerate(parts, 1) if is_hidden(part)), None)
        inside = "/".join(parts[:at])
        found = address / inside
        if at is None:
            yield Source(display_name(found.shown), found, size, named=False)
        elif inside not in hidden:
            hidden.add(inside)
            yield not_read(found.shown, f"a hidden {'folder' if at < len(parts) else 'file'}")
    if not files:
        yield InputProblem(address.shown, "the folder has no files", "empty")


def display_name(path: str) -> str:
    """The path as given, with `/` between its parts, and fit to be written as UTF-8."""
    name = path.replace(os.sep, "/") if os.sep != "/" else path
    return os.fsencode(name).decode("utf-8", "replace")


def reason(error: Exception) -> str:
    """What an exception says, for people: without error number, path, and class name."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    text = text or type(error).__name__
    return text[0].lower() + text[1:]
