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

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final, Generic, TypeVar, get_args

from stud_audit.houses.document import Document, Place
from stud_audit.houses.fields import known, one_of, streets_list, texts
from stud_audit.houses.rulings import Clause, Ruling, Silence
from stud_audit.houses.schema import CLAUSE_ID, KEYS, check_codes, parse_setting, permitted_words
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
    """Something of a house file, and where it stands, for mistakes that show only later."""

    value: T
    document: Document
    place: Place

    def wrong(self, problem: str, *deeper: str | int, word: str = "", known: Iterable[str] = ()) -> None:
        """Note a mistake at this place, or at a key inside it (see `Document.wrong`)."""
        self.document.wrong((*self.place, *deeper), problem, word, known)


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
    """A house file's content, with what it inherits, before its references are resolved.

    `unread` are the settings with a mistake: what they contradict says nothing. `whole` tells that what it
    extends was found.
    """

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
    unread: frozenset[str] = frozenset()
    whole: bool = True

    def over(self, base: Draft) -> Draft:
        """Lay this file over the one that it extends.

        A ruling of its own closes what the base leaves open there: the base's readings that touch the
        setting fall away, and so does the base's silence on it. A clause of the base on which settings rested,
        and none any more, is no clause of this house. The base's days are its own.
        """
        ruled = self.rulings.keys()
        readings = {
            name: reading for name, reading in base.readings.items() if ruled.isdisjoint(reading.value.settings)
        }
        laid = replace(
            self,
            source=self.source or base.source,
            fallback=self.fallback or base.fallback,
            rulings={**base.rulings, **self.rulings},
            readings={**readings, **self.readings},
            silences={**_still_silent(base.silences, ruled), **self.silences},
            documents=(*self.documents, *base.documents),
            unread=self.unread | base.unread,
            whole=base.whole,
        )
        gone = base.carrying() - laid.carrying()
        clauses = {name: clause for name, clause in base.clauses.items() if name not in gone}
        return replace(laid, clauses={**clauses, **self.clauses})

    def carrying(self) -> set[str]:
        """The clauses on which a setting rests, by a ruling or by a reading."""
        rulings = [placed.value.clauses for placed in self.rulings.values()]
        return set().union(*rulings, *[placed.value.clauses for placed in self.readings.values()])


def _still_silent(silences: Mapping[str, Placed[Silence]], ruled: Any) -> dict[str, Placed[Silence]]:
    kept = {}
    for topic, placed in silences.items():
        rulings = tuple(key for key in placed.value.rulings if key not in ruled)
        if rulings or not placed.value.rulings:
            kept[topic] = replace(placed, value=replace(placed.value, rulings=rulings))
    return kept


def read_draft(document: Document) -> Draft:
    """The content of one file; whatever is wrong in it alone is noted in the document."""
    data = known(document, (), document.data, _HEAD, ("name", "version"))
    begins, ends = data.get("effective_from"), data.get("effective_to")
    if begins and ends and ends < begins:
        document.wrong(("effective_to",), f"{ends} is before effective_from, {begins}")
    fallback = data.get("fallback")
    unread: set[str] = set()
    name = data.get("name", "")
    return Draft(
        name=Placed(name, document, ("name",)),
        title=data.get("title", name),
        version=data.get("version", ""),
        source=data.get("source", ""),
        effective_from=begins,
        effective_to=ends,
        fallback=None if fallback is None else Placed(texts(document, ("fallback",), data), document, ("fallback",)),
        default_for=texts(document, ("default_for",), data),
        rulings=dict(_rulings(document, data.get("rulings", {}), unread)),
        clauses=_by_name("id", _clauses(document, data.get("clauses", []))),
        readings=_by_name("name", _readings(document, data.get("readings", []), unread)),
        silences=_by_name("topic", _silences(document, data.get("silences", []))),
        documents=(document,),
        unread=frozenset(unread),
    )


def _rulings(document: Document, tables: Mapping[str, Any], unread: set[str]) -> Iterator[tuple[str, Placed[Ruling]]]:
    for key, given, place in _settings(document, ("rulings",), tables):
        if not isinstance(given, dict):
            document.wrong(place, "expected a table with value and clauses")
            unread.add(key)
            continue
        table = known(document, place, given, _RULING, ("value",))
        silent = table.get("silent", False)
        clauses = texts(document, (*place, "clauses"), table)
        if not silent and not given.get("clauses"):
            document.wrong((*place, "clauses"), "a ruling rests on a clause, or is silent; none is named")
        if not silent and (table.get("closed") or "fallback" in table):
            document.wrong(place, "closed and fallback belong to silent rulings")
        who = one_of(document, (*place, "who"), table.get("who"), get_args(Who))
        severity = one_of(document, (*place, "severity"), table.get("severity"), get_args(Severity))
        streets = streets_list(document, (*place, "silent"), silent) if isinstance(silent, list) else ()
        value = _setting(document, key, table["value"], (*place, "value")) if "value" in table else _NOTHING
        if value is _NOTHING:
            unread.add(key)
            continue
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


_NOTHING: Final = object()


def _setting(document: Document, key: str, raw: Any, place: Place) -> Any:
    """The value of a setting, or `_NOTHING` where it is wrong."""
    try:
        return parse_setting(key, raw)
    except ValueError as error:
        document.wrong(place, str(error), raw if isinstance(raw, str) else "", permitted_words(key))
        return _NOTHING


def _clauses(document: Document, tables: list[Any]) -> Iterator[Placed[Clause]]:
    for place, given in _members(document, "clauses", tables):
        table = known(document, place, given, _CLAUSE, ("id", "text", "subject", "checks"))
        name = table.get("id", "")
        if name and not CLAUSE_ID.fullmatch(name):
            document.wrong((*place, "id"), f"{name!r} is no clause id such as WH-01")
        checks = texts(document, (*place, "checks"), table)
        if "checks" in table and not table["checks"]:
            document.wrong((*place, "checks"), "a clause names at least one check")
        for code in checks:
            if code not in check_codes():
                document.wrong((*place, "checks"), f"there is no check {code!r}", code.upper(), sorted(check_codes()))
        yield Placed(
            Clause(
                name, table.get("text", ""), table.get("subject", ""), checks, (),
                texts(document, (*place, "needs"), table),
                streets_list(document, (*place, "streets"), table.get("streets", [])), table.get("source", ""),
                tuple(_streets_of(document, (*place, "streets_of"), table.get("streets_of", {}), checks)),
                _games(document, (*place, "games"), table),
            ),
            document,
            place,
        )  # fmt: skip


def _games(document: Document, place: Place, table: Mapping[str, Any]) -> tuple[str, ...]:
    games = texts(document, place, table)
    return tuple([game for game in games if one_of(document, place, game, get_args(Game))])


def _streets_of(
    document: Document, place: Place, table: Mapping[str, Any], checks: tuple[str, ...]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    for code, streets in table.items():
        if code not in checks or not isinstance(streets, list):
            document.wrong((*place, code), "expected one of the clause's checks, with a list of streets")
        else:
            yield code, streets_list(document, (*place, code), streets)


def _readings(document: Document, tables: list[Any], unread: set[str]) -> Iterator[Placed[OtherReading]]:
    for place, given in _members(document, "readings", tables):
        table = known(document, place, given, _READING, ("name", "set"))
        settings = {}
        sets = _settings(document, (*place, "set"), table.get("set", {}))
        for key, raw, at in sets:
            value = _setting(document, key, raw, at)
            if value is not _NOTHING:
                settings[key] = value
            else:
                unread.add(key)
        clauses = texts(document, (*place, "clauses"), table)
        name, lenient = table.get("name", ""), table.get("lenient", False)
        if "set" in table and not table["set"]:
            document.wrong((*place, "set"), "sets nothing")
        yield Placed(OtherReading(name, settings, clauses, lenient, table.get("note", "")), document, place)


def _silences(document: Document, tables: list[Any]) -> Iterator[Placed[Silence]]:
    for place, given in _members(document, "silences", tables):
        table = known(document, place, given, _SILENCE, ("topic",))
        keys = []
        for dotted in texts(document, (*place, "rulings"), table):
            if dotted in KEYS:
                keys.append(KEYS[dotted])
            else:
                document.wrong((*place, "rulings"), f"{dotted!r} is no setting", dotted, KEYS)
        topic = Silence(table.get("topic", ""), tuple(keys), table.get("fallback"), table.get("note", ""))
        yield Placed(topic, document, place)


def _settings(document: Document, place: Place, table: Mapping[str, Any]) -> Iterator[tuple[str, Any, Place]]:
    """The settings in nested tables: `fourth.double.trigger` may be written on one line or in three tables."""
    pending: list[tuple[tuple[str, ...], Any]] = [((), table)]
    while pending:
        path, value = pending.pop()
        dotted = ".".join(path)
        if dotted in KEYS:
            yield KEYS[dotted], value, (*place, *path)
        elif isinstance(value, dict) and (not path or _is_group(dotted, value)):
            pending += [((*path, key), inner) for key, inner in reversed(value.items())]
        else:
            document.wrong((*place, *path), f"there is no setting {dotted!r}", dotted, KEYS)


def _is_group(dotted: str, table: Mapping[str, Any]) -> bool:
    """Whether a table holds settings, rather than being one; a group of a wrong name is told by its settings."""
    if any(key.startswith(dotted + ".") for key in KEYS):
        return True
    return "value" not in table and any(isinstance(inner, dict) for inner in table.values())


def _members(document: Document, key: str, tables: list[Any]) -> Iterator[tuple[Place, dict[str, Any]]]:
    for index, table in enumerate(tables):
        if isinstance(table, dict):
            yield (key, index), table
        else:
            document.wrong((key,), f"expected tables headed [[{key}]]")


def _by_name(attribute: str, placed: Iterator[Placed[T]]) -> dict[str, Placed[T]]:
    found: dict[str, Placed[T]] = {}
    for item in placed:
        name = getattr(item.value, attribute)
        if name in found and name:
            item.wrong(f"{name!r} is there already", attribute)
        found.setdefault(name, item)
    return found
