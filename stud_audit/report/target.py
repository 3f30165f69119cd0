"""Where a dataset is written to, and how all of it or nothing comes to be there.

On this machine it is made in a folder beside its place, which is moved there at the end, so that no half-written one is
ever found. A store of objects has no such move: there the manifest makes the dataset. It is written last, and before
anything else of an earlier dataset is touched its manifest is taken away. What a run that was killed has left is
removed by the next one, which says so.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir
from typing import Final
from weakref import finalize

from stud_audit.ingest.addresses import Address, StrPath, place_of, writing
from stud_audit.ingest.writers.files import Draft, abandoned, change_places, discard, link_all
from stud_audit.model.errors import InputError, Notice
from stud_audit.model.executors import Executor
from stud_audit.report.manifest import MANIFEST, read_manifest
from stud_audit.report.schemas import TABLES

UNFINISHED: Final = ".stud_audit.unfinished"
"""Lies in a store beside what a run is writing there."""


def target(folder: StrPath | Address, executor: Executor) -> FolderTarget | StoreTarget:
    """The target of that name. Raises `InputError` where what is there is no dataset, `UsageError`, and `OSError`."""
    where = place_of(folder)
    return StoreTarget(where, executor) if isinstance(where, Address) else FolderTarget(where, executor)


class FolderTarget:
    """A folder of this machine. To be closed whatever comes; `draft` is where the dataset is made."""

    def __init__(self, folder: Path, executor: Executor) -> None:
        self.place = folder
        self._check()
        self._resolved = folder.resolve()
        parents = [parent for parent in self._resolved.parents if not parent.exists()]
        self._resolved.parent.mkdir(parents=True, exist_ok=True)
        self._end = finalize(self, _remove_empty, parents)
        for left in abandoned(self._resolved):
            if not self._resolved.exists() and _is_dataset(left):  # killed between two steps of changing places
                left.rename(self._resolved)
                said = f"{left}: an earlier run was stopped before this was at its place; it is {folder} now"
                warnings.warn(said, Notice, stacklevel=2)
            else:
                discard(left)
        self._draft = Draft(self._resolved, folder=True)
        self.draft = self._draft.path
        try:
            executor.check_sees(self.draft)
        except BaseException:
            self.close()
            raise

    def _check(self) -> None:
        if self.place.is_dir():
            if not _is_dataset(self.place):
                raise InputError(f"{self.place}: exists and is no dataset of stud-audit; it is left alone")
        elif self.place.exists() or self.place.is_symlink():
            raise InputError(f"{self.place}: exists and is not a folder; it is left alone")

    def put_in_place(self) -> None:
        """The draft becomes the dataset. Raises `InputError` and `OSError` where it cannot be."""
        self._check()
        if self._resolved.exists():
            # What a user has put beside the tables (a report, say) stays.
            link_all(self._resolved, self.draft, {MANIFEST, *TABLES})
            change_places(self.draft, self._resolved)
        else:
            self.draft.rename(self._resolved)

    def close(self) -> None:
        """What was not put in its place is removed."""
        self._draft.close()
        self._end()


class StoreTarget:
    """A folder of a store: the dataset is made beside it, and copied there when it is complete.

    It is made on this machine, or, where it is other machines that work on it, in the store.
    """

    def __init__(self, folder: Address, executor: Executor) -> None:
        self.place = folder
        self._unfinished = folder / UNFINISHED
        self._touched = False
        self._check()
        if self._unfinished.exists():
            self._clear(parts=not _is_dataset(folder))
            said = f"{folder}: an earlier run was stopped and left a part of a dataset; it is removed"
            warnings.warn(said, Notice, stacklevel=2)
        beside = Path(gettempdir(), "stud_audit")
        for left in abandoned(beside):
            discard(left)
        self._here = Draft(beside, folder=True)
        self._here.path.chmod(0o700)
        self.draft = self._unfinished / self._here.path.name if executor.elsewhere else self._here.path
        try:  # now, and not after hours of work: a store that cannot be written to says so
            with writing(self._unfinished / "begun"):
                pass
        except BaseException:
            self._here.close()
            raise

    def _check(self) -> None:
        if self._unfinished.exists() or not self.place.exists() or _is_dataset(self.place):
            return
        if self.place.is_file():
            raise InputError(f"{self.place}: exists and is not a folder; it is left alone")
        if self.place.below():
            raise InputError(f"{self.place}: exists and is no dataset of stud-audit; it is left alone")

    def put_in_place(self) -> None:
        """As that of a folder."""
        draft = self.draft
        if isinstance(draft, Address):
            parts = [name for name, _ in draft.below() if name != MANIFEST]
        else:
            parts = [f"{name}/{part}" for name in TABLES for part in sorted(os.listdir(draft / name))]
        self._touched = True
        self._clear(parts=True, draft=False)
        if isinstance(draft, Address):
            draft.copy_all(parts, self.place)
            draft.copy_all([MANIFEST], self.place)
        else:
            for part in (*parts, MANIFEST):
                (self.place / part).put(draft / part)
        self._touched = False

    def close(self) -> None:
        """As that of a folder."""
        with suppress(OSError):  # what cannot be removed is left to the next run
            self._clear(parts=self._touched)
        self._here.close()

    def _clear(self, *, parts: bool, draft: bool = True) -> None:
        for name in (*((MANIFEST, *TABLES) if parts else ()), *((UNFINISHED,) if draft else ())):
            (self.place / name).remove()


def _is_dataset(folder: Path | Address) -> bool:
    try:
        read_manifest(folder)
    except InputError:
        return False
    return True


def _remove_empty(folders: Iterable[Path]) -> None:
    """Those of folders that nothing was put into, the innermost first."""
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()
