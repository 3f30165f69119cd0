"""Changes to a text that know what a hand history is made of, and to the bytes that it is stored as."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import sys
import tarfile
import zipfile
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

FIELDS: Final = {
    "number": re.compile(r"\d[\d,]*(?:\.\d+)?"),
    "amount": re.compile(r"[$€£]\s?\d[\d.,]*"),
    "card": re.compile(r"\b(?:10|[2-9TJQKA])[cdhs]\b"),
    "brackets": re.compile(r"\[[^\[\]\n]*\]|\([^()\n]*\)|\{[^{}]*\}"),
    "heading": re.compile(r"\*{2,}[^\n*]*\*{2,}"),
    "tag": re.compile(r"</?[A-Za-z][^<>\n]*>"),
    "setting": re.compile(r"""[\w.-]+"?\s*[=:]\s*(?:"[^"\n]*"|'[^'\n]*'|[^\s,"'<>]+)"""),
    "string": re.compile(r""""[^"\n]*"|'[^'\n]*'"""),
    "name": re.compile(r"[^\W\d_][\w']*"),
    "words": re.compile(r"[^\W\d_]+(?: [^\W\d_]+)+"),
    "mark": re.compile(r"[^\w\s]"),
    "space": re.compile(r"\s+"),
}
ODD: Final = (
    *("", "0", "-1", "-0.01", "00", "+5", "1e9", "NaN", "inf", "0x10", "null", "true", "2,5", "1.234,56", "1,0,0", "$"),
    *("9" * 18, "9" * 25, "9" * 5000, "0." + "3" * 30, "1." + "0" * 40, "0.00001", "4" + "0" * 300, "½", "٣", "１２"),
    *("\0", "\x1b[31m", "\x7f", "\x85", "\x1a", "\t", "\v", "\f", "\xa0", "\u2028", "\u202e", "\u200d", "\ufeff"),
    *("\ufffd", "\ud800", "\udc80", "\\ud800", "\\u0000", "&#55296;", "&#0;", "&amp;", "&lt;", "&#x110000;", "🂡"),
    *("é", "İ", "ǆ", "<", ">", "<!--", "-->", "]]>", "<![CDATA[", "</game>", "/>", '"', "'", '"""', "\\", "#"),
    *("[", "]", "{", "}", "(", ")", "1h", "Xx", "10h", "Td Td", "[Td Td]", "?", "????", ": ", ":", " - ", "folds"),
    *("all-in", "and is all-in", "A" * 300, "Seat 1: ", "Seat 99: ", "seat=0", "*** SUMMARY ***", "Dealt to ", "%s"),
    *("2026-02-30T25:61:61Z", "9999-12-31T23:59:59", "0001-01-01", "1969-12-31"),
)  # fmt: skip
_FEW: Final = 400
"""Fields of a kind that are looked at: enough for a hand, and bounded for what has grown."""
_LONGEST: Final = 60_000
"""Characters beyond which nothing more is added to a text."""


class Mutator:
    """Makes one text from others; `trail` says what was done. `retellings` are other texts of the same hand."""

    def __init__(self, rng: Random, donor: Callable[[], str], retellings: Callable[[], Sequence[str]] = tuple) -> None:
        self._rng, self._donor, self._retellings = rng, donor, retellings
        self.trail: list[str] = []

    def text(self, text: str) -> str:
        """The text after some changes."""
        rng = self._rng
        for _ in range(min(6, 1 + int(rng.expovariate(0.8)))):
            change = rng.choice(_CHANGES)
            changed = change(self, text)
            if len(changed) <= max(len(text), _LONGEST):
                text = changed
                self.trail.append(change.__name__.strip("_"))
        return text

    # --- fields -------------------------------------------------------------------------------

    def _field(self, text: str) -> str:
        """One field, changed by itself, with another, or wherever it stands."""
        rng = self._rng
        kind = rng.choice(list(FIELDS))
        spans = _spans(kind, text)
        if not spans:
            return text
        start, end = rng.choice(spans)
        said = text[start:end]
        what = rng.randrange(9)
        if what == 0:
            new = ""
        elif what == 1:
            new = said + rng.choice(("", " ", ", ")) + said
        elif what == 2:
            others = spans
            first, second = sorted((rng.choice(others), (start, end)))
            if first[1] > second[0]:
                return text
            return (
                text[: first[0]] + text[slice(*second)] + text[first[1] : second[0]] + text[slice(*first)]
                + text[second[1] :]
            )  # fmt: skip
        elif what == 3:
            new = text[slice(*rng.choice(spans))]
        elif what == 4:
            donor = self._donor()
            given = _spans(kind, donor)
            new = donor[slice(*rng.choice(given))] if given else ""
        elif what == 5:
            new = rng.choice(ODD)
        elif what == 6:
            return text.replace(said, rng.choice((rng.choice(ODD), text[slice(*rng.choice(spans))])))[: _LONGEST * 2]
        elif what == 7:
            new = rng.choice((said.upper(), said.lower(), said.title(), said[::-1], said[:-1], said[1:], f" {said} "))
        else:
            new = _nudged(rng, said)
        return text[:start] + new + text[end:]

    def _insert(self, text: str) -> str:
        """Something odd, anywhere."""
        at = self._rng.randint(0, len(text))
        return text[:at] + self._rng.choice(ODD) + text[at:]

    # --- lines --------------------------------------------------------------------------------

    def _lines(self, text: str) -> str:
        """Lines deleted, doubled, moved, swapped, cut, glued, quoted."""
        rng = self._rng
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        to = rng.randrange(len(lines))
        many = rng.choice((1, 1, 1, 2, 3, 8))
        what = rng.randrange(12)
        if what == 0:
            del lines[at : at + many]
        elif what == 1:
            lines[at:at] = lines[at : at + many] * rng.choice((1, 1, 1, 2, 30))
        elif what == 2:
            lines[at], lines[to] = lines[to], lines[at]
        elif what == 3:
            taken = lines[at : at + many]
            del lines[at : at + many]
            lines[to:to] = taken
        elif what == 4:
            lines[at : at + many] = reversed(lines[at : at + many])
        elif what == 5:
            lines[at] = lines[at][: rng.randint(0, len(lines[at]))]
        elif what == 6:
            lines[at : at + 2] = [rng.choice(("", " ", "\t")).join(lines[at : at + 2])]
        elif what == 7:
            cut = rng.randint(0, len(lines[at]))
            lines[at : at + 1] = [lines[at][:cut], lines[at][cut:]]
        elif what == 8:
            given = self._donor().split("\n")
            start = rng.randrange(len(given))
            lines[at:at] = given[start : start + many]
        elif what == 9:
            lines[at] = rng.choice(("", " ", "\t", "> ", "# ", "\ufeff", "\0", "* ")) + lines[at]
        elif what == 10:
            lines[at] += rng.choice((" ", "\t", " \r", "\0", " (note)", " [3 s]", "\\"))
        else:
            lines[at:at] = [""] * many
        return "\n".join(lines)

    def _whole(self, text: str) -> str:
        """The text as a whole: cut, told again, joined with another, quoted, indented."""
        rng = self._rng
        at = rng.randint(0, len(text))
        what = rng.randrange(8)
        if what == 0:
            return text[:at]
        if what == 1:
            return text[at:]
        if what == 2:
            again = rng.choice([text, *self._retellings()])
            for _ in range(rng.randrange(4)):
                again = rng.choice((Mutator._field, Mutator._lines))(self, again)
            return text + rng.choice(("", "\n", "\n\n\n")) + again
        if what == 3:
            return text[:at] + self._donor() + text[at:]
        if what == 4:
            return text + rng.choice(("", "\n", "\n\n")) + self._donor()
        if what == 5:
            return self._donor() + rng.choice(("", "\n")) + text
        if what == 6:
            mark = rng.choice(("> ", ">", "    ", "\t", "> > "))
            return "".join(mark + line for line in text.splitlines(keepends=True))
        return text.replace("\n", rng.choice(("\n\n", " ", "\n \n", "\n\t")))


_CHANGES: Final = (
    *(Mutator._field,) * 9,
    *(Mutator._lines,) * 6,
    Mutator._insert,
    *(Mutator._whole,) * 2,
)


def _spans(kind: str, text: str) -> list[tuple[int, int]]:
    found = []
    for match in FIELDS[kind].finditer(text):
        found.append(match.span())
        if len(found) >= _FEW:
            break
    return found


def _nudged(rng: Random, said: str) -> str:
    """A value near to what is said, or one character off."""
    digits = re.search(r"\d+", said)
    if digits and len(digits[0]) < 18 and rng.random() < 0.7:
        value = int(digits[0])
        near = max(0, rng.choice((value + 1, value - 1, value * 2, value // 2, value * 10, value * 1000)))
        return said[: digits.start()] + str(near) + said[digits.end() :]
    at = rng.randint(0, len(said))
    return said[:at] + rng.choice(("", chr(rng.randint(1, 0x17F)), rng.choice("cdhsAKQJT29 .,:$"))) + said[at + 1 :]


def stored(rng: Random, text: str, trail: list[str]) -> bytes:
    """The text as bytes: mostly UTF-8, else with other line ends, encodings, or damaged bytes."""
    if rng.random() < 0.12:
        ends = rng.choice(("\r\n", "\r", "\r\r\n", "\n\r", "\n\n", "\x0b", "\x85"))
        trail.append(f"ends {ends!r}")
        text = text.replace("\n", ends)
    data = text.encode("utf-8", "surrogatepass")
    if rng.random() < 0.12:
        codec = rng.choice(("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1", "utf-7", "utf-32"))
        trail.append(codec)
        data = text.encode(codec, "replace")
    if rng.random() < 0.06 and data:
        trail.append("bytes")
        damaged = bytearray(data)
        for _ in range(rng.choice((1, 1, 3, 12))):
            at = rng.randrange(len(damaged))
            damaged[at : at + rng.randint(0, 2)] = bytes(rng.randrange(256) for _ in range(rng.randint(0, 2)))
            if not damaged:
                break
        data = bytes(damaged)
    if rng.random() < 0.02:
        trail.append("tail")
        data += rng.choice((b"\x1a", b"\0" * 8, b"\r", b"\xff", b"\xc3", b"\xef\xbb\xbf"))
    return data


def packed(rng: Random, data: bytes, trail: list[str]) -> bytes:
    """The bytes in an archive, perhaps one in another, perhaps damaged."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        name = rng.choice(list(_PACKERS))
        trail.append(name)
        data = _PACKERS[name](rng, data)
    if rng.random() < 0.4 and data:
        trail.append("damaged")
        at = rng.randrange(len(data))
        data = rng.choice(
            (data[:at], data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :], data[:at] + data[at + 3 :])
        )
    return data


def _zip(rng: Random, data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
        for name in _member_names(rng):
            archive.writestr(zipfile.ZipInfo(name), data)
    return file.getvalue()


def _tar(rng: Random, data: bytes) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=rng.choice((tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT))) as archive:
        for name in _member_names(rng):
            info = tarfile.TarInfo(name)
            info.size, info.type = len(data), rng.choice((tarfile.REGTYPE,) * 8 + (tarfile.SYMTYPE, tarfile.FIFOTYPE))
            archive.addfile(info, io.BytesIO(data))
    return file.getvalue()


def _member_names(rng: Random) -> list[str]:
    names = (
        "a.txt",
        "b.stud",
        "c.xml",
        "d.gz",
        "e.zip",
        "f.tar",
        "g",
        "../h.txt",
        "/i.txt",
        "j/k.phh",
        "l\x1b.txt",
        ".m.txt",
    )
    return rng.sample(names, rng.choice((1, 1, 2)))


_PACKERS: Final[dict[str, Callable[[Random, bytes], bytes]]] = {
    "gz": lambda _, data: gzip.compress(data, 1, mtime=0),
    "bz2": lambda _, data: bz2.compress(data, 1),
    "xz": lambda _, data: lzma.compress(data, preset=0),
    "zst": lambda _, data: zstd.compress(data),
    "zip": _zip,
    "tar": _tar,
}
