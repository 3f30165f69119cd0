"""What a log says of each value of each setting, counted by hands.

A value is held against a hand in which something happened that it does not allow. A hand speaks for a
value where another value would not have allowed what happened, or where it forbade what another allows and
that was not done. Which value explains the log best is reckoned as likelihoods are: an error is taken to befall
one decision in two hundred, and a freedom to be used one time in twenty. So a rule that is kept a hundred times
and broken once is a rule that was broken, and one that was kept twice and broken once is none.

Of a scale, such as how many may sit at a table, the log shows but how far it went. There a value that some house has
is preferred to the narrowest one that fits.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import log
from typing import Any, Final, TypeVar

from stud_audit.houses.loader import house_names, load_house
from stud_audit.infer.question import Question, ask, base, domain, variants

V = TypeVar("V", bound=Hashable)

ERROR: Final = log(1 / 200)
KEPT: Final = -log(1 - 1 / 20)
"""For ruling out what another value allows, and rightly."""
USED: Final = log(1 / 20)
"""For allowing what happened where a narrower value does not."""
NAMED: Final = 3
"""Hands named for and against each value."""

AGREES, NARROW, FREELY, AGAINST = 1, 2, 4, 8
"""A vote: for a value, which rules out what others allow, or allows what others do not; or against it."""

_SCALES: Final = frozenset(("seats_max", "stud8_low_qualifier", "allin_reopen_threshold", "cap_raises"))


@cache
def in_use(key: str) -> frozenset[Any]:
    """The values of a setting that shipped houses have."""
    return frozenset(getattr(load_house(name).rules, key) for name in house_names())


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a hand."""

    file: str
    line: int
    hand_id: str


@dataclass(slots=True)
class Score:
    """One value of a setting: the hands for it and against it, the first of each, and how well it explains all."""

    agree: int = 0
    disagree: int = 0
    weight: float = 0.0
    agreeing: list[Place] = field(default_factory=list)
    disagreeing: list[Place] = field(default_factory=list)

    def count(self, vote: int, place: Place, times: int = 1) -> None:
        """Add a hand's vote."""
        if vote & AGAINST:
            self.disagree += times
            self.weight += ERROR * times
            _keep(self.disagreeing, place)
        elif vote:
            self.agree += times
            self.weight += USED * times if vote & FREELY else KEPT * times if vote & NARROW else 0.0
            _keep(self.agreeing, place)


def _keep(places: list[Place], place: Place) -> None:
    if len(places) < NAMED and place not in places:
        places.append(place)


@dataclass(frozen=True, slots=True)
class Found:
    """A setting as the log shows it. `rivals` are other values that nothing speaks against."""

    key: str
    value: Any
    score: Score
    rivals: tuple[tuple[Any, Score], ...] = ()
    note: str = ""


def best(key: str, scores: dict[Any, Score], order: Iterable[Any]) -> Found | None:
    """The value that explains most; of values that explain it alike, the first in `order`. None without evidence.

    Of a scale, the one of some house that explains most, where no more hands speak against it.
    """
    if not any(score.agree or score.disagree for score in scores.values()):
        return None
    told = {value: scores.get(value, Score()) for value in order}
    value = max(told, key=lambda each: (told[each].weight, told[each].agree))
    if key in _SCALES:
        value = of_some_house(told, value, lambda each: each in in_use(key))
    rivals = [(other, score) for other, score in told.items() if other != value and not score.disagree]
    return Found(key, value, told[value], tuple(rivals))


def of_some_house(scores: Mapping[V, Score], value: V, used: Callable[[V], bool]) -> V:
    """A value that some house uses, where no more hands speak against it than against this one; else this one."""
    if used(value):
        return value
    fitting = [each for each, score in scores.items() if used(each) and score.disagree <= scores[value].disagree]
    return max(fitting, key=lambda each: (scores[each].weight, scores[each].agree), default=value)


class Evidence:
    """The votes of all hands on all settings."""

    def __init__(self) -> None:
        self.scores: dict[str, dict[Any, Score]] = {}
        self._votes: dict[tuple[str, Any], tuple[int, int]] = {}

    def put(self, question: Question, line: int) -> tuple[str, ...]:
        """Put a question to every value of the settings that it rests on; the settings of which it tells something."""
        telling = []
        rests_on = dict.fromkeys(ask(question, base())[1])
        for key in (asked := list(rests_on)):
            known = []
            for value, rules in variants(key):
                outcomes, read = ask(question, rules)
                if outcomes is not None:
                    known.append((value, frozenset(outcomes)))
                # Under another value other settings may come into play.
                asked += [other for other in read if other not in rests_on]
                rests_on.update(dict.fromkeys(read))
            if len({outcomes for _, outcomes in known}) < 2 or not any(question.seen in each for _, each in known):
                continue
            telling.append(key)
            widest = max(len(outcomes) for _, outcomes in known)
            forbid = [outcomes for _, outcomes in known if question.seen not in outcomes]
            for value, outcomes in known:
                if question.seen not in outcomes:
                    self.vote(key, value, AGAINST, line)
                elif any(other < outcomes for other in forbid):
                    self.vote(key, value, AGREES | FREELY, line)
                elif len(outcomes) < widest:
                    self.vote(key, value, AGREES | NARROW, line)
                elif forbid:
                    self.vote(key, value, AGREES, line)
        return tuple(telling)

    def vote(self, key: str, value: Hashable, vote: int, line: int) -> None:
        """One hand's vote on a value; what is against it outweighs what is for it."""
        before, first = self._votes.get((key, value), (0, line))
        if vote & AGAINST and not before & AGAINST:
            first = line
        self._votes[key, value] = (before | vote, first)

    def close(self, file: str, hand_id: str) -> None:
        """Count the votes of a hand."""
        for (key, value), (vote, line) in self._votes.items():
            self.scores.setdefault(key, {}).setdefault(value, Score()).count(vote, Place(file, line, hand_id))
        self._votes.clear()

    def found(self) -> dict[str, Found]:
        """What the log shows, setting by setting."""
        results = {}
        for key, scores in self.scores.items():
            result = best(key, scores, domain(key))
            if result is not None:
                results[key] = result
        return results
