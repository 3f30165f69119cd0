"""Clean hands are certified: accepted without a replay, by what was judged before of every situation that they have.

A hand that is `CleanPlay` breaks no law of the game. What a house rules on it can only rest on its situations, and
those repeat by the thousand: in the first hand with one it is judged, and what the checks said there is remembered.
A hand of nothing but remembered situations has no finding, and its coverage is theirs together. So every check stays
the only place that knows its rule, and a new one is certified like all others, without a line here. A clean hand that
has others too is replayed, and judged in these alone.

A situation of which two hands tell differently is never certified again: then it lacks something that decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from stud_audit.checks.base import Check, Fault, Missing, Passed, Verdict
from stud_audit.game.games import GAMES
from stud_audit.game.table import Player
from stud_audit.houses.house import House
from stud_audit.model.events import Event, SeatTaken
from stud_audit.model.hand import Hand
from stud_audit.model.rows import Row, rows_of, with_events
from stud_audit.pipeline.clean_play import CleanPlay
from stud_audit.pipeline.deciding import Deciding
from stud_audit.pipeline.openers import OPENERS
from stud_audit.pipeline.outcomes import OF_CODE, Outcomes, bit_of, outcome_key
from stud_audit.pipeline.plain_memory import PlainMemory
from stud_audit.pipeline.plain_play import PlainPlay
from stud_audit.pipeline.situations import NotClean, Situation, Terms
from stud_audit.pipeline.walk import Walk
from stud_audit.record.books import Books
from stud_audit.record.replay import Replay
from stud_audit.record.settlement import Settlement

_MOST: Final = 1 << 17
"""Situations remembered of a house and game, and what decides of them; beyond, all are forgotten."""
_RAKE: Final = "rake"
_REST: Final = ""
_MOST_FACTS: Final = 1 << 12
_MUCH: Final = 4
"""Events to one that was never judged, from which on a hand is judged in these alone."""
_NEVER: Final = -1
_DIFFERENTLY: Final = -2


class _Index:
    """As much of an index as a check takes facts from."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand

    def each(self, kind: type[Event]) -> list[tuple[int, Event]]:
        """The events of a type, with their numbers."""
        return [(number, event) for number, event in enumerate(self.hand.events, 1) if type(event) is kind]


class _Players:
    """As much of a table."""

    def __init__(self, hand: Hand) -> None:
        taken = [event for event in hand.events if isinstance(event, SeatTaken)]
        self.players = {event.seat: Player(event.seat, event.player, event.stack, event.stack) for event in taken}


class _Played:
    """A clean hand as the checks across hands are shown it."""

    def __init__(self, hand: Hand, rows: list[Row]) -> None:
        self.hand = with_events(hand, rows)
        self.index, self.state = _Index(self.hand), _Players(self.hand)


class _Pot:
    """As much of a table as a rake rests on."""

    def __init__(self, pot: int, rake: int | None) -> None:
        self.pot, self.rake, self.awarded = pot, rake, pot - (rake or 0)


class _Raked:
    """A clean hand as the check of its rake is shown it."""

    def __init__(self, hand: Hand, pot: int, rake: int | None) -> None:
        self.hand, self.state = hand, _Pot(pot, rake)
        self.books = Books(pot, self.state.awarded, rake or 0, None, 0, 0)


@dataclass(slots=True)
class Certified:
    """What a certified hand comes to."""

    play: Walk
    outcomes: Outcomes
    facts: dict[str, object]


@dataclass(slots=True)
class Walked:
    """How far a hand was walked over that is not certified."""

    play: CleanPlay | None


@dataclass(slots=True)
class Unheard:
    """What of a hand was never judged: which of its events, and which sides."""

    events: list[bool]
    sides: list[str]


class _Told:
    """What the checks say of situations that decide alike; `_DIFFERENTLY` where that is not always the same."""

    def __init__(self, outcomes: Outcomes) -> None:
        self.outcomes = outcomes


class _Memory:
    """What was said of the situations of one game."""

    def __init__(self, game: str, deciding: Deciding) -> None:
        self.game = game
        self._deciding = deciding
        self.said: dict[Situation, _Told] = {}
        self.decided: dict[Situation, _Told] = {}
        """By what decides of a situation."""
        self.plain = PlainMemory(self.hear)

    def of(self, situation: Situation | None) -> int:
        """What was said of a situation, `_NEVER` where none like it was judged."""
        told = self.said.get(situation)  # type: ignore[arg-type]
        return _NEVER if told is None else told.outcomes

    def told(self, situation: Situation | None) -> _Told | None:
        """The same, or what was said of another that decides alike."""
        told = self.said.get(situation)  # type: ignore[arg-type]
        if told is None and situation is not None:
            told = self.decided.get(self._deciding.of(situation))
            if told is not None:
                self.note(situation, told)
        return told

    def hear(self, situation: Situation) -> int:
        """What was said of a situation, or of another that decides alike."""
        told = self.told(situation)
        return _NEVER if told is None else told.outcomes

    def note(self, situation: Situation, told: _Told) -> None:
        """Remember what was said of a situation."""
        if len(self.said) >= _MOST:
            self.said.clear()
        self.said[situation] = told


class Certifier:
    """Certifies the hands that one house judges, by the checks of one selection."""

    def __init__(self, house: House, codes: frozenset[str], whole: Iterable[Check], across: Iterable[Check]) -> None:
        self.house, self.codes = house, codes
        self._terms = Terms(house)
        self._whole = tuple(whole)
        self._rests = any(check.side == _REST for check in self._whole)
        self._of_rake = [check for check in self._whole if check.side == _RAKE]
        self._of_pots = [check for check in self._whole if check.side in ("chips", "showdown")]
        self._across = tuple(across)
        self._facts: dict[Situation, dict[str, object]] = {}
        self._deciding = Deciding(house)
        self._memories = {game: _Memory(game, self._deciding) for game in GAMES}
        self.conflicts = 0
        """Situations of which two hands told differently."""

    def certify(self, hand: Hand, rows: list[Row] | None = None) -> Certified | Walked | None:
        """A clean hand all of whose situations have been judged; else how far it was walked over.

        `rows` stand for the events of a hand that was scanned. None of a hand whose record is known not to be complete.
        """
        if hand.missing or hand.elsewhere or hand.truncated:
            return None
        if rows is None:
            rows = rows_of(hand.events)
        memory = self._memories[hand.header.game]
        if memory.plain.full():
            memory.plain = PlainMemory(memory.hear)
        plain = PlainPlay(hand, rows, self._terms, memory.plain)
        if plain.plain and plain.number >= 0:
            certified = self._certified(plain, plain.number, self._of_sides(plain, memory), memory)
            if certified is not None:
                return certified
        play = self.play(hand, rows)
        if play is None:
            return Walked(None)
        certified = self._by_situations(play, memory)
        return Walked(play) if certified is None else certified

    def play(self, hand: Hand, rows: list[Row]) -> CleanPlay | None:
        """The walk over a hand; None where it is not clean."""
        try:
            return CleanPlay(hand, rows, self._terms)
        except NotClean:
            return None
        except (ArithmeticError, LookupError, TypeError, ValueError):  # what the walk did not foresee is not ordinary
            return None

    def _heard(self, situations: Iterable[Situation | None], memory: _Memory) -> int:
        """What was said of these together; where one of them is new, or was told differently, that."""
        number = 0
        for situation in situations:
            told = memory.told(situation)
            if told is None:
                return _NEVER
            if told.outcomes < 0:
                return told.outcomes
            number |= told.outcomes
        return number

    def _of_sides(self, plain: PlainPlay, memory: _Memory) -> int:
        """What was said of the sides of a plain hand together; below 0 where that is not known."""
        of_sides = memory.plain.of_sides
        said = of_sides.get(plain.all_sides, _NEVER)
        if said < 0:
            said = self._heard(self._sides(plain.sides()).values(), memory)
            if said >= 0:
                of_sides[plain.all_sides] = said
        return said

    def _by_situations(self, play: CleanPlay, memory: _Memory) -> Certified | None:
        """What a hand comes to by what was said of its situations; None where that is not known of each."""
        number = self._heard(play.situations, memory)
        of_sides = self._heard(self._sides(play.sides()).values(), memory) if number >= 0 else _NEVER
        return self._certified(play, number, of_sides, memory)

    def _certified(self, play: Walk, number: int, of_sides: int, memory: _Memory) -> Certified | None:
        """What a hand comes to of whose events and sides so much was said; None where that is not known of the rest."""
        of_amounts = self._of_amounts(play, memory) if of_sides >= 0 else _NEVER
        if of_amounts < 0:
            return None
        number |= of_sides | of_amounts
        for key in play.opened:
            if key[0] in self.codes:
                number |= bit_of(key)
        return Certified(play, number, self._facts_of(play))

    def _facts_of(self, play: Walk) -> dict[str, object]:
        """What the checks across hands take from a hand: the same of all with these stakes, unless it names a line."""
        if not self._across:
            return {}
        brought = play.brought_in
        key: Situation = (play.stakes.number, play.ante, play.several_antes, play.short_antes)
        if brought is not None:
            key = (*key, brought.to, brought.all_in)
        facts = self._facts.get(key)
        if facts is None:
            facts = {}
            played = _Played(play.hand, play.rows)
            for check in self._across:
                fact = check.gather(played, self.house)  # type: ignore[misc,arg-type]
                if fact is not None:
                    facts[check.code] = fact
            if not any(hasattr(fact, "event_no") for fact in facts.values()):  # see `Check.gather`
                if len(self._facts) >= _MOST_FACTS:
                    self._facts.clear()
                self._facts[key] = facts
        return facts

    def _of_amounts(self, play: Walk, memory: _Memory) -> int:
        """What is said of the amounts of a hand, below 0 where the checks are not all content.

        Of a rake it is asked once for each, and each pot; of pots that are not plainly paid in every hand.
        """
        if play.settled:
            if not self._of_rake:
                return 0
            situation = (_RAKE, play.stakes.number, play.pot, play.rake)
            one = memory.of(situation)
            if one == _NEVER:
                one = self._ask(self._of_rake, _Raked(play.hand, play.pot, play.rake), play.game.name)
                if one >= 0:
                    memory.note(situation, _Told(one))
            return one
        settlement = Settlement(Replay.played(with_events(play.hand, play.rows), self.house.rules))
        return self._ask([*self._of_rake, *self._of_pots], settlement, play.game.name)

    def _ask(self, checks: Iterable[Check], settlement: Any, game: str) -> int:
        """What these checks say of a hand, below 0 where they are not all content."""
        house = self.house
        outcomes: Outcomes = 0
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
                        outcomes |= bit_of(key)
        return outcomes

    def _sides(self, sides: dict[str, Situation]) -> dict[str, Situation]:
        return {**sides, _REST: tuple(sides.values())} if self._rests else sides

    def unheard(self, walked: Walked) -> Unheard | None:
        """What was never judged of a hand; None where it is to be judged in full.

        That is so where it is not clean, or has what was told differently before. Where much was never judged, all of
        it is judged, and so held against what was said before.
        """
        play = walked.play
        if play is None or None in play.situations:
            return None
        memory = self._memories[play.header.game]
        known = [self._heard((situation,), memory) for situation in play.situations]
        sides = {name: self._heard((situation,), memory) for name, situation in self._sides(play.sides()).items()}
        if _DIFFERENTLY in known or _DIFFERENTLY in sides.values():
            return None
        events = [number < 0 for number in known]
        if _MUCH * sum(events) > len(events):
            return Unheard([True] * len(events), [*sides])
        return Unheard(events, [name for name, number in sides.items() if number < 0])

    def learned(
        self, walked: Walked, unheard: Unheard, by_event: list[Outcomes], by_side: dict[str, Outcomes]
    ) -> Certified | None:
        """A hand in which nothing was found, with what was said of each event, and side, that was never judged.

        None where the hand cannot be certified with that.
        """
        play = walked.play
        if play is None:
            return None
        memory = self._memories[play.header.game]
        openers = OF_CODE.get(OPENERS[0], 0) | OF_CODE.get(OPENERS[1], 0)
        for situation, asked, outcomes in zip(play.situations, unheard.events, by_event, strict=True):
            if asked and situation is not None:
                self._remember(situation, outcomes & ~openers, memory)
        sides = self._sides(play.sides())
        for name in unheard.sides:
            self._remember(sides[name], by_side.get(name, 0), memory)
        return self._by_situations(play, memory)

    def _remember(self, situation: Situation, now: Outcomes, memory: _Memory) -> None:
        told = memory.said.get(situation)
        if told is None:
            deciding = self._deciding.of(situation)
            told = memory.decided.get(deciding)
            if told is None:
                if len(memory.decided) >= _MOST:
                    memory.decided.clear()
                told = memory.decided[deciding] = _Told(now)
            memory.note(situation, told)
        if told.outcomes != now:
            self.conflicts += told.outcomes != _DIFFERENTLY
            told.outcomes = _DIFFERENTLY
            memory.plain = PlainMemory(memory.hear)
