"""A dialect's grammar file as the shapes of its lines.

The `.lark` file is the only place where a line's shape is written. Lark reads it for the structure of a
hand; this module reads the same file, in less time than it takes to load Lark, and turns each line's terminal into
regular expressions. Of Lark's language it reads what the grammars need, and refuses the rest (ranges, options in
square brackets, other directives) with its place in the file. A sub-terminal that stands directly in a line's
terminal is a field of the line and becomes a named group, once a line; what a sub-terminal itself is made of stays
inside that group. As in Lark's trees, a name with a leading underscore is not kept.
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

NameRole = Literal["PLAYER", "ANYONE", "NEWCOMER"]
NAME_ROLES: Final = ("PLAYER", "ANYONE", "NEWCOMER")
LINE_END: Final = "EOL"


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


_STATEMENT: Final = re.compile(
    r"^(?:%import +\.(?P<neighbour>\w+) *(?:\([\w, ]+\)|\.\w+) *|"
    r"(?P<name>[?!]*\w+)(?:\.-?\d+)? *:(?P<body>.*(?:\s*\n\s*\|.*)*))$",
    re.M,
)
_COMMENT: Final = re.compile(r"^[ \t]*(?://|#).*", re.M)
_WORD: Final = re.compile(r"\"(?:\\.|[^\"\\])*\"i?|(?://|#).*|/(?:\\.|[^/\\])+/[imslux]*|\w+|~ *\d+(?: *\.\. *\d+)?|\S")
_ATOM: Final = re.compile(r"\".*\"i?|/.+/[imslux]*|[^\W\d]\w*", re.S)
_COUNT: Final = re.compile(r"[?*+]|~.+")


@dataclass(frozen=True, slots=True)
class _Node:
    """A part of a terminal: `any` or `all` of its own parts, `some` of its one, a `name`, or a `literal`.

    `text` is the name, the literal, or how many there are of the one part, as a regular expression has it.
    """

    kind: Literal["any", "all", "some", "name", "literal"]
    text: str = ""
    parts: tuple[_Node, ...] = ()


@lru_cache
def _definitions(name: str) -> tuple[dict[str, _Node], frozenset[str]]:
    """The bodies of the terminals that the grammar `name` defines, and of its neighbours that it imports.

    As in Lark, a grammar's own terminal stands before a neighbour's of the same name. With them come the names of
    those that its rules mention. Raises `ValueError` for what is not read or not defined.
    """
    own: dict[str, _Node] = {}
    found: dict[str, _Node] = {}
    used: set[str] = set()
    mentioned: dict[str, int] = {}
    text = _COMMENT.sub("", grammar_path(name).read_text("utf-8"))
    place, at = f"{name}.lark", 0
    for statement in _STATEMENT.finditer(text):
        _is_read(text, at, statement.start(), place)
        at, defined = statement.end(), statement["name"]
        if defined is None:
            # All of the neighbour, since what is imported may be made of what is not.
            found |= _definitions(statement["neighbour"])[0]
            continue
        words = [word for word in _WORD.findall(statement["body"]) if not word.startswith(("//", "#"))]
        names = [word for word in words if word.isidentifier() and (word.isupper() or defined.isupper())]
        mentioned.update(dict.fromkeys(names, statement.start()))
        if not defined.isupper():
            used.update(names)
        elif defined in own:
            raise ValueError(f"{place}: {defined} is defined twice")
        else:
            words.reverse()
            own[defined] = _body(words)
            if words:
                raise ValueError(f"{place}:{_line(text, statement.start())}: {words[-1]!r} is not read in {defined}")
    _is_read(text, at, len(text), place)
    for word, start in mentioned.items():
        if word not in own and word not in found:
            raise ValueError(f"{place}:{_line(text, start)}: {word} is not defined")
    return found | own, frozenset(used)


def _is_read(text: str, start: int, end: int, place: str) -> None:
    """Raises where more than blanks stands between statements: it is none that is known here."""
    if rest := text[start:end].strip():
        line = _line(text, text.index(rest, start))
        raise ValueError(f"{place}:{line}: this is not read: {rest.splitlines()[0]}")


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _body(words: list[str]) -> _Node:
    """What some words, in reverse, begin with. Where a word can be no part of it, it stays with those behind it."""
    alternatives: list[list[_Node]] = [[]]
    while words:
        word, found = words[-1], alternatives[-1]
        if _ATOM.fullmatch(word):
            found.append(_Node("literal" if word[0] in '"/' else "name", word))
        elif word == "|":
            alternatives.append([])
        elif word == "(":
            words.pop()
            found.append(_body(words))
            if not words:
                words.append(word)
            if words[-1] != ")":
                break
        elif found and _COUNT.fullmatch(word):
            many = word if word[0] != "~" else "{" + word[1:].replace(" ", "").replace("..", ",") + "}"
            found.append(_Node("some", many, (found.pop(),)))
        else:
            break
        words.pop()
    nodes = [found[0] if len(found) == 1 else _Node("all", parts=tuple(found)) for found in alternatives]
    return nodes[0] if len(nodes) == 1 else _Node("any", parts=tuple(nodes))


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
        body = self.terminals[terminal]
        for alternative in body.parts if body.kind == "any" else (body,):
            yield tuple(self._parts(alternative))

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
        if node.kind == "all":
            for part in node.parts:
                yield from self._parts(part)
            return
        pattern = self._pattern(node, fields=True)
        if node.kind == "literal" and node.text[0] == '"':
            text, any_case = _string(node.text)
            yield Part(pattern, literal=text, any_case=any_case)
        else:
            atom = node.parts[0] if node.kind == "some" else node
            yield Part(pattern, field=atom.text if atom.kind == "name" else None)

    def _pattern(self, node: _Node, *, fields: bool = False) -> str:
        """The node as a regular expression; with `fields`, the terminals that it names as named groups."""
        match node.kind:
            case "any":
                return "(?:" + "|".join(self._pattern(part, fields=fields) for part in node.parts) + ")"
            case "all":
                return "".join(self._pattern(part, fields=fields) for part in node.parts)
            case "some":
                [part] = node.parts
                if fields and part.kind == "name" and node.text != "?":
                    return self._named(part.text, f"(?:{self._pattern(part)}){node.text}")
                return f"(?:{self._pattern(part, fields=fields)}){node.text}"
            case "name":
                pattern = self._pattern(self.terminals[node.text])
                return self._named(node.text, pattern) if fields else f"(?:{pattern})"
            case "literal":
                return _literal(node.text)

    @staticmethod
    def _named(name: str, pattern: str) -> str:
        if name == LINE_END or name.startswith("_"):
            return f"(?:{pattern})"
        return f"(?P<{'NAME' if name in NAME_ROLES else name}>{pattern})"


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
