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
from stud_audit.pipeline.clean_play import OPENERS, CleanPlay
from stud_audit.pipeline.deciding import Deciding
from stud_audit.pipeline.outcomes import CoverageKey, outcome_key
from stud_audit.pipeline.situations import NotClean, Situation, Terms
from stud_audit.record.books import Books
from stud_audit.record.replay import Replay
from stud_audit.record.settlement import Settlement

_MOST: Final = 1 << 17
"""Situations remembered of a house, and what decides of them; beyond, all are forgotten."""
_LIVE: Final = "asked"
_REST: Final = ""


class _Index:
    """As much of an index as a check takes facts from."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand

    def each(self, kind: type[Event]) -> list[tuple[int, Event]]:
        """The events of a type, with their numbers."""
        return [(number, event) for number, event in enumerate(self.hand.events, 1) if type(event) is kind]


class _Played:
    """A clean hand as the checks across hands, and those of its chips, are shown it."""

    def __init__(self, play: CleanPlay) -> None:
        table = play.table
        self.hand, self.state, self.game, self.index = play.hand, table, play.game, _Index(play.hand)
        self.money = play.hand.money
        self.books = Books(table.pot, table.awarded, table.rake or 0, None, 0, 0)


@dataclass(slots=True)
class Certified:
    """What a certified hand comes to."""

    play: CleanPlay
    outcomes: frozenset[CoverageKey]
    facts: dict[str, object]


class _Told:
    """What the checks say of situations that decide alike; nothing any more where that differed."""

    def __init__(self, outcomes: frozenset[CoverageKey]) -> None:
        self.outcomes: frozenset[CoverageKey] | None = outcomes


class Certifier:
    """Certifies the hands that one house judges, by the checks of one selection."""

    def __init__(self, house: House, codes: frozenset[str], whole: Iterable[Check], across: Iterable[Check]) -> None:
        self.house, self.codes = house, codes
        self._terms = Terms(house)
        self._whole = tuple(whole)
        self._side_of = {check.code: check.side for check in self._whole}
        self._rests = _REST in self._side_of.values()
        self._across = tuple(across)
        self._deciding = Deciding(house)
        self._said: dict[Situation, _Told] = {}
        self._decided: dict[Situation, _Told] = {}
        """By what decides of a situation."""
        self.conflicts = 0
        """Situations of which two hands told differently."""

    def play(self, hand: Hand) -> CleanPlay | None:
        """The walk over a hand; None where it is not clean."""
        try:
            return CleanPlay(hand, self._terms)
        except NotClean:
            return None
        except (ArithmeticError, LookupError, TypeError, ValueError):  # what the walk did not foresee is not ordinary
            return None

    def certify(self, play: CleanPlay) -> Certified | None:
        """A clean hand all of whose situations have been judged; None where one has not."""
        heard = self._heard(play)
        if heard is None and self._recall(play):
            heard = self._heard(play)
        if heard is None or None in heard:  # not judged yet, or told differently
            return None
        outcomes: set[CoverageKey] = set().union(*heard)  # type: ignore[arg-type]
        outcomes.update([key for key in play.opened if key[0] in self.codes])
        played = _Played(play)
        if not self._ask(play, played, outcomes):
            return None
        facts = {}
        for check in self._across:
            fact = check.gather(played, self.house)  # type: ignore[misc,arg-type]
            if fact is not None:
                facts[check.code] = fact
        return Certified(play, frozenset(outcomes), facts)

    def _heard(self, play: CleanPlay) -> set[frozenset[CoverageKey] | None] | None:
        """What was said of each situation of a hand; None where one of them is new."""
        said = self._said
        heard: set[frozenset[CoverageKey] | None] = set()
        try:
            for situation in play.situations:
                heard.add(said[situation].outcomes)  # type: ignore[index]
            for situation in self._sides(play):
                heard.add(said[situation].outcomes)
        except KeyError:
            return None
        return heard

    def _recall(self, play: CleanPlay) -> bool:
        """Whether others that decide alike have been judged of each situation of a hand that is new."""
        said = self._said
        for situation in (*play.situations, *self._sides(play)):
            if situation is not None and situation not in said:
                told = self._decided.get(self._deciding.of(situation))
                if told is None:
                    return False
                self._note(situation, told)
        return True

    def _ask(self, play: CleanPlay, played: _Played, outcomes: set[CoverageKey]) -> bool:
        """Ask the checks of amounts, and of the sides that are not plain; whether all of them are content."""
        house = self.house
        asked = [check for check in self._whole if check.side == _LIVE or (check.side and check.side not in play.sides)]
        plain = "showdown" in play.sides
        settlement: Any = played if plain else None
        for check in asked:
            if settlement is None:
                settlement = Settlement(Replay.played(play.hand, house.rules))
            house.asked.clear()
            try:
                answer = (
                    check.judge_settlement(settlement, house)
                    if check.judge_settlement is not None
                    else check.judge_hand(settlement.replay, house)  # type: ignore[misc]
                )
            except Exception:  # judged in full, it is an internal error
                return False
            for outcome in (
                (answer,) if answer is None or isinstance(answer, (Verdict, Missing, Passed, Fault)) else answer
            ):
                if isinstance(outcome, Fault):
                    return False
                if outcome is not None:
                    key = outcome_key(check.code, 0, outcome, play.game.name, house)
                    if key is not None:
                        outcomes.add(key)
        return True

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
        now = frozenset(outcomes)
        told = self._said.get(situation)
        if told is None:
            deciding = self._deciding.of(situation)
            told = self._decided.get(deciding)
            if told is None:
                if len(self._decided) >= _MOST:
                    self._decided.clear()
                told = self._decided[deciding] = _Told(now)
            self._note(situation, told)
        if told.outcomes != now:
            self.conflicts += told.outcomes is not None
            told.outcomes = None

    def _note(self, situation: Situation, told: _Told) -> None:
        if len(self._said) >= _MOST:
            self._said.clear()
        self._said[situation] = told
