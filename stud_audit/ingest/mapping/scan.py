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
from functools import partial
from typing import Any, Final, cast

from msgspec.structs import replace

from stud_audit.ingest.dialect import Block, Parsed, Scanned
from stud_audit.ingest.grammar.lines import KEY, Line, LineBook, Roster, Special
from stud_audit.ingest.mapping.deals import Deals
from stud_audit.ingest.mapping.hand_builder import BeyondBounds
from stud_audit.ingest.mapping.rules import LONGEST, MEMORY, SEAT_NUMBERS, Found, Rules
from stud_audit.ingest.mapping.seats import Seated
from stud_audit.ingest.mapping.site_headers import Headers, Heading, When
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
    Readings,
    Rule,
    cut,
    cut_amounts,
    learned,
)
from stud_audit.ingest.mapping.text_dialect import TextDialect
from stud_audit.model.events import LineUnknown
from stud_audit.model.hand import MOST_SEATS, Header
from stud_audit.model.money import MoreDecimals
from stud_audit.model.native import mypyc_attr
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
_NOBODY: Final[tuple[Seated, ...]] = ()

LastStreet = Callable[[Sequence[str], int], int]
"""The number of the line of the last street's heading, 0 without one: a hand's lines, and the number of the first."""


class _Amounts:
    """The rules for amounts of so many decimals: behind a name, behind that of a seat's line, and of whole lines."""

    def __init__(self) -> None:
        self.behind: Rules = Rules()
        self.of_seats: Rules = Rules()
        self.of_lines: Rules = Rules()


class _Taken:
    """What the line of a seat says up to the stack. `headed` where its other lines begin so too."""

    def __init__(self, number: int, player: str, headed: bool) -> None:
        self.number, self.player, self.headed = number, player, headed


@mypyc_attr(acyclic=True)
class _Hand:
    """What the lines so far say of a hand.

    `header` is that of the session, with what else lines say of it, until a `mapper` is needed.
    """

    def __init__(self, heading: Heading, deals: Deals) -> None:
        self.heading = heading
        self.header: Header = heading.parsed.header
        self.decimals: int = self.header.decimals
        self.deals = deals
        self.rows: list[Row] = []
        self.seats: dict[int, Seated] = {}
        self.by_first: dict[str, tuple[Seated, ...]] = {}
        """The seats by the first character of their players' names."""
        self.in_order: list[Seated] = []
        self.street = 0
        self.now = 0
        self.last_street = 0
        self.totalled = self.called_off = False
        self.summarised: set[int] = set()
        self.told_once: set[str] = set()
        self.shown: list[Row] = []
        self.roster: Roster | None = None
        self.mapper: SiteMapper | None = None

    def open_street(self, street: int) -> None:
        """The deal of a street begins: nobody has chips in on it yet."""
        self.street = self.now = street
        for seat in self.in_order:
            seat.committed = 0

    def whole_header(self) -> Header:
        """The header of this very hand."""
        if self.mapper is not None:
            return self.header
        return replace(self.header, hand_id=self.heading.hand_id, played_at=self.heading.played_at)

    def parsed(self, missing: tuple[str, ...]) -> Parsed:
        """The hand without its events, which lacks these data."""
        heading = self.heading
        return Parsed(self.whole_header(), (), "parsed", None, heading.parsed.unsupported, False, heading.span, missing)


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
        self._newcomer = book.newcomers[0]
        self._seat_start = "".join(self._newcomer.starts)
        self._seats = book.special[self._seat_start[:KEY]].headed[0]
        self._deal_start: str = next(iter(book.shapes_of[DEAL][0].starts))
        self._amounts: dict[int, _Amounts] = {}
        self._taken: dict[str, _Taken] = {}
        self._behind_stacks: dict[str, bool] = {}
        """What stands behind the stack in the line of a seat: whether it says that its player sits out."""
        asked = self._mapper(Parsed(Header("", ""), ()), [])
        self._readings, self._silent_on = Readings(asked.said), tuple(asked.missing)

    def scan(self, block: Block) -> Scanned | None:
        """The hand, as the dialect parses it; None where that is not certain."""
        texts = block.text.split("\n")
        heading = self._headers.read(block, texts[0])
        if heading is None:
            return None
        if heading.parsed.status != "parsed":
            return Scanned(heading.parsed, [])
        try:
            return self._scanned(_Hand(heading, self._deals()), texts, block.line)
        except (MoreDecimals, BeyondBounds):
            return None

    def _scanned(self, hand: _Hand, texts: list[str], number: int) -> Scanned | None:
        decimals = hand.decimals
        amounts = self._amounts.get(decimals)
        if amounts is None:
            amounts = self._amounts[decimals] = _Amounts()
        behind: dict[str, Any] = amounts.behind.known
        of_seats: dict[str, Any] = amounts.of_seats.known
        of_lines: dict[str, Any] = amounts.of_lines.known
        seat_key, deal_start, deal_at = self._seat_start[:KEY], self._deal_start, len(self._deal_start)
        by_first, rows, deals, in_order = hand.by_first, hand.rows, hand.deals, hand.in_order
        street = now = seated = summed_up = 0
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
            for seat in by_first.get(text[0], _NOBODY):
                if not text.startswith(seat.player):
                    continue
                at = seat.width
                tail = text[at:]
                rule = behind.get(tail)
                if rule is None:
                    found = self._found(amounts.behind, tail, decimals, self._line_behind)
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
                    for seat in by_first.get(text[deal_at : deal_at + 1], _NOBODY):
                        at = deal_at + seat.width
                        if text[deal_at:at] == seat.player:
                            break
                    else:
                        return None
                    if not deals.deal(rows, seat, text, number, at, street):
                        return None
                elif text.startswith(seat_key):
                    if not street:
                        if seated and seated != number - 1:
                            return None
                        seated = number
                        if not self._seat(hand, text, number):
                            return None
                        continue
                    # Mostly the seats are summed up in order.
                    at = 0
                    if summed_up < len(in_order):
                        seat = in_order[summed_up]
                        summed_up += 1
                        if seat.head and text.startswith(seat.head):
                            at = len(seat.head)
                    if not at:
                        found_seat = self._seat_of(hand, text)
                        if found_seat is None:
                            return None
                        seat, at = found_seat
                    tail = text[at:]
                    rule = of_seats.get(tail)
                    if rule is None:
                        found = self._found(amounts.of_seats, tail, decimals, self._line_of_seat)
                        if found is None:
                            if not self._by_mapper(hand, text, number):
                                return None
                            continue
                        rule, fills, spots = found
                    else:
                        fills = spots = ()
                    if rule.form == SUMS_UP:
                        hand.summarised.add(seat.number)
                        if fills:
                            values = rule.tellings[0].said(seat.number, seat.player, fills)
                            row = row_of_values(rule.kind, rule.event, values, now, number, 1, ending(text), text)
                        else:
                            row = Row(SEAT_SUMMARISED, seat.number, now, number, 1, at + rule.end, text)
                            row.player, values = seat.player, rule.values
                            row.won, row.folded, row.cards = values[0], values[1], values[2]
                            row.mucked, row.said = values[3], values[4]
                        rows.append(row)
                    elif not self._tell(hand, rule, seat, text, number, at, fills, spots):
                        return None
                else:
                    rule = of_lines.get(text)
                    fills = spots = ()
                    if rule is None:
                        special = self._book.special.get(text[:KEY])
                        if special is not None and special.headed:
                            told = self._headed(hand, special, text, number)
                            if told is None:
                                return None
                            if told:
                                continue
                            found = None
                        else:
                            found = self._found(amounts.of_lines, text, decimals, self._line)
                        if found is None:
                            if not self._by_mapper(hand, text, number):
                                return None
                            street, now = hand.street, hand.now
                            continue
                        rule, fills, spots = found
                    if rule.form == OPENS:
                        if rule.opens <= street:
                            return None
                        street = now = rule.opens
                        hand.open_street(street)
                        rows.append(row_of_values(rule.kind, rule.event, (), street, number, 1, ending(text), text))
                    elif rule.form == MARKS:
                        if rule.closes:
                            hand.now = now = 0
                        rows.append(
                            row_of_values(rule.kind, rule.event, rule.values, now, number, 1, ending(text), text)
                        )
                    else:
                        if not self._tell(hand, rule, None, text, number, 0, fills, spots):
                            return None
                        street, now = hand.street, hand.now
        return self._ended(hand, text, number)

    # --- lines -----------------------------------------------------------------------------------------

    def _seat(self, hand: _Hand, text: str, number: int) -> bool:
        """A player takes a seat. False where that is not as it should be, or their name not certain to be found."""
        # All sites write one bracket, with the stack, right behind the name: in a line without another one, what stands
        # before it and behind the stack says the same in every line.
        open_at = text.find("(")
        whole = open_at > 0 and text.find("(", open_at + 1) < 0 and text[open_at - 1] == " " and len(text) <= LONGEST
        head = text[: open_at - 1] if whole else ""
        taken = self._taken.get(head)
        aside: bool | None = None
        rest, end = "", 0
        if whole:
            end, close_at = text.find(" ", open_at), text.find(")", open_at)
            if end < 0 or 0 <= close_at < end:
                end = close_at
            if end > 0:
                rest = text[end:]
                aside = self._behind_stacks.get(rest)
        if taken is not None and aside is not None:
            printed = text[open_at + 1 : end]
        else:
            match = self._newcomer.whole.fullmatch(text) if len(text) <= LONGEST else None
            if match is None:
                return False
            place, name, printed, sits_out = match.group("SEAT", "NAME", "STACK", "SITTING_OUT")
            seat_number = SEAT_NUMBERS.get(place)
            if seat_number is None or not name or len(name) > _LONGEST_NAME or name[:KEY] in self._book.special:
                return False
            if len(name) < KEY and self._starts_special(name):
                return False
            aside = sits_out is not None
            headed = self._seats.head.match(head) if head else None
            taken = _Taken(
                seat_number, name, headed is not None and headed["SEAT"] == place and head[headed.end() :] == name
            )
            if rest and match.end("NAME") == open_at - 1 and match.span("STACK") == (open_at + 1, end):
                if len(self._taken) >= MEMORY:
                    self._taken.clear()
                self._taken[head] = taken
                if len(self._behind_stacks) >= MEMORY:
                    self._behind_stacks.clear()
                self._behind_stacks[rest] = aside
        seats, number_of_seat, name = hand.seats, taken.number, taken.player
        if number_of_seat in seats or len(seats) >= MOST_SEATS:
            return False
        first = name[0]
        rivals = hand.by_first.get(first, _NOBODY)
        for rival in rivals:
            if name.startswith(rival.player) or rival.player.startswith(name):
                return False
        try:
            stack = self._readings.amount(printed, hand.decimals)
        except ValueError:
            return False
        seat = Seated(number_of_seat, name)
        if taken.headed:
            seat.head = head
        seats[number_of_seat] = seat
        hand.in_order.append(seat)
        hand.by_first[first] = (*rivals, seat) if rivals else (seat,)
        row = Row(SEAT_TAKEN, number_of_seat, hand.now, number, 1, ending(text), text)
        row.player, row.stack, row.aside = name, stack, aside
        hand.rows.append(row)
        return True

    def _starts_special(self, name: str) -> bool:
        """Whether a short name is the beginning of the start of a line."""
        return any(start.startswith(name) for start in self._book.special)

    def _seat_of(self, hand: _Hand, text: str) -> tuple[Seated, int] | None:
        """Whom a line of a seat names, and the place behind; None where seat and name are not those of one player."""
        head = self._seats.head.match(text)
        if head is None:
            return None
        at: int = head.end()
        for seat in hand.by_first.get(text[at : at + 1], _NOBODY):
            if text[at : at + seat.width] == seat.player:
                return (seat, at + seat.width) if head["SEAT"] == str(seat.number) else None
        return None

    def _mapper_of(self, hand: _Hand) -> SiteMapper:
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

    def _by_mapper(self, hand: _Hand, text: str, number: int) -> bool:
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
        hand: _Hand, rule: Rule, seat: Seated | None, text: str, number: int, at: int, fills: Sequence[Any],
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

    def _ended(self, hand: _Hand, last: str, number: int) -> Scanned | None:
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

    def _headed(self, hand: _Hand, special: Special, text: str, number: int) -> bool | None:
        """A line with a fixed start before its name, `Uncalled bet ($2) returned to`.

        Whether a rule of it is known and followed; None where it may not be followed.
        """
        head = special.headed[0].head.match(text)
        if head is None or len(special.headed) > 1 or special.fixed:
            return False
        at: int = head.end()
        for seat in hand.by_first.get(text[at : at + 1], _NOBODY):
            if text[at : at + seat.width] == seat.player:
                break
        else:
            return False
        at += seat.width
        if not (text[at:].isspace() or at == len(text)):
            return False
        # No line has a line end in it: no other tail is like that.
        tail = f"{head[0]}\n{text[at:]}"
        rules = self._amounts[hand.decimals].behind
        rule: Rule | None = rules.known.get(tail)
        fills: Sequence[Any] = ()
        spots: Sequence[tuple[int, int]] = ()
        if rule is None:
            found = self._found(rules, tail, hand.decimals, self._line_headed)
            if found is None:
                return False
            rule, fills, spots = found
        for told in rule.tellings:
            if told.start is not None or told.place is not None:
                return False
        return self._tell(hand, rule, seat, text, number, at, fills, spots) or None

    # --- rules -----------------------------------------------------------------------------------------

    def _found(self, rules: Rules, tail: str, decimals: int, line_of: LineOf) -> Found | None:
        """The rule of a tail that none is known of, with what fills its holes; None where the mapper is to be asked."""
        holed = cut(tail, decimals, self._readings) or cut_amounts(tail, decimals, self._readings)
        found = rules.found(tail, holed, partial(learned, self._mapper, decimals, line_of))
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


def ending(text: str) -> int:
    """The column behind the last character of a line that is no blank."""
    return len(text.rstrip()) + 1 if text[-1:].isspace() else len(text) + 1
