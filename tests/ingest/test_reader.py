import codecs
import gc
import gzip
import hashlib
import io
import os
import pickle
import subprocess
import sys
import zipfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from stud_audit.ingest import reader as reader_module
from stud_audit.ingest.blocks import parse_block
from stud_audit.ingest.input.found import InputProblem, Located, StrayText, UndecodableText
from stud_audit.ingest.input.streams import Tap, zstd
from stud_audit.ingest.reader import Item, Reader, read_hands
from stud_audit.model.errors import InputError, UsageError
from stud_audit.model.events import Noted
from stud_audit.model.hand import Hand
from stud_audit.model.spans import Span

FAKES = str(Path(__file__).parent / "fake_dialects")

pytestmark = pytest.mark.usefixtures("fake_dialects")

ALPHA = "Alpha Room Hand #{}: {}\nSeat 1: Zoë\nZoë: folds\n"


def alpha(*ids: int, game: str = "stud") -> str:
    return "\n\n".join(ALPHA.format(number, game) for number in ids)


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(name: str, content: str | bytes) -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return name


def read(*paths: str, dialect: str = "auto", stdin: bytes = b"") -> tuple[list[Item], Reader]:
    reader = Reader(paths, dialect, stdin=io.BytesIO(stdin))
    return list(reader), reader


def hands(items: list[Item]) -> list[Hand]:
    return [item for item in items if isinstance(item, Hand)]


def test_a_hand_knows_where_it_stands_and_what_it_is() -> None:
    write("logs/a.txt", f"\n{alpha(1)}\n\n\n{alpha(2, game='omaha')}hand 3\nfold\nend\n")
    write("logs/b.beta", "hand 4\nend")
    items, reader = read("logs")
    first, second, third, fourth = hands(items)
    assert len(items) == 4
    text = alpha(1).rstrip("\n")
    assert (first.file, first.index, first.dialect, first.header.hand_id) == ("logs/a.txt", 1, "alpha", "1")
    assert (first.first_line, first.last_line, first.text, first.status) == (2, 4, text, "parsed")
    assert first.header_span == Span(2, 1, len("Alpha Room Hand #1: stud") + 1)
    assert [event.span for event in first.events] == [Span(3, 1, 12), Span(4, 1, 11)]
    assert first.digest == hashlib.sha256(text.encode()).hexdigest()
    assert first.key == hashlib.sha256(f"alpha\0001\0{text}\0000".encode()).hexdigest()
    assert (second.index, second.status, second.problem) == (2, "ignored", "omaha")
    assert (third.index, third.dialect, third.first_line, third.last_line) == (3, "beta", 11, 13)
    assert (fourth.file, fourth.index, fourth.first_line) == ("logs/b.beta", 1, 1)
    assert reader.problems == ()


def test_the_account_of_the_inputs() -> None:
    content = write("a.txt", f"what\n\n{alpha(1)}\n{alpha(2, game='omaha')}Alpha Room Hand\nhand 3\nend\n")
    data = Path(content).read_bytes()
    write("b.zip", _zip({"in/c.txt": alpha(5).encode(), "in/d.beta": b"hand 1\nend\nhand 2\n"}))
    items, reader = read("a.txt", "b.zip", "-", stdin=alpha(9).encode("cp1252"))
    assert len(hands(items)) == 8
    a, archive, c, d, stdin = reader.inputs
    assert (a.name, a.sha256, a.bytes) == ("a.txt", hashlib.sha256(data).hexdigest(), len(data))
    assert (a.encoding, a.lines, a.stray, a.undecodable, a.status) == ("utf-8", 12, 1, 0, "read")
    assert (a.hands, a.parsed, a.refused, a.ignored) == (4, 2, 1, 1)
    assert a.dialects == (("alpha", 3), ("beta", 1))
    packed = Path("b.zip").read_bytes()
    assert (archive.name, archive.status, archive.hands) == ("b.zip", "archive", 0)
    assert archive.sha256 == hashlib.sha256(packed).hexdigest()
    assert (c.name, c.sha256, c.hands) == ("b.zip!in/c.txt", hashlib.sha256(alpha(5).encode()).hexdigest(), 1)
    assert (d.name, d.encoding, d.parsed, d.lines) == ("b.zip!in/d.beta", "ascii", 2, 3)
    assert (stdin.name, stdin.encoding, stdin.hands) == ("-", "cp1252", 1)
    assert all(each.hands == each.parsed + each.refused + each.ignored for each in reader.inputs)


def _zip(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


TWINS: dict[str, Callable[[str], bytes]] = {
    "LF": lambda text: text.encode(),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "UTF-8 with BOM": lambda text: codecs.BOM_UTF8 + text.encode(),
    "UTF-16LE with BOM": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "UTF-16BE with BOM, CRLF": lambda text: codecs.BOM_UTF16_BE + text.replace("\n", "\r\n").encode("utf-16-be"),
    "UTF-16LE": lambda text: text.encode("utf-16-le"),
    "UTF-16BE": lambda text: text.encode("utf-16-be"),
    "cp1252": lambda text: text.encode("cp1252"),
    "gz": lambda text: gzip.compress(text.encode()),
    "zst": lambda text: zstd.compress(text.encode("utf-16")),
}


@pytest.mark.parametrize("twin", TWINS)
@pytest.mark.parametrize("chunk", [100, 1 << 17])
def test_copies_in_every_encoding_give_the_same_hands(twin: str, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stud_audit.ingest.input.streams.CHUNK", chunk)
    text = "noise €\n" + alpha(*range(1, 60)) + "hand 8\nend\n\nmore\nnoise"
    expected, _ = read(write("plain.txt", text))
    assert len(hands(expected)) == 60
    Path("plain.txt").write_bytes(TWINS[twin](text))
    items, reader = read("plain.txt")
    assert items == expected
    assert reader.inputs[0].lines == text.count("\n") + 1


def test_lines_and_columns_of_a_late_hand() -> None:
    text = "\ufeff" + alpha(*range(1, 5001)) + "\ufeffAlpha Room Hand #5001: razz\nlast"
    items, _ = read(write("a.txt", text))
    lines = text.split("\n")
    for hand in hands(items)[:-1]:
        assert lines[hand.first_line - 1].lstrip("\ufeff") == f"Alpha Room Hand #{hand.header.hand_id}: stud"
        assert lines[hand.last_line - 1] == "Zoë: folds"
        for event in hand.events:
            assert isinstance(event, Noted)
            assert lines[event.span.line - 1][event.span.column - 1 : event.span.end_column - 1] == event.text
    last = hands(items)[-1]
    assert (last.index, last.first_line, last.header_span.column, last.header_span.end_column) == (
        5001,
        len(lines) - 1,
        1,
        28,
    )


def test_undecodable_bytes_are_told_in_order_and_with_their_hand() -> None:
    data = b"\xef\xbb\xbf\xff stray\n\n" + alpha(1).encode() + b"a\xfeb\xfd\n" + alpha(2).encode() + b"\n\xfc"
    items, reader = read(write("a.txt", data))
    kinds = [type(item).__name__ for item in items]
    assert kinds == ["StrayText", "UndecodableText", "Hand", "UndecodableText", "Hand", "UndecodableText"]
    marks = [item for item in items if isinstance(item, UndecodableText)]
    assert marks[1] == UndecodableText("a.txt", 6, 2, 3, b"\xfe", 2, "utf-8+BOM", hand_index=1)
    assert [(mark.line, mark.hand_index) for mark in marks] == [(1, None), (6, 1), (11, 2)]
    assert reader.inputs[0].undecodable == 3
    assert hands(items)[0].text.endswith("\na\ufffdb\ufffd")


def test_a_flood_of_undecodable_lines_is_not_held_back() -> None:
    data = b"\xef\xbb\xbf" + b"\xff\n" * 100_000
    reader = Reader(write("a.txt", data))
    for count, item in enumerate(reader):
        if count == 0:
            assert reader.bytes_read < len(data)
            assert isinstance(item, UndecodableText)
    assert reader.inputs[0].undecodable == 100_000


def test_stray_text_is_an_item() -> None:
    items, reader = read(write("a.txt", f"one\ntwo\n\n{alpha(1)}hand 2\nend\nthree\n"))
    strays = [item for item in items if isinstance(item, StrayText)]
    assert strays == [StrayText("a.txt", 1, 2, "one"), StrayText("a.txt", 9, 9, "three")]
    assert strays[0].span == Span(1, 1, 4)
    assert reader.inputs[0].stray == 2
    assert reader.problems == ()


def test_two_hands_run_together() -> None:
    joined = alpha(1).rstrip("\n")
    items, _ = read(write("a.txt", joined + alpha(2)), write("b.txt", joined + "\n" + alpha(2)))
    assert [(hand.file, hand.index, hand.first_line, hand.header_span.column) for hand in hands(items)] == [
        ("a.txt", 1, 1, 1),
        ("a.txt", 2, 3, 11),
        ("b.txt", 1, 1, 1),
        ("b.txt", 2, 4, 1),
    ]
    assert [hand.digest for hand in hands(items)[:2]] == [hand.digest for hand in hands(items)[2:]]


def test_bad_inputs_are_told_and_harm_no_others() -> None:
    write("empty.txt", "")
    write("blank.txt", "\n  \n")
    write("picture.txt", b"\x89PNG\r\n" + bytes(range(256)) * 8)
    write("letter.txt", "Dear sir,\n\nabout\x1b[31m your table.\nYours\nZ\nA")
    write("noise.gz", bytes(range(256)) * 8)
    write("cut.txt.gz", gzip.compress(alpha(*range(2000)).encode())[:-1000])
    write("cut.zip", _zip({"a.txt": alpha(1).encode()})[:-40])
    write("good.txt", alpha(77))
    items, reader = read(
        "none.txt", "empty.txt", "blank.txt", "picture.txt", "letter.txt", "noise.gz", "cut.txt.gz", "cut.zip", "*.csv",
        "good.txt",
    )  # fmt: skip
    problems = {problem.path: (problem.kind, problem.text) for problem in reader.problems}
    assert list(problems) == [
        "none.txt", "empty.txt", "blank.txt", "picture.txt", "letter.txt", "noise.gz", "cut.txt.gz", "cut.zip", "*.csv",
    ]  # fmt: skip
    assert problems["none.txt"] == ("missing", "no such file or folder")
    assert problems["empty.txt"] == ("empty", "the file is empty")
    assert problems["blank.txt"] == ("no-hand", "no hand found")
    assert problems["picture.txt"] == ("not-text", "this is not a text file")
    assert problems["letter.txt"] == (
        "no-hand",
        "no hand found; its first lines are: 'Dear sir,', 'about\\x1b[31m your table.', 'Yours'",
    )
    assert problems["noise.gz"] == ("damaged", "this is no .gz file, or it is damaged at its beginning")
    assert problems["cut.txt.gz"] == ("damaged", "the compressed file is truncated")
    assert problems["cut.zip"][0] == "damaged"
    assert problems["*.csv"] == ("missing", "no file matches")
    assert [problem.fatal for problem in reader.problems] == [True, False, False, True, False, True, True, True, True]
    found = hands(items)
    assert {hand.file for hand in found} == {"cut.txt.gz", "cut.zip!a.txt", "good.txt"}
    assert 1500 < sum(hand.file == "cut.txt.gz" for hand in found) < 2000
    by_name = {each.name: each for each in reader.inputs}
    for name in ("picture.txt", "cut.txt.gz", "noise.gz"):
        assert by_name[name].sha256 == hashlib.sha256(Path(name).read_bytes()).hexdigest()
    assert by_name["picture.txt"].encoding is None


def test_a_damaged_file_without_hands_is_one_problem() -> None:
    write("a.txt.gz", gzip.compress(b"x" * 100_000)[:20])
    _, reader = read("a.txt.gz")
    assert [problem.kind for problem in reader.problems] == ["damaged"]


def test_a_dialect_can_be_demanded() -> None:
    text = f"{alpha(1)}hand 2\nend\n"
    items, _ = read(write("a.txt", text), dialect="beta")
    assert [(type(item).__name__, getattr(item, "dialect", None)) for item in items] == [
        ("StrayText", None),
        ("Hand", "beta"),
    ]
    _, reader = read(write("b.txt", "hand 2\nend\n"), dialect="alpha")
    assert reader.problems[0].text == "no hand found in the alpha dialect; its first lines are: 'hand 2', 'end'"
    with pytest.raises(UsageError, match="gamma"):
        Reader("a.txt", "gamma")


def test_the_keys_of_hands_that_occur_again_differ() -> None:
    write("a.txt", alpha(1, 2, 1))
    write("b.txt", alpha(1).replace("\n", "\r\n"))
    found = hands(read("a.txt", "b.txt")[0])
    assert len({hand.digest for hand in found}) == 2
    assert len({hand.key for hand in found}) == 4
    assert [hand.key for hand in found] == [hand.key for hand in hands(read("a.txt", "b.txt")[0])]


def test_a_dialect_that_fails_costs_its_own_hand_only() -> None:
    items, reader = read(write("a.txt", alpha(1) + alpha(2, game="boom") + alpha(3)))
    statuses = [(hand.status, hand.problem) for hand in hands(items)]
    assert statuses == [("parsed", None), ("refused", "internal error: RuntimeError: bad day"), ("parsed", None)]
    assert hands(items)[1].header_span == Span(4, 1, 25)
    assert reader.inputs[0].refused == 1


def test_a_hand_without_end_is_refused_and_the_next_is_found() -> None:
    text = alpha(1) + ("z" * 99 + "\n") * 30_000 + alpha(2)
    items, reader = read(write("a.txt", text))
    first, second = hands(items)
    assert (first.status, first.problem) == ("refused", "it has no end within 1 MiB of text")
    assert (first.header.hand_id, first.events) == ("1", ())
    assert len(first.text) < 1 << 15
    assert (second.header.hand_id, second.status, second.index) == ("2", "parsed", 2)
    (stray,) = (item for item in items if isinstance(item, StrayText))
    assert (stray.first_line, stray.last_line) == (first.last_line + 1, second.first_line - 1)
    assert reader.inputs[0].lines == text.count("\n")


def test_a_small_file_that_unpacks_to_a_vast_text_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_module, "_SUSPICIOUS", 1 << 20)
    vast = b"nothing of use\n" * 200_000
    write("a.gz", gzip.compress(vast))
    write("b.zip", _zip({"x.txt": vast}))
    write("c.txt", vast)
    write("d.gz", gzip.compress((alpha(1) * 5000).encode()))
    items, reader = read("a.gz", "b.zip", "c.txt", "d.gz")
    problems = {problem.path: problem.kind for problem in reader.problems}
    assert problems == {"a.gz": "damaged", "b.zip!x.txt": "damaged", "c.txt": "no-hand"}
    assert len(hands(items)) == 5000


def test_blocks_can_be_parsed_elsewhere() -> None:
    write("a.txt", alpha(1, 2) + alpha(3, game="omaha") + "hand 4\nend\n")
    reader = Reader("a.txt")
    blocks = [item for item in reader.blocks() if isinstance(item, Located)]
    found = []
    for located in blocks:
        hand = parse_block(pickle.loads(pickle.dumps(located)))
        reader.count(located, hand.status)
        found.append(pickle.loads(pickle.dumps(hand)))
    whole, complete = read("a.txt")
    assert found == whole
    assert reader.inputs == complete.inputs


def test_blocks_can_be_parsed_by_other_processes() -> None:
    write("a.txt", alpha(*range(200)))
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
        blocks = [item for item in Reader("a.txt").blocks() if isinstance(item, Located)]
        assert list(pool.map(parse_block, blocks, chunksize=50)) == read("a.txt")[0]


def test_progress_is_cheap_to_ask_for() -> None:
    write("a.txt", alpha(*range(20_000)))
    write("b.txt.gz", gzip.compress(alpha(*range(2000)).encode()))
    write("c.zip", _zip({"d.txt": alpha(*range(2000)).encode()}))
    reader = Reader(["a.txt", "b.txt.gz", "c.zip"])
    total = sum(Path(name).stat().st_size for name in ("a.txt", "b.txt.gz", "c.zip"))
    assert (reader.bytes_read, reader.bytes_total) == (0, total)
    seen = [reader.bytes_read for _ in reader]
    assert seen == sorted(seen)
    assert len(set(seen)) > 5
    assert total <= reader.bytes_read < 1.1 * total
    assert Reader(["a.txt", "-"]).bytes_total is None


def test_read_hands_gives_hands_and_raises_for_what_is_missing() -> None:
    write("a.txt", f"noise\n\n{alpha(1, 2)}")
    assert [hand.header.hand_id for hand in read_hands("a.txt")] == ["1", "2"]
    assert [hand.header.hand_id for hand in read_hands(Path("a.txt"), dialect="alpha")] == ["1", "2"]
    found = read_hands(["none.txt", "a.txt"])
    assert [next(found).header.hand_id for _ in range(2)] == ["1", "2"]
    with pytest.raises(InputError, match=r"none\.txt: no such file or folder"):
        next(found)
    with pytest.raises(InputError, match="no hand found; its first lines are: 'letter'"):
        list(read_hands(write("b.txt", "letter")))
    assert len(list(read_hands(["a.txt", "b.txt"]))) == 2


MEMORY = """
import io, itertools, resource, sys
from stud_audit.ingest import dialects
from stud_audit.ingest.reader import Reader
dialects.__path__ = [sys.argv[1]]

class Endless(io.RawIOBase):
    # Hands are made up while they are read, so that the input takes no memory.
    def __init__(self, hands):
        self.numbers = iter(range(hands))

    def read1(self, size):
        numbers = itertools.islice(self.numbers, max(1, size // 200))
        return b"".join(b"Alpha Room Hand #%d: stud\\n%b\\n\\n" % (number, b"Ann: folds\\n" * 10) for number in numbers)

hands = int(sys.argv[2])
assert sum(1 for _ in Reader("-", stdin=Endless(hands))) == hands
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the unit of ru_maxrss differs")
@pytest.mark.slow
def test_memory_stays_flat_over_100_000_hands() -> None:
    def peak(hands: int) -> int:
        command = [sys.executable, "-c", MEMORY, FAKES, str(hands)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        return int(subprocess.run(command, check=True, capture_output=True, env=environment).stdout) * 1024

    # What grows are some 40 bytes a hand, by which those that occur again are known.
    assert peak(100_000) - peak(1000) < 10_000_000


@pytest.mark.slow
def test_files_are_let_go_once_they_are_read() -> None:
    for number in range(30):
        write(f"in/{number}.txt", alpha(number) if number % 2 else bytes(range(256)) * 20)
    write("in/many.zip", _zip({f"{number}.txt": alpha(number).encode() for number in range(30)}))
    reader = Reader("in")
    for _ in reader:
        assert sum(isinstance(each, Tap) for each in gc.get_objects()) <= 4
    assert not any(isinstance(each, Tap) for each in gc.get_objects())
    assert len(reader.problems) == 15
    assert all(each.sha256 for each in reader.inputs)


def test_problems_read_as_sentences() -> None:
    assert str(InputProblem("a.txt", "the file is empty", "empty")) == "a.txt: the file is empty"
