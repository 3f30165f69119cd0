"""From bytes to text: the encoding, line ends, and what cannot be decoded.

The encoding is fixed once for a file: by a byte-order mark, else by the NUL pattern of UTF-16, else
by the first bytes that are not ASCII (UTF-8 where they are valid UTF-8, cp1252 where not). Text comes
out in pieces as large as the bytes went in, with `\\n` for every line end; a piece may end within a line.
The blanks of web pages at the end of a line are plain ones.
A line ends with LF, CR LF, or CR alone; CR CR LF is what CR LF becomes where a transfer adds the CR again.
The byte-order marks of files that were joined are dropped at the beginning of a line.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace
from typing import Final

SAMPLE: Final = 4096
"""Bytes that the kind of file is judged by, where it has that many."""

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8", "utf-8+BOM"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16le+BOM"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16be+BOM"),
)
_CONTROLS: Final = bytes({*range(32), 127} - {*b"\t\n\v\f\r\x1a\x1b"})
_PADDING: Final = re.compile(b"\0{3,}")
"""What a disk has where a file was to be longer; no text in UTF-16 has that many."""
_NOT_READ: Final = (
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"MSCF", "a cabinet archive"),
    (b"\x1f\x9d", "a file packed by compress"),
    (b"LZIP", "a file packed by lzip"),
    (b"\x04\x22\x4d\x18", "a file packed by lz4"),
    (codecs.BOM_UTF32_LE, "a text in UTF-32"),
    (codecs.BOM_UTF32_BE, "a text in UTF-32"),
)
"""What may hold hands, and is read once it is something else."""
_LINE_END: Final = re.compile(r"\r{1,2}\n|\r")  # once CR LF is LF already
_OPEN_END: Final = re.compile(r"[ \t\xa0]*+(?:\r{0,3}|\xef\xbb?)\Z")
_LONGEST_END: Final = 64
"""The end of a piece whose line end, or byte-order mark, may go on in the next one, and how long it may be."""
_BOM: Final = "\ufeff"
_MISREAD_BOM: Final = codecs.BOM_UTF8.decode("cp1252")
_JOINED: Final = re.compile(rf"(?<=\n)(?:{_BOM}|{_MISREAD_BOM})+")
_LONE_SURROGATES: Final = re.compile("[\ud800-\udfff]+")


class NotText(ValueError):
    """The bytes are not those of a text file."""


@dataclass(frozen=True, slots=True)
class Undecodable:
    """The first undecodable run of a line, and how many such bytes the line has in all."""

    line: int
    column: int
    end_column: int
    data: bytes
    count: int


class Decoder:
    """Decodes one file."""

    def __init__(self) -> None:
        self.encoding: str | None = None
        """`ascii` as long as nothing else was met; None before the first `SAMPLE` bytes."""
        self._codec = ""
        self._head = b""
        self._settled = False
        self._held = ""
        self._line, self._column = 1, 1
        self._undecodable: list[Undecodable] = []

    @property
    def lines(self) -> int:
        """Lines so far, the last one included where anything stands in it."""
        return self._line if self._column > 1 else self._line - 1

    def feed(self, data: bytes) -> str:
        """The text of the next bytes; `NotText` where the file's first bytes are no text."""
        if not self._codec:
            # A pipe may begin with a few bytes only, too few to judge by.
            self._head += data
            if len(self._head) < SAMPLE:
                return ""
            data = self._detect()
        return self._finished(*self._decode(data))

    def finish(self) -> str:
        """The rest of the text, once the bytes have come to their end; `NotText` as for `feed`."""
        text, damaged = ("", False) if self._codec else self._decode(self._detect())
        rest, _ = self._decoder.getstate()
        odd = rest[-1:] if self._codec.startswith("utf-16") and len(rest) % 2 else b""
        if rest and not self._settled:
            self.encoding = "cp1252"
            text += rest.decode("cp1252", "surrogateescape")
        else:
            text += rest[: len(rest) - len(odd)].decode(*self._lossless())
        text = self._finished(text, damaged or bool(rest), last=True)
        if odd:
            self._record(self._line, self._column, self._column, odd)
        return text

    def take_undecodable(self, last: bool = False) -> list[Undecodable]:
        """What was found since this was last asked for, of lines that are complete (or with `last`, of all)."""
        if not self._undecodable:
            return []
        done = [item for item in self._undecodable if last or item.line < self._line]
        self._undecodable = self._undecodable[len(done) :]
        return done

    def _detect(self) -> bytes:
        """Chooses the encoding by the first bytes, and gives them without their byte-order mark."""
        data, self._head = self._head, b""
        for mark, kind in _NOT_READ:
            if data.startswith(mark):
                raise NotText(f"this is {kind}, which is not opened")
        for mark, codec, label in _BOMS:
            if data.startswith(mark):
                self._use(codec, label)
                return data[len(mark) :]
        sample = data[:SAMPLE]
        pairs = len(sample) // 2
        first, second = sample[0 : 2 * pairs : 2].count(0), sample[1 : 2 * pairs : 2].count(0)
        if second > max(3, 0.4 * pairs) and first < 0.1 * pairs:
            self._use("utf-16-le", "utf-16le")
        elif first > max(3, 0.4 * pairs) and second < 0.1 * pairs:
            self._use("utf-16-be", "utf-16be")
        else:
            text = _PADDING.sub(b"", sample)
            if len(text) - len(text.translate(None, _CONTROLS)) > max(8, 0.03 * len(text)) or (sample and not text):
                # Up to that: one site ends its hands with a NUL, and names hold stranger things.
                raise NotText("this is not a text file")
            self._use("utf-8", "ascii")
        return data

    def _use(self, codec: str, label: str) -> None:
        self._codec, self.encoding, self._settled = codec, label, label != "ascii"
        self._decoder = codecs.getincrementaldecoder(codec)("strict")

    def _lossless(self) -> tuple[str, str]:
        """Codec and error handler that turn bytes without a meaning into lone surrogates, which no text has."""
        return self._codec, "surrogatepass" if self._codec.startswith("utf-16") else "surrogateescape"

    def _decode(self, data: bytes) -> tuple[str, bool]:
        """Text, and whether it may hold lone surrogates."""
        try:
            text = self._decoder.decode(data)
        except UnicodeDecodeError as error:
            # A decoder that raised has kept its state, and can be given the same bytes again.
            if not self._settled and error.object[: error.start].isascii():
                self._use("cp1252", "cp1252")
                data = error.object
            self._settle("utf-8")
            self._decoder.errors = self._lossless()[1]
            text = self._decoder.decode(data)
            self._decoder.errors = "strict"
            return text, True
        if not text.isascii():
            self._settle("utf-8")
        return text, False

    def _settle(self, label: str) -> None:
        if not self._settled:
            self._settled, self.encoding = True, label

    def _finished(self, text: str, damaged: bool, last: bool = False) -> str:
        """The text with its line ends normalised, its undecodable bytes recorded, its lines counted."""
        text = self._held + text
        self._held = ""
        if not last and (open_end := _OPEN_END.search(text, max(len(text) - _LONGEST_END, 0))):
            text, self._held = text[: open_end.start()], open_end[0]
        if "\r" in text:
            text = text.replace("\r\n", "\n")
            if "\r" in text:
                text = _LINE_END.sub("\n", text)
        if not text.isascii():
            if _BOM in text or _MISREAD_BOM in text:
                before = "\n" if self._column == 1 else ""
                text = _JOINED.sub("", before + text)[len(before) :]
            if "\xa0" in text:
                text = "\n".join(map(_with_plain_end, text.split("\n")))
        if damaged:
            text = self._marked(text)
        newlines = text.count("\n")
        self._line += newlines
        self._column = len(text) - text.rfind("\n") if newlines else self._column + len(text)
        return text

    def _marked(self, text: str) -> str:
        """The text with U+FFFD for what could not be decoded."""
        line, begin, column = self._line, 0, self._column
        codec, errors = self._lossless()
        for match in _LONE_SURROGATES.finditer(text):
            start, end = match.span()
            newline = text.rfind("\n", begin, start)
            if newline >= 0:
                line += text.count("\n", begin, start)
                begin, column = newline + 1, 1
            self._record(line, column + start - begin, column + end - begin, match[0].encode(codec, errors))
        return _LONE_SURROGATES.sub(lambda match: "\ufffd" * len(match[0]), text)

    def _record(self, line: int, column: int, end_column: int, data: bytes) -> None:
        if self._undecodable and self._undecodable[-1].line == line:
            same = self._undecodable[-1]
            self._undecodable[-1] = replace(same, count=same.count + len(data))
        else:
            self._undecodable.append(Undecodable(line, column, end_column, data, len(data)))


def _with_plain_end(line: str) -> str:
    """A line with plain blanks for those at its end that a web page has."""
    end = len(line.rstrip(" \t\xa0"))
    return line[:end] + line[end:].replace("\xa0", " ")
