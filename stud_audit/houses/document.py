"""A TOML file that knows the lines of its keys.

`tomllib` gives values without places. Places are wanted only for an error's text, so they are found
then, by reading the file again statement by statement. Mistakes are noted as they are found, so that all
those of a file come at once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from stud_audit.model.errors import HouseError
from stud_audit.model.nearest import did_you_mean

Place = tuple[str | int, ...]
"""Where something stands in a document: keys, and indices in arrays of tables."""

_TOLD: Final = 50
"""How many mistakes of a file are told."""

_HEADER: Final = re.compile(r"\s*(\[\[?)(.+?)\]\]?\s*(?:#.*)?")
_PART: Final = r"(?:[\w-]++|\"[^\"\n]*\"|'[^'\n]*')"
_KEY: Final = re.compile(rf"\s*({_PART}(?:\s*\.\s*{_PART})*)\s*=")
_LONGEST: Final = 1 << 18
"""Characters of a file: ten times the longest house."""
_MOST_BYTES: Final = 4 * _LONGEST
_MOST_LINES: Final = 400
"""Lines of one value."""
_DEEP_KEY: Final = re.compile(rf"(?<![\w-])(?:{_PART}[ \t]*\.[ \t]*){{12}}")
_AT_LINE: Final = re.compile(r"^(.*) \(at line (\d+), column \d+\)$")


class Document:
    """One TOML file: its `data`, its `raw` bytes, and its mistakes, which name its lines.

    With `head` the data are only those above its first table.
    """

    def __init__(self, path: Path, shown: str | None = None, *, head: bool = False) -> None:
        self.shown = shown or str(path)
        self._mistakes: dict[tuple[Place, str], None] = {}
        try:
            with path.open("rb") as file:
                self.raw = file.read(_MOST_BYTES + 1)
        except OSError as error:
            raise HouseError(f"{self.shown}: {error.strerror or error}") from None
        if len(self.raw) > _MOST_BYTES:  # cut, so that it need be no text
            raise self._too_long()
        try:
            self.text = self.raw.decode("utf-8-sig")
            if head:
                self.text = self.text.partition("\n[")[0]
            self._bound()
            self.data: dict[str, Any] = tomllib.loads(self.text, parse_float=Decimal)
        except UnicodeDecodeError:
            raise HouseError(f"{self.shown}: not UTF-8 text") from None
        except tomllib.TOMLDecodeError as error:
            raise self._broken(str(error)) from None
        except ValueError:  # Python reads no integer of thousands of digits
            longest = max(re.finditer(r"\d[\d_]*", self.text), key=lambda number: len(number[0]))
            line = self.text.count("\n", 0, longest.start()) + 1
            raise HouseError(f"{self.shown}:{line}: {longest[0][:40]}...: a number of too many digits") from None
        except RecursionError:
            raise HouseError(f"{self.shown}: not a house: its values lie too deep in one another") from None

    def _bound(self) -> None:
        """Refuses what would take `tomllib` all memory: it keeps every beginning of every dotted key."""
        if len(self.text) > _LONGEST:
            raise self._too_long()
        deep = _DEEP_KEY.search(self.text)
        if deep is not None:
            line = self.text.count("\n", 0, deep.start()) + 1
            raise HouseError(f"{self.shown}:{line}: {deep[0][:40]}...: a key of too many parts")

    def _too_long(self) -> HouseError:
        return HouseError(f"{self.shown}: not a house: more than {_LONGEST} characters")

    def wrong(self, path: Place, problem: str, word: str = "", known: Iterable[str] = ()) -> None:
        """Note a mistake at a key: a `word` that is none of those that are `known`, say."""
        if word and len(self._mistakes) < _TOLD:
            problem += did_you_mean(word, known)
        self._mistakes.setdefault((path, problem))

    @property
    def mistakes(self) -> list[str]:
        """What was noted, each with line and key, in the order of the lines; of very many only the first."""
        placed = [(self.line(path), path, problem) for path, problem in self._mistakes]
        placed.sort(key=lambda mistake: mistake[0])
        told = [
            f"{self.shown}:{line}: {'.'.join(part for part in path if isinstance(part, str))}: {problem}"
            for line, path, problem in placed[:_TOLD]
        ]
        more = len(placed) - len(told)
        return [*told, f"{self.shown}: {more} more mistakes"] if more else told

    def line(self, path: Place) -> int:
        """The line of a key, counted from 1: its own, or that of the nearest table around it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._lines:
                return self._lines[path[:length]]
        return 1

    @cached_property
    def _lines(self) -> dict[Place, int]:
        return _lines(self.text)

    def _broken(self, message: str) -> HouseError:
        match = _AT_LINE.match(message)
        line = int(match[2]) if match else self.text.count("\n") + 1
        return HouseError(f"{self.shown}:{line}: not valid TOML: {match[1] if match else message}")


def _lines(text: str) -> dict[Place, int]:
    """The first line of every table, and of every key that has a line of its own."""
    lines: dict[Place, int] = {}
    counts: dict[Place, int] = {}
    table: Place = ()
    statement, start = "", 1
    for number, line in enumerate(text.split("\n"), 1):
        if not statement:
            start = number
            header = _HEADER.fullmatch(line)
            if header is not None:
                table = _table(_keys(header[2] + " = 0"), header[1] == "[[", counts)
                lines.setdefault(table, number)
                continue
        statement += line + "\n"
        keys = _keys(statement)
        if keys is None and number - start < _MOST_LINES:
            continue  # a value that goes on over the next lines
        keys = keys or ()
        for length in range(1, len(keys) + 1):
            lines.setdefault(table + keys[:length], start)
        statement = ""
    return lines


def _keys(statement: str) -> tuple[str, ...] | None:
    """The dotted key that a statement sets, () for a comment or blank; None while it is incomplete."""
    try:
        tomllib.loads(statement)
    except tomllib.TOMLDecodeError:
        return None
    match = _KEY.match(statement)
    if match is None:
        return ()
    keys: list[str] = []
    value: Any = tomllib.loads(match[1] + " = 0")
    while isinstance(value, dict):
        ((key, value),) = value.items()
        keys.append(key)
    return tuple(keys)


def _table(keys: tuple[str, ...] | None, array: bool, counts: dict[Place, int]) -> Place:
    """The path of a table header; a table inside an array of tables belongs to its last member."""
    path: Place = ()
    for place, key in enumerate(keys or (), 1):
        path += (key,)
        if array and keys is not None and place == len(keys):
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path += (counts[path],)
    return path
