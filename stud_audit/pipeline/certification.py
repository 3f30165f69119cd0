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
from stud_audit.pipeline.outcomes import CoverageKey, Outcomes, bit_of, mask_of, outcome_key
from stud_audit.pipeline.situations import NotClean, Situation, Terms
from stud_audit.record.books import Books
from stud_audit.record.replay import Replay
from stud_audit.record.settlement import Settlement

_MOST: Final = 1 << 17
"""Situations remembered of a house; beyond, all are forgotten."""
_DISPUTED: Final = -1
"""Stands for what was said of a situation of which two hands told differently: with all others it comes to itself."""
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
    outcomes: Outcomes
    facts: dict[str, object]


class Certifier:
    """Certifies the hands that one house judges, by the checks of one selection."""

    def __init__(self, house: House, codes: frozenset[str], whole: Iterable[Check], across: Iterable[Check]) -> None:
        self.house, self.codes = house, codes
        self._terms = Terms(house)
        self._whole = tuple(whole)
        self._side_of = {check.code: check.side for check in self._whole}
        self._rests = _REST in self._side_of.values()
        self._across = tuple(across)
        self._said: dict[Situation, Outcomes] = {}
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
        said = self._said
        outcomes: Outcomes = 0
        try:
            for situation in play.situations:
                outcomes |= said[situation]  # type: ignore[index]
            for situation in self._sides(play):
                outcomes |= said[situation]
        except KeyError:  # not judged yet
            return None
        if outcomes == _DISPUTED:
            return None
        outcomes |= mask_of([key for key in play.opened if key[0] in self.codes])
        played = _Played(play)
        answers = self._ask(play, played)
        if answers is None:
            return None
        facts = {}
        for check in self._across:
            fact = check.gather(played, self.house)  # type: ignore[misc,arg-type]
            if fact is not None:
                facts[check.code] = fact
        return Certified(play, outcomes | answers, facts)

    def _ask(self, play: CleanPlay, played: _Played) -> Outcomes | None:
        """What the checks of amounts say, and those of the sides that are not plain; None where one is not content."""
        house = self.house
        outcomes: Outcomes = 0
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
                return None
            for outcome in (
                (answer,) if answer is None or isinstance(answer, (Verdict, Missing, Passed, Fault)) else answer
            ):
                if isinstance(outcome, Fault):
                    return None
                if outcome is not None:
                    key = outcome_key(check.code, 0, outcome, play.game.name, house)
                    if key is not None:
                        outcomes |= bit_of(key)
        return outcomes

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
        said = self._said
        now = mask_of(outcomes)
        if situation not in said:
            if len(said) >= _MOST:
                said.clear()
            said[situation] = now
        elif said[situation] != now:
            self.conflicts += said[situation] != _DISPUTED
            said[situation] = _DISPUTED
