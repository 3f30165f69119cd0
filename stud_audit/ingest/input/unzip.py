"""What can be saved from a zip archive whose directory is missing or damaged.

The directory stands at an archive's end, so a truncated archive has none; but each member is preceded
by a header of its own, and those are followed here from the first one on.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import IO, Final

_HEADER: Final = struct.Struct("<4s5H3L2H")
_SIGNATURE: Final = b"PK\x03\x04"
_ENCRYPTED, _SIZES_FOLLOW, _UTF8 = 0x1, 0x8, 0x800
_STORED, _DEFLATED = 0, 8
_PIECE: Final = 1 << 16
_DESCRIPTOR: Final = 24
"""At most that many bytes stand between a member and the next header."""


class SavedMember:
    """A member, read by its own header. Reading raises `EOFError` or `zlib.error` where it is damaged."""

    def __init__(self, file: IO[bytes], name: str, deflated: bool, size: int) -> None:
        self.name = name
        self._packed = 0
        self._file, self._left = file, size
        self._inflate = zlib.decompressobj(-zlib.MAX_WBITS) if deflated else None
        self._waiting = b""

    def count(self) -> int:
        """The compressed bytes so far."""
        return self._packed

    def read1(self, size: int, /) -> bytes:
        """The next bytes of the member's content, at most `size`; none at its end."""
        if self._inflate is None:
            data = self._file.read(min(size, self._left))
            if self._left and not data:
                raise EOFError
            self._left -= len(data)
            self._packed += len(data)
            return data
        while not self._inflate.eof:
            packed = self._waiting or self._file.read(_PIECE)
            if not packed:
                raise EOFError
            data = self._inflate.decompress(packed, size)
            self._waiting = self._inflate.unconsumed_tail
            self._packed += len(packed) - len(self._inflate.unused_data or self._waiting)
            if data:
                return data
        return b""


def saved_members(file: IO[bytes]) -> Iterator[SavedMember]:
    """The members in their order, as far as their headers can be followed; each is to be read before the next."""
    position = 0
    while True:
        file.seek(position)
        header = file.read(_HEADER.size)
        if len(header) < _HEADER.size or not header.startswith(_SIGNATURE):
            return
        _, _, flags, method, _, _, _, size, _, name_length, extra_length = _HEADER.unpack(header)
        name = file.read(name_length).decode("utf-8" if flags & _UTF8 else "cp437", "replace")
        start = position + _HEADER.size + name_length + extra_length
        readable = not flags & _ENCRYPTED and (method == _DEFLATED or (method == _STORED and not flags & _SIZES_FOLLOW))
        if readable:
            file.seek(start)
            member = SavedMember(file, name, method == _DEFLATED, size)
            yield member
            try:
                while member.read1(_PIECE):
                    pass
            except (EOFError, zlib.error):
                return
            size = member.count()
        elif flags & _SIZES_FOLLOW:
            return
        file.seek(start + size)
        gap = file.read(_DESCRIPTOR + len(_SIGNATURE)).find(_SIGNATURE)
        if gap < 0:
            return
        position = start + size + gap
