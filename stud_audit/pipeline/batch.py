"""The work on a batch of hands, from their text to what was found in them: a pure function, for any process.

`work` is all that is done hand by hand: reading, judging, and, where there is to be a dataset, the rows of its tables.
It gives what the run needs of each hand, and no more: text and events stay where they are, unless they are asked for.
What needs more than one hand is done by the run (`stud_audit.pipeline.run`). `judged` is where hands are judged.
"""

from __future__ import annotations

import gc
import pickle
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from stud_audit.ingest.blocks import lost_block, parse_block, scan_block
from stud_audit.ingest.input.found import Located
from stud_audit.model.hand import Hand
from stud_audit.model.rows import Row, with_events
from stud_audit.pipeline.chosen_house import choose_house
from stud_audit.pipeline.memo import Sayings, memo_of, received, remembered, sayings, sent
from stud_audit.pipeline.one_hand import HandResult, audit_hand, dispatch
from stud_audit.report.stored import Rows

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MOST_BITS: Final = 6
MOST: Final = 1 << MOST_BITS
"""Hands of a batch."""
_TOGETHER: Final = 32
"""Hands that are read before they are judged."""
_SENT: Final = ("hand", "findings", "seats", "pot", "rake", "played", "sitting", "facts", "certified")
"""What of a result that is no memo is sent to another process."""
_FIELDS: Final = attrgetter(*_SENT)


class Settings(Struct, frozen=True):
    """How the hands of a run are judged, and what is kept of them.

    `house` is a name or a file, None for each hand's own; `codes` are the selected checks. With `slim`, only what is
    found in a hand is wanted, and neither its events nor its seats. `drafts` is the folder for the rows of a dataset.
    """

    house: str | None
    codes: frozenset[str]
    slim: bool = False
    drafts: str | None = None
    certify: bool = True
    """Whether hands that are ordinary and clean beyond doubt are scanned, and accepted without a replay."""


class Batch(Struct, frozen=True):
    """Some hands, one after the other, as a task. `name` is that of their draft, which tells them from all others.

    With a `problem` they are not worked on: that is what kept it from being done.
    """

    hands: tuple[Located, ...]
    settings: Settings
    name: str = ""
    problem: str | None = None

    def each(self) -> Iterator[Batch]:
        """Batches of one hand."""
        for number, located in enumerate(self.hands, 1):
            yield replace(self, hands=(located,), name=f"{self.name[:-4]}{number:04x}")


@dataclass(slots=True)
class BatchResult:
    """What the hands of a batch came to.

    `texts` are the hands as they were located, packed. Where there are drafts, `rows` is what that of the batch holds.
    `memo` is all that a run after this one has to know, in bytes. Slim results are sent as that alone, or in as few
    bytes where there is none, and are there again `of` their batch.
    """

    settings: Settings
    hands: tuple[Located, ...]
    results: list[HandResult]
    texts: bytes
    rows: Rows | None = None
    memo: bytes | None = None
    earlier: bool = False
    """Whether an earlier run did the work."""

    sent: bytes | None = None
    """Slim results as they came from another process, where there is no memo."""

    def __reduce__(self) -> tuple[Any, ...]:
        slim = self.settings.slim
        packed = sent(self.hands, self.results) if slim and self.memo is None else None
        results = [] if slim and (self.memo or packed) is not None else self.results
        whole = list(map(_FIELDS, results)), sayings(results)
        return _received, (whole, self.settings, self.texts, self.rows, self.memo, self.earlier, packed)

    def of(self, batch: Batch) -> BatchResult:
        """The same with hands and all results, as it is before it is sent."""
        self.hands, house = batch.hands, self.settings.house
        if self.sent is not None:
            self.results, self.sent = received(batch.hands, house, self.sent), None
        elif self.memo is not None and not self.results:
            self.results, _ = remembered(batch.hands, house, self.memo)
        return self


def _received(whole: tuple[list[tuple[Any, ...]], Sayings], settings: Settings, *rest: Any) -> BatchResult:
    results = []
    for values, outcomes in zip(whole[0], whole[1].outcomes(), strict=True):
        fields = dict(zip(_SENT, values, strict=True))
        house = choose_house(fields["hand"], settings.house)
        results.append(HandResult(house=house, outcomes=outcomes, **fields))
    return BatchResult(settings, (), results, *rest)


def recalled(batch: Batch, memo: bytes, at: tuple[int, int, int] | None = None) -> BatchResult:
    """What a batch came to that an earlier run worked on, `at` as in `Rows`; `ValueError` where the memo is no such."""
    results, rows = remembered(batch.hands, batch.settings.house, memo)
    rows = replace(rows, name=batch.name, at=at)
    return BatchResult(batch.settings, batch.hands, results, packed(batch.hands), rows, memo, earlier=True)


def work(batch: Batch) -> BatchResult:
    """Every hand of a batch, read and judged. Never raises for what a hand contains; `OSError` for its drafts.

    Meanwhile nothing is looked through for garbage: hands leave hardly any circles, and what is made of some dozen of
    them would be gone through again and again.
    """
    searched = gc.isenabled()
    gc.disable()
    try:
        return _worked(batch)
    finally:
        if searched:
            gc.enable()


def _worked(batch: Batch) -> BatchResult:
    settings = batch.settings
    if batch.problem is None:
        results = judged(batch.hands, settings)
    else:
        results = [lost(located, batch.problem, settings) for located in batch.hands]
    done = BatchResult(settings, batch.hands, results, packed(batch.hands))
    if settings.drafts is not None:
        from stud_audit.pipeline.records import record_of  # here: pyarrow takes half a second to load
        from stud_audit.report.drafts import keep_memo, store

        done.rows = store([record_of(result) for result in results], settings.drafts, batch.name)
        if batch.problem is None:
            done.memo = memo_of(batch.hands, results, done.rows)
        if done.memo is not None:
            keep_memo(done.memo, settings.drafts, batch.name)
    if settings.slim:
        for result in results:
            result.drop_events()
    return done


def packed(hands: Sequence[Located]) -> bytes:
    """Hands as they were located, in a sixth of the room."""
    return zstd.compress(pickle.dumps(hands), 1)


def unpacked(texts: bytes) -> tuple[Located, ...]:
    """The hands of `packed`."""
    hands: tuple[Located, ...] = pickle.loads(zstd.decompress(texts))  # noqa: S301  # packed by this run
    return hands


def judged(hands: Sequence[Located], settings: Settings) -> list[HandResult]:
    """The hands read and judged."""
    # First one thing, then the other: code and tables of either stay in the processor's caches meanwhile. The rows of
    # too many hands would not.
    results: list[HandResult] = []
    for start in range(0, len(hands), _TOGETHER):
        part = hands[start : start + _TOGETHER]
        read = [_read(located, settings) for located in part]
        results += [_judged(located, *each, settings) for located, each in zip(part, read, strict=True)]
    return results


def _read(located: Located, settings: Settings) -> tuple[Hand, list[Row] | None]:
    """A hand with its events, or with the rows of them."""
    return (scan_block(located) if settings.certify else None) or (parse_block(located, scan=False), None)


def lost(located: Located, problem: str, settings: Settings) -> HandResult:
    """A hand that could not be worked on: refused, with an internal error."""
    return audited(lost_block(located, problem), settings)


def audited(hand: Hand, settings: Settings, rows: list[Row] | None = None) -> HandResult:
    """A hand judged by the house that is chosen for it. With `rows`, these stand for its events."""
    house = choose_house(hand, settings.house)
    checks = dispatch(settings.codes, house, certify=settings.certify)
    result = audit_hand(hand, house, checks, rows, seats=not settings.slim or settings.drafts is not None)
    if rows is not None and not result.hand.events:
        if not settings.slim:
            result.hand = with_events(result.hand, rows)
        elif settings.drafts is not None:
            result.rows = rows
    return result


def _judged(located: Located, hand: Hand, rows: list[Row] | None, settings: Settings) -> HandResult:
    try:
        return audited(hand, settings, rows)
    except Exception as error:
        return lost(located, repr(error), settings)
