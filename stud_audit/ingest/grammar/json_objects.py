"""Logs that are JSON: a token for each object, as `tags` makes one for each tag.

Python's own reader of JSON gives values without their places, and nothing at all of a text with one fault.
Here a fault costs the member that it stands in, and a text that breaks off is read as far as it goes.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any, Final, cast

from stud_audit.ingest.dialect import Block
from stud_audit.ingest.grammar.lines import UNKNOWN, Line
from stud_audit.ingest.grammar.shapes import ShapeReader
from stud_audit.ingest.grammar.tag_shapes import Element, TagShape, tag_shapes
from stud_audit.model.spans import Span

_TOKEN: Final = re.compile(
    r"(?P<string>\"(?:[^\"\\\n]|\\.)*\")|(?P<mark>[{}\[\]:,])|(?P<plain>[^\s{}\[\]:,\"]+)|(?P<broken>\"[^\n]*)"
)
_DEEPEST: Final = 12
"""No object that means anything lies deeper: what does is passed over."""
_FINEST: Final = Decimal("1E-8")
"""Programs that calculate with binary fractions print 0.3 as 0.30000000000000004."""
_WIDEST: Final = 15


@dataclass(slots=True)
class Node:
    """A value: a text (None for null), a list, or an object; `start` and `end` are places in the block's text."""

    start: int
    end: int = 0
    text: str | None = None
    items: list[Node] | None = None
    members: dict[str, Node] | None = None


@dataclass(slots=True)
class Document:
    """What a text consists of: its first value, what could not be read, and whether it breaks off."""

    root: Node | None = None
    strays: list[tuple[int, int]] = field(default_factory=list)
    cut: bool = False


class JsonLine(Line, eq=False, gc=False):
    """An object with its kind and the values of its members. It stands on the line of what tells its kind."""

    finder: _Finder | None = None
    nodes: dict[str, Node] = {}  # noqa: RUF012  # a field of a struct, which has its own for each

    def spans(self, field: str) -> list[Span]:
        """The places of the elements of a list, or that of another value; none where the object lacks the field."""
        node = self.nodes.get(field)
        if node is None or self.finder is None:
            return []
        return [self.finder.span(item.start, item.end) for item in node.items or (node,)]

    def place(self, field: str) -> Span:
        """The place of a value, which may stand on a later line; that of the object where it lacks the field."""
        node = self.nodes.get(field)
        if node is None or self.finder is None:
            return Span(self.number, self.column, self.column + len(self.text))
        return self.finder.span(node.start, node.end)

    def columns(self, field: str) -> tuple[int, int]:
        """The columns of that place."""
        return self.place(field)[1:]


class JsonBook:
    """All kinds of objects of a dialect, arranged for finding the kind of an object."""

    def __init__(self, reader: ShapeReader, kinds: Sequence[str]) -> None:
        shapes = [shape for kind in kinds for shape in tag_shapes(reader, kind)]
        names = list(dict.fromkeys(shape.element.removeprefix("<") for shape in shapes))
        self._order = {name: place for place, name in enumerate(names)}
        self._elements = {name: Element([shape for shape in shapes if shape.element == name]) for name in names}
        self._root = names[0]

    def lines_of(self, block: Block) -> list[JsonLine]:
        """The objects of a hand in the order of the grammar: players before rounds, rounds before pots."""
        return self.read(block)[0]

    def read(self, block: Block) -> tuple[list[JsonLine], bool]:
        """The same, and whether the text breaks off."""
        document = _Scanner(block.text).document()
        finder = _Finder(block, self._elements, self._order)
        root = document.root
        inner = (root.members or {}).get(self._root, root) if root is not None else None
        lines = list(finder.objects(self._root, inner, {})) if inner is not None and inner.members is not None else []
        lines += [finder.stray(start, end) for start, end in document.strays]
        return lines, document.cut


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.found = Document()
        self._tokens = _TOKEN.finditer(text)
        self._token: re.Match[str] | None = None
        self._next()

    def document(self) -> Document:
        """The first value; marks around it belong to a list of hands."""
        while self._mark in ("[", ",", "]"):
            self._next()
        self.found.root = self._value(0)
        while self._token is not None:
            if self._mark not in (",", "]"):
                self._stray()
            else:
                self._next()
        return self.found

    def _next(self) -> None:
        self._token = next(self._tokens, None)

    @property
    def _mark(self) -> str | None:
        return self._token["mark"] if self._token is not None else None

    def _stray(self) -> None:
        """Passes over a token that can't stand here."""
        if self._token is not None:
            self.found.strays.append((self._token.end() - len(self._token[0].lstrip()), self._token.end()))
            self._next()

    def _value(self, depth: int) -> Node | None:
        token = self._token
        if token is None:
            self.found.cut = True
            return None
        start = token.end() - len(token[0].lstrip())
        if token["mark"] in ("{", "["):
            self._next()
            if depth > _DEEPEST:
                return self._passed_over(start)
            return self._object(start, depth) if token["mark"] == "{" else self._list(start, depth)
        if token["string"] is not None:
            self._next()
            return Node(start, token.end(), _unescaped(token["string"]))
        if token["plain"] is not None:
            # A number that the text ends in may go on.
            self._next()
            self.found.cut = self.found.cut or self._token is None
            return Node(start, token.end(), _plain(token["plain"]))
        self._broken(token)
        return None

    def _broken(self, token: re.Match[str]) -> None:
        if token["broken"] is not None and token.end() == len(self.text):
            self.found.cut = True
            self._next()
        else:
            self._stray()

    def _passed_over(self, start: int) -> Node:
        depth = 1
        while depth and self._token is not None:
            depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(self._mark or "", 0)
            self._next()
        self.found.cut = self.found.cut or depth > 0
        return Node(start)

    def _object(self, start: int, depth: int) -> Node | None:
        node = Node(start, members={})
        members: dict[str, Node] = {}
        while self._token is not None and self._mark != "}":
            token = self._token
            if token["mark"] == ",":
                self._next()
            elif token["string"] is None:
                if token["mark"] == "]":
                    break  # the bracket that closes the object is lost
                self._broken(token)
            else:
                self._next()
                key = _unescaped(token["string"])
                if self._mark != ":":
                    if self._token is not None:
                        self.found.strays.append((token.start("string"), token.end()))
                    continue
                self._next()
                value = self._value(depth + 1)
                if value is None:
                    continue
                if key in members:
                    self.found.strays.append((token.start("string"), value.end))
                else:
                    members[key] = value
        if self._token is None:
            self.found.cut = True
            if depth > 1 and not any(value.members or value.items for value in members.values()):
                return None  # what the text breaks off in says less than it should
        node.members = members
        return self._closed(node, "}")

    def _list(self, start: int, depth: int) -> Node:
        items: list[Node] = []
        while self._token is not None and self._mark != "]":
            if self._mark == ",":
                self._next()
            elif self._mark == "}":
                break  # the bracket that closes the list is lost
            else:
                value = self._value(depth + 1)
                if value is not None:
                    items.append(value)
        return self._closed(Node(start, items=items), "]")

    def _closed(self, node: Node, mark: str) -> Node:
        if self._token is None:
            self.found.cut = True
            node.end = len(self.text)
        elif self._mark == mark:
            node.end = self._token.end()
            self._next()
        else:
            node.end = self._token.start()
            self.found.strays.append((node.start, node.start + 1))
        return node


class _Finder:
    """Makes lines of the objects of a block."""

    def __init__(self, block: Block, elements: dict[str, Element], order: dict[str, int]) -> None:
        self.block, self.elements, self.order = block, elements, order
        self.starts = [0, *[match.end() for match in re.finditer("\n", block.text)]]

    def span(self, start: int, end: int) -> Span:
        """The place of a part of the text, as far as it stands on one line."""
        row = bisect_right(self.starts, start) - 1
        shift = (self.block.column if not row else 1) - self.starts[row]
        line_end = self.block.text.find("\n", start, end)
        return Span(self.block.line + row, start + shift, (end if line_end < 0 else line_end) + shift)

    def stray(self, start: int, end: int) -> JsonLine:
        """A piece of text that could not be read."""
        place = self.span(start, end)
        text = self.block.text[start : start + place.end_column - place.column]
        return JsonLine(text, place.line, place.column, None, UNKNOWN, {})

    def objects(self, name: str, node: Node, outer: dict[str, Node]) -> Iterator[JsonLine]:
        """An object under that name, and those in it."""
        members = node.members or {}
        plain: dict[str, Node] = dict(outer)
        inside: list[tuple[str, Node]] = []
        for key, value in members.items():
            if key in self.elements:
                inside += [(key, item) for item in (value.items or [value]) if item.members is not None]
            elif value.members is not None:
                plain |= {f"{key}.{of}": inner for of, inner in value.members.items()}
            else:
                plain[key] = value
        yield self.line(name, node, plain, inside)
        own = {f"{name}.{key}": value for key, value in members.items() if value.text is not None}
        for key, item in sorted(inside, key=lambda pair: self.order[pair[0]]):
            yield from self.objects(key, item, own)

    def line(self, name: str, node: Node, members: dict[str, Node], inside: list[tuple[str, Node]]) -> JsonLine:
        values = {key: text for key, value in members.items() if (text := _text(value)) is not None}
        shape: TagShape | None = self.elements[name].find(values)
        if shape is None:
            return self._at(node, members, None, inside)
        line = self._at(node, members, shape.fixed[0] if shape.fixed else None, inside)
        line.hit, line.type = cast("Any", shape), shape.kind  # the builder asks a hit for nothing but its role
        line.fields = {field: values.get(key) for field, key in shape.fields}
        line.name = values.get(shape.naming) if shape.naming else None
        line.seating = shape.role == "NEWCOMER"
        line.finder, line.nodes = self, {field: members[key] for field, key in shape.fields if key in values}
        return line

    def _at(
        self, node: Node, members: dict[str, Node], told_by: str | None, inside: list[tuple[str, Node]]
    ) -> JsonLine:
        """The line of an object: all of it where it stands on one, else that of the member that tells its kind."""
        end = min([node.end, *[item.start for _, item in inside if item.start > node.start]])
        telling = members.get(told_by or "") or next((v for v in members.values() if v.start > node.start), None)
        if telling is None or "\n" not in self.block.text[node.start : telling.end]:
            return self.stray(node.start, end)
        start = self.starts[bisect_right(self.starts, telling.start) - 1]
        indented = self.block.text[start : telling.end]
        return self.stray(telling.end - len(indented.lstrip()), telling.end)


def _text(node: Node) -> str | None:
    """A plain value as a text, and a list of such with blanks between them."""
    if node.items is not None:
        return " ".join(item.text for item in node.items if item.text is not None)
    return node.text


def _unescaped(string: str) -> str:
    """The text of a string, with U+FFFD for what is half of a character."""
    if "\\" in string:
        try:
            return str(json.loads(string, strict=False)).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        except ValueError:
            pass
    return string[1:-1]


@lru_cache(maxsize=8192)
def _plain(text: str) -> str | None:
    """A number as a plain decimal, and a word as it is; null is no value."""
    if text == "null":
        return None
    try:
        number = Decimal(text)
    except InvalidOperation:
        return text
    if not number.is_finite() or abs(number.adjusted()) > _WIDEST:
        return text
    return (
        f"{number.quantize(_FINEST).normalize():f}"
        if number != number.quantize(_FINEST) or "e" in text.lower()
        else text
    )
