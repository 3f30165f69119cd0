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
from stud_audit.houses.schema import DOTTED, contradictions, setting_text, shown
from stud_audit.houses.traced import TracedRules
from stud_audit.model.findings import Readings, Severity, Who

NO_CLAUSE: Final = "-"
"""Stands where a clause's id would."""

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
    """What a house has to judge with: its default rules and other readings, what they rest on, and the clauses.

    `asked` are the settings that weighings have read since it was last cleared: what a verdict rests on.
    """

    rules: Rules
    readings: tuple[Reading, ...] = ()
    rulings: Mapping[str, Ruling] = field(default_factory=dict)
    clauses: tuple[Clause, ...] = ()
    fallback_clauses: tuple[Clause, ...] = ()
    """Those of other houses that hold where this one is silent."""
    game_clauses: tuple[Clause, ...] = ()
    asked: dict[str, Any] = field(default_factory=dict, init=False, repr=False)
    _strict: frozenset[str] = field(init=False, repr=False)
    """The settings in which a reading differs that can question what the default allows."""
    _traced: TracedRules = field(init=False, repr=False)
    _changed: dict[tuple[Any, ...], list[Rules]] = field(default_factory=dict, init=False, repr=False)
    """The default rules with other values of one setting."""
    _cited: dict[tuple[Any, ...], tuple[str, ...]] = field(default_factory=dict, init=False, repr=False)
    _decided: dict[tuple[Any, ...], str | None] = field(default_factory=dict, init=False, repr=False)

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
        traced = self._traced
        read = traced.read
        read.clear()
        right = holds(traced.as_rules())
        self.asked.update(read)
        if right:
            if self._strict.isdisjoint(read):
                return PASS
            strict = [r for r in self.readings if not r.lenient and not r.keys.isdisjoint(read)]
            failing = [reading for reading in strict if not holds(reading.rules)]
            if not failing:
                return PASS
            passing = [reading.name for reading in strict if reading not in failing]
            return self._disputed(tuple(read), failing, (DEFAULT_READING, *passing), _names(failing), street)
        keys = tuple(read)
        readings = [reading for reading in self.readings if not reading.keys.isdisjoint(read)]
        passed = [reading for reading in readings if holds(reading.rules)]
        failed = (DEFAULT_READING, *[reading.name for reading in readings if reading not in passed])
        if passed:
            return self._disputed(keys, passed, _names(passed), failed, street)
        turning = tuple([key for key in keys if self._turns(holds, key, others)])
        silent = [ruling for key in keys if (ruling := self.rulings.get(key)) is not None and ruling.excuses(street)]
        excused = [each for each in silent if each.key in turning or self._turns(holds, each.key, unruled)]
        if excused:
            deciding = tuple([key for key in keys if key in turning or any(key == each.key for each in excused)])
            failed = self._named(failed, deciding, street)
            return Weighing("review", (), failed, True, excused[0].fallback, deciding)
        if not turning:
            # No rule that some house has would allow it: it breaks the last one read without which it would pass.
            turning = tuple(islice((key for key in reversed(keys) if self._turns(holds, key, unruled)), 1))
        return Weighing("violation", (), failed, keys=turning)

    def leaves_open(self, key: str) -> bool:
        """Whether a reading has another value of this setting, or a silence on it excuses what breaks it."""
        ruling = self.rulings.get(key)
        return any(key in reading.keys for reading in self.readings) or (ruling is not None and ruling.excuses(None))

    def required(self, weighing: Weighing) -> Rules:
        """The rules that tell what should have been: the default ones, or the first reading that is broken."""
        broken = [reading.rules for reading in self.readings if reading.name in weighing.failing[:1]]
        return broken[0] if broken else self.rules

    def _disputed(
        self,
        keys: tuple[str, ...],
        against: list[Reading],
        passing: tuple[str, ...],
        failing: tuple[str, ...],
        street: int | None,
    ) -> Weighing:
        """A review, with the fallback named where the readings `against` the default differ in silence."""
        deciding = tuple([key for key in keys if any(key in reading.keys for reading in against)])
        for key in deciding:
            ruling = self.rulings.get(key)
            if ruling is not None and ruling.silent:
                names = (self._named(passing, deciding, street), self._named(failing, deciding, street))
                return Weighing("review", *names, True, ruling.fallback, deciding)
        return Weighing("review", passing, failing, keys=deciding)

    def _named(self, names: tuple[str, ...], deciding: tuple[str, ...], street: int | None) -> tuple[str, ...]:
        """The names with the default reading told by what decides, and whose rule that is where the house is silent."""
        told = []
        for key in deciding:
            ruling = self.rulings.get(key)
            if ruling is not None and ruling.silent and (not ruling.silent_streets or street in ruling.silent_streets):
                told.append(f"{DOTTED[key]} = {shown(setting_text(ruling.value))} ({ruling.fallback})")
        default = ", ".join(told)
        return tuple([default if name == DEFAULT_READING and default else name for name in names])

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
        self,
        code: str,
        keys: tuple[str, ...] = (),
        street: int | None = None,
        game: str | None = None,
        *,
        silent: bool = False,
    ) -> tuple[str, ...]:
        """Ids of the clauses that a finding rests on: the house's own first, then the fallback's and the game's.

        Of the clauses that name `code` and speak of `street` and `game`, those that `keys` rest on; where these
        settings rest on none, those that name the street rather than speak of all streets. Where the house is
        `silent` on what decided, it is the fallback's clauses that do.
        """
        key = (code, keys, street, game, silent)
        cited = self._cited.get(key)
        if cited is None:
            own, theirs, shared = (
                [clause for clause in clauses if clause.covers(code, street) and (game is None or clause.of_game(game))]
                for clauses in (self.clauses, self.fallback_clauses, self.game_clauses)
            )
            theirs = [clause for clause in theirs if silent and clause.rests_on(keys)]
            own = [clause for clause in own if clause.rests_on(keys)] if theirs else _decisive(own, code, keys, street)
            cited = self._cited[key] = tuple([clause.id for clause in (*own, *theirs, *shared)])
        return cited

    def decided(self, code: str, street: int, game: str) -> str | None:
        """Ids of the clauses by which something is right, after weighings that have read what is in `asked`.

        Those on which a setting that was read rests, and those of the house and the game on which none rests. None
        where clauses of these name the code, and none of them decided; `NO_CLAUSE` where none names it.
        """
        key = (code, street, game, *self.asked)
        try:
            return self._decided[key]
        except KeyError:
            pass
        every = (*self.clauses, *self.fallback_clauses, *self.game_clauses)
        found = [
            clause.id
            for clause in every
            if clause.covers(code, street or None)
            and clause.of_game(game)
            and (clause.rests_on(self.asked) or not clause.rulings)
        ]
        named = any(code in clause.checks for clause in (*self.clauses, *self.game_clauses))
        self._decided[key] = decided = " ".join(found) or (None if named else NO_CLAUSE)
        return decided

    def binds(self, key: str) -> tuple[Who | None, Severity | None]:
        """Whom the ruling of a setting binds, and its severity, where they differ from the check's."""
        ruling = self.rulings.get(key)
        return (None, None) if ruling is None else (ruling.who, ruling.severity)


def _names(readings: list[Reading]) -> tuple[str, ...]:
    return tuple(reading.name for reading in readings)


def _decisive(clauses: list[Clause], code: str, keys: tuple[str, ...], street: int | None) -> list[Clause]:
    decisive = [clause for clause in clauses if clause.rests_on(keys)]
    if not decisive and street is not None:
        decisive = [clause for clause in clauses if clause.streets_for(code)]
    return decisive or clauses
