"""What the bytes of one input come to: items in the order of the file, and counts."""

from __future__ import annotations

import hashlib
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from stud_audit.ingest.input.decode import Decoder, Undecodable
from stud_audit.ingest.input.duplicate_hands import Texts
from stud_audit.ingest.input.found import InputStatus, InputSummary, Located, StrayText, UndecodableText
from stud_audit.ingest.input.pieces import HandText, Other, Piece
from stud_audit.ingest.input.split import Splitter
from stud_audit.ingest.input.streams import Tap
from stud_audit.model.hand import Status

Unparsed = Located | StrayText | UndecodableText

_MANY: Final = 1000
"""Undecodable lines that are held back until it is known which hand they are part of."""


@dataclass(slots=True)
class Tally:
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
    summaries: int = 0
    other_sites: Counter[str] = field(default_factory=Counter)
    fate: InputStatus = "not-read"
    """What becomes of it where it has no hand and no summary."""
    tap: Tap | None = None

    @property
    def status(self) -> InputStatus:
        """What became of it so far."""
        return "read" if self.hands else "summaries" if self.summaries else self.fate

    def settle(self) -> None:
        """Takes the digest, and lets the file go.

        Not when it was read: of a file that was given up, the rest follows for the digest.
        """
        if self.tap:
            self.sha256, self.bytes, self.tap = self.tap.sha256, self.tap.bytes, None

    def summary(self) -> InputSummary:
        """The counts so far."""
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
            status=self.status,
            summaries=self.summaries,
            other_sites=tuple(sorted(self.other_sites.items())),
        )


class Content:
    """What the bytes of one file come to, with its counts kept along the way."""

    def __init__(self, source: int, tally: Tally, decoder: Decoder, splitter: Splitter, texts: Texts) -> None:
        self.bytes = self.since_hand = 0
        self._source, self._tally, self._texts = source, tally, texts
        self._decoder, self._splitter = decoder, splitter
        self._undecodable: deque[Undecodable] = deque()

    def feed(self, data: bytes) -> Iterator[Unparsed]:
        """The items that are complete with these bytes; `NotText` where they are no text."""
        found = self.found
        yield from self._items(self._splitter.feed(self._decoder.feed(data)))
        self.bytes += len(data)
        self.since_hand = self.since_hand + len(data) if found == self.found else 0

    @property
    def found(self) -> int:
        """Hands so far, of other sites as well, and summaries."""
        return self._tally.hands + self._tally.summaries + self._tally.other_sites.total()

    def finish(self) -> Iterator[Unparsed]:
        """The last items."""
        yield from self._items(self._splitter.feed(self._decoder.finish()))
        self._tally.encoding, self._tally.lines = self._decoder.encoding, self._decoder.lines
        yield from self._items(self._splitter.finish(), last=True)

    def _items(self, pieces: Iterable[Piece], last: bool = False) -> Iterator[Unparsed]:
        self._undecodable += self._decoder.take_undecodable(last)
        for piece in pieces:
            if isinstance(piece, HandText) and not self._undecodable:
                yield self._locate(piece)
            elif isinstance(piece, HandText):
                located = self._locate(piece)
                yield from self._marks((located.block.line, located.block.column), None)
                yield located
                yield from self._marks((located.last_line + 1, 0), located.index)
            elif isinstance(piece, Other):
                if piece.kind.summary:
                    self._tally.summaries += 1
                else:
                    self._tally.other_sites[piece.kind.name] += 1
                yield from self._marks((piece.last_line + 1, 0), None)
            else:
                yield from self._marks((piece.first_line, 0), None)
                self._tally.stray += 1
                yield StrayText(self._tally.name, piece.first_line, piece.last_line, piece.text)
                yield from self._marks((piece.last_line + 1, 0), None)
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
