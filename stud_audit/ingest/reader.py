"""Reads hands from files, folders, globs, archives, and standard input, one after the other.

Nothing is held but the hand that is being read and a few bytes about each that was (to number those
that occur again). What is wrong with an input never stops the others: it is in `Reader.problems`.
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import BinaryIO, Final

from stud_audit.ingest.addresses import StrPath
from stud_audit.ingest.blocks import parse_block
from stud_audit.ingest.input.decode import Decoder, NotText
from stud_audit.ingest.input.duplicate_hands import Texts
from stud_audit.ingest.input.found import InputProblem, InputSummary, Located, StrayText, UndecodableText, told
from stud_audit.ingest.input.one_file import Content, Tally, Unparsed
from stud_audit.ingest.input.others import SITES, SUMMARIES
from stud_audit.ingest.input.pieces import Starter
from stud_audit.ingest.input.sources import ARCHIVES, COMPRESSED, ENDINGS, Source, expand, not_read
from stud_audit.ingest.input.split import Splitter
from stud_audit.ingest.input.streams import Archive, Damaged, Meter, Stream, streams
from stud_audit.ingest.registry import get_dialects
from stud_audit.model.errors import InputError
from stud_audit.model.hand import Hand, Status

Item = Hand | StrayText | UndecodableText

_SUSPICIOUS: Final = 1 << 26
"""Bytes without a hand, after which a file that is compressed a hundredfold is read no further."""
_LOOK: Final = 1 << 18
"""Bytes in which a hand must begin in a file that is no hand history by its name."""
_STUD: Final = re.compile(r"(?i)bring|(?:3rd|third|4th|fourth|7th|seventh)[ _]street")
_FEW: Final = 5
"""Fewer lines are not enough to call a text a log."""
_EARLY: Final = 1000
"""Runs of unknown lines that are held back until it is known whether the file has a hand."""


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
        # What is demanded goes before what is only recognised.
        auto = dialect == "auto"
        self._starters: tuple[Starter, ...] = SUMMARIES + (SITES + self._dialects if auto else self._dialects + SITES)
        endings = ENDINGS.union(*(each.extensions for each in self._dialects))
        paths = (paths,) if isinstance(paths, (str, os.PathLike)) else paths
        self._endings, self._stdin = endings, stdin
        self._found = list(expand(paths))
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
            first = len(self._tallies)
            parts = (
                [found] if isinstance(found, InputProblem) else streams(found, self._meter, self._stdin, self._endings)
            )
            archives: list[Tally] = []
            for part in parts:
                if len(self._tallies) > first and self._tallies[-1].fate != "archive":
                    self._tallies[-1].settle()
                if isinstance(part, Archive):
                    archives.append(Tally(part.name, fate="archive", tap=part.tap))
                    self._tallies.append(archives[-1])
                elif isinstance(part, Stream):
                    yield from self._read(part)
                else:
                    self._problems.append(part)
                    if all(archive.name != part.path for archive in archives):
                        self._tallies.append(Tally(part.path, fate="unreadable" if part.fatal else "not-read"))
            for tally in (*archives, *self._tallies[first:][-1:]):
                tally.settle()

    def count(self, located: Located, status: Status) -> None:
        """Counts what came of a block that `blocks` gave."""
        self._tallies[located.source].statuses[status] += 1

    def _read(self, stream: Stream) -> Iterator[Unparsed]:
        tally = Tally(stream.name, tap=stream.tap)
        self._tallies.append(tally)
        splitter = Splitter(self._starters)
        content = Content(len(self._tallies) - 1, tally, Decoder(), splitter, self._texts)
        early = _Early(tally, stream.named)
        problem = None
        try:
            try:
                for data in stream.pieces:
                    yield from early.pass_on(content.feed(data))
                    if content.since_hand > _SUSPICIOUS and content.bytes > 100 * stream.packed():
                        raise Damaged("a small file that unpacks to a vast text without hands: not read further")
                    if not (stream.named or stream.history or content.found) and content.bytes > _LOOK:
                        break
            except Damaged as damage:
                problem = InputProblem(stream.name, str(damage), "damaged")
            yield from early.pass_on(content.finish())
        except NotText as error:
            problem = problem or self._no_text(stream, str(error))
        problem = problem or self._none_of_ours(stream, tally, content.bytes, splitter.first_lines)
        if problem:
            self._problems.append(problem)
            if problem.fatal:
                tally.fate = "unreadable"
        told = not content.found and (stream.named or self._is_log(stream.name, splitter.first_lines))
        yield from early.let_go(told)

    def _none_of_ours(self, stream: Stream, tally: Tally, size: int, first_lines: list[str]) -> InputProblem | None:
        """What there is to say of a file without hands, or with hands of other sites."""
        if tally.other_sites:
            hands = [
                f"{count} {'hand' if count == 1 else 'hands'} of {site}" for site, count in tally.other_sites.items()
            ]
            return not_read(stream.name, f"{' and '.join(hands)}, which is not read")
        if tally.hands or tally.summaries:
            return None
        return self._no_hand(stream.name, size, first_lines)

    def _no_hand(self, name: str, size: int, first_lines: list[str]) -> InputProblem:
        if not size:
            return InputProblem(name, "the file is empty", "empty")
        text = "no hand found"
        if len(self._dialects) == 1:
            text += f" in the {self._dialects[0].name} dialect"
        if first_lines:
            text += "; its first lines are: " + ", ".join(repr(line[:80]) for line in first_lines[:3])
        return InputProblem(name, text, "no-hand")

    def _is_log(self, name: str, lines: Sequence[str]) -> bool:
        """Whether a file in which no hand begins is a log all the same: of stud, with all its headers lost.

        Told by an ending that no other files have, or by lines most of which a site's grammar knows.
        """
        text = "\n".join(line.lstrip(" \t>|") for line in lines)
        own = {ending for each in self._dialects for ending in each.extensions} - {".txt", ".log", ".xml"}
        if not own.isdisjoint(PurePath(name.lower().rpartition("!")[2]).suffixes):
            return True
        if len(lines) < _FEW or not _STUD.search(text):
            return False
        return any(2 * dialect.known_lines(text) >= len(lines) for dialect in self._dialects)

    @staticmethod
    def _no_text(stream: Stream, text: str) -> InputProblem:
        ending = os.path.splitext(stream.name)[1].lower()
        if stream.plain and ending in COMPRESSED | ARCHIVES:
            return InputProblem(stream.name, f"this is no {ending} file, or it is damaged at its beginning", "damaged")
        if stream.named or stream.history:
            return InputProblem(stream.name, text, "not-text")
        return not_read(stream.name, text)


class _Early:
    """Items of a file on their way: what precedes its first hand waits until it is known whether there is one.

    Unknown lines are worth a finding in a hand history, and where the file was named; a letter that lies in a
    folder is only counted.
    """

    def __init__(self, tally: Tally, named: bool) -> None:
        self._tally, self._named = tally, named
        self._items: list[Unparsed] | None = []

    def pass_on(self, items: Iterable[Unparsed]) -> Iterator[Unparsed]:
        """The items that need not wait."""
        for item in items:
            if self._items is None:
                yield item
                continue
            last = self._items[-1] if len(self._items) >= _EARLY else None
            if isinstance(last, StrayText) and isinstance(item, StrayText) and not self._named:
                self._items[-1] = dataclasses.replace(last, last_line=item.last_line)
                continue
            self._items.append(item)
            if isinstance(item, Located) or (self._named and last is not None):
                yield from self.let_go(told=True)

    def let_go(self, told: bool) -> Iterator[Unparsed]:
        """What has waited, at the end of the file or at a hand, where it is worth a finding."""
        items, self._items = self._items or (), None
        if told:
            yield from items
        elif items:
            self._tally.stray = self._tally.undecodable = 0


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
    problems = told(problem for problem in reader.problems if problem.fatal or not found)
    if problems:
        raise InputError("\n".join(problems))
