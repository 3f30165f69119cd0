"""The audit of a whole input: hand by hand, in the order of the files, in bounded memory."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final, Protocol
from zlib import crc32

from msgspec.structs import replace

from stud_audit.houses.house import House
from stud_audit.houses.loader import house_for_dialect, load_house
from stud_audit.ingest.addresses import StrPath
from stud_audit.ingest.input.found import InputProblem, InputSummary, Located, StrayText, UndecodableText
from stud_audit.ingest.reader import Reader
from stud_audit.model.executors import Executor, Here, Pending, WorkerLost
from stud_audit.model.findings import Finding
from stud_audit.pipeline.across_hands import Coverage, LateChecks, counts_of
from stud_audit.pipeline.batch import MOST, Batch, BatchResult, Settings, audited, recalled, work
from stud_audit.pipeline.chosen_house import forget_houses, number_of_versions
from stud_audit.pipeline.coverage import HandCounts
from stud_audit.pipeline.memo import digest_of_batch, digest_of_settings
from stud_audit.pipeline.one_hand import HandResult, record_finding
from stud_audit.pipeline.selection import Codes, select_codes
from stud_audit.pipeline.tellings import Again, Tellings
from stud_audit.pipeline.workers import executor_of
from stud_audit.report.stored import Amendment, Rows

_TEXT: Final = 1 << 20
"""Characters of a batch, beyond which it gets no more hands."""
_ITEMS: Final = 256
_Items = list[Located | StrayText | UndecodableText]


@dataclass(frozen=True, slots=True)
class InputFindings:
    """Findings of a place that belongs to no hand result: stray text, undecodable bytes, late checks."""

    findings: tuple[Finding, ...]


class Sink(Protocol):
    """What takes the hands of a run, and what is found in them, in the order of the text: the dataset in the making."""

    drafts: str

    def writing(self) -> AbstractContextManager[None]:
        """Where drafts are written: `InputError` for an `OSError`."""

    def known(self, name: str) -> tuple[bytes, tuple[int, int, int] | None] | None:
        """What a run before this one kept of the batch of that name, and where its rows are in the dataset of that."""

    def linked(self, keys: Iterable[tuple[str, str]]) -> Amendment:
        """Takes note of the hands of a draft, each told by its file and its key."""

    def add_rows(self, rows: Rows, amended: Amendment, memo: bytes | None = None) -> None:
        """The hands of a draft, with what is known of them since it was written; `memo` is for a run after this one."""

    def add_findings(self, findings: Iterable[Finding], counted: bool = False) -> None:
        """What was found; `counted` where the rows of the hands have the number."""


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
    taken_over: int = 0
    """Of the hands those that an earlier run has worked on."""
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


_Judging = tuple[tuple[str, str], HandCounts, bool]
"""Of a house its name and version, what is counted of it, and whether there are other versions of it."""


@dataclass(slots=True)
class _Opened:
    """A batch whose hands are gone through: the place of its texts, and what has come up of its hands."""

    done: BatchResult
    place: int
    amended: Amendment = field(default_factory=Amendment)


class Audit:
    """One audit, to be iterated once; `summary` is complete afterwards.

    `house` is a name or a TOML file; without it each hand takes the house that its header or its
    dialect names. `select` and `ignore` are codes, prefixes, or names. `jobs` is the number of worker
    processes, or `executor` works on the batches; the results are the same, in the same order. With `slim`,
    hands come without their events and seats, and with their text only where something was found in them.
    `certify` accepts hands that are clean beyond doubt without a replay, and changes no result. Raises
    `UsageError` and `HouseError` at once for a wrong call.
    """

    def __init__(
        self,
        paths: StrPath | Iterable[StrPath],
        house: str | Path | None = None,
        dialect: str = "auto",
        select: Codes | None = None,
        ignore: Codes | None = None,
        jobs: int = 1,
        slim: bool = False,
        stdin: BinaryIO | None = None,
        on_progress: Callable[[Reader, int], None] | None = None,
        executor: Executor | None = None,
        certify: bool = True,
    ) -> None:
        self._house = str(house) if house is not None else None
        if self._house is not None:
            load_house(self._house)  # a wrong house is a wrong call, not a failure at the first hand
            forget_houses()
        self._codes = select_codes(select, ignore)
        self._reader = Reader(paths, dialect, stdin)
        self._settings = Settings(self._house, self._codes, slim, certify=certify)
        self.executor = executor or executor_of(jobs)
        self._sink: Sink | None = None
        self._on_progress = on_progress
        self.summary = Summary(
            codes=self._codes,
            settings={
                "house": self._house,
                "dialect": dialect,
                "codes": sorted(self._codes),
                "left_out": sorted(select_codes(None, None) - self._codes),
            },
        )
        self._judging: dict[House, _Judging] = {}
        self._late = LateChecks(self._codes, self.summary.coverage)
        judge = partial(audited, settings=self._settings)
        self._tellings = Tellings(judge, self._codes, self.summary.coverage, self._late.also_in_hands)

    def __iter__(self) -> Iterator[HandResult | InputFindings]:
        try:
            for items, done in self._worked():
                yield from self._reduced(items, done)
                if self._on_progress is not None:
                    self._on_progress(self._reader, sum(len(batch.results) for batch in done))
            late = self._late.finish()
            if late:
                yield self._beside(late)
            self._close()
        finally:
            if self._sink is None:
                self.executor.close()

    def write_to(self, sink: Sink) -> None:
        """Has the rows of a dataset made, and what is found put there; who makes that closes the `executor`."""
        self._sink, self._settings = sink, replace(self._settings, drafts=sink.drafts)

    # --- the work ---------------------------------------------------------------------------

    def _batches(self) -> Iterator[_Items]:
        items: _Items = []
        hands = text = 0
        for item in self._reader.blocks():
            full = hands >= MOST or text >= _TEXT or len(items) >= _ITEMS
            if full or (hands and item.file != items[-1].file and _is_end(items[-1].file, hands)):
                yield items
                items, hands, text = [], 0, 0
            items.append(item)
            if isinstance(item, Located):
                hands, text = hands + 1, text + len(item.block.text)
        if items:
            yield items

    def _worked(self) -> Iterator[tuple[_Items, list[BatchResult]]]:
        """The batches with what came of their hands, in order; some more are worked on ahead."""
        under_way: deque[tuple[_Items, Batch, Pending[BatchResult] | None]] = deque()
        settings = digest_of_settings(self._house, self._codes) if self._sink else ""
        for items in self._batches():
            hands = tuple([item for item in items if isinstance(item, Located)])
            batch = Batch(hands, self._settings, digest_of_batch(hands, settings) if self._sink else "")
            under_way.append((items, batch, self._begun(batch) if hands else None))
            if len(under_way) > self.executor.ahead:
                yield self._result(*under_way.popleft())
        while under_way:
            yield self._result(*under_way.popleft())

    def _begun(self, batch: Batch) -> Pending[BatchResult]:
        known = self._sink.known(batch.name) if self._sink else None
        if known is None:
            return self.executor.submit(work, batch)
        return Here().submit(partial(_taken_over, *known), batch)

    def _result(
        self, items: _Items, batch: Batch, pending: Pending[BatchResult] | None
    ) -> tuple[_Items, list[BatchResult]]:
        if pending is None:
            return items, []
        with self._sink.writing() if self._sink else nullcontext():
            try:
                return items, [pending.result().of(batch)]
            except WorkerLost:
                return items, [self._alone(single) for single in batch.each()]

    def _alone(self, single: Batch) -> BatchResult:
        try:
            return self.executor.submit(work, single).result().of(single)
        except WorkerLost as lost:
            return work(replace(single, problem=str(lost)))

    # --- what needs more than one hand --------------------------------------------------------

    def _reduced(self, items: _Items, done: Iterable[BatchResult]) -> Iterator[HandResult | InputFindings]:
        """What a batch came to, in the order of the text."""
        results = self._opened(done)
        for item in items:
            if not isinstance(item, Located):
                found = self._text_finding(item)
                if found is not None:
                    yield self._beside((found,))
                continue
            batch, number, result = next(results)
            self._reader.count(item, result.hand.status)
            stored = _verdicts(result) if self._sink and _at(batch.done) is None else (0, 0)
            again = self._complete(batch, number, result, item)
            if result.findings:
                self._count(result.findings)
            if self._sink:
                if (verdicts := _verdicts(result)) != stored:
                    batch.amended.counts[number] = verdicts
                if result.retells is not None:
                    batch.amended.retells[number] = result.retells
                self._sink.add_findings(result.findings, counted=True)
            yield result
            if again is not None and again.beside:
                yield self._beside(again.beside)
        next(results, None)

    def _opened(self, done: Iterable[BatchResult]) -> Iterator[tuple[_Opened, int, HandResult]]:
        """The hands of batches, one by one. When the last of a batch has gone by, its rows go on."""
        for batch in done:
            opened = _Opened(batch, self._tellings.keep(batch.texts))
            self.summary.taken_over += len(batch.results) if batch.earlier else 0
            if self._sink:
                opened.amended = self._sink.linked((each.hand.file, each.hand.key) for each in batch.results)
            for number, result in enumerate(batch.results):
                yield opened, number, result
            if self._sink and batch.rows is not None:
                if (at := _at(batch)) is not None:
                    opened.amended.first = at[0]
                self._sink.add_rows(batch.rows, opened.amended, batch.memo)

    def _beside(self, findings: tuple[Finding, ...]) -> InputFindings:
        self._count(findings)
        if self._sink:
            self._sink.add_findings(findings)
        return InputFindings(findings)

    def _complete(self, batch: _Opened, number: int, result: HandResult, located: Located) -> Again | None:
        again = self._tellings.see(result, located, batch.place + number)
        self.summary.retold += result.retells is not None and result.hand.status == "parsed"
        if again is None or again.counted:  # a hand that is told twice was played once
            try:
                self._late.see(result)
            except ValueError as error:  # what it holds cannot be kept
                what = f"this hand is not compared with others ({error!r}); please report it"
                result.findings.append(record_finding("I901", what, result.hand, result.house, review=True))
            self._cover(result)
        return again

    def _cover(self, result: HandResult) -> None:
        hand, house, summary = result.hand, result.house, self.summary
        if hand.status != "parsed":
            return
        if house is None:
            summary.not_judged += 1
            return
        judging = self._judging.get(house)
        if judging is None:
            judging = self._judging[house] = self._begun_by(house)
        key, counts, several = judging
        summary.house_hands[key] += 1
        at = hand.header.played_at
        if at is None:
            summary.house_undated[key] += several
        elif house.dated and not house.in_force(at.date()):
            summary.house_outside[key] += 1
        counts.add(hand.header.game, result.outcomes, result.findings)

    def _begun_by(self, house: House) -> _Judging:
        key = (house.name, house.version)
        self.summary.houses.setdefault(key, house)
        several = number_of_versions(self._house or house.name) > 1
        return key, counts_of(self.summary.coverage, house), several

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


def _taken_over(memo: bytes, at: tuple[int, int, int] | None, batch: Batch) -> BatchResult:
    """What an earlier run kept of a batch."""
    try:
        return recalled(batch, memo, at)
    except ValueError:  # it is damaged
        return work(batch)


def _is_end(file: str, hands: int) -> bool:
    """Whether a batch of so many hands ends with the file.

    Where that is depends on little more than the file, so that one more file leaves the batches of later ones alone.
    """
    return 2 * hands >= MOST or crc32(file.encode("utf-8", "surrogatepass")) % 16 == 0


def _at(batch: BatchResult) -> tuple[int, int, int] | None:
    """Where the rows of a batch are in the dataset of an earlier run; None where they are not."""
    return None if batch.rows is None else batch.rows.at


def _verdicts(result: HandResult) -> tuple[int, int]:
    verdicts = [finding.verdict for finding in result.findings]
    return verdicts.count("violation"), verdicts.count("review")
