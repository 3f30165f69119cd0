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
_MEMORY: Final = 20_000
"""Distinct line ends remembered per index. Most lines end as thousands before them did (`: calls $0.04`)."""

_T = TypeVar("_T")
_Hit = tuple[Shape, re.Match[str]]


class Line:
    """A line of a hand with its kind, and with the name and fields of its first reading.

    `others` holds the further readings, in order. `seating` is set on the lines that give the hand its
    names. A field is asked for by its terminal's name. Lark takes a line as a token; it needs the `type`,
    and of the attributes at class level only that they are there.
    """

    __slots__ = ("at", "column", "head", "name", "number", "others", "seating", "shape", "tail", "text", "type")

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
        shape: Shape | None,
        name: str | None,
        at: int,
        head: re.Match[str] | None,
        tail: re.Match[str] | None,
        others: tuple[Line, ...] = (),
    ) -> None:
        self.text = text
        self.number = number
        self.column = column
        self.seating = False
        self.shape = shape
        self.type = UNKNOWN if shape is None else shape.kind
        self.name = name
        self.at = at
        self.head = head
        self.tail = tail
        self.others = others

    def get(self, field: str) -> str | None:
        """The text of a field, None where the line has no such field or does without it."""
        for match in (self.tail, self.head):
            if match is not None and field in match.re.groupindex:
                text: str | None = match[field]
                return text
        return None

    def __getitem__(self, field: str) -> str:
        """The text of a field, empty where there is none."""
        return self.get(field) or ""

    def columns(self, field: str) -> tuple[int, int]:
        """The columns of a field in the file, the second exclusive."""
        for match, at in ((self.tail, self.column + self.at), (self.head, self.column)):
            if match is not None and field in match.re.groupindex:
                start, end = match.span(field)
                return at + start, at + end
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

    def at(self, text: str, position: int) -> tuple[str, ...]:
        """The names that may begin here by their first character, the longest first."""
        return self._by_first.get(text[position : position + 1], self._nameless)


class _TailIndex:
    """Finds the shape whose tail a text is. Shapes earlier in the grammar go first."""

    def __init__(self, shapes: Iterable[Shape]) -> None:
        shapes = tuple(shapes)
        keys = {shape.tail_start[:_KEY] for shape in shapes}
        self._any = tuple(shape for shape in shapes if len(shape.tail_start) < _KEY)
        self._by_key = {
            key: tuple(s for s in shapes if len(s.tail_start) < _KEY or s.tail_start[:_KEY] == key) for key in keys
        }
        self._seen: dict[str, _Hit | None] = {}

    def find(self, tail: str) -> _Hit | None:
        try:
            return self._seen[tail]
        except KeyError:
            pass
        hit = None
        for shape in self._by_key.get(tail[:_KEY], self._any):
            match = shape.tail.fullmatch(tail)
            if match is not None:
                hit = (shape, match)
                break
        if len(self._seen) >= _MEMORY:
            self._seen.clear()
        self._seen[tail] = hit
        return hit


class _Headed:
    """The shapes that share what stands before the name."""

    def __init__(self, head: re.Pattern[str], shapes: Iterable[Shape]) -> None:
        self.head = head
        self.tails = _TailIndex(shapes)


class LineBook:
    """All shapes of a dialect, arranged for finding the readings of a line."""

    def __init__(self, shapes: Iterable[Shape]) -> None:
        shapes = tuple(shapes)
        named = tuple(s for s in shapes if s.role in ("PLAYER", "ANYONE"))
        self._newcomers = tuple(s for s in shapes if s.role == "NEWCOMER")
        self._actors = _TailIndex(s for s in named if s.head is None)
        self._headed = _by_start((_Headed(head, group), group[0].starts) for head, group in _by_head(named).items())
        self._fixed = _by_start((s, s.starts) for s in shapes if s.role is None and s.starts)
        loose = tuple(s for s in shapes if s.role is None and not s.starts)
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
                line = self._newcomer(text, number, column) if seating else None
                if line is not None:
                    line.seating = True
                    roster.add(line.name or "")
                else:
                    line = self._read(text, number, column, roster)
                    shape = line.shape
                    if seating and roster.names and shape is not None and shape.role != "ANYONE":
                        seating = shape.role == "PLAYER" and line.name not in roster.names
                yield line
            number += 1
            column = 1

    def _newcomer(self, text: str, number: int, column: int) -> Line | None:
        for shape in self._newcomers:
            if text.startswith(shape.starts or ""):
                match = shape.whole.fullmatch(text)
                if match is not None:
                    return Line(text, number, column, shape, match["NAME"], 0, None, match)
        return None

    def _read(self, text: str, number: int, column: int, roster: Roster) -> Line:
        found = [
            Line(text, number, column, hit[0], name, len(name), None, hit[1])
            for name in roster.at(text, 0)
            if text.startswith(name) and (hit := self._actors.find(text[len(name) :])) is not None
        ]
        key = text[:_KEY]
        if key in self._headed:
            for group in self._headed[key]:
                head = group.head.match(text)
                if head is not None:
                    position = head.end()
                    for name in roster.at(text, position):
                        if text.startswith(name, position):
                            end = position + len(name)
                            hit = group.tails.find(text[end:])
                            if hit is not None:
                                found.append(Line(text, number, column, hit[0], name, end, head, hit[1]))
        if key in self._fixed:
            for shape in self._fixed[key]:
                match = shape.tail.fullmatch(text)
                if match is not None:
                    found.append(Line(text, number, column, shape, None, 0, None, match))
                    break
        if not found:
            return self._stranger(text, number, column)
        if len(found) > 1:
            found.sort(key=lambda line: -len(line.name or ""))
            found[0].others = tuple(found[1:])
        return found[0]

    def _stranger(self, text: str, number: int, column: int) -> Line:
        """A line of nobody in the hand, or a line that is not known."""
        for shape in (*self._last, *self._newcomers):
            if shape.tail_start in text and text.startswith(shape.starts or ""):
                match = shape.whole.fullmatch(text)
                if match is not None:
                    name = match["NAME"] if shape.role else None
                    return Line(text, number, column, shape, name, 0, None, match)
        return Line(text, number, column, None, None, 0, None, None)


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
            if len(key) < _KEY:
                raise ValueError(f"a line's fixed start {key!r} is too short to tell it by")
            index[key] = (*index.get(key, ()), item)
    return index
