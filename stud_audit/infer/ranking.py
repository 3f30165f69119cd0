"""The houses held against a log: in how many hands each allows what happened, by its text or by another reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.infer.evidence import ERROR, KEPT, Place
from stud_audit.infer.question import Question

_AGREES, _BY_READING, _AGAINST = 1, 2, 3


@dataclass(slots=True)
class Standing:
    """One house. Hands that ask nothing of it are in none of the counts.

    `kept` counts how often, once a hand and topic, it ruled out what other houses allow, by a ruling that it
    states, and was right. `against` are the topics in which hands contradict it, each with its first hand.
    """

    house: House
    agree: int = 0
    by_reading: int = 0
    contradicted: int = 0
    kept: int = 0
    against: Counter[str] = field(default_factory=Counter)
    first: dict[str, Place] = field(default_factory=dict)

    @property
    def weight(self) -> float:
        """How well it explains the log, as `Score.weight`; what only another reading allows counts half an error."""
        errors = self.contradicted + self.by_reading / 2
        return ERROR * errors + KEPT * self.kept


class Ranking:
    """Puts the questions of a log to the houses. Houses whose settings agree on a question share the answer."""

    def __init__(self, houses: Iterable[House]) -> None:
        self.standings = [Standing(house) for house in houses]
        self._alike: dict[tuple[str, ...], list[tuple[Rules, list[int]]]] = {}
        self._readings: dict[tuple[str, ...], list[list[Rules]]] = {}
        self._stated: dict[tuple[str, ...], list[bool]] = {}
        self._hand: dict[int, int] = {}
        self._topics: dict[tuple[int, str], int] = {}
        self._kept: set[tuple[int, str]] = set()

    def ask(self, question: Question, line: int) -> None:
        """Put a question to every house."""
        answers = [(question.allowed(rules), houses) for rules, houses in self._groups(question.reads)]
        known = [(outcomes, houses) for outcomes, houses in answers if outcomes is not None]
        widest = max((len(outcomes) for outcomes, _ in known), default=0)
        for outcomes, houses in known:
            if question.seen not in outcomes:
                for number in houses:
                    self._against(question, number, line)
                continue
            for number in houses:
                self._hand.setdefault(number, _AGREES)
            if len(outcomes) < widest:
                states = self._states(question.keys)
                self._kept.update((number, question.topic) for number in houses if states[number])

    def _against(self, question: Question, number: int, line: int) -> None:
        verdict = self._other_reading(question, number)
        self._hand[number] = max(self._hand.get(number, 0), verdict)
        if verdict == _AGAINST:
            self._topics.setdefault((number, question.topic), line)

    def close(self, file: str, hand_id: str) -> None:
        """Count a hand."""
        for number, verdict in self._hand.items():
            standing = self.standings[number]
            standing.agree += verdict == _AGREES
            standing.by_reading += verdict == _BY_READING
            standing.contradicted += verdict == _AGAINST
        for (number, topic), line in self._topics.items():
            self.standings[number].against[topic] += 1
            self.standings[number].first.setdefault(topic, Place(file, line, hand_id))
        for number, _ in self._kept:
            self.standings[number].kept += 1
        for noted in (self._hand, self._topics, self._kept):
            noted.clear()

    def ranked(self) -> list[Standing]:
        """The houses, that which explains the log best first."""
        return sorted(self.standings, key=lambda standing: (-standing.weight, standing.house.name))

    def _groups(self, reads: tuple[str, ...]) -> list[tuple[Rules, list[int]]]:
        found = self._alike.get(reads)
        if found is None:
            by_values: dict[tuple[object, ...], tuple[Rules, list[int]]] = {}
            for number, standing in enumerate(self.standings):
                rules = standing.house.rules
                values = tuple(getattr(rules, key) for key in reads)
                by_values.setdefault(values, (rules, []))[1].append(number)
            found = self._alike[reads] = list(by_values.values())
        return found

    def _other_reading(self, question: Question, number: int) -> int:
        """Whether another reading of the house's text allows what its default does not."""
        readings = self._readings.get(question.reads)
        if readings is None:
            readings = self._readings[question.reads] = [
                [reading.rules for reading in standing.house.readings if not reading.keys.isdisjoint(question.reads)]
                for standing in self.standings
            ]
        for rules in readings[number]:
            outcomes = question.allowed(rules)
            if outcomes is None or question.seen in outcomes:
                return _BY_READING
        return _AGAINST

    def _states(self, keys: tuple[str, ...]) -> list[bool]:
        """Whether each house states one of these rulings itself."""
        found = self._stated.get(keys)
        if found is None:
            rulings = [standing.house.rulings for standing in self.standings]
            found = [any(key in own and not own[key].silent for key in keys) for own in rulings]
            self._stated[keys] = found
        return found
