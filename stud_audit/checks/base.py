"""What a check is, and what it can say.

A check is one module with a `CHECK`. Its `judge` is a pure function: it reads a `Step` (or the
finished hand) and the house, changes nothing, and never raises for what a hand contains. It says
one of five things of what it was shown:

* `PASS` - the data are there, and the rule holds; `Passed(...)` where it says which clauses that is of, since the
  settings that it weighed do not tell;
* a `Fault` (or several) - it does not: a violation or, by the house's readings, a review;
* `Missing("...")` - not checkable, and which data the log lacks;
* `None` - not applicable: the rule does not speak of this.

What a check is handed is named here as well, so that one import does for it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Literal, NamedTuple, Protocol

from msgspec import Struct

from stud_audit.checks.neighbours import Pair, Table
from stud_audit.houses.house import House
from stud_audit.houses.rules import Rules
from stud_audit.houses.weighing import Weighing
from stud_audit.model.events import Event
from stud_audit.model.findings import Payment, Severity, Who
from stud_audit.model.money import amount_text
from stud_audit.model.spans import Span
from stud_audit.record.replay import Replay
from stud_audit.record.settlement import Settlement
from stud_audit.record.step import Step

__all__ = [
    "PASS", "Again", "Check", "Collector", "Fault", "HandJudge", "HandRef", "House", "Late", "Missing", "Outcome",
    "PairJudge", "Replay", "Result", "Rules", "Settlement", "SettlementJudge", "Step", "StepJudge", "Verdict",
]  # fmt: skip


class Verdict(Enum):
    """The outcome of a check on one event or hand."""

    PASSED = "passed"


PASS: Final = Verdict.PASSED

MOST_RELATED: Final = 20
"""Lines that a finding names beside its own; of further ones it says how many there are."""


class Passed(Struct, frozen=True):
    """The rule holds, as far as these of the check's clauses speak of it."""

    clauses: tuple[str, ...]


class Missing(Struct, frozen=True):
    """Not checkable: the log lacks `data`."""

    data: str


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong.

    `weighing` is what the house's readings make of it, with the settings that decided, which pick the
    clauses cited; `clauses` are cited instead, where only these of the check's are broken. Without a weighing the
    fault is a violation; where `review` is set it is a review.
    `event` is the number of the event to point at (0: the step's own), `span` a narrower or other place.
    `street` 0 takes the event's. `related` pairs event numbers with what they show; `more` such lines are left out.
    `money` is the total moved, in smallest units.
    """

    message: str
    expected: str | None = None
    actual: str | None = None
    weighing: Weighing | None = None
    clauses: tuple[str, ...] = ()
    review: bool = False
    event: int = 0
    span: Span | None = None
    street: int = 0
    seat: int | None = None
    player: str | None = None
    related: tuple[tuple[int, str], ...] = ()
    more: int = 0
    money: int | None = None
    settlement: tuple[Payment, ...] | None = None
    who: Who | None = None
    severity: Severity | None = None


class HandRef(Struct, frozen=True):
    """What a check across hands sees of a hand: enough to tell its table, and to make a finding of it.

    `table` is None where the log names none. `stakes` can be compared with those of another hand of the table.
    `said` is what the checks that judge single hands too have said of this one, as the coverage counts it.
    """

    file: str
    hand_id: str
    index: int
    key: str
    header_span: Span
    site: str
    table: Table | None
    stakes: tuple[Hashable, ...]
    game: str
    currency: str
    decimals: int
    said: int = 0

    @property
    def table_and_stakes(self) -> Hashable:
        """One table of a site at one stake: a tournament's level counts as a stake of its own."""
        return (self.site, self.table, self.stakes)

    def money(self, units: int) -> str:
        """An amount of this hand as a plain decimal."""
        return amount_text(units, self.decimals)


class Again(NamedTuple):
    """A fault that is reported of another hand: it counts in this one too, and is not reported again."""

    fault: Fault


class Collector(Protocol):
    """The memory of a check across hands, in bounded memory: it grows with tables and stakes, not with hands."""

    def see(self, hand: HandRef, house: House, fact: Any) -> Iterable[Late]:
        """Take note of one hand's fact, and say what is certain already.

        Hands come table by table, each in the order in which it was played, whatever the order of the input.
        """

    def finish(self) -> Iterable[Late]:
        """What only the whole input shows."""


Outcome = Literal[Verdict.PASSED] | Passed | Fault | Missing | None
Result = Outcome | Sequence[Outcome]
Late = tuple[HandRef, House, Outcome | Again]
"""What a check across hands says of one of them."""
StepJudge = Callable[[Step, House], Result]
HandJudge = Callable[[Replay, House], Result]
SettlementJudge = Callable[[Settlement, House], Result]
PairJudge = Callable[[Pair, HandRef, House], Result]


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its identity as in the catalogue, and its judge.

    `on` are the event types that a step check is shown, `Action` for all actions. A hand check (`scope="hand"`) is
    shown the finished replay instead, or what was won and lost in it: such a check needs the end of the hand, and is
    not checkable in a truncated one. A check from hand to hand of a table has a `follow`, which is shown each hand
    with the one before it; its house is that of the later. Other checks across hands have a `gather`, which takes
    what it needs from one finished hand (a small value that can be pickled, or None), and a `collector` that
    is shown these facts. What is taken rests on stakes, antes, and bring-in, and is taken once of all clean hands that
    have them alike, unless it names a line: then it has the number of the event as `event_no`. Faults across hands give
    their own `span`, `seat`, and `player`.
    A check with no judge is reported by the pipeline itself.
    """

    code: str
    name: str
    severity: Severity
    who: Who
    judge: StepJudge | None = None
    on: tuple[type[Event], ...] = ()
    judge_hand: HandJudge | None = None
    judge_settlement: SettlementJudge | None = None
    follow: PairJudge | None = None
    gather: Callable[[Replay, House], Any] | None = None
    collector: Callable[[], Collector] | None = None
    concerns: Callable[[Rules], bool] | None = None
    """Whether a house has the rule at all; a check of a rule that it lacks in every reading is not asked."""
    side: Literal["stakes", "seats", "deal", "stub", "record", "chips", "showdown", "rake", ""] = ""
    """On which side of a clean hand a hand check's answer rests (`pipeline.clean_play`): empty for all of them;
    `rake` where it rests on the stakes, the pot, and the rake."""
    quiet: Literal["passed", "not_applicable"] | None = None
    """What a step check says of every quiet step, and so need not be asked there; None: it has to be asked.

    A step is quiet where no round ends, and who acts, if anybody does, acts in turn and opens nothing.
    """

    @property
    def shown(self) -> tuple[type[Event], ...]:
        """The types of events that a step check is shown: those of `on`, each with all that it comprises."""
        return tuple(kind for base in self.on for kind in _leaves(base))

    @property
    def scope(self) -> str:
        """`step`, `hand`, or `input`."""
        return "step" if self.judge else "hand" if self.judge_hand or self.judge_settlement else "input"


def _leaves(kind: type[Event]) -> Iterable[type[Event]]:
    below = kind.__subclasses__()
    return (leaf for each in below for leaf in _leaves(each)) if below else (kind,)
