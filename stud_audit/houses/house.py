"""A house: its clauses, its rulings, and the readings that its text leaves open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import islice
from typing import Any, Final, Literal

from msgspec import Struct

from stud_audit.houses.alternatives import others, unruled
from stud_audit.houses.rules import Rules
from stud_audit.houses.schema import contradictions
from stud_audit.houses.traced import TracedRules
from stud_audit.model.findings import Readings, Severity, Who

DEFAULT_READING: Final = "default"
"""The name under which the house's default reading is listed."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Another way in which the house's text can be read: a whole alternative set of rules.

    `keys` are the settings in which it differs from the default. A `lenient` reading can only
    soften: it counts where the default is broken, and never makes a review of what the default allows.
    """

    name: str
    clauses: tuple[str, ...]
    rules: Rules
    keys: frozenset[str]
    lenient: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The value of one setting, and what it rests on.

    `silent`: the house's text does not say it, and the value is that of `fallback`; what breaks it is
    then a review. `silent_streets` limits this to some streets. `closed`: silent, yet only the house's
    listed readings are open, so that what breaks all of them is a violation all the same.
    `who` and `severity` override those of the check; `basis` is what the value was observed in or
    taken from, where that is not the cited clauses.
    """

    key: str
    value: Any
    clauses: tuple[str, ...] = ()
    silent: bool = False
    silent_streets: tuple[int, ...] = ()
    closed: bool = False
    fallback: str | None = None
    who: Who | None = None
    severity: Severity | None = None
    note: str = ""
    basis: str = ""

    def excuses(self, street: int | None) -> bool:
        """Whether what breaks this ruling under every reading is a review and no violation."""
        return self.silent and not self.closed and (not self.silent_streets or street in self.silent_streets)


@dataclass(frozen=True, slots=True)
class Clause:
    """One atomic statement of a house's text (or of the game), in our words.

    `rulings` are the settings of which a ruling or a reading rests on it, `needs` the data that a log
    must have, `streets` and `games` those that it speaks of (empty: all), `source` where it stands in the text.
    `streets_of` are other streets for single checks: a card that comes too early is of one street, and
    the round that it cuts off of the one before.
    """

    id: str
    text: str
    subject: str
    checks: tuple[str, ...]
    rulings: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    streets: tuple[int, ...] = ()
    source: str = ""
    streets_of: tuple[tuple[str, tuple[int, ...]], ...] = ()
    games: tuple[str, ...] = ()

    def of_game(self, game: str) -> bool:
        """Whether this clause speaks of a game at all."""
        return not self.games or game in self.games

    def streets_for(self, code: str) -> tuple[int, ...]:
        """The streets on which a finding `code` breaks this clause; empty: all."""
        return next((streets for check, streets in self.streets_of if check == code), self.streets)

    def covers(self, code: str, street: int | None) -> bool:
        """Whether this clause is among those that a finding `code` on `street` breaks."""
        if code not in self.checks:
            return False
        streets = self.streets_for(code)
        return street is None or not streets or street in streets


@dataclass(frozen=True, slots=True)
class Silence:
    """A topic that the house does not speak of, and whose rule is used instead."""

    topic: str
    rulings: tuple[str, ...] = ()
    fallback: str | None = None
    note: str = ""


class Weighing(Struct, frozen=True, gc=False):
    """What the house's readings make of something that happened."""

    outcome: Literal["pass", "review", "violation"]
    passing: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()
    silent: bool = False
    fallback: str | None = None
    keys: tuple[str, ...] = ()
    """The settings that decided: of another value, or under another reading, the answer would be another."""

    def readings(self) -> Readings:
        """As a finding carries it."""
        return Readings(self.passing, self.failing, self.silent, self.fallback)


PASS: Final = Weighing("pass", (DEFAULT_READING,))


@dataclass(frozen=True, slots=True, eq=False)
class House:
    """One version of a house's rules. `digest` is the SHA-256 of the files that define it."""

    name: str
    title: str
    version: str
    digest: str
    rules: Rules
    readings: tuple[Reading, ...] = ()
    rulings: Mapping[str, Ruling] = field(default_factory=dict)
    clauses: tuple[Clause, ...] = ()
    game_clauses: tuple[Clause, ...] = ()
    silences: tuple[Silence, ...] = ()
    fallback: tuple[str, ...] = ()
    default_for: tuple[str, ...] = ()
    effective_from: date | None = None
    effective_to: date | None = None
    source: str = ""
    _strict: frozenset[str] = field(init=False, repr=False)
    """The settings in which a reading differs that can question what the default allows."""
    _traced: TracedRules = field(init=False, repr=False)
    _cited: dict[tuple[str, tuple[str, ...], int | None, str | None], tuple[str, ...]] = field(
        default_factory=dict, repr=False
    )

    def __post_init__(self) -> None:
        strict = [reading.keys for reading in self.readings if not reading.lenient]
        object.__setattr__(self, "_strict", frozenset().union(*strict))
        object.__setattr__(self, "_traced", TracedRules(self.rules))

    def in_force(self, at: date) -> bool:
        """Whether this version was in force on that day; both dates of effect are inclusive."""
        return (self.effective_from is None or self.effective_from <= at) and (
            self.effective_to is None or at <= self.effective_to
        )

    def weigh(self, holds: Callable[[Rules], bool], street: int | None = None) -> Weighing:
        """Judges something that happened under every reading that touches what `holds` asks for.

        `holds` says whether a set of rules allows it. Which settings that rests on is observed: every open
        reading of one of them is weighed, and those whose change turns the answer decide, and are cited.
        What breaks every reading is a violation, unless the house is silent on what decides.
        """
        traced = self._traced
        read = traced.read
        read.clear()
        if holds(traced.as_rules()):
            if self._strict.isdisjoint(read):
                return PASS
            strict = [r for r in self.readings if not r.lenient and not r.keys.isdisjoint(read)]
            failing = [reading for reading in strict if not holds(reading.rules)]
            if not failing:
                return PASS
            passing = [reading.name for reading in strict if reading not in failing]
            return self._disputed(tuple(read), failing, (DEFAULT_READING, *passing), _names(failing))
        keys = tuple(read)
        readings = [reading for reading in self.readings if not reading.keys.isdisjoint(read)]
        passed = [reading for reading in readings if holds(reading.rules)]
        failed = (DEFAULT_READING, *[reading.name for reading in readings if reading not in passed])
        if passed:
            return self._disputed(keys, passed, _names(passed), failed)
        turning = tuple([key for key in keys if self._turns(holds, key, others)])
        for key in keys:
            ruling = self.rulings.get(key)
            if ruling is not None and ruling.excuses(street) and (key in turning or self._turns(holds, key, unruled)):
                return Weighing("review", (), failed, True, ruling.fallback, turning or (key,))
        if not turning:
            # No rule that some house has would allow it: it breaks the last one read without which it would pass.
            turning = tuple(islice((key for key in reversed(keys) if self._turns(holds, key, unruled)), 1))
        return Weighing("violation", (), failed, keys=turning)

    def required(self, weighing: Weighing) -> Rules:
        """The rules that tell what should have been: the default ones, or the first reading that is broken."""
        if not weighing.failing or weighing.failing[0] == DEFAULT_READING:
            return self.rules
        return next(reading.rules for reading in self.readings if reading.name == weighing.failing[0])

    def _disputed(
        self, keys: tuple[str, ...], against: list[Reading], passing: tuple[str, ...], failing: tuple[str, ...]
    ) -> Weighing:
        """A review, with the fallback named where the readings `against` the default differ in silence."""
        deciding = tuple([key for key in keys if any(key in reading.keys for reading in against)])
        for key in deciding:
            ruling = self.rulings.get(key)
            if ruling is not None and ruling.silent:
                return Weighing("review", passing, failing, True, ruling.fallback, deciding)
        return Weighing("review", passing, failing, keys=deciding)

    def _turns(self, holds: Callable[[Rules], bool], key: str, values: Callable[[str, Rules], Iterator[Any]]) -> bool:
        """Whether it would be allowed if this one setting had one of these other values."""
        for value in values(key, self.rules):
            rules = replace(self.rules, **{key: value})
            if next(contradictions(rules), None) is None and holds(rules):
                return True
        return False

    def cite(
        self, code: str, keys: tuple[str, ...] = (), street: int | None = None, game: str | None = None
    ) -> tuple[str, ...]:
        """Ids of the clauses that a finding rests on: the house's own first, then the game's.

        Of the clauses that name `code` and speak of `street` and `game`, those that `keys` rest on; where these
        settings rest on none, those that name the street rather than speak of all streets.
        """
        key = (code, keys, street, game)
        cited = self._cited.get(key)
        if cited is None:
            own, shared = (
                [clause for clause in clauses if clause.covers(code, street) and (game is None or clause.of_game(game))]
                for clauses in (self.clauses, self.game_clauses)
            )
            cited = self._cited[key] = tuple([c.id for c in (*_decisive(own, code, keys, street), *shared)])
        return cited

    def binds(self, key: str) -> tuple[Who | None, Severity | None]:
        """Whom the ruling of a setting binds, and its severity, where they differ from the check's."""
        ruling = self.rulings.get(key)
        return (None, None) if ruling is None else (ruling.who, ruling.severity)


def _names(readings: list[Reading]) -> tuple[str, ...]:
    return tuple(reading.name for reading in readings)


def _decisive(clauses: list[Clause], code: str, keys: tuple[str, ...], street: int | None) -> list[Clause]:
    decisive = [clause for clause in clauses if not set(keys).isdisjoint(clause.rulings)]
    if not decisive and street is not None:
        decisive = [clause for clause in clauses if clause.streets_for(code)]
    return decisive or clauses
