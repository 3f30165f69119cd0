"""Where a dataset is written to, and how all of it or nothing comes to be there.

On this machine it is made in a folder beside its place, which is moved there at the end, so that no half-written one is
ever found. A store of objects has no such move: there the manifest makes the dataset. It is written last, and before
anything else of an earlier dataset is touched its manifest is taken away. What a run that was killed has left is
removed by the next one, which says so.
"""

from __future__ import annotations

import os
import shutil
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir
from typing import Final
from weakref import finalize

from stud_audit.ingest.addresses import Address, StrPath, place_of, text_of, writing
from stud_audit.ingest.writers.files import Draft, abandoned, change_places, discard, link_all
from stud_audit.model.errors import InputError, Notice
from stud_audit.model.executors import Executor
from stud_audit.report.drafts import MEMO
from stud_audit.report.earlier import BATCHES
from stud_audit.report.manifest import MANIFEST, read_manifest
from stud_audit.report.schemas import TABLES

DRAFTS: Final = "drafts"
UNFINISHED: Final = ".stud_audit.unfinished"
"""Lies in a store beside what a run is writing there."""


def target(folder: StrPath | Address, executor: Executor, *, resume: bool = False) -> FolderTarget | StoreTarget:
    """The target of that name. With `resume`, the drafts of an earlier run that was stopped are in its draft.

    Raises `InputError` where what is there is no dataset, `UsageError`, and `OSError`.
    """
    where = place_of(folder)
    if isinstance(where, Address):
        return StoreTarget(where, executor, resume)
    return FolderTarget(where, executor, resume)


class FolderTarget:
    """A folder of this machine. To be closed whatever comes.

    `draft` is the folder in which the dataset is made; `here` is the same, for what only this process writes.
    """

    def __init__(self, folder: Path, executor: Executor, resume: bool) -> None:
        self._given = folder
        self._check()
        self.place = folder.resolve()
        parents = [parent for parent in self.place.parents if not parent.exists()]
        self.place.parent.mkdir(parents=True, exist_ok=True)
        self._end = finalize(self, _remove_empty, parents)
        self._draft = _draft(self.place, resume, self._rescued)
        self.draft = self.here = self._draft.path
        executor.check_sees(self.draft)

    def _check(self) -> None:
        folder = self._given
        if folder.is_dir():
            if not _is_dataset(folder):
                raise InputError(f"{folder}: exists and is no dataset of stud-audit; it is left alone")
        elif folder.exists() or folder.is_symlink():
            raise InputError(f"{folder}: exists and is not a folder; it is left alone")

    def _rescued(self, left: Path) -> bool:
        """Whether a draft is now the dataset: its run was killed between two steps of changing places."""
        if self.place.exists() or not _is_dataset(left):
            return False
        left.rename(self.place)
        said = f"{left}: an earlier run was stopped before this was at its place; it is {self._given} now"
        warnings.warn(said, Notice, stacklevel=2)
        return True

    def may_have(self, name: str) -> bool:
        """Whether an earlier run may have left the draft of that name."""
        return True

    def put_in_place(self) -> None:
        """The draft becomes the dataset. Raises `InputError` and `OSError` where it cannot be."""
        self._check()
        shutil.rmtree(self.draft / DRAFTS)
        if self.place.exists():
            # What a user has put beside the tables (a report, say) stays.
            link_all(self.place, self.draft, {MANIFEST, BATCHES, *TABLES})
            change_places(self.draft, self.place)
        else:
            self.draft.rename(self.place)

    def close(self, *, leave: bool = False) -> None:
        """What was not put in its place is removed; with `leave` a run that goes on finds the drafts."""
        _close(self._draft, leave)
        self._end()


class StoreTarget:
    """A folder of a store: the dataset is made beside it, and copied there when it is complete.

    It is made on this machine, or, where it is other machines that work on it, in the store.
    """

    def __init__(self, folder: Address, executor: Executor, resume: bool) -> None:
        self.place = folder
        self._unfinished = folder / UNFINISHED
        self._touched = False
        self._names: frozenset[str] | None = None
        self._check()
        beside = Path(gettempdir(), f"stud_audit-{sha256(text_of(folder).encode()).hexdigest()[:16]}")
        self._here = _draft(beside, resume and not executor.elsewhere, lambda _: False)
        self.here = self._here.path
        self.here.chmod(0o700)
        self.draft = self._unfinished / self.here.name if executor.elsewhere else self.here
        try:
            if self._unfinished.exists():
                self._after_another(resume)
            # Now, and not after hours of work: a store that cannot be written to says so.
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

    def _after_another(self, resume: bool) -> None:
        """Goes on with the drafts of a run that was stopped, or removes them; either is said."""
        names = [name.split("/") for name, _ in self._unfinished.below()]
        folder = next((parts[0] for parts in names if parts[-1].endswith(f".{MEMO}")), None)
        if resume and folder is not None and isinstance(self.draft, Address):
            self.draft = self._unfinished / folder
            memos = (parts[-1].removesuffix(f".{MEMO}") for parts in names if parts[0] == folder)
            self._names = frozenset(memos)
            for name in TABLES:
                (self.draft / name).remove()
            what = "it is gone on from there"
        else:
            self._clear(parts=not _is_dataset(self.place))
            self._names = frozenset()
            what = "it is removed"
        said = f"{self.place}: an earlier run was stopped and left a part of a dataset; {what}"
        warnings.warn(said, Notice, stacklevel=2)

    def may_have(self, name: str) -> bool:
        """As that of a folder."""
        return not isinstance(self.draft, Address) or (self._names is not None and name in self._names)

    def put_in_place(self) -> None:
        """As that of a folder."""
        draft = self.draft
        if isinstance(draft, Address):
            parts = [name for name, _ in draft.below() if not name.startswith(f"{DRAFTS}/")]
        else:
            parts = [f"{name}/{part}" for name in TABLES for part in sorted(os.listdir(draft / name))]
        self._touched = True
        self._clear(parts=True, draft=False)
        if isinstance(draft, Address):
            draft.copy_all(parts, self.place)
            parts.clear()
        for part in (*parts, *filter(lambda name: (self.here / name).exists(), (BATCHES, MANIFEST))):
            (self.place / part).put(self.here / part)
        self._touched = False
        self._names = None

    def close(self, *, leave: bool = False) -> None:
        """As that of a folder."""
        if leave and isinstance(self.draft, Address):
            said = f"{self._unfinished}: what was done before the run was stopped; --resume goes on from there"
            warnings.warn(said, Notice, stacklevel=2)
            self._here.close()
            return
        with suppress(OSError):  # what cannot be removed is left to the next run
            self._clear(parts=self._touched)
        _close(self._here, leave)

    def _clear(self, *, parts: bool, draft: bool = True) -> None:
        for name in (*((MANIFEST, BATCHES, *TABLES) if parts else ()), *((UNFINISHED,) if draft else ())):
            (self.place / name).remove()


def _draft(place: Path, resume: bool, rescued: Callable[[Path], bool]) -> Draft:
    """A draft beside a place, with the folders of a dataset. Those that a stopped run left are taken in, or removed."""
    draft = Draft(place, folder=True)
    for name in (DRAFTS, *TABLES):
        (draft.path / name).mkdir()
    for left in abandoned(place):
        if left == draft.path:
            continue  # our own, which could not be locked when it was made
        if resume and (left / DRAFTS).is_dir():
            for entry in os.scandir(left / DRAFTS):
                os.replace(entry.path, draft.path / DRAFTS / entry.name)
            shutil.rmtree(left, ignore_errors=True)
            said = f"{left}: an earlier run was stopped and left this; it is gone on from there"
            warnings.warn(said, Notice, stacklevel=4)
        elif not rescued(left):
            discard(left)
    return draft


def _close(draft: Draft, leave: bool) -> None:
    if not leave or not any((draft.path / DRAFTS).glob(f"*.{MEMO}")):
        draft.close()
        return
    for name in TABLES:
        shutil.rmtree(draft.path / name, ignore_errors=True)
    draft.leave()
    said = f"{draft.path}: what was done before the run was stopped; --resume goes on from there"
    warnings.warn(said, Notice, stacklevel=4)


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
