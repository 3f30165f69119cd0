"""Files and folders that lie elsewhere: `s3://bucket/logs`, and whatever fsspec reaches with other packages.

An address may hold a password or a signature (`ftp://me:secret@host/x`, `https://host/x?token=...`). These are in
nothing that is printed, written, or raised: an address is shown without them. fsspec is loaded by the first address.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path, PurePosixPath
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal, cast
from urllib.parse import unquote

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

StrPath = str | os.PathLike[str]
_ADDRESS: Final = re.compile(r"[A-Za-z][\w+.-]+(?:::[\w+.-]+)*://")
"""Two letters at least: `c:` is a drive."""
_LOCAL: Final = re.compile(r"(?:file|local)://")
_WEB: Final = re.compile(r"https?://")
_QUERY: Final = re.compile(r"(https?://[^?#]*|[^?]*(?=\?[\w.-]+=))(.*)", re.S)
"""An address, and its query: what follows a question mark, and elsewhere than in the web looks like one."""
_QUOTED_USER: Final = re.compile(r"(?<=://)[^/\s@]+@")
_QUOTED_QUERY: Final = re.compile(r"(https?://[^\s?#'\"<>]+)[?#][^\s'\"<>]*")
"""Secrets in addresses that an error tells of: where it was led on to, say."""
_SHORT: Final = 4
"""Values of a query that are shorter are no secrets, but numbers of pages and the like."""
_PIECE: Final = 1 << 23
"""Bytes that are asked for at a time."""


class Address:
    """A file or folder of a store. As text it has no secrets, and compares and pickles with them.

    What can go wrong with a store raises `FileNotFoundError` or another `OSError` whose `strerror` says what, in words
    for people.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self.shown, self._secrets = _without_secrets(text)

    def __str__(self) -> str:
        return self.shown

    def __repr__(self) -> str:
        return f"Address({self.shown!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Address) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> tuple[type[Address], tuple[str]]:
        return Address, (self._text,)

    def __truediv__(self, name: str) -> Address:
        """What lies within, below the first link of a chain that has a path (`zip://here::s3://bucket/x.zip`)."""
        links = self._text.split("::")
        at = next(number for number, link in enumerate(links) if "://" in link)
        path, query = _parted(links[at])
        links[at] = f"{path}{'' if path.endswith('/') else '/'}{name}{query}"
        return Address("::".join(links))

    @property
    def name(self) -> str:
        """The last part."""
        return PurePosixPath(next(link for link in self.shown.split("::") if "://" in link)).name

    # --- reading ---------------------------------------------------------------------------------

    def kind(self) -> tuple[Literal["file", "folder"], int | None]:
        """What lies there, and the size of a file where it is known."""
        with self._asking(anew=True):
            info = self._store.info(self._path)
        return ("folder" if info["type"] == "directory" else "file"), info.get("size")

    def _is(self, *kinds: str) -> bool:
        with suppress(FileNotFoundError):
            return self.kind()[0] in kinds
        return False

    def exists(self) -> bool:
        """Whether anything lies there."""
        return self._is("file", "folder")

    def is_file(self) -> bool:
        """Whether a file lies there."""
        return self._is("file")

    def is_dir(self) -> bool:
        """Whether there is such a folder, or anything below that name."""
        return self._is("folder")

    def below(self) -> list[tuple[str, int | None]]:
        """The names and sizes of all files of a folder and of those within it, those of a folder before these."""
        with self._asking(anew=True):
            found = self._store.find(self._path, detail=True)
        start = len(self._path.rstrip("/"))
        files = [(path[start:].lstrip("/"), info.get("size")) for path, info in found.items()]
        # Consoles of stores make an empty file for a folder.
        return sorted((file for file in files if file[0] and not file[0].endswith("/")), key=_by_folders)

    def iterdir(self) -> Iterator[Address]:
        """What lies in a folder."""
        for name in dict.fromkeys(name.partition("/")[0] for name, _ in self.below()):
            yield self / name

    def matches(self) -> list[Address] | None:
        """What a pattern leads to, in the order of names; None where this is none."""
        text, _ = _parted(self._text)
        magic = re.search(r"[*?[]", text)
        if magic is None:
            return None
        base, pattern = text[: text.rindex("/", 0, magic.start())], text[text.rindex("/", 0, magic.start()) :]
        within = Address(f"{base}/")
        with self._asking(anew=True):
            found = cast("list[str]", self._store.glob(self._path))
        start = len(within._path.rstrip("/"))
        names = [path[start:].strip("/") for path in sorted(found)]
        # As in folders here, `*` is nothing hidden.
        return [within / name for name in names if "/." in pattern or "/." not in f"/{name}"]

    def open(self, mode: Literal["rb"] = "rb") -> io.RawIOBase:
        """The file's bytes."""
        piece = 0 if _WEB.match(self._text) else _PIECE  # in one go: not every server gives parts of files
        with self._asking():
            return _Fetched(self, self._store.open(self._path, mode, block_size=piece))

    def read_bytes(self) -> bytes:
        """All of them."""
        with self._asking():
            return cast(bytes, self._store.cat_file(self._path))

    def read_text(self, encoding: str) -> str:
        """The file's text."""
        return self.read_bytes().decode(encoding)

    # --- writing ---------------------------------------------------------------------------------

    def put(self, file: Path) -> None:
        """A copy of a file of this machine, which is there when it is complete."""
        with self._asking():
            self._store.put_file(str(file), self._path)

    def copy_all(self, names: Sequence[str], target: Address) -> None:
        """Copies of files within this folder, within another one of the same store; the store makes them."""
        with self._asking():
            self._store.copy(*([(folder / name)._path for name in names] for folder in (self, target)))

    def remove(self) -> None:
        """The file or folder is no more, if there was one."""
        with self._asking(), suppress(FileNotFoundError):
            self._store.rm(self._path, recursive=True)

    def mkdir(self) -> None:
        """Nothing: a folder is there when there is something in it."""

    # --- the store -------------------------------------------------------------------------------

    @property
    def _store(self) -> AbstractFileSystem:
        return self._opened[0]

    @property
    def _path(self) -> str:
        return self._opened[1]

    @cached_property
    def _opened(self) -> tuple[AbstractFileSystem, str]:
        from fsspec.core import url_to_fs

        store, path = url_to_fs(self._text)
        return store, str(path)

    @contextmanager
    def _asking(self, *, anew: bool = False) -> Iterator[None]:
        """Whatever a store raises (each has errors of its own) is an `OSError`, without secrets and with the address.

        Its cause is left out: it may quote the address. `anew`: what was seen before may be gone, or others have come.
        """
        try:
            if anew:
                self._store.invalidate_cache()
            yield
        except Exception as error:
            missing = isinstance(error, FileNotFoundError)
            raise (FileNotFoundError if missing else OSError)(None, self.reason(error), self.shown) from None

    def reason(self, error: Exception) -> str:
        """What an exception of the store says, for people and without secrets."""
        text = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
        if isinstance(error, FileNotFoundError) and not text.count(" "):  # the path, and nothing else
            text = "no such file or folder"
        if isinstance(error, ImportError) and self._text.startswith("s3"):
            text += " (pip install 'stud-audit[s3]')"
        for secret in self._secrets:
            text = text.replace(secret, "...")
        text = _QUOTED_QUERY.sub(r"\1?...", _QUOTED_USER.sub("", text))
        return text[0].lower() + text[1:].strip().replace("\n", " ")


class _Fetched(io.RawIOBase):
    """A file of a store that is read; what goes wrong meanwhile is told as `Address` does."""

    def __init__(self, address: Address, file: Any) -> None:
        self._address, self._file = address, file

    def read(self, size: int = -1, /) -> bytes:
        with self._address._asking():
            return cast(bytes, self._file.read(size))

    def readinto(self, buffer: Any, /) -> int:
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return bool(self._file.seekable())

    def seek(self, to: int, whence: int = 0, /) -> int:
        return int(self._file.seek(to, whence))

    def tell(self) -> int:
        return int(self._file.tell())

    def close(self) -> None:
        with suppress(Exception):
            self._file.close()
        super().close()


def place_of(text: StrPath | Address) -> Path | Address:
    """What a text leads to: a file or folder of this machine, or an address."""
    if isinstance(text, Address):
        return text
    text = os.fspath(text)
    if _LOCAL.match(text):
        return Path(_LOCAL.sub("", text, count=1))
    return Address(text) if _ADDRESS.match(text) else Path(text)


def text_of(where: Path | Address) -> str:
    """The text that `place_of` makes this of. It may hold secrets."""
    return where._text if isinstance(where, Address) else str(where)


@contextmanager
def writing(where: Path | Address) -> Iterator[BinaryIO]:
    """A file to write to, and to read again; at an address it is there when it is complete."""
    if isinstance(where, Address):
        with NamedTemporaryFile() as file:
            yield cast("BinaryIO", file)
            file.flush()
            where.put(Path(file.name))
    else:
        with where.open("w+b") as here:
            yield here


def is_address(text: str) -> bool:
    """Whether a text is an address, and not a path of this machine."""
    return bool(_ADDRESS.match(text))


def _by_folders(file: tuple[str, int | None]) -> list[tuple[bool, str]]:
    *folders, name = file[0].split("/")
    return [*((True, folder) for folder in folders), (False, name)]


def _parted(link: str) -> tuple[str, str]:
    """An address, and its query."""
    parts = _QUERY.fullmatch(link)
    return (parts[1], parts[2]) if parts else (link, "")


def _without_secrets(address: str) -> tuple[str, list[str]]:
    """An address as it may be shown, and what was taken out, the longest first."""
    shown: list[str] = []
    secrets: set[str] = set()
    for link in address.split("::"):
        link, query = _parted(link)
        scheme, mark, rest = link.partition("://")
        host = rest.partition("/")[0]
        if re.search(r":(?!\d*\Z)", host):  # a password, in which there may be a slash
            host = rest
        if "@" in host:
            user, _, _ = host.rpartition("@")
            password = user.partition(":")[2]
            secrets |= {f"{user}@", password, unquote(password)}
            rest = rest[len(user) + 1 :]
        if query:
            values = [value for part in query[1:].split("&") if len(value := part.rpartition("=")[2]) >= _SHORT]
            secrets |= {query[1:], *values, *map(unquote, values)}
        shown.append(f"{scheme}{mark}{rest}{'?...' if query else ''}")
    return "::".join(shown), sorted(secrets - {""}, key=len, reverse=True)
