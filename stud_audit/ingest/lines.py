"""One token a line: which kind of line a text is, and where its fields stand.

Names can hold any text (`a: folds`, `Bob [Ks Kd]`, nothing at all), so a line is not searched for a name:
the names of the hand, known from its seat lines, are matched at the line's start or behind its fixed
start, and the kind and the fields are read off what follows. Only a line that no seated name explains is
tried with a name that nobody has. Where several readings fit, all are kept (longest name first) for the
dialect, which knows the state of the hand. The kind of a line never depends on the lines around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import ClassVar, Final, TypeVar

from stud_audit.ingest.grammar import Shape

UNKNOWN: Final = "UNKNOWN"
_KEY: Final = 4
"""Characters of a fixed start by which lines are dispatched: enough to tell `: ca` from `: ch`."""
_MEMORY: Final = 8192
"""Distinct line ends remembered per index. Most lines end as thousands before them did (`: calls $0.04`)."""

_T = TypeVar("_T")


class Hit:
    """What fits behind a name, or a whole line without one: the shape, the match, and the text of its fields."""

    __slots__ = ("fields", "kind", "match", "role", "shape")

    def __init__(self, shape: Shape, match: re.Match[str]) -> None:
        self.shape = shape
        self.kind = shape.kind
        self.role = shape.role
        self.match = match
        self.fields: dict[str, str | None] = match.groupdict()


class Line:
    """A line of a hand with its kind, and with the name and fields of its first reading.

    `hit` is None for a line that is not known. `others` holds the further readings, in order. `seating`
    is set on the lines that give the hand its names. `fields` are those behind the name, or of the whole
    line, by the name of their terminal; `line["FIELD"]` also finds those before the name. Lark takes a
    line as a token; it needs the `type`, and of the attributes at class level only that they are there.
    """

    __slots__ = ("at", "column", "fields", "head", "hit", "name", "number", "others", "seating", "text", "type")

    start_pos: ClassVar[int] = 0
    line: ClassVar[int] = 0
    end_line: ClassVar[int] = 0
    end_column: ClassVar[int] = 0
    end_pos: ClassVar[int] = 0

    def __init__(
        self,
        text: str,
        number: int,
        column: int,
        hit: Hit | None,
        name: str | None = None,
        at: int = 0,
        head: re.Match[str] | None = None,
    ) -> None:
        self.text = text
        self.number = number
        self.column = column
        self.hit = hit
        if hit is None:
            self.type = UNKNOWN
            self.fields: dict[str, str | None] = {}
        else:
            self.type = hit.kind
            self.fields = hit.fields
        self.name = name
        self.at = at
        self.head = head
        self.others: tuple[Line, ...] = ()
        self.seating = False

    def __getitem__(self, field: str) -> str:
        """The text of a field, empty where there is none."""
        text = self.fields.get(field)
        if text is None and self.head is not None and field in self.head.re.groupindex:
            text = self.head[field]
        return text or ""

    def columns(self, field: str) -> tuple[int, int]:
        """The columns of a field in the file, the second exclusive."""
        if self.hit is not None and field in self.fields:
            start, end = self.hit.match.span(field)
            return self.column + self.at + start, self.column + self.at + end
        if self.head is not None:
            start, end = self.head.span(field)
            return self.column + start, self.column + end
        raise KeyError(f"{self.type} has no field {field}")


class Roster:
    """The names of a hand, ready to be matched at a place in a line."""

    __slots__ = ("_by_first", "_nameless", "names")

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names: list[str] = []
        self._by_first: dict[str, tuple[str, ...]] = {}
        self._nameless: tuple[str, ...] = ()
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """A further name; the same name twice is one name to match."""
        if name in self.names:
            return
        self.names.append(name)
        if not name:
            # An empty name fits anywhere, and always last.
            self._nameless = ("",)
            self._by_first = {first: (*names, "") for first, names in self._by_first.items()}
            return
        rivals = (*self._by_first.get(name[0], self._nameless), name)
        self._by_first[name[0]] = tuple(sorted(rivals, key=len, reverse=True))

    def at(self, first: str) -> tuple[str, ...]:
        """The names that may begin with this character (empty: at a line's end), the longest first."""
        return self._by_first.get(first, self._nameless)


class _Tails(dict[str, "Hit | None"]):
    """Finds the shape whose tail a text is, and remembers it. Shapes earlier in the grammar go first."""

    def __init__(self, shapes: Iterable[Shape]) -> None:
        shapes = tuple(shapes)
        self._any = tuple(shape for shape in shapes if len(shape.tail_start) < _KEY)
        self._by_key = {
            key: tuple(s for s in shapes if len(s.tail_start) < _KEY or s.tail_start[:_KEY] == key)
            for key in {shape.tail_start[:_KEY] for shape in shapes}
        }

    def __missing__(self, tail: str) -> Hit | None:
        hit = None
        for shape in self._by_key.get(tail[:_KEY], self._any):
            match = shape.tail.fullmatch(tail)
            if match is not None:
                hit = Hit(shape, match)
                break
        if len(self) >= _MEMORY:
            self.clear()
        self[tail] = hit
        return hit


class _Headed:
    """The shapes that share what stands before the name."""

    __slots__ = ("head", "tails")

    def __init__(self, head: re.Pattern[str], shapes: Iterable[Shape]) -> None:
        self.head = head
        self.tails = _Tails(shapes)


class LineBook:
    """All shapes of a dialect, arranged for finding the readings of a line."""

    def __init__(self, shapes: Iterable[Shape]) -> None:
        shapes = tuple(shapes)
        named = tuple(s for s in shapes if s.role in ("PLAYER", "ANYONE"))
        self._newcomers = tuple(s for s in shapes if s.role == "NEWCOMER")
        self._actors = _Tails(s for s in named if s.head is None)
        self._headed = _by_start((_Headed(head, group), group[0].starts) for head, group in _by_head(named).items())
        fixed = tuple(s for s in shapes if s.role is None and all(len(start) >= _KEY for start in s.starts or ("",)))
        self._fixed = _by_start((s, s.starts) for s in fixed)
        loose = tuple(s for s in shapes if s.role is None and s not in fixed)
        # A name that nobody has: first the kinds that need no seat, so that a stranger's talk stays talk.
        self._last = (*(s for s in named if s.role == "ANYONE"), *loose, *(s for s in named if s.role == "PLAYER"))

    def lines(self, texts: Iterable[str], number: int, column: int, roster: Roster) -> Iterator[Line]:
        """The tokens of a hand's lines, the first of which has this number and column; names go to `roster`.

        Only the block of seat lines that follows the header gives names: it ends with the first line that
        mentions a seated player, or that mentions nobody.
        """
        seating = True
        for text in texts:
            if text and not text.isspace():
                if seating:
                    line = self._seated(text, number, column)
                    if line is None:
                        line = self._read(text, number, column, roster)
                        if roster.names and line.hit is not None and line.hit.role != "ANYONE":
                            seating = line.hit.role == "PLAYER" and line.name not in roster.names
                    else:
                        line.seating = True
                        roster.add(line.name or "")
                    yield line
                else:
                    yield self._read(text, number, column, roster)
            number += 1
            column = 1

    def _seated(self, text: str, number: int, column: int) -> Line | None:
        for shape in self._newcomers:
            if text.startswith(shape.starts or ""):
                match = shape.whole.fullmatch(text)
                if match is not None:
                    return Line(text, number, column, Hit(shape, match), match["NAME"])
        return None

    def _read(self, text: str, number: int, column: int, roster: Roster) -> Line:
        found: Line | None = None
        others: list[Line] = []
        for name in roster.at(text[0]):
            if text.startswith(name):
                at = len(name)
                hit = self._actors[text[at:]]
                if hit is not None:
                    line = Line(text, number, column, hit, name, at)
                    if found is None:
                        found = line
                    else:
                        others.append(line)
        key = text[:_KEY]
        for group in self._headed.get(key, ()):
            head = group.head.match(text)
            if head is not None:
                position = head.end()
                for name in roster.at(text[position : position + 1]):
                    if text.startswith(name, position):
                        at = position + len(name)
                        hit = group.tails[text[at:]]
                        if hit is not None:
                            line = Line(text, number, column, hit, name, at, head)
                            if found is None:
                                found = line
                            else:
                                others.append(line)
        for shape in self._fixed.get(key, ()):
            match = shape.tail.fullmatch(text)
            if match is not None:
                line = Line(text, number, column, Hit(shape, match))
                if found is None:
                    found = line
                else:
                    others.append(line)
                break
        if found is None:
            return self._stranger(text, number, column)
        if others:
            found, *others = sorted((found, *others), key=lambda line: -len(line.name or ""))
            found.others = tuple(others)
        return found

    def _stranger(self, text: str, number: int, column: int) -> Line:
        """A line of nobody in the hand, or a line that is not known."""
        for shape in (*self._last, *self._newcomers):
            if shape.tail_start in text and text.startswith(shape.starts or ""):
                match = shape.whole.fullmatch(text)
                if match is not None:
                    name = match["NAME"] if shape.role else None
                    return Line(text, number, column, Hit(shape, match), name)
        return Line(text, number, column, None)


def _by_head(shapes: Iterable[Shape]) -> dict[re.Pattern[str], list[Shape]]:
    groups: dict[re.Pattern[str], list[Shape]] = {}
    for shape in shapes:
        if shape.head is not None:
            groups.setdefault(shape.head, []).append(shape)
    return groups


def _by_start(items: Iterable[tuple[_T, tuple[str, ...]]]) -> dict[str, tuple[_T, ...]]:
    index: dict[str, tuple[_T, ...]] = {}
    for item, starts in items:
        for key in dict.fromkeys(start[:_KEY] for start in starts):
            index[key] = (*index.get(key, ()), item)
    return index
