"""What is learned of a site's lines by asking its mapper.

The mapper is asked twice, for two made-up players in two states of a hand. What it says and does alike for both is a
`Rule`; where it depends on more of the hand there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, cast

from msgspec.structs import replace

from stud_audit.ingest.dialect import Parsed
from stud_audit.ingest.grammar.lines import KEY, Line, LineBook, Roster
from stud_audit.ingest.mapping.readings import Readings, cut, cut_amounts
from stud_audit.ingest.mapping.rules import Found, Rules, Sample, Telling, ending, sample
from stud_audit.ingest.mapping.seat_lines import SeatLines
from stud_audit.ingest.mapping.site_mapper import SiteMapper
from stud_audit.model.events import Completed, LineUnknown, Raised, SeatSummarised, Wager
from stud_audit.model.hand import Header
from stud_audit.model.money import MoreDecimals
from stud_audit.model.rows import CHECKED, FOLDED, OTHER

DEAL: Final = "DEALT"
"""The kind of line that deals, of which there are no rules."""
_OF_HANDS: Final = frozenset(("hand_id", "played_at", "decimals"))
"""Of a header what is of one hand alone, or decides how its lines are read: no rule changes it."""
_PROBES: Final = (("Q", 91, 0, 71, 81), ("Zz", 92, 1, 72, 82))
"""Two players in the states of a hand to ask the mapper in: name, seat, chips in on the street, street, and now."""
_LOOKED_AT: Final = frozenset(("events", "seats", "_named", "level", "street", "now", "header"))
_FOR_GUESSES: Final = frozenset(("expected", "_last_seat", "behind", "_usual", "_sought"))

# Forms of rules: one `Final` each, which mypyc compiles to the number itself.
ACTS: Final = 0
"""An action without chips."""
ADDS: Final = 1
COMES_TO: Final = 2
"""A wager that adds so many chips, and one that comes to a total."""
SAYS: Final = 3
SUMS_UP: Final = 4
"""An event of a seat, and one that names the player too."""
OPENS: Final = 5
MARKS: Final = 6
"""The heading of a street, and another heading."""
TELLS: Final = 7
"""All else."""

LineOf = Callable[[str, str, int], Line | None]
"""Makes the line of a tail for a player of that name and seat; None where the tail is none of that sort."""


class Rule:
    """What a mapper makes of a tail, or of a line without a name."""

    def __init__(self, tellings: tuple[Telling, ...]) -> None:
        self.tellings = tellings
        self.event: Any = tellings[0].event if tellings else None
        self.values: tuple[Any, ...] = tellings[0].values if tellings else ()
        self.kind = tellings[0].kind if tellings else OTHER
        self.form = TELLS
        self.added = self.to = self.opens = self.end = 0
        self.by: int | None = None
        self.all_in = self.closes = self.folds = self.antes = self.totals = self.summarises = False
        self.header: dict[str, Any] = {}
        self._before: Header | None = None
        self._after: Header | None = None
        self.once: str | None = None

    def filled(self, tail: str, fills: Sequence[Any], spots: Sequence[tuple[int, int]]) -> Rule:
        """The rule of a tail with that in its holes."""
        rule = Rule(tuple([told.at(fills, spots) for told in self.tellings]))
        rule.form, rule.opens, rule.header, rule.once = self.form, self.opens, self.header, self.once
        rule.closes, rule.folds, rule.antes = self.closes, self.folds, self.antes
        rule.totals, rule.summarises = self.totals, self.summarises
        rule.end = ending(tail)
        return rule

    def in_header(self, header: Header) -> Header:
        """The header with what the line says of it. It is mostly that of the session, as in the hand before."""
        if self._after is None or self._before is not header:
            self._before, self._after = header, replace(header, **self.header)
        return self._after

    def simplify(self, named: bool, tail: str) -> None:
        """Takes a form that is told more quickly, where there is one."""
        if len(self.tellings) != 1 or self.header or self.totals or self.once:
            return
        only = self.tellings[0]
        self.end = ending(tail)
        if only.start is not None or only.place is not None:
            return
        does = self.folds, self.antes, self.summarises, self.closes, bool(self.opens)
        if not named:
            if not any(does[:3]) and not only.lead and not only.acts and not only.holes:
                self.form = OPENS if self.opens else MARKS
        elif only.acts:
            if self.kind in (FOLDED, CHECKED) and not any(does[1:]) and only.lead == 1 and not only.values:
                self.form = ACTS
        elif only.lead == 1 and not self.folds and not self.summarises and not self.opens:
            self.form = SAYS
        elif only.event is SeatSummarised and only.lead == 2 and does == (False, False, True, False, False):
            self.form = SUMS_UP


class LineRules:
    """The rules of lines of one sort, learned as they come: `known` are those of tails that are known as they are."""

    def __init__(self, mapper: type[SiteMapper], decimals: int, readings: Readings, line_of: LineOf) -> None:
        self._rules, self._decimals, self._readings = Rules(), decimals, readings
        self._ask = partial(learned, mapper, decimals, line_of)
        self.known: dict[str, Any] = self._rules.known

    def found(self, tail: str) -> Found | None:
        """The rule of a tail that is not known, with what fills its holes; None where the mapper is to be asked."""
        holed = cut(tail, self._decimals, self._readings) or cut_amounts(tail, self._decimals)
        found = self._rules.found(tail, holed, self._ask)
        if found is not None and found[1] and "[" not in tail and self._rules.due(tail):
            self._rules.learn(tail, found[0].filled(tail, *found[1:]))
        return found


class SiteRules:
    """The rules of a site's lines, for amounts of so many decimals.

    `behind` a player's name; behind one that a fixed start is before (`headed`), for which a line end, which no line
    contains, is between that start and the tail; behind the name `of_seats`; and `of_lines` without a name.
    """

    def __init__(
        self, book: LineBook, seats: SeatLines, mapper: type[SiteMapper], decimals: int, readings: Readings
    ) -> None:
        self._book = book
        self.behind = LineRules(mapper, decimals, readings, self._behind)
        self.headed = LineRules(mapper, decimals, readings, self._headed)
        self.of_seats = LineRules(mapper, decimals, readings, seats.line)
        self.of_lines = LineRules(mapper, decimals, readings, self._line)

    def _behind(self, tail: str, name: str, _: int) -> Line | None:
        hit = self._book.actors[tail]
        return None if hit is None else Line(name + tail, 1, 1, hit, hit.kind, hit.fields, name, len(name))

    def _headed(self, tail: str, name: str, _: int) -> Line | None:
        start, rest = tail.split("\n")
        group = self._book.special[start[:KEY]].headed[0]
        head, hit = group.head.match(start + name), group.find(rest)
        if hit is None or head is None:
            return None
        at = head.end() + len(name)
        return Line(start + name + rest, 1, 1, hit, hit.kind, hit.fields, name, at, head)

    def _line(self, text: str, _: str, __: int) -> Line | None:
        line = self._book.read(text, 1, 1, Roster())
        return None if line.hit is None or line.hit.role is not None or line.others else line


def learned(mapper: type[SiteMapper], decimals: int, line_of: LineOf, key: str) -> Rule | None:
    """What the mapper makes of a line with that tail, whoever's; None where that depends on more of the hand."""
    probes: list[_Probe] = []
    for which, asked in enumerate(_PROBES):
        filled = sample(key, which, decimals)
        probe = _Probe(mapper, decimals, filled, *asked)
        line = line_of(filled[0], probe.seat.player, probe.seat.number)
        if line is None or line.hit is None or line.hit.role == "NEWCOMER":
            return None
        if line.type == DEAL or not probe.ask(line):
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
            elif event.span != (1, 1, ending(line.text)):
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
    if one.effects != two.effects or not one.effects[0] or not _OF_HANDS.isdisjoint(one.header):
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
    rule.end = ending(one.line.text) - one.line.at
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
