"""The dataset on disk: exact, repeatable, and all or nothing."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from msgspec.structs import replace
from support.hands import invented_finding, invented_hand

from stud_audit.model.errors import InputError
from stud_audit.model.events import ButtonsOffered, Called, PreactionSet, SeatTaken
from stud_audit.model.findings import Payment, Readings, Related
from stud_audit.model.spans import Span
from stud_audit.record.seat_accounts import SeatRow
from stud_audit.report import dataset
from stud_audit.report.dataset import DatasetWriter
from stud_audit.report.frames import AuditResult
from stud_audit.report.schemas import TABLES
from stud_audit.report.stored import OF_HANDS, HandRecord

SEATS = (
    SeatRow(1, "northwind", 1000, True, 25, 0, 0, -25, (45, -1), False),
    SeatRow(2, "quillfeather", 450, True, 225, 0, 250, 25, (), True),
)
COVERAGE = [
    {
        "house": "william-hill",
        "clause": "WH-12",
        "code": "W501",
        "passed": 3,
        "violations": 1,
        "reviews": 0,
        "not_checkable": 2,
        "not_applicable": 0,
        "missing": ["up-cards"],
    }
]


def write(folder: Path, hands: int = 3) -> AuditResult:
    with DatasetWriter(folder) as writer:
        for number in range(1, hands + 1):
            hand = invented_hand(number)
            findings = [invented_finding(hand)] if number % 2 else []
            writer.add_hand(HandRecord(hand, "william-hill", "1", SEATS, findings, 250, 0))
        writer.add_findings([invented_finding()])
        writer.finish({"counts": {"lines": 27}}, COVERAGE)
    return AuditResult(folder)


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_every_table_holds_its_rows(tmp_path: Path) -> None:
    result = write(tmp_path / "set")
    assert {name: len(getattr(result, name)) for name in TABLES} == {
        "hands": 3,
        "seats": 6,
        "events": 27,
        "findings": 3,
        "coverage": 1,
    }
    hand = result.hands.iloc[0]
    assert (hand["hand_id"], hand["small"], hand["pot"], hand["players"]) == ("1001", Decimal(2), Decimal("2.5"), 2)
    assert (hand["violations"], hand["reviews"], hand["events"]) == (1, 0, 9)
    assert str(hand["played_at"]) == "2026-11-01 12:00:00"
    assert result.seats["net"].tolist()[:2] == [Decimal("-0.25"), Decimal("0.25")]
    assert result.seats["cards"].tolist()[0] == "Kd ?"
    assert result.coverage["missing"].tolist()[0] == ["up-cards"]
    assert result.manifest["counts"] == {"lines": 27}


def test_events_keep_their_order_fields_and_places(tmp_path: Path) -> None:
    events = write(tmp_path / "set").events
    second = events[events["hand_key"] == invented_hand(2).key].reset_index(drop=True)
    assert second["type"].tolist() == [type(event).__name__ for event in invented_hand(2).events]
    assert second["event_no"].tolist() == list(range(1, 10))
    assert second["line"].tolist() == list(range(200, 209))
    assert second["raw"].tolist() == [event.raw for event in invented_hand(2).events]
    assert second["added"].dropna().tolist() == [Decimal("0.25"), Decimal("0.25"), Decimal(2)]
    assert second["to"].dropna().tolist() == [Decimal(2)]
    assert second["cards"].dropna().tolist() == ["Kd", "2c"]
    assert second["player"].dropna().tolist() == ["northwind", "quillfeather"]
    assert second["street"].dropna().tolist() == [3, 3, 3, 3]


def test_findings_have_the_keys_of_the_contract(tmp_path: Path) -> None:
    hand = invented_hand()
    finding = invented_finding(
        hand,
        verdict="review",
        readings=Readings(("literal",), ("usual",), True, "roberts-rules"),
        settlement=(Payment(2, "quillfeather", "2.5", "0"),),
        related=(Related("night.txt", 104, 1, 4, "the door card"),),
    )
    with DatasetWriter(tmp_path / "set") as writer:
        writer.add_hand(HandRecord(hand, "william-hill", "1", SEATS, [finding]))
        writer.finish({})
    frame = AuditResult(tmp_path / "set").findings
    assert frame.columns.tolist() == list(finding.to_dict())
    row = frame.iloc[0]
    assert row["clauses"] == ["WH-12", "G-05"]
    assert row["money_effect"] == Decimal(2)
    assert row["readings"] == {"pass": ["literal"], "fail": ["usual"], "silent": True, "fallback": "roberts-rules"}
    assert row["settlement"][0]["paid"] == Decimal("2.5")
    assert row["related"][0] == {
        "file": "night.txt",
        "line": 104,
        "column": 1,
        "end_column": 4,
        "note": "the door card",
    }


def test_the_same_hands_give_the_same_bytes(tmp_path: Path) -> None:
    write(tmp_path / "one", 40)
    write(tmp_path / "two", 40)
    assert digests(tmp_path / "one") == digests(tmp_path / "two")


def test_parts_are_cut_by_rows_and_read_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "_HANDS_A_BATCH", dict.fromkeys(OF_HANDS, 4))
    monkeypatch.setattr(dataset, "_HANDS_A_DRAFT", 4)
    monkeypatch.setattr(dataset, "_ROWS_A_GROUP", 20)
    monkeypatch.setattr(dataset, "_ROWS_A_PART", 100)
    result = write(tmp_path / "set", 50)
    parts = sorted((tmp_path / "set" / "events").iterdir())
    assert [part.name for part in parts] == result.manifest["tables"]["events"]["parts"]
    assert len(parts) == 5
    assert pq.ParquetFile(parts[0]).num_row_groups > 1
    assert result.events["line"].tolist() == [100 * hand + line for hand in range(1, 51) for line in range(9)]
    assert [*result.hands["hand_index"]] == list(range(1, 51))


def test_findings_made_later_are_counted_with_their_hands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "_HANDS_A_BATCH", dict.fromkeys(OF_HANDS, 2))
    monkeypatch.setattr(dataset, "_HANDS_A_DRAFT", 2)
    monkeypatch.setattr(dataset, "_ROWS_A_GROUP", 2)
    monkeypatch.setattr(dataset, "_ROWS_A_PART", 4)
    hands = [invented_hand(number) for number in range(1, 8)]
    with DatasetWriter(tmp_path / "set") as writer:
        for hand in hands:
            writer.add_hand(HandRecord(hand, "tda", "1", findings=[invented_finding(hand)]))
        writer.add_findings([invented_finding(hands[1], verdict="review"), invented_finding(hands[6])])
        writer.finish({})
    result = AuditResult(tmp_path / "set")
    assert result.hands["hand_index"].tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert result.hands["violations"].tolist() == [1, 1, 1, 1, 1, 1, 2]
    assert result.hands["reviews"].tolist() == [0, 1, 0, 0, 0, 0, 0]
    assert len(result.findings) == 9
    assert (
        sorted(path.name for path in (tmp_path / "set" / "hands").iterdir())
        == result.manifest["tables"]["hands"]["parts"]
    )


def test_hands_of_different_decimals_share_a_batch(tmp_path: Path) -> None:
    with DatasetWriter(tmp_path / "set") as writer:
        for number, decimals in enumerate((2, 0, 4, 2), 1):
            writer.add_hand(HandRecord(invented_hand(number, decimals), "tda", "1"))
        writer.finish({})
    events = AuditResult(tmp_path / "set").events
    assert events["stack"].dropna().tolist()[::2] == [Decimal(10), Decimal(1000), Decimal("0.1"), Decimal(10)]


def test_amounts_that_do_not_fit_are_counted_and_null(tmp_path: Path) -> None:
    hand = invented_hand(decimals=6)
    too_many = replace(hand, events=(SeatTaken(1, "northwind", 10**30), SeatTaken(2, "quillfeather", 123_4567)))
    exact = Called(1, 123_4500, 123_4500)
    with DatasetWriter(tmp_path / "set") as writer:
        writer.add_hand(HandRecord(replace(too_many, events=(*too_many.events, exact)), "tda", "1"))
        writer.add_findings([invented_finding(money_effect="0.00001")])
        writer.finish({})
    result = AuditResult(tmp_path / "set")
    assert result.events["stack"].isna().all()
    assert result.events["added"].dropna().tolist() == [Decimal("1.2345")]
    assert result.findings["money_effect"].isna().all()
    assert result.manifest["values_not_storable"] == 3


def test_odd_text_is_stored(tmp_path: Path) -> None:
    hand = replace(invented_hand(), file="ni\udcffght.txt", events=(PreactionSet(1, "fold\x00\u2028\U0001f0a1"),))
    with DatasetWriter(tmp_path / "set") as writer:
        writer.add_hand(HandRecord(hand, "tda", "1", findings=[invented_finding(hand)]))
        writer.finish({"inputs": [{"path": hand.file}]})
    result = AuditResult(tmp_path / "set")
    assert result.events["action"].tolist() == ["fold\x00\u2028\U0001f0a1"]
    assert result.hands["file"].tolist() == result.findings["file"].tolist() == ["ni\\udcffght.txt"]


def test_what_no_table_can_hold_costs_nothing_else(tmp_path: Path) -> None:
    """Values beyond the columns' types are null and counted, text that is no Unicode is made visible."""
    good, bad = invented_hand(1), invented_hand(2, decimals=40)
    header = replace(bad.header, hand_id="1\ud800", table="\udcff", currency="\udc80", small=-(10**39), big=10**99)
    early = datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=2)))
    events = (
        SeatTaken(10**20, "north\udcffwind", 2 * 10**38),  # 0.02
        ButtonsOffered(1, ("fold", "\udcff"), at=early, span=Span(10**20, 10**10, 2), raw="\udcff"),
        ButtonsOffered(2, ("call",), at=datetime(2026, 11, 1, tzinfo=UTC)),
    )
    bad = replace(bad, header=header, events=events, last_line=10**30)
    finding = invented_finding(
        bad,
        money_effect="0.019999999999999999999999999999",  # 29 digits: a Decimal's arithmetic would round it
        seat=10**5,
        expected="\udc80",
        settlement=(Payment(10**5, "\udc80", "-12345678901234.5", "123456789012345"),),
        related=(Related("night.txt", 10**20, 1, 4, "\udc80"),),
    )
    with DatasetWriter(tmp_path / "set") as writer:
        for hand in (good, bad):
            seats = (SeatRow(10**5, "\udcff", 1, True, -(10**40), 0, 0, -(10**40), (), False),)
            writer.add_hand(HandRecord(hand, "tda", "1", seats, [finding] if hand is bad else []))
        writer.finish({})
    result = AuditResult(tmp_path / "set")
    first, second = result.hands.iloc[0], result.hands.iloc[1]
    assert (first["hand_id"], first["small"], first["last_line"]) == ("1001", Decimal(2), good.last_line)
    assert (second["hand_id"], second["table"], second["currency"]) == ("1\\ud800", "\\udcff", "\\udc80")
    assert (second["small"], second["violations"]) == (Decimal("-0.1"), 1)
    assert second[["big", "last_line"]].isna().all()
    of_bad = result.events[result.events["hand_key"] == bad.key]
    assert len(of_bad) == 3
    assert of_bad["stack"].dropna().tolist() == [Decimal("0.02")]
    assert of_bad["player"].dropna().tolist() == ["north\\udcffwind"]
    assert [list(buttons) for buttons in of_bad["buttons"].dropna()] == [["fold", "\\udcff"], ["call"]]
    assert of_bad["at"].isna().tolist() == [True, True, False]
    assert of_bad["raw"].dropna().tolist() == ["\\udcff"]
    assert result.seats["seat"].isna().all()
    assert result.seats["put_in"].dropna().tolist() == [Decimal(-1)]
    row = result.findings.iloc[0]
    assert row[["money_effect", "seat"]].isna().all()
    assert row["expected"] == "\\udc80"
    paid = {"seat": None, "player": "\\udc80", "paid": Decimal("-12345678901234.5"), "due": None}
    assert list(row["settlement"]) == [paid]
    assert (row["related"][0]["line"], row["related"][0]["note"]) == (None, "\\udc80")


def test_an_empty_audit_has_all_tables(tmp_path: Path) -> None:
    with DatasetWriter(tmp_path / "set") as writer:
        writer.finish({})
    result = AuditResult(tmp_path / "set")
    assert all(getattr(result, name).empty for name in TABLES)
    assert result.events.columns.tolist() == TABLES["events"].names


def test_a_foreign_folder_is_left_alone(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "manifest.json").write_text('{"format": "something else"}')
    with pytest.raises(InputError, match="left alone"):
        DatasetWriter(mine)
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(InputError, match="not a folder"):
        DatasetWriter(file)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "manifest.json", "mine"]


def test_a_dataset_is_replaced_and_what_lies_beside_it_stays(tmp_path: Path) -> None:
    write(tmp_path / "set", 9)
    (tmp_path / "set" / "report.md").write_text("mine")
    assert len(write(tmp_path / "set", 2).hands) == 2
    assert (tmp_path / "set" / "report.md").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


def test_nothing_stays_of_an_audit_that_fails(tmp_path: Path) -> None:
    write(tmp_path / "set")
    before = digests(tmp_path / "set")

    def fail() -> None:
        with DatasetWriter(tmp_path / "set") as writer:
            writer.add_hand(HandRecord(invented_hand(), "tda", "1"))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert digests(tmp_path / "set") == before
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


def test_only_a_dataset_is_opened(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps({"format": "other"}))
    with pytest.raises(InputError, match="not a dataset"):
        AuditResult(tmp_path)
