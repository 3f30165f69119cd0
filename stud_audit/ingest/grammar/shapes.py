"""A dialect's grammar file as the shapes of its lines.

The `.lark` file is the only place where a line's shape is written. Lark reads it for the structure of a
hand; this module reads the same file with Lark's grammar of grammars and turns each line's terminal into
regular expressions. A sub-terminal that stands directly in a line's terminal is a field of the line and
becomes a named group, once a line; what a sub-terminal itself is made of stays inside that group. As in
Lark's trees, a name with a leading underscore is not kept.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final, Literal, cast

from lark import Lark, Token, Tree

NameRole = Literal["PLAYER", "ANYONE", "NEWCOMER"]
NAME_ROLES: Final = ("PLAYER", "ANYONE", "NEWCOMER")
LINE_END: Final = "EOL"

_Node = Tree[Token]


@dataclass(frozen=True, slots=True)
class Part:
    """One element of a line: its pattern, the field that it is, or the fixed text that it is."""

    pattern: str
    field: str | None = None
    literal: str | None = None
    any_case: bool = False

    @property
    def described(self) -> str:
        """The part as a person would call it."""
        if self.literal is not None:
            return repr(self.literal)
        return self.field.lower().replace("_", " ") if self.field else "more"


@dataclass(frozen=True, slots=True)
class Shape:
    """How lines of one kind look.

    Where a line holds a name, `head` matches what stands before it and `tail` what follows; both are
    matched against the text around a name that is already found. Without a name all of it is `tail`.
    `starts` are the fixed texts that such a line can begin with, `tail_start` the one that its tail
    begins with (empty where nothing is fixed). `whole` matches the line with any name, as group `NAME`.
    """

    kind: str
    role: NameRole | None
    parts: tuple[Part, ...]
    head: re.Pattern[str] | None
    tail: re.Pattern[str]
    starts: tuple[str, ...]
    tail_start: str
    whole: re.Pattern[str]


def grammar_path(name: str) -> Path:
    """The file of a grammar: in the installed package first, in the checkout second."""
    packaged = Path(str(resources.files("stud_audit"))) / "grammars" / f"{name}.lark"
    checkout = Path(__file__).resolve().parents[3] / "grammars" / f"{name}.lark"
    for path in (packaged, checkout):
        if path.is_file():
            return path
    raise FileNotFoundError(f"the grammar {name}.lark is neither in the package nor at {checkout}")


@lru_cache(maxsize=1)
def _grammar_of_grammars() -> Lark:
    return Lark.open_from_package("lark", "lark.lark", ["grammars"], parser="lalr")


@lru_cache
def _definitions(name: str) -> tuple[dict[str, _Node], frozenset[str]]:
    """The bodies of the terminals that the grammar `name` defines, and of its neighbours that it imports.

    As in Lark, a grammar's own terminal stands before a neighbour's of the same name. With them come the names of
    those that its rules mention.
    """
    own: dict[str, _Node] = {}
    found: dict[str, _Node] = {}
    used: set[str] = set()
    for statement in _grammar_of_grammars().parse(grammar_path(name).read_text("utf-8")).children:
        if not isinstance(statement, Tree):
            continue
        if statement.data == "multi_import":
            words = [str(token) for token in statement.scan_values(lambda _: True)]
            # All of the neighbour, since what is imported may be made of what is not.
            found |= _definitions(words[1])[0]
        elif statement.data == "rule":
            used.update(map(str, statement.scan_values(lambda word: isinstance(word, Token) and word.type == "TOKEN")))
        elif statement.data == "token":
            terminal, *_, body = statement.children
            if terminal in own:
                raise ValueError(f"{name}.lark: {terminal} is defined twice")
            own[str(terminal)] = cast(_Node, body)
    return found | own, frozenset(used)


class ShapeReader:
    """Turns the line terminals of one grammar into shapes."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.terminals, self.used = _definitions(name)

    def shapes(self, kind: str) -> Iterator[Shape]:
        """The shapes of a line kind, one for each alternative at its top level."""
        for parts in self.alternatives(kind):
            yield self._shape(kind, parts)

    def alternatives(self, terminal: str) -> Iterator[tuple[Part, ...]]:
        """The elements of each alternative at a terminal's top level."""
        body = _unwrapped(self.terminals[terminal])
        for alternative in body.children if body.data == "expansions" else (body,):
            yield tuple(self._parts(cast(_Node, alternative)))

    def _shape(self, kind: str, parts: tuple[Part, ...]) -> Shape:
        names = [index for index, part in enumerate(parts) if part.field in NAME_ROLES]
        if len(names) > 1:
            raise ValueError(f"{self._name}.lark: {kind} holds more than one name")
        head = parts[: names[0]] if names else ()
        tail = parts[names[0] + 1 :] if names else parts
        role = cast(NameRole, parts[names[0]].field) if names else None
        return Shape(
            kind=kind,
            role=role,
            parts=parts,
            head=re.compile(_joined(head)) if head else None,
            tail=re.compile(_joined(tail)),
            starts=_starts(head if names else tail),
            tail_start=_fixed_start(tail) if names else "",
            whole=re.compile(_joined(parts)),
        )

    def _parts(self, node: _Node) -> Iterator[Part]:
        node = _unwrapped(node)
        if node.data == "expansion":
            for child in node.children:
                yield from self._parts(cast(_Node, child))
            return
        pattern = self._pattern(node, fields=True)
        if node.data == "literal" and node.children[0].startswith('"'):  # type: ignore[union-attr]  # a token
            text, any_case = _string(str(node.children[0]))
            yield Part(pattern, literal=text, any_case=any_case)
        else:
            atom, _ = _atom_and_suffix(node)
            yield Part(pattern, field=str(atom.children[0]) if atom.data == "name" else None)

    def _pattern(self, node: _Node, *, fields: bool = False) -> str:
        """The node as a regular expression; with `fields`, the terminals that it names as named groups."""
        node = _unwrapped(node)
        match node.data:
            case "expansions":
                return "(?:" + "|".join(self._pattern(child, fields=fields) for child in _nodes(node)) + ")"
            case "expansion":
                return "".join(self._pattern(child, fields=fields) for child in _nodes(node))
            case "maybe":
                return f"(?:{self._pattern(_nodes(node)[0], fields=fields)})?"
            case "expr":
                atom, suffix = _atom_and_suffix(node)
                if fields and atom.data == "name" and suffix != "?":
                    return self._named(atom, f"(?:{self._pattern(atom)}){suffix}")
                return f"(?:{self._pattern(atom, fields=fields)}){suffix}"
            case "name":
                pattern = self._pattern(self.terminals[str(node.children[0])])
                return self._named(node, pattern) if fields else f"(?:{pattern})"
            case "literal":
                return _literal(str(node.children[0]))
            case other:
                raise ValueError(f"{self._name}.lark: {other} is not understood in a terminal")

    @staticmethod
    def _named(atom: _Node, pattern: str) -> str:
        name = str(atom.children[0])
        if name == LINE_END or name.startswith("_"):
            return f"(?:{pattern})"
        return f"(?P<{'NAME' if name in NAME_ROLES else name}>{pattern})"


def _nodes(node: _Node) -> list[_Node]:
    return [child for child in node.children if isinstance(child, Tree)]


def _unwrapped(node: _Node) -> _Node:
    """The node below wrappers that mean nothing in a terminal."""
    while (
        node.data == "alias"
        or (node.data in ("expansions", "expansion") and len(node.children) == 1)
        or (node.data == "expr" and not _atom_and_suffix(node)[1])
    ):
        node = cast(_Node, node.children[0])
    return node


def _atom_and_suffix(node: _Node) -> tuple[_Node, str]:
    if node.data != "expr":
        return node, ""
    atom, *operators = node.children
    words = [str(word) for word in operators if isinstance(word, Token)]
    suffix = "".join(words) if not words or words[0] in ("?", "*", "+") else "{" + ",".join(words) + "}"
    return _unwrapped(cast(_Node, atom)), suffix


def _string(token: str) -> tuple[str, bool]:
    any_case = token.endswith("i")
    return str(ast.literal_eval(token[:-1] if any_case else token)), any_case


def _literal(token: str) -> str:
    if token.startswith('"'):
        text, any_case = _string(token)
        return f"(?i:{re.escape(text)})" if any_case else re.escape(text)
    body, _, flags = token[1:].rpartition("/")
    return f"(?{flags}:{body})".replace("\\/", "/")


def _joined(parts: tuple[Part, ...]) -> str:
    return "".join(part.pattern for part in parts)


def _fixed_start(parts: tuple[Part, ...]) -> str:
    text = ""
    for part in parts:
        if part.literal is None or part.any_case:
            break
        text += part.literal
    return text


def _starts(parts: tuple[Part, ...]) -> tuple[str, ...]:
    fixed = _fixed_start(parts)
    if fixed:
        return (fixed,)
    if parts and parts[0].literal and parts[0].any_case:
        # Exports write it as the site does, or all in one case.
        text = parts[0].literal
        return tuple(dict.fromkeys((text, text.upper(), text.lower())))
    return ()
