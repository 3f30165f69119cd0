"""Copies of hands: quoted, indented, spread, with other line ends. What is read of them is what the original says."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from stud_audit.ingest.blocks import parse_block
from stud_audit.ingest.input.found import Located
from stud_audit.ingest.input.layout import block_again
from stud_audit.ingest.reader import Item, Reader
from stud_audit.model.hand import Hand
from stud_audit.model.spans import Span

SAMPLES = Path(__file__).parents[2] / "sample_histories"
LOGS = sorted(path for path in SAMPLES.glob("*/*") if path.suffix in (".txt", ".stud", ".phh", ".phhs", ".ohh"))


def read(text: str | bytes, piece: int = 1 << 30) -> list[Item]:
    data = text.encode() if isinstance(text, str) else text

    class Pieces(io.BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            return super().read1(min(piece, size or piece))

    return list(Reader("-", stdin=Pieces(data)))


def hands(items: list[Item]) -> list[Hand]:
    return [item for item in items if isinstance(item, Hand)]


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n").strip("\n") + "\n"


def marked(marks: str) -> Callable[[str], str]:
    return lambda text: "".join(f"{marks}{line}".rstrip(" ") + "\n" for line in text[:-1].split("\n"))


def spread(times: int) -> Callable[[str], str]:
    return lambda text: text.replace("\n", "\n" * times)


doubled = spread(2)


def same_place(span: Span) -> Span:
    return span


def spread_place(times: int, columns: int = 0) -> Callable[[Span], Span]:
    return lambda span: moved(columns)(span._replace(line=times * (span.line - 1) + 1))


def moved(columns: int) -> Callable[[Span], Span]:
    return lambda span: Span(span.line, span.column + columns, span.end_column + columns)


def blanks_of_web_pages(text: str) -> str:
    return "".join(f"{line}\xa0 \xa0\n" for line in text[:-1].split("\n"))


COPIES: dict[str, tuple[Callable[[str], str], Callable[[Span], Span]]] = {
    "CR alone": (lambda text: text.replace("\n", "\r"), same_place),
    "CR CR LF": (lambda text: text.replace("\n", "\r\r\n"), same_place),
    "CR LF": (lambda text: text.replace("\n", "\r\n"), same_place),
    "Ctrl-Z": (lambda text: text + "\x1a", same_place),
    "Ctrl-Z on the last line": (lambda text: text[:-1] + "\x1a", same_place),
    "doubled": (doubled, spread_place(2)),
    "tripled": (spread(3), spread_place(3)),
    "sixfold": (lambda text: spread(3)(doubled(text)), spread_place(6)),
    "quoted": (marked("> "), moved(2)),
    "quoted twice": (marked("> > "), moved(4)),
    "quoted without a space": (marked(">"), moved(1)),
    "quoted and doubled": (lambda text: marked("> ")(doubled(text)), spread_place(2, 2)),
    "doubled and quoted": (lambda text: doubled(marked("> ")(text)), spread_place(2, 2)),
    "quoted and tripled, CR CR LF": (
        lambda text: marked("> ")(spread(3)(text)).replace("\n", "\r\r\n"),
        spread_place(3, 2),
    ),
    "indented": (marked("    "), moved(4)),
    "indented by a tab": (marked("\t"), moved(1)),
}


@pytest.mark.parametrize("copy", COPIES)
@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_copy_says_what_the_original_says(path: Path, copy: str) -> None:
    text = text_of(path)
    make, place = COPIES[copy]
    original = hands(read(text))
    copied = hands(read(make(text)))
    blocks = [item for item in Reader("-", stdin=io.BytesIO(make(text).encode())).blocks() if isinstance(item, Located)]
    for hand, located in zip(copied, blocks, strict=True):
        again = parse_block(replace(located, block=block_again(hand.text, hand.first_line, hand.column, hand.preamble)))
        assert replace(again, key=hand.key) == hand
    assert len(original) > 0
    assert [hand.header for hand in copied] == [hand.header for hand in original]
    lines = re.split("\r+\n|[\r\n]", make(text))
    for one, other in zip(copied, original, strict=True):
        assert (one.status, one.problem, one.missing, one.truncated) == (
            other.status, other.problem, other.missing, other.truncated,
        )  # fmt: skip
        assert one.events == other.events
        assert one.header_span == place(other.header_span)
        for mine, first in zip(one.events, other.events, strict=True):
            assert mine.span == place(first.span) if first.span.line else first.span
        assert (one.first_line, one.last_line) == tuple(
            place(Span(line, 1, 1)).line for line in (other.first_line, other.last_line)
        )
        for mine, line in zip(one.text.split("\n"), lines[one.first_line - 1 : one.last_line], strict=True):
            assert mine.rstrip() in line


TEXTS = [path for path in LOGS if path.suffix == ".txt" and path.parent.name not in ("ipoker", "merge")]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_blanks_of_web_pages_behind_a_line_are_none_of_it(path: Path) -> None:
    text = text_of(path)
    copied, original = hands(read(blanks_of_web_pages(text))), hands(read(text))
    assert [hand.header for hand in copied] == [hand.header for hand in original]
    for one, other in zip(copied, original, strict=True):
        assert (one.status, one.problem, one.missing) == (other.status, other.problem, other.missing)
        assert [type(event) for event in one.events] == [type(event) for event in other.events]


@pytest.mark.parametrize("blanks", [1, 2, 30])
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_blank_lines_within_a_header_are_none_of_it(path: Path, blanks: int) -> None:
    text = text_of(path)
    apart = text.replace("\n", "\n" + blanks * "\n", 1)
    copied, original = hands(read(apart)), hands(read(text))
    assert [hand.header for hand in copied] == [hand.header for hand in original]
    for one, other in zip(copied, original, strict=True):
        assert (one.status, one.problem, len(one.events)) == (other.status, other.problem, len(other.events))
        assert one.header_span.line - other.header_span.line in (0, blanks)


STARS = text_of(SAMPLES / "pokerstars" / "stud8.txt")
FIRST, SECOND = (f"PokerStars {hand}".rstrip() + "\n" for hand in STARS.split("PokerStars ")[1:3])


@pytest.mark.parametrize("piece", [1, 7, 100, 4095, 5000])
def test_pieces_of_any_size_give_the_same(piece: int) -> None:
    text = "A letter.\n\n" + marked("> ")(FIRST) + "Yours\n" + doubled(SECOND) + FIRST + marked("  ")(SECOND)
    whole = read(text)
    first, second = FIRST.count("\n"), SECOND.count("\n")
    lines = [3, 4 + first, 4 + first + 2 * second, 4 + 2 * first + 2 * second]
    assert [hand.first_line for hand in hands(whole)] == lines
    if piece < 100:
        text, whole = text[:9000], read(text[:9000])
    assert read(text.replace("\n", "\r\r\n"), piece) == read(text.replace("\n", "\r\r\n"))
    assert read(text, piece) == whole


def test_what_some_files_begin_a_hand_with_may_be_quoted() -> None:
    for begin in ("\0", "\x1a", "\0\n"):
        (hand,) = hands(read(marked("> ")(begin + FIRST)))
        assert hand.events == hands(read(FIRST))[0].events
        assert hand.header_span.column == 3 + len(begin.strip("\n")) * (begin[-1] != "\n")


def test_a_hand_ends_with_the_quote_that_it_is_in() -> None:
    answer = "You were lucky.\n"
    first, second = hands(read(marked("> ")(FIRST) + answer + marked("> ")(SECOND)))
    assert (first.last_line, second.first_line) == (FIRST.count("\n"), FIRST.count("\n") + 2)
    (stray,) = (item for item in read(marked("> ")(FIRST) + answer) if not isinstance(item, Hand))
    assert stray.span == Span(FIRST.count("\n") + 1, 1, len(answer))


WAYS = {
    "plain": spread(1),
    "doubled": doubled,
    "tripled": spread(3),
    "indented": marked("    "),
    "quoted": marked("> "),
    "quoted twice": marked(">> "),
    "quoted and doubled": lambda text: marked("| ")(doubled(text)),
}


@pytest.mark.parametrize("piece", [1 << 30, 50])
@pytest.mark.parametrize("second", WAYS)
@pytest.mark.parametrize("first", WAYS)
def test_copies_of_two_kinds_may_follow_each_other(first: str, second: str, piece: int) -> None:
    one, two = WAYS[first](FIRST), WAYS[second](SECOND)
    items = read(one + two, piece)
    assert [hand.events for hand in hands(items)] == [hand.events for hand in hands(read(FIRST + SECOND))]
    assert len(items) == 2
    assert hands(items)[1].first_line == one.count("\n") + 1


def test_hands_of_two_letters_are_quoted_each_in_its_way() -> None:
    text = marked("> ")(FIRST) + "\n" + marked(">> ")(SECOND) + "\n\n" + marked("   ")(FIRST)
    assert [hand.header_span.column for hand in hands(read(text))] == [3, 4, 4]
    assert [hand.header.hand_id for hand in hands(read(text))] == [
        hand.header.hand_id for hand in hands(read(FIRST + SECOND + FIRST))
    ]


def test_text_that_looks_like_a_copy_and_is_none_stays_as_it_is() -> None:
    plain = hands(read(FIRST))[0]
    seat = next(line for line in FIRST.split("\n") if line.startswith("Seat "))
    name = seat.split(": ")[1].rpartition(" (")[0]
    # A player's name may begin like a quote, and chat holds anything.
    (hand,) = hands(read(FIRST.replace(name, f"> {name}")))
    assert [event.raw for event in hand.events] == [event.raw.replace(name, f"> {name}") for event in plain.events]
    # One blank line too many is none that belongs to every line.
    spaced = hands(read(FIRST.replace("\n", "\n\n", 1)))[0]
    assert [event.span.line for event in spaced.events] == [event.span.line + 1 for event in plain.events]


@pytest.mark.parametrize("gaps", [(2, 3), (3, 2), (3, 4), (2, 2, 3)])
def test_lines_may_be_spread_unevenly(gaps: tuple[int, ...]) -> None:
    """Two blank lines after some lines and one after others are none of the hand's."""
    lines = FIRST[:-1].split("\n")
    text = "".join(line + "\n" * gaps[number % len(gaps)] for number, line in enumerate(lines))
    (hand,), (plain,) = hands(read(text)), hands(read(FIRST))
    assert (hand.events, hand.digest) == (plain.events, plain.digest)
    assert all(text.split("\n")[event.span.line - 1] == event.raw for event in hand.events if event.raw)


@pytest.mark.parametrize("make", [spread(1), marked("> ")])
@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_files_with_byte_order_marks_may_be_joined(path: Path, make: Callable[[str], str]) -> None:
    text = make(text_of(path))
    both = read(f"\ufeff{text}\ufeff{text}")
    assert both == read(text + text)
    assert len(hands(both)) == 2 * len(hands(read(text)))


ONE_OF_EACH = {path.parent.name: text_of(path) for path in reversed(LOGS)}


@pytest.mark.parametrize(
    ("first", "second"),
    [(one, two) for two in ("ipoker", "merge", "neutral", "ohh", "phh") for one in ONE_OF_EACH if one != two],
)
def test_the_head_of_a_file_that_is_joined_to_another_belongs_to_its_own_hands(first: str, second: str) -> None:
    alone = [*hands(read(ONE_OF_EACH[first])), *hands(read(ONE_OF_EACH[second]))]
    items = read(f"{ONE_OF_EACH[first]}\n{ONE_OF_EACH[second]}")
    assert [(hand.header, hand.text) for hand in hands(items)] == [(hand.header, hand.text) for hand in alone]
    assert len(items) == len(alone)


@pytest.mark.parametrize("piece", [1 << 30, 50_000])
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_line_of_headers_alone_is_not_searched_from_each_of_them_to_its_end(path: Path, piece: int) -> None:
    # It would take hours; what precedes and follows the line is read.
    text = text_of(path)
    header = text.split("\n")[0]
    items = read(f"{text}\n{header * 2000}\n\n{text}", piece)
    found = [hand.header.hand_id for hand in hands(items)]
    alone = [hand.header.hand_id for hand in hands(read(text))]
    assert found[: len(alone)] == alone
    assert found[-len(alone) :] == alone


OF_PLAYERS = (
    "Hand #1", "Stage #1", "Bovada Hand #1", "GAME #1: x", "PokerStars Hand #1", "PokerStars", "Poker Hand #AB1: x",
    "Full Tilt Poker Game #1", "Everleaf Gaming Game #1", "Game started at: 1", "***** Hand History for Game 1 *****",
)  # fmt: skip


@pytest.mark.parametrize("name", OF_PLAYERS)
@pytest.mark.parametrize(
    "path",
    [path for path in TEXTS if ": aldgate (" in text_of(path)],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_the_name_of_a_player_begins_no_hand(path: Path, name: str) -> None:
    text = text_of(path)
    called, original = hands(read(text.replace("aldgate", name))), hands(read(text))
    assert [hand.header for hand in called] == [hand.header for hand in original]
    assert [[type(event) for event in hand.events] for hand in called] == [
        [type(event) for event in hand.events] for hand in original
    ]


def test_a_header_that_begins_like_a_name_begins_a_hand() -> None:
    for name in ("PokerStars", "PokerStars Hand", FIRST.split(":")[0][:-1], SECOND.split(":")[0][:-1]):
        seat = re.findall(r"^Seat \d: (.*) \(", FIRST, re.M)[0]
        both = hands(read(FIRST.replace(seat, name) + "\n\n" + SECOND))
        assert [hand.header.hand_id for hand in both] == [
            hand.header.hand_id for hand in hands(read(FIRST + "\n\n" + SECOND))
        ]


SEPARATORS = (
    "Hand #1",
    "Hand #12:",
    "Hand 3",
    "hand no. 3",
    "#4",
    "Game #5",
    "***** # 6 *****",
    "-----",
    "==========",
    "7.",
    "BEGIN",
    "Hand 3 of 17",
    "+++ 4 +++",
    "\u2500\u2500\u2500\u2500",
    "\u2014\u2014",
)


@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("gap", ["\n", "\n\n", "\n \n\n"])
def test_a_line_between_hands_belongs_to_none(separator: str, gap: str) -> None:
    text = f"{separator}{gap}{FIRST}\n{separator}{gap}{SECOND}"
    items = read(text)
    assert len(items) == 2
    for found, whole in zip(hands(items), (FIRST, SECOND), strict=True):
        (alone,) = hands(read(whole))
        assert (found.text, found.events, found.digest) == (alone.text, alone.events, alone.digest)
        assert text.split("\n")[found.first_line - 1] == found.text.split("\n")[0]


@pytest.mark.parametrize("separator", ["Hand #1", "-----", "BEGIN"])
@pytest.mark.parametrize("dialect", ONE_OF_EACH)
def test_a_line_before_a_file_of_any_site_belongs_to_no_hand(dialect: str, separator: str) -> None:
    # Some begin with lines of their own before the first hand.
    text = ONE_OF_EACH[dialect]
    alone, items = hands(read(text)), read(f"{separator}\n\n{text}")
    assert [(hand.header, hand.text, hand.preamble) for hand in hands(items)] == [
        (hand.header, hand.text, hand.preamble) for hand in alone
    ]
    assert len(items) == len(alone)


def test_a_damaged_header_of_a_site_is_no_line_between_hands() -> None:
    # Winning's hands begin so; nothing follows that would begin another.
    (hand,) = hands(read("Hand #120000001\nTable Kappa\nSeat 1: aldgate ($4)\n"))
    assert (hand.status, hand.dialect) == ("refused", "winning")


def test_files_that_dos_joined_are_two() -> None:
    items = read(FIRST[:-1] + "\x1a" + SECOND + "\x1a\n\x1a")
    assert [hand.text for hand in hands(items)] == [FIRST[:-1], SECOND[:-1]]
    assert len(items) == 2
