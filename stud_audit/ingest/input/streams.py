"""From files to streams of bytes: plain, compressed, and the members of archives; in pieces, never whole.

What a file is, is told by its first bytes and not by its name. Everything that precedes a damage is
handed out before the damage is reported. An archive in an archive is opened, one within that is not.
"""

from __future__ import annotations

import bz2
import copy
import gzip
import hashlib
import io
import lzma
import math
import sys
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any, BinaryIO, Final, Protocol, cast

from stud_audit.ingest.input.found import InputProblem
from stud_audit.ingest.input.sources import ENDINGS, Source, is_hidden, is_history, not_read, reason
from stud_audit.ingest.input.unzip import saved_members

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

CHUNK: Final = 1 << 17
_HEAD: Final = tarfile.BLOCKSIZE
"""Bytes by which it is told what a file is; a tar archive begins with a block of that many."""
_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_ZSTD_SKIPPABLE: Final = b"\x2a\x4d\x18"
"""After a byte 0x50-0x5f: how pzstd begins its files."""
_LZMA: Final = b"\x5d\0\0"
"""Before the dictionary's size and the content's in files of xz's forerunner."""
_DEEPEST: Final = 2
_VAST: Final = 1 << 26
_RATIO: Final = 200
"""Of what unpacks to more than `_VAST` bytes, and to more than this many times its size, an archive is not made up."""
_LONGEST_NOTE: Final = 1 << 20
"""Bytes of what precedes a member of a tar archive, its long name, say, and is held in memory."""
_MEMORY: Final = 1 << 28
"""Bytes that xz may ask for; four times what its highest level needs."""


class Damaged(Exception):
    """The rest of a stream cannot be read; the text says why."""


class Meter:
    """How many bytes of the inputs were read so far, as they lie on the disk."""

    def __init__(self) -> None:
        self.bytes_read = 0


class _Readable(Protocol):
    def read1(self, size: int, /) -> bytes: ...


class Tap(io.RawIOBase):
    """A stream that is counted and hashed while it is read; `Damaged` where it ends before its `size`."""

    def __init__(self, file: _Readable | IO[bytes], meter: Meter | None = None, size: int | None = None) -> None:
        # An unbuffered file has no read1, and its read gives what there is.
        self._read: Callable[[int], bytes] = getattr(file, "read1", None) or cast(IO[bytes], file).read
        self._meter, self._hash, self._ahead = meter or Meter(), hashlib.sha256(), b""
        self.bytes = 0
        self._size = size or 0
        self._complete = False

    @property
    def sha256(self) -> str | None:
        """The digest of the whole; None where it was not read to its end."""
        return self._hash.hexdigest() if self._complete else None

    def sniff(self) -> bytes:
        """The first bytes, which are read all the same afterwards: of a text, as many as come at once."""
        while len(self._ahead) < 4 or (len(self._ahead) < _HEAD and b"\0" in self._ahead):
            data = self._read(_HEAD - len(self._ahead))
            if not data:
                break
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
        if not data and self.bytes < self._size:
            raise Damaged("the file has become shorter while it was read")
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

    def drain(self, limit: float = math.inf) -> None:
        """Reads what is left, up to about `limit` bytes, so that the digest is that of the whole."""
        limit += self.bytes
        while self.bytes < limit and self.read(CHUNK):
            pass


@dataclass(frozen=True, slots=True)
class Stream:
    """One text file to be: its name, its bytes once, and what is known of it afterwards.

    `pieces` raises `Damaged` once everything readable was given. `packed` tells how many bytes the
    content read so far took before decompression. `named` is that of the source; `history` says whether
    it is a hand history by its name; `plain`, that it is not compressed.
    """

    name: str
    pieces: Iterator[bytes]
    tap: Tap
    packed: Callable[[], int]
    named: bool
    history: bool
    plain: bool


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive, whose members follow. Its digest is known at the end of the source."""

    name: str
    tap: Tap


Part = Stream | Archive | InputProblem


def streams(
    source: Source, meter: Meter, stdin: BinaryIO | None = None, endings: Collection[str] = ENDINGS
) -> Iterator[Part]:
    """The text files of a source, to be read one after the other, with an entry for each archive and each problem."""
    found = _File(source.name, source.named, endings)
    try:
        if source.path is None:
            yield from found.open(Tap(stdin or sys.stdin.buffer, meter))
        else:
            with source.open() as file:
                seekable = source.size is not None and file.seekable()
                yield from found.open(
                    Tap(file, meter, source.size), cast(IO[bytes], _Metered(file, meter)) if seekable else None
                )
    except OSError as error:
        yield InputProblem(source.name, reason(error), "unreadable")


@dataclass(frozen=True, slots=True)
class _File:
    """A file, or a member of an archive, which lies `depth` archives deep."""

    name: str
    named: bool
    endings: Collection[str]
    depth: int = 0

    def open(
        self, tap: Tap, seekable: IO[bytes] | None = None, packed: Callable[[], int] | None = None
    ) -> Iterator[Part]:
        """The text files in it. `seekable` is the same file, where one can move about in it."""
        packed = packed or tap.count
        content, head = _content(tap)
        history = is_history(self.name, self.endings)
        if head.startswith(_ZIP) or _is_tar(head):
            if self.depth == _DEEPEST:
                yield not_read(self.name, "an archive in an archive in an archive, which is not opened")
            elif _is_tar(head):
                yield from self._tar(tap, content, packed)
            elif seekable is not None and content is tap:
                # A zip archive is read from its end, so that its digest takes a pass of its own, which is no progress.
                with suppress(Damaged):
                    tap.uncount().drain()
                yield from self._zip(seekable, tap)
                return
            else:
                yield from self._zip_copied(tap, content, packed)
        elif content is not tap and _unpacker(head):
            yield not_read(self.name, "a file that is compressed twice, which is not opened")
        else:
            yield Stream(self.name, _pieces(content), tap, packed, self.named, history, content is tap)
            if not self.named and not history:
                return  # looked into, and where it has hands, read to its end
        if seekable is not None:
            # Whoever read the stream may have stopped early; the digest is that of the whole file.
            with suppress(OSError, Damaged):
                tap.drain()

    def _member(self, name: str, member: _Readable, packed: Callable[[], int]) -> Iterator[Part]:
        yield from _File(f"{self.name}!{name}", False, self.endings, self.depth + 1).open(
            Tap(_Guarded(lambda: member)), packed=packed
        )

    # --- zip -------------------------------------------------------------------------------------

    def _zip_copied(self, tap: Tap, content: Tap, packed: Callable[[], int]) -> Iterator[Part]:
        with tempfile.TemporaryFile() as copied:
            problem = ""
            try:
                for data in _pieces(_Bounded(content, packed)):
                    copied.write(data)
            except Damaged as damage:
                problem = str(damage)
            yield from self._zip(copied, tap)
            if problem:
                yield InputProblem(self.name, problem, "damaged")

    def _zip(self, file: IO[bytes], tap: Tap) -> Iterator[Part]:
        yield Archive(self.name, tap)
        try:
            archive = zipfile.ZipFile(file)
            every = archive.infolist()
        except Exception as error:
            # Whatever is raised, it is the archive that is damaged.
            saved = 0
            for member in saved_members(file):
                if not member.name.endswith("/"):
                    saved += 1
                    yield from self._visible(member.name) or self._member(member.name, member, member.count)
            text = f"the zip archive is truncated or damaged ({reason(error)}); {saved} of its files could be reached"
            yield InputProblem(self.name, text, "damaged")
            return
        if sum(info.compress_size for info in every) > file.seek(0, io.SEEK_END):
            yield InputProblem(self.name, "the zip archive's members overlap, as in a zip bomb: not read", "damaged")
            return
        members = [info for info in every if not info.is_dir()]
        if not members:
            yield InputProblem(self.name, "the archive has no files", "empty")
        for info in members:
            yield from self._visible(info.filename) or self._zip_member(archive, info)

    def _visible(self, member: str) -> list[Part]:
        """What there is to say of a member instead of looking into it."""
        return [not_read(f"{self.name}!{member}", "a hidden file")] if is_hidden(member) else []

    def _zip_member(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[Part]:
        name = f"{self.name}!{info.filename}"
        if info.flag_bits & 0x1:
            text = "this member of the archive is encrypted, and cannot be read"
            history = is_history(info.filename, self.endings)
            yield InputProblem(name, text, "unreadable") if history else not_read(name, text)
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
            yield from self._member(info.filename, _Checked(member, info.CRC), lambda: info.compress_size)

    # --- tar -------------------------------------------------------------------------------------

    def _tar(self, tap: Tap, content: Tap, packed: Callable[[], int]) -> Iterator[Part]:
        yield Archive(self.name, tap)
        count, problem = 0, None
        blocks: list[type[Exception] | None] = []

        class Member(tarfile.TarInfo):
            """Tells how headers were read: tarfile passes over those that are none, of zeros or damaged ones."""

            @classmethod
            def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Member:
                try:
                    info = super().frombuf(buf, encoding, errors)
                except tarfile.HeaderError as error:
                    if blocks[-1:] != [type(error)]:
                        blocks.append(type(error))
                    raise
                blocks[:] = [each for each in blocks if each is tarfile.InvalidHeaderError][:1]  # type: ignore[attr-defined]
                if not info.isreg() and not info.isdir() and info.size > _LONGEST_NOTE:
                    raise Damaged("a header of the tar archive is longer than any should be")
                return info

        try:
            bounded = cast(IO[bytes], _Bounded(content, packed))
            # An archive that another was appended to is both of them.
            with tarfile.open(fileobj=bounded, mode="r|", bufsize=CHUNK, tarinfo=Member, ignore_zeros=True) as archive:
                while (info := archive.next()) is not None:
                    archive.members.clear()  # type: ignore[attr-defined]  # a list that grows with the archive
                    if not info.isdir():
                        count += 1
                        yield from self._tar_member(archive, info, packed)
            if blocks != [tarfile.EOFHeaderError, tarfile.EmptyHeaderError]:  # type: ignore[attr-defined]
                problem = (
                    "the tar archive breaks off, is damaged, or has other data in it; {count} of its files were found"
                )
        except Damaged as damage:
            problem = f"{damage}, behind member number {{count}} of the archive"
        except Exception as error:
            problem = f"the tar archive is damaged behind its member number {{count}}: {reason(error)}"
        if problem:
            yield InputProblem(self.name, problem.format(count=count), "damaged")
        elif not count:
            yield InputProblem(self.name, "the archive has no files", "empty")

    def _tar_member(self, archive: tarfile.TarFile, info: tarfile.TarInfo, packed: Callable[[], int]) -> Iterator[Part]:
        name = info.name.removeprefix("./")
        if not info.isreg() or info.issparse():
            kind = "a link" if info.issym() or info.islnk() else "a sparse file, a pipe, or a device"
            yield not_read(f"{self.name}!{name}", f"{kind} of an archive, which is not read")
        else:
            start = packed()
            whole = _Whole(cast(IO[bytes], archive.fileobj), info.size)
            yield from self._visible(name) or self._member(name, whole, lambda: packed() - start)


def _is_tar(head: bytes) -> bool:
    try:
        tarfile.TarInfo.frombuf(head, "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        return False
    return True


def _unpacker(head: bytes) -> Callable[[Any], Any] | None:
    """What decompresses a file with these first bytes."""
    if head.startswith(b"\x1f\x8b"):
        return lambda file: gzip.GzipFile(fileobj=file)
    if head.startswith(b"BZh") and head[4:10] in (b"\x31\x41\x59\x26\x53\x59", b"\x17\x72\x45\x38\x50\x90"):
        return lambda file: _Members(file, bz2.BZ2Decompressor)
    if head.startswith(b"\xfd7zXZ\0") or (
        head.startswith(_LZMA) and any(head[3:5]) and head[5:13].endswith((b"\0\0\0", b"\xff" * 8))
    ):
        return lambda file: _Members(file, lambda: lzma.LZMADecompressor(memlimit=_MEMORY))
    if head.startswith(b"\x28\xb5\x2f\xfd") or (head[1:4] == _ZSTD_SKIPPABLE and head[0] >> 4 == 5):
        return zstd.ZstdFile
    return None


def _content(tap: Tap) -> tuple[Tap, bytes]:
    """The content of a file, decompressed where it is not plain, and its beginning, which a damage may leave empty."""
    content = tap
    # What is damaged is raised again when the content is read.
    with suppress(Damaged):
        unpacker = _unpacker(tap.sniff())
        if unpacker is None:
            return tap, tap.sniff()
        content = Tap(_Guarded(lambda: unpacker(io.BufferedReader(tap, CHUNK))))
        return content, content.sniff()
    return content, b""


def _pieces(content: Any) -> Iterator[bytes]:
    while True:
        try:
            data = content.read(CHUNK)
        except Damaged:
            raise
        except OSError as error:
            raise Damaged(f"the file cannot be read any further: {reason(error)}") from None
        except Exception as error:
            raise Damaged(f"the file is damaged: {reason(error)}") from error
        if not data:
            return
        yield data


class _Guarded:
    """Content that is decompressed while it is read; any damage is raised as `Damaged`, again and again."""

    def __init__(self, opened: Callable[[], Any]) -> None:
        self._opened = opened
        self._reader: Any = None
        self._damage = ""

    def read1(self, size: int, /) -> bytes:
        if not self._damage:
            try:
                self._reader = self._reader or self._opened()
                # Not read(): that would throw away what it has when the damage comes.
                return cast(bytes, self._reader.read1(size))
            except Damaged as damage:
                self._damage = str(damage)
            except EOFError:
                self._damage = "the compressed file is truncated"
            except Exception as error:
                # Decompressors raise a great many things on damaged data.
                self._damage = f"the file is damaged: {reason(error)}"
        raise Damaged(self._damage)


class _Members:
    """What several streams of one kind unpack to that follow each other, with zeros between them or behind."""

    def __init__(self, file: io.BufferedReader, new: Callable[[], Any]) -> None:
        self._file, self._new, self._stream, self._ahead = file, new, new(), b""

    def read1(self, size: int, /) -> bytes:
        while True:
            if self._stream.eof:
                self._ahead = self._stream.unused_data.lstrip(b"\0")
                while not self._ahead and (data := self._file.read1(CHUNK)):
                    self._ahead = data.lstrip(b"\0")
                if not self._ahead:
                    return b""
                self._stream = self._new()
            if self._stream.needs_input:
                self._ahead = self._ahead or self._file.read1(CHUNK)
                if not self._ahead:
                    raise EOFError
            data, self._ahead = self._ahead, b""
            if unpacked := self._stream.decompress(data, size):
                return cast(bytes, unpacked)


class _Bounded:
    """The content of an archive, which is given up where it unpacks beyond all measure."""

    def __init__(self, content: Tap, packed: Callable[[], int]) -> None:
        self._content, self._packed = content, packed

    def read(self, size: int = -1, /) -> bytes:
        if self._content.bytes > max(_VAST, _RATIO * self._packed()):
            raise Damaged("a small archive that unpacks to vast contents: not read further")
        return self._content.read(size) or b""


class _Whole:
    """A member of a tar archive, which is not to end before its size."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file, self._left, self._damage = file, size, ""

    def read1(self, size: int, /) -> bytes:
        data = bytearray()
        # Block by block, since a read that meets a damage takes what it has with it.
        while len(data) < size and self._left and not self._damage:
            try:
                block = self._file.read(min(self._left, size - len(data), tarfile.BLOCKSIZE))
                self._damage = "" if block else "the archive breaks off within this member"
            except Damaged as damage:
                block, self._damage = b"", str(damage)
            self._left -= len(block)
            data += block
        if self._damage and not data:
            raise Damaged(self._damage)
        return bytes(data)


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
