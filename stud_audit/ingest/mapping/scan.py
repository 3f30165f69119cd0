"""The quick way from the text of an ordinary hand to its events.

What stands behind a name repeats by the thousand (`: calls $4`). So the mapper is asked once what it makes of such a
tail, for two made-up players in two states of a hand: what it says and does alike for both is the tail's `Rule`, and a
line costs one look at the names, one at the rules, and one event. Lines that do not repeat go to the mapper itself.
Only who takes a seat and what is dealt is read here.

Whatever is not certain by this makes the scan give up, and the hand is parsed as ever: a name that can be mistaken for
another or for the start of a line, a line that is not known or can be read in several ways, a value that the mapper has
to guess, headings out of order, cards that are not those dealt before, a hand that breaks off.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

from msgspec.structs import replace

from stud_audit.ingest.dialect import Block, Parsed
from stud_audit.ingest.grammar.lines import Line, LineBook, Roster, Special
from stud_audit.ingest.grammar.shapes import Shape
from stud_audit.ingest.mapping.hand_builder import BeyondBounds, Seated
from stud_audit.ingest.mapping.headers import SIGNS, printed_amount
from stud_audit.ingest.mapping.rules import LONGEST, MEMORY, Rules, Sample, Telling, made, placed, sample
from stud_audit.ingest.mapping.site_mapper import SiteMapper
from stud_audit.ingest.mapping.text_dialect import TextDialect
from stud_audit.model import cards as deck
from stud_audit.model.cards import Cards
from stud_audit.model.events import (
    Completed,
    HandEnded,
    LineUnknown,
    Raised,
    SeatSummarised,
    SeatTaken,
    Shown,
    StreetOpened,
    Wager,
)
from stud_audit.model.hand import MOST_SEATS, Header
from stud_audit.model.money import MoreDecimals
from stud_audit.model.spans import Span

_DEAL: Final = "DEALT"
_LONGEST_NAME: Final = 64
_KEY: Final = 4
"""Characters by which `LineBook` finds lines with a fixed start."""
_OF_HAND: Final = ("HAND_ID", "PLAYED_AT", "DAY")
"""Fields of a header that differ from hand to hand of a session."""
_REST: Final = "REST"
_AGAIN: Final = r"(?: \[[\d/: A-Z]*\])?"
"""The time once more, in another zone."""
_AMOUNTS: Final = re.compile(rf"(?<![\w.,\-{SIGNS}])[{SIGNS}]?\d{{1,15}}(?:\.\d{{1,4}})?(?![\w\-]|[.,]\d)", re.ASCII)
_NO_SPOT: Final = (-1, -1)
_SEAT_NUMBERS: Final = {str(number): number for number in range(1, 100)}
_PROBES: Final = (("Q", 91, 0, 71, 81), ("Zz", 92, 1, 72, 82))
"""Two players in the states of a hand to ask the mapper in: name, seat, chips in on the street, street, and now."""
_LOOKED_AT: Final = frozenset(("events", "seats", "_named", "level", "street", "now", "header"))
_FOR_GUESSES: Final = frozenset(("expected", "_last_seat", "behind", "_usual", "_sought"))
ONE_CARD: Final[Mapping[str, Cards]] = {f" [{deck.card_text(card)}]": (card,) for card in deck.DECK}
"""A bracket with one known card."""


ACTS, ADDS, COMES_TO, SAYS, SUMS_UP, OPENS, MARKS, TELLS = range(8)
"""Forms of rules: an action without chips, one that adds chips or comes to a total, an event of a seat, one that names
the player too, a heading of a street, another heading, and all else."""


class Rule:
    """What a mapper makes of a tail, or of a line without a name."""

    __slots__ = (
        "added", "all_in", "antes", "by", "closes", "end", "event", "folds", "form", "header", "once", "opens", "pair",
        "summarises", "tellings", "to", "totals", "values",
    )  # fmt: skip

    def __init__(self, tellings: tuple[Telling, ...]) -> None:
        self.tellings = tellings
        self.event: Any = tellings[0].event if tellings else None
        self.values: tuple[Any, ...] = tellings[0].values if tellings else ()
        self.pair: tuple[Any, ...] = ()
        self.form = TELLS
        self.added = self.to = self.opens = self.end = 0
        self.by: int | None = None
        self.all_in = self.closes = self.folds = self.antes = self.totals = self.summarises = False
        self.header: dict[str, Any] = {}
        self.once: str | None = None

    def filled(self, tail: str, fills: Sequence[Any], spots: Sequence[tuple[int, int]]) -> Rule:
        """The rule of a tail with that in its holes."""
        rule = Rule(tuple([told.at(fills, spots) for told in self.tellings]))
        rule.form, rule.opens, rule.header, rule.once = self.form, self.opens, self.header, self.once
        rule.closes, rule.folds, rule.antes = self.closes, self.folds, self.antes
        rule.totals, rule.summarises = self.totals, self.summarises
        rule.pair = rule.values if self.pair else ()
        rule.end = len(tail.rstrip()) + 1
        return rule

    def simplify(self, named: bool, tail: str) -> None:
        """Takes a form that is told more quickly, where there is one."""
        if len(self.tellings) != 1 or self.header or self.totals or self.once:
            return
        only = self.tellings[0]
        self.end = len(tail.rstrip()) + 1
        if only.start is not None or only.place is not None:
            return
        does = self.folds, self.antes, self.summarises, self.closes, bool(self.opens)
        if not named:
            if not any(does[:3]) and not only.lead and not only.acts and not only.holes:
                self.form = OPENS if self.opens else MARKS
        elif only.acts:
            if not any(does[1:]) and only.lead == 1 and not only.values:
                self.form = ACTS
        elif only.lead == 1 and not self.folds and not self.summarises and not self.opens:
            self.form = SAYS
            self.pair = self.values if len(self.values) == 2 else ()
        elif only.event is SeatSummarised and only.lead == 2 and does == (False, False, True, False, False):
            self.form = SUMS_UP


def _cut(tail: str, decimals: int, said: Callable[[str], str | None]) -> Sample | None:
    """Cuts out the cards in brackets, an amount in parentheses, and the words behind; None where there are none.

    In what is left a line end, which no line contains, marks a hole: `C` and the number of cards, `A` and the sign of
    an amount, or `W`.
    """
    fills: list[Any] = []
    spots: list[tuple[int, int]] = []
    key, at = "", 0
    start = tail.find("[") + 1
    if start:
        at = tail.find("]", start)
        try:
            cards = deck.parse_cards(tail[start:at])
        except ValueError:
            return None
        if not 0 < len(cards) < 10 or 3 * len(cards) - 1 != at - start or min(cards) < 0:
            return None
        fills.append(cards)
        spots.append((start, at))
        key = f"{tail[:start]}\nC{len(cards)}"
    rest, words, mark = tail[at:], None, ""
    if key and rest.startswith("] (") and rest[-1] == ")":
        words, rest, mark = rest[3:-1], "] (", "\nW.)"
    else:
        begin = rest.find(" with ") + 6
        if begin > 5:
            words, rest, mark = rest[begin:], rest[:begin], "\nW."
        begin = rest.find("(") + 1
        if not begin and words is None and key and len(rest) > 2 and not rest.startswith("] and "):
            begin = 4 if rest.startswith("] - ") else 2
            words, rest, mark = rest[begin:], rest[:begin], "\nW."
        elif begin:
            end = rest.find(")", begin)
            text = rest[begin:end]
            try:
                fills.append(printed_amount(text, decimals))
            except ValueError:
                return None
            sign = text[0] if text[0] in SIGNS else "#"
            spots.append((at + begin, at + end))
            rest = f"{rest[:begin]}\nA{sign}{rest[end:]}"
    if words is not None:
        if not words or words[0] == "(" or words != words.strip():
            return None
        fills.append(said(words))
        spots.append(_NO_SPOT)
    return (key + rest + mark, fills, spots) if fills else None


def _cut_amounts(tail: str, decimals: int) -> Sample | None:
    """Cuts out all amounts; None where there are none."""
    fills: list[Any] = []
    spots: list[tuple[int, int]] = []
    key, at = "", 0
    for match in _AMOUNTS.finditer(tail):
        start, end = match.span()
        fills.append(printed_amount(match[0], decimals))
        spots.append((start, end))
        key += f"{tail[at:start]}\nA{match[0][0] if match[0][0] in SIGNS else '#'}"
        at = end
    return (key + tail[at:], fills, spots) if fills else None


class Headers:
    """Reads the line of the header, which is the same for a whole session but for the hand's number and the time."""

    def __init__(self, dialect: TextDialect) -> None:
        self._dialect = dialect
        self._book: LineBook = dialect.grammar.book
        self._kinds = dialect.header_lines[0]
        finders = dict.fromkeys(_finder(shape) for kind in self._kinds for shape in self._book.shapes_of[kind])
        self._finders = [(finder, [name for name in finder.groupindex if name.startswith(_REST)]) for finder in finders]
        self._known: dict[str, Parsed] = {}

    def read(self, block: Block, text: str) -> Parsed | None:
        """What the header says; None where its line can be read as another as well."""
        for finder, rests in self._finders:
            match = finder.fullmatch(text) if len(text) <= 2 * LONGEST else None
            if match is not None:
                key = "\n".join(match.group(*rests))
                known = self._known.get(key)
                if known is None:
                    return self._learn(block, text, key, match)
                header = replace(known.header, hand_id=match["HAND_ID"], played_at=self._dialect.when(_stripped(match)))
                span = Span(block.line, block.column, block.column + len(text.rstrip()))
                return Parsed(header, (), "parsed", None, known.unsupported, False, span, known.missing)
        return None

    def _learn(self, block: Block, text: str, key: str, found: re.Match[str]) -> Parsed | None:
        parsed = self._dialect.header_of(block)
        if parsed.status != "parsed":
            return parsed
        line = self._book.read(text, block.line, 1, Roster())
        if line.type not in self._kinds or line.others or line.hit is None or line["PARTIAL"]:
            return None
        match = line.hit.match
        cut = [name for name in found.re.groupindex if not name.startswith(_REST)]
        if all(name in match.re.groupindex and match.span(name) == found.span(name) for name in cut):
            if len(self._known) >= MEMORY:
                self._known.clear()
            self._known[key] = parsed
        return parsed


def _stripped(match: re.Match[str]) -> dict[str, str]:
    return {name: text.strip() for name, text in match.groupdict().items()}


def _finder(shape: Shape) -> re.Pattern[str]:
    """Finds what differs from hand to hand in a header: its number, and its time."""
    found = [part for part in shape.parts if part.field in _OF_HAND]
    rests = "".join(f"{part.pattern}(?P<{_REST}{at}>.*?)" for at, part in enumerate(found))
    return re.compile(f"(?P<{_REST}>[^#\n]*#){rests}{_AGAIN}")


class _Amounts:
    """The rules for amounts of so many decimals: behind a name, behind that of a seat's line, and of whole lines."""

    def __init__(self) -> None:
        self.behind: Rules[Rule] = Rules()
        self.of_seats: Rules[Rule] = Rules()
        self.of_lines: Rules[Rule] = Rules()


class _Names:
    """The players of a hand by the first character of their names, their roster once it is asked for, their shows."""

    __slots__ = ("by_first", "roster", "shown")

    def __init__(self) -> None:
        self.by_first: dict[str, tuple[Seated, ...]] = {}
        self.roster: Roster | None = None
        self.shown: list[Shown] = []


Deal = Callable[[Any, Seated, str, int, int], bool]
"""Deals what stands in the brackets of a line from a place on: the hand, the seat, the line, its number, the place.

False where that is not what must come next.
"""
LastStreet = Callable[[Any, Sequence[str], int], int]
"""The number of the line of the last street's heading, 0 without one: the hand, its lines, the number of the first."""
LineOf = Callable[[str, str, int], Line | None]
"""Makes the line of a tail for a player of that name and seat; None where the tail is none of that sort."""


class SiteScanner:
    """Scans the hands of a dialect whose mapper is a `SiteMapper`."""

    def __init__(self, dialect: TextDialect, deal: Deal, last_street: LastStreet | None = None) -> None:
        """`deal` reads a line that deals, `last_street` finds the last street's heading where shows depend on it."""
        book: LineBook = dialect.grammar.book
        self._book, self._mapper, self._headers = book, cast(type[SiteMapper], dialect.mapper), Headers(dialect)
        self._deal, self._last_street = deal, last_street
        self._newcomer = book.newcomers[0]
        self._seat_start = "".join(self._newcomer.starts)
        self._seats = book.special[self._seat_start[:_KEY]].headed[0]
        self._deal_start = next(iter(book.shapes_of[_DEAL][0].starts))
        self._amounts: dict[int, _Amounts] = {}
        self._said = self._mapper(Parsed(Header("", ""), ()), []).said

    def scan(self, block: Block) -> Parsed | None:
        """The hand, as the dialect parses it; None where that is not certain."""
        texts = block.text.split("\n")
        parsed = self._headers.read(block, texts[0])
        if parsed is None or parsed.status != "parsed":
            return parsed
        hand = self._mapper(parsed, [])
        try:
            return self._scanned(hand, texts, block.line)
        except (MoreDecimals, BeyondBounds):
            return None

    def _scanned(self, hand: SiteMapper, texts: list[str], number: int) -> Parsed | None:
        amounts = self._amounts.setdefault(hand.header.decimals, _Amounts())
        behind, of_seats, of_lines = amounts.behind.get, amounts.of_seats.get, amounts.of_lines.get
        seat_key, deal_start, deal_at = self._seat_start[:_KEY], self._deal_start, len(self._deal_start)
        seat_head = self._seats.head.match
        names = _Names()
        by_first, specials = names.by_first, self._book.special
        nobody: tuple[Seated, ...] = ()
        decimals = hand.header.decimals
        events = hand.events
        add = events.append
        summarised = hand.summarised.add
        street = now = seated = 0
        rule: Rule | None
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
                if not text.startswith(seat.player):
                    continue
                at = seat.width
                tail = text[at:]
                rule = behind(tail)
                if rule is None:
                    found = self._found(amounts.behind, tail, decimals, self._line_behind)
                    if found is None:
                        if not self._by_mapper(hand, names, text, number):
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
                    span = placed((number, 1, at + rule.end))
                    add(rule.event(seat.number, added, to, rule.all_in, span=span, raw=text, street=street))
                elif form == ACTS:
                    if rule.folds:
                        seat.folded = True
                    add(rule.event(seat.number, span=placed((number, 1, at + rule.end)), raw=text, street=street))
                elif form == SAYS:
                    if rule.antes:
                        seat.anted = True
                    if rule.closes:
                        if number <= last_street and rule.event is Shown:
                            if not self._by_mapper(hand, names, text, number):
                                return None
                            street, now = hand.street, hand.now
                            break
                        hand.now = now = 0
                    if rule.pair and not fills:
                        span = placed((number, 1, at + rule.end))
                        one, two = rule.pair
                        event = rule.event(seat.number, one, two, span=span, raw=text, street=now)
                    else:
                        span = placed((number, 1, len(text.rstrip()) + 1))
                        values = rule.tellings[0].said(seat.number, seat.player, fills)
                        event = made(rule.event, values, span, text, now)
                    add(event)
                    if type(event) is Shown:
                        names.shown.append(event)
                elif form == COMES_TO:
                    to = rule.to
                    added = to - seat.committed
                    if added < 0:
                        return None
                    seat.committed = to
                    span = placed((number, 1, at + rule.end))
                    add(rule.event(seat.number, added, to, rule.all_in, rule.by, span=span, raw=text, street=street))
                else:
                    if not self._tell(hand, names, rule, seat, text, number, at, fills, spots):
                        return None
                    street, now = hand.street, hand.now
                break
            else:
                if text.startswith(deal_start):
                    for seat in by_first.get(text[deal_at : deal_at + 1], nobody):
                        if text.startswith(seat.player, deal_at):
                            break
                    else:
                        return None
                    if not self._deal(hand, seat, text, number, deal_at + seat.width):
                        return None
                elif text[:_KEY] == seat_key:
                    if not street:
                        if seated and seated != number - 1:
                            return None
                        seated = number
                        if not self._seat(hand, names, text, number):
                            return None
                        continue
                    head = seat_head(text)
                    if head is None:
                        return None
                    at = head.end()
                    for seat in by_first.get(text[at : at + 1], nobody):
                        if text.startswith(seat.player, at):
                            break
                    else:
                        return None
                    if head["SEAT"] != str(seat.number):
                        return None
                    at += seat.width
                    tail = text[at:]
                    rule = of_seats(tail)
                    if rule is None:
                        found = self._found(amounts.of_seats, tail, decimals, self._line_of_seat)
                        if found is None:
                            if not self._by_mapper(hand, names, text, number):
                                return None
                            continue
                        rule, fills, spots = found
                    else:
                        fills = spots = ()
                    if rule.form == SUMS_UP:
                        summarised(seat.number)
                        if fills:
                            values = rule.tellings[0].said(seat.number, seat.player, fills)
                            add(made(rule.event, values, placed((number, 1, len(text.rstrip()) + 1)), text, now))
                        else:
                            won, folded, shown, mucked, said = rule.values
                            add(
                                SeatSummarised(
                                    seat.number, seat.player, won, folded, shown, mucked, said,
                                    span=placed((number, 1, at + rule.end)), raw=text, street=now,
                                )
                            )  # fmt: skip
                    elif not self._tell(hand, names, rule, seat, text, number, at, fills, spots):
                        return None
                else:
                    rule = of_lines(text)
                    fills, spots = (), ()
                    if rule is None:
                        special = specials.get(text[:_KEY])
                        if special is not None and special.headed:
                            told = self._headed(hand, names, special, text, number)
                            if told is None:
                                return None
                            if told:
                                continue
                            found = None
                        else:
                            found = self._found(amounts.of_lines, text, decimals, self._line)
                        if found is None:
                            if not self._by_mapper(hand, names, text, number):
                                return None
                            street, now = hand.street, hand.now
                            continue
                        rule, fills, spots = found
                    if rule.form == OPENS:
                        if rule.opens <= street:
                            return None
                        street = now = rule.opens
                        hand.open_street(street)
                        add(rule.event(span=placed((number, 1, len(text.rstrip()) + 1)), raw=text, street=street))
                    elif rule.form == MARKS:
                        if rule.closes:
                            hand.now = now = 0
                        span = placed((number, 1, len(text.rstrip()) + 1))
                        add(made(rule.event, rule.values, span, text, now))
                    else:
                        if not self._tell(hand, names, rule, None, text, number, 0, fills, spots):
                            return None
                        street, now = hand.street, hand.now
        return self._ended(hand, names, text, number)

    # --- lines -----------------------------------------------------------------------------------------

    def _seat(self, hand: SiteMapper, names: _Names, text: str, number: int) -> bool:
        """A player takes a seat. False where that is not as it should be, or their name not certain to be found."""
        match = self._newcomer.whole.fullmatch(text) if len(text) <= LONGEST else None
        if match is None:
            return False
        place, name, printed, sits_out = match.group("SEAT", "NAME", "STACK", "SITTING_OUT")
        seat_number = _SEAT_NUMBERS.get(place)
        seats = hand.seats
        if seat_number is None or seat_number in seats or len(seats) >= MOST_SEATS:
            return False
        if not name or len(name) > _LONGEST_NAME or name[:_KEY] in self._book.special:
            return False
        if len(name) < _KEY and any(start.startswith(name) for start in self._book.special):
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
        span = placed((number, 1, len(text.rstrip()) + 1))
        event = SeatTaken(seat_number, name, stack, sits_out is not None, span=span, raw=text, street=hand.now)
        hand.events.append(event)
        return True

    def _by_mapper(self, hand: SiteMapper, names: _Names, text: str, number: int) -> bool:
        """Hands a line to the mapper. False where it is not an ordinary one."""
        if text.isspace():
            return True
        if names.roster is None or len(names.roster.names) != len(hand.seats):
            names.roster = Roster(seat.player for seat in hand.seats.values())
            for taken in hand.seats.values():
                hand.name(taken)
        line = self._book.read(text, number, 1, names.roster)
        hit = line.hit
        if hit is None or line.others or hit.role == "NEWCOMER" or hit.kind == _DEAL:
            return False
        seat = hand.seated_as(line.name) if line.name is not None else None
        if hit.role == "PLAYER" and seat is None:
            return False
        street, before = hand.street, len(hand.events)
        hand.handlers[line.type](hand, line, seat)
        for event in hand.events[before:]:
            if type(event) is LineUnknown or event.basis != "printed":
                return False
            if type(event) is Shown:
                names.shown.append(event)
            if type(event) is StreetOpened and event.street <= street:
                return False
        return True

    @staticmethod
    def _tell(
        hand: SiteMapper, names: _Names, rule: Rule, seat: Seated | None, text: str, number: int, at: int,
        fills: Sequence[Any], spots: Sequence[tuple[int, int]],
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
            if told.place is not None:
                start, end = spots[told.place]
                span = placed((number, at + start + 1, at + end + 1))
            elif told.start is not None:
                span = placed((number, at + told.start, at + told.end))
            else:
                span = placed((number, 1, len(text.rstrip()) + 1))
            street = hand.street if told.acts else hand.now
            event = made(told.event, told.said(seat_number, player, fills), span, text, street)
            hand.events.append(event)
            if type(event) is Shown:
                names.shown.append(event)
        return True

    @staticmethod
    def _ended(hand: SiteMapper, names: _Names, last: str, number: int) -> Parsed | None:
        """The hand once its last line is read; None where it breaks off, or seats are missing in its summary."""
        if not last or last.isspace() or hand.cut_by_site:
            return None
        if not hand.called_off:
            for seat in hand.seats.values():
                if (seat.anted or seat.dealt) and seat.number not in hand.summarised:
                    return None
            if not hand.totalled or hand.description_cut(names.shown):
                return None
        span = Span(number, 1, len(last.rstrip()) + 1)
        hand.events.append(HandEnded(span=span, raw=last))
        missing = tuple(dict.fromkeys((*hand.missing, *hand.lacking())))
        result = hand.result
        return Parsed(
            hand.header, tuple(hand.events), "parsed", None, result.unsupported, False, result.header_span, missing
        )

    def _headed(self, hand: SiteMapper, names: _Names, special: Special, text: str, number: int) -> bool | None:
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
        return self._tell(hand, names, found[0], seat, text, number, at, found[1], found[2]) or None

    # --- rules -----------------------------------------------------------------------------------------

    def _found(
        self, rules: Rules[Rule], tail: str, decimals: int, line_of: LineOf
    ) -> tuple[Rule, Sequence[Any], Sequence[tuple[int, int]]] | None:
        """The rule of a tail that none is known of, with what fills its holes; None where the mapper is to be asked."""
        cut = _cut(tail, decimals, self._said) or _cut_amounts(tail, decimals)
        found = rules.found(tail, cut, lambda key: self._rule(key, decimals, line_of))
        if found is not None and found[1] and "[" not in tail and rules.due(tail):
            rules.learn(tail, found[0].filled(tail, *found[1:]))
        return found

    def _line_behind(self, tail: str, name: str, _: int) -> Line | None:
        hit = self._book.actors[tail]
        return None if hit is None else Line(name + tail, 1, 1, hit, hit.kind, hit.fields, name, len(name))

    def _line_headed(self, tail: str, name: str, _: int) -> Line | None:
        start, rest = tail.split("\n")
        group = self._book.special[start[:_KEY]].headed[0]
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

    def _rule(self, key: str, decimals: int, line_of: LineOf) -> Rule | None:
        """What the mapper makes of a line with that tail, whoever's; None where that depends on more of the hand."""
        probes: list[_Probe] = []
        for which, asked in enumerate(_PROBES):
            filled = sample(key, which, decimals)
            probe = _Probe(self._mapper, decimals, filled, *asked)
            line = line_of(filled[0], probe.seat.player, probe.seat.number)
            if line is None or line.hit is None or line.hit.role == "NEWCOMER":
                return None
            if line.type == _DEAL or not probe.ask(line):
                return None
            probes.append(probe)
        return _rule_of(*probes)


class _Probe:
    """A mapper that is asked what it makes of a line, in a hand of one made-up player."""

    line: Line

    def __init__(
        self, mapper: type[SiteMapper], decimals: int, filled: Sample, name: str, number: int, committed: int,
        street: int, now: int,
    ) -> None:  # fmt: skip
        self.hand = mapper(Parsed(Header("", "", decimals=decimals), ()), [])
        self.seat = self.hand.add_seat(number, name)
        self.seat.committed, self.seat.dealt = committed, True
        self.hand.street, self.hand.now, self.hand.level = street, now, committed
        self.was = (number, committed, street, now)
        _, self.fills, self.spots = filled

    def ask(self, line: Line) -> bool:
        """Whether the mapper reads the line for what it says, and keeps no more of it than a rule can."""
        hand, seat, self.line = self.hand, self.seat, line
        before, header = _kept(hand), hand.header
        try:
            hand.handlers[line.type](hand, line, None if line.name is None else seat)
        except MoreDecimals:
            return False
        after = _kept(hand)
        self.changed = {name for name in after if after[name] != before.get(name)}
        fields = Header.__struct_fields__
        self.header = {
            name: getattr(hand.header, name) for name in fields if getattr(hand.header, name) != getattr(header, name)
        }
        return (
            self.changed <= {"totalled", "summarised", "told_once"}
            and (seat.up, seat.down, seat.dealt) == ((), (), True)
            and all(type(event) is not LineUnknown and event.basis == "printed" for event in hand.events)
        )

    @property
    def effects(self) -> tuple[Any, ...]:
        """What the line changes in the hand besides chips."""
        _, committed, street, now = self.was
        hand, seat = self.hand, self.seat
        opens = hand.street if hand.street != street else 0
        closes = not opens and not hand.now
        known = hand.now == (opens if opens else 0 if closes else now) and (
            opens or hand.level == max(committed, seat.committed)
        )
        return known, opens, closes, seat.folded, seat.anted, self.header, self.changed, *sorted(hand.told_once)

    def tellings(self) -> Iterator[Telling | None]:
        """The events as rules tell them; None for one that has more to it."""
        hand, line = self.hand, self.line
        for event in hand.events:
            if event.street not in (hand.street, hand.now) or event.source or event.at or event.raw != line.text:
                yield None
                continue
            told = Telling.of(event, self.seat.number, self.seat.player, self.fills)
            told.acts = event.street != hand.now
            span = event.span.column - line.at - 1, event.span.end_column - line.at - 1
            if span in self.spots:
                told.place = self.spots.index(span)
            elif event.span != (1, 1, len(line.text.rstrip()) + 1):
                told.start, told.end = span[0] + 1, span[1] + 1
                if self.spots:
                    yield None
                    continue
            yield told


def _kept(hand: SiteMapper) -> dict[str, Any]:
    """What a mapper holds of a hand, but for what is looked at by itself, and what it holds only to guess by."""
    return {
        name: value.copy() if isinstance(value, (list, set, dict)) else value
        for name, value in vars(hand).items()
        if name not in _LOOKED_AT and name not in _FOR_GUESSES
    }


def _rule_of(one: _Probe, two: _Probe) -> Rule | None:
    """The rule of which both are instances; None where there is none."""
    if one.effects != two.effects or not one.effects[0]:
        return None
    events, others = one.hand.events, two.hand.events
    if len(events) == 1 and isinstance(events[0], Wager):
        if one.fills:
            return None
        return _wager_rule(events[0], cast(Wager, others[0]), one, two)
    if (one.seat.committed, two.seat.committed) != (one.was[1], two.was[1]) and not one.effects[1]:
        return None
    tellings: list[Telling] = []
    if len(events) != len(others):
        return None
    for told, other in zip(one.tellings(), two.tellings(), strict=True):
        if told is None or other is None:
            return None
        if told != other:
            return None
        tellings.append(told)
    if not tellings and one.fills:
        return None
    rule = Rule(tuple(tellings))
    _, rule.opens, rule.closes, rule.folds, rule.antes, rule.header, changed, *once = one.effects
    rule.totals, rule.summarises = "totalled" in changed, "summarised" in changed
    rule.once = once[0] if once else None
    rule.simplify(one.line.name is not None, one.line.text[one.line.at :])
    return rule


def _wager_rule(event: Wager, other: Wager, one: _Probe, two: _Probe) -> Rule | None:
    """A wager that adds so much, or comes to so much, whatever is in."""
    if any(
        type(wager) is not type(event) or wager.street != probe.was[2] for wager, probe in ((event, one), (other, two))
    ):
        return None
    if one.effects[1:] != (0, False, False, False, {}, set()):
        return None
    by, others_by = getattr(event, "by", None), getattr(other, "by", None)
    if event.source or other.source or (event.all_in, by) != (other.all_in, others_by):
        return None
    rule = Rule((Telling(type(event), 1, ()),))
    rule.end = len(one.line.text.rstrip()) - one.line.at + 1
    rule.added, rule.to, rule.by, rule.all_in = event.added, event.to, by, event.all_in
    if event.added == other.added and other.to - event.to == two.was[1] - one.was[1] and by is None:
        rule.form = ADDS
    elif (
        event.to == other.to
        and event.added - other.added == two.was[1] - one.was[1]
        and type(event) in (Raised, Completed)
    ):
        rule.form = COMES_TO
    else:
        return None
    return rule
