"""The cap on raises: how many, whether the bring-in counts, and whether it falls with two players.

The three hang together, so hands are not asked setting by setting. What each hand shows of its rounds is kept
as a small set (how many bets stood, which of them were made by two players, whether a raise came), equal sets
are counted once, and every combination of the three is held against all of them at the end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final, Literal, NamedTuple

from stud_audit.checks.sizes import judged, limit_of
from stud_audit.game.betting import ladder
from stud_audit.infer.evidence import (
    AGAINST,
    AGREES,
    FREELY,
    NAMED,
    NARROW,
    Found,
    Place,
    Score,
    best,
    in_use,
    of_some_house,
)
from stud_audit.infer.question import base
from stud_audit.model.events import BroughtIn, Called, Completed, Folded, Raised, StateSaid, Wager
from stud_audit.record.step import Step

Answer = Literal["raise", "no raise", "capped"]

CAPS: Final = (1, 2, 3, 4, 5, 6, None)
HEADS_UP: Final = ("never_uncapped", "heads_up_before_cap", "round_started_heads_up")
MOST: Final = 50_000
"""Different hands that are kept apart; beyond them only those are counted that are like one that was kept."""


class Sight(NamedTuple):
    """A round at one moment: after a bring-in, begun by two players, its bets (True: by one of two), and what came."""

    bring_in: bool
    began_heads_up: bool
    bets: tuple[bool, ...]
    answer: Answer


class Reading(NamedTuple):
    """One combination: raises after the bet, whether the bring-in is the bet, what two players change."""

    raises: int | None
    bring_in_counts: bool
    heads_up: str

    def closed(self, sight: Sight) -> bool:
        """Whether the betting is capped as the round stands."""
        extra = sight.bring_in and self.bring_in_counts
        if self.raises is None or len(sight.bets) + extra <= self.raises:
            return False
        if self.heads_up == "round_started_heads_up":
            return not sight.began_heads_up
        if self.heads_up == "heads_up_before_cap":
            return not sight.bets[self.raises - extra]
        return True


READINGS: Final = tuple(Reading(*parts) for parts in product(CAPS, (False, True), HEADS_UP))


@dataclass(slots=True)
class Alike:
    """Hands that show the same of their rounds."""

    hands: int = 0
    places: list[Place] = field(default_factory=list)


class Caps:
    """Gathers what hands show of the cap."""

    def __init__(self) -> None:
        self._hands: dict[frozenset[Sight], Alike] = {}
        self._sights: dict[Sight, int] = {}

    def see(self, step: Step) -> None:
        """Take note of an action that faces two bets or more, or of the site's word that the betting is capped."""
        answer = _answer(step)
        limit = limit_of(step)
        if answer is None or limit is None:
            return
        round_ = step.state.round
        if any(wager.all_in for wager in round_.wagers) or not round_.wagers:
            return  # whether a short all-in counts is another question
        rungs = ladder(round_, limit, base())
        if rungs.bets < 2 and answer != "capped":
            return
        bets = tuple(wager.heads_up for wager in round_.wagers if not isinstance(wager.event, BroughtIn))
        brought_in = len(bets) < len(round_.wagers)
        sight = Sight(brought_in, round_.heads_up_at_start, bets, answer)
        self._sights.setdefault(sight, step.event.span.line)

    def close(self, file: str, hand_id: str) -> None:
        """Count a hand."""
        if not self._sights:
            return
        key = frozenset(self._sights)
        alike = self._hands.get(key)
        if alike is None and len(self._hands) < MOST:
            alike = self._hands[key] = Alike()
        if alike is not None:
            alike.hands += 1
            if len(alike.places) < NAMED:
                alike.places.append(Place(file, max(self._sights.values()), hand_id))
        self._sights.clear()

    def found(self) -> dict[str, Found]:
        """The combination that explains the log best, setting by setting with the two others in place."""
        scores = {reading: Score() for reading in READINGS}
        for sights, alike in self._hands.items():
            for reading, score in scores.items():
                vote = _vote(reading, sights)
                for place in alike.places:
                    score.count(vote, place)
                if alike.hands > len(alike.places):
                    score.count(vote, alike.places[-1], alike.hands - len(alike.places))
        if not any(score.agree or score.disagree for score in scores.values()):
            return {}
        top = max(scores, key=lambda reading: (scores[reading].weight, scores[reading].agree, _plain(reading)))
        # That nobody raised more often tells no lower cap than houses have.
        top = of_some_house(scores, top, lambda reading: reading.raises in in_use("cap_raises"))
        return dict(_by_setting(top, scores))


def _answer(step: Step) -> Answer | None:
    """What the step shows: a raise, none where there was every chance for one, or the site's word."""
    event, state, player = step.event, step.state, step.player
    if isinstance(event, StateSaid):
        said = event.state == "capped" and state.street >= 3 and step.hand.header.structure == "fixed"
        return "capped" if said else None
    if not isinstance(event, (Called, Folded, Raised, Completed)) or player is None or not judged(step):
        return None
    if step.turn != "in-turn" or (isinstance(event, Wager) and event.all_in) or len(state.able()) < 2:
        return None
    due = state.round.to_match - player.street_put
    if not state.round.to_match or (player.behind is not None and player.behind <= due):
        return None
    return "raise" if isinstance(event, (Raised, Completed)) else "no raise"


def _vote(reading: Reading, sights: frozenset[Sight]) -> int:
    vote = 0
    for sight in sights:
        closed = reading.closed(sight)
        if sight.answer == "no raise":
            vote |= NARROW | AGREES if closed else 0
        elif closed == (sight.answer == "raise"):
            vote |= AGAINST
        else:
            vote |= AGREES | (FREELY if sight.answer == "raise" else 0)
    return vote


def _plain(reading: Reading) -> tuple[bool, bool]:
    """Of combinations that explain the log alike, the plainest: no exception for two players, the bring-in no bet."""
    return reading.heads_up == HEADS_UP[0], not reading.bring_in_counts


def _by_setting(top: Reading, scores: dict[Reading, Score]) -> list[tuple[str, Found]]:
    found = []
    fields: tuple[tuple[str, tuple[Any, ...], str], ...] = (
        ("raises", CAPS, "cap_raises"),
        ("bring_in_counts", (False, True), "cap_bring_in_counts_as_bet"),
        ("bring_in_counts", (False, True), "completion_counts_as_raise"),
        ("heads_up", HEADS_UP, "cap_heads_up"),
    )
    for name, values, key in fields:
        beside = {value: scores[top._replace(**{name: value})] for value in values}
        if len({(score.agree, score.disagree) for score in beside.values()}) < 2:
            continue  # all the same: the log does not tell
        result = best(key, beside, values)
        if result is not None:
            found.append((key, result))
    return found
