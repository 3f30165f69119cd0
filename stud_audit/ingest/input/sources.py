"""From path arguments to files.

An argument is a file, a folder (searched recursively), a glob where no such file exists, or `-` for
standard input. A file that several arguments lead to is read once, under the name it was met by first;
symbolic links count as what they point to. In folders, files and folders whose names begin with a dot
are left out, and links to folders are not followed. Folders and globs are taken in the order of names.
"""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from stud_audit.ingest.input.found import InputProblem

ENDINGS: Final = frozenset({".txt", ".log", ".xml", ".stud", ".phh", ".phhs", ".ohh"})
"""Endings of hand histories; dialects may add their own (`Dialect.extensions`)."""
COMPRESSED: Final = frozenset({".gz", ".zst"})
ARCHIVES: Final = frozenset({".zip"})

StrPath = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read. `name` is what findings call it; `path` is None for standard input, `size` where unknown."""

    name: str
    path: str | None
    size: int | None = None


def is_history(name: str, endings: Collection[str], archives: bool = True) -> bool:
    """Whether a file of a folder or archive is one to read, judged by the ending of its name."""
    path = PurePath(name.lower())
    if path.name.startswith("."):
        return False
    if path.suffix in COMPRESSED:
        # `x.txt.gz` and `x.gz`, but not `x.tar.gz`.
        inner = PurePath(path.stem).suffix
        return not inner or inner in endings
    return path.suffix in endings or (archives and path.suffix in ARCHIVES)


def expand(paths: Iterable[StrPath], endings: Collection[str] = ENDINGS) -> Iterator[Source | InputProblem]:
    """The files that the arguments name, each once, and what is wrong with arguments that name none."""
    met: set[str] = set()
    for argument in paths:
        for found in _expand_one(os.fspath(argument), endings):
            if isinstance(found, Source):
                real = "-" if found.path is None else os.path.realpath(found.path)
                if real in met:
                    continue
                met.add(real)
            yield found


def _expand_one(argument: str, endings: Collection[str]) -> Iterator[Source | InputProblem]:
    if argument == "-":
        yield Source("-", None)
    elif os.path.lexists(argument) or not glob.has_magic(argument):
        yield from _existing(argument, endings)
    else:
        matches = sorted(glob.glob(argument, recursive=True))
        if not matches:
            yield InputProblem(display_name(argument), "no file matches", "missing")
        for match in matches:
            yield from _existing(match, endings)


def _existing(path: str, endings: Collection[str]) -> Iterator[Source | InputProblem]:
    name = display_name(path)
    try:
        status = os.stat(path)
    except FileNotFoundError:
        yield InputProblem(name, "no such file or folder", "missing")
    except (OSError, ValueError) as error:
        yield InputProblem(name, reason(error), "unreadable")
    else:
        if stat.S_ISDIR(status.st_mode):
            yield from _folder(path, endings)
        else:
            yield Source(name, path, status.st_size if stat.S_ISREG(status.st_mode) else None)


def _folder(path: str, endings: Collection[str]) -> Iterator[Source | InputProblem]:
    errors: list[OSError] = []
    found = False
    for folder, folders, files in os.walk(path, onerror=errors.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for file in sorted(files):
            if is_history(file, endings):
                found = True
                yield from _existing(os.path.join(folder, file), endings)
    for error in errors:
        yield InputProblem(display_name(error.filename or path), reason(error), "unreadable")
    if not found and not errors:
        known = " ".join(sorted({*endings, *COMPRESSED, *ARCHIVES}))
        yield InputProblem(display_name(path), f"the folder has no hand history (endings looked for: {known})", "empty")


def display_name(path: str) -> str:
    """The path as given, with `/` between its parts, and fit to be written as UTF-8."""
    name = path.replace(os.sep, "/") if os.sep != "/" else path
    return os.fsencode(name).decode("utf-8", "replace")


def reason(error: Exception) -> str:
    """What an exception says, for people: without error number, path, and class name."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    text = text or type(error).__name__
    return text[0].lower() + text[1:]
