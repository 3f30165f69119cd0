"""One token a line: which kind of line a text is, and where its fields stand.

Names can hold any text (`a: folds`, `Bob [Ks Kd]`, nothing at all), so a line is not searched for a name:
the names of the hand, known from its seat lines, are matched at the line's start or behind its fixed
start, and the kind and the fields are read off what follows. Only a line that no seated name explains is
tried with a name that nobody has. Where several readings fit, all are kept (longest name first) for the
dialect, which knows the state of the hand. The kind of a line never depends on the lines around it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Final

from msgspec import Struct

from stud_audit.ingest.dialect import Block
from stud_audit.ingest.grammar.shapes import NameRole, Shape, ShapeReader
from stud_audit.model.hand import MOST_SEATS

UNKNOWN: Final = "UNKNOWN"
LONGEST_LINE: Final = 1 << 13
"""Characters of the longest line that a site is taken to write; chat is cut far below."""
_ROOMY: Final = 400
"""Characters up to which a line is read whatever is in it, which is nearly every line."""
_GAP: Final = 64 * " "
KEY: Final = 4
"""Characters of a fixed start by which lines are dispatched: enough to tell `: ca` from `: ch`."""
_MEMORY: Final = 8192
"""Distinct line ends remembered per index. Most lines end as thousands before them did (`: calls $0.04`)."""
_LONGEST: Final = 200
"""Characters of the longest that is remembered."""


class Hit(Struct, eq=False, gc=False):
    """What fits behind a name, or a whole line without one: its kind, what its name must be, and its fields."""

    kind: str
    role: NameRole | None
    match: re.Match[str]
    fields: dict[str, str | None]


def hit_of(shape: Shape, match: re.Match[str]) -> Hit:
    """What a shape has found."""
    return Hit(shape.kind, shape.role, match, match.groupdict())


class Line(Struct, eq=False, gc=False):
    """A line of a hand with its kind, and with the name and fields of its first reading.

    `hit` is None for a line that is not known. `others` holds the further readings, in order. `seating`
    is set on the lines that give the hand its names. `fields` are those behind the name, or of the whole
    line, by the name of their terminal; `line["FIELD"]` also finds those before the name. Lark takes a
    line as a token; it needs the `type`, and of the attributes at class level only that they are there.
    """

    text: str
    number: int
    column: int
    hit: Hit | None
    type: str
    fields: dict[str, str | None]
    name: str | None = None
    at: int = 0
    head: re.Match[str] | None = None
    others: tuple[Line, ...] = ()
    seating: bool = False

    start_pos: ClassVar[int] = 0
    line: ClassVar[int] = 0
    end_line: ClassVar[int] = 0
    end_column: ClassVar[int] = 0
    end_pos: ClassVar[int] = 0

    def __getitem__(self, field: str) -> str:
        """The text of a field, empty where there is none."""
        text = self.fields.get(field)
        if text is None and self.head is not None and field in self.head.re.groupindex:
            text = self.head[field]
        return text or ""

    def columns(self, field: str) -> tuple[int, int]:
        """The columns of a field in the file, the second exclusive; those of the line where it lacks the field."""
        if self.hit is not None and self.fields.get(field) is not None:
            start, end = self.hit.match.span(field)
            return self.column + self.at + start, self.column + self.at + end
        if self.head is not None and field in self.head.re.groupindex:
            start, end = self.head.span(field)
            return self.column + start, self.column + end
        return self.column, self.column + len(self.text)


def nameless_line(text: str, number: int, column: int, hit: Hit | None) -> Line:
    """A line without a name, or one that is not known."""
    if hit is None:
        return Line(text, number, column, None, UNKNOWN, {})
    return Line(text, number, column, hit, hit.kind, hit.fields)


class Roster:
    """The names of a hand, ready to be matched at a place in a line.

    `by_first` has those that begin with a character, longest first; where none does, `nameless` holds the
    empty name if somebody has it.
    """

    __slots__ = ("by_first", "nameless", "names")

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names: list[str] = []
        self.by_first: dict[str, tuple[str, ...]] = {}
        self.nameless: tuple[str, ...] = ()
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """A further name; the same name twice is one name to match. More than any table seats are not taken."""
        if name in self.names or len(self.names) > MOST_SEATS:
            return
        self.names.append(name)
        if not name:
            # An empty name fits anywhere, and always last.
            self.nameless = ("",)
            self.by_first = {first: (*names, "") for first, names in self.by_first.items()}
            return
        rivals = (*self.by_first.get(name[0], self.nameless), name)
        self.by_first[name[0]] = tuple(sorted(rivals, key=len, reverse=True))


class Tails(dict[str, "Hit | None"]):
    """Finds the shape whose tail a text is, and remembers it. Shapes earlier in the grammar go first."""

    def __init__(self, shapes: Iterable[Shape]) -> None:
        shapes = tuple(shapes)
        # Where there is no choice of kinds, finding is as quick as remembering (and dealt cards seldom come again).
        self.find: Callable[[str], Hit | None] = self.__getitem__ if len(shapes) > 1 else self._found
        self._any = tuple(shape for shape in shapes if len(shape.tail_start) < KEY)
        self._by_key = {
            key: tuple(s for s in shapes if len(s.tail_start) < KEY or s.tail_start[:KEY] == key)
            for key in {shape.tail_start[:KEY] for shape in shapes}
        }

    def __missing__(self, tail: str) -> Hit | None:
        hit = self._found(tail)
        if len(tail) <= _LONGEST:
            if len(self) >= _MEMORY:
                self.clear()
            self[tail] = hit
        return hit

    def _found(self, tail: str) -> Hit | None:
        for shape in self._by_key.get(tail[:KEY], self._any):
            match = shape.tail.fullmatch(tail)
            if match is not None:
                return hit_of(shape, match)
        return None


class Headed:
    """The shapes that share what stands before the name. `literal` is that, where it is all fixed."""

    __slots__ = ("find", "head", "literal", "width")

    def __init__(self, head: re.Pattern[str], shapes: Iterable[Shape]) -> None:
        shapes = tuple(shapes)
        self.head = head
        fixed = "".join(shapes[0].starts[:1])
        self.literal = fixed if re.escape(fixed) == head.pattern else None
        self.width = len(fixed)
        self.find = Tails(shapes).find


class Special:
    """What a line can be by its fixed start: kinds with a name behind it, and kinds without a name."""

    __slots__ = ("fixed", "headed")

    def __init__(self) -> None:
        self.headed: tuple[Headed, ...] = ()
        self.fixed: tuple[Shape, ...] = ()


class LineBook:
    """All shapes of a dialect, arranged for finding the readings of a line.

    A line longer than `longest` is not known, nor a long one with a gap of many blanks: no site writes such, and fields
    that may be any text, or end in blanks, would be sought in it in every way.
    """

    def __init__(self, reader: ShapeReader, kinds: Sequence[str], longest: int = LONGEST_LINE) -> None:
        self.longest = longest
        self.shapes_of = {kind: tuple(reader.shapes(kind)) for kind in kinds}
        shapes = tuple(shape for kind in kinds for shape in self.shapes_of[kind])
        named = tuple(s for s in shapes if s.role in ("PLAYER", "ANYONE"))
        self.newcomers = tuple(s for s in shapes if s.role == "NEWCOMER")
        self.actors = Tails(s for s in named if s.head is None)
        fixed = tuple(s for s in shapes if s.role is None and all(len(start) >= KEY for start in s.starts or ("",)))
        self.special: dict[str, Special] = {}
        for head, group in _by_head(named).items():
            headed = Headed(head, group)
            for special in self._specials(group[0].starts):
                special.headed += (headed,)
        for shape in fixed:
            for special in self._specials(shape.starts):
                special.fixed += (shape,)
        loose = tuple(s for s in shapes if s.role is None and s not in fixed)
        # A name that nobody has: first the kinds that need no seat, so that a stranger's talk stays talk.
        self._last = (*(s for s in named if s.role == "ANYONE"), *loose, *(s for s in named if s.role == "PLAYER"))

    def _specials(self, starts: tuple[str, ...]) -> list[Special]:
        return [self.special.setdefault(key, Special()) for key in dict.fromkeys(start[:KEY] for start in starts)]

    def explain(self, text: str, kinds: Iterable[str]) -> tuple[int, str]:
        """Where a line that should have been of one of these kinds stops to fit (from 0), and what was expected."""
        best = (-1, 0, "")
        for shape in (shape for kind in kinds for shape in self.shapes_of[kind]):
            fitting, column = 0, 0
            for count in range(1, len(shape.parts)):
                match = re.match("".join(part.pattern for part in shape.parts[:count]), text)
                if match is None:
                    break
                fitting, column = count, match.end()
            best = max(best, (column, fitting, shape.parts[fitting].described))
        return best[0], best[2]

    def lines_of(self, block: Block) -> list[Line]:
        """The tokens of all lines of a hand that are not blank."""
        return self.lines(block.text.split("\n"), block.line, block.column, Roster())

    def lines(self, texts: Iterable[str], number: int, column: int, roster: Roster) -> list[Line]:
        """The tokens of lines, the first of which has this number and column; names go to `roster`.

        Only the block of seat lines that follows the header gives names: it ends with the first line that
        mentions a seated player, or that mentions nobody.
        """
        lines: list[Line] = []
        numbered = enumerate(texts, number)
        for number, text in numbered:
            if text and not text.isspace():
                line, seating = self._while_seating(text, number, column, roster)
                lines.append(line)
                if not seating:
                    break
            column = 1
        read = self.read
        lines += [read(text, number, 1, roster) for number, text in numbered if text and not text.isspace()]
        return lines

    def _while_seating(self, text: str, number: int, column: int, roster: Roster) -> tuple[Line, bool]:
        """A line before or in the block of seat lines, and whether the block goes on."""
        for shape in () if len(text) > _ROOMY and self._beyond(text) else self.newcomers:
            if text.startswith(shape.starts or ""):
                match = shape.whole.fullmatch(text)
                if match is not None:
                    hit, name = hit_of(shape, match), match["NAME"]
                    roster.add(name)
                    return Line(text, number, column, hit, hit.kind, hit.fields, name, seating=True), True
        line = self.read(text, number, column, roster)
        role = line.hit.role if line.hit is not None else "ANYONE"
        return line, not roster.names or role == "ANYONE" or (role == "PLAYER" and line.name not in roster.names)

    def _beyond(self, text: str) -> bool:
        """Whether no site writes a line that is longer than `_ROOMY`."""
        return len(text) > self.longest or (_GAP in text and self.longest == LONGEST_LINE)

    def read(self, text: str, number: int, column: int, roster: Roster) -> Line:
        """A line with its readings, by the names of the hand so far."""
        if len(text) > _ROOMY and self._beyond(text):
            return nameless_line(text, number, column, None)
        readings: list[Line] = []
        for name in roster.by_first.get(text[0], roster.nameless):
            at = len(name)
            if text[:at] == name:
                hit = self.actors[text[at:]]
                if hit is not None:
                    readings.append(Line(text, number, column, hit, hit.kind, hit.fields, name, at))
        special = self.special.get(text[:KEY])
        if special is not None:
            if special.headed:
                self._read_headed(readings, special, text, number, column, roster)
            for shape in special.fixed:
                match = shape.tail.fullmatch(text)
                if match is not None:
                    readings.append(nameless_line(text, number, column, hit_of(shape, match)))
                    break
        if len(readings) == 1:
            return readings[0]
        if not readings:
            return self._stranger(text, number, column)
        line, *others = sorted(readings, key=lambda line: -len(line.name or ""))
        line.others = tuple(others)
        return line

    @staticmethod
    def _read_headed(
        readings: list[Line], special: Special, text: str, number: int, column: int, roster: Roster
    ) -> None:
        """The readings with a name behind a line's fixed start."""
        for group in special.headed:
            head, position = None, group.width
            if group.literal is None:
                head = group.head.match(text)
                if head is None:
                    continue
                position = head.end()
            elif text[:position] != group.literal:
                continue
            for name in roster.by_first.get(text[position : position + 1], roster.nameless):
                at = position + len(name)
                if text[position:at] == name:
                    hit = group.find(text[at:])
                    if hit is not None:
                        readings.append(Line(text, number, column, hit, hit.kind, hit.fields, name, at, head))

    def _stranger(self, text: str, number: int, column: int) -> Line:
        """A line of nobody in the hand, or a line that is not known."""
        for shape in (*self._last, *self.newcomers):
            if shape.tail_start in text and text.startswith(shape.starts or ""):
                match = shape.whole.fullmatch(text)
                if match is not None:
                    line = nameless_line(text, number, column, hit_of(shape, match))
                    line.name = match["NAME"] if shape.role else None
                    return line
        return nameless_line(text, number, column, None)


def _by_head(shapes: Iterable[Shape]) -> dict[re.Pattern[str], list[Shape]]:
    groups: dict[re.Pattern[str], list[Shape]] = {}
    for shape in shapes:
        if shape.head is not None:
            groups.setdefault(shape.head, []).append(shape)
    return groups
