import bz2
import gzip
import hashlib
import io
import lzma
import os
import struct
import subprocess
import sys
import tarfile
import threading
import zipfile
from pathlib import Path

import pytest

from stud_audit.ingest.input.found import InputProblem
from stud_audit.ingest.input.sources import Source, expand
from stud_audit.ingest.input.streams import CHUNK, Archive, Damaged, Meter, Stream, streams, zstd

TEXT = "".join(
    f"line {number} {hashlib.sha256(str(number).encode()).hexdigest()}\n" for number in range(20_000)
).encode()
SHORT = b"a line\nand another\n"


def read(path: Path | str, stdin: bytes | None = None) -> list[tuple[str, bytes, str | None]]:
    """Every stream of a path: its name, its content, and what was wrong."""
    result = []
    for source in expand([path]):
        assert isinstance(source, Source)
        for part in streams(source, Meter(), io.BytesIO(stdin) if stdin is not None else None):
            if isinstance(part, Stream):
                content, problem = b"", None
                try:
                    for data in part.pieces:
                        assert 0 < len(data) <= max(CHUNK, 1 << 17)
                        content += data
                except Damaged as damage:
                    problem = str(damage)
                result.append((part.name, content, problem))
            elif isinstance(part, InputProblem):
                result.append((part.path, b"", part.text))
    return result


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def tarred(members: dict[str, bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=form) as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return file.getvalue()


PACKERS = {
    "plain": lambda data: data,
    "gz": gzip.compress,
    "zst": zstd.compress,
    "bz2": lambda data: bz2.compress(data, 1),  # whose blocks are 100 kB
    "xz": lzma.compress,
    "lzma": lambda data: lzma.compress(data, lzma.FORMAT_ALONE),
    "bz2 in two streams": lambda data: bz2.compress(data[:1000]) + bz2.compress(data[1000:]),
    "xz in two streams, padded": lambda data: (
        lzma.compress(data[:1000]) + bytes(4) + lzma.compress(data[1000:]) + bytes(512)
    ),
    "gz in two members": lambda data: gzip.compress(data[:1000]) + gzip.compress(data[1000:]) + bytes(512),
    "zst in two frames": lambda data: zstd.compress(data[:1000]) + zstd.compress(data[1000:]),
    "zst after a skippable frame": lambda data: b"\x50\x2a\x4d\x18\4\0\0\0abcd" + zstd.compress(data),
}


@pytest.mark.parametrize("packer", PACKERS)
@pytest.mark.parametrize("text", [TEXT, SHORT, b""], ids=["long", "short", "empty"])
def test_a_compressed_file_keeps_its_name_whatever_that_is(tmp_path: Path, packer: str, text: bytes) -> None:
    packed = PACKERS[packer](text)
    for name in ("a.txt", "a.txt.gz", "a.zst"):
        (tmp_path / name).write_bytes(packed)
        assert read(tmp_path / name) == [(f"{tmp_path}/{name}", text, None)]
    assert read("-", stdin=packed) == [("-", text, None)]


@pytest.mark.parametrize("packer", ["gz", "zst", "bz2", "xz"])
@pytest.mark.parametrize("kept", [0.95, 0.5, 0.01])
def test_a_truncated_file_gives_what_there_is(tmp_path: Path, packer: str, kept: float) -> None:
    data = PACKERS[packer](TEXT)
    path = tmp_path / f"a.txt.{packer}"
    path.write_bytes(data[: int(len(data) * kept)])
    ((_, content, problem),) = read(path)
    assert problem == "the compressed file is truncated"
    assert TEXT.startswith(content)
    assert len(content) > len(TEXT) * (kept - 0.2)


@pytest.mark.parametrize("packer", ["gz", "zst", "bz2", "xz"])
def test_a_damaged_file_gives_what_precedes_the_damage(tmp_path: Path, packer: str) -> None:
    data = bytearray(
        zstd.compress(TEXT, options={zstd.CompressionParameter.checksum_flag: 1})
        if packer == "zst"
        else gzip.compress(TEXT)
    )
    middle = len(data) // 2
    data[middle : middle + 50] = bytes(50)
    path = tmp_path / "a.txt.x"
    path.write_bytes(data)
    ((_, content, problem),) = read(path)
    assert problem
    assert "damaged" in problem or "truncated" in problem
    assert content[:1000] == TEXT[:1000]


@pytest.mark.parametrize("packer", ["gz", "zst", "bz2", "xz"])
@pytest.mark.parametrize(
    "what", [b"other data, which no packer wrote", bytes(1000) + b"the same behind zeros, of them all"]
)
def test_what_follows_packed_data_and_is_none_is_damage(tmp_path: Path, packer: str, what: bytes) -> None:
    # A second stream whose beginning is damaged looks like this.
    (tmp_path / "a.txt").write_bytes(PACKERS[packer](SHORT) + what)
    ((_, content, problem),) = read(tmp_path / "a.txt")
    assert content == SHORT
    assert problem
    assert "damaged" in problem


def test_a_wrong_checksum_is_damage_and_costs_nothing(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(SHORT))
    packed[-8] ^= 1
    (tmp_path / "a.gz").write_bytes(packed)
    ((_, content, problem),) = read(tmp_path / "a.gz")
    assert content == SHORT
    assert problem
    archive = bytearray(zipped({"a.txt": SHORT}))
    for signature, offset in ((b"PK\3\4", 14), (b"PK\1\2", 16)):
        archive[archive.find(signature) + offset] ^= 1
    (tmp_path / "a.zip").write_bytes(archive)
    assert read(tmp_path / "a.zip") == [
        (f"{tmp_path}/a.zip!a.txt", SHORT, "the file is damaged: its checksum is wrong")
    ]  # fmt: skip


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_the_members_of_a_zip_archive_in_their_order(tmp_path: Path, method: int) -> None:
    members = {
        "z.txt": TEXT,
        "folder/": b"",
        "folder/a.txt": SHORT,
        "folder/deep/b.stud": SHORT,
        "c.txt.gz": gzip.compress(SHORT),
        "picture.png": b"\x89PNG",
        "__MACOSX/._z.txt": b"x",
        "inner.zip": zipped({"x.txt": SHORT}),
        "empty.log": b"",
    }
    path = tmp_path / "a.zip"
    path.write_bytes(zipped(members, method))
    expected = [
        ("z.txt", TEXT, None),
        ("folder/a.txt", SHORT, None),
        ("folder/deep/b.stud", SHORT, None),
        ("c.txt.gz", SHORT, None),
        ("picture.png", b"\x89PNG", None),
        ("__MACOSX/._z.txt", b"", "a hidden file"),
        ("inner.zip!x.txt", SHORT, None),
        ("empty.log", b"", None),
    ]
    assert read(path) == [(f"{path}!{name}", content, problem) for name, content, problem in expected]
    assert read("-", stdin=path.read_bytes()) == [
        (f"-!{name}", content, problem) for name, content, problem in expected
    ]


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_truncated_zip_archive_gives_the_members_before_the_cut(tmp_path: Path, method: int) -> None:
    data = zipped({"a.txt": SHORT, "x.bin": TEXT, "b.txt": TEXT, "c.txt": TEXT}, method)
    path = tmp_path / "a.zip"
    # Only the directory is gone.
    path.write_bytes(data[: data.find(b"PK\1\2") + 10])
    *members, (name, _, problem) = read(path)
    assert members == [
        (f"{path}!{name}", text, None)
        for name, text in (("a.txt", SHORT), ("x.bin", TEXT), ("b.txt", TEXT), ("c.txt", TEXT))
    ]
    assert name == str(path)
    assert problem
    assert "truncated or damaged" in problem
    assert "4 of its files" in problem
    # In the middle of the third member.
    path.write_bytes(data[: int(len(data) * 0.6)])
    (first, _, (_, content, cut), (_, _, problem)) = read(path)
    assert first == (f"{path}!a.txt", SHORT, None)
    assert cut == "the compressed file is truncated"
    assert TEXT.startswith(content)
    assert len(content) > len(TEXT) // 2
    assert problem
    assert "3 of its files" in problem


def test_a_truncated_zip_archive_written_to_a_pipe(tmp_path: Path) -> None:
    class Pipe(io.RawIOBase):
        """Without seek, so that sizes follow the members."""

        def __init__(self) -> None:
            self.data = b""

        def writable(self) -> bool:
            return True

        def write(self, data: bytes) -> int:  # type: ignore[override]
            self.data += bytes(data)
            return len(data)

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        archive.writestr("a.txt", SHORT)
        archive.writestr("b.txt", TEXT)
    path = tmp_path / "a.zip"
    path.write_bytes(pipe.data[:-30])
    assert [content for _, content, problem in read(path) if problem is None] == [SHORT, TEXT]


def test_an_encrypted_member_is_said_and_the_others_are_read(tmp_path: Path) -> None:
    data = bytearray(zipped({"a.txt": SHORT, "b.txt": SHORT}))
    for signature, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.find(signature) + offset] |= 1
    path = tmp_path / "a.zip"
    path.write_bytes(data)
    (first, second) = read(path)
    assert first == (f"{path}!a.txt", b"", "this member of the archive is encrypted, and cannot be read")
    assert second == (f"{path}!b.txt", SHORT, None)
    path.write_bytes(data[:-30])
    assert [name for name, content, problem in read(path) if content] == [f"{path}!b.txt"]


def test_an_unknown_compression_is_said(tmp_path: Path) -> None:
    data = bytearray(zipped({"a.txt": SHORT}))
    for signature, offset in ((b"PK\3\4", 8), (b"PK\1\2", 10)):
        at = data.find(signature) + offset
        data[at : at + 2] = struct.pack("<H", 97)
    path = tmp_path / "a.zip"
    path.write_bytes(data)
    ((_, _, problem),) = read(path)
    assert problem
    assert "cannot be read" in problem


def test_members_that_overlap_are_not_read(tmp_path: Path) -> None:
    data = zipped({"a.txt": TEXT})
    at, end = data.find(b"PK\1\2"), data.find(b"PK\5\6")
    directory = data[at:end] * 50
    tail = data[end : end + 8] + struct.pack("<HHLLH", 50, 50, len(directory), at, 0)
    path = tmp_path / "bomb.zip"
    path.write_bytes(data[:at] + directory + tail)
    ((_, _, problem),) = read(path)
    assert problem
    assert "overlap" in problem


def test_an_archive_without_files_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({}))
    assert read(tmp_path / "a.zip") == [(f"{tmp_path}/a.zip", b"", "the archive has no files")]


def test_tar_archives_that_were_joined_are_all_read(tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    path.write_bytes(tarred({"a.txt": SHORT}) + tarred({"b.txt": TEXT}))
    assert read(path) == [(f"{path}!a.txt", SHORT, None), (f"{path}!b.txt", TEXT, None)]


def test_what_follows_a_tar_archive_and_a_damaged_header_in_it_are_said(tmp_path: Path) -> None:
    path, packed = tmp_path / "a.tar", tarred({"a.txt": SHORT, "b.txt": SHORT})
    path.write_bytes(packed + b"other data" * 100)
    *members, (name, _, problem) = read(path)
    assert members == [(f"{path}!{member}.txt", SHORT, None) for member in "ab"]
    assert name == str(path)
    assert problem == "the tar archive breaks off, is damaged, or has other data in it; 2 of its files were found"
    path.write_bytes(packed[:1024] + b"?" + packed[1025:])
    assert [name.rpartition("!")[2] for name, _, _ in read(path)] == ["a.txt", str(path)]


@pytest.mark.parametrize("packed", [False, True], ids=["zip", "tar"])
def test_hidden_members_are_those_that_a_folder_would_not_show(tmp_path: Path, packed: bool) -> None:
    names = [".a.txt", ".git/b.txt", "c/.d/e.txt", "__MACOSX/f.txt", "../g.txt", "./h.txt", "i.txt"]
    path = tmp_path / "a"
    path.write_bytes((tarred if packed else zipped)(dict.fromkeys(names, SHORT)))
    found = [name.removeprefix(f"{path}!").removeprefix("./") for name, _, problem in read(path) if problem is None]
    assert found == ["../g.txt", "h.txt", "i.txt"]


def test_digests_are_those_of_the_file_on_the_disk(tmp_path: Path) -> None:
    def digest(data: bytes) -> str:
        return hashlib.sha256(data).hexdigest()

    for name, data in (("a.txt", TEXT), ("b.gz", gzip.compress(TEXT)), ("c.zst", zstd.compress(TEXT)), ("d.txt", b"")):
        (tmp_path / name).write_bytes(data)
        (source,) = expand([tmp_path / name])
        assert isinstance(source, Source)
        for part in streams(source, meter := Meter()):
            assert isinstance(part, Stream)
            # Given up after the first piece, and hashed to its end all the same.
            next(part.pieces, None)
        assert (part.tap.sha256, part.tap.bytes) == (digest(data), len(data))
        assert meter.bytes_read == len(data)
    data = zipped({"a.txt": TEXT, "b.txt": SHORT})
    (tmp_path / "e.zip").write_bytes(data)
    (source,) = expand([tmp_path / "e.zip"])
    assert isinstance(source, Source)
    found = []
    for part in streams(source, meter := Meter()):
        if isinstance(part, Stream):
            for _ in part.pieces:
                pass
            found.append((part.name[-5:], part.tap.sha256, part.tap.bytes))
        elif isinstance(part, Archive):
            found.append((part.name[-5:], part.tap.sha256, part.tap.bytes))
    assert found == [
        ("e.zip", digest(data), len(data)),
        ("a.txt", digest(TEXT), len(TEXT)),
        ("b.txt", digest(SHORT), len(SHORT)),
    ]
    assert len(data) // 2 < meter.bytes_read < 2 * len(data)


def test_a_damaged_archive_of_any_kind_raises_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x"
    text = TEXT[:3000]
    members = {"a.txt": text, "b.txt": SHORT}
    packed = [PACKERS[packer](text) for packer in ("gz", "zst", "bz2", "xz")]
    for data in (*packed, zipped(members), gzip.compress(tarred(members)), tarred({"a.txt": SHORT})):
        for at in range(4, len(data), 7):
            for broken in (data[:at], data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :]):
                path.write_bytes(broken)
                read(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_named_pipe_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    for data, name in ((gzip.compress(TEXT), str(path)), (zipped({"a.txt": TEXT}), f"{path}!a.txt")):
        writer = threading.Thread(target=path.write_bytes, args=(data,))
        writer.start()
        assert read(path) == [(name, TEXT, None)]
        writer.join()


def test_a_file_that_cannot_be_opened_is_said(tmp_path: Path) -> None:
    (part,) = streams(Source("gone.txt", str(tmp_path / "gone.txt"), 5), Meter())
    assert part == InputProblem("gone.txt", "no such file or directory", "unreadable")


def test_standard_input_is_handed_on_as_it_comes() -> None:
    code = (
        "from stud_audit.ingest.input.streams import *; from stud_audit.ingest.input.sources import Source\n"
        "for part in streams(Source('-', None), Meter()):\n"
        "    for data in part.pieces: print(len(data), flush=True)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"some text")
        process.stdin.flush()
        first = process.stdout.readline()
        process.stdin.write(b"more")
        process.stdin.close()
        assert (first, process.stdout.read()) == (b"9\n", b"4\n")


@pytest.mark.parametrize("packer", ["plain", "gz"])
def test_a_file_that_becomes_shorter_while_it_is_read_is_said(tmp_path: Path, packer: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(PACKERS[packer](TEXT))
    (source,) = expand([path])
    assert isinstance(source, Source)
    parts = streams(source, Meter())
    part = next(parts)
    assert isinstance(part, Stream)
    content = next(part.pieces)
    os.truncate(path, 100)
    with pytest.raises(Damaged, match="the file has become shorter while it was read"):
        content += b"".join(part.pieces)
    assert TEXT.startswith(content)


def test_a_file_that_has_become_a_pipe_is_said_and_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(TEXT)
    (source,) = expand([path])
    assert isinstance(source, Source)
    path.unlink()
    os.mkfifo(path)
    (problem,) = streams(source, Meter())
    assert problem == InputProblem(str(path), "it was a file when the run began, and is none any more", "unreadable")
