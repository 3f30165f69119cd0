"""How something that happened is judged under a house: by every reading, and by the clauses that it breaks.

A decision is handed traced rules, so that what it rests on is observed; nobody types a list of settings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final, Literal

from msgspec import Struct

from stud_audit.houses.alternatives import others, unruled
from stud_audit.houses.rules import Rules
from stud_audit.houses.rulings import Clause, Reading, Ruling
from stud_audit.houses.schema import contradictions
from stud_audit.houses.traced import TracedRules
from stud_audit.model.findings import Readings, Severity, Who

DEFAULT_READING: Final = "default"
"""The name under which the house's default reading is listed."""


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


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Judge:
    """What a house has to judge with: its default rules and other readings, what they rest on, and the clauses."""

    rules: Rules
    readings: tuple[Reading, ...] = ()
    rulings: Mapping[str, Ruling] = field(default_factory=dict)
    clauses: tuple[Clause, ...] = ()
    game_clauses: tuple[Clause, ...] = ()
    _strict: frozenset[str] = field(init=False, repr=False)
    """The settings in which a reading differs that can question what the default allows."""
    _traced: TracedRules = field(init=False, repr=False)
    _changed: dict[tuple[str, Callable[[str, Rules], Iterator[Any]]], list[Rules]] = field(
        default_factory=dict, repr=False
    )
    """The default rules with other values of one setting."""
    _cited: dict[tuple[str, tuple[str, ...], int | None, str | None], tuple[str, ...]] = field(
        default_factory=dict, repr=False
    )

    def __post_init__(self) -> None:
        strict = [reading.keys for reading in self.readings if not reading.lenient]
        object.__setattr__(self, "_strict", frozenset().union(*strict))
        object.__setattr__(self, "_traced", TracedRules(self.rules))

    def weigh(self, holds: Callable[[Rules], bool], street: int | None = None) -> Weighing:
        """Judges something that happened under every reading that touches what `holds` asks for.

        `holds` says whether a set of rules allows it. Which settings that rests on is observed: every open
        reading of one of them is weighed, and those whose change turns the answer decide, and are cited.
        What breaks every reading is a violation, unless the house is silent on what decides.
        """
        if not self._strict and holds(self.rules):
            return PASS  # no reading can object, whatever was asked for
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
        changed = self._changed.get((key, values))
        if changed is None:
            # The same rules each time, so that what was worked out under them is found again.
            every = [replace(self.rules, **{key: value}) for value in values(key, self.rules)]
            changed = [rules for rules in every if next(contradictions(rules), None) is None]
            self._changed[key, values] = changed
        return any(map(holds, changed))

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
