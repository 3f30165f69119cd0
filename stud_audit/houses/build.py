"""A draft -> a house: references resolved, silences filled from the fallback, contradictions noted as mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from stud_audit.houses.draft import Draft, OtherReading, Placed
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.houses.rulings import Clause, Reading, Ruling, Silence
from stud_audit.houses.schema import DOTTED, FALLBACK_PRACTICE, contradictions
from stud_audit.houses.weighing import DEFAULT_READING


def build_house(draft: Draft, game: Draft, fallback: tuple[House, ...], houses: frozenset[str], digest: str) -> House:
    """The house of a draft. `houses` are the names that a silent ruling may name as its fallback.

    Mistakes are noted in the draft's documents; of a draft that has some, what comes out is no house to judge by.
    """
    known = draft.clauses.keys() | game.clauses.keys()
    for clause_id, clause in draft.clauses.items():
        if clause_id in game.clauses:
            clause.wrong("a clause of the game itself has this id", "id")
    own: dict[str, Ruling] = {}
    for key, placed in draft.rulings.items():
        _cited(placed, placed.value.clauses, known)
        own[key] = _with_fallback(placed, fallback, houses)
    # What the game itself rules no house is silent on.
    ruled = {**{key: placed.value for key, placed in game.rulings.items()}, **own}
    rulings = {**_inherited(fallback, ruled.keys()), **ruled}
    rules = Rules(**{key: ruling.value for key, ruling in rulings.items()})
    _together(draft, rules, own)
    readings = tuple(
        _reading(placed, rules, known, draft.unread)
        for placed in draft.readings.values()
        if placed.document is draft.documents[0] or _still_open(placed.value, rules)
    )
    return House(
        name=draft.name.value,
        title=draft.title,
        version=draft.version,
        digest=digest,
        rules=rules,
        readings=readings,
        rulings={key: rulings[key] for key in DOTTED if key in rulings},
        clauses=tuple(_clause(placed.value, own, draft.readings) for placed in draft.clauses.values()),
        fallback_clauses=_of_fallback(rulings, fallback),
        game_clauses=tuple(_clause(placed.value, ruled, {}) for placed in game.clauses.values()),
        silences=tuple(_silence(placed, rulings, fallback, houses) for placed in draft.silences.values()),
        fallback=tuple(house.name for house in fallback),
        default_for=draft.default_for,
        effective_from=draft.effective_from,
        effective_to=draft.effective_to,
        source=draft.source,
    )


def _inherited(fallback: tuple[House, ...], ruled: Any) -> dict[str, Ruling]:
    """What the house does not rule, from the first of its fallbacks that does, as silent."""
    filled: dict[str, Ruling] = {}
    for house in reversed(fallback):
        for key, ruling in house.rulings.items():
            if key in ruled:
                continue
            if ruling.silent and key in filled:
                continue  # a fallback that is itself silent has nothing to say against one that rules
            basis = ", ".join((house.name, *ruling.clauses))
            name = ruling.fallback if ruling.silent and ruling.fallback else house.name
            theirs = ruling.theirs if ruling.silent else ruling.clauses
            filled[key] = Ruling(
                key, ruling.value, silent=True, fallback=name, who=ruling.who, basis=basis, theirs=theirs
            )
    return filled


def _with_fallback(placed: Placed[Ruling], fallback: tuple[House, ...], houses: frozenset[str]) -> Ruling:
    """A silent ruling names whose rule it is, and by which clauses: the first fallback's, if it does not say."""
    ruling = placed.value
    if not ruling.silent:
        return ruling
    name = ruling.fallback or (fallback[0].name if fallback else None)
    if name is None:
        placed.wrong("the house is silent, and names no fallback")
    else:
        _falls_back(placed, name, houses)
    theirs = next((house.rulings.get(ruling.key) for house in fallback if house.name == name), None)
    return replace(ruling, fallback=name, theirs=theirs.clauses if theirs is not None else ())


def _falls_back(placed: Placed[Any], name: str, houses: frozenset[str]) -> None:
    authorities = houses | {FALLBACK_PRACTICE}
    if name not in authorities:
        placed.wrong(f"there is no house {name!r} to fall back on", "fallback", word=name, known=authorities)


def _together(draft: Draft, rules: Rules, own: Mapping[str, Ruling]) -> None:
    for keys, text in contradictions(rules):
        if not draft.unread.isdisjoint(keys):
            continue
        # The last of the file's own rulings: what it inherits held together before.
        places = [draft.rulings[key] for key in keys if key in own]
        mine = [placed for placed in places if placed.document is draft.documents[0]]
        problem = f"contradictory rulings, {' and '.join(DOTTED[key] for key in keys)}: {text}"
        ((mine or places)[-1] if places else draft.name).wrong(problem)


def _still_open(reading: OtherReading, rules: Rules) -> bool:
    """Whether an inherited reading still says something beside the rulings of the file that inherits it."""
    same = any(getattr(rules, key) == value for key, value in reading.settings.items())
    return not same and not any(contradictions(replace(rules, **reading.settings)))


def _reading(placed: Placed[OtherReading], rules: Rules, known: Any, unread: frozenset[str]) -> Reading:
    reading = placed.value
    _cited(placed, reading.clauses, known)
    if reading.name == DEFAULT_READING:
        placed.wrong(f"the name {DEFAULT_READING!r} is taken", "name")
    keys = frozenset(key for key, value in reading.settings.items() if getattr(rules, key) != value)
    for key in reading.settings:
        if key not in keys and key not in unread:
            placed.wrong(f"{DOTTED[key]} is the same in the house's default reading", "set")
    other = replace(rules, **reading.settings)
    for names, text in contradictions(other):
        if unread.isdisjoint(names):
            placed.wrong(f"contradictory, {' and '.join(DOTTED[key] for key in names)}: {text}", "set")
    return Reading(reading.name, reading.clauses, other, keys, reading.lenient, reading.note)


def _clause(clause: Clause, own: Mapping[str, Ruling], readings: Mapping[str, Placed[OtherReading]]) -> Clause:
    """The clause with the settings that rest on it, by a ruling or by one of the readings."""
    keys = {key for key, ruling in own.items() if clause.id in ruling.clauses}
    for placed in readings.values():
        if clause.id in placed.value.clauses:
            keys |= placed.value.settings.keys()
    return replace(clause, rulings=tuple(key for key in DOTTED if key in keys))


def _of_fallback(rulings: Mapping[str, Ruling], fallback: tuple[House, ...]) -> tuple[Clause, ...]:
    """The clauses of others that hold where the house is silent, with the settings that rest on them here."""
    known = {clause.id: clause for house in reversed(fallback) for clause in (*house.fallback_clauses, *house.clauses)}
    held = []
    for clause in known.values():
        keys = tuple([key for key, ruling in rulings.items() if clause.id in ruling.theirs])
        if keys:
            held.append(replace(clause, rulings=keys))
    return tuple(sorted(held, key=lambda clause: clause.id))


def _silence(
    placed: Placed[Silence], rulings: Mapping[str, Ruling], fallback: tuple[House, ...], houses: frozenset[str]
) -> Silence:
    silence = placed.value
    for key in silence.rulings:
        if key in rulings and not rulings[key].silent:
            placed.wrong(f"contradictory: {DOTTED[key]} is ruled and not silent", "rulings")
    if silence.fallback is not None:
        _falls_back(placed, silence.fallback, houses)
    return replace(silence, fallback=silence.fallback or (fallback[0].name if fallback else None))


def _cited(placed: Placed[Any], clauses: tuple[str, ...], known: Any) -> None:
    for clause in clauses:
        if clause not in known:
            placed.wrong(f"there is no clause {clause!r}", "clauses")
