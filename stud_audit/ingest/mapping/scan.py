"""The quick way from the text of an ordinary hand to the rows of its events: the walk over its lines.

What stands behind a name repeats by the thousand (`: calls $4`). So the mapper is asked once what it makes of such a
tail (`site_rules.py`), and a line costs one look at the names, one at the rules, and one row. Lines that do not
repeat go to the mapper itself. Only the header (`site_headers.py`), who takes a seat (`seat_lines.py`), and what is
dealt (`deals.py`) is read without it.

Whatever is not certain by this makes the scan give up, and the hand is parsed as ever: a name that can be mistaken for
another or for the start of a line, a line that is not known or can be read in several ways, a value that the mapper has
to guess, headings out of order, cards that are not those dealt before, a hand that breaks off.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from stud_audit.ingest.dialect import Block, Parsed, Scanned
from stud_audit.ingest.grammar.lines import KEY, LineBook, Roster, Special
from stud_audit.ingest.mapping.deals import Deals
from stud_audit.ingest.mapping.hand_builder import BeyondBounds
from stud_audit.ingest.mapping.hand_so_far import HandSoFar, at_first
from stud_audit.ingest.mapping.readings import Readings
from stud_audit.ingest.mapping.rules import Found, ending
from stud_audit.ingest.mapping.seat_lines import SeatLines
from stud_audit.ingest.mapping.seats import Seated
from stud_audit.ingest.mapping.site_headers import Headers, When
from stud_audit.ingest.mapping.site_mapper import SiteMapper, breaks_off
from stud_audit.ingest.mapping.site_rules import (
    ACTS,
    ADDS,
    COMES_TO,
    DEAL,
    MARKS,
    OPENS,
    SAYS,
    SUMS_UP,
    LineRules,
    Rule,
    SiteRules,
)
from stud_audit.ingest.mapping.text_dialect import TextDialect
from stud_audit.model.events import LineUnknown
from stud_audit.model.hand import Header
from stud_audit.model.money import MoreDecimals
from stud_audit.model.rows import (
    ANTE_POSTED,
    HAND_ENDED,
    OTHER,
    SEAT_SUMMARISED,
    SHOWN,
    STREET_OPENED,
    Row,
    event_of,
    row_of,
    row_of_values,
)

LastStreet = Callable[[Sequence[str], int], int]
"""The number of the line of the last street's heading, 0 without one: a hand's lines, and the number of the first."""


class SiteScanner:
    """Scans the hands of a dialect whose mapper is a `SiteMapper` that finds no data lacking by what it has mapped."""

    def __init__(
        self, dialect: TextDialect, when: When, deals: type[Deals], last_street: LastStreet | None = None
    ) -> None:
        """`when` reads the time of a header, and `deals` the lines that deal.

        `last_street` finds the last street's heading where shows depend on it.
        """
        book: LineBook = dialect.grammar.book
        self._book, self._mapper, self._headers = book, cast(type[SiteMapper], dialect.mapper), Headers(dialect, when)
        self._deals, self._last_street = deals, last_street
        self._deal_start: str = next(iter(book.shapes_of[DEAL][0].starts))
        asked = self._mapper(Parsed(Header("", ""), ()), [])
        self._readings, self._silent_on = Readings(asked.said), tuple(asked.missing)
        self._seats = SeatLines(book)
        self._rules: dict[int, SiteRules] = {}
        """By the decimals of amounts."""

    def scan(self, block: Block) -> Scanned | None:
        """The hand, as the dialect parses it; None where that is not certain."""
        texts = block.text.split("\n")
        heading = self._headers.read(block, texts[0])
        if heading is None:
            return None
        if heading.parsed.status != "parsed":
            return Scanned(heading.parsed, [])
        try:
            return self._scanned(HandSoFar(heading, self._deals()), texts, block.line)
        except (MoreDecimals, BeyondBounds):
            return None

    def _scanned(self, hand: HandSoFar, texts: list[str], number: int) -> Scanned | None:
        decimals = hand.decimals
        rules = self._rules.get(decimals)
        if rules is None:
            rules = self._rules[decimals] = SiteRules(self._book, self._seats, self._mapper, decimals, self._readings)
        behind: dict[str, Any] = rules.behind.known
        seats, deal_start, deal_at = self._seats, self._deal_start, len(self._deal_start)
        seat_key = seats.start[:KEY]
        by_first, rows, deals = hand.by_first, hand.rows, hand.deals
        street = now = seated = 0
        rule: Rule | None
        found: Found | None
        row: Row
        seat: Seated
        fills: Sequence[Any]
        spots: Sequence[tuple[int, int]]
        values: tuple[Any, ...]
        if self._last_street is not None:
            hand.last_street = self._last_street(texts, number)
        last_street = hand.last_street
        texts[0] = text = ""  # the header
        number -= 1
        for text in texts:
            number += 1
            if not text:
                continue
            for seat in by_first[at_first(text)]:
                if not text.startswith(seat.player):
                    continue
                at = seat.width
                tail = text[at:]
                rule = behind.get(tail)
                if rule is None:
                    found = rules.behind.found(tail)
                    if found is None:
                        if not self._by_mapper(hand, text, number):
                            return None
                        street, now = hand.street, hand.now
                        break
                    rule, fills, spots = found
                else:
                    fills = spots = ()
                form = rule.form
                if form == ADDS:
                    added = rule.added
                    seat.committed = to = seat.committed + added
                    row = Row(rule.kind, seat.number, street, number, 1, at + rule.end, text)
                    row.amount, row.to, row.all_in = added, to, rule.all_in
                    rows.append(row)
                elif form == ACTS:
                    if rule.folds:
                        seat.folded = True
                    rows.append(Row(rule.kind, seat.number, street, number, 1, at + rule.end, text))
                elif form == SAYS:
                    if rule.antes:
                        seat.anted = True
                    if rule.closes:
                        if number <= last_street and rule.kind == SHOWN:
                            if not self._by_mapper(hand, text, number):
                                return None
                            street, now = hand.street, hand.now
                            break
                        hand.now = now = 0
                    if rule.kind == ANTE_POSTED and not fills:
                        row = Row(ANTE_POSTED, seat.number, now, number, 1, at + rule.end, text)
                        values = rule.values
                        row.amount, row.all_in = values[0], values[1]
                    else:
                        values = rule.tellings[0].said(seat.number, seat.player, fills)
                        row = row_of_values(rule.kind, rule.event, values, now, number, 1, ending(text), text)
                        if row.kind == SHOWN:
                            hand.shown.append(row)
                    rows.append(row)
                elif form == COMES_TO:
                    to = rule.to
                    added = to - seat.committed
                    if added < 0:
                        return None
                    seat.committed = to
                    row = Row(rule.kind, seat.number, street, number, 1, at + rule.end, text)
                    row.amount, row.to, row.all_in, row.by = added, to, rule.all_in, rule.by
                    rows.append(row)
                else:
                    if not self._tell(hand, rule, seat, text, number, at, fills, spots):
                        return None
                    street, now = hand.street, hand.now
                break
            else:
                if text.startswith(deal_start):
                    dealt = hand.seat_at(text, deal_at)
                    if dealt is None or not deals.deal(rows, dealt, text, number, deal_at + dealt.width, street):
                        return None
                    continue
                if not text.startswith(seat_key):
                    if not self._unnamed(hand, rules, text, number):
                        return None
                elif street:
                    if not self._summed_up(hand, rules, text, number):
                        return None
                elif (seated and seated != number - 1) or not seats.take(hand, text, number):
                    return None
                else:
                    seated = number
                street, now = hand.street, hand.now
        return self._ended(hand, text, number)

    # --- lines -----------------------------------------------------------------------------------------

    def _summed_up(self, hand: HandSoFar, rules: SiteRules, text: str, number: int) -> bool:
        """A line of a seat in the summary. False where its seat and player are not those of one, or as for `_tell`."""
        # Mostly the seats are summed up in order.
        place = hand.summed_up
        hand.summed_up = place + 1
        expected = hand.in_order[place] if place < len(hand.in_order) else None
        if expected is not None and expected.head and text.startswith(expected.head):
            seat, at = expected, len(expected.head)
        else:
            named = self._seats.named(hand, text)
            if named is None:
                return False
            seat, at = named
        tail = text[at:]
        rule: Rule | None = rules.of_seats.known.get(tail)
        fills: Sequence[Any] = ()
        spots: Sequence[tuple[int, int]] = ()
        if rule is None:
            found = rules.of_seats.found(tail)
            if found is None:
                return self._by_mapper(hand, text, number)
            rule, fills, spots = found
        if rule.form != SUMS_UP:
            return self._tell(hand, rule, seat, text, number, at, fills, spots)
        hand.summarised.add(seat.number)
        values: tuple[Any, ...]
        if fills:
            values = rule.tellings[0].said(seat.number, seat.player, fills)
            row = row_of_values(rule.kind, rule.event, values, hand.now, number, 1, ending(text), text)
        else:
            row = Row(SEAT_SUMMARISED, seat.number, hand.now, number, 1, at + rule.end, text)
            row.player, values = seat.player, rule.values
            row.won, row.folded, row.cards, row.mucked, row.said = values
        hand.rows.append(row)
        return True

    def _unnamed(self, hand: HandSoFar, rules: SiteRules, text: str, number: int) -> bool:
        """A line of no player, deal, or seat. False where headings are out of order, or as for `_tell`."""
        rule: Rule | None = rules.of_lines.known.get(text)
        fills: Sequence[Any] = ()
        spots: Sequence[tuple[int, int]] = ()
        if rule is None:
            found: Found | None = None
            special = self._book.special.get(text[:KEY])
            if special is None or not special.headed:
                found = rules.of_lines.found(text)
            else:
                told = self._headed(hand, rules.headed, special, text, number)
                if told is None or told:
                    return told is not None
            if found is None:
                return self._by_mapper(hand, text, number)
            rule, fills, spots = found
        if rule.form == OPENS:
            if rule.opens <= hand.street:
                return False
            hand.open_street(rule.opens)
        elif rule.form == MARKS:
            if rule.closes:
                hand.now = 0
        else:
            return self._tell(hand, rule, None, text, number, 0, fills, spots)
        if rule.values or rule.kind == OTHER:
            row = row_of_values(rule.kind, rule.event, rule.values, hand.now, number, 1, ending(text), text)
        else:
            row = Row(rule.kind, 0, hand.now, number, 1, ending(text), text)
        hand.rows.append(row)
        return True

    def _mapper_of(self, hand: HandSoFar) -> SiteMapper:
        """The mapper, in the state of the hand."""
        mapper = hand.mapper
        if mapper is None:
            parsed = hand.parsed(hand.heading.parsed.missing)
            mapper = self._mapper(parsed, [])
            hand.header, hand.mapper = parsed.header, mapper
            shared = cast(Any, mapper)
            shared.seats, shared.summarised, shared.told_once = hand.seats, hand.summarised, hand.told_once
            if self._last_street is not None:
                shared.last_street = hand.last_street
        mapper.header, mapper.street, mapper.now, mapper.totalled = hand.header, hand.street, hand.now, hand.totalled
        return mapper

    def _by_mapper(self, hand: HandSoFar, text: str, number: int) -> bool:
        """Hands a line to the mapper. False where it is not an ordinary one."""
        if text.isspace():
            return True
        mapper, rows = self._mapper_of(hand), hand.rows
        if hand.roster is None or len(hand.roster.names) != len(hand.seats):
            hand.roster = Roster([seat.player for seat in hand.in_order])
            for taken in hand.in_order:
                mapper.name(taken)
        line = self._book.read(text, number, 1, hand.roster)
        hit = line.hit
        if hit is None or line.others or hit.role == "NEWCOMER" or hit.kind == DEAL:
            return False
        seat = mapper.seated_as(line.name) if line.name is not None else None
        if hit.role == "PLAYER" and seat is None:
            return False
        mapper.events.extend([event_of(row) for row in rows[len(mapper.events) :]])
        mapper.handlers[line.type](mapper, line, seat)
        for event in mapper.events[len(rows) :]:
            row = row_of(event)
            if type(event) is LineUnknown or not row.printed:
                return False
            if row.kind == SHOWN:
                hand.shown.append(row)
            if row.kind == STREET_OPENED and row.street <= hand.street:
                return False
            rows.append(row)
        hand.header, hand.street, hand.now = mapper.header, mapper.street, mapper.now
        hand.totalled, hand.called_off = mapper.totalled, mapper.called_off
        return hand.header.decimals == hand.decimals and len(hand.seats) == len(hand.in_order)

    @staticmethod
    def _tell(
        hand: HandSoFar, rule: Rule, seat: Seated | None, text: str, number: int, at: int, fills: Sequence[Any],
        spots: Sequence[tuple[int, int]],
    ) -> bool:  # fmt: skip
        """Follows a rule, whatever it says. False where it may not be followed twice, or out of order."""
        if rule.opens:
            if rule.opens <= hand.street:
                return False
            hand.open_street(rule.opens)
        elif rule.closes:
            hand.now = 0
        if rule.once is not None:
            if rule.once in hand.told_once:
                return False
            hand.told_once.add(rule.once)
        if rule.header:
            hand.header = rule.in_header(hand.header)
        if rule.totals:
            hand.totalled = True
        seat_number, player = 0, ""
        if seat is not None:
            seat_number, player = seat.number, seat.player
            if rule.folds:
                seat.folded = True
            if rule.antes:
                seat.anted = True
            if rule.summarises:
                hand.summarised.add(seat_number)
        for told in rule.tellings:
            start, end = 1, 0
            if told.place is not None:
                first, last = spots[told.place]
                start, end = at + first + 1, at + last + 1
            elif told.start is not None:
                start, end = at + told.start, at + told.end
            else:
                end = ending(text)
            street = hand.street if told.acts else hand.now
            values = told.said(seat_number, player, fills)
            row = row_of_values(told.kind, told.event, values, street, number, start, end, text)
            hand.rows.append(row)
            if row.kind == SHOWN:
                hand.shown.append(row)
        return True

    def _ended(self, hand: HandSoFar, last: str, number: int) -> Scanned | None:
        """The hand once its last line is read; None where it breaks off, or seats are missing in its summary."""
        rows, mapper = hand.rows, hand.mapper
        if not last or last.isspace() or (mapper is not None and mapper.cut_by_site):
            return None
        if not hand.called_off:
            for seat in hand.in_order:
                if (seat.anted or seat.dealt) and seat.number not in hand.summarised:
                    return None
            if not hand.totalled:
                return None
            end = rows[-1]
            if end.kind == SEAT_SUMMARISED and end.cards:
                shows = [show.said for show in hand.shown if show.seat == end.seat]
                if breaks_off(end.said, shows):
                    return None
        rows.append(Row(HAND_ENDED, 0, 0, number, 1, ending(last), last))
        missing = (*hand.heading.parsed.missing, *self._silent_on) if mapper is None else tuple(mapper.missing)
        return Scanned(hand.parsed(tuple(dict.fromkeys(missing)) if missing else ()), rows)

    def _headed(self, hand: HandSoFar, rules: LineRules, special: Special, text: str, number: int) -> bool | None:
        """A line with a fixed start before its name, `Uncalled bet ($2) returned to`.

        Whether a rule of it is known and followed; None where it may not be followed.
        """
        head = special.headed[0].head.match(text)
        if head is None or len(special.headed) > 1 or special.fixed:
            return False
        seat = hand.seat_at(text, head.end())
        if seat is None:
            return False
        at: int = head.end() + seat.width
        if text[at:].strip():
            return False
        tail = f"{head[0]}\n{text[at:]}"
        rule: Rule | None = rules.known.get(tail)
        fills: Sequence[Any] = ()
        spots: Sequence[tuple[int, int]] = ()
        if rule is None:
            found = rules.found(tail)
            if found is None:
                return False
            rule, fills, spots = found
        for told in rule.tellings:
            if told.start is not None or told.place is not None:
                return False
        return self._tell(hand, rule, seat, text, number, at, fills, spots) or None
