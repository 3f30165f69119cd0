"""Checks across hands: they are shown all hands of a table in the order in which they were played.

That order is known only when the whole input has been read. Until then what the checks took from a hand is kept as
some 400 bytes in a temporary file, which stays in memory while it is small; in memory for good are 8 bytes a hand.
Then each table's hands are sorted and shown; only those of one table are held at a time, with some 300 bytes each.
"""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, Final, TypeVar

from msgspec import Struct, msgpack

from stud_audit.checks import catalogue
from stud_audit.checks.base import Again, Collector, Fault, HandRef, Late
from stud_audit.checks.neighbours import (
    Pair,
    Place,
    Sitting,
    Table,
    bare_sitting,
    in_order,
    site_of,
    stakes_of,
    table_of,
)
from stud_audit.houses.house import House
from stud_audit.model.findings import Finding
from stud_audit.model.spans import Span
from stud_audit.pipeline.coverage import HandCounts
from stud_audit.pipeline.one_hand import INTERNAL, HandResult, make_finding, outcome_of
from stud_audit.pipeline.outcomes import CoverageKey, outcome_key
from stud_audit.pipeline.spool import Spool

_IN_MEMORY: Final = 64 * 1024 * 1024
_NEVER: Final = 1 << 62
Coverage = dict[tuple[str, str], HandCounts]
"""Name and version of a house to what its checks said."""
T = TypeVar("T", bound=Hashable)


class _Kept(Struct, frozen=True, array_like=True, gc=False):
    """What is kept of one hand. Names and houses are numbers in lists of their own."""

    sitting: Sitting
    file: int
    index: int
    key: str
    span: Span
    site: int
    stakes: int
    game: int
    house: int
    currency: str
    decimals: int
    judged: bool
    facts: bytes
    """Code to what its check took, and what these checks said of the hand itself; pickled, or empty."""


def counts_of(coverage: Coverage, house: House) -> HandCounts:
    """What is counted of a house in a run."""
    key = (house.name, house.version)
    counts = coverage.get(key)
    if counts is None:
        counts = coverage[key] = HandCounts(house)
    return counts


class _Numbers(list[T]):
    """Things that come again and again, by number."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[T, int] = {}

    def number(self, thing: T) -> int:
        number = self._known.get(thing)
        if number is None:
            number = self._known[thing] = len(self)
            self.append(thing)
        return number


class LateChecks:
    """The selected checks across hands, for one run; what they say is counted in `coverage`."""

    def __init__(self, codes: frozenset[str], coverage: Coverage | None = None) -> None:
        checks = [entry.check for entry in catalogue() if entry.check.code in codes]
        self._checks = {check.code: check for check in (*checks, INTERNAL)}
        self._follow = {check.code: check.follow for check in checks if check.follow}
        self._collectors: dict[str, Collector] = {c.code: c.collector() for c in checks if c.collector}
        self._also_in_hands = {check.code for check in checks if check.judge or check.judge_hand}
        self._coverage: Coverage = {} if coverage is None else coverage
        self._spool = Spool(_IN_MEMORY)
        self._places: dict[tuple[str, Table | None], array[int]] = {}
        self._began: dict[tuple[str, Table | None], int] = {}
        self._files: _Numbers[str] = _Numbers()
        self._sites: _Numbers[str] = _Numbers()
        self._stakes: _Numbers[tuple[Hashable, ...]] = _Numbers()
        self._games: _Numbers[str] = _Numbers()
        self._houses: _Numbers[House | None] = _Numbers()
        self._encoder, self._decoder = msgpack.Encoder(), msgpack.Decoder(_Kept)
        self._found: list[tuple[int, Finding]] = []

    @property
    def also_in_hands(self) -> Set[str]:
        """Codes of checks across hands that judge single ones too: what is counted of them is added to in the end."""
        return self._also_in_hands & self._collectors.keys()

    def see(self, result: HandResult) -> None:
        """Keep what the checks will want to know of a hand."""
        hand, header = result.hand, result.hand.header
        table = table_of(header, hand.dialect) if self._follow else None
        facts = {code: result.facts[code] for code in self._collectors if code in result.facts}
        if table is None and not facts:
            return
        said = tuple(key for code in facts if code in self._also_in_hands for key in result.said_by(code))
        sitting = result.sitting or bare_sitting(hand)
        try:
            record = self._encode(result, sitting, facts, said)
        except OverflowError:  # chips beyond any table's: the hand tells its neighbours nothing of them
            sitting = bare_sitting(hand)
            record = self._encode(result, sitting, facts, said)
        place = site_of(header, hand.dialect), table_of(header, hand.dialect)
        self._places.setdefault(place, array("Q")).append(self._spool.put(record))
        began = sitting.instant if sitting.instant is not None else _NEVER
        self._began[place] = min(began, self._began.get(place, _NEVER))

    def _encode(
        self, result: HandResult, sitting: Sitting, facts: Mapping[str, Any], said: tuple[CoverageKey, ...]
    ) -> bytes:
        hand, header = result.hand, result.hand.header
        return self._encoder.encode(
            _Kept(
                sitting,
                self._files.number(hand.file),
                hand.index,
                hand.key,
                hand.header_span,
                self._sites.number(site_of(header, hand.dialect)),
                self._stakes.number(stakes_of(header)),
                self._games.number(header.game),
                self._houses.number(result.house),
                header.currency,
                header.decimals,
                result.sitting is not None,
                pickle.dumps((facts, said)) if facts else b"",
            )
        )

    def finish(self) -> tuple[Finding, ...]:
        """Every finding across hands, in the order of files and lines as they were read."""
        for place in sorted(self._places, key=lambda place: (self._began[place], str(place))):
            self._show(place[1], self._places[place])
        for code, collector in self._collectors.items():
            self._take(code, collector.finish())
        self._spool.close()
        self._found.sort(key=lambda found: (found[0], found[1].line, found[1].column, found[1].code))
        return tuple(finding for _, finding in self._found)

    # --- one table --------------------------------------------------------------------------

    def _show(self, table: Table | None, offsets: Sequence[int]) -> None:
        """The hands of a table, to all checks."""
        places, recording = [], False
        for offset in offsets:
            sitting = self._read(offset).sitting
            recording = recording or sitting.buys_in
            places.append(Place.of(sitting, offset))
        ordered, loose = in_order(places)
        before: _Kept | None = None
        for kept in self._kept(ordered):
            self._judge(table, kept, before, recording=recording)
            before = kept
        for kept in self._kept(loose):
            self._judge(table, kept, None, recording=recording)

    def _judge(self, table: Table | None, kept: _Kept, before: _Kept | None, *, recording: bool) -> None:
        house = self._houses[kept.house]
        if house is None:
            return  # nobody judges this hand
        facts: dict[str, Any] = {}
        said: tuple[CoverageKey, ...] = ()
        if kept.facts:
            facts, said = pickle.loads(kept.facts)  # noqa: S301  # written above
        hand = HandRef(
            self._files[kept.file],
            kept.sitting.hand_id,
            kept.index,
            kept.key,
            kept.span,
            self._sites[kept.site],
            table,
            self._stakes[kept.stakes],
            self._games[kept.game],
            kept.currency,
            kept.decimals,
            said,
        )
        if table is not None and kept.judged:
            same = before is not None and before.stakes == kept.stakes
            pair = Pair(before.sitting if before else None, kept.sitting, same_stakes=same, recording=recording)
            for code, follow in self._follow.items():
                try:
                    house.asked.clear()
                    told = follow(pair, hand, house)
                    outcomes = told if isinstance(told, Sequence) else (told,)
                    self._take(code, [(hand, house, outcome) for outcome in outcomes])
                except Exception as error:
                    self._fail(code, error, hand, house)
        for code, fact in facts.items():
            try:
                house.asked.clear()
                self._take(code, self._collectors[code].see(hand, house, fact))
            except Exception as error:
                self._fail(code, error, hand, house)

    def _fail(self, code: str, error: Exception, hand: HandRef, house: House) -> None:
        fault = Fault(f"check {code} failed on this hand ({error!r}); please report it", review=True)
        self._take(INTERNAL.code, [(hand, house, fault)])

    def _take(self, code: str, said: Iterable[Late]) -> None:
        """Findings, and the hands that each outcome counts in. All that is said of a hand comes at once."""
        of_hand: dict[str, tuple[HandRef, House, list[CoverageKey]]] = {}
        for hand, house, outcome in said:
            _, _, more = of_hand.setdefault(hand.key, (hand, house, []))
            if isinstance(outcome, Again):
                more.append(outcome_of(self._finding(code, outcome.fault, hand, house)))
            elif isinstance(outcome, Fault):
                finding = self._finding(code, outcome, hand, house)
                self._found.append((self._files.number(hand.file), finding))
                more.append(outcome_of(finding))
            elif outcome is not None:
                key = outcome_key(code, 0, outcome, hand.game, house)
                more += () if key is None else (key,)
        for hand, house, more in of_hand.values():
            former = [key for key in hand.said if key[0] == code]
            counts_of(self._coverage, house).say_more(hand.game, code, former, more)

    def _finding(self, code: str, fault: Fault, hand: HandRef, house: House) -> Finding:
        return make_finding(
            self._checks[code],
            fault,
            hand,
            house,
            span=fault.span or hand.header_span,
            street=fault.street,
            seat=fault.seat,
            player=fault.player,
            event_no=fault.event or None,
        )

    def _kept(self, places: Iterable[Place]) -> Iterator[_Kept]:
        return (self._read(place.at) for place in places)

    def _read(self, offset: int) -> _Kept:
        return self._decoder.decode(self._spool.get(offset))
