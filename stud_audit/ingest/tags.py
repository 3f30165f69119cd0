"""Logs that are XML: a token for each tag, as `lines` makes one for each line.

The files are written by machines, and not all by the same version: attributes come in any order and are
added over time, one program writes a tag a line and another ten. So a log is cut into tags, and a tag is
told by its element and by the attributes to which the grammar gives a value (`type="FOLD"`). Nothing is
resolved but the references that XML itself defines: no entities, no document types, nothing from outside.
A tag that is broken is an unknown line and costs nothing but itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final, cast

from lark import Lark
from lark.lexer import Lexer

from stud_audit.ingest.dialect import Block
from stud_audit.ingest.grammar import NAME_ROLES, NameRole, ShapeReader, grammar_path
from stud_audit.ingest.lalr import Section, SectionParser
from stud_audit.ingest.lines import UNKNOWN, Line

COMMENT: Final = "COMMENT"

_PIECE: Final = re.compile(
    # A tag, and up to its end the element that holds nothing but text.
    r"<(?P<close>/?)(?P<element>[A-Za-z_][\w.:-]*)"
    r"(?P<attributes>(?:\s+[\w.:-]+\s*=\s*(?:\"[^\"\n]*\"|'[^'\n]*'))*)\s*/?>"
    r"(?:(?P<content>[^<]*)</(?P=element)\s*>)?"
    r"|<!--(?s:.*?)-->|<\?[^>]*\?>"
    # What is left, up to the next tag or line.
    r"|<[^<\n]*|[^<\s][^<\n]*"
)
_ATTRIBUTE: Final = re.compile(r"([\w.:-]+)\s*=\s*\"([^\"]*)\"")
_EITHER_QUOTE: Final = re.compile(r"([\w.:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_ELEMENT_START: Final = re.compile(r"<(/?[A-Za-z_][\w.:-]*)")
_ATTRIBUTE_START: Final = re.compile(r" ([\w.:-]+)=\"([^\"]*)(\"?)")
_REFERENCE: Final = re.compile(r"&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(amp|lt|gt|quot|apos));")
_NAMED: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


def unescaped(text: str) -> str:
    """The text with the references that XML defines resolved. Any other stays as it is: there are no entities."""

    def resolve(match: re.Match[str]) -> str:
        if match[3]:
            return _NAMED[match[3]]
        code = int(match[1]) if match[1] else int(match[2], 16)
        return chr(code) if 0x20 <= code < 0xD800 or 0xE000 <= code < 0x110000 else match[0]

    return _REFERENCE.sub(resolve, text) if "&" in text else text


@dataclass(frozen=True, slots=True)
class TagShape:
    """How tags of one kind look.

    `fixed` has the attribute that tells the kind, with its values. `fields` pairs the grammar's names with
    those of the attributes; `content` is the name of the text in the element.
    """

    kind: str
    role: NameRole | None
    element: str
    fixed: tuple[str, frozenset[str]] | None
    required: frozenset[str]
    fields: tuple[tuple[str, str], ...]
    content: str | None

    @property
    def naming(self) -> str | None:
        """The attribute that holds the player."""
        return next((attribute for field, attribute in self.fields if field in NAME_ROLES), None)


class Tag(Line):
    """A tag with its kind and the values of its attributes. Its text is that of its first line."""

    __slots__ = ("shape",)

    def __init__(
        self,
        text: str,
        number: int,
        column: int,
        shape: TagShape | None,
        fields: dict[str, str | None],
        name: str | None,
    ) -> None:
        self.text = text
        self.number = number
        self.column = column
        self.shape = shape
        # The builder asks a hit for nothing but its role.
        self.hit = cast("Any", shape)
        self.type = UNKNOWN if shape is None else shape.kind
        self.fields = fields
        self.name = name
        self.at = 0
        self.head = None

    def __getitem__(self, field: str) -> str:
        """The value of an attribute, or the text of the element; empty where there is none."""
        return self.fields.get(field) or ""

    def columns(self, field: str) -> tuple[int, int]:
        """The columns of a value in the file, the second exclusive: those of the tag where it is on a later line."""
        start, end = 0, len(self.text)
        if self.shape is not None:
            if field == self.shape.content:
                start, end = self.text.find(">") + 1, self.text.rfind("</")
            else:
                attribute = dict(self.shape.fields)[field]
                at = self.text.find(f' {attribute}="')
                if at >= 0:
                    start = at + len(attribute) + 3
                    end = self.text.find('"', start)
                elif found := re.search(rf"\s{re.escape(attribute)}\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", self.text):
                    start, end = found.span(found.lastindex or 0)
        return self.column + start, self.column + max(end, start)


class SeatTag(Tag):
    """A tag that gives the hand one of its names."""

    __slots__ = ()

    seating: ClassVar[bool] = True


class TagReader(ShapeReader):
    """Turns the tag terminals of one grammar into shapes."""

    def tag_shapes(self, kind: str) -> Iterator[TagShape]:
        """The shapes of a kind of tag, one for each alternative at its top level."""
        for parts in self.alternatives(kind):
            element, content, opened = "", None, False
            fixed: tuple[str, frozenset[str]] | None = None
            fields: list[tuple[str, str]] = []
            required: set[str] = set()
            for part in parts:
                if part.literal is not None:
                    start = _ELEMENT_START.match(part.literal)
                    element = element or (start[1] if start else part.literal)
                    opened = opened or part.literal.endswith(">")
                elif part.field is None:
                    continue
                elif opened:
                    content = None if part.field.startswith("_") else part.field
                else:
                    attribute, values = self._attribute(part.field)
                    if attribute is None:
                        continue
                    if values:
                        fixed = (attribute, values)
                    elif not part.field.startswith("_"):
                        fields.append((part.field, attribute))
                    if not part.pattern.endswith(")?"):
                        required.add(attribute)
            roles = [field for field, _ in fields if field in NAME_ROLES]
            role = cast(NameRole, roles[0]) if roles else None
            yield TagShape(kind, role, element, fixed, frozenset(required), tuple(fields), content)

    def _attribute(self, terminal: str) -> tuple[str | None, frozenset[str]]:
        """The attribute that a sub-terminal describes, and the values that it fixes; None for what is no attribute."""
        name: str | None = None
        values: set[str] = set()
        for parts in self.alternatives(terminal):
            start = _ATTRIBUTE_START.match(parts[0].literal or "")
            if start is None:
                return None, frozenset()
            name = start[1]
            if start[3]:
                values.add(start[2])
        return name, frozenset(values)


class _Element:
    """The kinds of one element, by the value of the attribute that tells them apart."""

    __slots__ = ("attribute", "by_value", "others")

    def __init__(self, shapes: list[TagShape]) -> None:
        told = {shape.fixed[0] for shape in shapes if shape.fixed}
        if len(told) > 1:
            raise ValueError(f"<{shapes[0].element}>: kinds are told by one attribute, not by {' and '.join(told)}")
        self.attribute = next(iter(told), "")
        self.others = tuple([shape for shape in shapes if not shape.fixed])
        self.by_value: dict[str, tuple[TagShape, ...]] = {
            value: tuple([shape for shape in shapes if not shape.fixed or value in shape.fixed[1]])
            for value in {value for shape in shapes if shape.fixed for value in shape.fixed[1]}
        }


class TagBook:
    """All kinds of tags of a dialect, arranged for finding the kind of a tag."""

    def __init__(self, shapes: tuple[TagShape, ...]) -> None:
        self._elements = {
            element: _Element([shape for shape in shapes if shape.element == element])
            for element in {shape.element for shape in shapes}
        }
        self._naming = {id(shape): shape.naming for shape in shapes}
        self._comment = next((shape for shape in shapes if shape.kind == COMMENT), None)

    def tags(self, text: str, number: int = 1, column: int = 1) -> Iterator[Tag]:
        """The tags of a text whose first character has this line and column."""
        line_start, at = 1 - column, 0
        seating = True
        elements, naming = self._elements, self._naming
        for match in _PIECE.finditer(text):
            position = match.start()
            breaks = text.count("\n", at, position)
            if breaks:
                number += breaks
                line_start = text.rfind("\n", at, position) + 1
            at = position
            piece = match[0]
            if "\n" in piece:
                piece = piece.partition("\n")[0]
            close, name, attributes, content = match.groups()
            element = elements.get(close + name) if name else None
            if element is None:
                shape = self._comment if match[0].endswith(("-->", "?>")) else None
                yield Tag(piece.rstrip(), number, position - line_start + 1, shape, {}, None)
                continue
            values = _values(attributes)
            found = None
            for shape in element.by_value.get(values.get(element.attribute, ""), element.others):
                if values.keys() >= shape.required:
                    found = shape
                    break
            if found is None:
                yield Tag(piece, number, position - line_start + 1, None, {}, None)
                continue
            fields: dict[str, str | None] = {field: values.get(attribute) for field, attribute in found.fields}
            if found.content:
                fields[found.content] = unescaped(content or "")
            player = naming[id(found)]
            name = values.get(player) if player else None
            if found.role == "NEWCOMER" and seating:
                yield SeatTag(piece, number, position - line_start + 1, found, fields, name)
            else:
                seating = seating and found.role is None
                yield Tag(piece, number, position - line_start + 1, found, fields, name)


def _values(attributes: str) -> dict[str, str]:
    """The attributes of a tag by name."""
    if "'" in attributes or "&" in attributes:
        return {name: unescaped(double or single) for name, double, single in _EITHER_QUOTE.findall(attributes)}
    return dict(_ATTRIBUTE.findall(attributes))


class TagGrammar:
    """One dialect's grammar, built once per process."""

    def __init__(self, name: str) -> None:
        reader = TagReader(name)
        # As in `HandGrammar`: Lark wants its lexer before it has named the kinds.
        books: list[TagBook] = []

        class BoundLexer(Lexer):
            def __init__(self, _: Any) -> None:
                pass

            def lex(self, block: Block) -> Iterator[Tag]:  # type: ignore[override]  # Lark's custom input
                return books[0].tags(block.text, block.line, block.column)

        self._lark = Lark.open(
            str(grammar_path(name)), parser="lalr", lexer=BoundLexer, _plugins={"LALR_Parser": SectionParser}
        )
        used = {terminal.name for terminal in self._lark.terminals}
        kinds = [kind for kind in reader.terminals if kind in used and kind != UNKNOWN]
        self.book = TagBook(tuple([shape for kind in kinds for shape in reader.tag_shapes(kind)]))
        books.append(self.book)

    def parse(self, block: Block) -> list[Section]:
        """The sections of a hand. Every tag, and every text outside of tags, is in one of them."""
        return cast("list[Section]", self._lark.parse(block))


@lru_cache
def tag_grammar(name: str) -> TagGrammar:
    """The grammar of a dialect, built when first asked for."""
    return TagGrammar(name)
