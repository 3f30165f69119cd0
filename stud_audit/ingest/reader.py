"""Reads hands from files, folders, globs, archives, and standard input, one after the other.

Nothing is held but the hand that is being read and a few bytes about each that was (to number those
that occur again). What is wrong with an input never stops the others: it is in `Reader.problems`.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

from msgspec.structs import replace

from stud_audit.ingest.dialect import Block, Parsed
from stud_audit.ingest.input.decode import Decoder, NotText
from stud_audit.ingest.input.duplicate_hands import Texts
from stud_audit.ingest.input.found import InputProblem, InputSummary, Located, StrayText, UndecodableText
from stud_audit.ingest.input.one_file import Content, Tally, Unparsed
from stud_audit.ingest.input.sources import ARCHIVES, COMPRESSED, ENDINGS, Source, StrPath, expand
from stud_audit.ingest.input.split import MAX_HAND, Splitter
from stud_audit.ingest.input.streams import Damaged, Meter, Stream, streams
from stud_audit.ingest.registry import get_dialect, get_dialects
from stud_audit.model.errors import InputError
from stud_audit.model.hand import INTERNAL_ERROR, Hand, Header, Status
from stud_audit.model.spans import Span

Item = Hand | StrayText | UndecodableText

_HEAD: Final = 1 << 14
"""Code points of a hand without an end that are parsed, for its header."""
_SUSPICIOUS: Final = 1 << 26
"""Bytes without a hand, after which a file that is compressed a hundredfold is read no further."""


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
        paths = (paths,) if isinstance(paths, (str, os.PathLike)) else paths
        self._endings, self._stdin = endings, stdin
        self._found = list(expand(paths, endings))
        self._problems: list[InputProblem] = []
        self._tallies: list[Tally] = []
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
            first = len(self._tallies)
            for part in streams(found, self._meter, self._stdin, self._endings):
                if len(self._tallies) > first:
                    self._tallies[-1].settle()
                if isinstance(part, InputProblem):
                    self._problems.append(part)
                elif isinstance(part, InputSummary):
                    self._tallies.append(Tally(part.name, part.sha256, part.bytes, archive=part.archive))
                else:
                    yield from self._read(part)
            if len(self._tallies) > first:
                self._tallies[-1].settle()

    def count(self, located: Located, status: Status) -> None:
        """Counts what came of a block that `blocks` gave."""
        self._tallies[located.source].statuses[status] += 1

    def _read(self, stream: Stream) -> Iterator[Unparsed]:
        tally = Tally(stream.name, stream=stream)
        self._tallies.append(tally)
        splitter = Splitter(self._dialects)
        content = Content(len(self._tallies) - 1, tally, Decoder(), splitter, self._texts)
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
        return lost_block(located, f"{type(error).__name__}: {error}")
    if located.oversized and parsed.status == "parsed":
        problem = f"the hand has no end within {MAX_HAND >> 20} MiB of text"
        parsed = replace(parsed, events=(), status="refused", problem=problem)
    return _hand(located, block, parsed)


def lost_block(located: Located, problem: str) -> Hand:
    """The hand of a block that could not be worked on, by a fault of ours."""
    block = located.block
    span = Span(block.line, block.column, block.column + len(block.text.partition("\n")[0]))
    problem = f"{INTERNAL_ERROR}{problem}"
    parsed = Parsed(Header(hand_id="?", game="unknown"), (), "refused", problem, header_span=span)
    return _hand(located, block, parsed)


def _hand(located: Located, block: Block, parsed: Parsed) -> Hand:
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
        key=hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest(),
        digest=located.digest,
        status=parsed.status,
        problem=parsed.problem,
        unsupported=parsed.unsupported,
        truncated=parsed.truncated,
        header_span=parsed.header_span,
        missing=parsed.missing,
        preamble=block.preamble,
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
