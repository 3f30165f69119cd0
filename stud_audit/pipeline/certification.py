"""Clean hands are certified: accepted without a replay, by what was judged in full of every situation that they have.

A hand that is `CleanPlay` breaks no law of the game. What a house rules on it can only rest on its situations, and
those repeat by the thousand: the first hand with one is judged in full, and what the checks said there is remembered.
A hand of nothing but remembered situations has no finding, and its coverage is theirs together. So every check stays
the only place that knows its rule, and a new one is certified like all others, without a line here.

A situation of which two hands tell differently is never certified again: then it lacks something that decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from stud_audit.checks.base import Check, Fault, Missing, Passed, Verdict
from stud_audit.houses.house import House
from stud_audit.model.events import Event
from stud_audit.model.hand import Hand
from stud_audit.model.rows import KIND_OF, Row, event_of, with_events
from stud_audit.pipeline.clean_play import OPENERS, CleanPlay
from stud_audit.pipeline.outcomes import CoverageKey, outcome_key
from stud_audit.pipeline.situations import NotClean, Situation, Terms
from stud_audit.record.books import Books
from stud_audit.record.replay import Replay
from stud_audit.record.settlement import Settlement

_MOST: Final = 1 << 17
"""Situations remembered of a house; beyond, all are forgotten."""
_RAKE: Final = "rake"
_REST: Final = ""
_NEVER: Final = -1
_DIFFERENTLY: Final = -2


class _Index:
    """As much of an index as a check takes facts from."""

    def __init__(self, hand: Hand, rows: list[Row]) -> None:
        self.hand, self._rows = hand, rows

    def each(self, kind: type[Event]) -> list[tuple[int, Event]]:
        """The events of a type, with their numbers."""
        sought = KIND_OF[kind]
        return [(number, event_of(row)) for number, row in enumerate(self._rows, 1) if row.kind == sought]


class _Played:
    """A clean hand as the checks across hands, and those of its chips, are shown it."""

    def __init__(self, play: CleanPlay) -> None:
        table = play.table
        self.hand, self.state, self.game, self.index = play.hand, table, play.game, _Index(play.hand, play.rows)
        self.money = play.hand.money
        self.books = Books(table.pot, table.awarded, table.rake or 0, None, 0, 0)


@dataclass(slots=True)
class Certified:
    """What a certified hand comes to."""

    play: CleanPlay
    outcomes: frozenset[CoverageKey]
    facts: dict[str, object]


class _Outcomes:
    """Sets of outcomes as numbers with a bit for each, which are quickly put together; each set is there once."""

    def __init__(self) -> None:
        self._bits: dict[CoverageKey, int] = {}
        self._keys: list[CoverageKey] = []
        self._sets: dict[int, frozenset[CoverageKey]] = {}

    def number(self, keys: Iterable[CoverageKey]) -> int:
        """The number of a set."""
        number = 0
        for key in keys:
            bit = self._bits.get(key)
            if bit is None:
                bit = self._bits[key] = 1 << len(self._keys)
                self._keys.append(key)
            number |= bit
        return number

    def of(self, number: int) -> frozenset[CoverageKey]:
        """The set of a number."""
        found = self._sets.get(number)
        if found is None:
            if len(self._sets) >= _MOST:
                self._sets.clear()
            found = frozenset([key for place, key in enumerate(self._keys) if number >> place & 1])
            self._sets[number] = found
        return found


class Certifier:
    """Certifies the hands that one house judges, by the checks of one selection."""

    def __init__(self, house: House, codes: frozenset[str], whole: Iterable[Check], across: Iterable[Check]) -> None:
        self.house, self.codes = house, codes
        self._terms = Terms(house)
        self._whole = tuple(whole)
        self._side_of = {check.code: check.side for check in self._whole}
        self._rests = _REST in self._side_of.values()
        self._of_rake = [check for check in self._whole if check.side == _RAKE]
        self._of_pots = [check for check in self._whole if check.side in ("chips", "showdown")]
        self._across = tuple(across)
        self._outcomes = _Outcomes()
        self._said: dict[Situation, int] = {}
        """What was said of a situation; `_DIFFERENTLY` where two hands told differently."""
        self.conflicts = 0
        """Situations of which two hands told differently."""

    def play(self, hand: Hand, rows: list[Row]) -> CleanPlay | None:
        """The walk over a hand; None where it is not clean."""
        try:
            return CleanPlay(hand, rows, self._terms)
        except NotClean:
            return None
        except (ArithmeticError, LookupError, TypeError, ValueError):  # what the walk did not foresee is not ordinary
            return None

    def certify(self, play: CleanPlay) -> Certified | None:
        """A clean hand all of whose situations have been judged; None where one has not."""
        said = self._said
        number = 0
        for situation in play.situations:
            one = said.get(situation, _NEVER)  # type: ignore[arg-type]
            if one < 0:
                return None
            number |= one
        for situation in self._sides(play):
            one = said.get(situation, _NEVER)
            if one < 0:
                return None
            number |= one
        for key in play.opened:
            if key[0] in self.codes:
                number |= self._outcomes.number((key,))
        one = self._of_amounts(play)
        if one < 0:
            return None
        facts = {}
        if self._across:
            played = _Played(play)
            for check in self._across:
                fact = check.gather(played, self.house)  # type: ignore[misc,arg-type]
                if fact is not None:
                    facts[check.code] = fact
        return Certified(play, self._outcomes.of(number | one), facts)

    def _of_amounts(self, play: CleanPlay) -> int:
        """What is said of the amounts of a hand, below 0 where the checks are not all content.

        Of a rake it is asked once for each, and each pot; of pots that are not plainly paid in every hand.
        """
        if "showdown" in play.sides:
            if not self._of_rake:
                return 0
            table = play.table
            situation = (_RAKE, play.stakes, table.pot, table.rake)
            one = self._said.get(situation, _NEVER)
            if one == _NEVER:
                one = self._ask(self._of_rake, _Played(play), play.game.name)
                if one >= 0:
                    self._keep(situation, one)
            return one
        settlement = Settlement(Replay.played(with_events(play.hand, play.rows), self.house.rules))
        return self._ask([*self._of_rake, *self._of_pots], settlement, play.game.name)

    def _ask(self, checks: Iterable[Check], settlement: Any, game: str) -> int:
        """What these checks say of a hand, below 0 where they are not all content."""
        house = self.house
        outcomes: list[CoverageKey] = []
        for check in checks:
            house.asked.clear()
            try:
                answer = (
                    check.judge_settlement(settlement, house)
                    if check.judge_settlement is not None
                    else check.judge_hand(settlement.replay, house)  # type: ignore[misc]
                )
            except Exception:  # judged in full, it is an internal error
                return _DIFFERENTLY
            for outcome in (
                (answer,) if answer is None or isinstance(answer, (Verdict, Missing, Passed, Fault)) else answer
            ):
                if isinstance(outcome, Fault):
                    return _DIFFERENTLY
                if outcome is not None:
                    key = outcome_key(check.code, 0, outcome, game, house)
                    if key is not None:
                        outcomes.append(key)
        return self._outcomes.number(outcomes)

    def _sides(self, play: CleanPlay) -> list[Situation]:
        return [*play.sides.values(), tuple(play.sides.values())] if self._rests else [*play.sides.values()]

    def learn(self, play: CleanPlay, by_event: list[int], outcomes: list[CoverageKey]) -> None:
        """What was said, hand judged in full and nothing found, of each situation.

        `by_event` tells how many of the outcomes there were after each event; the rest are of the hand as a whole.
        """
        start = 0
        for situation, end in zip(play.situations, by_event, strict=True):
            if situation is not None:
                self._remember(situation, [key for key in outcomes[start:end] if key[0] not in OPENERS])
            start = end
        of_side: dict[str, list[CoverageKey]] = {name: [] for name in (*play.sides, _REST)}
        for key in outcomes[start:]:
            side = self._side_of[key[0]]
            if side in of_side:
                of_side[side].append(key)
        for name, situation in play.sides.items():
            self._remember(situation, of_side[name])
        if self._rests:
            self._remember(tuple(play.sides.values()), of_side[_REST])

    def _remember(self, situation: Situation, outcomes: Iterable[CoverageKey]) -> None:
        now = self._outcomes.number(outcomes)
        before = self._said.get(situation, _NEVER)
        if before == _NEVER:
            self._keep(situation, now)
        elif before != now:
            self.conflicts += before != _DIFFERENTLY
            self._said[situation] = _DIFFERENTLY

    def _keep(self, situation: Situation, outcomes: int) -> None:
        if len(self._said) >= _MOST:
            self._said.clear()
        self._said[situation] = outcomes
