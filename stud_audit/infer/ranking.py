"""The houses held against a log: in how many hands each allows what happened, by its text or by another reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from stud_audit.houses.house import House
from stud_audit.houses.traced import Read
from stud_audit.infer.evidence import ERROR, KEPT, Place
from stud_audit.infer.question import Outcomes, Question, ask

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
    """Puts the questions of a log to the houses."""

    def __init__(self, houses: Iterable[House]) -> None:
        self.standings = [Standing(house) for house in houses]
        self._hand: dict[int, int] = {}
        self._topics: dict[tuple[int, str], int] = {}
        self._kept: set[tuple[int, str]] = set()

    def ask(self, question: Question, line: int) -> None:
        """Put a question to every house; houses that agree in what it rests on share the answer."""
        answers: list[tuple[Outcomes | None, Read, list[int]]] = []
        for number, standing in enumerate(self.standings):
            rules = standing.house.rules
            for _, read, alike in answers:
                if all(getattr(rules, key) == value for key, value in read.items()):
                    alike.append(number)
                    break
            else:
                outcomes, read = ask(question, rules)
                answers.append((outcomes, read, [number]))
        widest = max((len(outcomes) for outcomes, _, _ in answers if outcomes is not None), default=0)
        for outcomes, read, houses in answers:
            if outcomes is None:
                continue
            if question.seen not in outcomes:
                for number in houses:
                    self._against(question, read, number, line)
                continue
            for number in houses:
                self._hand.setdefault(number, _AGREES)
                if len(outcomes) < widest and self._states(number, read):
                    self._kept.add((number, question.topic))

    def _against(self, question: Question, read: Read, number: int, line: int) -> None:
        verdict = self._other_reading(question, read, number)
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

    def _other_reading(self, question: Question, read: Read, number: int) -> int:
        """Whether another reading of the house's text allows what its default does not."""
        for reading in self.standings[number].house.readings:
            if not reading.keys.isdisjoint(read):
                outcomes = question.allowed(reading.rules)
                if outcomes is None or question.seen in outcomes:
                    return _BY_READING
        return _AGAINST

    def _states(self, number: int, read: Read) -> bool:
        """Whether the house states one of these rulings itself."""
        own = self.standings[number].house.rulings
        return any(key in own and not own[key].silent for key in read)
