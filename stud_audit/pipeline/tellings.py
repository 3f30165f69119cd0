"""Hands that are told more than once: compared, judged with the cards of all who tell them, and counted once.

Two hands of one site and number are one hand, unless their cards, or players and time, say otherwise. The first telling
is what is counted. Of a later one only that is reported which no earlier one gave cause for: where it contradicts them,
what is wrong in its own lines, and what only the cards of both together show.

A telling may be needed again when the hand is met once more, from a pipe or out of an archive as well. So the text of
every hand is kept in a temporary file, some 400 bytes each when compressed; it stays in memory while it is small. In
memory for good are some 50 to 100 bytes a hand. What is known of a hand that was told again is kept there too, so that
each further telling costs as much as the second one.
"""

from __future__ import annotations

import dataclasses
import pickle
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Final, NamedTuple

from msgspec.structs import replace

from stud_audit.checks.neighbours import site_of
from stud_audit.houses.loader import house_for_dialect
from stud_audit.ingest.input.duplicate_hands import Table, fingerprint_of_hex, fingerprint_of_text
from stud_audit.ingest.input.found import Located
from stud_audit.ingest.reader import key_of, parse_block
from stud_audit.ingest.registry import dialect_names
from stud_audit.model.cards import cards_text
from stud_audit.model.events import SeatTaken
from stud_audit.model.findings import Finding, Related, Verdict
from stud_audit.model.hand import Hand
from stud_audit.model.spans import Span
from stud_audit.pipeline.across_hands import Coverage
from stud_audit.pipeline.batch import MOST_BITS, unpacked
from stud_audit.pipeline.one_hand import INTERNAL, HandResult, outcome_of, record_finding
from stud_audit.pipeline.outcomes import CoverageKey, bit_of, keys_of, mask_of
from stud_audit.pipeline.spool import Spool
from stud_audit.record.tellings import (
    Difference,
    Relation,
    Telling,
    Told,
    joined,
    read_telling,
    relate,
    shown_elsewhere,
    surely_one,
)

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_IN_MEMORY: Final = 16 * 1024 * 1024
_TEXT, _PLACE, _RECORD = range(3)
"""Columns of the table: the first text's fingerprint, its place, and the place of what is known.

The last is followed by a bit that tells it to be the place of the second text, and by two bits of `_SAID`.
"""
_SECOND: Final = 1 << 2
_SAID: Final[dict[Verdict, int]] = {"review": 1, "violation": 2}
"""The bits that tell with which verdicts R005 is counted."""
_WORDED: Final = frozenset(("R001", "R002", "R006", "R010"))
"""Checks of single lines, of which no two need be the same fault."""
_REPORTED: Final = 500
"""Kinds of findings that are remembered of a hand at least: all, but of one that was told hundreds of times."""
_LINES: Final = 12
"""Lines of other logs that a finding names at most."""

FindingKey = tuple[str, int | None, int | None, str]


class Again(NamedTuple):
    """What a hand came to that was met before.

    `beside` are findings at the lines of the earlier telling. `counted`: it is a hand of its own all the same, or the
    first of its tellings that could be read.
    """

    beside: tuple[Finding, ...] = ()
    counted: bool = False


@dataclasses.dataclass(slots=True)
class _Known:
    """What is known of a hand so far.

    `key` is that of the telling that is counted, `fullest` the place of the text that lacks least. Without a `telling`
    the first text could not be read.
    """

    telling: Telling | None
    fullest: int
    key: str
    game: str
    house: tuple[str, str]
    """Name and version of the house that it is counted under."""
    outcomes: set[CoverageKey]
    """What it is counted with, but for R005."""
    reported: Counter[FindingKey]


class Tellings:
    """The hands of one run, by site and number. To be shown them in order.

    `judge` audits a hand; `counted_later` are codes whose part in the coverage is settled at the end of the run.
    """

    def __init__(
        self,
        judge: Callable[[Hand], HandResult],
        codes: Set[str],
        coverage: Coverage,
        counted_later: Set[str] = frozenset(),
    ) -> None:
        self._judge, self._codes, self._coverage, self._later = judge, codes, coverage, counted_later
        self._table = Table(width=3)
        self._kept = _KeptTexts()
        self._sites: dict[str, bool] = {}
        """Of each site met, whether it is one: a notation that several share is none."""
        self._sites_of: dict[tuple[str, str | None], tuple[str, ...]] = {}
        self.read_again = 0
        """How many tellings were taken out of the temporary file."""

    def keep(self, texts: bytes) -> int:
        """Keeps the texts of a batch of hands that `see` will be shown, and gives the place of the first.

        Those of the others follow it.
        """
        return self._kept.keep(texts)

    def see(self, result: HandResult, located: Located, place: int) -> Again | None:
        """Takes note of a hand; where it was met before, its findings become those that are new."""
        hand, table = result.hand, self._table
        if hand.status == "ignored" or hand.header.hand_id in ("", "?"):
            return None
        keys = self._keys(hand)
        try:
            for key in keys:
                slot = table.find(key)
                if table.has(slot):
                    again = self._again(slot, result, located, place, certain=key == keys[0])
                    if again is not None:
                        return again
        except Exception as error:  # a fault of ours costs this hand no more than the comparison
            message = f"this hand and its earlier records could not be compared ({error!r}); please report it"
            self._add(result, record_finding(INTERNAL.code, message, result.hand, result.house, review=True))
            return Again(counted=True)
        self._enter(keys[0], hand, place)
        return None

    # --- which hands are the same -----------------------------------------------------------------

    def _keys(self, hand: Hand) -> list[int]:
        """Under what a hand may have been met: its site and number, or the number alone where either names no site."""
        written = (hand.dialect, hand.header.house)
        sites = self._sites_of.get(written)
        if sites is None:
            sites = self._sites_of[written] = self._possible(*written, site_of(hand.header, hand.dialect))
        return [fingerprint_of_text(site, hand.header.hand_id) for site in sites]

    def _possible(self, dialect: str, house: str | None, site: str) -> tuple[str, ...]:
        """The site of hands with this dialect and house, and those of others met that may be the same one."""
        if house is not None and house in dialect_names():
            site = house
        if site not in self._sites:
            self._sites[site] = site != dialect or site in house_for_dialect(site).default_for
            self._sites_of.clear()
        named = self._sites[site]
        return (site, *[other for other, told in self._sites.items() if other != site and not (told and named)])

    def _enter(self, key: int, hand: Hand, place: int) -> None:
        self._table.put(self._table.find(key), key, fingerprint_of_hex(hand.digest), place, 0)

    def _again(self, slot: int, result: HandResult, located: Located, place: int, *, certain: bool) -> Again | None:
        """What is said of a hand that was met before; None where it is not certain to be one, and is none."""
        table, hand = self._table, result.hand
        key = table.key(slot)
        copy = table.find(fingerprint_of_text(str(key), hand.digest))
        if table.get(slot, _TEXT) == fingerprint_of_hex(hand.digest):
            return self._identical(slot, result, located, table.get(slot, _PLACE))
        if table.has(copy):
            return self._identical(slot, result, located, table.get(copy, _PLACE))
        known = self._known(slot)
        if hand.status != "parsed" or known.telling is None:
            return self._unreadable(slot, result, known, place) if certain else None
        if not hand.events:  # they were dropped
            whole = self._judge(parse_block(located))
            hand, result.outcomes = whole.hand, whole.outcomes
            result.hand = hand
        if not certain and not surely_one(known.telling, read_telling(hand)):
            return None
        counted = known.outcomes
        relation, differences, beside = self._add_telling(known, known.telling, result, place)
        if relation == "other":
            return self._other(slot, result, located, place, differences[0]) if certain else None
        result.retells = known.key
        if known.house in self._coverage:
            self._coverage[known.house].recount(known.game, mask_of(counted), mask_of(known.outcomes))
        if relation == "consistent":
            finding = self._finding(slot, result, "another telling, consistent", review=True)
        else:
            finding = self._contradiction(slot, result, differences)
        flags = table.get(slot, _RECORD) & 3
        record = self._kept.put(known) << 3 if table.get(slot, _RECORD) >> 2 else place << 3 | _SECOND
        table.put(slot, key, table.get(slot, _TEXT), table.get(slot, _PLACE), record | flags)
        self._report(slot, result, known.house, finding)
        self._enter(fingerprint_of_text(str(key), hand.digest), hand, place)
        return Again(tuple(beside))

    # --- what is said of a hand that was met before -----------------------------------------------

    def _identical(self, slot: int, result: HandResult, located: Located, place: int) -> Again:
        """The same text: of a hand that could be read nothing more is said."""
        hand = result.hand
        first = self._kept.located(self._table.get(slot, _PLACE))
        result.retells = key_of(first, hand.header.hand_id)
        if not hand.text:  # it was dropped
            text = parse_block(located).text if located.block.places else located.block.text
            result.hand = replace(hand, text=text)
        if hand.status == "parsed":
            result.findings = []
        finding = self._finding(slot, result, "with the same text", review=True, place=place)
        self._report(slot, result, _house(result), finding)
        return Again()

    def _unreadable(self, slot: int, result: HandResult, known: _Known, place: int) -> Again:
        """One of the two could not be read: nothing contradicts the other."""
        counted = result.hand.status == "parsed"
        which = "that one" if counted else "this one"
        words = f"with another text; {which} could not be read, so that they are not compared"
        self._add(result, self._finding(slot, result, words, review=True))
        if counted:
            self._enter(self._table.key(slot), result.hand, place)
        else:
            result.retells = known.key
        return Again(counted=counted)

    def _other(self, slot: int, result: HandResult, located: Located, place: int, found: Difference) -> Again:
        """Another hand altogether under the same number; its own tellings are known by its players."""
        seats = sorted({(e.seat, e.player) for e in result.hand.events if isinstance(e, SeatTaken)})
        own = fingerprint_of_text(str(self._table.key(slot)), repr(seats))
        if self._table.has(self._table.find(own)):
            again = self._again(self._table.find(own), result, located, place, certain=False)
            if again is not None:
                return again
        else:
            self._enter(own, result.hand, place)
        words = f"as another hand: here {found.now.words}, there {found.before.words}"
        self._add(result, self._finding(slot, result, words))
        return Again(counted=True)

    def _contradiction(self, slot: int, result: HandResult, found: Sequence[Difference]) -> Finding | None:
        before, now = found[0]
        more = f"; {len(found) - 1} more difference{'s' if len(found) > 2 else ''}" if len(found) > 1 else ""
        words = f"and told otherwise: here {now.words}, there {before.words}{more}"
        return self._finding(slot, result, words, span=now.span, line=_related(before))

    def _finding(
        self,
        slot: int,
        result: HandResult,
        words: str,
        *,
        review: bool = False,
        span: Span | None = None,
        line: Related | None = None,
        place: int | None = None,
    ) -> Finding | None:
        """R005 of a hand, with the line of an earlier telling; without one where the text at a place begins."""
        if "R005" not in self._codes:
            return None
        hand = result.hand
        block = self._kept.located(self._table.get(slot, _PLACE) if place is None else place)
        begins, column = block.block.line, block.block.column
        at = line or Related(block.file, begins, column, column + 1, "recorded first here")
        message = f"hand {hand.header.hand_id} was recorded before, at {at.file}:{at.line}, {words}"
        return record_finding("R005", message, hand, result.house, span=span, review=review, related=(at,))

    # --- judging ----------------------------------------------------------------------------------

    def _known(self, slot: int) -> _Known:
        """What is known of the hand of a slot: kept since it was told a third time, or read again from its texts."""
        place, record = self._table.get(slot, _PLACE), self._table.get(slot, _RECORD)
        self.read_again += 1
        if record >> 3 and not record & _SECOND:
            return self._kept.known(record >> 3)
        alone = self._judge(parse_block(self._kept.located(place)))
        hand = alone.hand
        known = _Known(
            read_telling(hand) if hand.status == "parsed" else None,
            place,
            hand.key,
            hand.header.game,
            _house(alone),
            {*keys_of(alone.outcomes), *map(outcome_of, alone.findings)},
            Counter(map(_alike, alone.findings)),
        )
        if record & _SECOND and known.telling is not None:
            self.read_again += 1
            second = self._judge(parse_block(self._kept.located(record >> 3)))
            self._add_telling(known, known.telling, second, record >> 3)
        return known

    def _add_telling(
        self, known: _Known, before: Telling, result: HandResult, place: int
    ) -> tuple[Relation, list[Difference], list[Finding]]:
        """Adds a telling to what is known of the hand, unless it is another's, and leaves it the findings that are new.

        Given back are how it stands to the earlier ones, and what it shows of the lines of these.
        """
        now = read_telling(result.hand)
        relation, differences = relate(before, now)
        beside: list[Finding] = []
        if relation == "consistent":
            beside = self._judge_together(known, before, now, result, place)
        elif relation == "contradictory":
            result.findings = self._new(known, result.findings, agreed=False)
            self._join(known, result, result.findings)
        return relation, differences, beside

    def _judge_together(
        self, known: _Known, before: Telling, now: Telling, result: HandResult, place: int
    ) -> list[Finding]:
        """Both tellings with the cards of both; what that shows of the earlier one's lines is given back."""
        whole = self._with(result, shown_elsewhere(before, now))
        result.findings = self._new(known, whole.findings)
        self._join(known, whole, result.findings)
        beside: list[Finding] = []
        if now.partial and not before.partial:
            earlier = self._judge(parse_block(self._kept.located(known.fullest)))
            earlier = self._with(earlier, shown_elsewhere(now, before))
            beside = self._new(known, earlier.findings)
            self._join(known, earlier, beside)
        elif before.partial and not now.partial:
            known.fullest = place
        known.telling = joined(before, now)
        return beside

    def _with(self, alone: HandResult, cards: Mapping[int, list[Told]]) -> HandResult:
        """A telling judged with the cards that others show; what only these tell names their lines."""
        if not cards:
            return alone
        elsewhere = tuple([(seat, tuple([told.value for told in of_seat])) for seat, of_seat in cards.items()])
        whole = self._judge(replace(alone.hand, elsewhere=elsewhere))
        lines: dict[tuple[str, Span], list[Told]] = {}
        for told in (each for of_seat in cards.values() for each in of_seat):
            lines.setdefault((told.file, told.span), []).append(told)
        related = tuple([_related(*of_line) for of_line in list(lines.values())[:_LINES]])
        said = Counter(map(_alike, alone.findings))
        new = set(map(id, _beyond(said, whole.findings)))
        whole.findings = [
            dataclasses.replace(finding, related=(*finding.related, *related)) if id(finding) in new else finding
            for finding in whole.findings
        ]
        return whole

    @staticmethod
    def _new(known: _Known, findings: Sequence[Finding], *, agreed: bool = True) -> list[Finding]:
        """The findings that no earlier telling has; from now on one has them."""
        new = _beyond(known.reported, findings, agreed=agreed)
        if len(known.reported) < _REPORTED:
            known.reported.update(map(_alike, new))
        return new

    def _join(self, known: _Known, judged: HandResult, new: Iterable[Finding]) -> None:
        """The hand counts once, with what all its tellings came to.

        What one could not check for lack of data, another may have checked.
        """
        said = {*keys_of(judged.outcomes), *map(outcome_of, new)}
        lacking = {key for key in known.outcomes ^ said if key[2] == "not_checkable"}
        checked = [{key[:2] for key in outcomes if key[2] != "not_checkable"} for outcomes in (known.outcomes, said)]
        settled = {key for key in lacking if key[:2] in checked[key in known.outcomes]}
        together = {key for key in (known.outcomes | said) - settled if key[0] not in self._later}
        together |= {key for key in known.outcomes if key[0] in self._later}
        if _house(judged) == known.house and judged.hand.header.game == known.game:
            known.outcomes = together

    def _report(self, slot: int, result: HandResult, house: tuple[str, str], finding: Finding | None) -> None:
        """Adds R005 to a hand that is not counted, and counts it in the one that is."""
        self._add(result, finding)
        counts = self._coverage.get(house)
        if finding is None or counts is None or result.hand.status != "parsed":
            return
        flags = self._table.get(slot, _RECORD) & 3
        former = [outcome_of(dataclasses.replace(finding, verdict=each)) for each, bit in _SAID.items() if flags & bit]
        counts.say_more(result.hand.header.game, "R005", mask_of(former), bit_of(outcome_of(finding)))
        values = [self._table.get(slot, column) for column in (_TEXT, _PLACE, _RECORD)]
        self._table.put(slot, self._table.key(slot), *values[:2], values[2] | _SAID[finding.verdict])

    @staticmethod
    def _add(result: HandResult, finding: Finding | None) -> None:
        if finding is not None:
            result.findings = sorted([finding, *result.findings], key=lambda f: (f.line, f.column, f.code))


class _KeptTexts:
    """Texts of hands, and what is known of some, packed in a temporary file."""

    def __init__(self) -> None:
        self._spool = Spool(_IN_MEMORY)
        self._last: tuple[int, Sequence[Located]] = (0, ())

    def keep(self, texts: bytes) -> int:
        """Keeps texts that are packed together, and gives the place of the first."""
        return self._spool.put(texts) << MOST_BITS

    def located(self, place: int) -> Located:
        """The text at a place. What was kept together is unpacked once, as long as nothing else is asked for."""
        frame = place >> MOST_BITS
        if self._last[0] != frame:
            self._last = (frame, unpacked(self._spool.get(frame)))
        return self._last[1][place & (1 << MOST_BITS) - 1]

    def put(self, known: _Known) -> int:
        """Keeps what is known of a hand."""
        return self._spool.put(zstd.compress(pickle.dumps(known), 1))

    def known(self, place: int) -> _Known:
        """What was known of a hand."""
        known: _Known = pickle.loads(zstd.decompress(self._spool.get(place)))  # noqa: S301  # written above
        return known


# --- findings that say the same -------------------------------------------------------------------


def _alike(finding: Finding) -> FindingKey:
    """What findings of two tellings have in common where they are of one fault."""
    return finding.code, finding.street, finding.seat, finding.message


def _beyond(said: Counter[FindingKey], findings: Sequence[Finding], *, agreed: bool = True) -> list[Finding]:
    """The findings that are not among those said, each of which stands for one.

    In tellings that agree, a fault of one kind, street, and seat is the same one, in whatever words, unless it is of a
    line that could not be read.
    """
    left = Counter(said)
    new = []
    for finding in findings:
        alike = _alike(finding)
        if left[alike]:
            left[alike] -= 1
        else:
            new.append(finding)
    if not agreed:
        return new
    kinds = Counter(key[:3] for key in left.elements())
    left_over = []
    for finding in new:
        kind = _alike(finding)[:3]
        if kinds[kind] and finding.code not in _WORDED:
            kinds[kind] -= 1
        else:
            left_over.append(finding)
    return left_over


def _related(*told: Told) -> Related:
    """A line of another telling, and what it tells."""
    first = told[0]
    words = first.words if len(told) == 1 else f"{first.words} {cards_text([each.value for each in told[1:]])}"
    return Related(first.file, first.span.line, first.span.column, first.span.end_column, f"another log: {words}")


def _house(result: HandResult) -> tuple[str, str]:
    """Of a hand that nobody judges there is none to count it under."""
    return (result.house.name, result.house.version) if result.house else ("", "")
