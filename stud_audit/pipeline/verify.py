"""Whether a dataset, and the inputs that it was made from, are still what they were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from stud_audit.houses.house import House
from stud_audit.houses.loader import house_names, house_versions
from stud_audit.ingest.addresses import StrPath
from stud_audit.ingest.reader import Reader
from stud_audit.model.errors import InputError
from stud_audit.model.hand import Hand
from stud_audit.model.version import __version__
from stud_audit.pipeline.one_hand import audit_hand, dispatch
from stud_audit.pipeline.records import record_of
from stud_audit.pipeline.restored import restored_hand, restored_house
from stud_audit.report.converter import made_rows
from stud_audit.report.earlier import BATCHES
from stud_audit.report.evidence import START, file_digest, link, root_of
from stud_audit.report.frames import AuditResult
from stud_audit.report.manifest import MANIFEST

_NAMED: Final = 20
"""Places of one kind that are named; of more there is the number."""
_MADE: Final = ("hands", "seats", "events")
"""Tables that can be made again from the texts of the hands."""


@dataclass(slots=True)
class Verified:
    """What a verification came to: the root of the dataset, how much was looked at, and what differs, in words."""

    root: str
    hands: int = 0
    parts: int = 0
    inputs: int = 0
    differences: list[str] = field(default_factory=list)


def verify(folder: StrPath, inputs: Sequence[StrPath] = ()) -> Verified:
    """Holds a dataset against its manifest, its own texts, and, where they are given, the inputs.

    Where a part is not what it was, its hands are made again from their texts, so that those that differ can be named.
    Raises `InputError` where the folder is no dataset, or one without digests.
    """
    result = AuditResult(folder)
    manifest = result.manifest
    if "root" not in manifest:
        raise InputError(f"{folder}: this dataset has no digests; it was written before they were")
    found = Verified(manifest["root"])
    say = found.differences.append
    if root_of(manifest) != manifest["root"]:
        say(f"{MANIFEST} was changed: its root is {root_of(manifest)}, and it says {manifest['root']}")
    batches = result.folder / BATCHES
    if batches.is_file() and file_digest(batches) != manifest.get("batches"):
        say(f"{BATCHES} was changed: its SHA-256 is not that of the manifest")
    tables = {name: _Table(result, name) for name in manifest["tables"]}
    for table in tables.values():
        found.parts += len(table.parts)
        found.differences += table.differences
    if tables["hands"].readable:
        found.hands = tables["hands"].rows
        found.differences += _listed(_chain(result, manifest))
        changed = [name for name in _MADE if tables[name].changed and tables[name].readable]
        if changed or tables["findings"].changed:
            found.differences += _listed(_made_again(result, manifest, changed, tables["findings"]))
    if inputs:
        found.differences += _listed(_of_inputs(result, manifest, inputs, found))
    return found


class _Table:
    """One table's parts against the manifest."""

    def __init__(self, result: AuditResult, name: str) -> None:
        entry = result.manifest["tables"][name]
        self.parts: list[str] = entry["parts"]
        self.differences: list[str] = []
        self.readable = True
        self.rows = 0
        for part in self.parts:
            path = result.folder / name / part
            if not path.is_file():
                self.readable = False
                self.differences.append(f"{name}/{part} is missing")
            elif file_digest(path) != entry["sha256"].get(part):
                self.differences.append(f"{name}/{part} was changed: its SHA-256 is not that of the manifest")
        there: set[str] = set()
        with suppress(FileNotFoundError):
            there = {path.name for path in (result.folder / name).iterdir()}
        self.differences += [f"{name}/{part} was added" for part in sorted(there - set(self.parts))]
        self.changed = bool(self.differences)
        if self.readable:
            try:
                self.rows = sum(1 for _ in result.rows(name, ["hand_key"] if name != "coverage" else ["code"]))
            except InputError as error:
                self.readable = False
                self.differences.append(str(error))
        if self.readable and self.rows != entry["rows"]:
            said = f"{name} has {self.rows} rows, and {entry['rows']} by the manifest"
            self.differences.append(said)


def _chain(result: AuditResult, manifest: Mapping[str, Any]) -> Iterator[str]:
    """Hands that were left out, put in, moved, or given another key."""
    ends: dict[str, str] = {}
    numbers: Counter[str] = Counter()
    for row in result.rows("hands", ["file", "hand_index", "hand_id", "hand_key", "chain"]):
        file = row["file"]
        numbers[file] += 1
        if row["hand_index"] != numbers[file]:
            yield f"{file}: hand {row['hand_index']} ({row['hand_id']}) stands where hand {numbers[file]} should"
            numbers[file] = row["hand_index"]
        elif link(ends.get(file, START), row["hand_key"]) != row["chain"]:
            yield f"{file}: hand {row['hand_index']} ({row['hand_id']}) does not continue the chain"
        ends[file] = row["chain"]
    for file, end in manifest.get("chains", {}).items():
        if ends.get(file, START) != end and file in ends:
            yield f"{file}: the chain ends with another hand than by the manifest"
        elif file not in ends:
            yield f"{file}: all of its hands are missing"


# --- made again ----------------------------------------------------------------------------------


def _made_again(
    result: AuditResult, manifest: Mapping[str, Any], tables: Sequence[str], findings: _Table
) -> Iterator[str]:
    """The hands whose rows are not what their texts make."""
    written = manifest["tool"]["version"]
    if written != __version__:
        yield f"which hands differ is not told: this is version {__version__}, and the dataset is of {written}"
        return
    codes = frozenset(manifest["settings"].get("codes", ()))
    judges = _judges(manifest)
    known = {row["hand_key"] for row in result.rows("hands", ["hand_key"])}
    streams = {name: _ByHand(result.rows(name), known) for name in tables if name != "hands"}
    judged = _findings_of(result) if findings.readable else None
    retold = {row["retells"] for row in result.rows("hands", ["retells"])}
    for row in result.rows("hands"):
        key, where = row["hand_key"], f"{row['file']}: hand {row['hand_index']} ({row['hand_id']})"
        theirs = {name: stream.of(key) for name, stream in streams.items()}
        there = None if judged is None else judged.get(key, [])
        if there is not None:
            counts = Counter(finding["verdict"] for finding in there)
            if (counts["violation"], counts["review"]) != (row["violations"], row["reviews"]):
                has = f"{counts['violation']} violations and {counts['review']} reviews"
                by_row = f"{row['violations']} and {row['reviews']}"
                yield f"{where} has {has} among the findings, and {by_row} by its own row"
                there = None
            elif not findings.changed or row["retells"] or key in retold:
                there = None  # where a hand is told twice, both records have a part in what is found
        if not tables and not there:
            continue
        named = (row["house"], row["house_version"])
        if named not in judges:
            yield f"{where} cannot be made again: its house is not there"
            continue
        house = judges[named]
        made = made_rows(record_of(audit_hand(restored_hand(row), house, dispatch(codes, house))))
        if "hands" in tables:
            wrong = [name for name, value in made["hands"][0].items() if name not in _LATE and value != row[name]]
            if wrong:
                yield f"{where} differs from its text in {', '.join(wrong)}"
        if there is not None and any(_keyless(finding) not in there for finding in made["findings"]):
            yield f"{where}: its findings differ from its text"
        for name, rows in theirs.items():
            if rows != [_keyless(each) for each in made[name]]:
                yield f"{where}: its {name} differ from its text"


def _judges(manifest: Mapping[str, Any]) -> dict[tuple[str | None, str | None], House | None]:
    """Name and version to the house, as far as they are there; nobody's rules are those of a hand without a house.

    What was not parsed bears a house's name as well, of which the manifest need not tell.
    """
    judges: dict[tuple[str | None, str | None], House | None] = {(None, None): None}
    judges |= {(name, house.version): house for name in house_names() for house in house_versions(name)}
    for entry in manifest["houses"]:
        judges.pop((entry["name"], entry["version"]), None)
        with suppress(InputError):
            judges[entry["name"], entry["version"]] = restored_house(entry)
    return judges


_LATE: Final = frozenset({"violations", "reviews", "chain", "hand_key", "retells"})
"""Columns that a hand's text alone does not make: other hands have a part in them."""


def _findings_of(result: AuditResult) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for row in result.rows("findings"):
        if row["hand_key"] is not None:
            found.setdefault(row["hand_key"], []).append(_keyless(row))
    return found


class _ByHand:
    """The rows of a table hand by hand, in the order of the hands; rows of no hand are passed over."""

    def __init__(self, rows: Iterator[dict[str, Any]], known: set[str]) -> None:
        self._rows, self._known = rows, known
        self._next = next(rows, None)

    def of(self, key: str) -> list[dict[str, Any]]:
        """The rows of this hand, its key left out: the row of the hand has it."""
        found = []
        while self._next is not None and (self._next["hand_key"] == key or self._next["hand_key"] not in self._known):
            if self._next["hand_key"] == key:
                found.append(_keyless(self._next))
            self._next = next(self._rows, None)
        return found


def _keyless(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "hand_key"}


# --- the inputs ----------------------------------------------------------------------------------


def _of_inputs(
    result: AuditResult, manifest: Mapping[str, Any], inputs: Sequence[StrPath], found: Verified
) -> Iterator[str]:
    """What of the inputs is not what was audited, down to the hand."""
    dialect = manifest["settings"].get("dialect", "auto")
    reader = Reader(inputs, dialect)
    ends: dict[str, str] = {}
    for item in reader:
        if isinstance(item, Hand):
            ends[item.file] = link(ends.get(item.file, START), item.key)
    for problem in reader.problems:
        if problem.fatal:
            yield str(problem)
    digests = {entry["path"]: entry["sha256"] for entry in manifest["inputs"]}
    there = {entry.name: entry.sha256 for entry in reader.inputs}
    found.inputs = len(there)
    then_called = _paired(there, digests)
    for name in sorted(there):
        if name not in then_called:
            yield f"{name} was not among the inputs"
        elif there[name] != digests[then_called[name]]:
            yield f"{name} was changed: its SHA-256 is not that of the manifest"
    yield from (f"{name} is missing" for name in sorted(digests.keys() - set(then_called.values())))
    chains = manifest.get("chains", {})
    changed = {name: old for name, old in then_called.items() if ends.get(name) != chains.get(old)}
    if changed:
        then: dict[str, list[tuple[str, str]]] = {old: [] for old in changed.values()}
        now: dict[str, list[tuple[str, str]]] = {name: [] for name in changed}
        for row in result.rows("hands", ["file", "hand_key", "hand_id"]):
            if row["file"] in then:
                then[row["file"]].append((row["hand_key"], row["hand_id"]))
        for item in Reader(inputs, dialect):
            if isinstance(item, Hand) and item.file in changed:
                now[item.file].append((item.key, item.header.hand_id))
        for name, old in sorted(changed.items()):
            yield from _hands_of(name, then[old], now[name])


def _paired(there: Mapping[str, str | None], digests: Mapping[str, str | None]) -> dict[str, str]:
    """Each input now to what it was called then: by its name, else by its digest, else by the last part of its path."""
    pairs = {name: name for name in there if name in digests}
    for mark in (_digest, _last_part):
        taken = set(pairs.values())
        free: dict[str | None, list[str]] = {}
        for old, digest in digests.items():
            if old not in taken:
                free.setdefault(mark(old, digest), []).append(old)
        for name, digest in there.items():
            alike = free.get(mark(name, digest), [])
            if name not in pairs and mark(name, digest) and len(alike) == 1:
                pairs[name] = alike.pop()
    return pairs


def _digest(_: str, digest: str | None) -> str | None:
    return digest


def _last_part(name: str, _: str | None) -> str:
    return Path(name).name


def _hands_of(file: str, then: list[tuple[str, str]], now: list[tuple[str, str]]) -> Iterator[str]:
    if then == now:
        return
    before, after = Counter(then), Counter(now)
    ids_before, ids_after = Counter(id_ for _, id_ in before - after), Counter(id_ for _, id_ in after - before)
    for id_ in ids_before & ids_after:
        yield f"{file}: hand {id_} was changed"
    for id_ in ids_before - ids_after:
        yield f"{file}: hand {id_} is missing"
    for id_ in ids_after - ids_before:
        yield f"{file}: hand {id_} was added"
    if not (ids_before or ids_after):
        first = next(at for at, (a, b) in enumerate(zip_longest(then, now), 1) if a != b)
        yield f"{file}: the hands stand in another order from hand {first} on"


def _listed(differences: Iterable[str]) -> list[str]:
    """The first of them, and how many more there are."""
    told: list[str] = []
    more = 0
    for difference in differences:
        if len(told) < _NAMED:
            told.append(difference)
        else:
            more += 1
    return [*told, f"and {more} more"] if more else told
