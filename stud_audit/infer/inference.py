"""One pass over a log: its hands are replayed, and every decision in them is put to rulings and houses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from os import PathLike

from stud_audit.game.games import GAMES
from stud_audit.houses.house import House
from stud_audit.houses.loader import house_names, load_house
from stud_audit.houses.schema import DOTTED
from stud_audit.infer.cap import Caps
from stud_audit.infer.endings import ending_questions
from stud_audit.infer.evidence import Evidence, Found, Place
from stud_audit.infer.interface import Interface
from stud_audit.infer.openings import opening_questions
from stud_audit.infer.question import Question, base
from stud_audit.infer.ranking import Ranking, Standing
from stud_audit.infer.sessions import Sessions
from stud_audit.infer.stakes import Stakes
from stud_audit.infer.wagers import wager_questions
from stud_audit.ingest.input.found import InputProblem
from stud_audit.ingest.reader import Reader
from stud_audit.model.events import LineUnknown
from stud_audit.model.hand import Hand
from stud_audit.record.replay import Replay
from stud_audit.record.step import Step


class Inference:
    """Which house, and which rulings, explain a log. `run` it once; then ask for `standings` and `found`.

    `houses` are names or files to rank beside the shipped ones. Memory does not grow with the log.
    """

    def __init__(
        self,
        paths: str | PathLike[str] | Iterable[str | PathLike[str]],
        houses: Iterable[str] = (),
        dialect: str = "auto",
        on_progress: Callable[[Reader], None] | None = None,
    ) -> None:
        self._ranking = Ranking(_candidates(houses))
        self._reader = Reader(paths, dialect)
        self._on_progress = on_progress
        self._evidence, self._caps = Evidence(), Caps()
        self._stakes, self._interface, self._sessions = Stakes(), Interface(), Sessions()
        self.hands = 0
        self.asked = 0
        """Hands that were replayed to their end."""

    @property
    def problems(self) -> tuple[InputProblem, ...]:
        """What was wrong with inputs."""
        return self._reader.problems

    @property
    def standings(self) -> list[Standing]:
        """The houses, that which explains the log best first."""
        return self._ranking.ranked()

    def found(self) -> list[Found]:
        """What the log shows of each setting, in the order of the settings."""
        results = self._evidence.found() | self._caps.found()
        for part in (self._stakes, self._interface, self._sessions):
            results |= {found.key: found for found in part.found()}
        return [results[key] for key in DOTTED if key in results]

    def run(self) -> None:
        """Read the whole input."""
        for item in self._reader:
            if not isinstance(item, Hand):
                continue
            self.hands += 1
            if item.status == "parsed" and not item.unsupported and item.header.game in GAMES:
                self._see(item)
            if self._on_progress is not None:
                self._on_progress(self._reader)

    def _see(self, hand: Hand) -> None:
        """One hand. A hand that cannot be replayed, or lacks a player's seat, tells nothing."""
        if any(isinstance(event, LineUnknown) for event in hand.events):
            return
        try:
            replay = Replay(hand, base())
            self._interface.begin()
            for step in replay:
                line = step.event.span.line or hand.first_line
                for question in self._of_step(step, Place(hand.file, line, hand.header.hand_id)):
                    self._put(question, line)
                self._caps.see(step)
            for question in self._of_hand(replay):
                event = hand.events[question.event_no - 1]
                self._put(question, event.span.line or hand.first_line)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            pass  # what a broken hand has told so far is counted; the rest of it tells nothing
        else:
            self.asked += 1
        for part in (self._evidence, self._ranking, self._caps):
            part.close(hand.file, hand.header.hand_id)

    def _put(self, question: Question, line: int) -> None:
        self._evidence.put(question, line)
        self._ranking.ask(question, line)

    def _of_step(self, step: Step, place: Place) -> Iterator[Question]:
        yield from opening_questions(step)
        yield from wager_questions(step)
        yield from self._stakes.questions(step, place.file)
        yield from self._interface.questions(step, place)

    def _of_hand(self, replay: Replay) -> Iterator[Question]:
        hand = replay.hand
        place = Place(hand.file, hand.first_line, hand.header.hand_id)
        yield from ending_questions(replay)
        yield from self._stakes.endings(replay, hand.file)
        yield from self._sessions.questions(replay, place)


def _candidates(houses: Iterable[str]) -> list[House]:
    """The houses to rank: in their latest versions, and each name once."""
    found = {house.name: house for house in map(load_house, house_names())}
    return list((found | {house.name: house for house in map(load_house, houses)}).values())
