"""Reads hands from files, folders, globs, archives, and standard input, one after the other.

Nothing is held but the hand that is being read and a few bytes about each that was (to number those
that occur again). What is wrong with an input never stops the others: it is in `Reader.problems`.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import BinaryIO, Final

from stud_audit.ingest.decode import Decoder, NotText, Undecodable
from stud_audit.ingest.dialect import Block, Parsed
from stud_audit.ingest.items import InputProblem, InputSummary, Located, StrayText, UndecodableText
from stud_audit.ingest.occurrences import Texts
from stud_audit.ingest.registry import get_dialect, get_dialects
from stud_audit.ingest.sources import ARCHIVES, COMPRESSED, ENDINGS, Source, StrPath, expand
from stud_audit.ingest.split import MAX_HAND, HandText, Piece, Splitter
from stud_audit.ingest.streams import Damaged, Meter, Stream, streams
from stud_audit.model.errors import InputError
from stud_audit.model.hand import Hand, Header, Status
from stud_audit.model.spans import Span

Item = Hand | StrayText | UndecodableText
Unparsed = Located | StrayText | UndecodableText

_HEAD: Final = 1 << 14
"""Code points of a hand without an end that are parsed, for its header."""
_MANY: Final = 1000
_SUSPICIOUS: Final = 1 << 26
"""Bytes without a hand, after which a file that is compressed a hundredfold is read no further."""


@dataclass(slots=True)
class _Tally:
    """The counts of one input while it is read."""

    name: str
    sha256: str | None = None
    bytes: int = 0
    encoding: str | None = None
    lines: int = 0
    hands: int = 0
    statuses: Counter[Status] = field(default_factory=Counter)
    dialects: Counter[str] = field(default_factory=Counter)
    stray: int = 0
    undecodable: int = 0
    archive: bool = False
    stream: Stream | None = None

    def summary(self) -> InputSummary:
        if self.stream:
            # Only now: the rest of a file that was given up is still read for its digest.
            self.sha256, self.bytes = self.stream.tap.sha256, self.stream.tap.bytes
        return InputSummary(
            name=self.name,
            sha256=self.sha256,
            bytes=self.bytes,
            encoding=self.encoding,
            lines=self.lines,
            hands=self.hands,
            parsed=self.statuses["parsed"],
            refused=self.statuses["refused"],
            ignored=self.statuses["ignored"],
            dialects=tuple(sorted(self.dialects.items())),
            stray=self.stray,
            undecodable=self.undecodable,
            archive=self.archive,
        )


class Reader:
    """One pass over the inputs.

    Iterating gives every `Hand`, `StrayText`, and `UndecodableText` in the order of the files. To parse
    in other processes instead, take `blocks()`, give each `Located` to `parse_block`, and tell `count`
    what came of it. `inputs` and `problems` are complete once the iteration is. `UsageError` where the
    dialect is not known.
    """

    def __init__(
        self, paths: StrPath | Iterable[StrPath], dialect: str = "auto", stdin: BinaryIO | None = None
    ) -> None:
        self._dialects = get_dialects(dialect)
        endings = ENDINGS.union(*(each.extensions for each in self._dialects))
        paths = (paths,) if isinstance(paths, str | os.PathLike) else paths
        self._endings, self._stdin = endings, stdin
        self._found = list(expand(paths, endings))
        self._problems: list[InputProblem] = []
        self._tallies: list[_Tally] = []
        self._texts = Texts()
        self._meter = Meter()

    @property
    def inputs(self) -> tuple[InputSummary, ...]:
        """What was read so far of each input."""
        return tuple(tally.summary() for tally in self._tallies)

    @property
    def problems(self) -> tuple[InputProblem, ...]:
        """What was wrong with inputs so far."""
        return tuple(self._problems)

    @property
    def bytes_read(self) -> int:
        """Bytes read so far, as they lie on the disk: cheap to ask for after every hand."""
        return self._meter.bytes_read

    @property
    def bytes_total(self) -> int | None:
        """Bytes that there are to read; None where that is not known."""
        sizes = [found.size for found in self._found if isinstance(found, Source)]
        known = [size for size in sizes if size is not None]
        return sum(known) if len(known) == len(sizes) else None

    def __iter__(self) -> Iterator[Item]:
        for item in self.blocks():
            if isinstance(item, Located):
                hand = parse_block(item)
                self.count(item, hand.status)
                yield hand
            else:
                yield item

    def blocks(self) -> Iterator[Unparsed]:
        """The same without parsing. To be iterated once."""
        for found in self._found:
            if isinstance(found, InputProblem):
                self._problems.append(found)
                continue
            for part in streams(found, self._meter, self._stdin, self._endings):
                if isinstance(part, InputProblem):
                    self._problems.append(part)
                elif isinstance(part, InputSummary):
                    self._tallies.append(_Tally(part.name, part.sha256, part.bytes, archive=part.archive))
                else:
                    yield from self._read(part)

    def count(self, located: Located, status: Status) -> None:
        """Counts what came of a block that `blocks` gave."""
        self._tallies[located.source].statuses[status] += 1

    def _read(self, stream: Stream) -> Iterator[Unparsed]:
        tally = _Tally(stream.name, stream=stream)
        self._tallies.append(tally)
        splitter = Splitter(self._dialects)
        content = _Content(len(self._tallies) - 1, tally, Decoder(), splitter, self._texts)
        damaged = False
        try:
            try:
                for data in stream.pieces:
                    yield from content.feed(data)
                    if content.since_hand > _SUSPICIOUS and content.bytes > 100 * stream.packed():
                        raise Damaged("a small file that unpacks to a vast text without hands: not read further")
            except Damaged as damage:
                self._problems.append(InputProblem(stream.name, str(damage), "damaged"))
                damaged = True
            yield from content.finish()
        except NotText as error:
            if not damaged:
                self._problems.append(_no_text(stream.name, str(error)))
        else:
            if not tally.hands and not damaged:
                self._problems.append(self._no_hand(stream.name, content.bytes, splitter.first_lines))

    def _no_hand(self, name: str, size: int, first_lines: list[str]) -> InputProblem:
        if not size:
            return InputProblem(name, "the file is empty", "empty")
        text = "no hand found"
        if len(self._dialects) == 1:
            text += f" in the {self._dialects[0].name} dialect"
        if first_lines:
            text += "; its first lines are: " + ", ".join(map(repr, first_lines))
        return InputProblem(name, text, "no-hand")


class _Content:
    """What the bytes of one file come to, with its counts kept along the way."""

    def __init__(self, source: int, tally: _Tally, decoder: Decoder, splitter: Splitter, texts: Texts) -> None:
        self.bytes = self.since_hand = 0
        self._source, self._tally, self._texts = source, tally, texts
        self._decoder, self._splitter = decoder, splitter
        self._undecodable: deque[Undecodable] = deque()

    def feed(self, data: bytes) -> Iterator[Unparsed]:
        """The items that are complete with these bytes; `NotText` where they are no text."""
        hands = self._tally.hands
        yield from self._items(self._splitter.feed(self._decoder.feed(data)))
        self.bytes += len(data)
        self.since_hand = self.since_hand + len(data) if hands == self._tally.hands else 0

    def finish(self) -> Iterator[Unparsed]:
        """The last items."""
        yield from self._items(self._splitter.feed(self._decoder.finish()))
        self._tally.encoding, self._tally.lines = self._decoder.encoding, self._decoder.lines
        yield from self._items(self._splitter.finish(), last=True)

    def _items(self, pieces: Iterable[Piece], last: bool = False) -> Iterator[Unparsed]:
        for piece in pieces:
            self._undecodable += self._decoder.take_undecodable(last)
            if isinstance(piece, HandText):
                located = self._locate(piece)
                yield from self._marks((located.block.line, located.block.column), None)
                yield located
                yield from self._marks((located.last_line + 1, 0), located.index)
            else:
                yield from self._marks((piece.first_line, 0), None)
                self._tally.stray += 1
                yield StrayText(self._tally.name, piece.first_line, piece.last_line, piece.text)
                yield from self._marks((piece.last_line + 1, 0), None)
        self._undecodable += self._decoder.take_undecodable(last)
        if last or len(self._undecodable) > _MANY:
            end = (self._decoder.lines + 2, 0)
            yield from self._marks(end, self._tally.hands + 1 if self._splitter.in_hand else None)

    def _marks(self, before: tuple[int, int], hand_index: int | None) -> Iterator[UndecodableText]:
        """What could not be decoded before that line and column, and was not handed out yet."""
        while self._undecodable and (self._undecodable[0].line, self._undecodable[0].column) < before:
            mark = self._undecodable.popleft()
            self._tally.undecodable += 1
            yield UndecodableText(
                file=self._tally.name,
                line=mark.line,
                column=mark.column,
                end_column=mark.end_column,
                data=mark.data,
                count=mark.count,
                encoding=self._decoder.encoding or "",
                hand_index=hand_index,
            )

    def _locate(self, piece: HandText) -> Located:
        self._tally.hands += 1
        self._tally.dialects[piece.dialect] += 1
        digest = hashlib.sha256(piece.block.text.encode())
        return Located(
            source=self._source,
            file=self._tally.name,
            index=self._tally.hands,
            dialect=piece.dialect,
            block=piece.block,
            last_line=piece.last_line,
            digest=digest.hexdigest(),
            occurrence=self._texts.count(digest.digest()),
            oversized=piece.oversized,
        )


def parse_block(located: Located) -> Hand:
    """The hand of a block. Depends on nothing else, so that it can be called in any process.

    Never raises for what the text contains: a dialect that fails on a hand makes it a refused one.
    """
    block = located.block
    if located.oversized:
        block = Block(block.text[:_HEAD], block.line, block.column, block.preamble)
    try:
        parsed = get_dialect(located.dialect).parse(block)
    except Exception as error:
        # A dialect promises not to raise; where it does all the same, that costs this one hand.
        problem = f"internal error: {type(error).__name__}: {error}"
        span = Span(block.line, block.column, block.column + len(block.text.partition("\n")[0]))
        parsed = Parsed(Header(hand_id="?", game="unknown"), (), "refused", problem, header_span=span)
    if located.oversized and parsed.status == "parsed":
        problem = f"the hand has no end within {MAX_HAND >> 20} MiB of text"
        parsed = replace(parsed, events=(), status="refused", problem=problem)
    key = f"{located.dialect}\0{parsed.header.hand_id}\0{located.block.text}\0{located.occurrence}"
    return Hand(
        file=located.file,
        index=located.index,
        dialect=located.dialect,
        header=parsed.header,
        events=parsed.events,
        text=block.text,
        first_line=block.line,
        last_line=located.last_line,
        key=hashlib.sha256(key.encode()).hexdigest(),
        digest=located.digest,
        status=parsed.status,
        problem=parsed.problem,
        unsupported=parsed.unsupported,
        truncated=parsed.truncated,
        header_span=parsed.header_span,
        missing=parsed.missing,
    )


def read_hands(paths: StrPath | Iterable[StrPath], dialect: str = "auto") -> Iterator[Hand]:
    """Every hand of the inputs, refused and ignored ones included.

    Raises `UsageError` for a dialect that is not known, and, after the last hand, `InputError` where a
    path is missing, unreadable, or damaged, or where no hand was found at all.
    """
    reader = Reader(paths, dialect)
    found = False
    for item in reader:
        if isinstance(item, Hand):
            found = True
            yield item
    problems = [str(problem) for problem in reader.problems if problem.fatal or not found]
    if problems:
        raise InputError("\n".join(problems))


def _no_text(name: str, text: str) -> InputProblem:
    ending = os.path.splitext(name)[1].lower()
    if ending in COMPRESSED | ARCHIVES:
        return InputProblem(name, f"this is no {ending} file, or it is damaged at its beginning", "damaged")
    return InputProblem(name, text, "not-text")
