"""Questions of clock and interface, which few logs can answer: prompts, timeouts, buttons, bet-ahead."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from stud_audit.checks.clock import done_by_timeout, milliseconds
from stud_audit.houses.rules import Rules
from stud_audit.infer.evidence import Found, Place, Score
from stud_audit.infer.question import Outcomes, Question
from stud_audit.model.events import (
    Action,
    BroughtIn,
    ButtonsOffered,
    Checked,
    Completed,
    PreactionSet,
    Prompted,
    Protected,
    Raised,
    TimedOut,
)
from stud_audit.record.step import Step

_DONE: Final = {"push_stack": ("push",), "check_or_fold": ("check", "fold"), "check": ("check", "protected")}
_WORDS: Final = ("fold", "check", "call", "bet", "raise")


class Interface:
    """Follows the prompts and timeouts of a hand, and gathers the buttons of all of them."""

    def __init__(self) -> None:
        self._asked: dict[int, datetime | None] = {}
        self._timed_out: set[int] = set()
        self._checked: dict[int, int] = {}
        self._shown: set[tuple[str, ...]] = set()
        self._slowest = 0
        self._struck: int | None = None
        self._clocked: Score = Score()
        self._words: dict[str, dict[str, Score]] = {"preaction_allowed": {}, "buttons_in_turn": {}}

    def begin(self) -> None:
        """A new hand."""
        self._asked.clear()
        self._timed_out.clear()
        self._checked.clear()
        self._shown.clear()

    def questions(self, step: Step, place: Place) -> Iterator[Question]:
        """What a line of the interface, or an action under the clock, tells."""
        event = step.event
        if isinstance(event, Prompted):
            self._asked[event.seat] = event.at
        elif isinstance(event, TimedOut):
            self._timed_out.add(event.seat)
            self._strike(event)
        elif isinstance(event, PreactionSet):
            self._count("preaction_allowed", (event.action,), place)
            yield Question("bet-ahead buttons", event.action, _ahead, step.number)
        elif isinstance(event, ButtonsOffered):
            self._count("buttons_in_turn", event.buttons, place)
            if event.buttons not in self._shown:
                self._shown.add(event.buttons)
                yield self._offered(step, event)
        elif isinstance(event, Protected):
            yield from self._after_timeout(step, event.seat, "protected")
        elif isinstance(event, Action):
            yield from self._action(step, event, place)

    def _action(self, step: Step, event: Action, place: Place) -> Iterator[Question]:
        player = step.player
        if step.turn == "opening" and self._asked:
            seen = "prompted" if event.seat in self._asked else "not prompted"
            yield Question(
                "a prompt for the opener", seen,
                lambda rules: ("prompted",) if rules.prompt_opener else ("prompted", "not prompted"), step.number,
            )  # fmt: skip
        if player is not None and player.protected:
            yield Question(
                "a protected player", "acts",
                lambda rules: ("acts", "stays out") if rules.clock_protected_may_act else ("stays out",), step.number,
            )  # fmt: skip
        elif event.seat in self._timed_out or event.source in ("timeout", "disconnect"):
            if isinstance(event, BroughtIn):
                yield Question(
                    "a timeout of the bring-in", "posted",
                    lambda rules: ("posted",) if rules.clock_bring_in_timeout == "auto_post" else ("otherwise",),
                    step.number,
                )  # fmt: skip
            elif (done := done_by_timeout(step)) is not None:
                yield from self._after_timeout(step, event.seat, done)
        elif event.source in (None, "manual"):
            yield from self._in_time(step, event, place)
        yield from self._check_raise(step, event)
        self._asked.pop(event.seat, None)
        self._timed_out.discard(event.seat)

    def _check_raise(self, step: Step, event: Action) -> Iterator[Question]:
        street = step.state.street
        if isinstance(event, Checked):
            self._checked[event.seat] = street
        elif isinstance(event, (Raised, Completed)) and self._checked.get(event.seat) == street:
            yield Question(
                "a raise after a check", "raised",
                lambda rules: ("raised", "not") if rules.check_raise else ("not",), step.number,
            )  # fmt: skip

    # --- the clock --------------------------------------------------------------------------

    def _strike(self, event: TimedOut) -> None:
        asked = self._asked.get(event.seat)
        if asked is not None and event.at is not None:
            taken = milliseconds(asked, event.at)
            self._struck = taken if self._struck is None else min(self._struck, taken)

    def _in_time(self, step: Step, event: Action, place: Place) -> Iterator[Question]:
        asked = self._asked.get(event.seat)
        if asked is None or event.at is None:
            return
        taken = milliseconds(asked, event.at)
        self._slowest = max(self._slowest, taken)
        self._clocked.count(1, place)

        def allowed(rules: Rules) -> Outcomes | None:
            if rules.clock_seconds is None or rules.clock_runs_from != "prompt":
                return None
            return range(rules.clock_seconds * 1000 + rules.clock_grace_ms + 1)

        yield Question("the clock", taken, allowed, step.number)

    def _after_timeout(self, step: Step, seat: int, done: str) -> Iterator[Question]:

        def allowed(rules: Rules) -> Outcomes | None:
            action = rules.clock_timeout_action
            return None if action is None else _DONE.get(action, (action,))

        yield Question("what a timeout does", done, allowed, step.number)
        self._timed_out.discard(seat)

    # --- buttons ----------------------------------------------------------------------------

    def _offered(self, step: Step, event: ButtonsOffered) -> Question:
        def allowed(rules: Rules) -> Outcomes | None:
            if rules.buttons_in_turn is None:
                return None
            words = set(rules.buttons_in_turn)
            if rules.buttons_labels == "toggle":
                words |= {"call", "bet"}
            return ("as seen",) if words.issuperset(event.buttons) else ("fewer",)

        return Question("the buttons in turn", "as seen", allowed, step.number)

    def _count(self, key: str, words: tuple[str, ...], place: Place) -> None:
        for word in words:
            self._words[key].setdefault(word, Score()).count(1, place)

    def found(self) -> Iterator[Found]:
        """The buttons that were seen, and the clock as timeouts show it."""
        for key, words in self._words.items():
            known = tuple(word for word in _WORDS if word in words)
            if known:
                score = Score(sum(words[word].agree for word in known), 0, 0.0, words[known[0]].agreeing)
                yield Found(key, known, score, note="those that were seen; lines, not hands")
        if self._struck is not None:
            seconds: Any = max(round(self._struck / 1000), 1)
            note = f"the first timeout came after {self._struck / 1000:.1f} s, the slowest action after "
            note += f"{self._slowest / 1000:.1f} s; actions, not hands"
            yield Found("clock_seconds", seconds, self._clocked, note=note)


def _ahead(rules: Rules) -> Outcomes | None:
    return rules.preaction_allowed
