"""Replay and checks of one hand: what they found, and what every check said, for the coverage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, cast

from msgspec.structs import replace

from stud_audit.checks import catalogue
from stud_audit.checks.base import PASS, Check, Fault, HandRef, Missing, Outcome, Result, StepJudge, Verdict
from stud_audit.game.games import GAMES
from stud_audit.houses.house import House, Weighing
from stud_audit.model.events import Event, LineUnknown, SeatTaken, SummaryOpened
from stud_audit.model.findings import Finding, Related, Severity, Who
from stud_audit.model.hand import Hand
from stud_audit.model.spans import NOWHERE, Span
from stud_audit.record.replay import Replay
from stud_audit.record.seat_accounts import SeatRow, seat_rows
from stud_audit.record.settlement import Settlement

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
    outcomes: list[CoverageKey] = field(default_factory=list)
    """What each check said of each event and of the hand, as it is counted."""
    facts: dict[str, Any] = field(default_factory=dict)
    """Code to what a check across hands took from this one."""

    @property
    def coverage(self) -> Counter[CoverageKey]:
        """How often each check said what."""
        return Counter(self.outcomes)

    def drop_events(self) -> None:
        """Keep the hand without its text and events, for runs that do not need them."""
        self.hand = replace(self.hand, events=(), text="")


Asked = tuple[StepJudge, CoverageKey, CoverageKey, Check]
"""A step check with what its two usual answers count as on a street: not applicable, passed."""

AskedOfHand = tuple[Callable[[Any, House], Result], CoverageKey, CoverageKey, Check]
"""The same of a check of the whole hand, or of its settlement."""


@dataclass(frozen=True, slots=True)
class Asking:
    """The checks of one event type on one street: those of any step, those that a quiet step is left with."""

    all: tuple[Asked, ...]
    quiet: tuple[Asked, ...]
    known: tuple[CoverageKey, ...]
    """What the others say of a quiet step."""


@dataclass(frozen=True, slots=True)
class Dispatch:
    """The selected checks, arranged for the replay: by event type, of the whole hand, across hands."""

    by_type: dict[type[Event], tuple[Asking, ...]]
    """By street."""
    whole: tuple[AskedOfHand, ...]
    across: tuple[Check, ...]
    codes: frozenset[str]


@cache
def dispatch(codes: frozenset[str] | None = None, house: House | None = None) -> Dispatch:
    """Arrange the checks whose codes are selected (None: all of them), and of which a house has the rule."""
    readings = [house.rules, *[reading.rules for reading in house.readings]] if house else []
    by_type: dict[type[Event], list[Check]] = {}
    whole: list[AskedOfHand] = []
    across: list[Check] = []
    chosen = set()
    for entry in catalogue():
        check = entry.check
        if codes is not None and check.code not in codes and check.code not in ALWAYS_ON:
            continue
        chosen.add(check.code)
        if check.concerns is not None and readings and not any(map(check.concerns, readings)):
            continue
        of_hand = check.judge_hand or check.judge_settlement
        if of_hand is not None:
            whole.append((of_hand, *_usual_keys(check, 0), check))
        if check.gather is not None:
            across.append(check)
        for event_type in check.on:
            by_type.setdefault(event_type, []).append(check)
    table = {kind: tuple([_asking(checks, street) for street in range(8)]) for kind, checks in by_type.items()}
    return Dispatch(table, tuple(whole), tuple(across), frozenset(chosen))


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
        if "R007" in checks.codes:
            reporter.plain(
                "R007", f"{hand.unsupported or hand.header.game} is not audited", hand.header_span, review=True
            )
        return result
    step_no = 0
    try:
        replay = Replay(hand, house.rules)
        if replay.script.unknown and _seat_missing(hand):
            checks = _of_the_record(checks, reporter)
        table, count, count_all = checks.by_type, result.outcomes.append, result.outcomes.extend
        for step in replay:
            step_no = step.number
            event = step.event
            by_street = table.get(type(event))
            if by_street is None:
                continue
            asking = by_street[event.street]
            if step.closing is None and (step.turn is None or step.turn == "in-turn"):
                asked = asking.quiet
                count_all(asking.known)
            else:
                asked = asking.all
            for judge, not_applicable, passed, check in asked:
                try:
                    said = judge(step, house)
                    # Nearly all answers are these two: they are only counted, and at the end added up.
                    if said is None:
                        count(not_applicable)
                    elif said is PASS:
                        count(passed)
                    else:
                        reporter.take(check, said, step_no)
                except Exception as error:
                    reporter.internal(check, error, step_no)
    except Exception as error:  # the replay itself: the hand's rest is lost, and that is said
        reporter.stopped(error, step_no)
        return result
    settlement = Settlement(replay)
    for judge_hand, not_applicable, passed, check in checks.whole:
        settles = check.judge_settlement is not None
        if settles and hand.truncated:
            reporter.take(check, Missing("the end of the hand"), 0)
            continue
        try:
            said = judge_hand(settlement if settles else replay, house)
            if said is None:
                count(not_applicable)
            elif said is PASS:
                count(passed)
            else:
                reporter.take(check, said, 0)
        except Exception as error:
            reporter.internal(check, error, 0)
    for check in checks.across:
        try:
            fact = check.gather(replay, house)  # type: ignore[misc]
        except Exception as error:
            reporter.internal(check, error, 0)
            continue
        if fact is not None:
            result.facts[check.code] = fact
    result.seats = seat_rows(replay)
    result.pot, result.rake = replay.state.pot, replay.state.rake
    result.findings.sort(key=lambda finding: (finding.line, finding.column, finding.code))
    return result


def _seat_missing(hand: Hand) -> bool:
    """Whether somebody plays who has no seat in the record: then nobody's turn, and no pot, can be judged.

    A stranger's name in one line alone is that line's fault, and the hand goes on without the line.
    """
    strangers: set[str | None] = set()
    for event in hand.events:
        if isinstance(event, SummaryOpened):
            return False
        if isinstance(event, LineUnknown) and event.code == "R006":
            if event.problem in strangers:
                return True
            strangers.add(event.problem)
    return False


def _of_the_record(checks: Dispatch, reporter: _Reporter) -> Dispatch:
    """The checks of single lines and of the deck; the others are not checkable, and counted as such."""
    kept = checks.codes & {"R001", "R002", "R003", "R006", "R010", "D104"}
    for code in sorted(checks.codes - kept - {INTERNAL.code}):
        reporter.take(record_check(code), Missing("the seat of a player who acts"), 0)
    return dispatch(frozenset(kept))


class _Reporter:
    """Turns what checks say into findings and coverage of one hand."""

    def __init__(self, result: HandResult) -> None:
        self._result = result

    def take(self, check: Check, said: Result, event_no: int) -> None:
        """Record what a check said of an event (0: of the hand)."""
        if said is None or said is PASS or isinstance(said, (Fault, Missing)):
            self._one(check, said, event_no)
        else:
            for outcome in said:
                self._one(check, outcome, event_no)

    def _one(self, check: Check, outcome: Outcome, event_no: int) -> None:
        result = self._result
        if isinstance(outcome, Fault):
            finding = self._finding(check, outcome, outcome.event or event_no)
            result.findings.append(finding)
            result.outcomes.append((check.code, finding.street or 0, f"{finding.verdict}s", ""))
            return
        street = result.hand.events[event_no - 1].street if event_no else 0
        result.outcomes.append(outcome_key(check.code, street, outcome))

    def _finding(self, check: Check, fault: Fault, event_no: int) -> Finding:
        hand = self._result.hand
        event = hand.events[event_no - 1] if event_no else None
        seat = fault.seat if fault.seat is not None else getattr(event, "seat", None)
        return make_finding(
            check,
            fault,
            hand_ref(hand),
            self._result.house,
            span=fault.span or (event.span if event else hand.header_span),
            street=fault.street or (event.street if event else 0),
            seat=seat,
            player=fault.player or _player(hand, seat),
            related=tuple([_related(hand, number, note) for number, note in fault.related]),
            event_no=event_no or None,
        )

    def plain(self, code: str, message: str, span: Span, *, review: bool = False) -> None:
        """A finding of the record that needs no replay."""
        self._result.findings.append(self._finding(record_check(code), Fault(message, span=span, review=review), 0))

    def internal(self, check: Check, error: Exception, event_no: int) -> None:
        """A check failed: a fault of ours, said as such."""
        message = f"check {check.code} failed on this {'line' if event_no else 'hand'} ({error!r}); please report it"
        self._result.findings.append(self._finding(INTERNAL, Fault(message, review=True), event_no))

    def stopped(self, error: Exception, event_no: int) -> None:
        """The replay failed: what comes after was not audited."""
        events = self._result.hand.events
        span = events[min(event_no, len(events) - 1)].span if events else self._result.hand.header_span
        self.plain("R009", f"the replay stopped here ({error!r}); the rest of the hand was not audited", span)


def outcome_key(code: str, street: int, outcome: Literal[Verdict.PASSED] | Missing | None) -> CoverageKey:
    """Under what an outcome that is no fault is counted."""
    if outcome is PASS:
        return (code, street, "passed", "")
    if outcome is None:
        return (code, street, "not_applicable", "")
    return (code, street, "not_checkable", outcome.data)


def _asking(checks: list[Check], street: int) -> Asking:
    every = tuple([_asked(check, street) for check in checks])
    return Asking(
        every,
        tuple([asked for check, asked in zip(checks, every, strict=True) if check.quiet is None]),
        tuple([(check.code, street, check.quiet, "") for check in checks if check.quiet is not None]),
    )


def _asked(check: Check, street: int) -> Asked:
    return cast("StepJudge", check.judge), *_usual_keys(check, street), check


def _usual_keys(check: Check, street: int) -> tuple[CoverageKey, CoverageKey]:
    return outcome_key(check.code, street, None), outcome_key(check.code, street, PASS)


def hand_ref(hand: Hand) -> HandRef:
    """The hand without its text and events."""
    return HandRef(hand.file, hand.header.hand_id, hand.index, hand.key, hand.header, hand.header_span)


def make_finding(
    check: Check,
    fault: Fault,
    hand: HandRef,
    house: House,
    *,
    span: Span,
    street: int = 0,
    seat: int | None = None,
    player: str | None = None,
    related: tuple[Related, ...] = (),
    event_no: int | None = None,
) -> Finding:
    """The finding that a fault makes in a hand under a house."""
    weighing = fault.weighing or _NO_READINGS
    who, severity = _bound(house, weighing.keys)
    return Finding(
        code=check.code,
        name=check.name,
        verdict="review" if fault.review or weighing.outcome == "review" else "violation",
        severity=fault.severity or severity or check.severity,
        who=fault.who or who or check.who,
        house=house.name,
        house_version=house.version,
        clauses=house.cite(check.code, weighing.keys, street or None),
        file=hand.file,
        hand_id=hand.hand_id,
        hand_index=hand.index,
        line=span.line,
        column=span.column,
        end_column=span.end_column,
        street=street or None,
        seat=seat,
        player=player,
        message=fault.message,
        expected=fault.expected,
        actual=fault.actual,
        money_effect=None if fault.money is None else hand.money(fault.money),
        readings=weighing.readings(),
        settlement=fault.settlement,
        related=related,
        hand_key=hand.key,
        event_no=event_no,
    )


def record_finding(
    code: str,
    message: str,
    hand: Hand | None,
    house: House,
    *,
    file: str = "",
    span: Span | None = None,
    hand_index: int | None = None,
    review: bool = False,
    related: tuple[Related, ...] = (),
) -> Finding:
    """A finding of the record that the run itself makes, of a hand or of a place outside of hands."""
    check = record_check(code)
    return Finding(
        code=code,
        name=check.name,
        verdict="review" if review else "violation",
        severity=check.severity,
        who=check.who,
        house=house.name,
        house_version=house.version,
        clauses=house.cite(code),
        file=hand.file if hand else file,
        hand_id=hand.header.hand_id if hand else None,
        hand_index=hand.index if hand else hand_index,
        line=(place := span or (hand.header_span if hand else NOWHERE)).line,
        column=place.column,
        end_column=place.end_column,
        street=None,
        seat=None,
        player=None,
        message=message,
        expected=None,
        actual=None,
        related=related,
        hand_key=hand.key if hand else None,
    )


INTERNAL = Check("I901", "internal-error", "S3", "log")


@cache
def record_check(code: str) -> Check:
    """The identity of a check of the record that the pipeline itself reports."""
    return next(entry.check for entry in catalogue() if entry.check.code == code)


def _player(hand: Hand, seat: int | None) -> str | None:
    if seat is None:
        return None
    return next((e.player for e in hand.events if isinstance(e, SeatTaken) and e.seat == seat), None)


_NO_READINGS = Weighing("violation")


def _bound(house: House, keys: tuple[str, ...]) -> tuple[Who | None, Severity | None]:
    """Whom the deciding rulings bind, and their severity, where the house says so."""
    for key in keys:
        who, severity = house.binds(key)
        if who or severity:
            return who, severity
    return None, None


def _related(hand: Hand, number: int, note: str) -> Related:
    span = hand.events[number - 1].span
    return Related(hand.file, span.line, span.column, span.end_column, note)
