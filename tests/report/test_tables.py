"""Tables made of the drafts of hands."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from msgspec.structs import replace
from support.hands import invented_hand

from stud_audit.model.cards import DECK, UNKNOWN, cards_text
from stud_audit.model.events import CardDealt, ChatSaid, LineUnknown, SeatTaken, Shown
from stud_audit.record.seat_accounts import SeatRow
from stud_audit.report.arrays import Arrays
from stud_audit.report.converter import Converter, made_rows
from stud_audit.report.dataset import DatasetWriter
from stud_audit.report.schemas import FINDINGS, NUMBERED, TABLES
from stud_audit.report.stored import HandRecord
from stud_audit.report.tables import Slice, event_table, numbered, seat_table


def records() -> list[HandRecord]:
    """Hands of several files, with names that are no ASCII, a text of each kind, and one hand without any event."""
    odd = (
        SeatTaken(1, "Zoë", 700),
        ChatSaid(1, "grüß dich \U0001f0a1"),
        Shown(1, tuple(DECK[:12]), ""),
        LineUnknown("ni\udcff", raw="ni\udcff"),
        Shown(1, (UNKNOWN, 51), "a pair"),
    )
    seats = (
        SeatRow(1, "Zoë", 700, True, 5, 0, None, None, (UNKNOWN, UNKNOWN, 12), False),
        SeatRow(2, "quill", None, False, 0, 0, 0, -5, (), True),
    )
    hands = [invented_hand(1), replace(invented_hand(2), events=()), replace(invented_hand(3), events=odd, file="b")]
    return [HandRecord(hand, "tda", "1", seats) for hand in [*hands, replace(hands[0], file="c", key="f" * 64)]]


def test_parts_of_drafts_are_parts_of_the_table() -> None:
    converter = Converter()
    drafts = [converter.events(records()[:3]), converter.events(records()[3:])]
    whole = event_table([Slice(draft, 0, sum(draft.counts)) for draft in drafts])
    first, every = sum(drafts[0].counts), len(whole)
    for begin in range(every + 1):
        for end in range(begin, every + 1):
            pieces = [
                Slice(draft, max(begin, at) - at, min(end, at + sum(draft.counts)) - max(begin, at))
                for draft, at in zip(drafts, (0, first), strict=True)
                if max(begin, at) < min(end, at + sum(draft.counts))
            ]
            assert event_table(pieces).to_pylist() == whole.slice(begin, end - begin).to_pylist()
    for begin, end in pairwise(range(9)):
        draft = converter.seats(records())
        assert seat_table([Slice(draft, begin, end - begin)]).to_pylist() == (
            seat_table([Slice(draft, 0, 8)]).slice(begin, 1).to_pylist()
        )


def test_rows_of_an_earlier_dataset_are_numbered_as_new_ones_are() -> None:
    """The bytes of a part do not tell where its rows come from."""
    draft = Converter().events(records())
    made = event_table([Slice(draft, 0, sum(draft.counts))])
    plain = made.cast(TABLES["events"])
    again = numbered(plain, NUMBERED["events"])
    assert again.schema == made.schema == NUMBERED["events"]
    for name in ("hand_key", "file", "type", "facing", "basis"):
        theirs, ours = again[name].combine_chunks(), made[name].combine_chunks()
        assert (theirs.dictionary.to_pylist(), theirs.indices.to_pylist()) == (
            (ours.dictionary.to_pylist(), ours.indices.to_pylist())
        )


@pytest.mark.parametrize("cards", [(), (UNKNOWN,), (51,), (UNKNOWN, 0, UNKNOWN), DECK[:10], DECK[:11], DECK])
def test_cards_of_any_number_are_told(cards: tuple[int, ...]) -> None:
    hand = replace(invented_hand(), events=(CardDealt(1, "up", (7,)), CardDealt(1, "down", cards)))
    rows = made_rows(HandRecord(hand, None, None))["events"]
    assert [row["cards"] for row in rows] == [cards_text((7,)), cards_text(cards) or None]
    assert [row["facing"] for row in rows] == ["up", "down"]


def test_a_reader_finds_texts(tmp_path: Path) -> None:
    with DatasetWriter(tmp_path / "set") as writer:
        for record in records():
            writer.add_hand(record)
        writer.finish({})
    for name, schema in TABLES.items():
        assert pq.read_schema(f"{tmp_path}/set/{name}/part-00000.parquet").equals(schema)


def test_arrays_are_those_that_pyarrow_makes() -> None:
    """Of values that it takes as they are."""
    values = {
        "clauses": [["WH-1", "ü"], [], None],
        "related": [[{"file": "f", "line": 2**40, "column": 1, "end_column": None, "note": "n"}], None, []],
        "readings": [{"pass": ["x"], "fail": [], "silent": True, "fallback": None}, None, None],
        "line": [1, None, -(2**63)],
        "seat": [-(2**15), 2**15 - 1, None],
    }
    arrays = Arrays()
    for name, column in values.items():
        kind = FINDINGS.field(name).type
        made = arrays.of(column, kind)
        made.validate(full=True)
        assert made.equals(pa.array(column, kind))
    assert arrays.unstorable == 0
    assert arrays.of([2**15, 1], pa.int16()).to_pylist() == [None, 1]
    assert arrays.unstorable == 1


def test_the_time_is_that_of_the_clock_at_the_table() -> None:
    hand = invented_hand()
    at = datetime(1969, 12, 31, 23, 59, 59, 999_999)
    hand = replace(hand, header=replace(hand.header, played_at=at))
    assert made_rows(HandRecord(hand, None, None))["hands"][0]["played_at"] == at
