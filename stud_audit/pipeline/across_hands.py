"""Checks across hands: they are shown all hands of a table in the order in which they were played.

That order is known only when the whole input has been read. Until then what the checks took from a hand is kept as
some 300 bytes in a temporary file, which stays in memory while it is small; in memory for good are 8 bytes a hand.
Then each table's hands are sorted and shown; only those of one table are held at a time, with some 300 bytes each, the
first thousand of them whole.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Sequence, Set
from typing import Any, Final

import msgspec

from stud_audit.checks import catalogue
from stud_audit.checks.base import Again, Collector, Fault, HandRef, Late, Outcome, PairJudge
from stud_audit.checks.neighbours import Pair, Place, Table, bare_sitting, in_order, site_of, stakes_of, table_of
from stud_audit.checks.sittings import Sitting
from stud_audit.houses.house import House
from stud_audit.model.findings import Finding
from stud_audit.model.rows import placed
from stud_audit.pipeline.coverage import HandCounts
from stud_audit.pipeline.kept_hands import Kept, as_bytes, decoded, encoded, from_bytes
from stud_audit.pipeline.one_hand import INTERNAL, HandResult, make_finding, outcome_of
from stud_audit.pipeline.outcomes import OF_CODE, Outcomes, bit_of, mask_of, outcome_key
from stud_audit.pipeline.spool import Spool

_IN_MEMORY: Final = 64 * 1024 * 1024
_HELD: Final = 1 << 10
"""Hands of a table that are read once: of more, the rest is read again when their order is known."""
_NEVER: Final = 1 << 62
Coverage = dict[tuple[str, str], HandCounts]
"""Name and version of a house to what its checks said."""


class _Hands:
    """The hands of a table: where they are kept, and when the first of them was played."""

    def __init__(self) -> None:
        self.places = array("Q")
        self.began = _NEVER


class _Shared:
    """What hands of a table at the same stakes have in common."""

    def __init__(self, number: int, result: HandResult, table: Table | None, hands: _Hands) -> None:
        hand, header = result.hand, result.hand.header
        self.number, self.table, self.hands = number, table, hands
        self.site: str = site_of(header, hand.dialect)
        self.stakes: tuple[Hashable, ...] = stakes_of(header)
        self.game: str = header.game
        self.currency: str = header.currency
        self.decimals: int = header.decimals
        self.house: House | None = result.house


def counts_of(coverage: Coverage, house: House) -> HandCounts:
    """What is counted of a house in a run."""
    key = (house.name, house.version)
    counts = coverage.get(key)
    if counts is None:
        counts = coverage[key] = HandCounts(house)
    return counts


class LateChecks:
    """The selected checks across hands, for one run; what they say is counted in `coverage`."""

    def __init__(self, codes: frozenset[str], coverage: Coverage | None = None) -> None:
        checks = [entry.check for entry in catalogue() if entry.check.code in codes]
        self._checks = {check.code: check for check in (*checks, INTERNAL)}
        self._follow: list[tuple[str, PairJudge]] = [(check.code, check.follow) for check in checks if check.follow]
        self._collectors: dict[str, Collector] = {c.code: c.collector() for c in checks if c.collector}
        self._also_in_hands = {check.code for check in checks if check.judge or check.judge_hand}
        self._coverage: Coverage = {} if coverage is None else coverage
        self._spool = Spool(_IN_MEMORY)
        self._tables: dict[tuple[str, Table | None], _Hands] = {}
        self._shared: list[_Shared] = []
        self._shared_by: dict[tuple[Hashable, ...], _Shared] = {}
        self._files: dict[str, int] = {}
        """The files by number: findings are put in the order of these."""
        self._file_names: list[str] = []
        self._found: list[tuple[int, Finding]] = []

    @property
    def also_in_hands(self) -> Set[str]:
        """Codes of checks across hands that judge single ones too: what is counted of them is added to in the end."""
        return self._also_in_hands & self._collectors.keys()

    def see(self, result: HandResult) -> None:
        """Keep what the checks will want to know of a hand."""
        hand, header = result.hand, result.hand.header
        facts = self._facts(result) if result.facts else b""
        if not facts and (header.table is None or not self._follow):
            return
        shared = self._shared_of(result)
        sitting: Sitting = result.sitting or bare_sitting(hand)
        kept = Kept(
            sitting, self._file(hand.file), hand.index, hand.key, hand.header_span, shared.number,
            result.sitting is not None, facts,
        )  # fmt: skip
        try:
            record = encoded(kept)
        except OverflowError:  # chips beyond any table's: the hand tells its neighbours nothing of them
            kept = msgspec.structs.replace(kept, sitting=bare_sitting(hand))
            record = encoded(kept)
        hands = shared.hands
        hands.places.append(self._spool.put(record))
        began = kept.sitting.instant
        if began is not None and began < hands.began:
            hands.began = began

    def _facts(self, result: HandResult) -> bytes:
        """Code to what its check took of a hand, and what these checks said of the hand itself."""
        facts = {code: result.facts[code] for code in self._collectors if code in result.facts}
        said: Outcomes = 0
        for code in facts:
            if code in self._also_in_hands:
                said |= mask_of(result.said_by(code))
        return as_bytes((facts, said)) if facts else b""

    def _file(self, name: str) -> int:
        number = self._files.get(name)
        if number is None:
            number = self._files[name] = len(self._file_names)
            self._file_names.append(name)
        return number

    def _shared_of(self, result: HandResult) -> _Shared:
        hand, header = result.hand, result.hand.header
        by = (
            hand.dialect, header.house, header.tournament, header.table, header.game, result.house, stakes_of(header)
        )  # fmt: skip
        shared = self._shared_by.get(by)
        if shared is None:
            table = table_of(header, hand.dialect)
            hands = self._tables.setdefault((site_of(header, hand.dialect), table), _Hands())
            shared = self._shared_by[by] = _Shared(len(self._shared), result, table, hands)
            self._shared.append(shared)
        return shared

    def finish(self) -> tuple[Finding, ...]:
        """Every finding across hands, in the order of files and lines as they were read."""
        for _, hands in sorted(self._tables.items(), key=lambda each: (each[1].began, str(each[0]))):
            self._show(hands.places)
        for code, collector in self._collectors.items():
            self._take(code, collector.finish())
        self._spool.close()
        self._found.sort(key=lambda found: (found[0], found[1].line, found[1].column, found[1].code))
        return tuple(finding for _, finding in self._found)

    # --- one table --------------------------------------------------------------------------

    def _show(self, offsets: Sequence[int]) -> None:
        """The hands of a table, to all checks."""
        places: list[Place] = []
        recording = False
        held: list[Kept] = []
        for number, offset in enumerate(offsets):
            kept = self._read(offset)
            if number < _HELD:
                held.append(kept)
            recording = recording or kept.sitting.buys_in
            places.append(Place(kept.sitting, number))
        ordered, loose = in_order(places)
        before: Kept | None = None
        for place in ordered:
            kept = held[place.at] if place.at < _HELD else self._read(offsets[place.at])
            self._judge(kept, before, recording)
            before = kept
        for place in loose:
            kept = held[place.at] if place.at < _HELD else self._read(offsets[place.at])
            self._judge(kept, None, recording)

    def _read(self, place: int) -> Kept:
        return decoded(self._spool.get(place))

    def _judge(self, kept: Kept, before: Kept | None, recording: bool) -> None:
        shared = self._shared[kept.shared]
        house = shared.house
        if house is None:
            return  # nobody judges this hand
        facts: dict[str, Any] = {}
        said: Outcomes = 0
        if kept.facts:
            facts, said = from_bytes(kept.facts)
        sitting = kept.sitting
        hand = HandRef(
            self._file_names[kept.file], sitting.hand_id, kept.index, kept.key, placed(kept.span), shared.site,
            shared.table, shared.stakes, shared.game, shared.currency, shared.decimals, said,
        )  # fmt: skip
        if shared.table is not None and kept.judged:
            if before is None:
                pair = Pair(None, sitting, same_stakes=False, recording=recording)
            else:
                same = before.shared == kept.shared or self._shared[before.shared].stakes == shared.stakes
                pair = Pair(before.sitting, sitting, same_stakes=same, recording=recording)
            counts_of(self._coverage, house).say(shared.game, self._followed(pair, hand, house))
        for code, fact in facts.items():
            try:
                house.asked.clear()
                self._take(code, self._collectors[code].see(hand, house, fact))
            except Exception as error:
                self._fail(code, error, hand, house)

    def _followed(self, pair: Pair, hand: HandRef, house: House) -> Outcomes:
        """What the checks that follow a table say of a hand and the one before it."""
        followed: Outcomes = 0
        asked = house.asked
        for code, follow in self._follow:
            try:
                asked.clear()
                told = follow(pair, hand, house)
                for outcome in told if isinstance(told, (list, tuple)) else (told,):
                    followed |= self._outcome(code, outcome, hand, house)
            except Exception as error:
                self._fail(code, error, hand, house)
        return followed

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
            self._found.append((self._file(hand.file), finding))
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
