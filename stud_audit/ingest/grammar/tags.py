"""Logs that are XML: a token for each tag, as `lines` makes one for each line.

The files are written by machines, and not all by the same version: attributes come in any order and are
added over time, one program writes a tag a line and another ten. So a log is cut into tags, and a tag is
told by its element and by the attributes to which the grammar gives a value (`type="FOLD"`). Nothing is
resolved but the references that XML itself defines: no entities, no document types, nothing from outside.
A tag that is broken is an unknown line and costs nothing but itself.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, cast

from stud_audit.ingest.dialect import Block
from stud_audit.ingest.grammar.lines import UNKNOWN, Line
from stud_audit.ingest.grammar.shapes import ShapeReader
from stud_audit.ingest.grammar.tag_shapes import Element, TagShape, tag_shapes

COMMENT: Final = "COMMENT"
_MEMORY: Final = 8192
"""Distinct tags remembered: players fold with the same words all night."""
_LONGEST: Final = 1000
_ORDERS: Final = 8
_MOST_JOINED: Final = 8
_MOST_ATTRIBUTES: Final = 40
"""Attributes up to which their order is remembered."""

# What follows a `<`: a tag, a comment, or an instruction.
_TAG: Final = re.compile(
    r"(?P<element>/?[A-Za-z_][\w.:-]*)"
    r"(?P<attributes>(?:\s+[\w.:-]+\s*=\s*(?:\"[^\"\n]*\"|'[^'\n]*'))*)\s*/?>"
    r"|!--(?s:.*?)-->|\?[^>]*\?>"
)
_ATTRIBUTE: Final = re.compile(r"([\w.:-]+)(\s*=\s*)(?:\"([^\"]*)\"|'([^']*)')")
_NAME: Final = re.compile(r"/?[\w.:-]+")
_CDATA: Final = re.compile(r"<!\[CDATA\[([^<&]*?)\]\]>")
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


def _opened(match: re.Match[str]) -> str:
    """The text of a CDATA section, in its columns."""
    return f"{' ' * (match.start(1) - match.start())}{match[1]}{' ' * (match.end() - match.end(1))}"


class Tag(Line, eq=False, gc=False):
    """A tag with its kind and the values of its attributes. Its text is that of its first line."""

    shape: TagShape | None = None

    def __getitem__(self, field: str) -> str:
        """The value of an attribute, or the text of the element; empty where there is none."""
        return self.fields.get(field) or ""

    def columns(self, field: str) -> tuple[int, int]:
        """The columns of a value in the file, the second exclusive: those of the tag where it is on a later line."""
        start, end = 0, len(self.text)
        if self.shape is not None:
            if field == self.shape.content:
                opening = _TAG.match(self.text, 1)
                if opening is not None and opening.end() < end:
                    start = opening.end()
                    closing = self.text.find("</", start)
                    end = closing if closing >= 0 else end  # it goes on in the next line
            else:
                attribute = dict(self.shape.fields).get(field, "")
                at = self.text.find(f' {attribute}="')
                if at >= 0:
                    start = at + len(attribute) + 3
                    end = self.text.find('"', start)
                elif found := re.search(rf"\s{re.escape(attribute)}\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", self.text):
                    start, end = found.span(found.lastindex or 0)
        return self.column + start, self.column + max(end, start)


class _Chunk(NamedTuple):
    """What stands between one `<` and the next, wherever that is: a tag with what follows it.

    `element` is None where there is no tag (a comment has the shape of comments). `end` is where the tag
    ends. `breaks` counts the line ends, and `last` is where the last line of the chunk begins.
    """

    element: str | None
    shape: TagShape | None
    fields: dict[str, str | None]
    name: str | None
    text: str
    end: int
    rest_is_blank: bool
    breaks: int
    last: int


class TagBook:
    """All kinds of tags of a dialect, arranged for finding the kind of a tag."""

    def __init__(self, reader: ShapeReader, kinds: Sequence[str]) -> None:
        shapes = [shape for kind in kinds for shape in tag_shapes(reader, kind)]
        self._elements = {
            element: Element([shape for shape in shapes if shape.element == element])
            for element in {shape.element for shape in shapes}
        }
        self._comment = next((shape for shape in shapes if shape.kind == COMMENT), None)
        self._seen: dict[str, _Chunk] = {}

    def lines_of(self, block: Block) -> Iterator[Tag]:
        """The tags of a hand, and the texts outside of tags."""
        return self.tags(block.text, block.line, block.column)

    def tags(self, text: str, number: int = 1, column: int = 1) -> Iterator[Tag]:
        """The tags of a text whose first character has this line and column."""
        plain = "<![CDATA[" not in text
        parts = (text if plain else _CDATA.sub(_opened, text)).split("<")
        seen, count, place, seating = self._seen, len(parts), 1, True
        comments = [i for i, part in enumerate(parts) if "-->" in part]
        before = parts[0]
        yield from _lines(before, number, column)
        number, column = _moved(before, number, column)
        while place < count:
            part = parts[place]
            chunk = seen.get(part) or self._read(part)
            if chunk.shape is None and chunk.element is None:
                # What is joined depends on what follows, and so is asked each time.
                last = (
                    _last_of_comment(parts, place, comments) if part.startswith("!--") else _last_of_tag(parts, place)
                )
                if last > place:
                    part, place = "<".join(parts[place : last + 1]), last
                    chunk = seen.get(part) or self._read(part)
            place += 1
            shape, content, closing = chunk.shape, None, ""
            if chunk.element and place < count and parts[place].startswith(f"/{chunk.element}>"):
                # An element with nothing but text in it is one with its closing tag.
                content, closing = part[chunk.end :], parts[place]
                place += 1
            if shape is None:
                if chunk.text:
                    yield Tag(chunk.text, number, column, None, UNKNOWN, {})
            else:
                fields, tag_text = chunk.fields, chunk.text
                if content is not None:
                    tag_text = f"<{part}</{chunk.element}>".partition("\n")[0]
                    if shape.content:
                        fields = {**fields, shape.content: unescaped(content if plain else content.strip())}
                takes_seat = seating and shape.role == "NEWCOMER"
                seating = takes_seat or (seating and shape.role is None)
                # The builder asks a hit for nothing but its role.
                hit = cast("Any", shape)
                yield Tag(
                    tag_text, number, column, hit, shape.kind, fields, chunk.name, seating=takes_seat, shape=shape
                )
            if content is None and not chunk.rest_is_blank:
                yield from _lines(part[chunk.end :], *_moved(f"<{part[: chunk.end]}", number, column))
            if chunk.breaks:
                number += chunk.breaks
                column = len(part) - chunk.last + 1
            else:
                column += len(part) + 1
            if content is not None:
                rest = closing.partition(">")[2]
                column += len(closing) - len(rest) + 1
                if rest:
                    yield from _lines(rest, number, column)
                    number, column = _moved(rest, number, column)

    def _read(self, part: str) -> _Chunk:
        values, end, name = self._values(part)
        shape: TagShape | None = None
        fields: dict[str, str | None] = {}
        player: str | None = None
        if values is not None:
            if name is None:
                shape = self._comment
            elif (element := self._elements.get(name)) is not None and (shape := element.find(values)) is not None:
                fields = {field: values.get(attribute) for field, attribute in shape.fields}
                if shape.content:
                    fields[shape.content] = ""
                if shape.naming:
                    player = values.get(shape.naming)
        text = f"<{part[:end]}"
        if "\n" in text:
            text = text.partition("\n")[0]
        rest = part[end:]
        breaks = part.count("\n")
        last = part.rfind("\n") + 1 if breaks else 0
        chunk = _Chunk(name, shape, fields, player, text.rstrip(), end, not rest or rest.isspace(), breaks, last)
        if len(part) < _LONGEST:
            if len(self._seen) >= _MEMORY:
                self._seen.clear()
            self._seen[part] = chunk
        return chunk

    def _values(self, part: str) -> tuple[dict[str, str] | None, int, str | None]:
        """The attributes of the tag that a chunk begins with, where it ends, and its element; None without one."""
        named = _NAME.match(part)
        element = self._elements.get(named[0]) if named else None
        if element is not None and named is not None:
            for pattern, names in element.orders:
                match = pattern.match(part)
                if match is not None:
                    values = dict(zip(names, match.groups(), strict=True))
                    if "&" in part:
                        values = {name: unescaped(value) for name, value in values.items()}
                    return values, match.end(), named[0]
        match = _TAG.match(part)
        if match is None:
            return None, len(part.partition("\n")[0]), None
        if match["element"] is None:
            return {}, match.end(), None
        found = _ATTRIBUTE.findall(match["attributes"])
        if (
            element is not None
            and len(found) <= _MOST_ATTRIBUTES
            and all(equals == "=" and not single for _, equals, _, single in found)
        ):
            names = tuple([name for name, *_ in found])
            body = "".join(rf"\s+{re.escape(name)}=\"([^\"\n]*)\"" for name in names)
            element.orders = [(re.compile(rf"{re.escape(match['element'])}{body}\s*/?>"), names), *element.orders]
            del element.orders[_ORDERS:]
        values = {name: unescaped(double or single) for name, _, double, single in found}
        return values, match.end(), match["element"]


def _last_of_comment(parts: list[str], place: int, ends: list[int]) -> int:
    """The last of the chunks that a comment consists of; `ends` are those in which one may end, rising."""
    following = bisect_right(ends, place)
    return ends[following] if following < len(ends) else place


def _last_of_tag(parts: list[str], place: int) -> int:
    """The last of the chunks that a tag consists of, where a `<` stands in one of its values."""
    longer = parts[place]
    for last in range(place + 1, min(place + _MOST_JOINED, len(parts) - 1) + 1):
        if "\n" in parts[last - 1]:
            break
        longer += f"<{parts[last]}"
        if _TAG.match(longer):
            return last
    return place


def _moved(text: str, number: int, column: int) -> tuple[int, int]:
    """Line and column behind a text that begins at this place."""
    breaks = text.count("\n")
    return (number + breaks, len(text) - text.rfind("\n")) if breaks else (number, column + len(text))


def _lines(text: str, number: int, column: int) -> Iterator[Tag]:
    """Text where none belongs, line by line."""
    for line in text.split("\n"):
        words = line.strip()
        if words:
            yield Tag(words, number, column + line.index(words), None, UNKNOWN, {})
        number, column = number + 1, 1
