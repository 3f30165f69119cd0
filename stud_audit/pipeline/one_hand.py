"""Replay and checks of one hand: what they found, and what every check said, for the coverage."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, Final, cast

from msgspec.structs import replace

from stud_audit.checks import catalogue
from stud_audit.checks.base import (
    MOST_RELATED,
    PASS,
    Check,
    Fault,
    HandRef,
    Missing,
    Outcome,
    Passed,
    Result,
    StepJudge,
)
from stud_audit.checks.neighbours import site_of, sitting, stakes_of, table_of
from stud_audit.checks.sittings import Sitting
from stud_audit.game.games import GAMES
from stud_audit.houses.house import NO_HOUSE, House
from stud_audit.houses.loader import house_names
from stud_audit.houses.weighing import Weighing
from stud_audit.model.escaping import clipped
from stud_audit.model.events import Event, LineUnknown, SeatTaken, SummaryOpened
from stud_audit.model.findings import Finding, Related, Severity, Who
from stud_audit.model.hand import INTERNAL_ERROR, Hand
from stud_audit.model.nearest import did_you_mean
from stud_audit.model.rows import Row, with_events
from stud_audit.model.spans import NOWHERE, Span
from stud_audit.pipeline.certification import Certified, Certifier, Walked
from stud_audit.pipeline.outcomes import OF_CODE, CoverageKey, Outcomes, bit_of, keys_of, mask_of, outcome_key
from stud_audit.record.played_events import Numbered, played_events
from stud_audit.record.replay import Replay
from stud_audit.record.seat_accounts import SeatRow, seat_rows
from stud_audit.record.settlement import Settlement

# Reported whatever is selected: without them an audit could hide that it is incomplete.
ALWAYS_ON = frozenset({"R004", "R009", "I901"})

_COUNTED: Final = {"violation": "violations", "review": "reviews"}
_WIDEST: Final = 1000
"""Characters of what a finding tells: a log may have lines of any length."""


def outcome_of(finding: Finding) -> CoverageKey:
    """Under what a finding counts."""
    return (finding.code, finding.street or 0, _COUNTED[finding.verdict], " ".join(finding.clauses))


@dataclass(slots=True)
class HandResult:
    """One audited hand. Findings are in the order of their lines."""

    hand: Hand
    house: House | None
    """None: the hand names a house that there is not, and nobody judges it; `hand.problem` says so."""
    findings: list[Finding] = field(default_factory=list)
    seats: tuple[SeatRow, ...] = ()
    pot: int | None = None
    rake: int | None = None
    outcomes: Outcomes = 0
    """What the checks said of events and of the hand, each once; faults are in the findings."""
    played: tuple[Numbered, ...] = ()
    """The events as play went on with them; empty where they are those of the log, and where there was no replay."""
    rows: list[Row] | None = None
    """What stands for the events of a hand that has none."""
    sitting: Sitting | None = None
    """What the other hands of the table are compared with."""
    facts: dict[str, Any] = field(default_factory=dict)
    """Code to what a check across hands took from this one."""
    retells: str | None = None
    """The key of the hand that this one tells again; it is counted there."""
    certified: bool = False
    """Accepted without a replay, which would have said the same. Not known of a hand that comes as a memo."""

    def said_by(self, code: str) -> Iterator[CoverageKey]:
        """What one check said of this hand, as it is counted."""
        yield from keys_of(self.outcomes & OF_CODE.get(code, 0))
        yield from (outcome_of(finding) for finding in self.findings if finding.code == code)

    def drop_events(self) -> None:
        """Keep the hand without its events and seats, for runs that need no more."""
        if self.hand.events:
            self.hand = replace(self.hand, events=(), text=self.hand.text if self.findings else "")
        self.played = self.seats = ()
        self.rows = None


class Passing:
    """What it counts as that checks pass: bits that there are, instead of -1, once it is met. Much never is."""

    __slots__ = ("_keys", "mask")

    def __init__(self, *keys: CoverageKey) -> None:
        self._keys = keys
        self.mask = -1

    def met(self) -> Outcomes:
        """Its bits, which `mask` has from now on."""
        self.mask = mask_of(self._keys)
        return self.mask


Asked = tuple[StepJudge, Passing, Check]
"""A step check with what its passing counts as on a street."""

AskedOfHand = tuple[Callable[[Any, House], Result], Passing, Check]
"""The same of a check of the whole hand, or of its settlement."""


@dataclass(frozen=True, slots=True)
class Asking:
    """The checks of one event type on one street: those of any step, those that a quiet step is left with."""

    all: tuple[Asked, ...]
    quiet: tuple[Asked, ...]
    known: Passing
    """What those of the others count as that pass it."""


@dataclass(frozen=True, slots=True)
class Dispatch:
    """The selected checks, arranged for the replay: by event type, of the whole hand, across hands."""

    by_type: dict[type[Event], tuple[Asking, ...]]
    """By street."""
    whole: tuple[AskedOfHand, ...]
    across: tuple[Check, ...]
    follows: bool
    """Whether hands of a table are compared with one another."""
    codes: frozenset[str]
    certifier: Certifier | None
    """Accepts clean hands without a replay; None where every hand is to be judged in full."""


@cache
def dispatch(codes: frozenset[str] | None = None, house: House | None = None, *, certify: bool = False) -> Dispatch:
    """Arrange the checks whose codes are selected (None: all of them), and of which a house has the rule.

    With `certify`, hands that are clean beyond doubt are not replayed.
    """
    readings = [house.rules, *[reading.rules for reading in house.readings]] if house else []
    by_type: dict[type[Event], list[Check]] = {}
    whole: list[AskedOfHand] = []
    across: list[Check] = []
    follows = False
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
            whole.append((of_hand, Passing(_passed(check, 0)), check))
        if check.gather is not None:
            across.append(check)
        follows = follows or check.follow is not None
        for event_type in check.shown:
            by_type.setdefault(event_type, []).append(check)
    table = {kind: tuple([_asking(checks, street) for street in range(8)]) for kind, checks in by_type.items()}
    certifier = None
    if certify and house is not None:
        certifier = Certifier(house, frozenset(chosen), [check for _, _, check in whole], across)
    return Dispatch(table, tuple(whole), tuple(across), follows, frozenset(chosen), certifier)


def audit_hand(
    hand: Hand, house: House | None, checks: Dispatch, rows: list[Row] | None = None, *, seats: bool = True
) -> HandResult:
    """Replay one hand under a house and judge it. Never raises for what the hand contains.

    Without a house, where the header names one that there is not, only the record is judged. A hand that was scanned
    has `rows` and no events: it gets them where it is not certified. The accounts of the seats are made of a certified
    hand where `seats` are wanted.
    """
    misnamed = _misnamed(hand, house)
    if house is None:
        hand = replace(hand, problem=hand.problem or hand.unsupported or misnamed)
        checks = dispatch(checks.codes & _OF_THE_RECORD)
    result = HandResult(hand, house)
    if hand.status == "ignored":
        return result
    reporter = _Reporter(result)
    if hand.status == "refused":
        problem = hand.problem or ""
        if problem.startswith(INTERNAL_ERROR):
            reporter.fail(f"this hand could not be read ({problem.removeprefix(INTERNAL_ERROR)})", hand.header_span)
        else:
            reporter.plain("R009", f"this hand could not be read: {problem}", hand.header_span)
        return result
    if misnamed is not None and "R010" in checks.codes:
        text = misnamed if house is not None else f"{misnamed}; the hand is not judged"
        reporter.plain("R010", f"malformed value: {text}", _house_span(hand), actual=hand.header.house)
    if hand.unsupported or hand.header.game not in GAMES:
        if "R007" in checks.codes:
            reporter.plain(
                "R007", f"{hand.unsupported or hand.header.game} is not audited", hand.header_span, review=True
            )
        return result
    certifier = checks.certifier if misnamed is None else None
    events = hand if rows is None else None
    try:
        if certifier is not None:
            done = certifier.certify(hand, rows)
            result.certified = isinstance(done, Certified)
            if isinstance(done, Walked):
                events = events or with_events(hand, rows or [])
                done = _learned(events, done, certifier, checks)
            if done is not None:
                _accept(done, checks, result, seats)
                return result
    except Exception:  # a short cut that fails is a long way: what is wrong there too is told there
        result.certified = False
    hand = result.hand = events or with_events(hand, rows or [])
    _audit(hand, house or NO_HOUSE, checks, reporter)
    result.outcomes = reporter.outcomes
    result.findings.sort(key=lambda finding: (finding.line, finding.column, finding.code))
    return result


def _accept(certified: Certified, checks: Dispatch, result: HandResult, seats: bool) -> None:
    """Note what a hand comes to that need not be judged in full."""
    play = certified.play
    result.sitting = play.sitting() if checks.follows else None
    result.seats = play.seat_rows() if seats else ()
    result.pot, result.rake = play.pot, play.rake
    result.outcomes, result.facts = certified.outcomes, certified.facts


def _learned(hand: Hand, walked: Walked, certifier: Certifier, checks: Dispatch) -> Certified | None:
    """A clean hand of which not all was judged before, with that judged now; None where anything is found in it."""
    unheard = certifier.unheard(walked)
    if unheard is None:
        return None
    house = certifier.house
    reporter = _Reporter(HandResult(hand, house))
    replay = Replay(hand, house.rules)
    by_event = _of_steps(replay, house, checks, reporter, unheard.events)
    if reporter.result.findings:
        return None
    whole = [asked for asked in checks.whole if asked[2].side in unheard.sides]
    by_side = _of_hand(Settlement(replay), house, whole, reporter)
    return None if reporter.result.findings else certifier.learned(walked, unheard, by_event, by_side)


_OF_THE_RECORD: Final = frozenset(("R001", "R002", "R003", "R006", "R007", "R010"))
"""Checks that no house decides."""

_OPTION: Final = re.compile(r'(?:[^\s"]|"(?:[^"\\]|\\.)*")+')


_meant = lru_cache(maxsize=64)(did_you_mean)


def _misnamed(hand: Hand, house: House | None) -> str | None:
    """What is wrong with the house that a header names, None where nothing is.

    Where another judges, a name that is like none of ours may be that of a house of somebody's own.
    """
    named = hand.header.house
    if named is None:
        return None
    known = house_names()
    if named in known or (house is not None and named == house.name):
        return None
    meant = _meant(named, known if house is None else (*known, house.name))
    if house is not None and not meant:
        return None
    return f"there is no house {named!r}" + (meant or f"; there are {', '.join(known)}")


def _house_span(hand: Hand) -> Span:
    """Where the header names the house."""
    header = hand.header_span
    at = header.line - hand.first_line
    begins = 1 if at else hand.column
    for option in _OPTION.finditer(hand.text.split("\n", at + 1)[at]):
        if option[0].startswith("house="):
            return Span(header.line, begins + option.start(), begins + option.end())
    return header


def _audit(hand: Hand, house: House, checks: Dispatch, reporter: _Reporter) -> None:
    """Replay and judge a hand of a game that is audited."""
    result = reporter.result
    try:
        replay = Replay(hand, house.rules)
        seat_missing = bool(replay.index.unknown) and _seat_missing(hand)
        if seat_missing:
            checks = _of_the_record(checks, reporter)
        _of_steps(replay, house, checks, reporter)
    except Exception as error:  # the replay itself: the hand's rest is lost, and that is said
        reporter.stopped(error)
        return
    try:
        settlement = Settlement(replay)
        _of_hand(settlement, house, checks.whole, reporter)
        _leave(settlement, house, checks, reporter)
        if not seat_missing:
            result.played = played_events(replay)
    except Exception as error:
        reporter.fail(f"this hand could not be settled ({error!r})", hand.header_span)


def _of_steps(
    replay: Replay, house: House, checks: Dispatch, reporter: _Reporter, chosen: Sequence[bool] | None = None
) -> list[Outcomes]:
    """Replay a hand, and judge its events; what was said of each.

    Of the events that are `chosen`, the first that anything is found in ends it.
    """
    by_event: list[Outcomes] = []
    table, asked, game = checks.by_type, house.asked, replay.hand.header.game
    for step in replay:
        event = step.event
        number = reporter.event_no = step.number
        by_street = table.get(type(event))
        if by_street is None or (chosen is not None and not chosen[number - 1]):
            by_event.append(0)
            continue
        asking = by_street[event.street]
        before, reporter.outcomes = reporter.outcomes, 0
        outcomes: Outcomes = 0
        if step.closing is None and (step.turn is None or step.turn == "in-turn"):
            judges = asking.quiet
            known = asking.known
            outcomes = known.mask if known.mask >= 0 else known.met()
        else:
            judges = asking.all
        for judge, passing, check in judges:
            try:
                if asked:
                    asked.clear()
                said = judge(step, house)
                # Nearly all answers are these two: one is only counted, the other not even that.
                if said is PASS:
                    if not asked:
                        outcomes |= passing.mask if passing.mask >= 0 else passing.met()
                    elif (decided := house.decided(check.code, event.street, game)) is not None:
                        outcomes |= bit_of((check.code, event.street, "passed", decided))
                elif said is not None:
                    # An action is judged by the street on which it is played, wherever its line stands.
                    reporter.take(check, said, number, replay.state.street if step.turn else 0)
            except Exception as error:
                reporter.internal(check, error, number)
        outcomes |= reporter.outcomes
        by_event.append(outcomes)
        reporter.outcomes = before | outcomes
        if chosen is not None and reporter.result.findings:
            break
    return by_event


def _of_hand(
    settlement: Settlement, house: House, whole: Iterable[AskedOfHand], reporter: _Reporter
) -> dict[str, Outcomes]:
    """Judge a hand as a whole; what was said of each side of it."""
    by_side: dict[str, Outcomes] = {}
    replay = settlement.replay
    for judge, passing, check in whole:
        before, reporter.outcomes = reporter.outcomes, 0
        settles = check.judge_settlement is not None
        try:
            if settles and replay.hand.truncated:
                said: Result = Missing("the end of the hand")
            else:
                house.asked.clear()
                said = judge(settlement if settles else replay, house)
            if said is PASS and not house.asked:
                reporter.outcomes = passing.mask if passing.mask >= 0 else passing.met()
            elif said is not None:
                reporter.take(check, said, 0)
        except Exception as error:
            reporter.internal(check, error, 0)
        by_side[check.side] = by_side.get(check.side, 0) | reporter.outcomes
        reporter.outcomes |= before
    return by_side


def _leave(settlement: Settlement, house: House, checks: Dispatch, reporter: _Reporter) -> None:
    """Note what a hand leaves: seats, pot, and what the other hands are compared with."""
    replay, result = settlement.replay, reporter.result
    for check in checks.across:
        try:
            fact = check.gather(replay, house)  # type: ignore[misc]
        except Exception as error:
            reporter.internal(check, error, 0)
            continue
        if fact is not None:
            result.facts[check.code] = fact
    if checks.follows:
        result.sitting = sitting(settlement)
    result.seats = seat_rows(replay)
    result.pot, result.rake = replay.state.pot, replay.state.rake


def replayed_events(hand: Hand, house: House | None) -> tuple[Numbered, ...]:
    """The events of a hand as an audit by this house has them, without any check (see `HandResult.played`).

    Never raises for what the hand contains: what cannot be replayed is as the log has it.
    """
    if hand.status != "parsed" or hand.unsupported or hand.header.game not in GAMES:
        return ()
    try:
        replay = Replay(hand, (house or NO_HOUSE).rules)
        if replay.index.unknown and _seat_missing(hand):
            return ()
        for _ in replay:
            pass
        return played_events(replay)
    except Exception:  # R009 of an audit
        return ()


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
    kept = checks.codes & (_OF_THE_RECORD | {"D104"})
    for code in sorted(checks.codes - kept - {INTERNAL.code}):
        reporter.take(record_check(code), Missing("the seat of a player who acts"), 0)
    return dispatch(frozenset(kept))


class _Reporter:
    """Turns what checks say into findings and coverage of one hand."""

    def __init__(self, result: HandResult) -> None:
        self.result = result
        self.outcomes: Outcomes = 0
        """What is counted, but for findings and what is not applicable."""
        self.event_no = 0
        """The event that is judged, or was the last."""
        self._names: dict[int, str] | None = None

    def take(self, check: Check, said: Result, event_no: int, street: int = 0) -> None:
        """Record what a check said of an event (0: of the hand), on its own street or another."""
        if said is None or said is PASS or isinstance(said, (Fault, Missing, Passed)):
            self._one(check, said, event_no, street)
        else:
            for outcome in said:
                self._one(check, outcome, event_no, street)

    def _one(self, check: Check, outcome: Outcome, event_no: int, street: int) -> None:
        if isinstance(outcome, Fault):
            street = 0 if outcome.event else street
            self.result.findings.append(self._finding(check, outcome, outcome.event or event_no, street))
        elif outcome is not None:
            hand, house = self.result.hand, self.result.house
            street = hand.events[event_no - 1].street if event_no else 0
            key = outcome_key(check.code, street, outcome, hand.header.game, house)
            if key is not None:
                self.outcomes |= bit_of(key)

    def _finding(self, check: Check, fault: Fault, event_no: int, street: int = 0) -> Finding:
        hand = self.result.hand
        event = hand.events[event_no - 1] if event_no else None
        seat = fault.seat if fault.seat is not None else getattr(event, "seat", None)
        return make_finding(
            check,
            fault,
            hand_ref(hand),
            self.result.house,
            span=fault.span or (event.span if event else hand.header_span),
            street=fault.street or street or (event.street if event else 0),
            seat=seat,
            player=fault.player or self._name(seat),
            related=_related(hand, fault),
            event_no=event_no or None,
        )

    def _name(self, seat: int | None) -> str | None:
        if seat is None:
            return None
        if self._names is None:
            taken = [event for event in self.result.hand.events if isinstance(event, SeatTaken)]
            self._names = {event.seat: event.player for event in reversed(taken)}
        return self._names.get(seat)

    def plain(self, code: str, message: str, span: Span, *, review: bool = False, actual: str | None = None) -> None:
        """A finding of the record that needs no replay."""
        fault = Fault(clipped(message), actual=actual, span=span, review=review)
        self.result.findings.append(self._finding(record_check(code), fault, 0))

    def internal(self, check: Check, error: Exception, event_no: int) -> None:
        """A check failed: it is said, and the check has not passed."""
        self.take(check, Missing("an answer of the check, which failed"), event_no)
        what = f"check {check.code} failed on this {'line' if event_no else 'hand'} ({error!r})"
        self.fail(what, None, event_no)

    def stopped(self, error: Exception) -> None:
        """The replay failed: what comes after was not audited."""
        events = self.result.hand.events
        span = events[min(self.event_no, len(events) - 1)].span if events else self.result.hand.header_span
        self.fail(f"the replay failed here ({error!r}), and the rest of the hand was not audited", span)

    def fail(self, what: str, span: Span | None, event_no: int = 0) -> None:
        """A fault of ours, said as such."""
        fault = Fault(f"{what}; please report it", span=span, review=True)
        self.result.findings.append(self._finding(INTERNAL, fault, event_no))


def _asking(checks: list[Check], street: int) -> Asking:
    every = tuple([_asked(check, street) for check in checks])
    return Asking(
        every,
        tuple([asked for asked in every if asked[2].quiet is None]),
        Passing(*[_passed(check, street) for check in checks if check.quiet == "passed"]),
    )


def _asked(check: Check, street: int) -> Asked:
    return cast("StepJudge", check.judge), Passing(_passed(check, street)), check


def _passed(check: Check, street: int) -> CoverageKey:
    return (check.code, street, "passed", "")


def hand_ref(hand: Hand) -> HandRef:
    """The hand without its text and events."""
    header = hand.header
    site, table = site_of(header, hand.dialect), table_of(header, hand.dialect)
    return HandRef(
        hand.file, header.hand_id, hand.index, hand.key, hand.header_span,
        site, table, stakes_of(header), header.game, header.currency, header.decimals,
    )  # fmt: skip


def make_finding(
    check: Check,
    fault: Fault,
    hand: HandRef,
    house: House | None,
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
    who, severity = _bound(house, weighing.keys) if house is not None else (None, None)
    cited = fault.clauses
    if house is not None and not cited:
        cited = house.cite(check.code, weighing.keys, street or None, hand.game, silent=weighing.silent)
    return Finding(
        code=check.code,
        name=check.name,
        verdict="review" if fault.review or weighing.outcome == "review" else "violation",
        severity=fault.severity or severity or check.severity,
        who=fault.who or who or check.who,
        house=house.name if house is not None else None,
        house_version=house.version if house is not None else None,
        clauses=cited,
        file=hand.file,
        hand_id=hand.hand_id,
        hand_index=hand.index,
        line=span.line,
        column=span.column,
        end_column=span.end_column,
        street=street or None,
        seat=seat,
        player=player,
        message=clipped(fault.message, _WIDEST),
        expected=fault.expected,
        actual=None if fault.actual is None else clipped(fault.actual),
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
    house: House | None,
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
        house=house.name if house is not None else None,
        house_version=house.version if house is not None else None,
        clauses=house.cite(code, game=hand.header.game if hand else None) if house is not None else (),
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
    return next((entry.check for entry in catalogue() if entry.check.code == code), INTERNAL)


_NO_READINGS = Weighing("violation")


def _bound(house: House, keys: tuple[str, ...]) -> tuple[Who | None, Severity | None]:
    """Whom the deciding rulings bind, and their severity, where the house says so."""
    for key in keys:
        who, severity = house.binds(key)
        if who or severity:
            return who, severity
    return None, None


def _related(hand: Hand, fault: Fault) -> tuple[Related, ...]:
    """The lines that a fault rests on; of too many the first, the last of which says how many more there are."""
    lines = [line for line in fault.related if line[0]]
    shown = lines[:MOST_RELATED]
    more = fault.more + len(lines) - len(shown)
    related = []
    for place, (number, note) in enumerate(shown, 1):
        span = hand.events[number - 1].span
        if more and place == len(shown):
            note = f"{note}; and {more} more such lines"
        related.append(Related(hand.file, span.line, span.column, span.end_column, note))
    return tuple(related)
