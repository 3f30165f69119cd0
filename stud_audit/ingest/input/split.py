"""From text to hands: where each begins and ends, and what stands outside of them.

A hand begins where a dialect's `hand_start` matches at the start of a line, or where the `hand_glued`
of the hand before it matches inside one, and reaches to the next such place, or to its dialect's
`hand_end`. Blank lines at its end belong to no hand, and neither does a line that separates hands
(`Hand #2`, `-----`) where a header follows it, or the head of a file, nor the Ctrl-Z that DOS ended a text
with. A byte-order mark before a header (files that were joined) is dropped and is no column.

Text comes in pieces and is kept only as far as the hand that is being read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import Final

from msgspec.structs import replace

from stud_audit.ingest.dialect import Block
from stud_audit.ingest.input.layout import Layout
from stud_audit.ingest.input.others import OtherText
from stud_audit.ingest.input.pieces import HandText, Other, Piece, Starter, Stray

MAX_HAND: Final = 1 << 20
"""Code points. A hand that grows longer is cut there; what follows up to the next header is stray text."""
MARGIN: Final = 4096
"""No header is longer: that much text must be there before one is looked for."""
MAX_PREAMBLE: Final = 1 << 14
MAX_QUOTED: Final = 500
_FIRST: Final = 60
"""Lines of a file without a hand that are enough to tell what it is."""

_BOM: Final = "\ufeff"
_CTRL_Z: Final = "\x1a"
_JOINTS: Final = f"{_BOM}\0{_CTRL_Z}"
"""What files that were joined may have before a header."""
_BLANK: Final = " \t\r\n\v\f\0\xa0" + _CTRL_Z + _BOM
_RULE: Final = r"[-*=_~+\u2013\u2014\u2500-\u257f]*+"
_SEPARATOR: Final = (
    rf"[ \t]*+(?=[-*=_~+\u2013\u2014\u2500-\u257f#BbHhGgNn\d]){_RULE}[ \t]*+(?i:hand|game|begin)?[ \t]*+"
    rf"(?i:#|no\.|nr\.)?[ \t]*+\d*+(?i: of \d++)?[.:]?[ \t]*+{_RULE}[ \t]*+\n"
)
_SEATED: Final = re.compile(r"^(?i:seat) ?\d++(?::| -) ([^\n]+?)(?<! ) *+\(", re.M)
_LONGEST_HEAD: Final = 20
"""Lines of a file's head behind a line that separates hands: such a line may itself be one of a head, and the next."""
_BEHIND_NAME: Final = 3
"""Characters behind a name that the beginning of a header may take in (` - `)."""
_FLAGS: Final = ((re.I, "i"), (re.S, "s"), (re.M, "m"), (re.X, "x"), (re.A, "a"))


class Splitter:
    """Splits the text of one file."""

    def __init__(self, dialects: Sequence[Starter]) -> None:
        self.first_lines: list[str] = []
        """The first stray lines, to tell what a file without a hand is."""
        self._dialects = dialects
        self._beginnings = _beginnings(tuple(dialects))
        self._layout = Layout(self._begins, self._next_line)
        self._ends = {d.name: _line_of(d.hand_end) for d in dialects if d.hand_end}
        # The buffer begins with the line end of a line before the first, so that a header always follows one.
        self._buffer = "\n"
        self._start, self._line, self._column = 0, 0, 1
        """Where the hand, or the text outside of hands, begins that is being read: in the buffer, and in the file."""
        self._scanned = 0
        self._places: list[int] | None = None
        """The line ends of this buffer that a header may follow; None where that may be any."""
        self._ahead: tuple[int, re.Match[str] | None] | None = None
        """From where in this buffer the next header was looked for last, and what was found."""
        self._dialect: Starter | None = None
        self._pieces: list[Piece] = []
        self._run: Stray | None = None
        self._preamble: dict[str, str] = {}
        self._hand_since_preamble = False
        self._in_comment = False
        """Whether a comment of XML that began outside of hands goes on."""

    @property
    def in_hand(self) -> bool:
        """Whether the text so far ends within a hand."""
        return self._dialect is not None

    def feed(self, text: str) -> list[Piece]:
        """The pieces that are complete with this text."""
        self._buffer += self._layout.feed(text)
        end = len(self._buffer) - MARGIN
        line_end = self._buffer.rfind("\n", self._scanned, max(end, 0))
        if line_end >= 0:
            self._drain(line_end + 1)
        elif end - self._scanned > MAX_HAND // 16:
            # A line of that length is no header, or has one glued somewhere into it.
            self._drain(end)
        return self._take()

    def finish(self) -> list[Piece]:
        """The last pieces."""
        self._buffer += self._layout.feed("", last=True)
        self._drain(len(self._buffer))
        self._close(len(self._buffer))
        self._close_run()
        return self._take()

    def _next_line(self) -> int:
        """The number of the line that the text so far ends in."""
        return self._line + self._buffer.count("\n", self._start)

    def _take(self) -> list[Piece]:
        pieces, self._pieces = self._pieces, []
        return pieces

    def _drain(self, limit: int) -> None:
        """Takes what ends before `limit`, up to which the text is searched for headers."""
        present, self._places = self._present(self._buffer)
        self._ahead = None
        while found := self._next_start(limit, present):
            end, head, start, scanned, dialect = found
            self._close(self._before_head(end, dialect))
            if self._start < end:
                self._close(end)
            self._close_run()
            self._move(head)
            if head < start:
                self._outside(start)
            if end < start:
                self._column -= self._buffer.count(_BOM, self._buffer.rfind("\n", end, start) + 1, start)
            self._dialect, self._scanned, self._hand_since_preamble = dialect, scanned, True
            self._in_comment = False
        self._scanned = max(self._scanned, limit)
        if self._dialect is None:
            self._outside(limit)
        elif limit - self._start > MAX_HAND:
            self._close(limit, oversized=True)
        self._buffer = self._buffer[self._start :]
        self._scanned -= self._start
        self._start = 0
        self._layout.forget(self._line)

    def _present(self, text: str) -> tuple[tuple[Starter, ...], list[int] | None]:
        """What may begin in a text, and the line ends that it may follow; None where that may be any."""
        pattern, begun_by = self._beginnings
        words, places = set[str](), list[int]()
        for found in pattern.finditer(text):
            words.add(found[1])
            places.append(found.start())
        begun = {dialect for word in words for dialect in begun_by[word]}
        present: list[Starter] = []
        has: dict[str, bool] = {}
        for dialect in self._dialects:
            if dialect in begun or not dialect.first_words:
                for mark in dialect.start_marks:
                    if mark not in has:
                        # A single character is looked for many times as fast, and some that begin marks are rare.
                        has[mark] = mark[:1] in text and mark in text
                    if has[mark]:
                        present.append(dialect)
                        break
        told = all(dialect.first_words and not dialect.words_come_later for dialect in present)
        return tuple(present), places if told else None

    def _begins(self, text: str) -> bool:
        """Whether a hand begins with the second line of a text, or behind lines from there on that are known."""
        present, _ = self._present(text)
        if not present:
            return False
        pattern, at = _starts(present), 0
        while not (found := pattern.match(text, at)):
            end = text.find("\n", at + 1)
            line = text[at + 1 : end]
            if end < 0 or (line.strip(_BLANK) and not any(d.outside and d.outside.match(line) for d in present)):
                break
            at = end
        return found is not None

    def _next_start(self, limit: int, dialects: tuple[Starter, ...]) -> tuple[int, int, int, int, Starter] | None:
        """Where the piece before ends, a file's head and the next hand start, its header's match ends; its dialect."""
        match = None
        if dialects:
            at = self._scanned
            while (match := self._header(dialects, at)) and self._is_player(
                match.start(match.lastgroup or 0), match.end()
            ):
                at = match.end()
        end = match.start() if match else len(self._buffer)
        # Outside of hands as well, for logs in which a hand that is lost may share a line with the next.
        for dialect in (self._dialect,) if self._dialect else [d for d in dialects if d.session]:
            if dialect.hand_glued and self._is_marked(dialect.glued_marks, end):
                glued = dialect.hand_glued.search(self._buffer, self._scanned, end)
                if glued and glued.start() < limit:
                    end = len(self._buffer[self._start : glued.start()].rstrip(_BOM)) + self._start
                    return end, glued.start(), glued.start(), glued.end(), dialect
        if not match or end >= limit:
            return None
        group = match.lastgroup
        assert group is not None  # noqa: S101  # every alternative is a group
        start = match.start(group)
        head = start if match["head"] is None else match.start("head")
        return end, head, start, match.end(), dialects[int(group[1:])]

    def _is_marked(self, marks: tuple[str, ...], end: int) -> bool:
        """Whether one of the marks stands in what was not searched yet."""
        buffer, start = self._buffer, self._scanned
        return buffer.find(_common(marks), start, end) >= 0 and any(buffer.find(m, start, end) >= 0 for m in marks)

    def _header(self, dialects: tuple[Starter, ...], at: int) -> re.Match[str] | None:
        """The next header at the start of a line, looked for once for all hands that are glued to those before them."""
        if self._ahead:
            since, match = self._ahead
            if since <= at and (match is None or at <= match.start()):
                return match
        pattern, match = _headers(dialects), None
        if self._places is None:
            match = pattern.search(self._buffer, at)
        else:
            for number in range(bisect_left(self._places, at), len(self._places)):
                if match := pattern.match(self._buffer, self._places[number]):
                    break
        if match and self._is_separated(at, match.start(), _heads(dialects)):
            match = _starts(dialects).search(self._buffer, at)
        self._ahead = at, match
        return match

    def _is_separated(self, at: int, header: int, heads: re.Pattern[str]) -> bool:
        """Whether a line that separates hands, or is of the head of a file, may precede a header, or be it."""
        buffer, end = self._buffer, header
        while end > at and buffer[end - 1] in " \t\n":
            end -= 1
        line = buffer.rfind("\n", at, end)
        return bool(heads.match(buffer, header) or (line >= 0 and heads.match(buffer, line)))

    def _is_player(self, start: int, end: int) -> bool:
        """Whether what would begin a hand is the name of a player who is seated in the one that is being read."""
        # Seats are taken at the head of a hand. Further on it would be searched again for each line of a player.
        head = self._start, min(start, self._start + MARGIN)
        # Nearly all of it would have to stand there.
        longest = self._buffer[start : max(end - _BEHIND_NAME, start)]
        if self._dialect is None or self._buffer.find(longest, self._start + 1, head[1]) < 0:
            return False
        first = self._buffer[start : start + 6]
        return any(self._buffer.find(mark + first, *head) >= 0 for mark in (": ", "- ")) and any(
            end - start <= len(name) + _BEHIND_NAME
            and self._buffer.startswith(name, start)
            and not self._buffer[start + len(name) : start + len(name) + 1].isalnum()
            for name in _SEATED.findall(self._buffer, *head)
        )

    def _before_head(self, end: int, dialect: Starter) -> int:
        """Where a hand ends that is followed by one of another dialect: before the head of that one's file."""
        if self._dialect and dialect.outside and dialect is not self._dialect:
            own_end = self._ends.get(self._dialect.name)
            if own_end and own_end.search(self._buffer, self._start, end):
                return end
            while (line := self._buffer.rfind("\n", self._start, end)) >= 0:
                text = self._buffer[line + 1 : end]
                if text.strip(_BLANK) and not dialect.outside.match(text):
                    break
                end = line
        return end

    def _close(self, end: int, oversized: bool = False) -> None:
        """Ends what is being read at `end` in the buffer."""
        if self._dialect:
            name = self._dialect.name
            text = self._buffer[self._start : end]
            if name in self._ends and (match := self._ends[name].search(text)):
                text, oversized = text[: match.end()], False
            if (last := self._layout.quote_end(self._line)) is not None:
                text = "\n".join(text.split("\n", last - self._line)[: last - self._line])
            rest = self._start + len(text)
            # Up to the end of the last line that is not blank, with the spaces that it ends with.
            line_end = text.find("\n", len(text.rstrip(_BLANK)))
            if line_end >= 0:
                text = text[:line_end]
            text = text.rstrip(_CTRL_Z)
            block = Block(text, self._line, self._column, self._preamble.get(name, ""))
            if self._dialect.session and (head := self._dialect.session.search(text)):
                self._preamble[name] = text[head.start() : head.start() + MAX_PREAMBLE]
            self._move(self._start + len(text))
            self._pieces.append(self._piece(self._dialect, block, oversized))
            self._move(rest)
            self._dialect = None
        if self._start < end:
            self._outside(end)

    def _piece(self, dialect: Starter, block: Block, oversized: bool) -> Piece:
        """What was read up to here; `block` has the lines of the text, which need not be those of the file."""
        if self._layout.is_plain and not isinstance(dialect, OtherText):
            return HandText(dialect.name, block, self._line, oversized)
        place, last = self._layout.place(block.line), self._layout.place(self._line)
        if isinstance(dialect, OtherText):
            return Other(dialect, place.line, last.line)
        places = self._layout.places(block.line, self._line)
        block = replace(block, line=place.line, column=block.column + len(place.marks), places=places)
        return HandText(dialect.name, block, last.line, oversized)

    def _outside(self, end: int) -> None:
        """Takes the text up to `end` in the buffer as standing outside of hands."""
        line, continued = self._line, self._column > 1
        text = self._buffer[self._start : end]
        self._move(end)
        if text and not continued and not text.strip(" \t\n"):  # of which a bomb may be made
            self._close_run()
            return
        lines = text.split("\n")
        if not lines[-1]:
            del lines[-1]  # nothing of that line has been seen yet
        for text in lines:
            text = text.lstrip(_BOM)
            if not text.strip(_BLANK):
                if not continued:
                    self._close_run()
            elif self._in_comment or (not continued and self._is_known(text)):
                self._close_run()
                self._in_comment = (self._in_comment or text.lstrip(_BLANK).startswith("<!--")) and "-->" not in text
            else:
                if len(self.first_lines) < _FIRST and not continued:
                    self.first_lines.append(text.strip(_BLANK)[:MAX_QUOTED])
                number = self._layout.place(line).line
                first = self._run or Stray(number, number, text[:MAX_QUOTED])
                self._run = Stray(first.first_line, number, first.text)
            line, continued = line + 1, False

    def _is_known(self, text: str) -> bool:
        """Whether a dialect knows a line outside of hands; if so it is kept for the hands that follow."""
        for dialect in self._dialects:
            if dialect.outside and dialect.outside.match(text):
                if self._hand_since_preamble:
                    sessions = {d.name for d in self._dialects if d.session}
                    self._preamble = {name: kept for name, kept in self._preamble.items() if name in sessions}
                    self._hand_since_preamble = False
                if dialect.session and dialect.session.search(text):
                    self._preamble.pop(dialect.name, None)
                kept = self._preamble.get(dialect.name)
                if len(kept or "") + len(text) < MAX_PREAMBLE:
                    self._preamble[dialect.name] = text if kept is None else f"{kept}\n{text}"
                return True
        return False

    def _close_run(self) -> None:
        if self._run:
            self._pieces.append(self._run)
            self._run = None

    def _move(self, to: int) -> None:
        """Moves on to a place in the buffer, counting lines and columns."""
        newlines = self._buffer.count("\n", self._start, to)
        if newlines:
            self._line += newlines
            self._column = to - self._buffer.rfind("\n", self._start, to)
        else:
            self._column += to - self._start
        self._start = to


@lru_cache(maxsize=32)
def _beginnings(dialects: tuple[Starter, ...]) -> tuple[re.Pattern[str], dict[str, list[Starter]]]:
    """Finds the first words of lines that headers begin with, and what may begin with each."""
    begun_by = {
        word: [other for other in dialects if word.startswith(other.first_words)]
        for dialect in dialects
        for word in dialect.first_words
    }
    # Most lines are left by their first character; a long word goes before one that it begins with.
    known = {*" \t", *_JOINTS, *(word[0] for word in begun_by)}
    others = re.escape("".join([chr(code) for code in range(128) if chr(code) not in known]))
    words = [
        f"{re.escape(first)}(?:{'|'.join([re.escape(word[1:]) for word in group])})"
        for first, group in groupby(sorted(begun_by, reverse=True), key=lambda word: word[0])
    ]
    return re.compile(rf"\n(?![{others}])[ \t{_JOINTS}]*+({'|'.join(words) or '(?!)'})"), begun_by


@cache
def _common(marks: tuple[str, ...]) -> str:
    """A character that all marks have and few lines, which is looked for many times as fast as they are; else none."""
    return next((sign for sign in '#<"' if all(sign in mark for mark in marks)), "")


@lru_cache(maxsize=256)
def _headers(dialects: tuple[Starter, ...]) -> re.Pattern[str]:
    """As `_starts`, but for what may precede a header."""
    return re.compile(rf"\n(?P<head>(?!))?[{_JOINTS}]*(?:{_groups(dialects)})")


@lru_cache(maxsize=256)
def _heads(dialects: tuple[Starter, ...]) -> re.Pattern[str]:
    """A line that separates hands, or is of the head of a file."""
    return re.compile("|".join([rf"\n{_SEPARATOR}", *(rf"\n{_inline(d.outside)}" for d in dialects if d.outside)]))


def _groups(dialects: tuple[Starter, ...]) -> str:
    """The headers of all dialects, a group `d0`, `d1`, ... for each."""
    return "|".join(f"(?P<d{number}>{_inline(dialect.hand_start)})" for number, dialect in enumerate(dialects))


@lru_cache(maxsize=256)
def _starts(dialects: tuple[Starter, ...]) -> re.Pattern[str]:
    """One pattern for the headers of all dialects: a line end, and a group `d0`, `d1`, ... for each dialect.

    It begins with a line end and not with `^`, so that the search leaps from one to the next.
    """
    outside = "|".join(_inline(dialect.outside) for dialect in dialects if dialect.outside)
    # A line that several dialects know, or one in several ways, is tried once: each time doubles the next line's.
    line = rf"(?>(?:{outside})[^\n]*\n(?:[ \t]*\n)*+)"
    head = rf"(?P<head>{line}{{0,{_LONGEST_HEAD}}}?)" if outside else "(?P<head>)"
    return re.compile(rf"\n(?:{_SEPARATOR}(?:[ \t]*\n)*+{head})?[{_JOINTS}]*(?:{_groups(dialects)})")


@cache
def _line_of(pattern: re.Pattern[str]) -> re.Pattern[str]:
    """The line that a pattern matches the start of."""
    return re.compile(rf"\n{_inline(pattern)}[^\n]*")


def _inline(pattern: re.Pattern[str]) -> str:
    """The pattern with its flags, and without names for its groups, as a part of another."""
    flags = "".join(letter for flag, letter in _FLAGS if pattern.flags & flag)
    source = re.sub(r"\(\?P<\w+>", "(", pattern.pattern)
    return f"(?{flags}:{source}\n)" if pattern.flags & re.X else f"(?{flags}:{source})"
