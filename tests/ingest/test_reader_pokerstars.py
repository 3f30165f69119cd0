"""The reader with a real dialect: what matters is the file, so one short hand is enough."""

import codecs
import io

import pytest

from stud_audit.ingest.reader import Item, Reader
from stud_audit.model.hand import Hand

HAND = """\
PokerStars Hand #{id}:  7 Card Stud Limit ($2/$4 USD) - 2024/05/06 7:08:09 ET
Table 'Larkspur' 8-max
Seat 2: Hazel ($80 in chips)
Seat 5: Jörg ($75.50 in chips)
Hazel: posts the ante $0.25
Jörg: posts the ante $0.25
*** 3rd STREET ***
Dealt to Hazel [4d]
Dealt to Jörg [Kc]
Hazel: brings in for $1
{chat}Jörg: folds
Uncalled bet ($1) returned to Hazel
Hazel collected $0.50 from pot
Hazel: doesn't show hand
*** SUMMARY ***
Total pot $0.50 | Rake $0
Seat 2: Hazel collected ($0.50)
Seat 5: Jörg folded on the 3rd Street (didn't bet)"""


def hand(number: int, chat: str = "") -> str:
    return HAND.format(id=number, chat=chat)


def read(data: bytes) -> tuple[list[Item], Reader]:
    reader = Reader("-", stdin=io.BytesIO(data))
    return list(reader), reader


def seen(data: bytes) -> list[tuple[object, ...]]:
    items, reader = read(data)
    hands = [item for item in items if isinstance(item, Hand)]
    assert len(hands) == len(items)
    assert reader.problems == ()
    return [
        (each.header.hand_id, each.status, each.truncated, each.first_line, each.header_span.column, each.last_line)
        for each in hands
    ]


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode(),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: codecs.BOM_UTF8 + text.encode(),
        lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
        lambda text: text.replace("\n", "\r\n").encode("utf-16-be"),
        lambda text: text.encode("cp1252"),
    ],
)
def test_copies_give_the_same_events_with_the_same_places(encode: object) -> None:
    text = "\n\n\n".join(map(hand, range(1, 30))) + "\n\n\n"
    expected, _ = read(text.encode())
    assert callable(encode)
    items, _ = read(encode(text))
    assert items == expected
    assert len(items) == 29
    for mine, theirs in zip(items, expected, strict=True):
        assert isinstance(mine, Hand)
        assert isinstance(theirs, Hand)
        # Events are compared by what they mean; here their places and wording count as well.
        assert [(event.span, event.raw) for event in mine.events] == [
            (event.span, event.raw) for event in theirs.events
        ]
        assert mine.events


@pytest.mark.parametrize("text", [hand(1) + hand(2), (hand(1) + hand(2)).replace("PokerStars Hand", "POKERSTARS HAND")])
def test_hands_run_together_within_a_line(text: str) -> None:
    column = len(HAND.split("\n")[-1]) + 1
    assert seen(text.encode()) == [("1", "parsed", False, 1, 1, 18), ("2", "parsed", False, 18, column, 35)]


def test_hands_run_together_without_a_blank_line() -> None:
    assert seen(f"{hand(1)}\n{hand(2)}".encode()) == [
        ("1", "parsed", False, 1, 1, 18),
        ("2", "parsed", False, 19, 1, 36),
    ]


def test_a_hand_cut_off_in_the_middle_of_a_line_and_the_next_run_into_it() -> None:
    cut = hand(1)[: hand(1).index("collected $0.50 from")]
    assert seen((cut + hand(2)).encode()) == [("1", "parsed", True, 1, 1, 13), ("2", "parsed", False, 13, 7, 30)]


def test_chat_that_repeats_a_header_starts_no_hand() -> None:
    header = HAND.split("\n")[0].format(id=99)
    assert seen(hand(1, f'Hazel said, "{header}"\n').encode()) == [("1", "parsed", False, 1, 1, 19)]


def test_a_byte_order_mark_between_joined_files() -> None:
    text = f"\ufeff{hand(1)}\n\n\n\ufeff{hand(2)}\n"
    assert seen(text.encode()) == [("1", "parsed", False, 1, 1, 18), ("2", "parsed", False, 21, 1, 38)]
