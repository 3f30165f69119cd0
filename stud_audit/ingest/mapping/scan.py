"""The quick way from the text of an ordinary hand to its events.

What stands behind a name repeats by the thousand (`: calls $4`). So the mapper is asked once what it makes of such a
tail (`site_rules.py`), and a line costs one look at the names, one at the rules, and one event. Lines that do not
repeat go to the mapper itself. Only who takes a seat and what is dealt is read here.

Whatever is not certain by this makes the scan give up, and the hand is parsed as ever: a name that can be mistaken for
another or for the start of a line, a line that is not known or can be read in several ways, a value that the mapper has
to guess, headings out of order, cards that are not those dealt before, a hand that breaks off.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from msgspec.structs import replace

from stud_audit.ingest.dialect import Block, Parsed, Scanned
from stud_audit.ingest.grammar.lines import KEY, Line, LineBook, Roster, Special
from stud_audit.ingest.mapping.hand_builder import BeyondBounds
from stud_audit.ingest.mapping.headers import printed_amount
from stud_audit.ingest.mapping.rules import LONGEST, SEAT_NUMBERS, Rules
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
    LineOf,
    Rule,
    cut,
    cut_amounts,
    learned,
)
from stud_audit.ingest.mapping.text_dialect import TextDialect
from stud_audit.model.events import LineUnknown
from stud_audit.model.hand import MOST_SEATS, Header
from stud_audit.model.money import MoreDecimals
from stud_audit.model.rows import (
    ANTE_POSTED,
    HAND_ENDED,
    SEAT_SUMMARISED,
    SEAT_TAKEN,
    SHOWN,
    STREET_OPENED,
    Row,
    event_of,
    row_of,
    row_of_values,
)

_LONGEST_NAME: Final = 64


class _Amounts:
    """The rules for amounts of so many decimals: behind a name, behind that of a seat's line, and of whole lines."""

    def __init__(self) -> None:
        self.behind: Rules = Rules()
        self.of_seats: Rules = Rules()
        self.of_lines: Rules = Rules()


class _Names:
    """The players of a hand by the first character of their names, their roster once it is asked for, their shows."""

    def __init__(self) -> None:
        self.by_first: dict[str, tuple[Seated, ...]] = {}
        self.roster: Roster | None = None
        self.shown: list[Row] = []


Deal = Callable[[list[Row], Any, Seated, str, int, int, int], bool]
"""Deals what stands in the brackets of a line from a place on: rows, hand, seat, line, its number, place, and street.

False where that is not what must come next.
"""
LastStreet = Callable[[Any, Sequence[str], int], int]
"""The number of the line of the last street's heading, 0 without one: the hand, its lines, the number of the first."""


class SiteScanner:
    """Scans the hands of a dialect whose mapper is a `SiteMapper`."""

    def __init__(self, dialect: TextDialect, when: When, deal: Deal, last_street: LastStreet | None = None) -> None:
        """`when` reads the time of a header, and `deal` a line that deals.

        `last_street` finds the last street's heading where shows depend on it.
        """
        book: LineBook = dialect.grammar.book
        self._book, self._mapper, self._headers = book, cast(type[SiteMapper], dialect.mapper), Headers(dialect, when)
        self._deal, self._last_street = deal, last_street
        self._newcomer = book.newcomers[0]
        self._seat_start = "".join(self._newcomer.starts)
        self._seats = book.special[self._seat_start[:KEY]].headed[0]
        self._deal_start = next(iter(book.shapes_of[DEAL][0].starts))
        self._amounts: dict[int, _Amounts] = {}
        self._said = self._mapper(Parsed(Header("", ""), ()), []).said

    def scan(self, block: Block) -> Scanned | None:
        """The hand, as the dialect parses it; None where that is not certain."""
        texts = block.text.split("\n")
        parsed = self._headers.read(block, texts[0])
        if parsed is None:
            return None
        if parsed.status != "parsed":
            return Scanned(parsed, [])
        hand = self._mapper(parsed, [])
        try:
            return self._scanned(hand, texts, block.line)
        except (MoreDecimals, BeyondBounds):
            return None

    def _scanned(self, hand: SiteMapper, texts: list[str], number: int) -> Scanned | None:
        amounts = self._amounts.setdefault(hand.header.decimals, _Amounts())
        behind, of_seats, of_lines = amounts.behind.known, amounts.of_seats.known, amounts.of_lines.known
        seat_key, deal_start, deal_at = self._seat_start[:KEY], self._deal_start, len(self._deal_start)
        seat_head = self._seats.head.match
        names = _Names()
        by_first, specials = names.by_first, self._book.special
        nobody: tuple[Seated, ...] = ()
        decimals = hand.header.decimals
        rows: list[Row] = []
        summarised = hand.summarised.add
        street = now = seated = 0
        rule: Rule | None
        row: Row
        fills: Sequence[Any]
        spots: Sequence[tuple[int, int]]
        last_street = 0 if self._last_street is None else self._last_street(hand, texts, number)
        texts[0] = text = ""  # the header
        number -= 1
        for text in texts:
            number += 1
            if not text:
                continue
            for seat in by_first.get(text[0], nobody):
                at = seat.width
                if text[:at] != seat.player:
                    continue
                tail = text[at:]
                rule = behind.get(tail)
                if rule is None:
                    found = self._found(amounts.behind, tail, decimals, self._line_behind)
                    if found is None:
                        if not self._by_mapper(hand, rows, names, text, number):
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
                            if not self._by_mapper(hand, rows, names, text, number):
                                return None
                            street, now = hand.street, hand.now
                            break
                        hand.now = now = 0
                    if rule.kind == ANTE_POSTED and not fills:
                        row = Row(ANTE_POSTED, seat.number, now, number, 1, at + rule.end, text)
                        row.amount, row.all_in = rule.values
                    else:
                        values = rule.tellings[0].said(seat.number, seat.player, fills)
                        row = row_of_values(rule.event, values, now, number, 1, len(text.rstrip()) + 1, text)
                        if row.kind == SHOWN:
                            names.shown.append(row)
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
                    if not self._tell(hand, rows, names, rule, seat, text, number, at, fills, spots):
                        return None
                    street, now = hand.street, hand.now
                break
            else:
                if text.startswith(deal_start):
                    for seat in by_first.get(text[deal_at : deal_at + 1], nobody):
                        if text[deal_at : deal_at + seat.width] == seat.player:
                            break
                    else:
                        return None
                    if not self._deal(rows, hand, seat, text, number, deal_at + seat.width, street):
                        return None
                elif text[:KEY] == seat_key:
                    if not street:
                        if seated and seated != number - 1:
                            return None
                        seated = number
                        if not self._seat(hand, rows, names, text, number):
                            return None
                        continue
                    head = seat_head(text)
                    if head is None:
                        return None
                    at = head.end()
                    for seat in by_first.get(text[at : at + 1], nobody):
                        if text[at : at + seat.width] == seat.player:
                            break
                    else:
                        return None
                    if head["SEAT"] != str(seat.number):
                        return None
                    at += seat.width
                    tail = text[at:]
                    rule = of_seats.get(tail)
                    if rule is None:
                        found = self._found(amounts.of_seats, tail, decimals, self._line_of_seat)
                        if found is None:
                            if not self._by_mapper(hand, rows, names, text, number):
                                return None
                            continue
                        rule, fills, spots = found
                    else:
                        fills = spots = ()
                    if rule.form == SUMS_UP:
                        summarised(seat.number)
                        if fills:
                            values = rule.tellings[0].said(seat.number, seat.player, fills)
                            rows.append(row_of_values(rule.event, values, now, number, 1, len(text.rstrip()) + 1, text))
                        else:
                            row = Row(SEAT_SUMMARISED, seat.number, now, number, 1, at + rule.end, text)
                            row.player = seat.player
                            row.won, row.folded, row.cards, row.mucked, row.said = rule.values
                            rows.append(row)
                    elif not self._tell(hand, rows, names, rule, seat, text, number, at, fills, spots):
                        return None
                else:
                    rule = of_lines.get(text)
                    fills, spots = (), ()
                    if rule is None:
                        special = specials.get(text[:KEY])
                        if special is not None and special.headed:
                            told = self._headed(hand, rows, names, special, text, number)
                            if told is None:
                                return None
                            if told:
                                continue
                            found = None
                        else:
                            found = self._found(amounts.of_lines, text, decimals, self._line)
                        if found is None:
                            if not self._by_mapper(hand, rows, names, text, number):
                                return None
                            street, now = hand.street, hand.now
                            continue
                        rule, fills, spots = found
                    if rule.form == OPENS:
                        if rule.opens <= street:
                            return None
                        street = now = rule.opens
                        hand.open_street(street)
                        rows.append(row_of_values(rule.event, (), street, number, 1, len(text.rstrip()) + 1, text))
                    elif rule.form == MARKS:
                        if rule.closes:
                            hand.now = now = 0
                        end = len(text.rstrip()) + 1
                        rows.append(row_of_values(rule.event, rule.values, now, number, 1, end, text))
                    else:
                        if not self._tell(hand, rows, names, rule, None, text, number, 0, fills, spots):
                            return None
                        street, now = hand.street, hand.now
        return self._ended(hand, rows, names, text, number)

    # --- lines -----------------------------------------------------------------------------------------

    def _seat(self, hand: SiteMapper, rows: list[Row], names: _Names, text: str, number: int) -> bool:
        """A player takes a seat. False where that is not as it should be, or their name not certain to be found."""
        match = self._newcomer.whole.fullmatch(text) if len(text) <= LONGEST else None
        if match is None:
            return False
        place, name, printed, sits_out = match.group("SEAT", "NAME", "STACK", "SITTING_OUT")
        seat_number = SEAT_NUMBERS.get(place)
        seats = hand.seats
        if seat_number is None or seat_number in seats or len(seats) >= MOST_SEATS:
            return False
        if not name or len(name) > _LONGEST_NAME or name[:KEY] in self._book.special:
            return False
        if len(name) < KEY and any(start.startswith(name) for start in self._book.special):
            return False
        rivals = names.by_first.get(name[0], ())
        for rival in rivals:
            if name.startswith(rival.player) or rival.player.startswith(name):
                return False
        try:
            stack = printed_amount(printed, hand.header.decimals)
        except ValueError:
            return False
        seat = Seated(seat_number, name)
        seats[seat_number] = seat
        names.by_first[name[0]] = (*rivals, seat)
        row = Row(SEAT_TAKEN, seat_number, hand.now, number, 1, len(text.rstrip()) + 1, text)
        row.player, row.stack, row.aside = name, stack, sits_out is not None
        rows.append(row)
        return True

    def _by_mapper(self, hand: SiteMapper, rows: list[Row], names: _Names, text: str, number: int) -> bool:
        """Hands a line to the mapper. False where it is not an ordinary one."""
        if text.isspace():
            return True
        if names.roster is None or len(names.roster.names) != len(hand.seats):
            names.roster = Roster(seat.player for seat in hand.seats.values())
            for taken in hand.seats.values():
                hand.name(taken)
        line = self._book.read(text, number, 1, names.roster)
        hit = line.hit
        if hit is None or line.others or hit.role == "NEWCOMER" or hit.kind == DEAL:
            return False
        seat = hand.seated_as(line.name) if line.name is not None else None
        if hit.role == "PLAYER" and seat is None:
            return False
        hand.events.extend([event_of(row) for row in rows[len(hand.events) :]])
        street = hand.street
        hand.handlers[line.type](hand, line, seat)
        for event in hand.events[len(rows) :]:
            row = row_of(event)
            if type(event) is LineUnknown or not row.printed:
                return False
            if row.kind == SHOWN:
                names.shown.append(row)
            if row.kind == STREET_OPENED and row.street <= street:
                return False
            rows.append(row)
        return True

    @staticmethod
    def _tell(
        hand: SiteMapper, rows: list[Row], names: _Names, rule: Rule, seat: Seated | None, text: str, number: int,
        at: int, fills: Sequence[Any], spots: Sequence[tuple[int, int]],
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
            hand.header = replace(hand.header, **rule.header)
        if rule.totals:
            hand.totalled = True
        seat_number, player = 0, ""
        if seat is not None:
            seat_number, player = seat.number, seat.player
            seat.folded = seat.folded or rule.folds
            seat.anted = seat.anted or rule.antes
            if rule.summarises:
                hand.summarised.add(seat.number)
        for told in rule.tellings:
            start, end = 1, len(text.rstrip()) + 1
            if told.place is not None:
                first, last = spots[told.place]
                start, end = at + first + 1, at + last + 1
            elif told.start is not None:
                start, end = at + told.start, at + told.end
            street = hand.street if told.acts else hand.now
            values = told.said(seat_number, player, fills)
            row = row_of_values(told.event, values, street, number, start, end, text)
            rows.append(row)
            if row.kind == SHOWN:
                names.shown.append(row)
        return True

    @staticmethod
    def _ended(hand: SiteMapper, rows: list[Row], names: _Names, last: str, number: int) -> Scanned | None:
        """The hand once its last line is read; None where it breaks off, or seats are missing in its summary."""
        if not last or last.isspace() or hand.cut_by_site:
            return None
        if not hand.called_off:
            for seat in hand.seats.values():
                if (seat.anted or seat.dealt) and seat.number not in hand.summarised:
                    return None
            if not hand.totalled:
                return None
            end = rows[-1]
            shows = [show.said for show in names.shown if show.seat == end.seat]
            if end.kind == SEAT_SUMMARISED and end.cards and breaks_off(end.said, shows):
                return None
        rows.append(Row(HAND_ENDED, 0, 0, number, 1, len(last.rstrip()) + 1, last))
        missing = tuple(dict.fromkeys((*hand.missing, *hand.lacking())))
        result = hand.result
        parsed = Parsed(hand.header, (), "parsed", None, result.unsupported, False, result.header_span, missing)
        return Scanned(parsed, rows)

    def _headed(
        self, hand: SiteMapper, rows: list[Row], names: _Names, special: Special, text: str, number: int
    ) -> bool | None:
        """A line with a fixed start before its name, `Uncalled bet ($2) returned to`.

        Whether a rule of it is known and followed; None where it may not be followed.
        """
        head = special.headed[0].head.match(text)
        if head is None or len(special.headed) > 1 or special.fixed:
            return False
        at = head.end()
        for seat in names.by_first.get(text[at : at + 1], ()):
            if text.startswith(seat.player, at):
                break
        else:
            return False
        at += seat.width
        if not (text[at:].isspace() or at == len(text)):
            return False
        decimals = hand.header.decimals
        # No line has a line end in it: no other tail is like that.
        tail = f"{head[0]}\n{text[at:]}"
        found = self._found(self._amounts[decimals].behind, tail, decimals, self._line_headed)
        if found is None or any(told.start is not None or told.place is not None for told in found[0].tellings):
            return False
        return self._tell(hand, rows, names, found[0], seat, text, number, at, found[1], found[2]) or None

    # --- rules -----------------------------------------------------------------------------------------

    def _found(
        self, rules: Rules, tail: str, decimals: int, line_of: LineOf
    ) -> tuple[Rule, Sequence[Any], Sequence[tuple[int, int]]] | None:
        """The rule of a tail that none is known of, with what fills its holes; None where the mapper is to be asked."""
        holed = cut(tail, decimals, self._said) or cut_amounts(tail, decimals)
        found = rules.found(tail, holed, lambda key: learned(self._mapper, key, decimals, line_of))
        if found is not None and found[1] and "[" not in tail and rules.due(tail):
            rules.learn(tail, found[0].filled(tail, *found[1:]))
        return found

    def _line_behind(self, tail: str, name: str, _: int) -> Line | None:
        hit = self._book.actors[tail]
        return None if hit is None else Line(name + tail, 1, 1, hit, hit.kind, hit.fields, name, len(name))

    def _line_headed(self, tail: str, name: str, _: int) -> Line | None:
        start, rest = tail.split("\n")
        group = self._book.special[start[:KEY]].headed[0]
        head, hit = group.head.match(start + name), group.find(rest)
        if hit is None or head is None:
            return None
        at = head.end() + len(name)
        return Line(start + name + rest, 1, 1, hit, hit.kind, hit.fields, name, at, head)

    def _line_of_seat(self, tail: str, name: str, number: int) -> Line | None:
        hit = self._seats.find(tail)
        head = self._seats.head.match(f"{self._seat_start}{number}: {name}")
        if hit is None or head is None:
            return None
        at = head.end() + len(name)
        return Line(head[0] + name + tail, 1, 1, hit, hit.kind, hit.fields, name, at, head)

    def _line(self, text: str, _: str, __: int) -> Line | None:
        line = self._book.read(text, 1, 1, Roster())
        return None if line.hit is None or line.hit.role is not None or line.others else line
