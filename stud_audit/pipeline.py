"""Ingest, replay, checks: for one hand and for a whole input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from stud_audit.checks import catalogue
from stud_audit.checks.base import PASS, Check, Fault, Missing, Outcome, Result
from stud_audit.engine.accounts import SeatRow, seat_rows
from stud_audit.engine.games import GAMES
from stud_audit.engine.replay import Replay
from stud_audit.houses.rules import House
from stud_audit.model.events import Event, LineUnknown
from stud_audit.model.findings import Finding, Readings, Related
from stud_audit.model.hand import Hand
from stud_audit.model.spans import Span

# Reported whatever is selected: without them an audit could hide that it is incomplete.
ALWAYS_ON = frozenset({"R004", "R009", "I901"})

CoverageKey = tuple[str, int, str, str]
"""Check code, street (0: none), outcome, missing data."""


@dataclass(slots=True)
class HandResult:
    """One audited hand. Findings are in the order of their lines."""

    hand: Hand
    house: House
    findings: list[Finding] = field(default_factory=list)
    seats: tuple[SeatRow, ...] = ()
    pot: int | None = None
    rake: int | None = None
    coverage: Counter[CoverageKey] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Dispatch:
    """The selected checks, arranged for the replay: by event type, and those of the whole hand."""

    by_type: dict[type[Event], tuple[Check, ...]]
    whole: tuple[Check, ...]
    codes: frozenset[str]


@cache
def dispatch(codes: frozenset[str] | None = None) -> Dispatch:
    """Arrange the checks whose codes are selected (None: all of them)."""
    by_type: dict[type[Event], list[Check]] = {}
    whole: list[Check] = []
    chosen = set()
    for entry in catalogue():
        check = entry.check
        if codes is not None and check.code not in codes and check.code not in ALWAYS_ON:
            continue
        chosen.add(check.code)
        if check.judge_hand is not None:
            whole.append(check)
        for event_type in check.on:
            by_type.setdefault(event_type, []).append(check)
    return Dispatch({kind: tuple(checks) for kind, checks in by_type.items()}, tuple(whole), frozenset(chosen))


def audit_hand(hand: Hand, house: House, checks: Dispatch) -> HandResult:
    """Replay one hand under a house and judge it. Never raises for what the hand contains."""
    result = HandResult(hand, house)
    if hand.status == "ignored":
        return result
    reporter = _Reporter(result)
    if hand.status == "refused":
        reporter.plain("R009", f"this hand could not be read: {hand.problem}", hand.header_span)
        return result
    if hand.unsupported or hand.header.game not in GAMES:
        reporter.plain("R007", f"{hand.unsupported or hand.header.game} is not audited", hand.header_span)
        return result
    replay = Replay(hand, house.rules)
    step_no = 0
    try:
        table = checks.by_type
        for step in replay:
            step_no = step.number
            for check in table.get(type(step.event), ()):
                try:
                    reporter.take(check, check.judge(step, house), step.number)  # type: ignore[misc]
                except Exception as error:
                    reporter.internal(check, error, step.number)
    except Exception as error:  # the replay itself: the hand's rest is lost, and that is said
        reporter.stopped(error, step_no)
        return result
    for check in checks.whole:
        if check.settles and hand.truncated:
            reporter.take(check, Missing("the end of the hand"), 0)
            continue
        try:
            reporter.take(check, check.judge_hand(replay, house), 0)  # type: ignore[misc]
        except Exception as error:
            reporter.internal(check, error, 0)
    result.seats = seat_rows(replay)
    result.pot, result.rake = replay.state.pot, replay.state.rake
    result.findings.sort(key=lambda finding: (finding.line, finding.column, finding.code))
    return result


class _Reporter:
    """Turns what checks say into findings and coverage of one hand."""

    def __init__(self, result: HandResult) -> None:
        self._result = result

    def take(self, check: Check, said: Result, event_no: int) -> None:
        """Record what a check said of an event (0: of the hand)."""
        if said is None:
            return
        if isinstance(said, Sequence):
            for outcome in said:
                self._one(check, outcome, event_no)
        else:
            self._one(check, said, event_no)

    def _one(self, check: Check, outcome: Outcome, event_no: int) -> None:
        result = self._result
        street = result.hand.events[event_no - 1].street if event_no else 0
        if outcome is PASS:
            result.coverage[(check.code, street, "passed", "")] += 1
        elif outcome is None:
            result.coverage[(check.code, street, "not_applicable", "")] += 1
        elif isinstance(outcome, Missing):
            result.coverage[(check.code, street, "not_checkable", outcome.data)] += 1
        elif isinstance(outcome, Fault):
            finding = self._finding(check, outcome, outcome.event or event_no)
            result.findings.append(finding)
            column = "violations" if finding.verdict == "violation" else "reviews"
            result.coverage[(check.code, finding.street or 0, column, "")] += 1

    def _finding(self, check: Check, fault: Fault, event_no: int) -> Finding:
        hand, house = self._result.hand, self._result.house
        event = hand.events[event_no - 1] if event_no else None
        span = fault.span or (event.span if event else hand.header_span)
        street = fault.street or (event.street if event else 0)
        seat = fault.seat if fault.seat is not None else getattr(event, "seat", None)
        weighing = fault.weighing or house.silence(fault.keys)
        review = fault.review or weighing.outcome == "review"
        ruling = house.ruling_for(fault.keys)
        return Finding(
            code=check.code,
            name=check.name,
            verdict="review" if review else "violation",
            severity=fault.severity or (ruling.severity if ruling and ruling.severity else check.severity),
            who=fault.who or (ruling.who if ruling and ruling.who else check.who),
            house=house.name,
            house_version=house.version,
            clauses=house.cite(check.code, fault.keys, street or None),
            file=hand.file,
            hand_id=hand.header.hand_id,
            hand_index=hand.index,
            line=span.line,
            column=span.column,
            end_column=span.end_column,
            street=street or None,
            seat=seat,
            player=_player(hand, seat),
            message=fault.message,
            expected=fault.expected,
            actual=fault.actual,
            money_effect=None if fault.money is None else hand.money(fault.money),
            readings=Readings(weighing.passing, weighing.failing, weighing.silent, weighing.fallback),
            settlement=fault.settlement,
            related=tuple([_related(hand, number, note) for number, note in fault.related]),
            hand_key=hand.key,
            event_no=event_no or None,
        )

    def plain(self, code: str, message: str, span: Span, *, event_no: int = 0, review: bool | None = None) -> None:
        """A finding of the record that needs no replay."""
        check = record_check(code)
        fault = Fault(message, span=span, review=code == "R007" if review is None else review)
        self._result.findings.append(self._finding(check, fault, event_no))

    def internal(self, check: Check, error: Exception, event_no: int) -> None:
        """A check failed: a fault of ours, said as such."""
        event = self._result.hand.events[event_no - 1] if event_no else None
        span = event.span if event else self._result.hand.header_span
        message = f"check {check.code} failed on this {'line' if event else 'hand'} ({error!r}); please report it"
        self._result.findings.append(self._finding(INTERNAL, Fault(message, span=span, review=True), event_no))

    def stopped(self, error: Exception, event_no: int) -> None:
        """The replay failed: what comes after was not audited."""
        events = self._result.hand.events
        event = events[min(event_no, len(events) - 1)] if events else None
        span = event.span if event else self._result.hand.header_span
        self.plain("R009", f"the replay stopped here ({error!r}); the rest of the hand was not audited", span)


INTERNAL = Check("I901", "internal-error", "S3", "log")


@cache
def record_check(code: str) -> Check:
    """The identity of a check of the record that the pipeline itself reports."""
    return next(entry.check for entry in catalogue() if entry.check.code == code)


def _player(hand: Hand, seat: int | None) -> str | None:
    if seat is None:
        return None
    from stud_audit.model.events import SeatTaken

    return next((e.player for e in hand.events if isinstance(e, SeatTaken) and e.seat == seat), None)


def _related(hand: Hand, number: int, note: str) -> Related:
    span = hand.events[number - 1].span
    return Related(hand.file, span.line, span.column, span.end_column, note)
