"""Checks across hands: they are shown all hands of a table in the order in which they were played.

That order is known only when the whole input has been read. Until then what the checks took from a hand is kept as
some 400 bytes in a temporary file, which stays in memory while it is small; in memory for good are 8 bytes a hand.
Then each table's hands are sorted and shown; only those of one table are held at a time, with some 300 bytes each, the
first thousand of them whole.
"""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Hashable, Iterable, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeVar

from msgspec import Struct, msgpack

from stud_audit.checks import catalogue
from stud_audit.checks.base import Again, Collector, Fault, HandRef, Late, Outcome
from stud_audit.checks.neighbours import Pair, Place, Sitting, Table, bare_sitting, in_order, site_of, stakes_of
from stud_audit.houses.house import House
from stud_audit.model.findings import Finding
from stud_audit.model.spans import Span
from stud_audit.pipeline.coverage import HandCounts
from stud_audit.pipeline.one_hand import INTERNAL, HandResult, make_finding, outcome_of
from stud_audit.pipeline.outcomes import OF_CODE, Outcomes, bit_of, mask_of, outcome_key
from stud_audit.pipeline.spool import Spool

_IN_MEMORY: Final = 64 * 1024 * 1024
_HELD: Final = 1 << 10
"""Hands of a table that are read once: of more, the rest is read again when their order is known."""
_NEVER: Final = 1 << 62
Coverage = dict[tuple[str, str], HandCounts]
"""Name and version of a house to what its checks said."""
T = TypeVar("T", bound=Hashable)


class _Common(NamedTuple):
    """What hands of a table have in common."""

    site: str
    stakes: tuple[Hashable, ...]
    game: str
    house: House | None
    currency: str
    decimals: int


class _Kept(Struct, frozen=True, array_like=True, gc=False):
    """What is kept of one hand. Its file, and what it has in common with others, are numbers in lists of their own."""

    sitting: Sitting
    file: int
    index: int
    key: str
    span: Span
    common: int
    judged: bool
    facts: bytes
    """Code to what its check took, and what these checks said of the hand itself; pickled, or empty."""


@dataclass(slots=True)
class _Hands:
    """The hands of a table: where they are kept, and when the first of them was played."""

    places: array[int] = field(default_factory=lambda: array("Q"))
    began: int = _NEVER


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
        self._tables: dict[tuple[str, Table | None], _Hands] = {}
        self._files: _Numbers[str] = _Numbers()
        self._common: _Numbers[_Common] = _Numbers()
        self._encoder, self._decoder = msgpack.Encoder(), msgpack.Decoder(_Kept)
        self._found: list[tuple[int, Finding]] = []

    @property
    def also_in_hands(self) -> Set[str]:
        """Codes of checks across hands that judge single ones too: what is counted of them is added to in the end."""
        return self._also_in_hands & self._collectors.keys()

    def see(self, result: HandResult) -> None:
        """Keep what the checks will want to know of a hand."""
        hand, header = result.hand, result.hand.header
        kept = b""
        if result.facts:
            facts = {code: result.facts[code] for code in self._collectors if code in result.facts}
            said = mask_of(key for code in facts if code in self._also_in_hands for key in result.said_by(code))
            kept = pickle.dumps((facts, said)) if facts else b""
        if not kept and (header.table is None or not self._follow):
            return
        site = site_of(header, hand.dialect)
        common = _Common(site, stakes_of(header), header.game, result.house, header.currency, header.decimals)
        numbers = self._files.number(hand.file), self._common.number(common)
        sitting = result.sitting or bare_sitting(hand)
        try:
            record = self._encode(result, sitting, numbers, kept)
        except OverflowError:  # chips beyond any table's: the hand tells its neighbours nothing of them
            sitting = bare_sitting(hand)
            record = self._encode(result, sitting, numbers, kept)
        table = None if header.table is None else Table(site, header.tournament, header.table)
        hands = self._tables.get((site, table))
        if hands is None:
            hands = self._tables[site, table] = _Hands()
        hands.places.append(self._spool.put(record))
        began = sitting.instant
        if began is not None and began < hands.began:
            hands.began = began

    def _encode(self, result: HandResult, sitting: Sitting, numbers: tuple[int, int], facts: bytes) -> bytes:
        hand = result.hand
        file, common = numbers
        judged = result.sitting is not None
        return self._encoder.encode(_Kept(sitting, file, hand.index, hand.key, hand.header_span, common, judged, facts))

    def finish(self) -> tuple[Finding, ...]:
        """Every finding across hands, in the order of files and lines as they were read."""
        for (_, table), hands in sorted(self._tables.items(), key=lambda each: (each[1].began, str(each[0]))):
            self._show(table, hands.places)
        for code, collector in self._collectors.items():
            self._take(code, collector.finish())
        self._spool.close()
        self._found.sort(key=lambda found: (found[0], found[1].line, found[1].column, found[1].code))
        return tuple(finding for _, finding in self._found)

    # --- one table --------------------------------------------------------------------------

    def _show(self, table: Table | None, offsets: Sequence[int]) -> None:
        """The hands of a table, to all checks."""
        places, recording = [], False
        held: dict[int, _Kept] = {}
        for offset in offsets:
            kept = self._read(offset)
            if len(held) < _HELD:
                held[offset] = kept
            recording = recording or kept.sitting.buys_in
            places.append(Place.of(kept.sitting, offset))
        ordered, loose = in_order(places)
        before: _Kept | None = None
        for place in ordered:
            kept = held.pop(place.at) if place.at in held else self._read(place.at)
            self._judge(table, kept, before, recording=recording)
            before = kept
        for place in loose:
            self._judge(table, self._read(place.at), None, recording=recording)

    def _judge(self, table: Table | None, kept: _Kept, before: _Kept | None, *, recording: bool) -> None:
        site, stakes, game, house, currency, decimals = self._common[kept.common]
        if house is None:
            return  # nobody judges this hand
        facts: dict[str, Any] = {}
        said: Outcomes = 0
        if kept.facts:
            facts, said = pickle.loads(kept.facts)  # noqa: S301  # written above
        hand = HandRef(
            self._files[kept.file], kept.sitting.hand_id, kept.index, kept.key, kept.span, site, table, stakes, game,
            currency, decimals, said,
        )  # fmt: skip
        if table is not None and kept.judged:
            same = before is not None and self._common[before.common].stakes == stakes
            pair = Pair(before.sitting if before else None, kept.sitting, same_stakes=same, recording=recording)
            followed: Outcomes = 0
            for code, follow in self._follow.items():
                try:
                    house.asked.clear()
                    told = follow(pair, hand, house)
                    for outcome in told if isinstance(told, (list, tuple)) else (told,):
                        followed |= self._outcome(code, outcome, hand, house)
                except Exception as error:
                    self._fail(code, error, hand, house)
            counts_of(self._coverage, house).say(game, followed)
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
        of_hand: dict[str, tuple[HandRef, House, Outcomes]] = {}
        for hand, house, outcome in said:
            more = self._outcome(code, outcome, hand, house)
            of_hand[hand.key] = (hand, house, of_hand[hand.key][2] | more if hand.key in of_hand else more)
        for hand, house, more in of_hand.values():
            former = hand.said & OF_CODE.get(code, 0)
            counts_of(self._coverage, house).say_more(hand.game, code, former, more)

    def _outcome(self, code: str, outcome: Outcome | Again, hand: HandRef, house: House) -> Outcomes:
        """What is counted of one outcome; a fault becomes a finding."""
        if outcome is None:
            return 0
        if isinstance(outcome, Again):
            return bit_of(outcome_of(self._finding(code, outcome.fault, hand, house)))
        if isinstance(outcome, Fault):
            finding = self._finding(code, outcome, hand, house)
            self._found.append((self._files.number(hand.file), finding))
            return bit_of(outcome_of(finding))
        key = outcome_key(code, 0, outcome, hand.game, house)
        return 0 if key is None else bit_of(key)

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

    def _read(self, offset: int) -> _Kept:
        return self._decoder.decode(self._spool.get(offset))
