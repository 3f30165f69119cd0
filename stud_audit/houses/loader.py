"""House files -> houses: what they extend and fall back on, their versions, and the shipped ones.

Shipped houses are the TOML files beside this module. `NAME.toml` may have siblings `NAME@VERSION.toml`,
other versions of the same house; their dates of effect must not overlap. The names of the shipped houses are
theirs alone: a file elsewhere that bears one is refused, so that a finding's house is never in doubt.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from functools import lru_cache
from glob import escape
from itertools import pairwise
from pathlib import Path
from typing import Final
from unicodedata import normalize

from stud_audit.houses.build import build_house
from stud_audit.houses.document import Document
from stud_audit.houses.draft import Draft, read_draft
from stud_audit.houses.house import House
from stud_audit.model.errors import HouseError, UsageError
from stud_audit.model.nearest import did_you_mean

_FOLDER: Final = Path(__file__).parent
_GAME: Final = "game"
_LAST_RESORT: Final = "roberts-rules"
_LENT: Final[dict[str, tuple[House, ...]]] = {}
_MOST_LENT: Final = 64


@lru_cache(maxsize=1)
def house_names() -> tuple[str, ...]:
    """The shipped houses."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml") if "@" not in path.stem and path.stem != _GAME))


def load_house(name_or_path: str | Path, at: date | None = None) -> House:
    """The house of that name, or of that TOML file, as in force on the day `at` (else its latest version).

    Where no version was in force on that day the nearest is given: the first version for a day before
    all of them, else the last that had begun (`House.in_force` tells). `NAME@VERSION` is one version.
    Raises `UsageError` for a name that is not known, and `HouseError` for a file that is wrong.
    """
    versions = house_versions(name_or_path)
    if at is None:
        return versions[-1]
    begun = [house for house in versions if house.effective_from is None or house.effective_from <= at]
    return begun[-1] if begun else versions[0]


def house_versions(name_or_path: str | Path) -> tuple[House, ...]:
    """All versions of a house in the order of their dates; errors as of `load_house`."""
    text = str(name_or_path)
    if text in _LENT:
        return _LENT[text]
    return _versions(Path(name_or_path)) if is_house_file(name_or_path) else _shipped(text)


def is_house_file(name_or_path: str | Path) -> bool:
    """Whether this is a file, and not the name of a shipped house."""
    text = str(name_or_path)
    return isinstance(name_or_path, Path) or text.endswith(".toml") or "/" in text


def lend_house(name: str, versions: tuple[House, ...]) -> None:
    """Has a house under that name without its file, which lies on another machine."""
    if len(_LENT) >= _MOST_LENT:
        _LENT.clear()
    _LENT[name] = versions


def house_for_dialect(dialect: str, at: date | None = None) -> House:
    """The house that names this dialect as its own, else Robert's Rules."""
    return load_house(_defaults().get(dialect, _LAST_RESORT), at)


@lru_cache(maxsize=64)
def _shipped(name: str) -> tuple[House, ...]:
    if name.partition("@")[0] not in house_names() or not _file(name).is_file():
        raise UsageError(_no_house(name))
    return _versions(_file(name))


def _no_house(name: str) -> str:
    return f"there is no house {name!r}{did_you_mean(name, house_names())}; there are {', '.join(house_names())}"


def _file(name: str) -> Path:
    return _FOLDER / f"{name}.toml"


@lru_cache(maxsize=1)
def _defaults() -> dict[str, str]:
    found: dict[str, str] = {}
    for path in sorted(_FOLDER.glob("*.toml")):
        # Up to its first table: parsing all houses to learn this would cost more than one hand's audit.
        document = Document(path, path.name, head=True)
        name = path.stem.partition("@")[0]
        for dialect in document.data.get("default_for", ()):
            if found.setdefault(dialect, name) != name:
                document.wrong(("default_for",), f"{dialect!r} has a house already: {found[dialect]}")
        _refuse_mistakes((document,))
    return found


def _versions(path: Path) -> tuple[House, ...]:
    """All versions of a house in the order of their dates. A file that changes is read again."""
    paths = [path] if "@" in path.stem else [path, *sorted(path.parent.glob(f"{escape(path.stem)}@*.toml"))]
    return _load_versions(tuple((file, _stamp(file)) for file in paths))


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError as error:
        raise HouseError(f"{path}: {error.strerror or error}") from None
    return status.st_mtime_ns, status.st_size


@lru_cache(maxsize=64)
def _load_versions(files: tuple[tuple[Path, tuple[int, int]], ...]) -> tuple[House, ...]:
    drafts = [_draft(path, ()) for path, _ in files]
    drafts.sort(key=lambda draft: draft.effective_from or date.min)
    for earlier, later in pairwise(drafts):
        if earlier.name.value != later.name.value:
            later.name.wrong(f"a version of {earlier.name.value} bears the name {later.name.value}")
        if later.effective_from is None or (earlier.effective_to or date.max) >= later.effective_from:
            later.documents[0].wrong(
                ("effective_from",),
                f"version {later.version} overlaps version {earlier.version}, "
                f"which holds {'to ' + str(earlier.effective_to) if earlier.effective_to else 'with no end'}",
            )
    houses = [_finish(draft) for draft in drafts]
    _refuse_mistakes(document for draft in drafts for document in draft.documents)
    return tuple(house for house in houses if house is not None)


def _refuse_mistakes(documents: Iterable[Document]) -> None:
    """Raises all mistakes of some files at once; a file that two others extend has its own once."""
    mistakes = dict.fromkeys(mistake for document in documents for mistake in document.mistakes)
    if mistakes:
        raise HouseError(*mistakes)


def _finish(draft: Draft) -> House | None:
    """The house of a draft; None where a base is not there, since nothing that rests on it can be told."""
    if not draft.whole:
        return None
    fallback = []
    for name in draft.fallback.value if draft.fallback is not None else ():
        if name not in house_names():
            draft.fallback.wrong(_no_house(name))  # type: ignore[union-attr]
        elif name == draft.name.value:
            draft.fallback.wrong("a house cannot fall back on itself")  # type: ignore[union-attr]
        else:
            fallback.append(load_house(name))
    houses = frozenset(house_names())
    files = tuple((Path(document.shown).name, document.raw.decode()) for document in draft.documents)
    return replace(build_house(draft, _game(), tuple(fallback), houses, _digest(draft, fallback)), files=files)


def _draft(path: Path, chain: tuple[Path, ...]) -> Draft:
    document = Document(path, path.name if path.parent == _FOLDER else None)
    draft = read_draft(document)
    if path.resolve().parent != _FOLDER.resolve() and (ours := _as_read(draft.name.value)):
        draft.name.wrong(f"{ours} is a house of stud-audit itself; give this one its own name")
    base = document.data.get("extends")
    if not isinstance(base, str):
        return draft
    of_file = base.endswith(".toml")
    base_path = path.parent / base if of_file else _file(base)
    if not base_path.is_file() or (not of_file and base.partition("@")[0] not in house_names()):
        files = [each.name for each in path.parent.glob("*.toml")]
        problem = f"there is no file {base!r}{did_you_mean(base, files)}" if of_file else _no_house(base)
        document.wrong(("extends",), problem)
        return replace(draft, whole=False)
    chain = (*chain, path.resolve())
    if base_path.resolve() in chain:
        circle = " extends ".join(step.name for step in (*chain, base_path))
        document.wrong(("extends",), f"a circle: {circle}")
        return replace(draft, whole=False)
    return draft.over(_draft(base_path, chain))


def _as_read(name: str) -> str | None:
    """The shipped house that people read in a name: letters that look alike or are not seen make no other of it.

    A letter outside of ASCII may look like any; a name of nothing else is in another script.
    """
    seen = "".join(char for char in normalize("NFKC", name) if char.isprintable())
    letters = seen.casefold().strip().partition("@")[0]
    if not any(map(str.isascii, letters)):
        return None
    ours = (house for house in (*house_names(), _GAME) if len(house) == len(letters))
    return next(
        (house for house in ours if all(a == b or not a.isascii() for a, b in zip(letters, house, strict=True))), None
    )


@lru_cache(maxsize=1)
def _game() -> Draft:
    draft = read_draft(Document(_FOLDER / f"{_GAME}.toml", f"{_GAME}.toml"))
    _refuse_mistakes(draft.documents)
    return draft


def _digest(draft: Draft, fallback: list[House]) -> str:
    """SHA-256 over the digests of all files that have a part in the house, in order."""
    files = [hashlib.sha256(document.raw).hexdigest() for document in (*draft.documents, *_game().documents)]
    return hashlib.sha256("\n".join((*files, *(house.digest for house in fallback))).encode()).hexdigest()
