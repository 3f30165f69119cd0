"""A dialect's XML grammar as the shapes of its tags. How such a grammar is read is told in `xml.lark`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, cast

from stud_audit.ingest.grammar.shapes import NAME_ROLES, NameRole, ShapeReader

_ELEMENT_START: Final = re.compile(r"<(/?[A-Za-z_][\w.:-]*)")
_ATTRIBUTE_START: Final = re.compile(r" ([\w.:-]+)=\"([^\"]*)(\"?)")


@dataclass(frozen=True, slots=True)
class TagShape:
    """How tags of one kind look.

    `fixed` has the attribute that tells the kind, with its values. `fields` pairs the grammar's names with
    those of the attributes, and `content` names the text in the element. `naming` is the attribute that
    holds the player.
    """

    kind: str
    role: NameRole | None
    element: str
    fixed: tuple[str, frozenset[str]] | None
    required: frozenset[str]
    fields: tuple[tuple[str, str], ...]
    content: str | None = None
    naming: str | None = None


def tag_shapes(reader: ShapeReader, kind: str) -> Iterator[TagShape]:
    """The shapes of a kind of tag, one for each alternative at its top level."""
    for parts in reader.alternatives(kind):
        element, content, opened = "", None, False
        fixed: tuple[str, frozenset[str]] | None = None
        fields: dict[str, str] = {}
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
                attribute, values = _attribute(reader, part.field)
                if attribute is None:
                    continue
                if values:
                    fixed = (attribute, values)
                elif not part.field.startswith("_"):
                    fields[part.field] = attribute
                if not part.pattern.endswith(")?"):
                    required.add(attribute)
        role = next((cast(NameRole, field) for field in fields if field in NAME_ROLES), None)
        naming = fields[role] if role else None
        yield TagShape(kind, role, element, fixed, frozenset(required), tuple(fields.items()), content, naming)


def _attribute(reader: ShapeReader, terminal: str) -> tuple[str | None, frozenset[str]]:
    """The attribute that a sub-terminal describes, and the values that it fixes; None for what is no attribute."""
    name: str | None = None
    values: set[str] = set()
    for parts in reader.alternatives(terminal):
        start = _ATTRIBUTE_START.match(parts[0].literal or "")
        if start is None:
            return None, frozenset()
        name = start[1]
        if start[3]:
            values.add(start[2])
    return name, frozenset(values)


class Element:
    """The kinds of one element, by the value of the attribute that tells them apart.

    `orders` holds the orders of attributes that were met last, each as a pattern and the attributes' names:
    a program writes one element in very few ways.
    """

    __slots__ = ("_by_value", "_others", "_told_by", "orders")

    def __init__(self, shapes: list[TagShape]) -> None:
        told = {shape.fixed[0] for shape in shapes if shape.fixed}
        if len(told) > 1:
            raise ValueError(f"<{shapes[0].element}>: kinds are told by one attribute, not by {' and '.join(told)}")
        self._told_by = next(iter(told), "")
        self._others = tuple([shape for shape in shapes if not shape.fixed])
        self._by_value: dict[str, tuple[TagShape, ...]] = {
            value: tuple([shape for shape in shapes if not shape.fixed or value in shape.fixed[1]])
            for value in {value for shape in shapes if shape.fixed for value in shape.fixed[1]}
        }
        self.orders: list[tuple[re.Pattern[str], tuple[str, ...]]] = []

    def find(self, values: dict[str, str]) -> TagShape | None:
        """The shape that a tag with these attributes has."""
        for shape in self._by_value.get(values.get(self._told_by, ""), self._others):
            if values.keys() >= shape.required:
                return shape
        return None
