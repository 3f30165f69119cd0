"""One house file, read and checked for itself, and laid over the file that it extends.

name = "my-room"
version = "2"
extends = "roberts-rules"           # a shipped house, or a file beside this one; may be left out
fallback = ["roberts-rules"]        # whose rules hold, as silent, where this file rules nothing
effective_from = 2012-01-01         # first and last day; other versions are my-room@VERSION.toml

[rulings.cap]                       # the settings are the fields of `Rules`, dots for groups
raises = { value = 4, clauses = ["MR-01"], who = "software" }
heads_up = { value = "never_uncapped", silent = true }

[[readings]]                        # another way to read the text
name = "MR-01: three raises"
clauses = ["MR-01"]
set = { cap.raises = 3 }
lenient = false                     # true: may soften a violation, never question a pass

[[clauses]]
id = "MR-01"
text = "..."
subject = "raise cap"
checks = ["W506"]
needs = ["actions"]
games = ["stud"]                    # of the three games; may be left out, and so may streets
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final, Generic, TypeVar, get_args

from stud_audit.houses.document import Document, Place
from stud_audit.houses.fields import known, one_of, streets_list, texts
from stud_audit.houses.rulings import Clause, Ruling, Silence
from stud_audit.houses.schema import CLAUSE_ID, CODE, KEYS, parse_setting
from stud_audit.model.errors import HouseError
from stud_audit.model.findings import Severity, Who
from stud_audit.model.hand import Game

T = TypeVar("T")

_HEAD: Final = {
    "name": str, "title": str, "version": str, "source": str, "extends": str, "effective_from": date,
    "effective_to": date, "fallback": list, "default_for": list, "rulings": dict, "clauses": list,
    "readings": list, "silences": list,
}  # fmt: skip
_RULING: Final = {
    "value": object, "clauses": list, "silent": (bool, list), "closed": bool, "fallback": str, "who": str,
    "severity": str, "note": str, "basis": str,
}  # fmt: skip
_CLAUSE: Final = {
    "id": str, "text": str, "subject": str, "checks": list, "needs": list, "streets": list, "source": str,
    "streets_of": dict, "games": list,
}  # fmt: skip
_READING: Final = {"name": str, "clauses": list, "set": dict, "lenient": bool, "note": str}
_SILENCE: Final = {"topic": str, "rulings": list, "fallback": str, "note": str}


@dataclass(frozen=True, slots=True)
class Placed(Generic[T]):
    """Something of a house file, and where it stands, for errors that show only later."""

    value: T
    document: Document
    place: Place

    def error(self, problem: str, *deeper: str | int) -> HouseError:
        """An error at this place, or at a key inside it."""
        return self.document.error((*self.place, *deeper), problem)


@dataclass(frozen=True, slots=True)
class OtherReading:
    """A reading as the file has it: only what it sets otherwise."""

    name: str
    settings: Mapping[str, Any]
    clauses: tuple[str, ...] = ()
    lenient: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A house file's content, with what it inherits, before its references are resolved."""

    name: Placed[str]
    title: str
    version: str
    source: str = ""
    effective_from: date | None = None
    effective_to: date | None = None
    fallback: Placed[tuple[str, ...]] | None = None
    default_for: tuple[str, ...] = ()
    rulings: Mapping[str, Placed[Ruling]] = field(default_factory=dict)
    clauses: Mapping[str, Placed[Clause]] = field(default_factory=dict)
    readings: Mapping[str, Placed[OtherReading]] = field(default_factory=dict)
    silences: Mapping[str, Placed[Silence]] = field(default_factory=dict)
    documents: tuple[Document, ...] = ()

    def over(self, base: Draft) -> Draft:
        """Lay this file over the one that it extends.

        A ruling of its own closes what the base leaves open there: the base's readings that touch the
        setting fall away, and so does the base's silence on it.
        """
        ruled = self.rulings.keys()
        readings = {
            name: reading for name, reading in base.readings.items() if ruled.isdisjoint(reading.value.settings)
        }
        return replace(
            self,
            source=self.source or base.source,
            effective_from=self.effective_from or base.effective_from,
            effective_to=self.effective_to or base.effective_to,
            fallback=self.fallback or base.fallback,
            rulings={**base.rulings, **self.rulings},
            clauses={**base.clauses, **self.clauses},
            readings={**readings, **self.readings},
            silences={**_still_silent(base.silences, ruled), **self.silences},
            documents=(*self.documents, *base.documents),
        )


def _still_silent(silences: Mapping[str, Placed[Silence]], ruled: Any) -> dict[str, Placed[Silence]]:
    kept = {}
    for topic, placed in silences.items():
        rulings = tuple(key for key in placed.value.rulings if key not in ruled)
        if rulings or not placed.value.rulings:
            kept[topic] = replace(placed, value=replace(placed.value, rulings=rulings))
    return kept


def read_draft(document: Document) -> Draft:
    """The content of one file; `HouseError` with key and line for whatever is wrong in it alone."""
    data = document.data
    known(document, (), data, _HEAD)
    for key in ("name", "version"):
        if not data.get(key):
            raise document.error((key,), "is missing")
    begins, ends = data.get("effective_from"), data.get("effective_to")
    if begins and ends and ends < begins:
        raise document.error(("effective_to",), f"{ends} is before effective_from, {begins}")
    fallback = data.get("fallback")
    return Draft(
        name=Placed(data["name"], document, ("name",)),
        title=data.get("title", data["name"]),
        version=data["version"],
        source=data.get("source", ""),
        effective_from=begins,
        effective_to=ends,
        fallback=None if fallback is None else Placed(texts(document, ("fallback",), data), document, ("fallback",)),
        default_for=texts(document, ("default_for",), data),
        rulings=dict(_rulings(document)),
        clauses=_by_name("id", _clauses(document)),
        readings=_by_name("name", _readings(document)),
        silences=_by_name("topic", _silences(document)),
        documents=(document,),
    )


def _rulings(document: Document) -> Iterator[tuple[str, Placed[Ruling]]]:
    for key, table, place in _settings(document, ("rulings",), document.data.get("rulings", {})):
        known(document, place, table, _RULING, ("value",))
        silent = table.get("silent", False)
        clauses = texts(document, (*place, "clauses"), table)
        if not silent and not clauses:
            raise document.error((*place, "clauses"), "a ruling rests on a clause, or is silent; none is named")
        if not silent and (table.get("closed") or "fallback" in table):
            raise document.error(place, "closed and fallback belong to silent rulings")
        who, severity = table.get("who"), table.get("severity")
        one_of(document, (*place, "who"), who, get_args(Who))
        one_of(document, (*place, "severity"), severity, get_args(Severity))
        try:
            value = parse_setting(key, table["value"])
        except ValueError as error:
            raise document.error((*place, "value"), str(error)) from None
        streets = streets_list(document, (*place, "silent"), silent) if isinstance(silent, list) else ()
        yield (
            key,
            Placed(
                Ruling(
                    key, value, clauses, bool(silent), streets, table.get("closed", False), table.get("fallback"),
                    who, severity, table.get("note", ""), table.get("basis", ""),
                ),
                document,
                place,
            ),
        )  # fmt: skip


def _clauses(document: Document) -> Iterator[Placed[Clause]]:
    for place, table in _members(document, "clauses"):
        known(document, place, table, _CLAUSE, ("id", "text", "subject", "checks"))
        if not CLAUSE_ID.fullmatch(table["id"]):
            raise document.error((*place, "id"), f"{table['id']!r} is no clause id such as WH-01")
        checks = texts(document, (*place, "checks"), table)
        if not checks:
            raise document.error((*place, "checks"), "a clause names at least one check")
        for code in checks:
            if not CODE.fullmatch(code):
                raise document.error((*place, "checks"), f"{code!r} is no check code such as W501")
        yield Placed(
            Clause(
                table["id"], table["text"], table["subject"], checks, (), texts(document, (*place, "needs"), table),
                streets_list(document, (*place, "streets"), table.get("streets", [])), table.get("source", ""),
                tuple(_streets_of(document, (*place, "streets_of"), table.get("streets_of", {}), checks)),
                _games(document, (*place, "games"), table),
            ),
            document,
            place,
        )  # fmt: skip


def _games(document: Document, place: Place, table: Mapping[str, Any]) -> tuple[str, ...]:
    games = texts(document, place, table)
    for game in games:
        one_of(document, place, game, get_args(Game))
    return games


def _streets_of(
    document: Document, place: Place, table: Mapping[str, Any], checks: tuple[str, ...]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    for code, streets in table.items():
        if code not in checks or not isinstance(streets, list):
            raise document.error((*place, code), "expected one of the clause's checks, with a list of streets")
        yield code, streets_list(document, (*place, code), streets)


def _readings(document: Document) -> Iterator[Placed[OtherReading]]:
    for place, table in _members(document, "readings"):
        known(document, place, table, _READING, ("name", "set"))
        settings = {}
        for key, raw, at in _settings(document, (*place, "set"), table["set"], ruled=False):
            try:
                settings[key] = parse_setting(key, raw)
            except ValueError as error:
                raise document.error(at, str(error)) from None
        clauses = texts(document, (*place, "clauses"), table)
        yield Placed(
            OtherReading(table["name"], settings, clauses, table.get("lenient", False), table.get("note", "")),
            document,
            place,
        )


def _silences(document: Document) -> Iterator[Placed[Silence]]:
    for place, table in _members(document, "silences"):
        known(document, place, table, _SILENCE, ("topic",))
        keys = []
        for dotted in texts(document, (*place, "rulings"), table):
            if dotted not in KEYS:
                raise document.error((*place, "rulings"), f"{dotted!r} is no setting")
            keys.append(KEYS[dotted])
        yield Placed(
            Silence(table["topic"], tuple(keys), table.get("fallback"), table.get("note", "")), document, place
        )


def _settings(
    document: Document, place: Place, table: Mapping[str, Any], *, ruled: bool = True
) -> Iterator[tuple[str, Any, Place]]:
    """The settings in nested tables: `fourth.double.trigger` may be written on one line or in three tables."""
    pending: list[tuple[tuple[str, ...], Any]] = [((), table)]
    while pending:
        path, value = pending.pop(0)
        dotted = ".".join(path)
        if dotted in KEYS:
            if ruled and not isinstance(value, dict):
                raise document.error((*place, *path), "expected a table with value and clauses")
            yield KEYS[dotted], value, (*place, *path)
        elif isinstance(value, dict) and (not path or any(key.startswith(dotted + ".") for key in KEYS)):
            pending[:0] = [((*path, key), inner) for key, inner in value.items()]
        else:
            raise document.error((*place, *path), f"there is no setting {dotted!r}")


def _members(document: Document, key: str) -> Iterator[tuple[Place, dict[str, Any]]]:
    for index, table in enumerate(document.data.get(key, [])):
        if not isinstance(table, dict):
            raise document.error((key,), f"expected tables headed [[{key}]]")
        yield (key, index), table


def _by_name(attribute: str, placed: Iterator[Placed[T]]) -> dict[str, Placed[T]]:
    found: dict[str, Placed[T]] = {}
    for item in placed:
        name = getattr(item.value, attribute)
        if name in found:
            raise item.error(f"{name!r} is there already", attribute)
        found[name] = item
    return found
