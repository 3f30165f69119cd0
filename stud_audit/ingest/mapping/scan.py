"""The quick way from the text of an ordinary hand to its events.

What stands behind a name repeats by the thousand (`: calls $4`). So the mapper is asked once what it makes of such a
tail, for two made-up players in two states of a hand: what it says and does alike for both is the tail's `Rule`, and a
line costs one look at the names, one at the rules, and one event. Lines that do not repeat go to the mapper itself. Only
who takes a seat and what is dealt is read here.

Whatever is not certain by this makes the scan give up, and the hand is parsed as ever: a name that can be mistaken for
another or for the start of a line, a line that is not known or can be read in several ways, a value that the mapper has
to guess, headings out of order, cards that are not those dealt before, a hand that breaks off.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final, cast

from msgspec.structs import replace

from stud_audit.ingest.dialect import Block, Parsed
from stud_audit.ingest.grammar.lines import Hit, Line, LineBook, Roster
from stud_audit.ingest.grammar.shapes import Shape
from stud_audit.ingest.mapping.hand_builder import BeyondBounds, Seat
from stud_audit.ingest.mapping.headers import printed_amount
from stud_audit.ingest.mapping.site_mapper import SiteMapper
from stud_audit.ingest.mapping.text_dialect import TextDialect
from stud_audit.model import cards as deck
from stud_audit.model.cards import Cards
from stud_audit.model.events import Completed, Event, HandEnded, LineUnknown, Raised, SeatTaken, StreetOpened, Wager
from stud_audit.model.hand import MOST_SEATS, Header
from stud_audit.model.money import MoreDecimals
from stud_audit.model.spans import Span

_LONGEST: Final = 200
"""Characters of the longest tail that is remembered, and of a seat line that is read."""
_LONGEST_NAME: Final = 64
_MEMORY: Final = 8192
"""Distinct tails, lines, and headers that are remembered of a kind."""
_KEY: Final = 4
"""Characters by which `LineBook` finds lines with a fixed start."""
_OF_HAND: Final = ("HAND_ID", "PLAYED_AT", "DAY")
"""Fields of a header that differ from hand to hand of a session."""
_REST: Final = "REST"
_SEAT_NUMBERS: Final = {str(number): number for number in range(1, 100)}
_OF_ALL_EVENTS: Final = frozenset(Event.__struct_fields__)
_PROBES: Final = (("Q", 91, 0, 71, 81), ("Zz", 92, 1, 72, 82))
"""Two players in the states of a hand to ask the mapper in: name, seat, chips in on the street, street, and now."""
_LOOKED_AT: Final = frozenset(("events", "seats", "_named", "level", "street", "now", "header"))
_FOR_GUESSES: Final = frozenset(("expected", "_last_seat", "behind", "_usual"))
ONE_CARD: Final[Mapping[str, Cards]] = {f" [{deck.card_text(card)}]": (card,) for card in deck.DECK}
"""A bracket with one known card."""

placed = partial(tuple.__new__, Span)
"""A `Span` from a tuple, without the detour over its own constructor."""


class Seated(Seat):
    """A seat with the length of its player's name, and the bracket in which a deal repeats what lies there."""

    __slots__ = ("laid", "width")

    def __init__(self, number: int, player: str) -> None:
        super().__init__(number, player)
        self.width = len(player)
        self.laid = ""


class Telling:
    """An event of a rule. `lead` counts the values that are the seat, and the player, and `values` are those behind.

    It stands on the street of the betting where it `acts`. `start` and `end` count from the end of the name; without a
    start its place is the line.
    """

    __slots__ = ("acts", "end", "event", "lead", "start", "values")

    def __init__(self, event: type[Event], lead: int, values: tuple[Any, ...]) -> None:
        self.event, self.lead, self.values = event, lead, values
        self.acts = False
        self.start: int | None = None
        self.end = 0


ACTS, ADDS, COMES_TO, SAYS, SUMS_UP, TELLS = range(6)
"""Forms of rules: an action without chips, one that adds chips or comes to a total, an event of a seat, one that names
the player too, and all else."""


class Rule:
    """What a mapper makes of a tail, or of a line without a name."""

    __slots__ = (
        "added", "all_in", "antes", "by", "closes", "event", "folds", "form", "header", "once", "opens", "summarises",
        "tellings", "to", "totals", "values",
    )  # fmt: skip

    def __init__(self, tellings: tuple[Telling, ...]) -> None:
        self.tellings = tellings
        self.event: Any = tellings[0].event if tellings else None
        self.values: tuple[Any, ...] = tellings[0].values if tellings else ()
        self.form = TELLS
        self.added = self.to = self.opens = 0
        self.by: int | None = None
        self.all_in = self.closes = self.folds = self.antes = self.totals = self.summarises = False
        self.header: dict[str, Any] = {}
        self.once: str | None = None
        if len(tellings) == 1 and tellings[0].start is None:
            only = tellings[0]
            if only.acts:
                self.form = ACTS if only.lead == 1 and not only.values else TELLS
            elif only.lead:
                self.form = SAYS if only.lead == 1 else SUMS_UP


class Rules(dict[str, Rule]):
    """The rules of tails, or lines, that came twice at least."""

    def __init__(self) -> None:
        self._once: set[str] = set()
        self._never: set[str] = set()

    def due(self, tail: str) -> bool:
        """Whether the tail has come before, so that a rule for it pays."""
        if tail not in self._once:
            if len(tail) <= _LONGEST:
                if len(self._once) >= _MEMORY:
                    self._once.clear()
                self._once.add(tail)
            return False
        return tail not in self._never

    def learn(self, tail: str, rule: Rule | None) -> Rule | None:
        """Remembers the rule, or that there is none."""
        for kept in (self, self._never):
            if len(kept) >= _MEMORY:
                kept.clear()
        if rule is None:
            self._never.add(tail)
        else:
            self[tail] = rule
        return rule


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
            match = finder.fullmatch(text) if len(text) <= 2 * _LONGEST else None
            if match is not None:
                key = "\n".join(match.group(*rests))
                known = self._known.get(key)
                if known is None:
                    return self._learn(block, text, key, match)
                header = replace(known.header, hand_id=match["HAND_ID"], played_at=self._dialect.when(match.groupdict()))
                span = Span(block.line, block.column, block.column + len(text.rstrip()))
                return Parsed(header, (), "parsed", None, known.unsupported, False, span, known.missing)
        return None

    def _learn(self, block: Block, text: str, key: str, found: re.Match[str]) -> Parsed | None:
        parsed = self._dialect.header_of(block)
        if parsed.status != "parsed":
            return parsed
        line = self._book.read(text, block.line, 1, Roster())
        if line.type not in self._kinds or line.others or line.hit is None:
            return None
        match = line.hit.match
        cut = [name for name in found.re.groupindex if not name.startswith(_REST)]
        if all(name in match.re.groupindex and match.span(name) == found.span(name) for name in cut):
            if len(self._known) >= _MEMORY:
                self._known.clear()
            self._known[key] = parsed
        return parsed


def _finder(shape: Shape) -> re.Pattern[str]:
    """Finds what differs from hand to hand in a header: its number, and its time."""
    found = [part for part in shape.parts if part.field in _OF_HAND]
    rests = "".join(f"{part.pattern}(?P<{_REST}{at}>.*?)" for at, part in enumerate(found))
    return re.compile(f"(?P<{_REST}>[^#\n]*#){rests}")


class _Amounts:
    """The rules for amounts of so many decimals: behind a name, behind that of a seat's line, and of whole lines."""

    def __init__(self) -> None:
        self.behind, self.of_seats, self.lines = Rules(), Rules(), Rules()


class SiteScanner:
    """Scans the hands of a dialect whose mapper is a `SiteMapper`."""

    by_mapper: ClassVar[frozenset[str]] = frozenset()
    """Kinds of lines that are left to the mapper, since what they say depends on more of the hand."""
    deal_kind: ClassVar[str] = "DEALT"

    def __init__(self, book: LineBook, mapper: type[SiteMapper], headers: Headers) -> None:
        self._book, self._mapper, self._headers = book, mapper, headers
        self._newcomer = book.newcomers[0]
        self._seat_start = "".join(self._newcomer.starts)
        self._seat_head = book.special[self._seat_start[:_KEY]].headed[0].head
        self._deal_start = next(iter(book.shapes_of[self.deal_kind][0].starts))
        self._amounts: dict[int, _Amounts] = {}

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
        behind, of_seats, lines = amounts.behind.get, amounts.of_seats.get, amounts.lines.get
        seat_key, deal_start, deal_at = self._seat_start[:_KEY], self._deal_start, len(self._deal_start)
        seat_head = self._seat_head.match
        by_first: dict[str, tuple[Seated, ...]] = {}
        nobody: tuple[Seated, ...] = ()
        add = hand.events.append
        seated = street = now = 0
        text = last = ""
        number -= 1
        for text in texts:
            number += 1
            end = len(text.rstrip()) + 1
            if end == 1:
                continue
            if not last:
                last = text  # the header
                continue
            last = text
            rule: Rule | None
            for seat in by_first.get(text[0], nobody):
                if not text.startswith(seat.player):
                    continue
                at = seat.width
                tail = text[at:]
                rule = behind(tail)
                if rule is None and amounts.behind.due(tail):
                    rule = amounts.behind.learn(tail, self._rule_behind(tail, hand.header.decimals))
                if rule is None:
                    if not self._by_mapper(hand, by_first, text, number):
                        return None
                    street, now = hand.street, hand.now
                    break
                form = rule.form
                if form == ADDS:
                    added = rule.added
                    seat.committed = to = seat.committed + added
                    if to > hand.level:
                        hand.level = to
                    span = placed((number, 1, end))
                    add(rule.event(seat.number, added, to, rule.all_in, span=span, raw=text, street=street))
                elif form == ACTS:
                    if rule.folds:
                        seat.folded = True
                    add(rule.event(seat.number, span=placed((number, 1, end)), raw=text, street=street))
                elif form == SAYS:
                    if rule.antes:
                        seat.anted = True
                    elif rule.closes:
                        hand.now = now = 0
                    span = placed((number, 1, end))
                    add(rule.event(seat.number, *rule.values, span=span, raw=text, street=now))
                elif form == COMES_TO:
                    to = rule.to
                    added = to - seat.committed
                    if added < 0:
                        return None
                    seat.committed = to
                    if to > hand.level:
                        hand.level = to
                    span = placed((number, 1, end))
                    add(rule.event(seat.number, added, to, rule.all_in, rule.by, span=span, raw=text, street=street))
                else:
                    if not self._tell(hand, rule, seat, text, number, at):
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
                    if not self.deal(hand, seat, text, number, deal_at + seat.width):
                        return None
                elif text[:_KEY] == seat_key:
                    if not street:
                        if seated and seated != number - 1:
                            return None
                        seated = number
                        if not self._seat(hand, by_first, text, number, end):
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
                    at += seat.width
                    tail = text[at:]
                    rule = of_seats(tail)
                    if rule is None and amounts.of_seats.due(tail):
                        rule = amounts.of_seats.learn(tail, self._rule_of_seat(head, tail, hand.header.decimals))
                    if rule is None or head["SEAT"] != str(seat.number):
                        if not self._by_mapper(hand, by_first, text, number):
                            return None
                        street, now = hand.street, hand.now
                    elif rule.form == SUMS_UP and rule.summarises and not rule.closes:
                        hand.summarised.add(seat.number)
                        span = placed((number, 1, end))
                        add(rule.event(seat.number, seat.player, *rule.values, span=span, raw=text, street=now))
                    elif not self._tell(hand, rule, seat, text, number, at):
                        return None
                else:
                    rule = lines(text)
                    if rule is None and amounts.lines.due(text):
                        rule = amounts.lines.learn(text, self._rule_of_line(text, hand.header.decimals))
                    if rule is None:
                        if not self._by_mapper(hand, by_first, text, number):
                            return None
                    elif not self._tell(hand, rule, None, text, number, 0):
                        return None
                    street, now = hand.street, hand.now
        return self._ended(hand, text, number)

    # --- lines -----------------------------------------------------------------------------------------

    def _seat(
        self, hand: SiteMapper, by_first: dict[str, tuple[Seated, ...]], text: str, number: int, end: int
    ) -> bool:
        """A player takes a seat. False where that is not as it should be, or their name not certain to be found."""
        match = self._newcomer.whole.fullmatch(text) if len(text) <= _LONGEST else None
        if match is None:
            return False
        place, name, printed = match.group("SEAT", "NAME", "STACK")
        seat_number = _SEAT_NUMBERS.get(place)
        seats = hand.seats
        if seat_number is None or seat_number in seats or len(seats) >= MOST_SEATS:
            return False
        if not name or len(name) > _LONGEST_NAME or name[:_KEY] in self._book.special:
            return False
        if len(name) < _KEY and any(start.startswith(name) for start in self._book.special):
            return False
        rivals = by_first.get(name[0], ())
        for rival in rivals:
            if name.startswith(rival.player) or rival.player.startswith(name):
                return False
        try:
            stack = printed_amount(printed, hand.header.decimals)
        except ValueError:
            return False
        seat = Seated(seat_number, name)
        hand.take(seat)
        by_first[name[0]] = (*rivals, seat)
        sits_out = match["SITTING_OUT"] is not None
        span = placed((number, 1, end))
        hand.events.append(SeatTaken(seat_number, name, stack, sits_out, span=span, raw=text, street=hand.now))
        return True

    def deal(self, hand: SiteMapper, seat: Seated, text: str, number: int, at: int) -> bool:
        """Deals the cards in the brackets of a line from `at` on. False where they are not what must come next."""
        raise NotImplementedError

    def _by_mapper(self, hand: SiteMapper, by_first: Mapping[str, Sequence[Seated]], text: str, number: int) -> bool:
        """Hands a line to the mapper. False where it is not an ordinary one."""
        line = self._book.read(text, number, 1, Roster(seat.player for seats in by_first.values() for seat in seats))
        hit = line.hit
        if hit is None or line.others or hit.role == "NEWCOMER" or hit.kind == self.deal_kind:
            return False
        seat = hand.seated_as(line.name) if line.name is not None else None
        if hit.role == "PLAYER" and seat is None:
            return False
        street, before = hand.street, len(hand.events)
        hand.handlers[line.type](hand, line, seat)
        for event in hand.events[before:]:
            if type(event) is LineUnknown or event.basis != "printed":
                return False
            if type(event) is StreetOpened and event.street <= street:
                return False
        return True

    @staticmethod
    def _tell(hand: SiteMapper, rule: Rule, seat: Seated | None, text: str, number: int, at: int) -> bool:
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
        if seat is not None:
            seat.folded = seat.folded or rule.folds
            seat.anted = seat.anted or rule.antes
            if rule.summarises:
                hand.summarised.add(seat.number)
        end = len(text.rstrip()) + 1
        for told in rule.tellings:
            span = (number, 1, end) if told.start is None else (number, at + told.start, at + told.end)
            street = hand.street if told.acts else hand.now
            lead = () if seat is None else (seat.number, seat.player)[: told.lead]
            hand.events.append(told.event(*lead, *told.values, span=placed(span), raw=text, street=street))
        return True

    @staticmethod
    def _ended(hand: SiteMapper, last: str, number: int) -> Parsed | None:
        """The hand once its last line is read; None where it breaks off, or seats are missing in its summary."""
        if not last or last.isspace() or hand.cut_by_site:
            return None
        if not hand.called_off:
            for seat in hand.seats.values():
                if (seat.anted or seat.dealt) and seat.number not in hand.summarised:
                    return None
            if hand.ends_early():
                return None
        span = Span(number, 1, len(last.rstrip()) + 1)
        hand.events.append(HandEnded(span=span, raw=last))
        missing = tuple(dict.fromkeys((*hand.missing, *hand.lacking())))
        result = hand.result
        return Parsed(
            hand.header, tuple(hand.events), "parsed", None, result.unsupported, False, result.header_span, missing
        )

    # --- rules -----------------------------------------------------------------------------------------

    def _rule_behind(self, tail: str, decimals: int) -> Rule | None:
        hit = self._book.actors[tail]
        if hit is None:
            return None

        def line(name: str, _: int) -> Line:
            return Line(name + tail, 1, 1, hit, hit.kind, hit.fields, name, len(name))

        return self._rule(hit, line, decimals)

    def _rule_of_seat(self, head: re.Match[str], tail: str, decimals: int) -> Rule | None:
        hit = self._book.special[self._seat_start[:_KEY]].headed[0].find(tail)
        if hit is None:
            return None
        before, after = head.string[: head.start("SEAT")], head.string[head.end("SEAT") : head.end()]

        def line(name: str, number: int) -> Line:
            text = f"{before}{number}{after}"
            place = len(text) + len(name)
            return Line(
                text + name + tail, 1, 1, hit, hit.kind, hit.fields, name, place, self._seat_head.match(text)
            )

        return self._rule(hit, line, decimals)

    def _rule_of_line(self, text: str, decimals: int) -> Rule | None:
        line = self._book.read(text, 1, 1, Roster())
        hit = line.hit
        if hit is None or hit.role is not None or line.others:
            return None
        return self._rule(hit, lambda _, __: line, decimals)

    def _rule(self, hit: Hit, line_for: Callable[[str, int], Line], decimals: int) -> Rule | None:
        """What the mapper makes of a line with that tail, whoever's; None where that depends on more of the hand."""
        if hit.kind in self.by_mapper or hit.kind == self.deal_kind or hit.role == "NEWCOMER":
            return None
        probes = [_Probe(self._mapper, decimals, *probe) for probe in _PROBES]
        for probe in probes:
            if not probe.ask(line_for(probe.seat.player, probe.seat.number), named=hit.role is not None):
                return None
        return _rule_of(*probes)


class _Probe:
    """A mapper that is asked what it makes of a line, in a hand of one made-up player."""

    def __init__(
        self, mapper: type[SiteMapper], decimals: int, name: str, number: int, committed: int, street: int, now: int
    ) -> None:
        self.hand = mapper(Parsed(Header("", "", decimals=decimals), ()), [])
        self.seat = self.hand.add_seat(number, name)
        self.seat.committed, self.seat.dealt = committed, True
        self.hand.street, self.hand.now, self.hand.level = street, now, committed
        self.was = (number, committed, street, now)

    def ask(self, line: Line, named: bool) -> bool:
        """Whether the mapper reads the line for what it says, and keeps no more of it than a rule can."""
        hand, seat, self.line = self.hand, self.seat, line
        before, header = _kept(hand), hand.header
        try:
            hand.handlers[line.type](hand, line, seat if named else None)
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
        known = hand.now == (opens if opens else 0 if closes else now) and (opens or hand.level == max(committed, seat.committed))
        return known, opens, closes, seat.folded, seat.anted, self.header, self.changed, *sorted(hand.told_once)

    def tellings(self) -> Iterator[Telling | None]:
        """The events as rules tell them; None for one that has more to it."""
        hand, seat, line = self.hand, self.seat, self.line
        for event in hand.events:
            names = [name for name in event.__struct_fields__ if name not in _OF_ALL_EVENTS]
            values = [getattr(event, name) for name in names]
            lead = 0
            for name, value in (("seat", seat.number), ("player", seat.player)):
                if names[lead : lead + 1] == [name] and values[lead] == value:
                    lead += 1
            told = Telling(type(event), lead, tuple(values[lead:]))
            told.acts = event.street != hand.now
            if event.street not in (hand.street, hand.now) or event.source or event.at or event.raw != line.text:
                yield None
            if event.span != (1, 1, len(line.text.rstrip()) + 1):
                told.start, told.end = event.span.column - line.at, event.span.end_column - line.at
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
        return _wager_rule(events[0], cast(Wager, others[0]), one, two)
    if (one.seat.committed, two.seat.committed) != (one.was[1], two.was[1]) and not one.effects[1]:
        return None
    tellings: list[Telling] = []
    for told, other in zip(one.tellings(), two.tellings(), strict=True):
        if told is None or other is None:
            return None
        if any(getattr(told, slot) != getattr(other, slot) for slot in Telling.__slots__):
            return None
        tellings.append(told)
    rule = Rule(tuple(tellings))
    _, rule.opens, rule.closes, rule.folds, rule.antes, rule.header, changed, *once = one.effects
    rule.totals, rule.summarises = "totalled" in changed, "summarised" in changed
    rule.once = once[0] if once else None
    plain = not (rule.opens or rule.header or rule.totals or rule.once)
    if rule.form == ACTS and not (plain and not rule.closes and not rule.antes and not rule.summarises):
        rule.form = TELLS
    if rule.form == SAYS and not (plain and not rule.folds and not rule.summarises and not (rule.antes and rule.closes)):
        rule.form = TELLS
    if rule.form == SUMS_UP and not (plain and not rule.folds and not rule.antes):
        rule.form = TELLS
    return rule


def _wager_rule(event: Wager, other: Wager, one: _Probe, two: _Probe) -> Rule | None:
    """A wager that adds so much, or comes to so much, whatever is in."""
    if any(type(wager) is not type(event) or wager.street != probe.was[2] for wager, probe in ((event, one), (other, two))):
        return None
    if one.effects[1:] != (0, False, False, False, {}, set()):
        return None
    by, others_by = getattr(event, "by", None), getattr(other, "by", None)
    if event.source or other.source or (event.all_in, by) != (other.all_in, others_by):
        return None
    rule = Rule((Telling(type(event), 1, ()),))
    rule.added, rule.to, rule.by, rule.all_in = event.added, event.to, by, event.all_in
    if event.added == other.added and other.to - event.to == two.was[1] - one.was[1] and by is None:
        rule.form = ADDS
    elif event.to == other.to and event.added - other.added == two.was[1] - one.was[1] and type(event) in (Raised, Completed):
        rule.form = COMES_TO
    else:
        return None
    return rule
