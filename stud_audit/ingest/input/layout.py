"""Hands as forums, mails, and editors leave them: quoted (`> `), indented, or spread (with blank lines after each).

The text is handed on as it was before that, and where each of its lines stands in the file is kept. Text is taken for
such a copy from a line on that is a hand's header, or a session's, once its marks, or the blank lines below it, are
gone: a quote up to the first line without the same marks, spread lines up to two that follow each other. All other
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
_LINES_AHEAD: Final = 32
_TAGS_AHEAD: Final = 64
"""Lines of a copy that its beginning is told by; the head of a session in tags is longer."""
_LONGEST: Final = 1 << 20
"""A longer line belongs to no copy."""
_LINE: Final = r"(?=[ \t\xa0]*+\S)[^\n]*+"
_SPREAD: Final = re.compile(rf"\n{_LINE}(?:(?:\n[ \t\xa0]*+){{2,20}}+{_LINE}){{3}}")
_GAP: Final = re.compile(r"(?:\n[ \t\xa0]*+)+(?=\n)")
_MARKS: Final = re.compile(r"\n([ \t\xa0]*+(?:[>|][ \t\xa0]*+)*+)(?=[\0\x1a]*+[A-Za-z#*<\[{])")
_UNUSUAL: Final = re.compile(
    rf"\n(?=[ \t\xa0>|\n])(?:(?=\n(?:[ \t\xa0]*+\n){{0,18}}+{_LINE}\n[ \t\xa0]*+\n)|(?!\n|[ \t]*+[<\[{{]))"
)
"""Before a line that may be of a quote, or that follows one that may be spread; tags are indented anyway."""
_EMPTY: Final = " \t\r\v\f\xa0>|"


class Layout:
    """Takes the text of one file.

    `starts` tells whether a hand begins with the second line of what it is given, and `reached` which line comes next
    behind what was handed on so far.
    """

    def __init__(self, starts: Callable[[str], object], reached: Callable[[], int]) -> None:
        self._starts, self._reached = starts, reached
        # As in the splitter, a line end precedes the first line.
        self._buffer = "\n"
        self._marks: str | None = None
        """What precedes the lines of a quote; None outside of copies."""
        self._spread = 0
        """How many blank lines belong to each line of a copy."""
        self._blanks = 0
        """How many blank lines followed the last line of a copy that is none."""
        self._plain, self._line = 1, 1
        """The numbers of the next line of a copy, or else of one before, in the text handed on and in the file."""
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

    @property
    def is_plain(self) -> bool:
        """Whether the lines that can be asked for stand in the file as they do in the text."""
        first, place = self._runs[0]
        return len(self._runs) == 1 and first == place.line and not place.marks

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
        if not self._ends:
            return None
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
        if not self._buffer.strip(" \t\n"):
            self._hand_on(pieces, decided)
            return False
        for found in _UNUSUAL.finditer(self._buffer):
            before = found.start()
            marks = self._marks_at(before)
            if marks is None:
                before = self._buffer.rfind("\n", 0, before)
                marks = ""
            if before >= decided:
                break
            if before >= 0 and (marks or _SPREAD.match(self._buffer, before)) and self._opens(before + 1, marks):
                self._hand_on(pieces, before + 1)
                passed = self._reached() + sum([piece.count("\n") for piece in pieces]) - self._plain
                self._plain, self._line = self._plain + passed, self._line + passed
                return True
        self._hand_on(pieces, decided)
        return False

    def _marks_at(self, before: int) -> str | None:
        """What precedes a line, after that line end, and may be the marks of a quote; None where it is nothing such."""
        match = _MARKS.match(self._buffer, before)
        if match is None or not match[1] or (self._buffer[match.end()] in "<[{" and not match[1].strip(" \t")):
            return None  # tags and objects are indented by themselves
        return match[1]

    def _opens(self, at: int, marks: str) -> bool:
        """Whether a copy begins at a place of the buffer; if so, what it is like is noted."""
        text = self._buffer[at : at + _AHEAD]
        lines = list(_view(text, marks, 1))
        spread = _spread(lines)
        if spread:
            lines = [line for _, line in _gathered(_view(text, marks, spread + 1), spread)]
        if not self._starts("\n" + "\n".join(lines)):
            return False
        # Nothing precedes the first line that it could follow.
        self._marks, self._spread, self._blanks = marks, spread, 1
        return True

    def _hand_on(self, pieces: list[str], end: int) -> None:
        """Takes what stands before a place of the buffer, all but its first character, which was taken before."""
        if end <= 1:
            return
        pieces.append(self._buffer[1:end])
        self._buffer = self._buffer[end - 1 :]

    def _copied(self, pieces: list[str], last: bool) -> bool:
        """Hands on the lines of a copy; false where more text is needed."""
        marks, at = self._marks or "", 1
        while (end := self._buffer.find("\n", at)) >= 0 or (last and at < len(self._buffer)):
            line, ending = (self._buffer[at:end], "\n") if end >= 0 else (self._buffer[at:], "")
            others = self._marks_at(at - 1)
            # A line of a quote that is indented besides begins no other.
            if others and (others.rstrip(" \t\xa0") != marks.rstrip(" \t\xa0") or not marks):
                if not last and len(self._buffer) - at < _AHEAD:
                    break
                if self._opens(at, others):
                    self._buffer = self._buffer[at - 1 :]
                    if marks:
                        self._ends.append(self._plain)
                    return True
            text = _unmarked(line, marks)
            if text is not None and self._spread and not self._blanks and is_full(text):
                self._spread = 0  # no blank line came between
                text = text if marks else None
            if text is None:
                self._marks = None
                break
            at += len(line) + len(ending)
            self._blanks = 0 if is_full(text) else self._blanks + 1
            if _stood(self._blanks, self._spread):
                number = self._line - (self._spread if self._blanks else 0)
                self._note(Place(number, line[: len(line) - len(text)]))
                pieces.append(text + ending)
                self._plain += 1
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


def _view(text: str, marks: str, times: int) -> Iterator[str]:
    """The first lines of a quote without their marks, so many times as many as are needed of plain text."""
    lines = times * (_TAGS_AHEAD if text.startswith("<", len(marks)) else _LINES_AHEAD)
    for line in text.split("\n", lines)[:lines]:
        plain = _unmarked(line, marks)
        if plain is None:
            return
        yield plain


def _spread(lines: list[str]) -> int:
    """How many blank lines belong to each line: the fewest that follow one of the first; none in plain text."""
    found = _SPREAD.match("\n" + "\n".join(lines))
    return min(gap.count("\n") for gap in _GAP.findall(found[0][1:])) if found else 0


def _stood(blanks: int, spread: int) -> bool:
    """Whether a line stood there before the lines were spread: one that is full, or the last of so many blank ones.

    A blank line of the plain text has as many after it as any other. Where a few more follow a line here and there,
    they are none of the plain text.
    """
    return not blanks or (blanks > spread and (blanks + 1) % (spread + 1) == 0)


def _gathered(lines: Iterable[str], spread: int) -> Iterator[tuple[int, str]]:
    """Lines without the blank ones that belong to each, and their places among all."""
    blanks = 0
    for number, line in enumerate(lines):
        blanks = 0 if is_full(line) else blanks + 1
        if _stood(blanks, spread):
            yield number - (spread if blanks else 0), line


def block_again(text: str, line: int, column: int, preamble: str) -> Block:
    """The block of a hand whose text is as it stands in its file, where it may be quoted, or its lines spread.

    Of tags that are glued to others the indentation may be taken for marks; what is read of them is the same.
    """
    first, *others = text.split("\n")
    common = commonprefix(list(filter(is_full, others)))  # noqa: RUF071  # of no paths
    # A hand that is glued to another begins behind the marks.
    marks = common[: len(common) - len(common.lstrip(_EMPTY))][: column - 1]
    texts = [first, *(_unmarked(other, marks) or "" for other in others)]
    spread = _spread(texts)
    if not marks and not spread:
        return Block(text, line, column, preamble)
    whole = [marks + first, *others]
    kept = list(_gathered(texts, spread))
    places = tuple(Place(line + at, whole[at][: len(whole[at]) - len(plain)]) for at, plain in kept)
    return Block("\n".join(plain for _, plain in kept), line, column, preamble, places)
