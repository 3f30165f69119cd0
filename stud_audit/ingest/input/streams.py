"""From files to streams of bytes: plain, .gz, .zst, and the members of .zip; in pieces, never whole.

What a file is, is told by its first bytes and not by its name. Everything that precedes a damage is
handed out before the damage is reported. An archive within an archive is not opened.
"""

from __future__ import annotations

import copy
import gzip
import hashlib
import io
import shutil
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any, BinaryIO, Final, Protocol, cast

from stud_audit.ingest.input.found import InputProblem, InputSummary
from stud_audit.ingest.input.sources import COMPRESSED, ENDINGS, Source, is_history, reason
from stud_audit.ingest.input.unzip import saved_members

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

CHUNK: Final = 1 << 17
_GZIP: Final = b"\x1f\x8b"
_ZSTD: Final = b"\x28\xb5\x2f\xfd"
_ZSTD_SKIPPABLE: Final = b"\x2a\x4d\x18"  # after a byte 0x50-0x5f: how pzstd begins its files
_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")


class Damaged(Exception):
    """The rest of a stream cannot be read; the text says why."""


class Meter:
    """How many bytes of the inputs were read so far, as they lie on the disk."""

    def __init__(self) -> None:
        self.bytes_read = 0


class _Readable(Protocol):
    def read1(self, size: int, /) -> bytes: ...


class Tap(io.RawIOBase):
    """A stream that is counted and hashed while it is read."""

    def __init__(self, file: _Readable | IO[bytes], meter: Meter | None = None) -> None:
        # An unbuffered file has no read1, and its read gives what there is.
        self._read: Callable[[int], bytes] = getattr(file, "read1", None) or cast(IO[bytes], file).read
        self._meter, self._hash, self._ahead = meter or Meter(), hashlib.sha256(), b""
        self.bytes = 0
        self._complete = False

    @property
    def sha256(self) -> str | None:
        """The digest of the whole; None where it was not read to its end."""
        return self._hash.hexdigest() if self._complete else None

    def sniff(self, size: int) -> bytes:
        """The first bytes, which are read all the same afterwards."""
        while len(self._ahead) < size and (data := self._read(size - len(self._ahead))):
            self._ahead += data
        return self._ahead

    def readable(self) -> bool:
        """True."""
        return True

    def readinto(self, buffer: bytearray | memoryview, /) -> int:  # type: ignore[override]
        """As for any raw stream."""
        data = self._ahead[: len(buffer)] or self._read(len(buffer))
        self._ahead = self._ahead[len(data) :]
        buffer[: len(data)] = data
        self._meter.bytes_read += len(data)
        self._hash.update(data)
        self.bytes += len(data)
        self._complete = not data
        return len(data)

    def close(self) -> None:
        """Does nothing: the file belongs to whoever opened it, and readers on top come and go."""

    def count(self) -> int:
        """The bytes so far."""
        return self.bytes

    def uncount(self) -> Tap:
        """The same, without counting as progress from now on."""
        self._meter = Meter()
        return self

    def drain(self) -> None:
        """Reads what is left, so that the digest is that of the whole."""
        while self.read(CHUNK):
            pass


@dataclass(frozen=True, slots=True)
class Stream:
    """One text file to be: its name, its bytes once, and what is known of it afterwards.

    `pieces` raises `Damaged` once everything readable was given. `packed` tells how many bytes the
    content read so far took before decompression.
    """

    name: str
    pieces: Iterator[bytes]
    tap: Tap
    packed: Callable[[], int]


def streams(
    source: Source, meter: Meter, stdin: BinaryIO | None = None, endings: Collection[str] = ENDINGS
) -> Iterator[Stream | InputSummary | InputProblem]:
    """The text files of a source, to be read one after the other, with an entry for each archive and each problem."""
    try:
        if source.path is None:
            yield from _contents(source, stdin or sys.stdin.buffer, meter, endings)
        else:
            with open(source.path, "rb", buffering=0) as file:
                yield from _contents(source, file, meter, endings)
    except OSError as error:
        yield InputProblem(source.name, reason(error), "unreadable")


def _contents(
    source: Source, file: IO[bytes], meter: Meter, endings: Collection[str]
) -> Iterator[Stream | InputSummary | InputProblem]:
    tap = Tap(file, meter)
    if not tap.sniff(4).startswith(_ZIP):
        yield Stream(source.name, _pieces(tap), tap, tap.count)
        if source.size is not None:
            # Whoever read the stream may have stopped early; the digest is that of the whole file.
            with suppress(OSError):
                tap.drain()
    elif source.size is None:
        with tempfile.TemporaryFile() as copied:
            shutil.copyfileobj(tap, copied)
            yield from _archive(source.name, copied, tap, endings)
    else:
        # A zip archive is read from its end, so that its digest takes a pass of its own, which is no progress.
        tap.uncount().drain()
        yield from _archive(source.name, cast(IO[bytes], _Metered(file, meter)), tap, endings)


def _pieces(tap: Tap) -> Iterator[bytes]:
    reader: _Readable | None = None
    while True:
        try:
            reader = reader or _decompressed(tap)
            # Not read(): that would throw away what it has when the damage comes.
            data = reader.read1(CHUNK)
        except Damaged:
            raise
        except EOFError:
            raise Damaged("the compressed file is truncated") from None
        except Exception as error:
            # Decompressors raise a great many things on damaged data.
            raise Damaged(f"the file is damaged: {reason(error)}") from error
        if not data:
            return
        yield data


def _decompressed(tap: Tap) -> _Readable:
    head, buffered = tap.sniff(4), io.BufferedReader(tap, CHUNK)
    if head.startswith(_GZIP):
        return gzip.GzipFile(fileobj=buffered)
    if head.startswith(_ZSTD) or (head[1:] == _ZSTD_SKIPPABLE and head[0] >> 4 == 5):
        return zstd.ZstdFile(buffered)
    return buffered


def _archive(
    name: str, file: IO[bytes], tap: Tap, endings: Collection[str]
) -> Iterator[Stream | InputSummary | InputProblem]:
    yield InputSummary(name, tap.sha256, tap.bytes, archive=True)
    try:
        archive = zipfile.ZipFile(file)
        every = archive.infolist()
    except Exception as error:
        # As above: whatever is raised, it is the archive that is damaged.
        saved = yield from _saved(name, file, endings)
        text = f"the zip archive is truncated or damaged ({reason(error)}); {saved} of its files could be reached"
        yield InputProblem(name, text, "damaged")
        return
    members = [info for info in every if _is_member(info.filename, endings)]
    if sum(info.compress_size for info in every) > tap.bytes:
        yield InputProblem(name, "the zip archive's members overlap, as in a zip bomb: not read", "damaged")
        return
    if not members:
        known = " ".join(sorted({*endings, *COMPRESSED}))
        yield InputProblem(name, f"the archive has no hand history (endings looked for: {known})", "empty")
    for info in members:
        yield from _member(name, archive, info)


def _is_member(name: str, endings: Collection[str]) -> bool:
    # The Mac's archiver adds a folder of resource forks with the same endings.
    return not name.endswith("/") and not name.startswith("__MACOSX/") and is_history(name, endings, archives=False)


def _member(archive_name: str, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[Stream | InputProblem]:
    name = f"{archive_name}!{info.filename}"
    if info.flag_bits & 0x1:
        yield InputProblem(name, "this member of the archive is encrypted, and cannot be read", "unreadable")
        return
    # zipfile drops the last piece of a member whose checksum fails; without a checksum it does not.
    unchecked = copy.copy(info)
    del unchecked.CRC
    try:
        member = cast(zipfile.ZipExtFile, archive.open(unchecked))
    except Exception as error:
        yield InputProblem(name, f"this member of the archive cannot be read: {reason(error)}", "damaged")
        return
    with member:
        tap = Tap(_Checked(member, info.CRC))
        yield Stream(name, _pieces(tap), tap, lambda: info.compress_size)


def _saved(name: str, file: IO[bytes], endings: Collection[str]) -> Generator[Stream, None, int]:
    """The members of an archive without a directory; returns how many there were."""
    count = 0
    for member in saved_members(file):
        if _is_member(member.name, endings):
            count += 1
            tap = Tap(member)
            yield Stream(f"{name}!{member.name}", _pieces(tap), tap, member.count)
    return count


class _Checked:
    """A zip member whose checksum is compared after its last byte was given."""

    def __init__(self, member: _Readable, checksum: int) -> None:
        self._member, self._expected, self._checksum = member, checksum, 0

    def read1(self, size: int, /) -> bytes:
        data = self._member.read1(size)
        self._checksum = zlib.crc32(data, self._checksum)
        if not data and self._checksum != self._expected:
            raise Damaged("the file is damaged: its checksum is wrong")
        return data


class _Metered:
    """A file whose reads count as progress, in whatever order they come."""

    def __init__(self, file: IO[bytes], meter: Meter) -> None:
        self._file, self._meter = file, meter

    def read(self, size: int = -1, /) -> bytes:
        data = self._file.read(size)
        self._meter.bytes_read += len(data)
        return data

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)
