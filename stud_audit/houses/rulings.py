"""What a house's text says: its clauses, the rulings that rest on them, other readings, and silences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from stud_audit.houses.rules import Rules
from stud_audit.model.findings import Severity, Who


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
    `theirs` are the clauses of the fallback that rule it. `who` and `severity` override those of the check; `basis` is
    what the value was observed in or taken from, where that is not the cited clauses.
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
    theirs: tuple[str, ...] = ()

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

    def rests_on(self, keys: Iterable[str]) -> bool:
        """Whether one of these settings rests on it."""
        return not set(self.rulings).isdisjoint(keys)

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
