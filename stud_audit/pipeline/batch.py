"""The work on a batch of hands, from their text to what was found in them: a pure function, for any process.

`work` is all that is done hand by hand: reading, judging, and, where there is to be a dataset, the rows of its tables.
It gives what the run needs of each hand, and no more: text and events stay where they are, unless they are asked for.
What needs more than one hand is done by the run (`stud_audit.pipeline.run`). `judged` is where hands are judged.
"""

from __future__ import annotations

import pickle
import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from stud_audit.ingest.input.found import Located
from stud_audit.ingest.reader import lost_block, parse_block
from stud_audit.model.hand import Hand
from stud_audit.pipeline.chosen_house import choose_house
from stud_audit.pipeline.one_hand import CoverageKey, HandResult, audit_hand, dispatch
from stud_audit.report.stored import Rows

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MOST_BITS: Final = 6
MOST: Final = 1 << MOST_BITS
"""Hands of a batch."""
_NUMBER: Final = "H"
"""Of which there can be more than there are things said of a batch."""


class Settings(Struct, frozen=True):
    """How the hands of a run are judged, and what is kept of them.

    `house` is a name or a file, None for each hand's own; `codes` are the selected checks. With `slim`, only what is
    found in a hand is wanted, and neither its events nor its seats. `drafts` is the folder for the rows of a dataset.
    """

    house: str | None
    codes: frozenset[str]
    slim: bool = False
    drafts: str | None = None


class Batch(Struct, frozen=True):
    """Some hands, one after the other, as a task. `name` is that of their draft, which no other batch has.

    With a `problem` they are not worked on: that is what kept it from being done.
    """

    hands: tuple[Located, ...]
    settings: Settings
    name: str = ""
    problem: str | None = None

    def each(self) -> Iterator[Batch]:
        """Batches of one hand."""
        for number, located in enumerate(self.hands, 1):
            yield replace(self, hands=(located,), name=f"{self.name}-{number}")


Said = tuple[str, str, str, tuple[CoverageKey, ...]]
"""What one check said of a hand: name and version of its house, its game, and what is counted."""


@dataclass(slots=True)
class BatchResult:
    """What the hands of a batch came to.

    What the checks said of single hands (findings are not among it) is in `said`, each thing once; `of_hands` has of
    every hand the numbers of those that were said of it. `texts` are the hands as they were located, packed; `rows` is
    what their draft holds.

    Sent to another process, it takes neither houses nor outcomes with it: the houses are chosen again, and
    `HandResult.outcomes` is there only where something was found, or has to be compared with other hands.
    """

    settings: Settings
    results: list[HandResult]
    said: list[Said]
    of_hands: list[bytes]
    texts: bytes
    rows: Rows | None = None

    def outcomes(self, number: int) -> frozenset[CoverageKey]:
        """What the checks said of a hand, but for what was found."""
        return frozenset(key for one in self.numbers(number) for key in self.said[one][3])

    def numbers(self, number: int) -> array[int]:
        """Which of `said` was said of a hand."""
        return array(_NUMBER, self.of_hands[number])

    def __reduce__(self) -> tuple[Any, ...]:
        sent = [
            (each.hand, each.findings, each.seats, each.pot, each.rake, each.played, each.sitting, each.facts)
            for each in self.results
        ]
        return _received, (self.settings, sent, self.said, self.of_hands, self.texts, self.rows)


def _received(settings: Settings, sent: Iterable[tuple[Any, ...]], *rest: Any) -> BatchResult:
    done = BatchResult(settings, [], *rest)
    for number, (hand, findings, seats, pot, rake, played, sitting, facts) in enumerate(sent):
        result = HandResult(hand, choose_house(hand, settings.house), findings, seats, pot, rake)
        result.played, result.sitting, result.facts = played, sitting, facts
        if findings or facts or not settings.slim:
            result.outcomes = done.outcomes(number)
        done.results.append(result)
    return done


def work(batch: Batch) -> BatchResult:
    """Every hand of a batch, read and judged. Never raises for what a hand contains; `OSError` for its drafts."""
    settings = batch.settings
    if batch.problem is None:
        results = judged(batch.hands, settings)
    else:
        results = [lost(located, batch.problem, settings) for located in batch.hands]
    rows = None
    if settings.drafts is not None:
        from stud_audit.pipeline.records import store_results  # here: it takes pyarrow half a second to load

        rows = store_results(results, settings.drafts, batch.name)
    if settings.slim:
        for result in results:
            result.drop_events()
    return BatchResult(settings, results, *_numbered(results), packed(batch.hands), rows)


def packed(hands: Sequence[Located]) -> bytes:
    """Hands as they were located, in a sixth of the room."""
    return zstd.compress(pickle.dumps(hands), 1)


def unpacked(texts: bytes) -> tuple[Located, ...]:
    """The hands of `packed`."""
    hands: tuple[Located, ...] = pickle.loads(zstd.decompress(texts))  # noqa: S301  # packed by this run
    return hands


def _numbered(results: Iterable[HandResult]) -> tuple[list[Said], list[bytes]]:
    numbers: dict[Said, int] = {}
    of_hands = []
    for result in results:
        house, game = result.house, result.hand.header.game
        of_codes: dict[str, list[CoverageKey]] = {}
        if house is not None:
            for key in result.outcomes:
                of_codes.setdefault(key[0], []).append(key)
        said = [(house.name, house.version, game, tuple(sorted(keys))) for keys in of_codes.values()] if house else ()
        of_hands.append(array(_NUMBER, [numbers.setdefault(one, len(numbers)) for one in said]).tobytes())
    return list(numbers), of_hands


def judged(hands: Sequence[Located], settings: Settings) -> list[HandResult]:
    """The hands read and judged."""
    # First one thing, then the other: code and tables of either stay in the processor's caches meanwhile.
    parsed = [parse_block(located) for located in hands]
    return [_judged(located, hand, settings) for located, hand in zip(hands, parsed, strict=True)]


def lost(located: Located, problem: str, settings: Settings) -> HandResult:
    """A hand that could not be worked on: refused, with an internal error."""
    return audited(lost_block(located, problem), settings)


def audited(hand: Hand, settings: Settings) -> HandResult:
    """A hand judged by the house that is chosen for it."""
    house = choose_house(hand, settings.house)
    return audit_hand(hand, house, dispatch(settings.codes, house))


def _judged(located: Located, hand: Hand, settings: Settings) -> HandResult:
    try:
        return audited(hand, settings)
    except Exception as error:
        return lost(located, repr(error), settings)
