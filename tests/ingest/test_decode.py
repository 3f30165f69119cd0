import codecs

import pytest

from stud_audit.ingest.input.decode import SAMPLE, Decoder, NotText, Undecodable

TEXT = "Seat 1: Zoë (€2.50)\r\nZoë: folds\r\nlast\u2028line\x85 with\xa0odd spaces\r\n"
PLAIN = TEXT.replace("\r\n", "\n")


def decoded(data: bytes, step: int = 1 << 20) -> tuple[str, str | None, list[Undecodable], int]:
    decoder = Decoder()
    text = "".join(decoder.feed(data[start : start + step]) for start in range(0, len(data), step))
    text += decoder.finish()
    return text, decoder.encoding, decoder.take_undecodable(last=True), decoder.lines


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TEXT.encode(), "utf-8"),
        (codecs.BOM_UTF8 + TEXT.encode(), "utf-8+BOM"),
        (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), "utf-16le+BOM"),
        (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), "utf-16be+BOM"),
        (TEXT.encode("utf-16-le"), "utf-16le"),
        (TEXT.encode("utf-16-be"), "utf-16be"),
    ],
)
@pytest.mark.parametrize("step", [1, 3, 1 << 20])
@pytest.mark.parametrize("times", [1, 500])
def test_every_encoding_gives_the_same_text(data: bytes, encoding: str, step: int, times: int) -> None:
    mark = next(
        (mark for mark in (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) if data.startswith(mark)), b""
    )
    data = mark + data[len(mark) :] * times
    assert decoded(data, step) == (PLAIN * times, encoding, [], 3 * times)


def test_ascii_is_called_so() -> None:
    assert decoded(b"a\nb") == ("a\nb", "ascii", [], 2)


@pytest.mark.parametrize("step", [1, 7, 1 << 20])
def test_the_first_bytes_that_are_not_ascii_decide_for_the_whole_file(step: int) -> None:
    ascii_lines = b"plain\n" * SAMPLE
    windows = ascii_lines + "Zoë 2 €\n".encode("cp1252")
    assert decoded(windows, step)[:2] == (windows.decode("cp1252"), "cp1252")
    # UTF-8 once is UTF-8 for good, so that the later byte is damage and not another encoding.
    text, encoding, damage, _ = decoded(ascii_lines + "Zoë\n".encode() + b"A\xebb\n", step)
    assert encoding == "utf-8"
    assert text.endswith("Zoë\nA\ufffdb\n")
    assert damage == [Undecodable(SAMPLE + 2, 2, 3, b"\xeb", 1)]


def test_utf8_cut_off_in_its_first_character_is_cp1252() -> None:
    assert decoded(b"ab\xe2\x82") == ("abâ‚", "cp1252", [], 1)


def test_a_character_that_the_end_of_the_file_cuts_is_reported() -> None:
    assert decoded("é\nab".encode() + b"\xe2\x82") == (
        "é\nab\ufffd\ufffd", "utf-8", [Undecodable(2, 3, 5, b"\xe2\x82", 2)], 2,
    )  # fmt: skip


def test_an_odd_byte_at_the_end_of_utf16_is_dropped_and_reported() -> None:
    data = codecs.BOM_UTF16_LE + "ab\ncd".encode("utf-16-le") + b"\x41"
    assert decoded(data) == ("ab\ncd", "utf-16le+BOM", [Undecodable(2, 3, 3, b"A", 1)], 2)


def test_a_lone_surrogate_in_utf16_is_reported() -> None:
    data = codecs.BOM_UTF16_BE + "ab\nc".encode("utf-16-be") + b"\xd8\x00" + "d\n".encode("utf-16-be")
    assert decoded(data) == ("ab\nc\ufffdd\n", "utf-16be+BOM", [Undecodable(2, 2, 3, b"\xd8\x00", 2)], 2)


@pytest.mark.parametrize("step", [1, 5, 1 << 20])
def test_undecodable_bytes_are_reported_once_a_line_with_their_place(step: int) -> None:
    data = b"\xef\xbb\xbf\xff" + "Zoë ".encode() + b"\xfe\xfd and \xfc\r\nclean\r\n  \xed\xa0\x80\r\n"
    text, encoding, damage, lines = decoded(data, step)
    assert text == "\ufffdZoë \ufffd\ufffd and \ufffd\nclean\n  \ufffd\ufffd\ufffd\n"
    assert (encoding, lines) == ("utf-8+BOM", 3)
    # In one piece, a run is a run; cut into pieces it may be reported by its first part.
    assert [(each.line, each.column, each.count) for each in damage] == [(1, 1, 4), (3, 3, 3)]
    if step > 5:
        assert damage == [Undecodable(1, 1, 2, b"\xff", 4), Undecodable(3, 3, 6, b"\xed\xa0\x80", 3)]


def test_bytes_that_cp1252_does_not_have_are_reported() -> None:
    assert decoded(b"\x80 \x81\n") == ("€ \ufffd\n", "cp1252", [Undecodable(1, 3, 4, b"\x81", 1)], 1)


def test_a_replacement_character_in_the_text_itself_is_no_damage() -> None:
    assert decoded("a\ufffdb".encode()) == ("a\ufffdb", "utf-8", [], 1)


@pytest.mark.parametrize("step", [1, 2, 3, 5, 7, 1 << 20])
def test_ends_of_lines_and_joined_files_are_told_wherever_the_bytes_are_cut(step: int) -> None:
    misread = "\ufeff".encode().decode("cp1252")
    filler = "Seat 1: Ann\t\n" * 400
    data = f"{filler}Ann \xa0\t\xa0{misread}\r\n{misread}a\xa0b\xa0\xa0\r\r\n\ufeff{misread}c\xef\n".encode()
    assert decoded(data, step)[0] == f"{filler}Ann \xa0\t\xa0{misread}\na\xa0b  \nc\xef\n"


def test_every_line_end_is_a_newline() -> None:
    # A transfer that adds a CR to CR LF adds no line; a CR alone ends one, and two of them end two.
    data = b"a\r\nb\rc\r\r\nd\x0b\x0ce\r\rf\r\r\r\n\r\r\r\r\ng\n\rh\r"
    for step in (1, 2, 3, 5, 100):
        assert decoded(data, step)[0] == "a\nb\nc\nd\x0b\x0ce\n\nf\n\n\ng\n\nh\n"


@pytest.mark.parametrize(
    "data",
    [bytes(range(256)) * 20, b"\x89PNG\r\n\x1a\n" + bytes(100) + bytes(range(200)) * 3, bytes(5000)],
    ids=["every byte", "picture", "nothing but NUL"],
)
@pytest.mark.parametrize("step", [1, 1 << 20])
def test_a_binary_file_is_refused(data: bytes, step: int) -> None:
    with pytest.raises(NotText, match="not a text file"):
        decoded(data, step)


def test_a_few_nuls_do_not_make_a_file_binary() -> None:
    data = b"\0Game #1 starts.\r\n" + b"Ann folds\r\n" * 10 + b"\0\r\n"
    assert decoded(data)[:2] == (data.decode().replace("\r\n", "\n"), "ascii")
    assert decoded(b"\0\n") == ("\0\n", "ascii", [], 1)


@pytest.mark.parametrize("padding", [100, 1000, 5000])
@pytest.mark.parametrize("step", [1, 1 << 20])
def test_a_disk_s_padding_does_not_make_a_file_binary(padding: int, step: int) -> None:
    # As it stands behind, or in, what was being written when the power failed.
    data = b"Game #1 starts.\n" + bytes(padding) + b"\nAnn folds\n" + bytes(padding)
    assert decoded(data, step)[:2] == (data.decode(), "ascii")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"7z\xbc\xaf\x27\x1c\0\4" + bytes(range(256)), "a 7z archive"),
        (b"Rar!\x1a\x07\1\0" + bytes(range(256)), "a RAR archive"),
        (TEXT.encode("utf-32"), "a text in UTF-32"),
    ],
)
def test_what_may_hold_hands_once_it_is_unpacked_is_named(data: bytes, kind: str) -> None:
    with pytest.raises(NotText, match=kind):
        decoded(data)


def test_an_empty_file_is_empty_text() -> None:
    assert decoded(b"") == ("", "ascii", [], 0)
    assert decoded(codecs.BOM_UTF8) == ("", "utf-8+BOM", [], 0)


@pytest.mark.parametrize("step", [1, 3, 1 << 20])
def test_the_byte_order_marks_of_joined_files_are_dropped(step: int) -> None:
    file = codecs.BOM_UTF8 + "Zoë: folds\n".encode()
    assert decoded(file * 3, step) == ("Zoë: folds\n" * 3, "utf-8+BOM", [], 3)
    # Within a line it is a character like any other.
    assert decoded("Zoë\nA\ufeffb\n".encode(), step)[0] == "Zoë\nA\ufeffb\n"


def test_a_byte_order_mark_is_known_after_windows_text() -> None:
    data = "Zoë: folds\n".encode("cp1252") + codecs.BOM_UTF8 + b"next\n"
    assert decoded(data) == ("Zoë: folds\nnext\n", "cp1252", [], 2)
