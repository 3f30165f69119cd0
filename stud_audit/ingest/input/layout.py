"""Hands as forums, mails, and editors leave them: quoted (`> `), indented, or with a blank line after every line.

The text is handed on as it was before that, and where each of its lines stands in the file is kept. Text is taken for
such a copy from a line on that is a hand's header, or a session's, once its marks, or the blank lines below it, are
gone: a quote up to the first line without the same marks, doubled lines up to two that follow each other. All other
text stays as it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from os.path import commonprefix
from typing import Final

from stud_audit.ingest.dialect import Block
from stud_audit.model.spans import Place

_AHEAD: Final = 4096
"""Code points that must follow a line before it is looked at."""
_LINES_AHEAD: Final = 16
_TAGS_AHEAD: Final = 64
"""Lines of a copy that its beginning is told by; the head of a session in tags is longer."""
_LONGEST: Final = 1 << 20
"""A longer line belongs to no copy."""
_GAP: Final = r"\n[ \t\xa0]*+(?:\n[ \t\xa0]*+\n[ \t\xa0]*+)?\n"
"""One blank line, or the three that come of one that was there before the lines were doubled."""
_LINE: Final = r"(?=[ \t\xa0]*+\S)[^\n]*+"
_DOUBLED: Final = re.compile(rf"\n{_LINE}(?:{_GAP}{_LINE}){{3}}")
_MARKS: Final = re.compile(r"\n([ \t\xa0]*+(?:[>|][ \t\xa0]*+)*+)(?=[A-Za-z#*<])")
_UNUSUAL: Final = re.compile(r"\n(?=[ \t\xa0>|\n])")
"""Before a line that may be of a quote, or that follows one that may be doubled."""
_EMPTY: Final = " \t\r\v\f\xa0>|"


class Layout:
    """Takes the text of one file; `starts` tells whether a hand begins with the second line of what it is given."""

    def __init__(self, starts: Callable[[str], object]) -> None:
        self._starts = starts
        # As in the splitter, a line end precedes the first line.
        self._buffer = "\n"
        self._marks: str | None = None
        """What precedes the lines of a quote; None outside of copies."""
        self._doubled = False
        self._kept: str | None = None
        """Of doubled lines the last one, while the blank line that belongs to it has not come."""
        self._plain, self._line = 1, 1
        """The numbers of the next line, in the text handed on and in the file."""
        self._runs: list[tuple[int, Place]] = [(1, Place(1, ""))]
        self._ends: list[int] = []
        """The lines of the text before which a quote ends."""

    def feed(self, text: str, last: bool = False) -> str:
        """As much of the text so far as is decided, and was not handed on yet."""
        self._buffer += text
        pieces: list[str] = []
        while self._copied(pieces, last) if self._marks is not None else self._others(pieces, last):
            pass
        return "".join(pieces)

    def place(self, line: int) -> Place:
        """Where a line of the text stands in the file."""
        first, place = self._runs[bisect_right(self._runs, line, key=lambda run: run[0]) - 1]
        return Place(place.line + line - first, place.marks)

    def places(self, first: int, last: int) -> tuple[Place, ...]:
        """The same of several lines; none where they are lines of the file as they are, one after the other."""
        run = bisect_right(self._runs, first, key=lambda run: run[0]) - 1
        alone = run + 1 == len(self._runs) or self._runs[run + 1][0] > last
        return () if alone and not self._runs[run][1].marks else tuple(map(self.place, range(first, last + 1)))

    def quote_end(self, line: int) -> int | None:
        """Before which later line a quote ends, which no hand in it outlasts."""
        at = bisect_right(self._ends, line)
        return self._ends[at] if at < len(self._ends) else None

    def forget(self, line: int) -> None:
        """Lines before this one are not asked for any more."""
        del self._ends[: bisect_right(self._ends, line)]
        if len(self._runs) > 1:
            del self._runs[: bisect_right(self._runs, line, key=lambda run: run[0]) - 1]

    def _others(self, pieces: list[str], last: bool) -> bool:
        """Hands on what precedes the next copy; false where more text is needed."""
        decided = len(self._buffer) if last else len(self._buffer) - _AHEAD
        for found in _UNUSUAL.finditer(self._buffer):
            before, marks = found.start(), ""
            if match := _MARKS.match(self._buffer, before):
                marks = match[1]
                if self._buffer[match.end()] == "<" and not marks.strip(" \t"):
                    continue  # tags are indented by themselves
            else:
                before = self._buffer.rfind("\n", 0, before)
            if before >= decided:
                break
            if before >= 0 and (marks or _DOUBLED.match(self._buffer, before)) and self._opens(before + 1, marks):
                self._hand_on(pieces, before + 1)
                return True
        self._hand_on(pieces, decided)
        return False

    def _opens(self, at: int, marks: str) -> bool:
        """Whether a copy begins at a place of the buffer; if so, what it is like is noted."""
        lines = list(_view(self._buffer[at : at + _AHEAD], marks))
        doubled = _DOUBLED.match("\n" + "\n".join(lines)) is not None
        if not self._starts("\n" + "\n".join(_halved(lines) if doubled else lines)):
            return False
        self._marks, self._doubled, self._kept = marks, doubled, None
        return True

    def _hand_on(self, pieces: list[str], end: int) -> None:
        """Takes what stands before a place of the buffer, all but its first character, which was taken before."""
        if end <= 1:
            return
        text = self._buffer[1:end]
        lines = text.count("\n")
        self._plain, self._line = self._plain + lines, self._line + lines
        self._buffer = self._buffer[end - 1 :]
        pieces.append(text)

    def _copied(self, pieces: list[str], last: bool) -> bool:
        """Hands on the lines of a copy; false where more text is needed."""
        marks, at = self._marks or "", 1
        while (end := self._buffer.find("\n", at)) >= 0 or (last and at < len(self._buffer)):
            line, ending = (self._buffer[at:end], "\n") if end >= 0 else (self._buffer[at:], "")
            text = _unmarked(line, marks)
            if text is not None and self._doubled and self._kept and is_full(self._kept) and is_full(text):
                self._doubled = False  # no blank line came between
                text = text if marks else None
            if text is None:
                self._marks = None
                break
            at += len(line) + len(ending)
            if self._doubled and self._kept is not None and not is_full(text):
                self._kept = None
            else:
                self._note(Place(self._line, line[: len(line) - len(text)]))
                pieces.append(text + ending)
                self._plain, self._kept = self._plain + 1, text
            self._line += 1
        self._buffer = "\n" + self._buffer[at:]
        if self._marks is not None and len(self._buffer) < _LONGEST:
            return False
        self._marks = None
        self._note(Place(self._line, ""))
        if marks:
            self._ends.append(self._plain)
        return True

    def _note(self, place: Place) -> None:
        """The next line of the text stands there."""
        if self.place(self._plain) != place:
            self._runs.append((self._plain, place))


def is_full(text: str) -> bool:
    """Whether a line has more than blanks and the marks of a quote."""
    return bool(text.strip(_EMPTY))


def _unmarked(line: str, marks: str) -> str | None:
    """A line without the marks before it; None where it lacks them."""
    if line.startswith(marks):
        return line[len(marks) :]
    return None if is_full(line) else ""


def _view(text: str, marks: str) -> Iterator[str]:
    """The first lines of a quote without their marks."""
    lines = _TAGS_AHEAD if text.startswith("<", len(marks)) else _LINES_AHEAD
    for line in text.split("\n", lines)[:lines]:
        plain = _unmarked(line, marks)
        if plain is None:
            return
        yield plain


def _halved(lines: Iterable[str]) -> Iterator[str]:
    """Lines without the blank one that follows each."""
    kept = False
    for line in lines:
        kept = not kept or is_full(line)
        if kept:
            yield line


def block_again(text: str, line: int, column: int, preamble: str) -> Block:
    """The block of a hand whose text is as it stands in its file, where it may be quoted, or its lines doubled.

    Of tags that are glued to others the indentation may be taken for marks; what is read of them is the same.
    """
    first, *others = text.split("\n")
    common = commonprefix(list(filter(is_full, others)))  # noqa: RUF071  # of no paths
    # A hand that is glued to another begins behind the marks.
    marks = common[: len(common) - len(common.lstrip(_EMPTY))][: column - 1]
    texts = [first, *(_unmarked(other, marks) or "" for other in others)]
    doubled = _DOUBLED.match("\n" + "\n".join(texts)) is not None
    if not marks and not doubled:
        return Block(text, line, column, preamble)
    places, kept = [], False
    for number, (whole, plain) in enumerate(zip([marks + first, *others], texts, strict=True), line):
        kept = not (doubled and kept) or is_full(plain)
        if kept:
            places.append((Place(number, whole[: len(whole) - len(plain)]), plain))
    return Block("\n".join(plain for _, plain in places), line, column, preamble, tuple(place for place, _ in places))
