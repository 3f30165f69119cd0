"""The audit of a whole input: hand by hand, in the order of the files, in bounded memory."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from os import PathLike
from pathlib import Path
from typing import BinaryIO, Final

from stud_audit.houses.house import House
from stud_audit.houses.loader import house_for_dialect, load_house
from stud_audit.ingest.input.found import InputProblem, InputSummary, Located, StrayText, UndecodableText
from stud_audit.ingest.reader import Reader
from stud_audit.model.findings import Finding
from stud_audit.model.hand import Hand
from stud_audit.pipeline.across_hands import Coverage, LateChecks, counts_of
from stud_audit.pipeline.batch import Settings, audited, lost, work
from stud_audit.pipeline.chosen_house import forget_houses, number_of_versions
from stud_audit.pipeline.one_hand import HandResult, record_finding
from stud_audit.pipeline.selection import Codes, select_codes
from stud_audit.pipeline.tellings import Tellings
from stud_audit.pipeline.workers import Workers

_BATCH: Final = 64
_Batch = list[Located | StrayText | UndecodableText]


@dataclass(frozen=True, slots=True)
class InputFindings:
    """Findings of a place that belongs to no hand result: stray text, undecodable bytes, late checks."""

    findings: tuple[Finding, ...]


_Done = HandResult | InputFindings | StrayText | UndecodableText


@dataclass(slots=True)
class Summary:
    """What an audit came to. `hands` = `parsed` + `refused` + `ignored`."""

    inputs: tuple[InputSummary, ...] = ()
    problems: tuple[InputProblem, ...] = ()
    lines: int = 0
    hands: int = 0
    parsed: int = 0
    refused: int = 0
    ignored: int = 0
    not_judged: int = 0
    """Parsed hands whose header names a house that there is not, where no other was asked for."""
    violations: int = 0
    reviews: int = 0
    by_code: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Code and verdict to the number of findings."""
    retold: int = 0
    """Of the parsed hands those that are told again: each is counted with its first telling."""
    houses: dict[tuple[str, str], House] = field(default_factory=dict)
    """Name and version to each house that judged a hand."""
    house_hands: Counter[tuple[str, str]] = field(default_factory=Counter)
    house_outside: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Hands played on a day on which no version of their house was in force: they got the nearest one."""
    house_undated: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Hands without a date, of a house that has several versions: they got the latest one."""
    coverage: Coverage = field(default_factory=dict)
    """House to what its checks said of its hands."""
    codes: frozenset[str] = frozenset()
    """The selected checks."""
    settings: dict[str, object] = field(default_factory=dict)

    @property
    def internal_errors(self) -> int:
        """How often the replay or a check failed: these hands are not fully judged."""
        return sum(count for (code, _), count in self.by_code.items() if code == "I901")

    def troubles(self) -> Iterator[InputProblem | str]:
        """What went wrong with the inputs, and by faults of ours."""
        yield from self.problems
        if not self.hands and not self.problems:
            yield "no hand was found; there are only summaries of tournaments"
        if count := self.internal_errors:
            yield f"{count} internal error(s), I901: these hands are not fully judged; please report them"

    def failed(self) -> bool:
        """Whether the call as such went wrong: a path that cannot be read, no hand anywhere, or a fault of ours."""
        return not self.hands or self.internal_errors > 0 or any(problem.fatal for problem in self.problems)


class Audit:
    """One audit, to be iterated once; `summary` is complete afterwards.

    `house` is a name or a TOML file; without it each hand takes the house that its header or its
    dialect names. `select` and `ignore` are codes, prefixes, or names. `jobs` is the number of worker
    processes; the results are the same, in the same order. With `slim`, the events of hands without
    findings are dropped as soon as they have been judged. `certify` accepts hands that are clean beyond doubt without
    a replay, and changes no result. Raises `UsageError` and `HouseError` at once
    for a wrong call.
    """

    def __init__(
        self,
        paths: str | PathLike[str] | Iterable[str | PathLike[str]],
        house: str | Path | None = None,
        dialect: str = "auto",
        select: Codes | None = None,
        ignore: Codes | None = None,
        jobs: int = 1,
        slim: bool = False,
        stdin: BinaryIO | None = None,
        on_progress: Callable[[Reader], None] | None = None,
        certify: bool = True,
    ) -> None:
        self._house = str(house) if house is not None else None
        if self._house is not None:
            load_house(self._house)  # a wrong house is a wrong call, not a failure at the first hand
            forget_houses()
        self._codes = select_codes(select, ignore)
        self._reader = Reader(paths, dialect, stdin)
        self._settings = Settings(self._house, self._codes, slim, certify)
        self._jobs, self._on_progress = jobs, on_progress
        self.summary = Summary(
            codes=self._codes,
            settings={
                "house": self._house,
                "dialect": dialect,
                "codes": sorted(self._codes),
                "left_out": sorted(select_codes(None, None) - self._codes),
            },
        )
        self._late = LateChecks(self._codes, self.summary.coverage)
        judge = partial(audited, settings=self._settings)
        self._tellings = Tellings(judge, self._codes, self.summary.coverage, self._late.also_in_hands)

    def __iter__(self) -> Iterator[HandResult | InputFindings]:
        for item in self._worked():
            if isinstance(item, (HandResult, InputFindings)):
                yield item
            else:
                found = self._text_finding(item)
                if found is not None:
                    self._count((found,))
                    yield InputFindings((found,))
            if self._on_progress is not None:
                self._on_progress(self._reader)
        late = self._late.finish()
        if late:
            self._count(late)
            yield InputFindings(late)
        self._close()

    # --- the work ---------------------------------------------------------------------------

    def _batches(self) -> Iterator[_Batch]:
        batch: _Batch = []
        for item in self._reader.blocks():
            batch.append(item)
            if len(batch) >= _BATCH:
                yield batch
                batch = []
        if batch:
            yield batch

    def _in_order(self, batch: _Batch, results: Iterable[HandResult]) -> Iterator[_Done]:
        """What a batch came to, in the order of the text."""
        done, places = iter(results), self._tellings.keep(_hands_of(batch))
        for item in batch:
            if isinstance(item, Located):
                result = next(done)
                self._reader.count(item, result.hand.status)
                yield from self._complete(result, item, next(places))
            else:
                yield item

    def _worked(self) -> Iterator[_Done]:
        if self._jobs == 1:
            for batch in self._batches():
                yield from self._in_order(batch, work(_hands_of(batch), self._settings))
            return
        under_way: deque[_Batch] = deque()

        def lists() -> Iterator[list[Located]]:
            for batch in self._batches():
                under_way.append(batch)
                yield _hands_of(batch)

        settings = self._settings
        for results in Workers(self._jobs, partial(work, settings=settings), partial(lost, settings=settings)).results(
            lists()
        ):
            yield from self._in_order(under_way.popleft(), results)

    # --- what needs more than one hand --------------------------------------------------------

    def _complete(self, result: HandResult, located: Located, place: int) -> Iterator[HandResult | InputFindings]:
        again = self._tellings.see(result, located, place)
        self.summary.retold += result.retells is not None and result.hand.status == "parsed"
        if again is None or again.counted:  # a hand that is told twice was played once
            try:
                self._late.see(result)
            except ValueError as error:  # what it holds cannot be kept
                what = f"this hand is not compared with others ({error!r}); please report it"
                result.findings.append(record_finding("I901", what, result.hand, result.house, review=True))
            self._cover(result)
        self._count(result.findings)
        yield result
        if again is not None and again.beside:
            self._count(again.beside)
            yield InputFindings(again.beside)

    def _cover(self, result: HandResult) -> None:
        hand, house, summary = result.hand, result.house, self.summary
        if hand.status == "parsed" and house is None:
            summary.not_judged += 1
        elif hand.status == "parsed" and house is not None:
            key = (house.name, house.version)
            summary.houses.setdefault(key, house)
            summary.house_hands[key] += 1
            self._count_dates(hand, house, key)
            counts_of(summary.coverage, house).add(hand.header.game, result.outcomes, result.findings)

    def _count_dates(self, hand: Hand, house: House, key: tuple[str, str]) -> None:
        at = hand.header.played_at
        if at is None:
            self.summary.house_undated[key] += number_of_versions(self._house or house.name) > 1
        elif not house.in_force(at.date()):
            self.summary.house_outside[key] += 1

    def _count(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            self.summary.by_code[(finding.code, finding.verdict)] += 1
            if finding.verdict == "violation":
                self.summary.violations += 1
            else:
                self.summary.reviews += 1

    def _text_finding(self, item: StrayText | UndecodableText) -> Finding | None:
        house = load_house(self._house) if self._house is not None else house_for_dialect("")
        if isinstance(item, UndecodableText):
            message = f"{item.count} byte(s) that {item.encoding} cannot read: {item.data.hex(' ')}"
            return record_finding(
                "R004", message, None, house, file=item.file, span=item.span, hand_index=item.hand_index
            )
        if "R001" not in self._codes:
            return None
        lines = item.last_line - item.first_line + 1
        many = f"{lines} lines" if lines > 1 else "1 line"
        message = f"text outside of any hand that no dialect knows ({many}): {item.text!r}"
        return record_finding("R001", message, None, house, file=item.file, span=item.span)

    def _close(self) -> None:
        summary, reader = self.summary, self._reader
        summary.inputs, summary.problems = reader.inputs, reader.problems
        for entry in summary.inputs:
            summary.lines += entry.lines
            summary.hands += entry.hands
            summary.parsed += entry.parsed
            summary.refused += entry.refused
            summary.ignored += entry.ignored


def _hands_of(batch: _Batch) -> list[Located]:
    return [item for item in batch if isinstance(item, Located)]
