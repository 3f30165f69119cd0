import pytest

from stud_audit.ingest.input.pieces import HandText, Piece, Stray
from stud_audit.ingest.input.split import MARGIN, MAX_HAND, Splitter
from stud_audit.ingest.registry import get_dialects

pytestmark = pytest.mark.usefixtures("fake_dialects")


def split(text: str, step: int = 1 << 30) -> list[Piece]:
    splitter = Splitter(get_dialects())
    pieces = [piece for start in range(0, len(text), step) for piece in splitter.feed(text[start : start + step])]
    return [*pieces, *splitter.finish()]


def hands(text: str) -> list[tuple[str, str, int, int, int]]:
    return [
        (piece.dialect, piece.block.text, piece.block.line, piece.block.column, piece.last_line)
        for piece in split(text)
        if isinstance(piece, HandText)
    ]


ALPHA = "Alpha Room Hand #{}: stud\nSeat 1: Ann\nAnn: folds "


def test_hands_of_several_dialects_in_one_file() -> None:
    first, second, third = ALPHA.format(1), "hand 2\nfold\nend", ALPHA.format(3).upper()
    assert hands(f"{first}\n\n\n\n{second}\n{third}\n \t\n\0\n") == [
        ("alpha", first, 1, 1, 3),
        ("beta", second, 7, 1, 9),
        ("alpha", third, 10, 1, 12),
    ]


def test_every_way_to_cut_the_text_gives_the_same_pieces() -> None:
    text = "beta 1\n\nnoise\n" + "".join(
        f"{ALPHA.format(number)}\n\n"
        + ("x\n" * number)
        + ("hand 7\nbet\nend\nwhat\nis\n\nthis\n" if number % 3 else "")
        for number in range(1000)
    )
    expected = split(text)
    assert sum(isinstance(piece, HandText) for piece in expected) == 1666
    for step in (1009, MARGIN, 77_777):
        assert split(text, step) == expected


@pytest.mark.parametrize("cut", [0, 8, 20])
def test_two_hands_run_together_within_a_line(cut: int) -> None:
    first = ALPHA.format(1)[: len(ALPHA) - cut]
    second = ALPHA.format(2)
    line = first.count("\n") + 1
    column = len(first.split("\n")[-1]) + 1
    assert hands(f"{first}{second}\n") == [
        ("alpha", first, 1, 1, line),
        ("alpha", second, line, column, line + 2),
    ]


def test_a_header_cut_short_by_another() -> None:
    assert hands("Alpha Room Hand #1: Alpha Room Hand #2: stud\nx") == [
        ("alpha", "Alpha Room Hand #1: ", 1, 1, 1),
        ("alpha", "Alpha Room Hand #2: stud\nx", 1, 21, 2),
    ]


def test_a_chat_line_that_quotes_a_header_is_no_hand() -> None:
    text = f'{ALPHA.format(1)}\nAnn said, "Alpha Room Hand #2: stud"\nAnn said, "hand 3"\nAnn: bets'
    assert hands(text) == [("alpha", text, 1, 1, 6)]


def test_a_hand_glued_to_one_of_another_dialect_is_not_looked_for() -> None:
    assert len(hands("hand 1\nfold Alpha Room Hand #2: stud\nend")) == 1


def test_text_outside_of_hands_is_one_run_for_lines_that_stand_together() -> None:
    text = f"\n# comment\nfoo\nbar\n\nbaz\nbeta 1\nqux\n{ALPHA.format(1)}\n\nhand 2\nend\n\nlate\n \nlater\nstill"
    strays = [piece for piece in split(text) if isinstance(piece, Stray)]
    assert strays == [
        Stray(3, 4, "foo"),
        Stray(6, 6, "baz"),
        Stray(8, 8, "qux"),
        Stray(16, 16, "late"),
        Stray(18, 19, "later"),
    ]
    assert [line for _, _, line, _, _ in hands(text)] == [9, 13]


def test_pieces_come_in_the_order_of_the_file() -> None:
    kinds = [type(piece).__name__ for piece in split("a\nhand 1\nend\nb\nhand 2\nend\n\nc")]
    assert kinds == ["Stray", "HandText", "Stray", "HandText", "Stray"]


def test_an_end_mark_ends_a_hand_and_its_lack_does_not_hurt() -> None:
    assert hands("hand 1\nfold\nhand 2\nend of it\nhand 3\nendless\nend") == [
        ("beta", "hand 1\nfold", 1, 1, 2),
        ("beta", "hand 2\nend of it", 3, 1, 4),
        ("beta", "hand 3\nendless\nend", 5, 1, 7),
    ]


def test_lines_known_outside_of_hands_are_given_to_the_hands_that_follow() -> None:
    text = "beta 1\n\n# of May\nhand 1\nend\nhand 2\nend\n# of June\nhand 3\nend\nAlpha Room Hand #4: stud\n"
    preambles = [piece.block.preamble for piece in split(text) if isinstance(piece, HandText)]
    assert preambles == ["beta 1\n# of May", "beta 1\n# of May", "# of June", ""]


def test_byte_order_marks_between_joined_files_are_no_text_and_no_column() -> None:
    first, second = ALPHA.format(1), ALPHA.format(2)
    for gap, line, column in (("\n\ufeff", 4, 1), ("\n\n\n\ufeff\ufeff", 6, 1), ("\ufeff", 3, 12)):
        assert hands(first + gap + second) == [("alpha", first, 1, 1, 3), ("alpha", second, line, column, line + 2)]
    assert split("\ufeff\n\ufeff# c\n\ufeff") == []
    # A NUL is a character, and so it is counted.
    assert hands(f"\0{first}")[0][2:4] == (1, 2)


def test_a_last_line_keeps_its_spaces_and_odd_characters() -> None:
    text = "Alpha Room Hand #1: stud\nAnn\u2028: folds\x85\r \u2028\t "
    assert hands(text + "\n \n\r\n\xa0\n") == [("alpha", text, 1, 1, 2)]


def test_headers_up_to_the_margin_are_seen_wherever_the_text_is_cut() -> None:
    filler = "y" * (MARGIN - 100)
    text = "".join(f"Alpha Room Hand #{n}: stud\n{filler}\n" for n in range(50))
    for step in (100, MARGIN - 7, MARGIN * 3 + 5):
        assert len([piece for piece in split(text, step) if isinstance(piece, HandText)]) == 50


def test_a_hand_that_never_ends_is_cut_and_what_follows_is_found() -> None:
    filler = "z" * 99 + "\n"
    head = "Alpha Room Hand #1: stud\n"
    text = head + filler * (MAX_HAND // 40) + "\nstill\n" + ALPHA.format(2)
    lines = text.count("\n") - 2
    first, *strays, last = split(text, 1 << 16)
    assert isinstance(first, HandText)
    assert first.oversized
    assert MAX_HAND <= len(first.block.text) < MAX_HAND + (1 << 17)
    assert first.last_line == first.block.text.count("\n") + 1
    assert strays == [
        Stray(first.last_line + 1, lines - 2, "z" * 99),
        Stray(lines, lines, "still"),
    ]
    assert isinstance(last, HandText)
    assert (last.block.line, last.block.text, last.oversized) == (lines + 1, ALPHA.format(2), False)


def test_a_line_without_end_is_cut_and_hands_glued_into_it_are_found() -> None:
    header = "Alpha Room Hand #{}: stud"
    blob = "w" * 300_000
    text = f"{header.format(1)}\n{blob}{header.format(2)}\nend\n{header.format(3)}"
    assert [(line, column) for _, _, line, column, _ in hands(text)] == [(1, 1), (2, 300_001), (4, 1)]
    pieces = [piece for piece in split(text, 1 << 15) if isinstance(piece, HandText)]
    assert [(piece.block.line, piece.block.column) for piece in pieces] == [(1, 1), (2, 300_001), (4, 1)]


def test_vast_text_without_hands_is_not_held() -> None:
    splitter = Splitter(get_dialects())
    for text in ("no newline " * 1000, "line\n" * 2000):
        for _ in range(300):
            assert list(splitter.feed(text)) == []
            assert len(splitter._buffer) < MAX_HAND // 8
    assert list(splitter.finish()) == [Stray(1, 600_000, ("no newline " * 1000)[:500])]
    assert splitter.first_lines == [("no newline " * 1000)[:500], *["line"] * 59]
